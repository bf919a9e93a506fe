/** News that is shown together: at once when it is little, seldom when it is much. */

/** What comes alone is shown after this time… */
const BATCH_MS = 80;
/** …while more and more comes, once in this one: each showing costs a pass and a painting… */
const THROTTLE_MS = 500;
/** …and when more of them have spoken until then than anybody could follow, this much later still. */
const BURST_DELAY_MS = 1500;
const BURST_SENDERS = 3;

export interface Batcher<Item> {
  /** Who speaks can wait while many do; nobody in particular is news that somebody looks for at once. */
  add(item: Item, senderId: number | null): void;
  /** What has not been shown is dropped. */
  stop(): void;
}

export function createBatcher<Item>(onBatch: (batch: readonly Item[]) => void): Batcher<Item> {
  let pending: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextFlushAt = -Infinity;
  let isBurst = false;
  const senders = new Set<number | null>();

  function flush() {
    const batch = pending;
    pending = [];
    timer = undefined;
    isBurst = false;
    senders.clear();
    nextFlushAt = Date.now() + THROTTLE_MS;
    onBatch(batch);
  }
  function checkBurst() {
    isBurst = senders.size > BURST_SENDERS && !senders.has(null);
    if (isBurst) timer = setTimeout(flush, BURST_DELAY_MS);
    else flush();
  }
  return {
    add(item, senderId) {
      pending.push(item);
      senders.add(senderId);
      if (isBurst && senderId === null) {
        clearTimeout(timer);
        isBurst = false;
        timer = setTimeout(flush, BATCH_MS);
      }
      timer ??= setTimeout(checkBurst, Math.max(BATCH_MS, nextFlushAt - Date.now()));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      pending = [];
      senders.clear();
    },
  };
}

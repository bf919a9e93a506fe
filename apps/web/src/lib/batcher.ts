/** Collects updates into batches: small ones are delivered at once, large ones less often. */

/** Wait before a single update is delivered. */
const BATCH_MS = 80;
/** Minimum time between batches: each one costs a pass over the lists and a paint. */
const THROTTLE_MS = 500;
/** Additional wait when more senders than BURST_SENDERS are in the batch: too many to follow anyway. */
const BURST_DELAY_MS = 1500;
const BURST_SENDERS = 3;

export interface Batcher<Item> {
  /** `senderId`: the contact who wrote; such an update may wait in a burst. Null: the update must appear at once. */
  add(item: Item, senderId: number | null): void;
  /** Drops pending items. */
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

/** Delivers webhooks to the server: signed, in batches, retried until accepted. */
import type { SafeFetch } from '../../../infrastructure/safe-fetch/safe-fetch.ts';
import { SIGNATURE_HEADER, signatureOf } from '../signature.ts';
import type { WireItem } from '../wire-format.ts';
import type { Journal } from './journal.ts';
import { newKey, type PhoneAccount } from './phones.ts';

type Loose<T> = T extends { event: 'message' } ? Omit<T, 'content'> & { content: unknown } : T;
export interface OutgoingItem {
  item: Loose<WireItem>;
  /** Called when the server has accepted the item. */
  onAccepted?: () => void;
}
interface DeliveryDeps {
  account: PhoneAccount;
  post: SafeFetch;
  journal: Journal;
  random: () => number;
  /** Between attempts; doubles up to `maxWaitMs`. */
  firstWaitMs: number;
  maxWaitMs: number;
  giveUpAfterMs: number;
}

const SHARDS = 8;
const BATCH = 20;
const ANSWER_TIMEOUT_MS = 20_000;
/** With `shuffle`, items wait this long for others. */
const SHUFFLE_WAIT_MS = 300;

export function createDeliveries(deps: DeliveryDeps) {
  const { account, post, journal, random } = deps;
  const shards: OutgoingItem[][] = Array.from({ length: SHARDS }, () => []);
  const busy = new Set<number>();
  const wakers = new Set<() => void>();
  let isStopped = false;
  let count = 0;
  let pendingCount = 0;

  /** Items of one customer keep their order. Session items have a shard of their own: they are sent while it is down. */
  function enqueue(item: OutgoingItem, customerId = ''): void {
    const shard = item.item.event === 'session' ? 0 : 1 + (hash(customerId) % (SHARDS - 1));
    shards[shard]!.push(item);
    pendingCount += 1;
    void drain(shard);
  }

  const isPaused = (shard: number) => shard !== 0 && account.session !== 'open';

  async function drain(shard: number): Promise<void> {
    if (busy.has(shard) || isStopped) return;
    busy.add(shard);
    try {
      while (shards[shard]!.length > 0 && !isStopped && !isPaused(shard)) {
        // Waits one turn of the event loop, so that simultaneous items share a batch.
        await pause(account.faults.shuffle > 0 && shard !== 0 ? SHUFFLE_WAIT_MS : 0);
        for (const batch of batchesOf(shards[shard]!, shard)) await deliver(batch);
      }
    } finally {
      busy.delete(shard);
    }
  }

  function batchesOf(queue: OutgoingItem[], shard: number): OutgoingItem[][] {
    const { shuffle } = account.faults;
    if (shuffle === 0 || shard === 0) return [queue.splice(0, BATCH)];
    const batch = queue.splice(0, shuffle);
    for (let last = batch.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [batch[last], batch[other]] = [batch[other]!, batch[last]!];
    }
    return batch.map((item) => [item]);
  }

  async function deliver(batch: OutgoingItem[]): Promise<void> {
    count += 1;
    const { duplicateOneIn } = account.faults;
    const isDuplicated = duplicateOneIn > 0 && count % duplicateOneIn === 0;
    const envelope = envelopeOf(batch);
    // Real networks repeat the same bytes at the same moment, or the same items in another delivery.
    const isAtOnce = isDuplicated && (count / duplicateOneIn) % 2 === 1;
    const [isAccepted] = await Promise.all([
      deliverWithRetry(envelope, false),
      isAtOnce && deliverWithRetry(envelope, true),
    ]);
    if (isDuplicated && !isAtOnce) await deliverWithRetry(envelopeOf(batch), true);
    pendingCount -= batch.length;
    if (isAccepted) for (const item of batch) item.onAccepted?.();
  }

  function envelopeOf(batch: OutgoingItem[]) {
    const delivery = newKey('d');
    return {
      delivery,
      body: Buffer.from(JSON.stringify({ delivery, account: account.id, items: batch.map(({ item }) => item) })),
      wids: batch.flatMap(({ item }) => ('id' in item && item.id !== undefined ? [item.id] : [])),
    };
  }

  async function deliverWithRetry(
    { delivery, body, wids }: ReturnType<typeof envelopeOf>,
    isDuplicate: boolean,
  ): Promise<boolean> {
    const since = Date.now();
    for (let attempt = 1; !isStopped; attempt += 1) {
      const atMs = Date.now();
      const status = await postOnce(body);
      journal.write({
        type: 'delivery',
        account: account.id,
        delivery,
        wids,
        attempt,
        isDuplicate,
        status,
        atMs,
        ms: Date.now() - atMs,
      });
      if (status >= 200 && status < 300) return true;
      // The connection was deleted.
      const isRemoved = status === 404 && account.session === 'none';
      if (isRemoved || Date.now() - since > deps.giveUpAfterMs) break;
      await pause(Math.min(deps.firstWaitMs * 2 ** Math.min(attempt - 1, 16), deps.maxWaitMs));
    }
    if (!isStopped && !isDuplicate) journal.write({ type: 'given-up', account: account.id, wids, atMs: Date.now() });
    return false;
  }

  async function postOnce(body: Buffer): Promise<number> {
    const { url, secret } = account.webhook;
    try {
      const answer = await post(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret) },
        body: new Uint8Array(body),
        timeoutMs: ANSWER_TIMEOUT_MS,
      });
      await answer.buffer();
      return answer.status;
    } catch {
      return 0;
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      wakers.add(wake);
    });

  return {
    enqueue,
    /** Delivers held items when the session is open again. */
    resume(): void {
      for (let shard = 0; shard < SHARDS; shard += 1) void drain(shard);
    },
    /** Number of items that the server has not accepted yet. */
    waiting: () => pendingCount,
    clear(): void {
      for (const shard of shards) pendingCount -= shard.splice(0).length;
    },
    stop(): void {
      isStopped = true;
      for (const wake of wakers) wake();
    },
  };
}
export type Deliveries = ReturnType<typeof createDeliveries>;

function hash(text: string): number {
  let value = 7;
  for (let index = 0; index < text.length; index += 1) value = (value * 31 + text.charCodeAt(index)) >>> 0;
  return value;
}

import type { Delivery, DeliveryBehavior } from './control.ts';
import { pack, signatureOf, type Envelope, type Item } from './envelopes.ts';
import type { WebhookClient } from './webhook-client.ts';
import type { SimulatorState } from './state.ts';

const DEFAULT_BEHAVIOR: DeliveryBehavior = {
  duplicate: 0,
  reorder: false,
  delayMs: [0, 0],
  retryMs: 250,
  attempts: 10,
  timeoutMs: 20_000,
};
const MAX_WAIT_MS = 30_000;
/** Bound of recorded deliveries; the oldest half is dropped. */
const MAX_RECORDED = 50_000;

/** Delivers webhooks: signed, held and batched as configured, and retried until accepted. */
export function createDeliveries(state: () => SimulatorState, webhookClient: WebhookClient) {
  let behavior: DeliveryBehavior = { ...DEFAULT_BEHAVIOR };
  let heldItems: Item[] | undefined;
  let recorded: (Delivery & { secret: string })[] = [];
  let seq = 0;
  let underWay = 0;
  let isStopped = false;
  const tails = new Map<string, Promise<void>>();
  const wakers = new Set<() => void>();
  let idlers: (() => void)[] = [];

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

  function enqueue(item: Item): void {
    if (isStopped) return;
    if (heldItems) heldItems.push(item);
    else for (const envelope of pack(state(), [item], 1)) dispatch(envelope);
  }

  function dispatch(envelope: Envelope): void {
    send(envelope, state().random.next() < behavior.duplicate ? 2 : 1);
  }

  /** Deliveries with the same order key wait for each other unless `reorder` is set. */
  function send(envelope: Envelope, times: 1 | 2, isRepeat = false): void {
    underWay += 1;
    const { random } = state();
    const [minMs, maxMs] = behavior.delayMs;
    const delayMs = minMs + random.next() * Math.max(0, maxMs - minMs);
    const records = Array.from({ length: times }, (_, n) => recordOf(envelope, isRepeat || n > 0));
    const key = `${envelope.url} ${envelope.orderKey}`;
    const run = async () => {
      if (delayMs > 0) await pause(delayMs);
      // Both copies at the same moment: it happens with Meta and is the hardest case to deduplicate.
      await Promise.all(records.map((record) => deliverWithRetry(envelope, record)));
    };
    const before = behavior.reorder || isRepeat ? undefined : tails.get(key);
    const done = before ? before.then(run) : run();
    if (!behavior.reorder && !isRepeat) tails.set(key, done);
    void done.then(() => {
      if (tails.get(key) === done) tails.delete(key);
      underWay -= 1;
      if (underWay > 0) return;
      for (const wake of idlers) wake();
      idlers = [];
    });
  }

  function recordOf({ url, body, items, secret }: Envelope, isRepeat: boolean): Delivery {
    seq += 1;
    const record = { seq, url, body: body.toString(), items, isRepeat, answers: [], state: 'waiting' as const, secret };
    recorded.push(record);
    if (recorded.length > MAX_RECORDED) recorded = recorded.slice(-MAX_RECORDED / 2);
    return record;
  }

  async function deliverWithRetry({ url, body, secret }: Envelope, record: Delivery): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature': signatureOf(body, secret, 'sha1'),
      'x-hub-signature-256': signatureOf(body, secret, 'sha256'),
    };
    for (let attempt = 1; attempt <= behavior.attempts && !isStopped; attempt += 1) {
      const since = performance.now();
      const { status } = await webhookClient.request('POST', url, { body, headers, timeoutMs: behavior.timeoutMs });
      record.answers.push(status);
      if (status === 200) {
        record.tookMs = performance.now() - since;
        record.state = 'taken';
        return;
      }
      if (attempt < behavior.attempts) await pause(Math.min(behavior.retryMs * 2 ** (attempt - 1), MAX_WAIT_MS));
    }
    record.state = 'given-up';
  }

  return {
    enqueue,
    hold(): void {
      heldItems ??= [];
    },
    release({ items = 1000, shuffle = false }: { items?: number; shuffle?: boolean } = {}): void {
      const releasedItems = heldItems ?? [];
      heldItems = undefined;
      for (const envelope of pack(state(), shuffle ? state().random.shuffle(releasedItems) : releasedItems, items))
        dispatch(envelope);
    },
    set(next: Partial<DeliveryBehavior>): void {
      behavior = { ...behavior, ...next };
    },
    redeliver(last: number): void {
      for (const { url, body, items, secret } of recorded.filter(({ isRepeat }) => !isRepeat).slice(-last)) {
        send({ url, secret, body: Buffer.from(body), items, orderKey: 'again' }, 1, true);
      }
    },
    list: ({ url, after = 0 }: { url?: string; after?: number } = {}): Delivery[] =>
      recorded
        .filter((delivery) => delivery.seq > after && (url === undefined || delivery.url === url))
        .map(({ secret: _, ...delivery }) => delivery),
    idle: () => (underWay === 0 ? Promise.resolve() : new Promise<void>((resolve) => idlers.push(resolve))),
    reset(): void {
      behavior = { ...DEFAULT_BEHAVIOR };
      heldItems = undefined;
      recorded = [];
    },
    stop(): void {
      isStopped = true;
      for (const wake of wakers) wake();
    },
  };
}
export type Deliveries = ReturnType<typeof createDeliveries>;

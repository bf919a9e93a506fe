import type { Delivery, Manner } from './control.ts';
import { pack, signatureOf, type Envelope, type Item } from './envelopes.ts';
import type { Posting } from './posting.ts';
import type { World } from './world.ts';

const usual: Manner = {
  duplicate: 0,
  reorder: false,
  delayMs: [0, 0],
  retryMs: 250,
  attempts: 10,
  timeoutMs: 20_000,
};
const LONGEST_WAIT_MS = 30_000;
/** How many bodies are remembered; the counts stay right beyond it. */
const MOST_KEPT = 50_000;

/** How the network tells what happened: signed, held and batched as asked, again and again until it is taken. */
export function createDeliveries(world: () => World, posting: Posting) {
  let manner: Manner = { ...usual };
  let held: Item[] | undefined;
  let kept: (Delivery & { secret: string })[] = [];
  let seq = 0;
  let underWay = 0;
  let isStopped = false;
  const lanes = new Map<string, Promise<void>>();
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

  function tell(item: Item): void {
    if (isStopped) return;
    if (held) held.push(item);
    else for (const envelope of pack(world(), [item], 1)) dispatch(envelope);
  }

  function dispatch(envelope: Envelope): void {
    send(envelope, world().random.next() < manner.duplicate ? 2 : 1);
  }

  /** What shares a lane waits for the one before it, unless deliveries may overtake each other. */
  function send(envelope: Envelope, times: 1 | 2, isRepeat = false): void {
    underWay += 1;
    const { random } = world();
    const [least, most] = manner.delayMs;
    const delayMs = least + random.next() * Math.max(0, most - least);
    const records = Array.from({ length: times }, (_, n) => recordOf(envelope, isRepeat || n > 0));
    const key = `${envelope.url} ${envelope.lane}`;
    const run = async () => {
      if (delayMs > 0) await pause(delayMs);
      // The same bytes twice at the same moment: what happens out there, and what is hardest to tell apart.
      await Promise.all(records.map((record) => insist(envelope, record)));
    };
    const before = manner.reorder || isRepeat ? undefined : lanes.get(key);
    const done = before ? before.then(run) : run();
    if (!manner.reorder && !isRepeat) lanes.set(key, done);
    void done.then(() => {
      if (lanes.get(key) === done) lanes.delete(key);
      underWay -= 1;
      if (underWay > 0) return;
      for (const wake of idlers) wake();
      idlers = [];
    });
  }

  function recordOf({ url, body, items, secret }: Envelope, isRepeat: boolean): Delivery {
    seq += 1;
    const record = { seq, url, body: body.toString(), items, isRepeat, answers: [], state: 'waiting' as const, secret };
    kept.push(record);
    if (kept.length > MOST_KEPT) kept = kept.slice(-MOST_KEPT / 2);
    return record;
  }

  async function insist({ url, body, secret }: Envelope, record: Delivery): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      'x-hub-signature': signatureOf(body, secret, 'sha1'),
      'x-hub-signature-256': signatureOf(body, secret, 'sha256'),
    };
    for (let attempt = 1; attempt <= manner.attempts && !isStopped; attempt += 1) {
      const since = performance.now();
      const { status } = await posting.ask('POST', url, { body, headers, timeoutMs: manner.timeoutMs });
      record.answers.push(status);
      if (status === 200) {
        record.tookMs = performance.now() - since;
        record.state = 'taken';
        return;
      }
      if (attempt < manner.attempts) await pause(Math.min(manner.retryMs * 2 ** (attempt - 1), LONGEST_WAIT_MS));
    }
    record.state = 'given-up';
  }

  return {
    tell,
    hold(): void {
      held ??= [];
    },
    release({ items = 1000, shuffle = false }: { items?: number; shuffle?: boolean } = {}): void {
      const gathered = held ?? [];
      held = undefined;
      for (const envelope of pack(world(), shuffle ? world().random.shuffle(gathered) : gathered, items))
        dispatch(envelope);
    },
    set(next: Partial<Manner>): void {
      manner = { ...manner, ...next };
    },
    redeliver(last: number): void {
      for (const { url, body, items, secret } of kept.filter(({ isRepeat }) => !isRepeat).slice(-last)) {
        send({ url, secret, body: Buffer.from(body), items, lane: 'again' }, 1, true);
      }
    },
    list: ({ url, after = 0 }: { url?: string; after?: number } = {}): Delivery[] =>
      kept
        .filter((one) => one.seq > after && (url === undefined || one.url === url))
        .map(({ secret: _, ...rest }) => rest),
    idle: () => (underWay === 0 ? Promise.resolve() : new Promise<void>((resolve) => idlers.push(resolve))),
    reset(): void {
      manner = { ...usual };
      held = undefined;
      kept = [];
    },
    stop(): void {
      isStopped = true;
      for (const wake of wakers) wake();
    },
  };
}
export type Deliveries = ReturnType<typeof createDeliveries>;

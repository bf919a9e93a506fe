/** How the network tells an account's house what happened: signed, in batches, again and again until it is taken. */
import type { SafeFetch } from '../../../foundation/safe-fetch/safe-fetch.ts';
import { SIGNATURE_HEADER, signatureOf } from '../signature.ts';
import type { WireItem } from '../wire-format.ts';
import type { Journal } from './journal.ts';
import { newKey, type PhoneAccount } from './phones.ts';

type Loose<T> = T extends { event: 'message' } ? Omit<T, 'say'> & { say: unknown } : T;
export interface Told {
  item: Loose<WireItem>;
  /** When the house has taken it. */
  taken?: () => void;
}
interface Needs {
  account: PhoneAccount;
  post: SafeFetch;
  journal: Journal;
  random: () => number;
  /** Between tries; grows to `longestWaitMs`. */
  firstWaitMs: number;
  longestWaitMs: number;
  giveUpAfterMs: number;
}

const LANES = 8;
const BATCH = 20;
const ANSWER_WITHIN_MS = 20_000;
/** With `shuffle`, whoever waits for company waits this long. */
const COMPANY_MS = 300;

export function createDeliveries(needs: Needs) {
  const { account, post, journal, random } = needs;
  const lanes: Told[][] = Array.from({ length: LANES }, () => []);
  const busy = new Set<number>();
  const wakers = new Set<() => void>();
  let isStopped = false;
  let count = 0;
  let untaken = 0;

  /** Of one customer in order; a session's news overtakes, or nobody would hear that it is back. */
  function tell(told: Told, customerId = ''): void {
    const lane = told.item.event === 'session' ? 0 : 1 + (hash(customerId) % (LANES - 1));
    lanes[lane]!.push(told);
    untaken += 1;
    void work(lane);
  }

  const isHeld = (lane: number) => lane !== 0 && account.session !== 'open';

  async function work(lane: number): Promise<void> {
    if (busy.has(lane) || isStopped) return;
    busy.add(lane);
    try {
      while (lanes[lane]!.length > 0 && !isStopped && !isHeld(lane)) {
        // One turn of the loop: what happens together is told together.
        await pause(account.faults.shuffle > 0 && lane !== 0 ? COMPANY_MS : 0);
        for (const batch of portions(lanes[lane]!, lane)) await deliver(batch);
      }
    } finally {
      busy.delete(lane);
    }
  }

  function portions(queue: Told[], lane: number): Told[][] {
    const { shuffle } = account.faults;
    if (shuffle === 0 || lane === 0) return [queue.splice(0, BATCH)];
    const held = queue.splice(0, shuffle);
    for (let last = held.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [held[last], held[other]] = [held[other]!, held[last]!];
    }
    return held.map((told) => [told]);
  }

  async function deliver(batch: Told[]): Promise<void> {
    count += 1;
    const { duplicateOneIn } = account.faults;
    const isTwice = duplicateOneIn > 0 && count % duplicateOneIn === 0;
    const envelope = envelopeOf(batch);
    // The same bytes at the same moment, or the same items in another delivery: both happen out there.
    const isAtOnce = isTwice && (count / duplicateOneIn) % 2 === 1;
    const [isTaken] = await Promise.all([insist(envelope, false), isAtOnce && insist(envelope, true)]);
    if (isTwice && !isAtOnce) await insist(envelopeOf(batch), true);
    untaken -= batch.length;
    if (isTaken) for (const told of batch) told.taken?.();
  }

  function envelopeOf(batch: Told[]) {
    const delivery = newKey('d');
    return {
      delivery,
      body: Buffer.from(JSON.stringify({ delivery, account: account.id, items: batch.map(({ item }) => item) })),
      wids: batch.flatMap(({ item }) => ('id' in item && item.id !== undefined ? [item.id] : [])),
    };
  }

  async function insist(
    { delivery, body, wids }: ReturnType<typeof envelopeOf>,
    isDuplicate: boolean,
  ): Promise<boolean> {
    const since = Date.now();
    for (let attempt = 1; !isStopped; attempt += 1) {
      const atMs = Date.now();
      const status = await postOnce(body);
      journal.write({
        what: 'delivery',
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
      // Nobody lives there any more.
      const isGone = status === 404 && account.session === 'none';
      if (isGone || Date.now() - since > needs.giveUpAfterMs) break;
      await pause(Math.min(needs.firstWaitMs * 2 ** Math.min(attempt - 1, 16), needs.longestWaitMs));
    }
    if (!isStopped && !isDuplicate) journal.write({ what: 'given-up', account: account.id, wids, atMs: Date.now() });
    return false;
  }

  async function postOnce(body: Buffer): Promise<number> {
    const { url, secret } = account.webhook;
    try {
      const answer = await post(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(body, secret) },
        body: new Uint8Array(body),
        timeoutMs: ANSWER_WITHIN_MS,
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
    tell,
    /** The session is open (again): what was held goes out. */
    resume(): void {
      for (let lane = 0; lane < LANES; lane += 1) void work(lane);
    },
    /** What the house has not taken yet. */
    waiting: () => untaken,
    forget(): void {
      for (const lane of lanes) untaken -= lane.splice(0).length;
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

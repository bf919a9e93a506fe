/** Record of all calls and deliveries with times, for tests that look for lost or repeated messages. */

export interface Call {
  type: 'call';
  account: string;
  /** `send`, `edit`, `lookup`, … */
  does: string;
  ref?: string;
  wid?: string;
  /** True when the call was carried out, regardless of the response. */
  isDone: boolean;
  /** The ref was known already, so nothing was sent. */
  isRepeat: boolean;
  /** Status of the response; 0 without one. */
  status: number;
  atMs: number;
  ms: number;
}
export interface Delivery {
  type: 'delivery';
  account: string;
  delivery: string;
  /** Ids of its messages and receipts. */
  wids: string[];
  attempt: number;
  isDuplicate: boolean;
  /** 0 without a response. */
  status: number;
  atMs: number;
  ms: number;
}
export interface GivenUp {
  type: 'given-up';
  account: string;
  wids: string[];
  atMs: number;
}
export type Entry = { n: number } & (Call | Delivery | GivenUp);

const MAX_ENTRIES = 200_000;

export function createJournal() {
  let entries: Entry[] = [];
  let n = 0;
  return {
    write(entry: Call | Delivery | GivenUp): void {
      n += 1;
      entries.push({ n, ...entry });
      if (entries.length > MAX_ENTRIES) entries = entries.slice(-MAX_ENTRIES / 2);
    },
    since: (after: number, account?: string): Entry[] =>
      entries.filter((entry) => entry.n > after && (account === undefined || entry.account === account)),
  };
}
export type Journal = ReturnType<typeof createJournal>;

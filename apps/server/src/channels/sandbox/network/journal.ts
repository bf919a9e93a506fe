/** Everything that passed, with times: the witness whom a test asks what was lost or done twice. */

export interface Call {
  type: 'call';
  account: string;
  /** `send`, `edit`, `lookup`, … */
  does: string;
  ref?: string;
  wid?: string;
  /** True when something came of it, whatever was answered. */
  isDone: boolean;
  /** The ref was known already: nothing new came of it. */
  isRepeat: boolean;
  /** What was answered; 0 when nothing was. */
  status: number;
  atMs: number;
  ms: number;
}
export interface Delivery {
  type: 'delivery';
  account: string;
  delivery: string;
  /** Messages and receipts in it, by id. */
  wids: string[];
  attempt: number;
  isDuplicate: boolean;
  /** 0 when nobody answered. */
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

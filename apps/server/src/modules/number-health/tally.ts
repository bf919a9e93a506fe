import { AsyncLocalStorage } from 'node:async_hooks';
import { nothing, type Counted } from './health.store.ts';

export type Noted = Exclude<keyof Counted, 'taken'>;
interface Pile {
  companyId: number;
  connectionId: number;
  counted: Counted;
}
const FLUSH_MS = 5000;

/** Counts in memory and hands over in piles: a message costs nothing. What a killed node had not handed over is missing. */
export function createTally(handOver: (pile: Pile) => Promise<void>, failed: (fault: unknown) => void) {
  let piles = new Map<number, Pile>();
  let timer: NodeJS.Timeout | undefined;
  // What is noted inside a unit of work is handed over later, and outside of it.
  const outside = AsyncLocalStorage.snapshot();

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const full = piles;
    piles = new Map();
    for (const pile of full.values()) await handOver(pile).catch(failed);
  }
  return {
    note(companyId: number, connectionId: number, what: Noted) {
      const pile = piles.get(connectionId) ?? { companyId, connectionId, counted: { ...nothing } };
      pile.counted[what] += 1;
      piles.set(connectionId, pile);
      timer ??= setTimeout(() => outside(() => void flush()), FLUSH_MS).unref();
    },
    flush,
  };
}

/** Words that were not sent yet outlive a reload of this tab; files are too large to be kept. */
import type { Wish } from './carry.ts';

const KEY = 'balcao.outbox';

export function keepWishes(owner: number, wishes: readonly Wish[]): void {
  const words = wishes.filter(({ files }) => files.length === 0);
  try {
    if (words.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, words }));
  } catch {
    // Full or forbidden: they stay in memory, as long as the page does.
  }
}

export function keptWishes(owner: number): Wish[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { owner: number; words: Wish[] } | null;
    return kept?.owner === owner ? kept.words : [];
  } catch {
    return [];
  }
}

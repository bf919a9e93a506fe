/** Unsent texts survive a reload of the tab; files are too large to store. */
import type { OutgoingMessage } from './send-message.ts';

const KEY = 'balcao.outbox';

export function savePersisted(owner: number, messages: readonly OutgoingMessage[]): void {
  const textMessages = messages.filter(({ files }) => files.length === 0);
  try {
    if (textMessages.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify({ owner, words: textMessages }));
  } catch {
    // Full or forbidden: they stay in memory while the page is open.
  }
}

export function loadPersisted(owner: number): OutgoingMessage[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      owner: number;
      words: OutgoingMessage[];
    } | null;
    return stored?.owner === owner ? stored.words : [];
  } catch {
    return [];
  }
}

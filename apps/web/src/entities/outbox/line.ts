/** One message of a conversation at a time, in the order they were said, for as long as it takes. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { explain } from '../../lib/explain.ts';
import { currentLanguage } from '../../lib/language.tsx';
import { carry, mayPass } from './carry.ts';
import { pendingStore, type Entry } from './pending.store.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Conversations with one under way. */
const busy = new Set<number>();
const waits = new Map<number, ReturnType<typeof setTimeout>>();
const keepers = new Set<(messages: readonly Message[]) => void>();

export function onKept(hear: (messages: readonly Message[]) => void): () => void {
  keepers.add(hear);
  return () => keepers.delete(hear);
}

export function move(ticketId: number): void {
  if (busy.has(ticketId) || pendingStore.owner() === undefined) return;
  const next = pendingStore.all().find(({ pending }) => pending.ticketId === ticketId && pending.state !== 'failed');
  if (!next) return;
  if (!navigator.onLine) return pendingStore.change(next, { state: 'waiting' });
  clearTimeout(waits.get(ticketId));
  busy.add(ticketId);
  pendingStore.change(next, { state: 'sending', progress: 0 });
  const onProgress = (progress: number) => pendingStore.change(next, { progress });
  void carry(next.wish, { signal: next.stop.signal, onProgress })
    .then(
      (messages) => {
        for (const hear of keepers) hear(messages);
        pendingStore.remove(next);
        return true;
      },
      (error: unknown) => failed(next, error),
    )
    .then((mayGoOn) => {
      busy.delete(ticketId);
      if (mayGoOn) move(ticketId);
    });
}

export function moveAll(): void {
  const all = pendingStore.all();
  for (const entry of all) entry.tries = 0;
  for (const ticketId of new Set(all.map(({ pending }) => pending.ticketId))) move(ticketId);
}

export function stopAll(): void {
  for (const timer of waits.values()) clearTimeout(timer);
  waits.clear();
  busy.clear();
}

/** True when those behind it may go on. */
function failed(entry: Entry, error: unknown): boolean {
  if (!pendingStore.all().includes(entry)) return true;
  if (!mayPass(error)) {
    pendingStore.change(entry, { state: 'failed', failure: explain(error, currentLanguage()) });
    return true;
  }
  pendingStore.change(entry, { state: 'waiting' });
  const { ticketId } = entry.pending;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** entry.tries++, LONGEST_WAIT_MS);
  clearTimeout(waits.get(ticketId));
  waits.set(
    ticketId,
    setTimeout(() => move(ticketId), wait),
  );
  return false;
}

/** Sends one message per conversation at a time, in order, until each is sent or fails. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { errorText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/language.tsx';
import { sendMessage, isRetryable } from './send-message.ts';
import { pendingStore, type Entry } from './pending.store.ts';

const INITIAL_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

/** Tickets with a message being sent. */
const busy = new Set<number>();
const retryTimers = new Map<number, ReturnType<typeof setTimeout>>();
const savedListeners = new Set<(messages: readonly Message[]) => void>();

export function onSaved(listener: (messages: readonly Message[]) => void): () => void {
  savedListeners.add(listener);
  return () => savedListeners.delete(listener);
}

export function processQueue(ticketId: number): void {
  if (busy.has(ticketId) || pendingStore.owner() === undefined) return;
  const next = pendingStore.all().find(({ pending }) => pending.ticketId === ticketId && pending.state !== 'failed');
  if (!next) return;
  if (!navigator.onLine) return pendingStore.change(next, { state: 'waiting' });
  clearTimeout(retryTimers.get(ticketId));
  busy.add(ticketId);
  pendingStore.change(next, { state: 'sending', progress: 0 });
  const onProgress = (progress: number) => pendingStore.change(next, { progress });
  void sendMessage(next.message, { signal: next.stop.signal, onProgress })
    .then(
      (messages) => {
        for (const listener of savedListeners) listener(messages);
        pendingStore.remove(next);
        return true;
      },
      (error: unknown) => handleFailure(next, error),
    )
    .then((canContinue) => {
      busy.delete(ticketId);
      if (canContinue) processQueue(ticketId);
    });
}

export function processAllQueues(): void {
  const all = pendingStore.all();
  for (const entry of all) entry.tries = 0;
  for (const ticketId of new Set(all.map(({ pending }) => pending.ticketId))) processQueue(ticketId);
}

export function stopAll(): void {
  for (const timer of retryTimers.values()) clearTimeout(timer);
  retryTimers.clear();
  busy.clear();
}

/** Returns whether the next messages may be sent. */
function handleFailure(entry: Entry, error: unknown): boolean {
  if (!pendingStore.all().includes(entry)) return true;
  if (!isRetryable(error)) {
    pendingStore.change(entry, { state: 'failed', failure: errorText(error, currentLanguage()) });
    return true;
  }
  pendingStore.change(entry, { state: 'waiting' });
  const { ticketId } = entry.pending;
  const wait = Math.min(INITIAL_WAIT_MS * 2 ** entry.tries++, MAX_WAIT_MS);
  clearTimeout(retryTimers.get(ticketId));
  retryTimers.set(
    ticketId,
    setTimeout(() => processQueue(ticketId), wait),
  );
  return false;
}

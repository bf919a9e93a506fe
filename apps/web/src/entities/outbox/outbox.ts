/** Messages that the server has not confirmed yet. They survive leaving the conversation and a lost connection. */
import { useSyncExternalStore } from 'react';
import { newKey } from '../../lib/new-key.ts';
import { connectionState, listen, onConnectionState } from '../../lib/socket.ts';
import { currentSession, onSession } from '../../lib/token.ts';
import type { OutgoingMessage } from './send-message.ts';
import { loadPersisted } from './persisted-messages.ts';
import { processQueue, processAllQueues, onSaved, stopAll } from './send-queue.ts';
import { pendingStore, type Pending } from './pending.store.ts';

export type { Pending };

/** Everything but the ticket is optional. */
export type NewMessage = Pick<OutgoingMessage, 'ticketId'> & Partial<Omit<OutgoingMessage, 'clientKey' | 'at'>>;

export const outbox = {
  /** Returns the client key of the message. */
  send(message: NewMessage): string {
    const clientKey = newKey();
    pendingStore.add({
      body: '',
      isPrivate: false,
      signed: false,
      voice: false,
      quotedMsg: null,
      mentions: [],
      vCard: null,
      files: [],
      ...message,
      clientKey,
      at: new Date().toISOString(),
    });
    processQueue(message.ticketId);
    return clientKey;
  },
  retry(clientKey: string): void {
    const entry = pendingStore.find(clientKey);
    if (entry?.pending.state !== 'failed') return;
    entry.tries = 0;
    pendingStore.change(entry, { state: 'sending', failure: null, progress: 0 });
    processQueue(entry.pending.ticketId);
  },
  drop(clientKey: string): void {
    const entry = pendingStore.find(clientKey);
    if (!entry) return;
    entry.stop.abort();
    pendingStore.remove(entry);
  },
  /** Listeners get the stored message before the pending one disappears, so that nothing flickers. */
  onSaved,
  /** Another user has signed in. */
  empty(): void {
    for (const { pending } of pendingStore.all()) outbox.drop(pending.clientKey);
    stopAll();
  },
};

export const usePending = (ticketId: number): readonly Pending[] =>
  useSyncExternalStore(pendingStore.subscribe, () => pendingStore.pendingIn(ticketId));

/** Restores what a reload interrupted, only for the same user. */
function assignOwner(userId: number): void {
  const before = pendingStore.owner();
  if (before !== userId) {
    // Read first: emptying the outbox of another user also clears the storage.
    const persisted = loadPersisted(userId);
    if (before !== undefined) outbox.empty();
    pendingStore.setOwner(userId);
    pendingStore.add(...persisted.filter(({ clientKey }) => !pendingStore.find(clientKey)));
  }
  processAllQueues();
}

/** A socket update of our own message may arrive before the reply, or after a lost reply. */
function markArrived(clientKey: string): void {
  // The second file of a message has the first one's key followed by its index.
  const entry = pendingStore.find(clientKey.split('/')[0]!);
  if (!entry) return;
  entry.arrived.add(clientKey);
  if (entry.arrived.size >= Math.max(entry.message.files.length, 1)) pendingStore.remove(entry);
}

onSession(({ user }) => assignOwner(user.id));
const session = currentSession();
if (session) assignOwner(session.user.id);
listen('appMessage', (payload) => {
  if (payload.action === 'create' && payload.message.clientKey) markArrived(payload.message.clientKey);
});
window.addEventListener('online', processAllQueues);
onConnectionState(() => connectionState() === 'online' && processAllQueues());
window.addEventListener('beforeunload', (event) => {
  // Texts survive a reload; files are only in memory.
  const isUploading = ({ pending }: { pending: Pending }) => pending.files.length > 0 && pending.state !== 'failed';
  if (pendingStore.all().some(isUploading)) event.preventDefault();
});

/** What was said here and is not yet known to be kept by the server. Survives leaving the conversation and a lost line. */
import { useSyncExternalStore } from 'react';
import { connectionState, listen, onConnectionState } from '../../lib/socket.ts';
import { currentSession, onSession } from '../../lib/token.ts';
import type { OutgoingMessage } from './send-message.ts';
import { loadPersisted } from './persisted-messages.ts';
import { processQueue, processAllQueues, onSaved, stopAll } from './send-queue.ts';
import { pendingStore, type Pending } from './pending.store.ts';

export type { Pending };

/** What a conversation says; everything but the place may be left out. */
export type NewMessage = Pick<OutgoingMessage, 'ticketId'> & Partial<Omit<OutgoingMessage, 'clientKey' | 'at'>>;

export const outbox = {
  /** Answers with the key under which it travels. */
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
  /** Whoever keeps what was said hears of it before the pending one goes, so that nothing flickers. */
  onSaved,
  /** Another person sits here now. */
  empty(): void {
    for (const { pending } of pendingStore.all()) outbox.drop(pending.clientKey);
    stopAll();
  },
};

export const usePending = (ticketId: number): readonly Pending[] =>
  useSyncExternalStore(pendingStore.subscribe, () => pendingStore.pendingIn(ticketId));

/** What a reload interrupted goes on for the same person, and for nobody else. */
function assignOwner(userId: number): void {
  const before = pendingStore.owner();
  if (before !== userId) {
    // Read first: emptying what another person left here also empties what is kept of it.
    const persisted = loadPersisted(userId);
    if (before !== undefined) outbox.empty();
    pendingStore.setOwner(userId);
    pendingStore.add(...persisted.filter(({ clientKey }) => !pendingStore.find(clientKey)));
  }
  processAllQueues();
}

/** The server told of a message of ours, perhaps before it answered, perhaps after the answer was lost. */
function markArrived(clientKey: string): void {
  // The second file of a message has the key of the first with its place behind it.
  const entry = pendingStore.find(clientKey.split('/')[0]!);
  if (!entry) return;
  entry.arrived.add(clientKey);
  if (entry.arrived.size >= Math.max(entry.message.files.length, 1)) pendingStore.remove(entry);
}

// Only secure pages have randomUUID, and some companies run on a plain address of their own network.
const newKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

onSession(({ user }) => assignOwner(user.id));
const session = currentSession();
if (session) assignOwner(session.user.id);
listen('appMessage', (payload) => {
  if (payload.action === 'create' && payload.message.clientKey) markArrived(payload.message.clientKey);
});
window.addEventListener('online', processAllQueues);
onConnectionState(() => connectionState() === 'online' && processAllQueues());
window.addEventListener('beforeunload', (event) => {
  // Text is kept over a reload; files are only in memory.
  const isUploading = ({ pending }: { pending: Pending }) => pending.files.length > 0 && pending.state !== 'failed';
  if (pendingStore.all().some(isUploading)) event.preventDefault();
});

/** What was said here and is not yet known to be kept by the server. Survives leaving the conversation and a lost line. */
import { useSyncExternalStore } from 'react';
import { connectionState, listen, onConnectionState } from '../../lib/socket.ts';
import { currentSession, onSession } from '../../lib/token.ts';
import type { Wish } from './carry.ts';
import { keptWishes } from './kept-wishes.ts';
import { move, moveAll, onKept, stopAll } from './line.ts';
import { pendingStore, type Pending } from './pending.store.ts';

export type { Pending };

/** What a conversation says; everything but the place may be left out. */
export type Said = Pick<Wish, 'ticketId'> & Partial<Omit<Wish, 'clientKey' | 'at'>>;

export const outbox = {
  /** Answers with the key under which it travels. */
  send(said: Said): string {
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
      ...said,
      clientKey,
      at: new Date().toISOString(),
    });
    move(said.ticketId);
    return clientKey;
  },
  retry(clientKey: string): void {
    const entry = pendingStore.find(clientKey);
    if (entry?.pending.state !== 'failed') return;
    entry.tries = 0;
    pendingStore.change(entry, { state: 'sending', failure: null, progress: 0 });
    move(entry.pending.ticketId);
  },
  drop(clientKey: string): void {
    const entry = pendingStore.find(clientKey);
    if (!entry) return;
    entry.stop.abort();
    pendingStore.remove(entry);
  },
  /** Whoever keeps what was said hears of it before the pending one goes, so that nothing flickers. */
  onKept,
  /** Another person sits here now. */
  empty(): void {
    for (const { pending } of pendingStore.all()) outbox.drop(pending.clientKey);
    stopAll();
  },
};

export const usePending = (ticketId: number): readonly Pending[] =>
  useSyncExternalStore(pendingStore.subscribe, () => pendingStore.shownIn(ticketId));

/** What a reload interrupted goes on for the same person, and for nobody else. */
function belongTo(userId: number): void {
  const before = pendingStore.owner();
  if (before !== userId) {
    // Read first: emptying what another person left here also empties what is kept of it.
    const wishes = keptWishes(userId);
    if (before !== undefined) outbox.empty();
    pendingStore.belongsTo(userId);
    pendingStore.add(...wishes.filter(({ clientKey }) => !pendingStore.find(clientKey)));
  }
  moveAll();
}

/** The server told of a message of ours, perhaps before it answered, perhaps after the answer was lost. */
function arrived(clientKey: string): void {
  // The second file of a message has the key of the first with its place behind it.
  const entry = pendingStore.find(clientKey.split('/')[0]!);
  if (!entry) return;
  entry.arrived.add(clientKey);
  if (entry.arrived.size >= Math.max(entry.wish.files.length, 1)) pendingStore.remove(entry);
}

// Only secure pages have randomUUID, and some companies run on a plain address of their own network.
const newKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

onSession(({ user }) => belongTo(user.id));
const session = currentSession();
if (session) belongTo(session.user.id);
listen('appMessage', (told) => {
  if (told.action === 'create' && told.message.clientKey) arrived(told.message.clientKey);
});
window.addEventListener('online', moveAll);
onConnectionState(() => connectionState() === 'online' && moveAll());
window.addEventListener('beforeunload', (event) => {
  // Text is kept over a reload; files are only in memory.
  const isCarrying = ({ pending }: { pending: Pending }) => pending.files.length > 0 && pending.state !== 'failed';
  if (pendingStore.all().some(isCarrying)) event.preventDefault();
});

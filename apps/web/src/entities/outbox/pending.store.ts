/** Pending messages outside React: no message depends on a mounted screen. */
import type { Message } from '@balcao/contract/endpoints/messages';
import type { OutgoingMessage } from './send-message.ts';
import { savePersisted } from './persisted-messages.ts';

export interface Pending {
  /** Idempotency key: sent twice, it is still one message. */
  clientKey: string;
  ticketId: number;
  body: string;
  isPrivate: boolean;
  quotedMsg: Message['quotedMsg'];
  files: readonly { name: string; type: string; size: number; url: string }[];
  voice: boolean;
  at: string;
  /** `waiting` for the connection. */
  state: 'waiting' | 'sending' | 'failed';
  /** Uploaded part, 0 to 1. */
  progress: number;
  /** The text to show. */
  failure: string | null;
}
export interface Entry {
  pending: Pending;
  message: OutgoingMessage;
  stop: AbortController;
  tries: number;
  /** Client keys already reported by the socket; several files are several messages. */
  arrived: Set<string>;
}
const none: readonly Pending[] = [];

let entries: readonly Entry[] = [];
let owner: number | undefined;
const pendingByTicket = new Map<number, readonly Pending[]>();
const listeners = new Set<() => void>();

export const pendingStore = {
  all: () => entries,
  find: (clientKey: string) => entries.find(({ pending }) => pending.clientKey === clientKey),
  /** The same array until something in this conversation changes. */
  pendingIn: (ticketId: number) => pendingByTicket.get(ticketId) ?? none,
  owner: () => owner,
  setOwner(userId: number): void {
    owner = userId;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  add(...messages: readonly OutgoingMessage[]): void {
    const added = messages.map(entryOf);
    entries = [...entries, ...added];
    for (const { pending } of added) refreshTicket(pending.ticketId);
    persist();
  },
  remove(entry: Entry): void {
    if (!entries.includes(entry)) return;
    entries = entries.filter((other) => other !== entry);
    refreshTicket(entry.pending.ticketId);
    persist();
    for (const { url } of entry.pending.files) URL.revokeObjectURL(url);
  },
  change(entry: Entry, to: Partial<Pending>): void {
    if (!entries.includes(entry)) return;
    entry.pending = { ...entry.pending, ...to };
    refreshTicket(entry.pending.ticketId);
  },
};

function entryOf(message: OutgoingMessage): Entry {
  const { clientKey, ticketId, body, isPrivate, quotedMsg, voice, at, files, vCard } = message;
  return {
    message,
    stop: new AbortController(),
    tries: 0,
    arrived: new Set(),
    pending: {
      clientKey,
      ticketId,
      body: body || (vCard?.name ?? files[0]?.caption ?? ''),
      isPrivate,
      quotedMsg,
      voice,
      at,
      files: files.map(({ file }) => ({
        name: file.name,
        type: file.type,
        size: file.size,
        url: URL.createObjectURL(file),
      })),
      state: navigator.onLine ? 'sending' : 'waiting',
      progress: 0,
      failure: null,
    },
  };
}

function refreshTicket(ticketId: number): void {
  const ticketPending = entries.filter(({ pending }) => pending.ticketId === ticketId).map(({ pending }) => pending);
  if (ticketPending.length === 0) pendingByTicket.delete(ticketId);
  else pendingByTicket.set(ticketId, ticketPending);
  for (const listener of listeners) listener();
}

function persist(): void {
  if (owner === undefined) return;
  savePersisted(
    owner,
    entries.map(({ message }) => message),
  );
}

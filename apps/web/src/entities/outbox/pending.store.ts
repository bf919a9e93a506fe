/** What is pending, outside React: nothing that was said may depend on a screen being open. */
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Wish } from './carry.ts';
import { keepWishes } from './kept-wishes.ts';

export interface Pending {
  /** The same key twice is one message, however often it is asked for. */
  clientKey: string;
  ticketId: number;
  body: string;
  isPrivate: boolean;
  quotedMsg: Message['quotedMsg'];
  files: readonly { name: string; type: string; size: number; url: string }[];
  voice: boolean;
  at: string;
  /** `waiting` for the line to come back. */
  state: 'waiting' | 'sending' | 'failed';
  /** Of what is sent up, 0 to 1. */
  progress: number;
  /** A sentence to show. */
  failure: string | null;
}
export interface Entry {
  pending: Pending;
  wish: Wish;
  stop: AbortController;
  tries: number;
  /** Keys of its messages that the server has told of; several files are several messages. */
  arrived: Set<string>;
}
const none: readonly Pending[] = [];

let entries: readonly Entry[] = [];
let owner: number | undefined;
const shown = new Map<number, readonly Pending[]>();
const watchers = new Set<() => void>();

export const pendingStore = {
  all: () => entries,
  find: (clientKey: string) => entries.find(({ pending }) => pending.clientKey === clientKey),
  /** The same list until something in this conversation changes. */
  shownIn: (ticketId: number) => shown.get(ticketId) ?? none,
  owner: () => owner,
  belongsTo(userId: number): void {
    owner = userId;
  },
  subscribe(watch: () => void): () => void {
    watchers.add(watch);
    return () => void watchers.delete(watch);
  },
  add(...wishes: readonly Wish[]): void {
    const fresh = wishes.map(entryOf);
    entries = [...entries, ...fresh];
    for (const { pending } of fresh) show(pending.ticketId);
    keep();
  },
  remove(entry: Entry): void {
    if (!entries.includes(entry)) return;
    entries = entries.filter((one) => one !== entry);
    show(entry.pending.ticketId);
    keep();
    for (const { url } of entry.pending.files) URL.revokeObjectURL(url);
  },
  change(entry: Entry, to: Partial<Pending>): void {
    if (!entries.includes(entry)) return;
    entry.pending = { ...entry.pending, ...to };
    show(entry.pending.ticketId);
  },
};

function entryOf(wish: Wish): Entry {
  const { clientKey, ticketId, body, isPrivate, quotedMsg, voice, at, files, vCard } = wish;
  return {
    wish,
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

function show(ticketId: number): void {
  const here = entries.filter(({ pending }) => pending.ticketId === ticketId).map(({ pending }) => pending);
  if (here.length === 0) shown.delete(ticketId);
  else shown.set(ticketId, here);
  for (const watch of watchers) watch();
}

function keep(): void {
  if (owner === undefined) return;
  keepWishes(
    owner,
    entries.map(({ wish }) => wish),
  );
}

/** One open message history: pages are loaded at both ends while scrolling, and socket updates are merged. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { listen } from '../../lib/socket.ts';
import {
  indexOf,
  emptyThread,
  applyMessageUpdates,
  withPage,
  type MessageUpdate,
  type Page,
  type ThreadWindow,
} from './thread-window.ts';

/** A burst of updates causes one render. */
const BATCH_MS = 60;
/** The wait before messages missed during an outage are requested again. */
const CATCH_UP_AGAIN_MS = 5000;

export interface ThreadState extends ThreadWindow {
  loading: 'newest' | 'older' | 'newer' | 'around' | null;
  /** The first load or the next page failed. */
  error: unknown;
  /** How the last messages came: only live ones may scroll the view. */
  grew: 'page' | 'live';
  /** Live messages below the loaded ones. */
  missed: number;
  isReady: boolean;
}

export interface ThreadStore {
  subscribe(listener: () => void): () => void;
  state(): ThreadState;
  older(): void;
  newer(): void;
  /** Loads the newest page from anywhere. */
  newest(): Promise<void>;
  /** Resolves to whether the message is loaded. */
  ensureLoaded(messageId: number): Promise<boolean>;
  retry(): void;
  /** Adds the reply to a send. A message the socket has already delivered stays: the reply may be older. */
  addSent(...messages: Message[]): void;
  /** Applies the reply to an action on a loaded message, unless its delivery has advanced further meanwhile. */
  applyReply(message: Message): void;
  /** Shows a loaded message as an action will change it, before the reply; or as it was, if the action failed. */
  show(message: Message): void;
  /** Subscribes to the socket until the returned function is called. */
  open(): () => void;
}

export function createThreadStore(uuid: string, ticketId: number, startAt?: number): ThreadStore {
  let state: ThreadState = { ...emptyThread, loading: null, error: null, grew: 'page', missed: 0, isReady: false };
  const listeners = new Set<() => void>();
  const setState = (next: Partial<ThreadState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  let pending: MessageUpdate[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Updates received while a page is loading: the page may have been read before them. */
  let sinceRequest: MessageUpdate[] = [];
  let latestRequestId = 0;
  /** Repeats the load that failed last. */
  let repeatFailed: (() => Promise<boolean>) | undefined;
  /** Messages may have been missed: they are requested until they arrive. */
  let isBehind = false;
  /** The last message before the missed ones; live messages may follow the gap meanwhile. */
  let lastKnownId: number | undefined;
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined;
  let openCount = 0;
  let stops: (() => void)[] = [];

  function apply() {
    clearTimeout(timer);
    timer = undefined;
    const updates = pending;
    pending = [];
    if (updates.length === 0) return;
    const updated = applyMessageUpdates(state, ticketId, updates);
    const missed = state.hasNewer ? state.missed + createdCount(updates, ticketId) : 0;
    if (updated !== state || missed !== state.missed) setState({ ...windowOf(updated), missed, grew: 'live' });
  }
  function onUpdate(update: MessageUpdate) {
    if (state.loading !== null) sinceRequest.push(update);
    pending.push(update);
    timer ??= setTimeout(apply, BATCH_MS);
  }

  async function load(at: Page['at'], query: { before?: number; after?: number; around?: number }): Promise<boolean> {
    const requestId = ++latestRequestId;
    sinceRequest = [];
    // The failure stays visible while missed messages are requested again and again.
    setState({ loading: at, error: isBehind ? state.error : null });
    try {
      const answer = await api.messages.list({ params: { ticketUuid: uuid }, query });
      if (requestId !== latestRequestId) return false;
      apply();
      const isCatchUp = at === 'around' && query.around === lastKnownId;
      const page = withPage(isCatchUp ? windowUntil(state, lastKnownId!) : state, { at, ...answer });
      const updated = applyMessageUpdates(page, ticketId, sinceRequest);
      const missed = updated.hasNewer ? state.missed : 0;
      if (isCatchUp || at === 'newest' || !state.isReady) endCatchUp();
      setState({ ...windowOf(updated), loading: null, error: null, grew: 'page', missed, isReady: true });
      return true;
    } catch (error) {
      if (requestId !== latestRequestId) return false;
      repeatFailed = () => load(at, query);
      setState({ loading: null, error });
      return false;
    }
  }
  const newest = async () => void (await load('newest', {}));
  const start = () => (startAt === undefined ? newest() : startAround(startAt));
  /** A message that was removed or is not readable must not leave the conversation empty. */
  async function startAround(messageId: number) {
    if (!(await load('around', { around: messageId }))) return;
    if (state.messages.length === 0) await newest();
  }
  /** After a reload request the changes meanwhile are unknown: the surroundings of the last message are fetched. */
  async function catchUp() {
    isBehind = true;
    const last = state.messages.at(-1);
    if (!state.isReady) await start();
    else if (!last) await newest();
    // Scrolling loads the newer pages in their order.
    else if (state.hasNewer) endCatchUp();
    else await load('around', { around: (lastKnownId ??= last.id) });
    catchUpLater();
  }
  function catchUpLater() {
    clearTimeout(catchUpTimer);
    if (isBehind && openCount > 0)
      catchUpTimer = setTimeout(() => void (state.loading === null ? catchUp() : catchUpLater()), CATCH_UP_AGAIN_MS);
  }
  function endCatchUp() {
    clearTimeout(catchUpTimer);
    isBehind = false;
    lastKnownId = undefined;
  }

  const store: ThreadStore = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    older() {
      const first = state.messages[0];
      if (first && state.hasOlder && state.loading === null) void load('older', { before: first.id });
    },
    newer() {
      const last = state.messages.at(-1);
      if (last && state.hasNewer && state.loading === null) void load('newer', { after: last.id });
    },
    newest,
    async ensureLoaded(messageId) {
      if (indexOf(state.messages, messageId) < 0) await load('around', { around: messageId });
      return indexOf(state.messages, messageId) >= 0;
    },
    retry() {
      setState({ error: null });
      void (state.isReady ? repeatFailed?.() : start());
    },
    addSent(...messages) {
      apply();
      for (const message of messages)
        if (indexOf(state.messages, message.id) < 0) onUpdate({ action: 'create', message } as MessageUpdate);
      apply();
    },
    applyReply(message) {
      apply();
      const loaded = state.messages[indexOf(state.messages, message.id)];
      if (loaded && isOutdated(message, loaded)) return;
      store.show(message);
    },
    show(message) {
      onUpdate({ action: 'update', message });
      apply();
    },
    open() {
      if (++openCount === 1) {
        stops = [listen('appMessage', onUpdate), listen('reload', () => void catchUp())];
        if (!state.isReady) void start();
        else if (isBehind) void catchUp();
      }
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        if (--openCount > 0) return;
        stops.forEach((stop) => stop());
        clearTimeout(catchUpTimer);
        apply();
        latestRequestId += 1;
        if (state.loading !== null) setState({ loading: null });
      };
    },
  };
  return store;
}

const deliverySteps: readonly Message['delivery'][] = [
  'queued',
  'sending',
  'accepted',
  'held',
  'sent',
  'delivered',
  'read',
];
/** A failed or unknown send has no step, because it may be queued again. */
const deliveryStep = ({ delivery }: Message): number => deliverySteps.indexOf(delivery);
/** A send that is refused at once has failed before the reply arrives, which still says that it is queued. */
const isOutdated = (reply: Message, loaded: Message): boolean =>
  deliveryStep(loaded) > deliveryStep(reply) ||
  (deliveryStep(loaded) < 0 && (reply.delivery === 'queued' || reply.delivery === 'sending'));

const createdCount = (updates: readonly MessageUpdate[], ticketId: number): number =>
  updates.filter(({ action, message }) => action === 'create' && message.ticketId === ticketId).length;

/** Live messages after a gap are part of the page that fills it, or of a newer one. */
const windowUntil = ({ messages, hasOlder }: ThreadWindow, lastId: number): ThreadWindow => ({
  messages: messages.filter(({ id }) => id <= lastId),
  hasOlder,
  hasNewer: true,
});

const windowOf = ({ messages, hasOlder, hasNewer }: ThreadWindow): ThreadWindow => ({ messages, hasOlder, hasNewer });

/** The conversation that was clicked: its messages are fetched while its screen is being rendered. */
let prepared: { uuid: string; store: ThreadStore; release: () => void } | undefined;
const PREPARED_MS = 5000;

export function prepareThread({ uuid, id }: { uuid: string; id: number }): void {
  if (prepared?.uuid === uuid) return;
  prepared?.release();
  const store = createThreadStore(uuid, id);
  const close = store.open();
  const release = () => {
    clearTimeout(timer);
    if (prepared?.store === store) prepared = undefined;
    close();
  };
  const timer = setTimeout(release, PREPARED_MS);
  prepared = { uuid, store, release };
}

/** For one conversation: use its uuid as the component's `key`. */
export function useThread({ uuid, id }: { uuid: string; id: number }, startAt?: number): [ThreadState, ThreadStore] {
  const [store] = useState(() =>
    startAt === undefined && prepared?.uuid === uuid ? prepared.store : createThreadStore(uuid, id, startAt),
  );
  useEffect(() => {
    const close = store.open();
    if (prepared?.store === store) prepared.release();
    return close;
  }, [store]);
  return [useSyncExternalStore(store.subscribe, store.state), store];
}

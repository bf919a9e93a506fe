/** One open history: fetched at both ends as one scrolls, and kept true by what the server tells meanwhile. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { api } from '../../lib/api.ts';
import { listen } from '../../lib/socket.ts';
import { indexOf, noThread, withNews, withPage, type News, type Page, type ThreadWindow } from './thread-window.ts';

/** A burst of news is one change of the screen. */
const GATHER_MS = 60;

export interface ThreadState extends ThreadWindow {
  loading: 'newest' | 'older' | 'newer' | 'around' | null;
  /** Nothing could be fetched yet, or the next page failed. */
  error: unknown;
  /** How the last messages came: only what is told live may move the reader. */
  grew: 'page' | 'live';
  /** Said live below what is held here. */
  missed: number;
  isReady: boolean;
}

export interface ThreadStore {
  subscribe(hear: () => void): () => void;
  state(): ThreadState;
  older(): void;
  newer(): void;
  /** The newest page again, from anywhere. */
  newest(): Promise<void>;
  /** True when the message is held now. */
  reach(messageId: number): Promise<boolean>;
  retry(): void;
  /** What the server answered to an act of our own, before it tells everybody. */
  keep(...messages: Message[]): void;
  /** Hears the server until the answered function is called. */
  open(): () => void;
}

export function createThread(uuid: string, ticketId: number, startAt?: number): ThreadStore {
  let state: ThreadState = { ...noThread, loading: null, error: null, grew: 'page', missed: 0, isReady: false };
  const ears = new Set<() => void>();
  const become = (next: Partial<ThreadState>) => {
    state = { ...state, ...next };
    for (const hear of ears) hear();
  };
  let waiting: News[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;
  /** Told while a page is on its way: the page may have been read before it. */
  let sinceAsked: News[] = [];
  let current = 0;

  function apply() {
    clearTimeout(gathering);
    gathering = undefined;
    const news = waiting;
    waiting = [];
    if (news.length === 0) return;
    const held = withNews(state, ticketId, news);
    const said = news.filter((one) => one.action === 'create' && one.message.ticketId === ticketId).length;
    const missed = state.hasNewer ? state.missed + said : 0;
    if (held !== state || missed !== state.missed) become({ ...windowOf(held), missed, grew: 'live' });
  }
  function hearNews(told: News) {
    if (state.loading !== null) sinceAsked.push(told);
    waiting.push(told);
    gathering ??= setTimeout(apply, GATHER_MS);
  }

  async function load(at: Page['at'], query: { before?: number; after?: number; around?: number }): Promise<boolean> {
    const turn = ++current;
    sinceAsked = [];
    become({ loading: at, error: null });
    try {
      const answer = await api.messages.list({ params: { ticketUuid: uuid }, query });
      if (turn !== current) return false;
      apply();
      const held = withNews(withPage(state, { at, ...answer }), ticketId, sinceAsked);
      const missed = held.hasNewer ? state.missed : 0;
      become({ ...windowOf(held), loading: null, grew: 'page', missed, isReady: true });
      return true;
    } catch (error) {
      if (turn === current) become({ loading: null, error });
      return false;
    }
  }
  const newest = async () => void (await load('newest', {}));
  const start = () => (startAt === undefined ? newest() : reachFirst(startAt));
  /** A message that is no more, or not for these eyes, must not leave the conversation empty. */
  async function reachFirst(messageId: number) {
    if (!(await load('around', { around: messageId }))) return;
    if (state.messages.length === 0) await newest();
  }
  /** Without a place to resume from, what changed meanwhile is unknown: the neighbourhood of the last one tells. */
  const catchUp = () => {
    const last = state.messages.at(-1);
    void (last && !state.hasNewer ? load('around', { around: last.id }) : state.isReady || start());
  };

  const store: ThreadStore = {
    subscribe: (hear) => {
      ears.add(hear);
      return () => ears.delete(hear);
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
    async reach(messageId) {
      if (indexOf(state.messages, messageId) < 0) await load('around', { around: messageId });
      return indexOf(state.messages, messageId) >= 0;
    },
    retry() {
      if (!state.isReady) void start();
      else become({ error: null });
    },
    keep(...messages) {
      for (const message of messages) {
        const isKnown = indexOf(state.messages, message.id) >= 0;
        hearNews(isKnown ? { action: 'update', message } : ({ action: 'create', message } as News));
      }
      apply();
    },
    open() {
      const stops = [listen('appMessage', hearNews), listen('reload', catchUp)];
      if (!state.isReady) void start();
      return () => {
        stops.forEach((stop) => stop());
        clearTimeout(gathering);
        current += 1;
        if (state.loading !== null) become({ loading: null });
      };
    },
  };
  return store;
}

const windowOf = ({ messages, hasOlder, hasNewer }: ThreadWindow): ThreadWindow => ({ messages, hasOlder, hasNewer });

/** For one conversation: give the component its uuid as `key`. */
export function useThread({ uuid, id }: { uuid: string; id: number }, startAt?: number): [ThreadState, ThreadStore] {
  const [store] = useState(() => createThread(uuid, id, startAt));
  useEffect(() => store.open(), [store]);
  return [useSyncExternalStore(store.subscribe, store.state), store];
}

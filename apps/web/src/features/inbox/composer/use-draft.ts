/** Unsent text: stored on this computer almost at once, and on the server a moment later for other devices. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, ApiError } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { draftKey, storeDraft, type LocalDraft } from '../../../entities/tickets/local-draft.ts';
import { read } from '../../../lib/storage.ts';

export interface Draft {
  body: string;
  isPrivate: boolean;
}
/** Writing to local storage blocks the page: not at every key. */
const LOCAL_SAVE_AFTER_MS = 200;
const SERVER_SAVE_AFTER_MS = 800;
const emptyDraft: Draft = { body: '', isPrivate: false };

/** `onNewerDraft` is called when the server has a newer draft and nothing was typed yet; `read` then returns it. */
export function useDraft(ticketId: number, onNewerDraft: (draft: Draft) => void) {
  const storageKey = draftKey(useSession().user.id, ticketId);
  const [first] = useState(() => readLocalDraft(storageKey));
  /** The current draft; null until something was typed or found. */
  const latest = useRef<Draft | null>(null);
  const hasLocalChanges = useRef(false);
  const hasServerChanges = useRef(false);
  const serverHas = useRef(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);

  const saveLocally = useCallback(() => {
    if (!hasLocalChanges.current || !latest.current) return;
    hasLocalChanges.current = false;
    const { body } = latest.current;
    storeDraft(storageKey, body === '' ? null : { ...latest.current, at: new Date().toISOString() });
  }, [storageKey]);
  const save = useCallback(() => {
    for (const timer of timers.current) clearTimeout(timer);
    saveLocally();
    if (!hasServerChanges.current || !latest.current) return;
    hasServerChanges.current = false;
    serverHas.current = latest.current.body !== '';
    // Stored locally anyway: a lost connection affects only other devices, until the next save.
    saveInOrder(ticketId, latest.current).catch((error: unknown) => {
      hasServerChanges.current ||= !(error instanceof ApiError && error.status < 500);
    });
  }, [ticketId, saveLocally]);

  const applyServerDraft = useEffectEvent(({ body, isPrivate, updatedAt }: Draft & { updatedAt: string | null }) => {
    serverHas.current = body !== '';
    const isNewer = first === null || (updatedAt !== null && updatedAt > first.at);
    if (latest.current?.body === '' && body !== '') {
      // Sent or deleted here before the server had answered.
      hasServerChanges.current = true;
      save();
    }
    if (latest.current || !isNewer || body === '') return;
    latest.current = { body, isPrivate };
    onNewerDraft(latest.current);
  });
  const { data: serverDraft } = useQuery(draftQuery(ticketId));
  useEffect(() => {
    if (serverDraft) applyServerDraft(serverDraft);
  }, [serverDraft]);
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('online', save);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('online', save);
      save();
    };
  }, [save]);

  return {
    startsPrivate: first?.isPrivate ?? false,
    /** The current text. */
    read: useCallback(() => (latest.current ?? readLocalDraft(storageKey) ?? emptyDraft).body, [storageKey]),
    change: useCallback(
      (draft: Draft) => {
        latest.current = draft.body.trim() === '' ? emptyDraft : draft;
        hasLocalChanges.current = true;
        hasServerChanges.current = true;
        for (const timer of timers.current) clearTimeout(timer);
        timers.current = [setTimeout(saveLocally, LOCAL_SAVE_AFTER_MS), setTimeout(save, SERVER_SAVE_AFTER_MS)];
      },
      [saveLocally, save],
    ),
    /** It was sent. */
    clear: useCallback(() => {
      latest.current = emptyDraft;
      hasLocalChanges.current = true;
      hasServerChanges.current = serverHas.current;
      save();
    }, [save]),
  };
}

/** The saves under way, by ticket. */
const saves = new Map<number, Promise<unknown>>();

/** One after the other: of two requests at once, the older draft could be stored last, and a sent text would come back. */
function saveInOrder(ticketId: number, draft: Draft): Promise<unknown> {
  // With `keepalive` the request survives the page.
  const send = () => api.tickets.keepDraft({ params: { id: ticketId }, body: draft }, { keepalive: true });
  const previous = saves.get(ticketId);
  const saved = previous ? previous.then(send, send) : send();
  saves.set(ticketId, saved);
  const forget = () => saves.get(ticketId) === saved && saves.delete(ticketId);
  saved.then(forget, forget);
  return saved;
}

/** Fetched anew for every composer, after what is being saved; repeated when the connection is lost. */
const draftQuery = (ticketId: number) =>
  queryOptions({
    queryKey: ['tickets', 'draft', ticketId] as const,
    queryFn: async ({ signal }) => {
      await saves.get(ticketId)?.catch(() => {});
      return api.tickets.draft({ params: { id: ticketId } }, { signal });
    },
    gcTime: 0,
    staleTime: 0,
  });

function readLocalDraft(storageKey: string): LocalDraft | null {
  try {
    return JSON.parse(read(storageKey) ?? 'null') as LocalDraft | null;
  } catch {
    return null;
  }
}

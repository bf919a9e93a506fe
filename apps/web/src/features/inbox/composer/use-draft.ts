/** Unsent text: stored on this computer almost at once, and on the server a moment later for other devices. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
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
    // Stored locally anyway: a lost connection affects only other devices.
    api.tickets.keepDraft({ params: { id: ticketId }, body: latest.current }).catch(() => {});
  }, [ticketId, saveLocally]);

  const applyServerDraft = useEffectEvent(({ body, isPrivate, updatedAt }: Draft & { updatedAt: string | null }) => {
    serverHas.current = body !== '';
    const isNewer = first === null || (updatedAt !== null && updatedAt > first.at);
    if (latest.current || !isNewer || body === '') return;
    latest.current = { body, isPrivate };
    onNewerDraft(latest.current);
  });
  useEffect(() => {
    const abortController = new AbortController();
    api.tickets.draft({ params: { id: ticketId } }, { signal: abortController.signal }).then(
      (draft) => !abortController.signal.aborted && applyServerDraft(draft),
      () => {},
    );
    const onHide = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      abortController.abort();
      document.removeEventListener('visibilitychange', onHide);
      save();
    };
  }, [ticketId, save]);

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

function readLocalDraft(storageKey: string): LocalDraft | null {
  try {
    return JSON.parse(read(storageKey) ?? 'null') as LocalDraft | null;
  } catch {
    return null;
  }
}

/** What was begun and not sent: on this computer almost at once, on the server a moment later for the other devices. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { write, read } from '../../../lib/storage.ts';

export interface Draft {
  body: string;
  isPrivate: boolean;
}
/** Writing to the browser's storage holds up the page: not at every key. */
const LOCAL_SAVE_AFTER_MS = 200;
const SERVER_SAVE_AFTER_MS = 800;
const emptyDraft: Draft = { body: '', isPrivate: false };

/** `onFound` is told when the server knows something newer and nobody has typed yet; `read` then answers with it. */
export function useDraft(ticketId: number, onNewerDraft: (draft: Draft) => void) {
  const storageKey = `balcao.draft.${useSession().user.id}.${ticketId}`;
  const [first] = useState(() => readLocalDraft(storageKey));
  /** What stands there now; null until something was typed or found. */
  const latest = useRef<Draft | null>(null);
  const hasLocalChanges = useRef(false);
  const hasServerChanges = useRef(false);
  const serverHas = useRef(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);

  const saveLocally = useCallback(() => {
    if (!hasLocalChanges.current || !latest.current) return;
    hasLocalChanges.current = false;
    write(
      storageKey,
      latest.current.body === '' ? null : JSON.stringify({ ...latest.current, at: new Date().toISOString() }),
    );
  }, [storageKey]);
  const save = useCallback(() => {
    for (const timer of timers.current) clearTimeout(timer);
    saveLocally();
    if (!hasServerChanges.current || !latest.current) return;
    hasServerChanges.current = false;
    serverHas.current = latest.current.body !== '';
    // Here it is kept anyway: a lost line costs only the other devices' view.
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
    /** What stands there now. */
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

function readLocalDraft(storageKey: string): (Draft & { at: string }) | null {
  try {
    return JSON.parse(read(storageKey) ?? 'null') as (Draft & { at: string }) | null;
  } catch {
    return null;
  }
}

/** What was begun and not sent: on this computer almost at once, on the server a moment later for the other devices. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { keep, kept } from '../../../lib/storage.ts';

export interface Draft {
  body: string;
  isPrivate: boolean;
}
/** Writing to the browser's storage holds up the page: not at every key. */
const KEEP_AFTER_MS = 200;
const SAVE_AFTER_MS = 800;
const nothing: Draft = { body: '', isPrivate: false };

/** `onFound` is told when the server knows something newer and nobody has typed yet; `read` then answers with it. */
export function useDraft(ticketId: number, onFound: (draft: Draft) => void) {
  const place = `balcao.draft.${useSession().user.id}.${ticketId}`;
  const [first] = useState(() => local(place));
  /** What stands there now; null until something was typed or found. */
  const latest = useRef<Draft | null>(null);
  const unkept = useRef(false);
  const unsaved = useRef(false);
  const serverHas = useRef(false);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);

  const keepHere = useCallback(() => {
    if (!unkept.current || !latest.current) return;
    unkept.current = false;
    keep(
      place,
      latest.current.body === '' ? null : JSON.stringify({ ...latest.current, at: new Date().toISOString() }),
    );
  }, [place]);
  const save = useCallback(() => {
    for (const timer of timers.current) clearTimeout(timer);
    keepHere();
    if (!unsaved.current || !latest.current) return;
    unsaved.current = false;
    serverHas.current = latest.current.body !== '';
    // Here it is kept anyway: a lost line costs only the other devices' view.
    api.tickets.keepDraft({ params: { id: ticketId }, body: latest.current }).catch(() => {});
  }, [ticketId, keepHere]);

  const found = useEffectEvent(({ body, isPrivate, updatedAt }: Draft & { updatedAt: string | null }) => {
    serverHas.current = body !== '';
    const isNewer = first === null || (updatedAt !== null && updatedAt > first.at);
    if (latest.current || !isNewer || body === '') return;
    latest.current = { body, isPrivate };
    onFound(latest.current);
  });
  useEffect(() => {
    const gone = new AbortController();
    api.tickets.draft({ params: { id: ticketId } }, { signal: gone.signal }).then(
      (draft) => !gone.signal.aborted && found(draft),
      () => {},
    );
    const onHide = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      gone.abort();
      document.removeEventListener('visibilitychange', onHide);
      save();
    };
  }, [ticketId, save]);

  return {
    startsPrivate: first?.isPrivate ?? false,
    /** What stands there now. */
    read: useCallback(() => (latest.current ?? local(place) ?? nothing).body, [place]),
    change: useCallback(
      (draft: Draft) => {
        latest.current = draft.body.trim() === '' ? nothing : draft;
        unkept.current = true;
        unsaved.current = true;
        for (const timer of timers.current) clearTimeout(timer);
        timers.current = [setTimeout(keepHere, KEEP_AFTER_MS), setTimeout(save, SAVE_AFTER_MS)];
      },
      [keepHere, save],
    ),
    /** It was sent. */
    clear: useCallback(() => {
      latest.current = nothing;
      unkept.current = true;
      unsaved.current = serverHas.current;
      save();
    }, [save]),
  };
}

function local(place: string): (Draft & { at: string }) | null {
  try {
    return JSON.parse(kept(place) ?? 'null') as (Draft & { at: string }) | null;
  } catch {
    return null;
  }
}

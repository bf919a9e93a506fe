import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../lib/api.ts';
import { cacheTicket } from '../tickets/tickets.api.ts';
import type { ThreadState } from './thread-store.ts';

/** A burst of messages is looked at once. */
const BATCH_MS = 400;

/** Tells the server that somebody looks at the conversation: once its messages are here, and again when more arrive in view. */
export function useMarkSeen(ticket: Ticket, { isReady, hasNewer, messages }: ThreadState): void {
  const client = useQueryClient();
  const newest = hasNewer ? 0 : (messages.findLast(({ fromMe, isPrivate }) => !fromMe && !isPrivate)?.id ?? 0);
  const markSeen = useEffectEvent(() => {
    // Whoever is elsewhere has not seen it; coming back tells.
    if (document.visibilityState === 'hidden') return;
    api.tickets.seen({ params: { id: ticket.id } }).then(
      (seen) => cacheTicket(client, seen),
      // It stays unread, and the next look tells again.
      () => {},
    );
  });
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(markSeen, BATCH_MS);
    const onVisibilityChange = () => markSeen();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [isReady, newest]);
}

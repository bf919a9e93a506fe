import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../lib/api.ts';
import { cacheTicket } from '../tickets/tickets.api.ts';
import type { ThreadState } from './thread-store.ts';

/** A burst of messages causes one request. */
const BATCH_MS = 400;

/** Marks the ticket as seen when its messages are loaded, and again when more arrive while visible. */
export function useMarkSeen(ticket: Ticket, { isReady, hasNewer, messages }: ThreadState): void {
  const client = useQueryClient();
  const newest = hasNewer ? 0 : (messages.findLast(({ fromMe, isPrivate }) => !fromMe && !isPrivate)?.id ?? 0);
  const markSeen = useEffectEvent(() => {
    // A hidden page has not been seen; becoming visible runs this again.
    if (document.visibilityState === 'hidden') return;
    api.tickets.seen({ params: { id: ticket.id } }).then(
      (seen) => cacheTicket(client, seen),
      // The ticket stays unread; the next call tries again.
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

import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../lib/api.ts';
import { keepTicket } from '../tickets/tickets.api.ts';
import type { ThreadState } from './thread.ts';

/** A burst of messages is looked at once. */
const GATHER_MS = 400;

/** Tells the server that somebody looks at the conversation: once its messages are here, and again when more arrive in view. */
export function useSeen(ticket: Ticket, { isReady, hasNewer, messages }: ThreadState): void {
  const client = useQueryClient();
  const newest = hasNewer ? 0 : (messages.findLast(({ fromMe, isPrivate }) => !fromMe && !isPrivate)?.id ?? 0);
  const tell = useEffectEvent(() => {
    // Whoever is elsewhere has not seen it; coming back tells.
    if (document.visibilityState === 'hidden') return;
    api.tickets.seen({ params: { id: ticket.id } }).then(
      (seen) => keepTicket(client, seen),
      // It stays unread, and the next look tells again.
      () => {},
    );
  });
  useEffect(() => {
    if (!isReady) return;
    const soon = setTimeout(tell, GATHER_MS);
    const back = () => tell();
    document.addEventListener('visibilitychange', back);
    return () => {
      clearTimeout(soon);
      document.removeEventListener('visibilitychange', back);
    };
  }, [isReady, newest]);
}

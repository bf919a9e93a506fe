/** Socket updates of the inbox: collected into batches and applied to every cached list at once. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Viewer } from '@balcao/domain/ticket/scope';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { createBatcher, type Batcher } from '../../lib/batcher.ts';
import { useTopic } from '../../lib/topics.tsx';
import { patchCache } from '../../lib/cache-updates.ts';
import { useSession } from '../../lib/session.tsx';
import { COUNTS } from './counts-key.ts';
import { cacheTicket, ticketQuery, type Ticket } from './tickets.api.ts';
import { LISTS, repaged, type ListPages } from './tickets.list.ts';
import { applyUpdates, type ListView, type TicketUpdate } from './tickets.updates.ts';

/** Counts and searches are refetched at most this often. */
const REFETCH_INTERVAL_MS = 1000;

/** Mounted once in the inbox. Updates lists, counts and the open conversation. */
export function useTicketsLive(): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const lastRefetchAt = useRef(-Infinity);

  const scheduleRefetch = () => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        lastRefetchAt.current = Date.now();
        void client.invalidateQueries({ queryKey: COUNTS });
        void client.invalidateQueries({
          predicate: ({ queryKey }) =>
            queryKey[0] === LISTS[0] && queryKey[1] === LISTS[1] && (queryKey[2] as ListView).tab === 'search',
        });
      },
      Math.max(0, lastRefetchAt.current + REFETCH_INTERVAL_MS - Date.now()),
    );
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useTicketUpdates((updates) => {
    applyTicketUpdates(client, updates, viewer);
    if (updates.some(({ type }) => type !== 'contact' && type !== 'delivery')) scheduleRefetch();
  });
}

/** Updates of tickets and their contacts while the component is mounted: batched and in order. */
export function useTicketUpdates(onUpdates: (updates: readonly TicketUpdate[]) => void): void {
  const handleUpdates = useEffectEvent(onUpdates);
  const batcher = useRef<Batcher<TicketUpdate>>(undefined);
  useEffect(() => {
    const created = (batcher.current = createBatcher<TicketUpdate>((updates) => handleUpdates(updates)));
    return created.stop;
  }, []);
  const enqueue = (update: TicketUpdate, senderId: number | null = null) => batcher.current?.add(update, senderId);

  useTopic('ticket', (payload) => {
    if (payload.action === 'delete') enqueue({ type: 'gone', ticketId: payload.ticketId });
    else if (payload.action === 'updateUnread') enqueue({ type: 'read', ticketId: payload.ticketId });
    else enqueue({ type: 'changed', ticket: payload.ticket });
  });
  useTopic('appMessage', (payload) => {
    if (payload.action === 'create') enqueue({ type: 'changed', ticket: payload.ticket }, payload.ticket.id);
    else if (payload.action === 'update' && payload.message.fromMe)
      enqueue({ type: 'delivery', message: payload.message }, payload.message.ticketId);
  });
  useTopic('contact', (payload) => {
    if ('contact' in payload) enqueue({ type: 'contact', contact: payload.contact });
  });
}

/** The current user, as the visibility rule needs it. */
export function useViewer(): Viewer {
  const { actor, user } = useSession();
  return useMemo(() => ({ ...actor, connectionId: user.whatsappId }), [actor, user.whatsappId]);
}

/** One cache write per list and per open ticket, however many updates there are. */
export function applyTicketUpdates(client: QueryClient, updates: readonly TicketUpdate[], viewer: Viewer): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: LISTS })) {
    const view = queryKey[2] as ListView;
    patchCache<ListPages>(client, queryKey, (pages) =>
      repaged(pages, (list) => applyUpdates(list, updates, view, viewer)),
    );
  }
  for (const query of client.getQueryCache().findAll({ queryKey: OPEN })) {
    const ticket = query.state.data as Ticket | undefined;
    if (ticket) updateOpenTicket(client, ticket, updates);
  }
}

const OPEN = ticketQuery('').queryKey.slice(0, 2);

function updateOpenTicket(client: QueryClient, ticket: Ticket, updates: readonly TicketUpdate[]): void {
  let now: Ticket | null = ticket;
  for (const update of updates) {
    if (update.type === 'changed' && update.ticket.id === ticket.id) now = update.ticket;
    else if (update.type === 'gone' && update.ticketId === ticket.id) now = null;
    else if (update.type === 'read' && update.ticketId === ticket.id) now = now && { ...now, unreadMessages: 0 };
    else if (update.type === 'contact' && update.contact.id === ticket.contactId)
      now = now && { ...now, contact: { ...now.contact, ...update.contact } };
  }
  // No longer readable, removed or only moved: the open conversation asks the server, unless the user left it themselves.
  if (now === null) void client.invalidateQueries({ queryKey: ticketQuery(ticket.uuid).queryKey, refetchType: 'none' });
  else if (now !== ticket) cacheTicket(client, now);
}

/** The one ear of the inbox: what is told is gathered for a moment and laid into every cached list at once. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Viewer } from '@balcao/domain/ticket/visibility';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { createGathering, type Gathering } from '../../lib/gathering.ts';
import { useLive } from '../../lib/live.tsx';
import { lay } from '../../lib/news.ts';
import { useSession } from '../../lib/session.tsx';
import { COUNTS } from './counts-key.ts';
import { keepTicket, ticketQuery, type Ticket } from './tickets.api.ts';
import { LISTS, repaged, type ListPages } from './tickets.list.ts';
import { withNews, type ListView, type TicketNews } from './tickets.news.ts';

/** Counts and searches are asked for again at most once in this time. */
const ASK_AGAIN_MS = 1000;

/** Once in the inbox. Keeps lists, counts and the open conversation true. */
export function useTicketsLive(): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const asking = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const asked = useRef(-Infinity);

  const askAgain = () => {
    asking.current ??= setTimeout(
      () => {
        asking.current = undefined;
        asked.current = Date.now();
        void client.invalidateQueries({ queryKey: COUNTS });
        void client.invalidateQueries({
          predicate: ({ queryKey }) =>
            queryKey[0] === LISTS[0] && queryKey[1] === LISTS[1] && (queryKey[2] as ListView).tab === 'search',
        });
      },
      Math.max(0, asked.current + ASK_AGAIN_MS - Date.now()),
    );
  };
  useEffect(
    () => () => {
      clearTimeout(asking.current);
      asking.current = undefined;
    },
    [],
  );
  useTicketNews((gathered) => {
    applyNews(client, gathered, viewer);
    if (gathered.some((one) => one.is !== 'contact')) askAgain();
  });
}

/** What is told of tickets and their contacts, for as long as the component is on screen: gathered, and in order. */
export function useTicketNews(show: (gathered: readonly TicketNews[]) => void): void {
  const shown = useEffectEvent(show);
  const gathering = useRef<Gathering<TicketNews>>(undefined);
  useEffect(() => {
    const made = (gathering.current = createGathering<TicketNews>((gathered) => shown(gathered)));
    return made.stop;
  }, []);
  const tell = (news: TicketNews, whose: number | null = null) => gathering.current?.add(news, whose);

  useLive('ticket', (told) => {
    if (told.action === 'delete') tell({ is: 'gone', ticketId: told.ticketId });
    else if (told.action === 'updateUnread') tell({ is: 'read', ticketId: told.ticketId });
    else tell({ is: 'told', ticket: told.ticket });
  });
  useLive('appMessage', (told) => {
    if (told.action === 'create') tell({ is: 'told', ticket: told.ticket }, told.ticket.id);
  });
  useLive('contact', (told) => {
    if ('contact' in told) tell({ is: 'contact', contact: told.contact });
  });
}

/** Who looks, as the rule of visibility wants to know it. */
export function useViewer(): Viewer {
  const { actor, user } = useSession();
  return useMemo(() => ({ ...actor, connectionId: user.whatsappId }), [actor, user.whatsappId]);
}

/** One write for each cached list and each open ticket, however much was told. */
export function applyNews(client: QueryClient, news: readonly TicketNews[], viewer: Viewer): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: LISTS })) {
    const view = queryKey[2] as ListView;
    lay<ListPages>(client, queryKey, (pages) => repaged(pages, (list) => withNews(list, news, view, viewer)));
  }
  for (const query of client.getQueryCache().findAll({ queryKey: OPEN })) {
    const ticket = query.state.data as Ticket | undefined;
    if (ticket) keepOpen(client, ticket, news);
  }
}

const OPEN = ticketQuery('').queryKey.slice(0, 2);

function keepOpen(client: QueryClient, ticket: Ticket, news: readonly TicketNews[]): void {
  let now: Ticket | null = ticket;
  for (const one of news) {
    if (one.is === 'told' && one.ticket.id === ticket.id) now = one.ticket;
    else if (one.is === 'gone' && one.ticketId === ticket.id) now = null;
    else if (one.is === 'read' && one.ticketId === ticket.id) now = now && { ...now, unreadMessages: 0 };
    else if (one.is === 'contact' && one.contact.id === ticket.contactId)
      now = now && { ...now, contact: { ...now.contact, ...one.contact } };
  }
  // Out of sight, or gone for good: only the server can tell which.
  if (now === null) void client.invalidateQueries({ queryKey: ticketQuery(ticket.uuid).queryKey });
  else if (now !== ticket) keepTicket(client, now);
}

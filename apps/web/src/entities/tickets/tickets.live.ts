/** The one ear of the inbox: what is told is gathered for a moment and laid into every cached list at once. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Viewer } from '@balcao/domain/ticket/visibility';
import { useEffect, useMemo, useRef } from 'react';
import { useLive } from '../../lib/live.tsx';
import { lay } from '../../lib/news.ts';
import { useSession } from '../../lib/session.tsx';
import { COUNTS } from './counts-key.ts';
import { keepTicket, ticketQuery, type Ticket } from './tickets.api.ts';
import { LISTS, repaged, type ListPages } from './tickets.list.ts';
import { withNews, type ListView, type TicketNews } from './tickets.news.ts';

/** What comes alone is shown after this time… */
const GATHER_MS = 80;
/** …and while more and more comes, once in this one: each showing costs a pass and a painting. */
const BURST_MS = 500;
/** Counts and searches are asked for again at most once in this time. */
const ASK_AGAIN_MS = 1000;

/** Once in the inbox. Keeps lists, counts and the open conversation true. */
export function useTicketsLive(): void {
  const client = useQueryClient();
  const viewer = useViewer();
  const waiting = useRef<TicketNews[]>([]);
  const timers = useRef<{ flush?: Timer; ask?: Timer }>({});
  const asked = useRef(-Infinity);
  const flushed = useRef(-Infinity);

  useEffect(() => {
    const running = timers.current;
    return () => {
      clearTimeout(running.flush);
      clearTimeout(running.ask);
      timers.current = {};
    };
  }, []);

  const askAgain = () => {
    timers.current.ask ??= setTimeout(
      () => {
        delete timers.current.ask;
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
  const tell = (news: TicketNews) => {
    waiting.current.push(news);
    const calmAt = flushed.current + BURST_MS - Date.now();
    timers.current.flush ??= setTimeout(
      () => {
        delete timers.current.flush;
        flushed.current = Date.now();
        const gathered = waiting.current;
        waiting.current = [];
        applyNews(client, gathered, viewer);
        if (gathered.some((one) => one.is !== 'contact')) askAgain();
      },
      Math.max(GATHER_MS, calmAt),
    );
  };

  useLive('ticket', (told) => {
    if (told.action === 'delete') tell({ is: 'gone', ticketId: told.ticketId });
    else if (told.action === 'updateUnread') tell({ is: 'read', ticketId: told.ticketId });
    else tell({ is: 'told', ticket: told.ticket });
  });
  useLive('appMessage', (told) => {
    if (told.action === 'create') tell({ is: 'told', ticket: told.ticket });
  });
  useLive('contact', (told) => {
    if ('contact' in told) tell({ is: 'contact', contact: told.contact });
  });
}

type Timer = ReturnType<typeof setTimeout>;

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

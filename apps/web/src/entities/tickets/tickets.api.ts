/** Tickets as the server keeps them: the open one. Lists are in tickets.list.ts. */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { api } from '../../lib/api.ts';

export type { Ticket };

/** By its uuid. That it was read is said apart, once its messages are on screen. */
export const ticketQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['tickets', 'open', uuid] as const,
    queryFn: ({ signal }) => api.tickets.showByUuid({ params: { uuid } }, { signal }),
    retry: false,
  });
export const useTicket = (uuid: string) => useQuery(ticketQuery(uuid));

/** What the server answered or told is what every pane shows from now on. */
export const cacheTicket = (client: QueryClient, ticket: Ticket): void => {
  client.setQueryData(ticketQuery(ticket.uuid).queryKey, ticket);
};

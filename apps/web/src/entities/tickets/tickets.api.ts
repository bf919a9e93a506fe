/** The open ticket. Lists are in tickets.list.ts. */
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { api } from '../../lib/api.ts';

export type { Ticket };

/** By uuid. Marking it as read is a separate request, sent when its messages are visible. */
export const ticketQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['tickets', 'open', uuid] as const,
    queryFn: ({ signal }) => api.tickets.showByUuid({ params: { uuid } }, { signal }),
    retry: false,
  });
export const useTicket = (uuid: string) => useQuery(ticketQuery(uuid));

/** Writes a ticket from a reply or a socket update into the cache. */
export const cacheTicket = (client: QueryClient, ticket: Ticket): void => {
  client.setQueryData(ticketQuery(ticket.uuid).queryKey, ticket);
};

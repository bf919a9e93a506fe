/** Tickets as the server keeps them: the open one, and the changes one asks for. Lists are in tickets.list.ts. */
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Ticket, TicketChange } from '@balcao/contract/endpoints/tickets';
import type { z } from 'zod';
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
export const keepTicket = (client: QueryClient, ticket: Ticket): void => {
  client.setQueryData(ticketQuery(ticket.uuid).queryKey, ticket);
};

/** One fat change, as `PUT /tickets/:id` takes it; the answer may be another ticket than the one asked for. */
export function useChangeTicket() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number } & z.input<typeof TicketChange>) =>
      api.tickets.update({ params: { id }, body }),
    onSuccess: (ticket) => keepTicket(client, ticket),
  });
}

import type { Received } from '@balcao/contract/kernel/endpoint';
import type { endpoints } from '@balcao/contract/endpoints/index';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useLive } from '../../lib/live.tsx';

export type LogEntry = Received<typeof endpoints.tickets.log>[number];

/** What happened to a ticket, fetched again whenever the server tells that it changed. */
export function useTicketLog(ticketId: number): readonly LogEntry[] {
  const client = useQueryClient();
  const query = api.tickets.log.query({ params: { ticketId } });
  useLive('ticket', (told) => {
    if (told.action === 'update' && told.ticket.id === ticketId)
      void client.invalidateQueries({ queryKey: query.queryKey });
  });
  return useQuery(query).data ?? nothing;
}

const nothing: readonly LogEntry[] = [];

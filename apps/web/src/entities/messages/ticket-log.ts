import type { ResponseData } from '@balcao/contract/kernel/endpoint';
import type { endpoints } from '@balcao/contract/endpoints/index';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { refetchAfterFetch } from '../../lib/cache-updates.ts';
import { useTopic } from '../../lib/topics.tsx';

/** Where a transfer went. */
interface TransferTarget {
  user: string | null;
  queue: string | null;
}
export type LogEntry = ResponseData<typeof endpoints.tickets.log>[number] & { target?: TransferTarget };

/** The log of a ticket, refetched whenever the ticket changes. */
export function useTicketLog(ticketId: number): readonly LogEntry[] {
  const client = useQueryClient();
  const query = api.tickets.log.query({ params: { ticketId } });
  useTopic('ticket', (payload) => {
    if (payload.action !== 'update' || payload.ticket.id !== ticketId) return;
    // The first fetch cannot be restarted, and it may have been read before the change.
    refetchAfterFetch(client, query.queryKey);
    void client.invalidateQueries({ queryKey: query.queryKey });
  });
  return useQuery(query).data ?? noEntries;
}

const noEntries: readonly LogEntry[] = [];

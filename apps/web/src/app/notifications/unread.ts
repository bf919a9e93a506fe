/** How much is unread for this person, wherever they are in the product. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { COUNTS } from '../../entities/tickets/counts-key.ts';
import { api } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';
import { useCan, useSession } from '../../lib/session.tsx';

/** A burst of events costs one question in this time. */
const REFETCH_INTERVAL_MS = 1000;
// The inbox asks the same while nothing is chosen there: one answer serves both.
const COUNT = [...COUNTS, { showAll: false, queueIds: [] }] as const;
const LIST = ['tickets', 'unread'] as const;

/** Conversations can be this person's affair: they may attend, and the subscription lets them. */
export function useCanAttend(): boolean {
  const canAttend = useCan('ticket.attend');
  return !useSession().actor.overdue && canAttend;
}

export function useUnread(): number {
  const counted = useQuery({
    queryKey: COUNT,
    queryFn: ({ signal }) => api.tickets.counts({ query: { showAll: 'false', queueIds: '[]' } }, { signal }),
    enabled: useCanAttend(),
    select: ({ unread }) => unread,
  });
  return counted.data ?? 0;
}

/** The conversations themselves, the newest first; asked for when somebody looks. */
export const useUnreadTickets = () =>
  useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => api.tickets.list({ query: { withUnreadMessages: 'true' } }, { signal }),
    staleTime: 0,
  });

/** Once in the shell: keeps both true by what the server tells. */
export function useRefetchUnread(): void {
  const client = useQueryClient();
  const isInbox = /^\/tickets(?:\/|$)/i.test(useLocation().pathname);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const lastRefetchAt = useRef(-Infinity);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  const scheduleRefetch = () => {
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined;
        lastRefetchAt.current = Date.now();
        void client.invalidateQueries({ queryKey: LIST });
        // The inbox has an ear of its own and asks for every count again.
        if (!isInbox) void client.invalidateQueries({ queryKey: COUNT });
      },
      Math.max(0, lastRefetchAt.current + REFETCH_INTERVAL_MS - Date.now()),
    );
  };
  useTopic('ticket', scheduleRefetch);
  useTopic('appMessage', ({ action }) => {
    if (action === 'create') scheduleRefetch();
  });
}

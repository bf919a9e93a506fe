/** The unread messages of this user, on every screen. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { COUNTS } from '../../entities/tickets/counts-key.ts';
import { api } from '../../lib/api.ts';
import { useTopic } from '../../lib/topics.tsx';
import { useCan, useSession } from '../../lib/session.tsx';

/** A burst of events causes one request in this time. */
const REFETCH_INTERVAL_MS = 1000;
// The inbox uses the same key while no filter is set: one request serves both.
const COUNT = [...COUNTS, { showAll: false, queueIds: [] }] as const;
const LIST = ['tickets', 'unread'] as const;

/** The user can attend tickets: permission and subscription. */
export function useCanAttend(): boolean {
  const canUseTickets = useCan('ticket.use');
  return !useSession().actor.overdue && canUseTickets;
}

export const useUnread = (): number => useCount('unread');
/** The user's own messages that did not arrive. */
export const useOwnFailedCount = (): number => useCount('failed');

function useCount(name: 'unread' | 'failed'): number {
  const counted = useQuery({
    queryKey: COUNT,
    queryFn: ({ signal }) => api.tickets.counts({ query: { showAll: 'false', queueIds: '[]' } }, { signal }),
    enabled: useCanAttend(),
    select: (counts) => counts[name],
  });
  return counted.data ?? 0;
}

/** The tickets themselves, newest first; fetched when the popover opens. */
export const useUnreadTickets = () =>
  useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => api.tickets.list({ query: { withUnreadMessages: 'true' } }, { signal }),
    staleTime: 0,
  });

/** Mounted once in the shell: refetches both on socket updates. */
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
        // The inbox refetches all counts itself.
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

import type { TeamChat } from '@balcao/contract/endpoints/team-chats';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useCan, useSession } from '../../lib/session.tsx';
import { isSupportWindow } from '../../lib/support-window.ts';

/** The last active chats, for the top bar and the menu; not with an expired subscription and not in support access. */
export function useRecentChats() {
  const { actor } = useSession();
  const isEnabled = useCan('team-chat.use') && !actor.overdue && !isSupportWindow();
  const { data, isPending, error, refetch } = useQuery({
    ...api.teamChats.list.query({ query: {} }),
    enabled: isEnabled,
  });
  const chats: readonly TeamChat[] = data?.records ?? [];
  const isUnread = ({ users }: TeamChat) => users.some(({ userId, unreads }) => userId === actor.userId && unreads > 0);
  return {
    chats,
    isPending,
    /** Null when chats are known from before. */
    error: data ? null : error,
    retry: () => void refetch(),
    unread: chats.filter(isUnread).length,
  };
}

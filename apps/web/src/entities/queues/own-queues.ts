import { ticketScope } from '@balcao/domain/ticket/scope';
import { useQueues } from './queues.api.ts';
import { useSession } from '../../lib/session.tsx';
import type { Option } from '../../ui/index.ts';

/** The user's queues as options; admins can choose any queue. `only` preselects a single one. */
export function useOwnQueues(): { options: Option<number>[]; only: number | null } {
  const { user, actor } = useSession();
  const all = useQueues();
  const isFree = ticketScope(actor).all || user.queues.length === 0;
  const visibleQueues = isFree ? (all.data ?? user.queues) : user.queues;
  return {
    options: visibleQueues.map(({ id, name, color }) => ({ value: id, label: name, color })),
    only: user.queues.length === 1 ? user.queues[0]!.id : null,
  };
}

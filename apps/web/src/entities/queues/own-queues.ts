import { ticketScope } from '@balcao/domain/ticket/scope';
import { useQueues } from './queues.api.ts';
import { useSession } from '../../lib/session.tsx';
import { useStored } from '../../lib/stored.ts';
import type { Option } from '../../ui/index.ts';

export interface OwnQueues {
  /** Admins can choose any queue. */
  options: Option<number>[];
  /** The only queue of the user, else the one chosen last. */
  preselected: number | null;
  /** Remembers a choice for the next time. */
  remember(queueId: number): void;
}

export function useOwnQueues(): OwnQueues {
  const { user, actor } = useSession();
  const all = useQueues();
  const isFree = ticketScope(actor).all || user.queues.length === 0;
  const visibleQueues = isFree ? (all.data ?? user.queues) : user.queues;
  const [last, remember] = useStored<number | null>(`balcao.lastQueue.${user.id}`, null);
  const lastUsable = visibleQueues.some(({ id }) => id === last) ? last : null;
  return {
    options: visibleQueues.map(({ id, name, color }) => ({ value: id, label: name, color })),
    preselected: user.queues.length === 1 ? user.queues[0]!.id : lastUsable,
    remember,
  };
}

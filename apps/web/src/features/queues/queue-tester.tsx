import type { QueueWithOptions } from '@balcao/contract/endpoints/queues';
import { BotTester, type TestQueue } from '../../entities/bot/bot-tester.tsx';
import { useFullConnections } from '../../entities/connections/connections.api.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { isValidWeek } from '../../ui/hours.ts';
import { isValidTree, sendableTree, type Branch } from './option-tree.ts';
import type { QueueForm } from './queue-form.ts';

interface QueueTesterProps {
  form: QueueForm;
  /** Undefined for a new queue. */
  queue: QueueWithOptions | undefined;
  byQueueHours: boolean;
  onClose: () => void;
}

/** Tests the bot with the unsaved values of the queue form. */
export function QueueTester({ form, queue, byQueueHours, onClose }: QueueTesterProps) {
  const { connections = [] } = useFullConnections();
  const { data: queues = [] } = useQueues();
  const testTargets: TestQueue[] = queues.map(({ id, name }) => ({
    queueId: id,
    name,
    options: id === queue?.id ? savedOptions(form.watch('chatbots')) : [],
  }));
  const connectionsOfQueue = connections.filter(({ queueIds }) => queue && queueIds.includes(queue.id));
  const drafts = () => {
    const { name, color, greetingMessage, outOfHoursMessage, closeTicket, schedules, chatbots } = form.watch();
    return {
      queue: {
        id: queue?.id ?? null,
        greetingMessage,
        outOfHoursMessage,
        closeTicket,
        // Values that cannot be saved are not tested either; the test then uses the stored ones.
        ...(name.trim().length >= 2 && { name, color }),
        ...(byQueueHours && isValidWeek(schedules) && { schedules }),
        ...(isValidTree(chatbots) && { chatbots: sendableTree(chatbots) }),
      },
    };
  };
  return (
    <BotTester
      connections={connections}
      connectionId={(connectionsOfQueue.find(({ isDefault }) => isDefault) ?? connectionsOfQueue[0])?.id}
      queues={testTargets}
      drafts={drafts}
      onClose={onClose}
    />
  );
}

/** Saved options that have nested options, named by their path: “Preços › Lentes”. */
const savedOptions = (tree: readonly Branch[], path = ''): { id: number; name: string }[] =>
  tree.flatMap(({ id, name, options }) => [
    ...(id !== null && options.length > 0 ? [{ id, name: `${path}${name}` }] : []),
    ...savedOptions(options, `${path}${name} › `),
  ]);

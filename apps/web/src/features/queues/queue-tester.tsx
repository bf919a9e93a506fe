import type { BotOptionDraft, QueueWithOptions } from '@balcao/contract/endpoints/queues';
import { BotTester, type TestQueue } from '../../entities/bot/bot-tester.tsx';
import { useFullConnections } from '../../entities/connections/connections.api.ts';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { isValidWeek } from '../../ui/hours.ts';
import { isValidTree, sendableTree } from './option-tree.ts';
import type { QueueForm } from './queue-form.ts';
import { queueTexts } from './queues.texts.ts';

/** The server's id of the queue that is being created. */
const UNSAVED_QUEUE = 0;
const MIN_NAME_LENGTH = 2;

interface QueueTesterProps {
  form: QueueForm;
  /** Undefined for a new queue. */
  queue: QueueWithOptions | undefined;
  byQueueHours: boolean;
  onClose: () => void;
}

/** Tests the bot with the unsaved values of the queue form. */
export function QueueTester({ form, queue, byQueueHours, onClose }: QueueTesterProps) {
  const t = useTexts(queueTexts);
  const { connections = [] } = useFullConnections();
  const { data: queues = [] } = useQueues();
  const options = optionPositions(sendableTree(form.watch('chatbots')));
  const name = form.watch('name').trim();
  const testTargets: TestQueue[] = [
    ...queues.map(({ id, name: savedName }) =>
      id === queue?.id ? { queueId: id, name, options } : { queueId: id, name: savedName, options: [] },
    ),
    ...(queue ? [] : [{ queueId: UNSAVED_QUEUE, name: name || t('newQueue'), options }]),
  ];
  const connectionsOfQueue = connections.filter(({ queueIds }) => queue && queueIds.includes(queue.id));
  const drafts = () => {
    const { greetingMessage, outOfHoursMessage, closeTicket, orderQueue, schedules, chatbots } = form.watch();
    const { fileListId, flowId, integrationId } = form.watch();
    return {
      queue: {
        id: queue?.id ?? null,
        // A new queue can be tested before it has a name.
        name: name.length < MIN_NAME_LENGTH ? (queue?.name ?? t('newQueue')) : name,
        greetingMessage,
        outOfHoursMessage,
        closeTicket,
        orderQueue,
        fileListId,
        flowId,
        integrationId,
        // Hours and options that cannot be saved are not tested either; the test then uses the stored ones.
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

/** Options with nested options, named by their path: “Preços › Lentes”. The server counts unsaved ones down from -1. */
function optionPositions(tree: readonly BotOptionDraft[]): { id: number; name: string }[] {
  let lastUnsaved = 0;
  const positionsOf = (level: readonly BotOptionDraft[], path: string): { id: number; name: string }[] =>
    level.flatMap(({ id, name, options }) => {
      const position = { id: id ?? --lastUnsaved, name: `${path}${name}` };
      const below = positionsOf(options, `${path}${name} › `);
      return options.length > 0 ? [position, ...below] : below;
    });
  return positionsOf(tree, '');
}

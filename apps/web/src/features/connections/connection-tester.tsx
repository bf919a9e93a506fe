import type { Connection } from '@balcao/contract/endpoints/connections';
import { BotTester } from '../../entities/bot/bot-tester.tsx';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { isValidWeek } from '../../ui/hours.ts';
import type { ConnectionForm } from './connection-form.ts';

interface ConnectionTesterProps {
  form: ConnectionForm;
  connection: Connection;
  hasHours: boolean;
  /** Name of the greeting file after saving; null without one. */
  fileName: string | null;
  onClose: () => void;
}

/** Tests the bot with the unsaved values of the connection form. */
export function ConnectionTester({ form, connection, hasHours, fileName, onClose }: ConnectionTesterProps) {
  const { data: queues = [] } = useQueues();
  const queueIds = (form.watch('queueIds') ?? []).map(Number);
  const drafts = () => {
    const draft = form.watch();
    return {
      connection: {
        queueIds,
        greetingMessage: draft.greetingMessage ?? '',
        greetingMediaAttachment: fileName,
        complationMessage: draft.complationMessage ?? '',
        ratingMessage: draft.ratingMessage ?? '',
        maxUseBotQueues: Number(draft.maxUseBotQueues),
        timeUseBotQueues: Number(draft.timeUseBotQueues),
        maxUseBotQueuesNPS: Number(draft.maxUseBotQueuesNPS),
        outOfHoursMessage: draft.outOfHoursMessage ?? '',
        collectiveVacationMessage: draft.collectiveVacationMessage ?? '',
        collectiveVacationStart: draft.collectiveVacationStart || null,
        collectiveVacationEnd: draft.collectiveVacationEnd || null,
        promptId: Number(draft.promptId) || null,
        integrationId: Number(draft.integrationId) || null,
        flowIdWelcome: Number(draft.flowIdWelcome) || null,
        flowIdNotPhrase: Number(draft.flowIdNotPhrase) || null,
        // Hours that cannot be saved are not tested either; the test then uses the stored hours.
        ...(hasHours && isValidWeek(draft.schedules) && { schedules: draft.schedules }),
      },
    };
  };
  return (
    <BotTester
      connections={[connection]}
      queues={queues
        .filter(({ id }) => queueIds.includes(id))
        .map(({ id, name }) => ({ queueId: id, name, options: [] }))}
      drafts={drafts}
      onClose={onClose}
    />
  );
}

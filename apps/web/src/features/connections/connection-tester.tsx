import type { Connection } from '@balcao/contract/endpoints/connections';
import { BotTester } from '../../entities/bot/bot-tester.tsx';
import { useQueues } from '../../entities/queues/queues.api.ts';
import { isValidWeek } from '../../ui/hours.ts';
import type { ConnectionForm } from './connection-form.ts';

interface ConnectionTesterProps {
  form: ConnectionForm;
  connection: Connection;
  hasHours: boolean;
  onClose: () => void;
}

/** Tests the bot with the unsaved values of the connection form. */
export function ConnectionTester({ form, connection, hasHours, onClose }: ConnectionTesterProps) {
  const { data: queues = [] } = useQueues();
  const drafts = () => {
    const draft = form.watch();
    return {
      connection: {
        greetingMessage: draft.greetingMessage ?? '',
        outOfHoursMessage: draft.outOfHoursMessage ?? '',
        collectiveVacationMessage: draft.collectiveVacationMessage ?? '',
        collectiveVacationStart: draft.collectiveVacationStart || null,
        collectiveVacationEnd: draft.collectiveVacationEnd || null,
        // Hours that cannot be saved are not tested either; the test then uses the stored hours.
        ...(hasHours && isValidWeek(draft.schedules) && { schedules: draft.schedules }),
      },
    };
  };
  return (
    <BotTester
      connections={[connection]}
      queues={queues
        .filter(({ id }) => connection.queueIds.includes(id))
        .map(({ id, name }) => ({ queueId: id, name, options: [] }))}
      drafts={drafts}
      onClose={onClose}
    />
  );
}

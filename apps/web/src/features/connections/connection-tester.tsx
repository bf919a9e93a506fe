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

/** The tester with the connection as it stands in the form. */
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
        // What could not be saved could not be tried either: the test goes by what is kept.
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

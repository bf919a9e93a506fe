import {
  createSchedules,
  createScheduleWorker,
  type ScheduleDeps,
  type ScheduleWorkerDeps,
} from '../modules/schedules/index.ts';
import type { Queues } from '../modules/queues/index.ts';
import type { UserLookups } from './user-lookups.ts';

type Base = Pick<ScheduleDeps, 'db' | 'storage' | 'limits'> & Pick<ScheduleWorkerDeps, 'clock' | 'onError'>;
interface Lower extends Pick<
  ScheduleWorkerDeps,
  'companies' | 'connections' | 'contacts' | 'tickets' | 'messages' | 'templates'
> {
  queues: Queues;
  userLookups: UserLookups;
}

/** Scheduled messages and the worker that sends them. */
export function buildSchedules({ db, clock, storage, limits, onError }: Base, lower: Lower) {
  const { companies, connections, contacts, tickets, messages, templates, queues, userLookups } = lower;
  const shared = { db, companies, connections, contacts, templates, existingQueueIds: queues.existingIds };
  return {
    schedules: createSchedules({ ...shared, storage, limits, userExists: userLookups.userExists }),
    scheduleWorker: createScheduleWorker({ ...shared, clock, tickets, messages, onError }),
  };
}

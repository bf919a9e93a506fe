import { presentSchedule } from '../../modules/schedules/index.ts';
import type { Modules } from '../modules.ts';
import { actionOf, type BuildersOf } from './message-builders.ts';

export function scheduleMessages({ schedules, signFile: sign }: Modules): BuildersOf<'schedule'> {
  return {
    'schedule.saved': async ({ scheduleId, isNew }, companyId) => {
      const found = await schedules.find(companyId, scheduleId);
      if (!found) return [];
      const schedule = presentSchedule(found.schedule, { masked: found.masked, sign });
      return [{ topic: 'schedule', to: ['company'], payload: { action: actionOf(isNew), schedule } }];
    },
    'schedule.removed': ({ scheduleId }) => [
      { topic: 'schedule', to: ['company'], payload: { action: 'delete', scheduleId } },
    ],
  };
}

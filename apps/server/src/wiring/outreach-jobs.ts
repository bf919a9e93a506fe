import type { JobHandlers } from '../infrastructure/jobs/catalogue.ts';
import type { Modules } from './modules.ts';

/** Jobs of schedules, campaigns and contact lists. */
export const outreachJobs = ({
  campaignModule,
  contactLists,
  scheduleWorker,
}: Pick<Modules, 'campaignModule' | 'contactLists' | 'scheduleWorker'>) =>
  ({
    'schedule.sweep': () => scheduleWorker.sweep(),
    'campaign.sweep': () => campaignModule.worker.sweep(),
    'campaign-export.run': (data) => campaignModule.exports.run(data),
    'contact-list.check': (data) => contactLists.runCheck(data),
  }) satisfies Partial<JobHandlers>;

import type { JobHandlers } from '../infrastructure/jobs/catalogue.ts';
import type { Modules } from './modules.ts';

/** Jobs of numbers, reports and team chats. */
export const insightJobs = ({
  metricDays,
  pastPeriods,
  push,
  reportExports,
  teamChats,
}: Pick<Modules, 'metricDays' | 'pastPeriods' | 'push' | 'reportExports' | 'teamChats'>) =>
  ({
    'ticket-period.backfill': () => pastPeriods.build(),
    'metric-days.rebuild': () => metricDays.rebuildDue(),
    'report-export.run': async (data) => reportExports.start(data),
    'report-export.sweep': () => reportExports.sweep(),
    'team-chat-push.find': (data) => push.findChatRecipients(data),
    'team-chat-push.send': (data) => push.sendChat(data),
    'team-chat.purge': (data) => teamChats.purge(data),
  }) satisfies Partial<JobHandlers>;

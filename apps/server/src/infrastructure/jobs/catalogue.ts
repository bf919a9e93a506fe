import { z } from 'zod';

interface JobSpec {
  data: z.ZodType;
  attempts: number;
  /** Scheduled jobs only, in UTC. */
  cron?: string;
}
/** A scheduled job finds what is due: it may run twice, may miss a run, and is never retried. */
const every = (cron: string) => ({ data: z.object({}), attempts: 1, cron });

/** Every background job. The handlers are in wiring/job-handlers.ts. */
export const jobs = {
  'presence.sweep': every('* * * * *'),
  'outbox.sweep': every('* * * * *'),
  'inbox.sweep': every('* * * * *'),
  'media.sweep': every('* * * * *'),
  'inactivity.sweep': every('* * * * *'),
  'rating.sweep': every('* * * * *'),
  'redirect.sweep': every('* * * * *'),
  'rotation.sweep': every('* * * * *'),
  'lane.sweep': every('* * * * *'),
  /** Wakes flows whose wait is over and that no timer woke. */
  'flow.sweep': every('* * * * *'),
  /** Finds calls to services that an ended process left, and those whose wake-up was lost. */
  'flow-call.sweep': every('* * * * *'),
  'flow-call.prune': every('27 5 * * *'),
  /** Sends scheduled messages that are due. */
  'schedule.sweep': every('* * * * *'),
  /** Starts and plans campaigns, and copies receipts that an ended process left. Sending has a timer of its own. */
  'campaign.sweep': every('* * * * *'),
  'campaign-export.run': { data: z.object({ companyId: z.number(), exportId: z.number() }), attempts: 3 },
  'flow-step.count': every('* * * * *'),
  'flow-run.prune': every('22 5 * * *'),
  'number-health.sweep': every('* * * * *'),
  'history.sweep': every('* * * * *'),
  /** Checks whether the channel has sent the whole history, and continues. `history.sweep` finds a lost check. */
  'history-import.check': { data: z.object({ companyId: z.number(), connectionId: z.number() }), attempts: 1 },
  'contact-picture.fetch': {
    data: z.object({ companyId: z.number(), contactId: z.number(), connectionId: z.number() }),
    attempts: 5,
  },
  'contact-profile.fetch': {
    data: z.object({ companyId: z.number(), contactId: z.number(), connectionId: z.number() }),
    attempts: 5,
  },
  'template.sync': { data: z.object({ companyId: z.number(), connectionId: z.number() }), attempts: 5 },
  /** A late notification is useless, so a failed one is not retried. */
  'push.send': { data: z.object({ companyId: z.number(), userId: z.number(), messageId: z.number() }), attempts: 1 },
  /** Finds the members of a team chat who are away. Stored with the message: no server that ends loses it. */
  'team-chat-push.find': { data: z.object({ companyId: z.number(), messageId: z.number() }), attempts: 3 },
  /** For members of a team chat who are away. */
  'team-chat-push.send': {
    data: z.object({ companyId: z.number(), userId: z.number(), messageId: z.number() }),
    attempts: 1,
  },
  /** Deletes the messages of a removed team chat in portions. */
  'team-chat.purge': { data: z.object({ companyId: z.number(), chatId: z.number() }), attempts: 5 },
  'person-export.run': { data: z.object({ companyId: z.number(), exportId: z.number() }), attempts: 3 },
  'person.erase': { data: z.object({ companyId: z.number(), erasureId: z.number() }), attempts: 5 },
  'person.sweep': every('*/10 * * * *'),
  /** Continues with the next portion. `removal.sweep` finds an abandoned removal. */
  'removal.run': { data: z.object({ companyId: z.number(), removalId: z.number() }), attempts: 5 },
  'removal.sweep': every('* * * * *'),
  /** Continues with the next portion. An abandoned correction continues when it is requested again. */
  'number-correction.run': { data: z.object({ companyId: z.number(), correctionId: z.number() }), attempts: 5 },
  /** Continues after the last finished batch. `contact-sheet.sweep` finds an abandoned import. */
  'contact-import.run': { data: z.object({ companyId: z.number(), importId: z.number() }), attempts: 1 },
  'contact-export.run': { data: z.object({ companyId: z.number(), exportId: z.number() }), attempts: 1 },
  /** Checks numbers of a contact list; continues after a crash. */
  'contact-list.check': { data: z.object({ companyId: z.number(), listId: z.number() }), attempts: 5 },
  'contact-import.check': {
    data: z.object({ companyId: z.number(), importId: z.number(), firstRow: z.number(), done: z.number() }),
    attempts: 3,
  },
  /** Numbers the tickets from before ticket numbers existed. */
  'ticket-number.backfill': every('* * * * *'),
  /** Builds the periods of cycles from before periods existed. */
  'ticket-period.backfill': every('* * * * *'),
  /** Stores the numbers of past days, and again those of days that changed; compares some of them every day. */
  'metric-days.rebuild': every('* * * * *'),
  /** Begins anew after an interruption. `report-export.sweep` finds an abandoned export and removes old files. */
  'report-export.run': { data: z.object({ companyId: z.number(), exportId: z.number() }), attempts: 1 },
  'report-export.sweep': every('* * * * *'),
  'contact-sheet.sweep': every('* * * * *'),
  /** Finds values that a former secret sealed, also those that another server sealed before its restart. */
  'sealed-value.reseal': every('*/10 * * * *'),
  /** Asks the providers about charges that are due. */
  'charge.check': every('* * * * *'),
  /** `charge.check` finds out what becomes of a charge that could not be cancelled. */
  'charge.cancel': { data: z.object({ companyId: z.number(), chargeId: z.number() }), attempts: 10 },
  'payment-statement.fetch': every('41 6 * * *'),
  'invoice.issue': every('*/10 * * * *'),
  /** Another plan was paid: open invoices for the former one are replaced. */
  'invoice.renew': { data: z.object({ companyId: z.number() }), attempts: 5 },
  'reminder.send': every('12 * * * *'),
  /** Decides whether a user gets a code: the request itself must not reveal whether the e-mail is known. */
  'reset-code.send': {
    data: z.object({ companyId: z.number(), userId: z.number(), language: z.enum(['pt', 'en', 'es']) }),
    attempts: 3,
  },
  'invitation.prune': every('22 4 * * *'),
  /** Also enqueued when a mail is stored, so that it is sent at once. */
  'mail.send': every('* * * * *'),
  'mail.prune': every('42 * * * *'),
  'outbox.prune': every('52 * * * *'),
  'idempotency.prune': every('57 * * * *'),
  'inbox.prune': every('47 * * * *'),
  'session.prune': every('17 * * * *'),
  'event-log.prune': every('7 * * * *'),
  'rate-limit.prune': every('27 * * * *'),
  'usage.count': every('22 6 * * *'),
  'company.purge': every('12 * * * *'),
  'setting-change.prune': every('32 4 * * *'),
  'file.sweep': every('37 4 * * *'),
} satisfies Record<string, JobSpec>;

export type JobName = keyof typeof jobs;
/** Scheduled jobs that run every minute. */
export const MINUTELY_JOBS = Object.entries<JobSpec>(jobs)
  .filter(([, { cron }]) => cron === '* * * * *')
  .map(([name]) => name);

/**
 * Old job name → new name. pg-boss stores names, so jobs enqueued by the previous release are still handled. A schedule
 * exists under the new name only. Remove the rows in the next release.
 */
export const renamedJobs = {
  'history.look': 'history-import.check',
  'contact.introduce': 'contact-profile.fetch',
  'person.copy': 'person-export.run',
  'delivery.forget': 'inbox.prune',
} as const satisfies Record<string, JobName>;

export type JobData<N extends JobName> = z.infer<(typeof jobs)[N]['data']>;
/** Jobs that run on a schedule, without data. */
export type SweepName = { [N in JobName]: (typeof jobs)[N] extends { cron: string } ? N : never }[JobName];
export type JobHandlers = { [N in JobName]: (data: JobData<N>) => Promise<void> };

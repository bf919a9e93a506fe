import { z } from 'zod';

interface JobSpec {
  data: z.ZodType;
  attempts: number;
  /** Sweeps only: when they run, in UTC. */
  cron?: string;
}
/** Each sweep finds what should have happened by now: safe to run twice, safe to miss once, never retried. */
const every = (cron: string) => ({ data: z.object({}), attempts: 1, cron });

/** Everything that happens without anybody asking. The handlers are in wiring/job-handlers.ts. */
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
  'number-health.sweep': every('* * * * *'),
  'history.sweep': every('* * * * *'),
  /** Whether a channel has told everything; goes on from there. One that was left lying is found by the sweep. */
  'history.look': { data: z.object({ companyId: z.number(), connectionId: z.number() }), attempts: 1 },
  'contact-picture.fetch': {
    data: z.object({ companyId: z.number(), contactId: z.number(), connectionId: z.number() }),
    attempts: 5,
  },
  'contact.introduce': {
    data: z.object({ companyId: z.number(), contactId: z.number(), connectionId: z.number() }),
    attempts: 5,
  },
  'template.sync': { data: z.object({ companyId: z.number(), connectionId: z.number() }), attempts: 5 },
  /** A notice is of now: one that failed is not tried again. */
  'push.send': { data: z.object({ companyId: z.number(), userId: z.number(), messageId: z.number() }), attempts: 1 },
  'person.copy': { data: z.object({ companyId: z.number(), exportId: z.number() }), attempts: 3 },
  'person.erase': { data: z.object({ companyId: z.number(), erasureId: z.number() }), attempts: 5 },
  'person.sweep': every('*/10 * * * *'),
  /** Goes on where it stands; one that was left lying is found by the sweep. */
  'contact-import.run': { data: z.object({ companyId: z.number(), importId: z.number() }), attempts: 1 },
  'contact-export.run': { data: z.object({ companyId: z.number(), exportId: z.number() }), attempts: 1 },
  'contact-import.check': {
    data: z.object({ companyId: z.number(), importId: z.number(), firstRow: z.number(), done: z.number() }),
    attempts: 3,
  },
  'contact-sheet.sweep': every('* * * * *'),
  'outbox.prune': every('52 * * * *'),
  'idempotency.prune': every('57 * * * *'),
  'delivery.forget': every('47 * * * *'),
  'session.prune': every('17 * * * *'),
  'event-log.prune': every('7 * * * *'),
  'rate-limit.prune': every('27 * * * *'),
  'setting-change.prune': every('32 4 * * *'),
  'file.sweep': every('37 4 * * *'),
} satisfies Record<string, JobSpec>;

export type JobName = keyof typeof jobs;
export type JobData<N extends JobName> = z.infer<(typeof jobs)[N]['data']>;
/** Those that run by the clock and need to be told nothing. */
export type SweepName = { [N in JobName]: (typeof jobs)[N] extends { cron: string } ? N : never }[JobName];
export type JobHandlers = { [N in JobName]: (data: JobData<N>) => Promise<void> };

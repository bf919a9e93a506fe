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
  'idempotency.prune': every('57 * * * *'),
  'delivery.forget': every('47 * * * *'),
  'session.prune': every('17 * * * *'),
  'event-log.prune': every('7 * * * *'),
  'rate-limit.prune': every('27 * * * *'),
  'file.sweep': every('37 4 * * *'),
} satisfies Record<string, JobSpec>;

export type JobName = keyof typeof jobs;
export type JobData<N extends JobName> = z.infer<(typeof jobs)[N]['data']>;
export type JobHandlers = { [N in JobName]: (data: JobData<N>) => Promise<void> };

import type { PgBoss } from 'pg-boss';
import { CLIENT_LIMITS, type AddJob, type TxClient } from '../db/tx.ts';
import { jobs, renamedJobs, type JobHandlers, type JobName } from './catalogue.ts';
import { JOB_SCHEMA } from './prepare.store.ts';

interface Deps {
  appUrl: string;
  /** A new job wakes its worker by a notification; without, or when the notification is lost, the worker polls. */
  isNotified: boolean;
  onError(error: unknown): void;
  done(name: JobName, outcome: 'done' | 'failed'): void;
}
/** Jobs per fetch, so that a burst does not cost one round trip per job. */
const BATCH = 10;
/** Also for jobs that are enqueued for later, and for retries: nothing notifies when they become due. */
const POLL_SECONDS = 2;
/** Scheduled jobs are due at once when they are enqueued. They are most of the queues. */
const SCHEDULED_POLL_SECONDS = 30;

/** Enqueues and runs the jobs of the catalogue with pg-boss. */
export async function createJobs({ appUrl, isNotified, onError, done }: Deps) {
  // Imported lazily: a process that runs no jobs does not load the library.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss: PgBoss = new Boss({
    ...CLIENT_LIMITS,
    connectionString: appUrl,
    schema: JOB_SCHEMA,
    application_name: 'balcao-jobs',
    max: 4,
    migrate: false,
    createSchema: false,
    useListenNotify: isNotified,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    // Only the owner may rebuild indexes.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  try {
    await boss.start();
  } catch (error) {
    // The caller retries with a new instance, so this one must not keep trying.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }

  return {
    add: (async (client: TxClient, name: JobName, data: unknown, after?: Date) => {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      await boss.send(name, jobs[name].data.parse(data) as object, { db, ...(after && { startAfter: after }) });
    }) satisfies AddJob,

    async work(handlers: JobHandlers) {
      for (const [queue, name] of queues) {
        await boss.work(
          queue,
          {
            batchSize: BATCH,
            pollingIntervalSeconds: POLL_SECONDS,
            notifyPollingIntervalSeconds: 'cron' in jobs[name] ? SCHEDULED_POLL_SECONDS : POLL_SECONDS,
            burstWhenBatchFull: true,
            perJobResults: true,
          },
          (batch) =>
            Promise.all(
              batch.map(async (job) => {
                try {
                  await (handlers[name] as (data: unknown) => Promise<void>)(jobs[name].data.parse(job.data));
                  done(name, 'done');
                  return { id: job.id, status: 'completed' as const };
                } catch (error) {
                  onError(error);
                  done(name, 'failed');
                  return { id: job.id, status: 'failed' as const, output: { message: (error as Error).message } };
                }
              }),
            ),
        );
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 4_000 }),
  };
}
/** Queue name → job; a renamed job also has a queue under its old name. */
const queues: [queue: string, name: JobName][] = [
  ...(Object.keys(jobs) as JobName[]).map((name): [string, JobName] => [name, name]),
  ...Object.entries(renamedJobs),
];
export type Jobs = Awaited<ReturnType<typeof createJobs>>;

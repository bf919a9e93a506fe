import type { PgBoss } from 'pg-boss';
import type { AddJob, TxClient } from '../db/tx.ts';
import { jobs, type JobHandlers, type JobName } from './catalogue.ts';
import { JOB_SCHEMA } from './prepare.store.ts';

interface Deps {
  appUrl: string;
  onError(error: unknown): void;
  done(name: JobName, outcome: 'done' | 'failed'): void;
}
/** Fetched at once, so that a burst does not cost a round trip a job. */
const BATCH = 10;
const POLL_SECONDS = 2;

/** Everything that happens without anybody asking: pg-boss behind our own catalogue. */
export async function createJobs({ appUrl, onError, done }: Deps) {
  // Loaded here and not at the top: a process that only serves need not know it.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss: PgBoss = new Boss({
    connectionString: appUrl,
    schema: JOB_SCHEMA,
    application_name: 'balcao-jobs',
    max: 4,
    migrate: false,
    createSchema: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    // Rebuilding indexes is the owner's right.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', onError);
  try {
    await boss.start();
  } catch (error) {
    // Whoever tries again makes a new one; this one must not go on trying beside it.
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }

  return {
    add: (async (client: TxClient, name: JobName, data: unknown, after?: Date) => {
      const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
      await boss.send(name, jobs[name].data.parse(data) as object, { db, ...(after && { startAfter: after }) });
    }) satisfies AddJob,

    async work(handlers: JobHandlers) {
      for (const name of Object.keys(jobs) as JobName[]) {
        await boss.work(
          name,
          { batchSize: BATCH, pollingIntervalSeconds: POLL_SECONDS, perJobResults: true },
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
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}
export type Jobs = Awaited<ReturnType<typeof createJobs>>;

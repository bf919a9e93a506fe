import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { jobs, renamedJobs } from './catalogue.ts';

export const JOB_SCHEMA = 'jobs';
const QUEUE = {
  retryBackoff: true,
  retryDelay: 1,
  /** A job whose process crashed is claimed again after this long. */
  heartbeatSeconds: 10,
  /** A new job wakes the workers of its queue. */
  notify: true,
};

/** Creates the job tables, one queue per job, and the schedules. Runs as the owner; the app role may not create tables. */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  await createQueues(ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    // The app role can read the jobs of every company, so payloads contain ids only.
    await client.query(`
      grant usage on schema ${JOB_SCHEMA} to balcao_app;
      grant select, insert, update, delete on all tables in schema ${JOB_SCHEMA} to balcao_app;
      grant usage, select on all sequences in schema ${JOB_SCHEMA} to balcao_app;
      grant execute on all functions in schema ${JOB_SCHEMA} to balcao_app`);
  } finally {
    await client.end();
  }
}

async function createQueues(ownerUrl: string) {
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({ connectionString: ownerUrl, schema: JOB_SCHEMA, supervise: false, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const [name, { attempts, ...spec }] of Object.entries(jobs)) {
      await createQueue(boss, name, attempts);
      if ('cron' in spec) await boss.schedule(name, spec.cron, {}, { tz: 'UTC', singletonKey: name });
    }
    for (const [oldName, name] of Object.entries(renamedJobs)) await createQueue(boss, oldName, jobs[name].attempts);
    for (const { name } of await boss.getSchedules()) if (!Object.hasOwn(jobs, name)) await boss.unschedule(name);
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function createQueue(boss: PgBoss, name: string, attempts: number) {
  const options = { ...QUEUE, retryLimit: attempts - 1 };
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
}

/** Changes when a job is added, changed or renamed, or when the library has other tables. */
export function fingerprint(): string {
  const require = createRequire(import.meta.url);
  const library = require('pg-boss/package.json') as { version: string };
  const rows = Object.entries(jobs).map(([name, spec]) => [name, spec.attempts, 'cron' in spec ? spec.cron : null]);
  return createHash('sha256')
    .update(JSON.stringify([library.version, QUEUE, rows, renamedJobs]))
    .digest('hex');
}

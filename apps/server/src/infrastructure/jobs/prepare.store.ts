import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import pg from 'pg';
import { jobs } from './catalogue.ts';

export const JOB_SCHEMA = 'jobs';
/** A job that was started by a process that died is given out again after this long. */
const HEARTBEAT_SECONDS = 10;

/**
 * Done by the owner, because the role that serves owns nothing: the job tables, one queue a job, the schedules.
 */
export async function prepareJobs(ownerUrl: string): Promise<void> {
  await createQueues(ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'balcao-migrate' });
  await client.connect();
  try {
    // Payloads hold ids only: the app role can read this schema, so it must not tell one company about another.
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
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ connectionString: ownerUrl, schema: JOB_SCHEMA, supervise: false, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const [name, { attempts, ...spec }] of Object.entries(jobs)) {
      const options = {
        retryLimit: attempts - 1,
        retryBackoff: true,
        retryDelay: 1,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      };
      await boss.createQueue(name, options);
      await boss.updateQueue(name, options);
      if ('cron' in spec) await boss.schedule(name, spec.cron, {}, { tz: 'UTC', singletonKey: name });
    }
    for (const { name } of await boss.getSchedules()) if (!Object.hasOwn(jobs, name)) await boss.unschedule(name);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Changes when a job is added or altered, or when the library brings other tables. */
export function fingerprint(): string {
  const require = createRequire(import.meta.url);
  const library = require('pg-boss/package.json') as { version: string };
  const rows = Object.entries(jobs).map(([name, spec]) => [name, spec.attempts, 'cron' in spec ? spec.cron : null]);
  return createHash('sha256')
    .update(JSON.stringify([library.version, rows]))
    .digest('hex');
}

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import { jobs, type JobHandlers, type JobName, type SweepName } from './catalogue.ts';
import { createJobs } from './runner.ts';

interface Schedule {
  name: string;
  cron: string;
}
let server: TestServer;
let schedules: Schedule[];
beforeAll(async () => {
  // Serves and enqueues, and leaves the work to the workers of the tests.
  server = await startTestServer({ env: { ROLE: 'api' } });
  // Taken down, or the hour of the day would put jobs of its own among those of the tests.
  schedules = (await server.asOwner.query<Schedule>('delete from jobs.schedule returning name, cron')).rows;
  await server.work();
});
afterAll(() => server.stop());

const names = Object.keys(jobs) as JobName[];
const rowsOf = async (name: JobName) =>
  (
    await server.asOwner.query<{ state: string; retry_count: number }>(
      'select state, retry_count from jobs.job where name = $1 order by created_on',
      [name],
    )
  ).rows;
const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, { timeout: 20_000, interval: 50 });

/** A worker of our own on the same database, whose handlers do what the test says. */
async function aWorker(handlers: Partial<JobHandlers>) {
  const outcomes: string[] = [];
  const worker = await createJobs({
    appUrl: server.appUrl,
    onError: () => {},
    done: (name, outcome) => outcomes.push(`${name} ${outcome}`),
  });
  const idle = Object.fromEntries(names.map((name) => [name, async () => {}])) as unknown as JobHandlers;
  await worker.work({ ...idle, ...handlers });
  return { outcomes, stop: worker.stop };
}

describe('every job of the catalogue', () => {
  it('has a handler, and no handler is without a job', () => {
    expect(Object.keys(jobHandlers(server.modules, server)).toSorted()).toEqual(names.toSorted());
  });

  it('has a queue, and a schedule when it is a sweep', async () => {
    const { rows: queues } = await server.asOwner.query<{ name: string; retry_limit: number }>(
      'select name, retry_limit from jobs.queue',
    );
    for (const name of names) {
      expect(queues).toContainEqual({ name, retry_limit: jobs[name].attempts - 1 });
      if ('cron' in jobs[name]) expect(schedules).toContainEqual({ name, cron: jobs[name].cron });
    }
    expect(schedules.map(({ name }) => name).filter((name) => !names.includes(name as JobName))).toEqual([]);
  });

  it('that sweeps may run twice, also at once, and on an empty house', async () => {
    await server.createAdmin();
    const handlers = jobHandlers(server.modules, server);
    const state = async () =>
      (
        await server.asOwner.query(
          'select (select count(*) from users) as users, (select count(*) from sessions) as sessions, (select count(*) from event_log) as events',
        )
      ).rows;
    const before = await state();
    const sweeps = names.filter((name): name is SweepName => 'cron' in jobs[name]);
    for (const name of sweeps) {
      await handlers[name]({});
      await Promise.all([handlers[name]({}), handlers[name]({})]);
    }
    expect(await state()).toEqual(before);
  });

  /** How far a long work has come: a number that tells of nobody. */
  const positionFields = ['firstRow', 'done'];
  it('of the app role’s can be read by it, and carries ids and places only', async () => {
    const { rows } = await server.asOwner.query(
      `select has_table_privilege('balcao_app', 'jobs.job', 'select, insert, update, delete') as may, has_schema_privilege('balcao_app', 'jobs', 'create') as creates`,
    );
    expect(rows).toEqual([{ may: true, creates: false }]);
    for (const name of names) {
      const ids = Object.fromEntries(Object.keys(jobs[name].data.shape).map((field) => [field, 7]));
      expect(Object.keys(ids).filter((field) => !field.endsWith('Id') && !positionFields.includes(field))).toEqual([]);
      expect(jobs[name].data.parse({ ...ids, text: 'not an id' })).toEqual(ids);
    }
  });
});

describe('a job', () => {
  it('exists when its work was committed, and not when it was rolled back', async () => {
    const { companyId } = await server.createCompany();
    const enqueue = (fails: boolean) =>
      server.db.inCompany(companyId, async (tx) => {
        await tx.enqueue('file.sweep', {}, { after: new Date(Date.now() + 3_600_000) });
        if (fails) throw new Error('changed our mind');
      });
    await expect(enqueue(true)).rejects.toThrow('changed our mind');
    expect(await rowsOf('file.sweep')).toEqual([]);
    await enqueue(false);
    expect(await rowsOf('file.sweep')).toEqual([{ state: 'created', retry_count: 0 }]);
  });

  it('that fails is tried as often as the catalogue says, and no more', async () => {
    const { companyId } = await server.createCompany();
    // Every job there is today is a sweep with one attempt; one of them gets three, the way the catalogue gives them.
    await server.asOwner.query(
      `update jobs.queue set retry_limit = 2, retry_delay = 0, retry_backoff = false where name = 'session.prune'`,
    );
    const tries: JobName[] = [];
    const fails = (name: JobName) => async () => {
      tries.push(name);
      throw new Error('cannot be done');
    };
    const worker = await aWorker({
      'session.prune': fails('session.prune'),
      'rate-limit.prune': fails('rate-limit.prune'),
    });
    await server.db.inCompany(companyId, async (tx) => {
      await tx.enqueue('session.prune', {});
      await tx.enqueue('rate-limit.prune', {});
      await tx.enqueue('event-log.prune', {});
    });
    const states = async () =>
      Promise.all((['session.prune', 'rate-limit.prune', 'event-log.prune'] as const).map(rowsOf));
    await until(async () => (await states()).flat().every(({ state }) => state === 'failed' || state === 'completed'));
    expect(await states()).toEqual([
      [{ state: 'failed', retry_count: 2 }],
      [{ state: 'failed', retry_count: 0 }],
      [{ state: 'completed', retry_count: 0 }],
    ]);
    expect(tries.toSorted()).toEqual(['rate-limit.prune', ...Array.from({ length: 3 }, () => 'session.prune')]);
    expect(worker.outcomes.filter((outcome) => outcome === 'event-log.prune done')).toHaveLength(1);
    await worker.stop();
  });

  it('that was committed is done, by the house itself', async () => {
    const workingServer = await startTestServer();
    await workingServer.work();
    const admin = await workingServer.createAdmin();
    const agent = await workingServer.createAgent(admin.companyId);
    await workingServer.asOwner.query(
      `update users set last_seen_at = now() - interval '1 hour' where company_id = $1 and id = $2`,
      [admin.companyId, agent.user.id],
    );
    await workingServer.db.inCompany(admin.companyId, (tx) => tx.enqueue('presence.sweep', {}));
    await until(async () => (await admin.request('GET', `/users/${agent.user.id}`)).json().online === false);
    await workingServer.stop();
  });
});

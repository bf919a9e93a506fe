import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';
import { jobs, renamedJobs, type JobHandlers, type JobName, type SweepName } from './catalogue.ts';
import { prepareJobs } from './prepare.store.ts';
import { createJobs } from './runner.ts';

interface Schedule {
  name: string;
  cron: string;
}
let server: TestServer;
let schedules: Schedule[];
beforeAll(async () => {
  // Enqueues jobs; the workers of the tests run them.
  server = await startTestServer({ env: { ROLE: 'api' } });
  // Removed, so that a schedule does not add jobs of its own during the tests.
  schedules = (await server.asOwner.query<Schedule>('delete from jobs.schedule returning name, cron')).rows;
  await server.work();
});
afterAll(() => server.stop());

const names = Object.keys(jobs) as JobName[];
const rowsOf = async (name: string) =>
  (
    await server.asOwner.query<{ state: string; retry_count: number }>(
      'select state, retry_count from jobs.job where name = $1 order by created_on',
      [name],
    )
  ).rows;
const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, { timeout: 20_000, interval: 50 });

/** A second worker on the same database with the handlers of the test. */
async function startWorker(handlers: Partial<JobHandlers>, { isNotified = true } = {}) {
  const outcomes: string[] = [];
  const worker = await createJobs({
    appUrl: server.appUrl,
    isNotified,
    onError: () => {},
    done: (name, outcome) => outcomes.push(`${name} ${outcome}`),
  });
  const idle = Object.fromEntries(names.map((name) => [name, async () => {}])) as unknown as JobHandlers;
  await worker.work({ ...idle, ...handlers });
  return { outcomes, stop: worker.stop };
}

describe('every job of the catalogue', () => {
  it('has exactly one handler', () => {
    expect(Object.keys(jobHandlers(server.modules, server)).toSorted()).toEqual(names.toSorted());
  });

  it('has a queue, and a schedule if it has a cron expression', async () => {
    const { rows: queues } = await server.asOwner.query<{ name: string; retry_limit: number }>(
      'select name, retry_limit from jobs.queue',
    );
    for (const name of names) {
      expect(queues).toContainEqual({ name, retry_limit: jobs[name].attempts - 1 });
      if ('cron' in jobs[name]) expect(schedules).toContainEqual({ name, cron: jobs[name].cron });
    }
    expect(schedules.map(({ name }) => name).filter((name) => !names.includes(name as JobName))).toEqual([]);
  });

  it('that is scheduled changes nothing when it runs twice, also in parallel, without data to process', async () => {
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

  /** Progress of a long job, and the language of a mail: nothing personal. */
  const otherFields = new Map<string, unknown>([
    ['firstRow', 7],
    ['done', 7],
    ['language', 'pt'],
  ]);
  const dataOf = (name: JobName) =>
    Object.fromEntries(Object.keys(jobs[name].data.shape).map((field) => [field, otherFields.get(field) ?? 7]));
  it('is readable by the app role and carries only ids and positions', async () => {
    const { rows } = await server.asOwner.query(
      `select has_table_privilege('balcao_app', 'jobs.job', 'select, insert, update, delete') as may, has_schema_privilege('balcao_app', 'jobs', 'create') as creates`,
    );
    expect(rows).toEqual([{ may: true, creates: false }]);
    for (const name of names) {
      const ids = dataOf(name);
      expect(Object.keys(ids).filter((field) => !field.endsWith('Id') && !otherFields.has(field))).toEqual([]);
      expect(jobs[name].data.parse({ ...ids, text: 'not an id' })).toEqual(ids);
    }
  });
});

describe('a job', () => {
  it('exists when its transaction committed, and not when it was rolled back', async () => {
    const { companyId } = await server.createCompany();
    const enqueue = (fails: boolean) =>
      server.db.inCompany(companyId, async (tx) => {
        await tx.enqueue('file.sweep', {}, { after: new Date(Date.now() + 3_600_000) });
        if (fails) throw new Error('rolled back');
      });
    await expect(enqueue(true)).rejects.toThrow('rolled back');
    expect(await rowsOf('file.sweep')).toEqual([]);
    await enqueue(false);
    expect(await rowsOf('file.sweep')).toEqual([{ state: 'created', retry_count: 0 }]);
  });

  it('is attempted as often as the catalogue allows when it fails', async () => {
    const { companyId } = await server.createCompany();
    // Three attempts without a pause, as the catalogue would set them.
    await server.asOwner.query(
      `update jobs.queue set retry_limit = 2, retry_delay = 0, retry_backoff = false where name = 'invoice.renew'`,
    );
    const attempts: JobName[] = [];
    const fails = (name: JobName) => async () => {
      attempts.push(name);
      throw new Error('fails on purpose');
    };
    const worker = await startWorker({
      'invoice.renew': fails('invoice.renew'),
      'rate-limit.prune': fails('rate-limit.prune'),
    });
    await server.db.inCompany(companyId, async (tx) => {
      await tx.enqueue('invoice.renew', { companyId });
      await tx.enqueue('rate-limit.prune', {});
      await tx.enqueue('event-log.prune', {});
    });
    const states = async () =>
      Promise.all((['invoice.renew', 'rate-limit.prune', 'event-log.prune'] as const).map(rowsOf));
    await until(async () => (await states()).flat().every(({ state }) => state === 'failed' || state === 'completed'));
    expect(await states()).toEqual([
      [{ state: 'failed', retry_count: 2 }],
      [{ state: 'failed', retry_count: 0 }],
      [{ state: 'completed', retry_count: 0 }],
    ]);
    expect(attempts.toSorted()).toEqual([...Array.from({ length: 3 }, () => 'invoice.renew'), 'rate-limit.prune']);
    expect(worker.outcomes.filter((outcome) => outcome === 'event-log.prune done')).toHaveLength(1);
    await worker.stop();
  });

  it.each(Object.entries(renamedJobs))(
    'enqueued as %s by the previous release is handled as %s',
    async (oldName, name) => {
      const handled: unknown[] = [];
      const handler = async (data: unknown) => void handled.push(data);
      // Polls: a row that is inserted directly sends no notification.
      const worker = await startWorker({ [name]: handler }, { isNotified: false });
      const data = Object.fromEntries(Object.keys(jobs[name].data.shape).map((field) => [field, 7]));
      await server.asOwner.query('insert into jobs.job (name, data) values ($1, $2)', [oldName, data]);
      await until(async () => (await rowsOf(oldName)).every(({ state }) => state === 'completed'));
      expect(handled).toEqual([data]);
      expect(worker.outcomes).toContain(`${name} done`);
      await worker.stop();
    },
  );

  it('is run by the server itself once it is committed', async () => {
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

describe('upgrade from the previous release', () => {
  it('removes the schedules of renamed jobs and keeps their queues', async () => {
    await server.asOwner.query(
      `insert into jobs.schedule (name, key, cron, timezone) values ('delivery.forget', '', '47 * * * *', 'UTC')`,
    );
    await prepareJobs(server.ownerUrl);
    const { rows } = await server.asOwner.query<Schedule>('delete from jobs.schedule returning name, cron');
    expect(rows.map(({ name }) => name)).not.toContain('delivery.forget');
    expect(rows).toContainEqual({ name: 'inbox.prune', cron: '47 * * * *' });
    const { rows: queues } = await server.asOwner.query<{ name: string }>('select name from jobs.queue');
    expect(queues.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(renamedJobs)));
  });
});

describe('a call that enqueues before jobs run', () => {
  it('waits for them shortly, and is answered ERR_BUSY otherwise [F-L11]', async () => {
    const starting = await startTestServer({ env: { ROLE: 'api' } });
    const { companyId } = await starting.createCompany();
    const enqueue = () =>
      starting.db.inCompany(companyId, (tx) => tx.enqueue('template.sync', { companyId, connectionId: 1 }));
    await expect(enqueue()).rejects.toMatchObject({ code: 'ERR_BUSY', status: 503, retryAfterSeconds: 1 });
    // Whether jobs run before the time is over depends on the machine; until then the call is answered ERR_BUSY, never 500.
    const working = starting.work();
    await vi.waitUntil(
      () =>
        enqueue().then(
          () => true,
          (error: { code?: string }) => expect(error.code).toBe('ERR_BUSY'),
        ),
      { timeout: 20_000, interval: 10 },
    );
    await working;
    await starting.stop();
  });
});

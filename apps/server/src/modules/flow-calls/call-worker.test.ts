import { doneResult, type CallHandler, type CallRequest, type CallResult } from '@balcao/domain/flow/service-call';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestChannel } from '../../../test/channel.ts';
import { createFactory } from '../../../test/fixtures/factory.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createCallWorker, type CallHandlers, type CallWorker } from './index.ts';

// Without a listening server no other worker is woken: every call is made by the workers of the test.
let server: TestServer;
const workers: CallWorker[] = [];
beforeAll(async () => {
  server = await startTestServer({ channels: { of: () => createTestChannel().channel, close: async () => {} } });
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});
afterAll(() => server.stop());

const DONE = doneResult();
const failed = (reason: Extract<CallResult, { type: 'failed' }>['reason']): CallResult => ({ type: 'failed', reason });
const get = (url = 'https://service.example/a'): CallRequest => ({
  kind: 'http',
  call: { method: 'GET', url, headers: [], body: null, select: [] },
});
const post = (): CallRequest => ({
  kind: 'http',
  call: { method: 'POST', url: 'https://service.example/a', headers: [], body: null, select: [] },
});
const webhook: CallRequest = { kind: 'webhook', integrationId: 4, text: 'Oi' };

/** A worker, as another node has one. It notes the results that reach runs. */
function startWorker(
  answer: CallHandler,
  {
    timeoutMs = 60_000,
    renewMs = 60_000,
    isHeld = () => false,
  }: { timeoutMs?: number; renewMs?: number; isHeld?: () => boolean } = {},
) {
  const results: { callId: string; result: CallResult }[] = [];
  const handlers = Object.fromEntries(
    ['http', 'bot', 'webhook', 'model', 'transcription'].map((kind) => [kind, answer]),
  ) as unknown as CallHandlers;
  const worker = createCallWorker({
    db: server.db,
    flowCalls: server.modules.flowCalls,
    handlers,
    async onResult({ companyId, callId }, result, settle) {
      if (await server.db.inCompany(companyId, settle)) results.push({ callId, result });
    },
    onError: (error) => {
      throw error;
    },
    isHeld,
    timeoutMs,
    renewMs,
    recoverMs: 20,
  });
  workers.push(worker);
  return { worker, results };
}
/** A company with a conversation in a flow. */
async function createRun(plan: object = {}) {
  const { companyId } = await server.createAdmin({ plan });
  const ticketId = await createFactory(server, companyId).ticket();
  const { rows } = await server.asOwner.query<{ id: string }>(
    `insert into flow_runs (company_id, ticket_id, flow_id, version_id, node_version_id, trigger, state, node)
     values ($1, $2, 0, 0, 0, 'prompt', '{"wait": {"for": "call", "callId": "c1"}}', 'service') returning id`,
    [companyId, ticketId],
  );
  const runId = Number(rows[0]!.id);
  let count = 0;
  const add = (...requests: CallRequest[]) =>
    server.db.inCompany(companyId, (tx) =>
      server.modules.flowCalls.inTx.add(
        tx,
        requests.map((request) => ({
          callId: `c${++count}`,
          runId,
          ticketId,
          flowId: null,
          nodeId: 'service',
          request,
        })),
      ),
    );
  const calls = async () =>
    (
      await server.asOwner.query<{ id: string; state: string; reason: string | null; attempts: number; fence: string }>(
        'select id, state, reason, attempts, fence from flow_calls where company_id = $1 order by created_at, call_id',
        [companyId],
      )
    ).rows;
  return { companyId, ticketId, runId, add, calls };
}
const WAIT_MS = 10_000;
async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WAIT_MS; !(await isDone());) {
    if (Date.now() > end) throw new Error('did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
/** Calls that end when the test says so. */
function heldCalls() {
  const held: { companyId: number; end: () => void }[] = [];
  const handler: CallHandler = ({ companyId }) =>
    new Promise((resolve) => void held.push({ companyId, end: () => resolve(DONE) }));
  return { held, handler };
}
const endLease = (companyId: number) =>
  server.asOwner.query(
    `update flow_calls set lease_until = now() - interval '1 second' where company_id = $1 and state = 'calling'`,
    [companyId],
  );

describe('calls to services', () => {
  it('are made once, whichever node is faster, and their result reaches the run', async () => {
    const { companyId, add, calls } = await createRun();
    let made = 0;
    const answer: CallHandler = async () => {
      made += 1;
      return DONE;
    };
    const [one, other] = [startWorker(answer), startWorker(answer)];
    await add(...Array.from({ length: 30 }, () => get()));
    one.worker.wake(companyId);
    other.worker.wake(companyId);
    await until(async () => (await calls()).every(({ state }) => state === 'done'));
    expect([made, one.results.length + other.results.length]).toEqual([30, 30]);
  });

  it('wait in a company that was moved here until a person confirms the move', async () => {
    const [moved, other] = [await createRun(), await createRun()];
    const made: number[] = [];
    const { worker, results } = startWorker(async ({ companyId }) => {
      made.push(companyId);
      return DONE;
    });
    for (const { add } of [moved, other]) await add(webhook, get());
    // The process of the former server was making one, which must not be repeated or ended here.
    await server.asOwner.query(
      `update flow_calls set state = 'calling', lease_until = now() - interval '1 hour'
        where company_id = $1 and kind = 'http'`,
      [moved.companyId],
    );
    await server.asOwner.query('insert into platform_settings (key, value) values ($1, now())', [
      `moved-in.${moved.companyId}`,
    ]);
    await worker.sweep();
    worker.wake(moved.companyId);
    await until(async () => worker.isIdle() && (await other.calls()).every(({ state }) => state === 'done'));
    expect((await moved.calls()).map(({ state }) => state)).toEqual(['queued', 'calling']);
    expect([made.includes(moved.companyId), results.length]).toEqual([false, 1]);

    expect(await server.doctor.continueCompany(moved.companyId)).toBe(true);
    await worker.sweep();
    await until(async () => (await moved.calls()).every(({ state }) => state !== 'queued' && state !== 'calling'));
    expect(made).toContain(moved.companyId);
  });

  it('are ten at the same time in a company, over all nodes, and do not delay another company', async () => {
    const [busy, quiet] = [await createRun(), await createRun()];
    const { held, handler } = heldCalls();
    const [one, other] = [startWorker(handler), startWorker(handler)];
    await busy.add(...Array.from({ length: 50 }, () => get()));
    for (const { worker } of [one, other]) worker.wake(busy.companyId);
    await until(() => held.length >= 10);
    await quiet.add(get());
    one.worker.wake(quiet.companyId);
    await until(() => held.some(({ companyId }) => companyId === quiet.companyId));
    expect(held.filter(({ companyId }) => companyId === busy.companyId)).toHaveLength(10);
    // Nothing of the database is held while they run.
    await until(() => server.db.pool.totalCount === server.db.pool.idleCount);
    await until(async () => {
      for (const { end } of held.splice(0)) end();
      return (await busy.calls()).every(({ state }) => state === 'done');
    });
  });

  it('are never more than ten, however many nodes claim at the same moment', async () => {
    const { companyId, add } = await createRun();
    await add(...Array.from({ length: 60 }, () => get()));
    const claimed = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.modules.flowCalls.claim(companyId, 10).then(({ claims }) => claims.length),
      ),
    );
    expect(claimed.reduce((sum, n) => sum + n, 0)).toBe(10);
  });

  it('end after their time', async () => {
    const { companyId, add, calls } = await createRun();
    const { worker, results } = startWorker(() => new Promise(() => {}), { timeoutMs: 50 });
    await add(get());
    worker.wake(companyId);
    await until(() => results.length === 1);
    expect(results).toEqual([{ callId: 'c1', result: failed('tooSlow') }]);
    expect(await calls()).toMatchObject([{ state: 'failed', reason: 'tooSlow' }]);
  });

  it('end with what they have when their time is over', async () => {
    const { companyId, add, calls } = await createRun();
    const { worker, results } = startWorker(
      (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve(DONE));
        }),
      { timeoutMs: 50 },
    );
    await add(get());
    worker.wake(companyId);
    await until(() => results.length === 1);
    expect(results).toEqual([{ callId: 'c1', result: DONE }]);
    expect(await calls()).toMatchObject([{ state: 'done' }]);
  });

  it.each(['useIntegrations', 'useOpenAi'] as const)('are not made without %s in the plan [AI-08]', async (flag) => {
    const { companyId, add } = await createRun({ [flag]: false });
    let made = 0;
    const { worker, results } = startWorker(async () => {
      made += 1;
      return DONE;
    });
    await add(flag === 'useOpenAi' ? { kind: 'model', promptId: 1, fields: null, text: 'Oi' } : get());
    worker.wake(companyId);
    await until(() => results.length === 1);
    expect([made, results[0]!.result]).toEqual([0, failed('notConfigured')]);
  });
});

describe('a service that fails five times in a row', () => {
  it('is not called by any node for a while, then once to see whether it works', async () => {
    const { companyId, add } = await createRun();
    let works = false;
    let made: string[] = [];
    const answer: CallHandler = async ({ callId }) => {
      made.push(callId);
      return works ? DONE : failed('down');
    };
    const [one, other] = [startWorker(answer), startWorker(answer)];
    for (let n = 0; n < 5; n++) {
      await add(get());
      one.worker.wake(companyId);
      await until(() => one.results.length === n + 1);
    }
    const breaker = async () =>
      (
        await server.asOwner.query<{ failures: number; seconds: number }>(
          `select failures, round(extract(epoch from open_until - now()))::int as seconds from service_breakers
            where company_id = $1`,
          [companyId],
        )
      ).rows;
    expect(await breaker()).toEqual([{ failures: 5, seconds: 30 }]);
    await add(get(), get('https://other.example/a'));
    other.worker.wake(companyId);
    await until(() => other.results.length === 2);
    expect(other.results).toContainEqual({ callId: 'c6', result: failed('breakerOpen') });
    // Another account works on.
    expect(made.slice(5)).toEqual(['c7']);

    const rest = () =>
      server.asOwner.query(`update service_breakers set open_until = now() where company_id = $1`, [companyId]);
    made = [];
    await rest();
    await add(get(), get(), get());
    other.worker.wake(companyId);
    await until(() => other.results.length === 5);
    expect(made).toHaveLength(1);
    expect(await breaker()).toContainEqual({ failures: 6, seconds: 60 });
    works = true;
    await rest();
    await add(get());
    one.worker.wake(companyId);
    // Whichever node is faster: the end of its last call wakes the other one too.
    await until(() => one.results.length + other.results.length === 11);
    expect((await breaker()).filter(({ failures }) => failures > 5)).toEqual([]);
  });
});

describe('a process that ends during a call', () => {
  it('leaves it to another node, and its own late result has no effect', async () => {
    const { companyId, add, calls } = await createRun();
    const { held, handler } = heldCalls();
    const dead = startWorker(handler);
    await add(get());
    dead.worker.wake(companyId);
    await until(() => held.length === 1);
    await endLease(companyId);
    const other = startWorker(async () => DONE);
    await other.worker.sweep();
    await until(() => other.results.length === 1);
    held[0]!.end();
    await until(() => dead.worker.isIdle());
    expect([dead.results, other.results]).toEqual([[], [{ callId: 'c1', result: DONE }]]);
    expect(await calls()).toMatchObject([{ state: 'done', attempts: 2 }]);
  });

  it('is noticed within seconds: another one renews its lease, and calls without one are taken over [AI-07]', async () => {
    const { companyId, add, calls } = await createRun();
    const { held, handler } = heldCalls();
    const living = startWorker(handler, { renewMs: 20 });
    await add(get());
    living.worker.wake(companyId);
    await until(() => held.length === 1);
    const leaseSeconds = async () =>
      (
        await server.asOwner.query<{ seconds: number }>(
          'select extract(epoch from lease_until - now())::float8 as seconds from flow_calls where company_id = $1',
          [companyId],
        )
      ).rows[0]!.seconds;
    expect(await leaseSeconds()).toBeLessThanOrEqual(10);
    await server.asOwner.query(
      `update flow_calls set lease_until = now() + interval '1 second' where company_id = $1`,
      [companyId],
    );
    await until(async () => (await leaseSeconds()) > 5);
    await living.worker.stop();
    expect(await calls()).toMatchObject([{ state: 'queued' }]);

    const dead = startWorker(handler);
    dead.worker.wake(companyId);
    await until(() => held.length === 2);
    const other = startWorker(async () => DONE);
    other.worker.start();
    await endLease(companyId);
    // It may also find calls of earlier tests.
    await until(async () => (await calls())[0]!.state === 'done');
    expect(other.results).toContainEqual({ callId: 'c1', result: DONE });
    for (const { end } of held) end();
  });

  it('leaves its outcome unknown where a repeat does harm, or no run awaits it', async () => {
    const { companyId, add, calls } = await createRun();
    const { held, handler } = heldCalls();
    const dead = startWorker(handler);
    // The run awaits the first one only.
    await add(post(), get());
    dead.worker.wake(companyId);
    await until(() => held.length === 2);
    await endLease(companyId);
    let repeated = 0;
    const other = startWorker(async () => {
      repeated += 1;
      return DONE;
    });
    await other.worker.sweep();
    await until(() => other.results.length === 2);
    expect([repeated, await calls()]).toMatchObject([
      0,
      [{ state: 'unknown', reason: 'interrupted' }, { state: 'unknown' }],
    ]);
    for (const { end } of held) end();
  });

  it('gives back what may be repeated when it stops', async () => {
    const { companyId, add, calls } = await createRun();
    const { held, handler } = heldCalls();
    const { worker } = startWorker(handler);
    await add(get());
    worker.wake(companyId);
    await until(() => held.length === 1);
    await worker.stop();
    expect(await calls()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });
});

describe('a webhook', () => {
  it('is delivered up to three times, under the same id', async () => {
    const { companyId, add, calls } = await createRun();
    const ids: string[] = [];
    const { worker } = startWorker(async ({ id }) => {
      ids.push(id);
      return failed('down');
    });
    await add(webhook);
    worker.wake(companyId);
    for (let n = 1; n <= 3; n++) {
      await until(async () => ids.length === n && (await calls()).every(({ state }) => state !== 'calling'));
      await server.asOwner.query('update flow_calls set not_before = now() where company_id = $1', [companyId]);
      worker.wake(companyId);
    }
    await until(async () => (await calls())[0]!.state === 'failed');
    expect([new Set(ids).size, ids.length]).toEqual([1, 3]);
    expect(await calls()).toMatchObject([{ state: 'failed', reason: 'down', attempts: 3 }]);
  });

  it('waits for a service that is paused, without an attempt, for a day at most', async () => {
    const { companyId, add, calls } = await createRun();
    const made: string[] = [];
    let works = false;
    const { worker } = startWorker(async ({ callId }) => {
      made.push(callId);
      return works ? DONE : failed('down');
    });
    for (let n = 1; n <= 5; n++) {
      await add(webhook);
      worker.wake(companyId);
      await until(async () => made.length === n && (await calls()).every(({ state }) => state !== 'calling'));
    }
    // More than the company may make at the same time, and one of another service behind them.
    await add(...Array.from({ length: 12 }, () => webhook), { ...webhook, integrationId: 5 });
    worker.wake(companyId);
    await until(() => made.length === 6);
    expect(made[5]).toBe('c18');
    await until(async () => (await calls()).every(({ state }) => state === 'queued'));
    const waiting = (await calls()).filter(({ reason }) => reason === 'breakerOpen');
    expect(waiting.map(({ attempts }) => attempts)).toEqual(Array.from({ length: 12 }, () => 0));

    await server.asOwner.query(
      `update flow_calls set created_at = now() - interval '25 hours', not_before = now()
        where company_id = $1 and call_id = 'c17'`,
      [companyId],
    );
    worker.wake(companyId);
    await until(async () => (await calls()).some(({ state }) => state === 'failed'));
    works = true;
    const endRest = async () => {
      await server.asOwner.query('update service_breakers set open_until = now() where company_id = $1', [companyId]);
      await server.asOwner.query('update flow_calls set not_before = now() where company_id = $1', [companyId]);
      worker.wake(companyId);
    };
    await endRest();
    await until(async () => (await calls()).some(({ state }) => state === 'done') && worker.isIdle());
    await endRest();
    await until(async () => (await calls()).every(({ state }) => state === 'done' || state === 'failed'));
    expect((await calls()).filter(({ state }) => state === 'failed')).toMatchObject([
      { reason: 'breakerOpen', attempts: 1 },
    ]);
  });

  it('and other calls are not made while sending is held, and are when it is not', async () => {
    const { companyId, add, calls } = await createRun();
    let isHeld = true;
    const { worker } = startWorker(async () => DONE, { isHeld: () => isHeld });
    await add(webhook, get());
    worker.wake(companyId);
    await worker.sweep();
    await until(() => worker.isIdle());
    expect((await calls()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['queued', 0],
      ['queued', 0],
    ]);
    isHeld = false;
    await worker.sweep();
    await until(async () => (await calls()).every(({ state }) => state === 'done'));
  });

  it('is sent although its run is over; other calls are not', async () => {
    const { companyId, runId, add, calls } = await createRun();
    await add(webhook, get());
    await server.asOwner.query(`update flow_runs set ended_at = now(), end_reason = 'takenOver' where id = $1`, [
      runId,
    ]);
    expect((await calls()).map(({ state, reason }) => [state, reason])).toEqual([
      ['queued', null],
      ['failed', 'voided'],
    ]);
    const { worker, results } = startWorker(async () => DONE);
    worker.wake(companyId);
    await until(async () => (await calls())[0]!.state === 'done');
    expect(results).toEqual([]);
  });
});

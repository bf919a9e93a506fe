import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../gateways/ai/port.ts';
import type { TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';
import {
  createPrompt,
  readCeilings,
  scriptedModel,
  setCeilings,
  setPrices,
  startAiServer,
  tryPrompt,
} from './ai.fixture.ts';

const model = scriptedModel();
let server: TestServer;
let superUser: Caller;
beforeAll(async () => {
  server = await startAiServer(model);
  superUser = await server.createSuperUser();
  await setPrices(superUser);
});
afterAll(() => server.stop());

const COST = 2000;
const ledger = async (companyId: number) =>
  (
    await server.asOwner.query<{ outcome: string; cost: string | null }>(
      'select outcome, cost_micros as cost from ai_usage where company_id = $1 order by id',
      [companyId],
    )
  ).rows.map(({ outcome, cost }) => [outcome, cost === null ? null : Number(cost)]);

/** What was emitted and mailed about ceilings. */
async function notices({ companyId }: Caller) {
  const events = await server.asOwner.query<{ data: { ceiling: string; percent: number } }>(
    `select data from event_log where company_id = $1 and kind = 'ai-ceiling.reached' order by data->>'percent' desc`,
    [companyId],
  );
  const mails = await server.asOwner.query<{ address: string }>(
    `select address from mails where company_id = $1 and kind = 'ai-ceiling' order by address`,
    [companyId],
  );
  return {
    events: events.rows.map(({ data: { ceiling, percent } }) => ({ ceiling, percent })),
    mails: mails.rows.map(({ address }) => address),
  };
}

describe('the ceiling of a month', () => {
  it('is never exceeded by 100 calls, 20 at once, and every call is in the ledger exactly once [AI-04]', async () => {
    const admin = await server.createAdmin();
    const { id } = await createPrompt(admin, { maxTokens: 100 });
    await setCeilings(admin, { monthCents: 10 });
    model.answers(() => ({ text: 'Temos.' }));
    // More at once would only wait for a database connection.
    const rounds = Array.from({ length: 20 }, async () => {
      const results = [];
      for (let n = 0; n < 5; n++) results.push(await tryPrompt(admin, id, 'oi'));
      return results;
    });
    const tried = (await Promise.all(rounds)).flat();
    expect(tried).toHaveLength(100);
    const done = tried.filter(({ failure }) => failure === null);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(tried.map(({ failure }) => failure))).toEqual(new Set([null, 'monthCeiling']));
    const state = await readCeilings(admin);
    expect(state).toMatchObject({ spentMicros: done.length * COST, reservedMicros: 0, callsToday: done.length });
    expect(state.spentMicros).toBeLessThanOrEqual(100_000);
    expect(model.calls).toHaveLength(done.length);
    expect(await ledger(admin.companyId)).toEqual(done.map(() => ['done', COST]));
    const { rows } = await server.asOwner.query('select from ai_reservations where company_id = $1', [admin.companyId]);
    expect(rows).toEqual([]);
  });

  it('notifies every admin once of 80 % and once of the ceiling, on the screen and by mail, however many calls race', async () => {
    const admin = await server.createAdmin();
    const colleague = await server.createUser(admin.companyId, { profile: 'admin' });
    await server.createUser(admin.companyId);
    const { id } = await createPrompt(admin, { maxTokens: 100 });
    await setCeilings(admin, { monthCents: 3 });
    model.answers(() => ({ text: 'Temos.' }));
    const screen = await openSocket(server, admin);
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let n = 0; n < 4; n++) await tryPrompt(admin, id, 'oi');
      }),
    );
    for (const percent of [80, 100])
      await screen.waitFor(
        'prompt',
        (payload) => 'percent' in payload && payload.ceiling === 'month' && payload.percent === percent,
      );
    expect(await notices(admin)).toEqual({
      events: [
        { ceiling: 'month', percent: 80 },
        { ceiling: 'month', percent: 100 },
      ],
      mails: [admin.email, admin.email, colleague.email, colleague.email].toSorted(),
    });
    // A call that is refused for what others have reserved may precede the 80 %.
    const shown = (await readCeilings(admin)).notices;
    expect(shown.toSorted((first, second) => first.percent - second.percent)).toEqual([
      { ceiling: 'month', percent: 80, at: expect.any(String) },
      { ceiling: 'month', percent: 100, at: expect.any(String) },
    ]);
  });

  it('notifies again in the next month', async () => {
    const admin = await server.createAdmin();
    const { id } = await createPrompt(admin, { maxTokens: 100 });
    await setCeilings(admin, { monthCents: 0 });
    model.answers(() => ({ text: 'Temos.' }));
    expect((await tryPrompt(admin, id, 'oi')).failure).toBe('monthCeiling');
    await server.asOwner.query(
      `update ai_counters set period = period - interval '1 month' where company_id = $1 and scope = 'month'`,
      [admin.companyId],
    );
    await server.asOwner.query(`update mails set about = 'earlier ' || about where company_id = $1`, [admin.companyId]);
    for (let n = 0; n < 2; n++) await tryPrompt(admin, id, 'oi');
    const { events, mails } = await notices(admin);
    expect([events, mails]).toEqual([
      [
        { ceiling: 'month', percent: 100 },
        { ceiling: 'month', percent: 100 },
      ],
      [admin.email, admin.email],
    ]);
  });

  it('counts a call that was never settled with all that was reserved for it', async () => {
    const admin = await server.createAdmin();
    const { id } = await createPrompt(admin, { maxTokens: 100 });
    await setCeilings(admin, { monthCents: 100 });
    const never = Promise.withResolvers<{ text: string }>();
    const called = Promise.withResolvers<void>();
    model.answers(() => {
      called.resolve();
      return never.promise;
    });
    const lost = tryPrompt(admin, id, 'oi');
    await called.promise;
    const { reservedMicros } = await readCeilings(admin);
    expect(reservedMicros).toBeGreaterThan(COST / 2);
    await server.asOwner.query(`update ai_reservations set at = at - interval '1 hour' where company_id = $1`, [
      admin.companyId,
    ]);
    model.answers(() => ({ text: 'Temos.' }));
    await tryPrompt(admin, id, 'oi');
    expect(await readCeilings(admin)).toMatchObject({ spentMicros: reservedMicros + COST, reservedMicros: 0 });
    expect(await ledger(admin.companyId)).toEqual([
      ['unknown', reservedMicros],
      ['done', COST],
    ]);
    // The late answer counts for nothing more.
    never.resolve({ text: 'Tarde' });
    await lost;
    expect(await ledger(admin.companyId)).toHaveLength(2);
  });
});

describe('a call', () => {
  it.each([
    ['notSent', 0],
    ['refused', 0],
    ['unknown', 'reserved'],
  ] as const)('that ends as %s is settled', async (outcome, cost) => {
    const admin = await server.createAdmin();
    const { id } = await createPrompt(admin);
    model.answers(() => new ServiceError(outcome, 'down'));
    expect(await tryPrompt(admin, id, 'oi')).toMatchObject({ text: null, failure: 'unavailable' });
    const [entry] = await ledger(admin.companyId);
    expect(entry).toEqual([outcome, cost === 0 ? 0 : expect.any(Number)]);
    const { spentMicros, reservedMicros } = await readCeilings(admin);
    expect([spentMicros, reservedMicros]).toEqual([entry![1], 0]);
    if (cost !== 0) expect(spentMicros).toBeGreaterThan(0);
  });

  it('of a model without a price is recorded without a cost', async () => {
    const admin = await server.createAdmin();
    const { id } = await createPrompt(admin, { model: 'another-model' });
    model.answers(() => ({ text: 'Temos.' }));
    expect((await tryPrompt(admin, id, 'oi')).usage).toEqual({ inputTokens: 500, outputTokens: 100, costMicros: null });
    expect(await ledger(admin.companyId)).toEqual([['done', null]]);
    const report = (await admin.request('GET', '/ai-usage')).json();
    expect(report).toMatchObject({ total: { calls: 1, costMicros: 0, unpricedCalls: 1 } });
  });

  it('beyond the calls of a day is not made', async () => {
    const admin = await server.createAdmin();
    const { id } = await createPrompt(admin);
    await setCeilings(admin, { callsPerDay: 2 });
    model.answers(() => ({ text: 'Temos.' }));
    const failures = [];
    for (let n = 0; n < 4; n++) failures.push((await tryPrompt(admin, id, 'oi')).failure);
    expect(failures).toEqual([null, null, 'dayCeiling', 'dayCeiling']);
    expect(model.calls).toHaveLength(2);
    expect(await notices(admin)).toEqual({
      events: [
        { ceiling: 'day', percent: 80 },
        { ceiling: 'day', percent: 100 },
      ],
      mails: [admin.email, admin.email],
    });
    // Yesterday's calls count no more.
    await server.asOwner.query(
      `update ai_counters set period = period - interval '1 day' where company_id = $1 and scope = 'day'`,
      [admin.companyId],
    );
    expect((await tryPrompt(admin, id, 'oi')).failure).toBeNull();
  });
});

describe('the usage of a company', () => {
  it('is shown by prompt, day and model, and only to itself', async () => {
    const [admin, other] = [await server.createAdmin(), await server.createAdmin()];
    const [first, second] = [await createPrompt(admin), await createPrompt(admin)];
    model.answers(() => ({ text: 'Temos.' }));
    for (const { id } of [first, first, second]) await tryPrompt(admin, id, 'oi');
    const report = (await admin.request('GET', '/ai-usage')).json();
    expect(report).toMatchObject({
      total: { calls: 3, failedCalls: 0, inputTokens: 1500, outputTokens: 300, costMicros: 3 * COST },
      byPrompt: [
        { prompt: { id: first.id, name: first.name }, calls: 2, costMicros: 2 * COST },
        { prompt: { id: second.id, name: second.name }, calls: 1 },
      ],
      byFlow: [{ flow: { id: null, name: null }, calls: 3 }],
      byDay: [{ day: expect.any(String), calls: 3 }],
      byModel: [{ provider: 'sandbox', model: 'gpt-test', calls: 3 }],
    });
    expect((await other.request('GET', '/ai-usage')).json()).toMatchObject({ total: { calls: 0 }, byPrompt: [] });
    expect((await admin.request('GET', `/prompt/${first.id}`)).json()).toMatchObject({
      usage: { calls: 2, costMicros: 2 * COST, unpricedCalls: 0 },
    });
  });

  it('can be neither changed nor deleted by the server', async () => {
    const { rows } = await server.asOwner.query<{ rights: string[] }>(
      `select array_agg(privilege_type::text order by privilege_type) as rights from information_schema.role_table_grants
        where table_name = 'ai_usage' and grantee = 'balcao_app'`,
    );
    expect(rows[0]!.rights).toEqual(['INSERT', 'SELECT']);
  });

  it('is limited to a quarter', async () => {
    const admin = await server.createAdmin();
    const answer = await admin.request('GET', '/ai-usage?from=2026-01-01&to=2026-12-31');
    expect(answer.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: [{ field: 'to', rule: 'tooLarge' }] });
  });
});

it('counters that no call can reach any more are removed by the daily job, not by a call', async () => {
  const admin = await server.createAdmin();
  const { companyId } = admin;
  const { id } = await createPrompt(admin);
  await server.asOwner.query(
    `insert into ai_counters (company_id, scope, subject, period, calls, updated_at)
     select $1, scope, n, 'epoch', 1, now() - age::interval
       from (values ('contactHour', 1, '3 hours'), ('contactHour', 2, '1 hour'), ('conversation', 3, '61 days'),
                    ('conversation', 4, '59 days'), ('day', 5, '90 days')) as old (scope, n, age)`,
    [companyId],
  );
  const left = async () =>
    (
      await server.asOwner.query<{ subject: string }>(
        'select subject from ai_counters where company_id = $1 and subject > 0 order by subject',
        [companyId],
      )
    ).rows.map(({ subject }) => Number(subject));
  model.answers(() => ({ text: 'Temos.' }));
  expect((await tryPrompt(admin, id, 'oi')).failure).toBeNull();
  expect(await left()).toEqual([1, 2, 3, 4, 5]);
  await server.modules.ai.prune(companyId);
  expect(await left()).toEqual([2, 4, 5]);
});

describe('prices', () => {
  it('are replaced by super users, and the most exact name counts', async () => {
    const admin = await server.createAdmin();
    expect((await admin.request('GET', '/ai-prices')).statusCode).toBe(403);
    const price = (name: string, inputPerMillion: number) => ({
      provider: 'sandbox',
      model: name,
      inputPerMillion,
      outputPerMillion: 0,
      perMinute: 0,
      perMillionCharacters: 0,
    });
    const prices = [price('gpt-*', 1_000_000), price('gpt-test', 5_000_000), price('gpt-test-*', 9_000_000)];
    try {
      const saved = await superUser.request('PUT', '/ai-prices', { prices });
      expect(saved.json()).toEqual({ prices });
      model.answers(() => ({ text: 'Temos.' }));
      const costs = [];
      for (const name of ['gpt-test', 'gpt-test-2', 'gpt-other', 'llama']) {
        const { id } = await createPrompt(admin, { model: name });
        costs.push((await tryPrompt(admin, id, 'oi')).usage!.costMicros);
      }
      expect(costs).toEqual([2500, 4500, 500, null]);
      const twice = await superUser.request('PUT', '/ai-prices', { prices: [prices[0], prices[0]] });
      expect(twice.json()).toMatchObject({ fields: [{ field: 'prices', rule: 'taken' }] });
    } finally {
      await setPrices(superUser);
    }
  });
});

import { DAY_MS } from '@balcao/domain/kit/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { caseCounts } from '../../../test/case-counts.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { TestServer } from '../../../test/server.ts';
import { PLAN_PORTION } from './plan-recipients.store.ts';
import { createCampaignCompany, nextNumber, type CampaignCompany, type ConnectedServer } from './campaigns.fixture.ts';

let service: ConnectedServer;
let second: TestServer;
beforeAll(async () => {
  service = await startConnectedServer();
  second = await service.startNode();
});
afterEach(() => {
  for (const { clock } of [service.server, second]) clock.set(new Date());
});
afterAll(async () => {
  await second.stop();
  await service.server.stop();
});

/** The same numbers for the same seed, so that a failure can be repeated. */
function seeded(seed: number) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 0x1_0000_0000;
}
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Two nodes work on the connection until `isDone`. Errors are those of killed connections. */
async function workOnBoth(company: CampaignCompany, isDone: () => boolean | Promise<boolean>) {
  const nodes = [service.server, second];
  await Promise.all(
    nodes.map(async ({ modules }) => {
      while (!(await isDone())) {
        await modules.campaignModule.worker.poll().catch(() => {});
        await modules.campaignModule.runStep(company.companyId, company.connectionId).catch(() => {});
      }
    }),
  );
}
/** Main messages of a company's campaigns by number: withdrawn ones were never sent. */
async function mainMessages(company: CampaignCompany): Promise<Map<string, number>> {
  const { rows } = await service.server.asOwner.query<{ number: string; n: number }>(
    `select r.number, count(m.id)::int as n from campaign_recipients r
       left join messages m on m.company_id = r.company_id and m.client_key like 'campaign ' || r.id || ' %'
        and coalesce(m.failure_code, '') <> 'ERR_CAMPAIGN_STOPPED'
      where r.company_id = $1 group by r.number`,
    [company.companyId],
  );
  return new Map(rows.map(({ number, n }) => [number, n]));
}
const setNext = (company: CampaignCompany, time: string) =>
  service.server.asOwner.query(
    `insert into campaign_connections (company_id, connection_id, next_at) values ($1, $2, ${time})
       on conflict (company_id, connection_id) do update set next_at = excluded.next_at`,
    [company.companyId, company.connectionId],
  );
const isFinished = async (id: number) =>
  (await service.server.asOwner.query('select from campaigns where id = $1 and status = $2', [id, 'FINALIZADA'])).rows
    .length > 0;

describe('two nodes', () => {
  it(`reach each address exactly once, while connections are killed between statements [CP-01] [CR-02] [PB-10]`, async () => {
    const company = await createCampaignCompany(service);
    const size = caseCounts(5000);
    const { id: contactListId, numbers } = await company.createLargeList(size);
    const { id } = await company.create({ contactListId });
    const random = seeded(20_261_117);
    let kills = 0;
    let isOver = false;
    const killer = (async () => {
      while (!isOver && kills < 20) {
        await pause(20 + random() * 60);
        await service.server.asOwner
          .query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and usename = 'balcao_app' and state in ('active', 'idle in transaction')
              order by random() limit 1`,
          )
          .catch(() => {});
        kills += 1;
      }
    })();
    const end = Date.now() + 50_000;
    await workOnBoth(company, async () => Date.now() > end || (await isFinished(id).catch(() => false)));
    isOver = true;
    await killer;
    await company.runUntil(id);
    const sent = await mainMessages(company);
    expect(sent.size).toBe(size);
    expect(numbers.filter((number) => sent.get(number) !== 1)).toEqual([]);
    expect(kills).toBeGreaterThan(0);
  }, 120_000);

  it.each([1, -1])(
    'reach each address exactly once when their clocks differ by %d day [CP-01]',
    async (days) => {
      const company = await createCampaignCompany(service);
      const { id: contactListId, numbers } = await company.createLargeList(60);
      second.clock.set(new Date(+service.server.clock.now() + days * DAY_MS));
      const { id } = await company.create({ contactListId });
      const end = Date.now() + 20_000;
      await workOnBoth(company, async () => Date.now() > end || (await isFinished(id)));
      const sent = await mainMessages(company);
      expect(numbers.filter((number) => sent.get(number) !== 1)).toEqual([]);
      expect((await company.read(id)).status).toBe('FINALIZADA');
    },
    30_000,
  );

  it('send nothing after a stop is committed, and nothing twice after twenty restarts [CP-02] [CP-03]', async () => {
    const company = await createCampaignCompany(service);
    const { id: contactListId, numbers } = await company.createLargeList(40);
    const { id } = await company.create({ contactListId });
    const random = seeded(7);
    let isOver = false;
    const work = workOnBoth(company, () => isOver);
    const messages = async () =>
      (
        await service.server.asOwner.query<{ n: number }>(
          `select count(*)::int as n from messages where company_id = $1 and origin = 'campaign'`,
          [company.companyId],
        )
      ).rows[0]!.n;
    for (let round = 0; round < 20; round += 1) {
      await pause(random() * 40);
      const isPause = random() < 0.5;
      const stopped = await company.ask('POST', `/campaigns/${id}/${isPause ? 'pause' : 'cancel'}`);
      if (stopped.statusCode !== 204) continue;
      const after = await messages();
      await pause(60);
      expect(await messages()).toBe(after);
      await company.must('POST', `/campaigns/${id}/${isPause ? 'continue' : 'restart'}`);
    }
    isOver = true;
    await work;
    await company.runUntil(id);
    const sent = await mainMessages(company);
    expect(numbers.filter((number) => sent.get(number) !== 1)).toEqual([]);
  }, 60_000);

  it('both record outcomes, whichever of them queued the message', async () => {
    const company = await createCampaignCompany(service);
    const { id: contactListId } = await company.createLargeList(1);
    const { id } = await company.create({ contactListId });
    await setNext(company, `now() + interval '1 day'`);
    await second.modules.campaignModule.worker.poll();
    await service.server.modules.campaignModule.worker.poll();
    await setNext(company, 'now()');
    const { sent } = await second.modules.campaignModule.runStep(company.companyId, company.connectionId);
    expect(sent).toBe(1);
    await company.runUntil(id);
  });

  it('plan people beyond one portion, each address once, when the first node fails between two portions', async () => {
    const company = await createCampaignCompany(service);
    const { id: tagListId } = await company.must<{ id: number }>('POST', '/tags', {
      name: 'Clientes',
      color: '#2f9e44',
      kanban: 0,
    });
    const numbers = Array.from({ length: PLAN_PORTION }, nextNumber);
    // The same subscribers twice, as old imports left them: the second contact is in the second portion.
    const people = [...numbers, numbers[0]!, numbers.at(-1)!, nextNumber()];
    await service.server.asOwner.query(
      `with made as (insert into contacts (company_id, name, number)
         select $1, 'Pessoa ' || n, number from unnest($3::text[]) with ordinality as p (number, n) order by n returning id)
       insert into contact_tags (company_id, tag_id, contact_id) select $1, $2, id from made`,
      [company.companyId, tagListId, people],
    );
    await service.server.asOwner.query('analyze contacts, contact_tags');
    await setNext(company, `now() + interval '1 day'`);
    const { db } = service.server;
    const { inCompany } = db;
    let hasFailed = false;
    db.inCompany = (companyId, work) =>
      inCompany(companyId, (tx) => {
        const query: typeof tx.query = async (statement, values) => {
          const [, , position] = values as number[];
          // The first portion has no position yet.
          if (companyId !== company.companyId || statement.name !== 'campaign-planning.from-tag' || position === 0)
            return tx.query(statement, values);
          hasFailed = true;
          throw new Error('the node fails');
        };
        return work(Object.create(tx, { query: { value: query } }) as typeof tx);
      });
    const { id } = await company.create({ tagListId });
    const recipients = async () =>
      Map.groupBy(await company.recipients(id), ({ state, reason }) => `${state} ${reason}`.trim());
    try {
      await service.until(async () => {
        await service.server.modules.campaignModule.worker.poll();
        return hasFailed;
      }, Boolean);
      expect((await company.read(id)).isPlanned).toBe(false);
      expect([...(await recipients())].map(([state, rows]) => [state, rows.length])).toEqual([
        ['planned', PLAN_PORTION],
      ]);
      await second.modules.campaignModule.worker.poll();
      expect((await company.read(id)).isPlanned).toBe(true);
    } finally {
      db.inCompany = inCompany;
    }
    const planned = await recipients();
    expect(planned.get('planned')!.map(({ number }) => number)).toEqual([...numbers, people.at(-1)]);
    expect(planned.get('skipped duplicate')!.map(({ number }) => number)).toEqual([numbers[0], numbers.at(-1)]);
    await company.must('POST', `/campaigns/${id}/cancel`);
  });

  it('send nothing to a person after an opt-out or a block is committed', async () => {
    const company = await createCampaignCompany(service);
    const rounds = caseCounts(400);
    const random = seeded(11);
    for (let round = 0; round < rounds; round += 1) {
      const { id: contactListId, numbers } = await company.createLargeList(6);
      const target = numbers[Math.floor(random() * numbers.length)]!;
      const contact = await company.must<{ id: number }>('POST', '/contacts', { name: 'Ana', number: target });
      const { id } = await company.create({ contactListId });
      let isOver = false;
      const work = workOnBoth(company, () => isOver);
      await pause(random() * 80);
      await (random() < 0.5
        ? company.must('POST', `/contacts/${contact.id}/opt-outs`, {})
        : company.must('PUT', `/contacts/block/${contact.id}`, { active: false }));
      // What a worker had claimed before is handed over now.
      await pause(100);
      const before = company.textsTo(target).length;
      await service.until(() => isFinished(id), Boolean);
      isOver = true;
      await work;
      const [row] = (await company.recipients(id)).filter(({ number }) => number === target);
      // Sent before, or never: not after.
      expect(company.textsTo(target).length).toBe(before);
      expect(['skipped', 'failed', 'sent']).toContain(row!.state);
      if (before === 0) expect(row!.state).not.toBe('sent');
    }
  }, 120_000);
});

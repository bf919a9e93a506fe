import type { FlowRun, FlowRunPath, FlowStats } from '@balcao/contract/endpoints/flows';
import { dateIn } from '@balcao/domain/hours/hours';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { createFlow, docOfNodes, errorOf, menu, message, release } from './flows.fixture.ts';

/** Time zone of every test company. */
const TIME_ZONE = 'America/Sao_Paulo';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A published flow with runs: `ended` of them finished, one waits at the menu. */
async function flowWithRuns(admin: Caller, ended: number) {
  const { id } = await createFlow(admin);
  const doc = docOfNodes([menu('menu', ['Comprar']), message('fim', 'Obrigado')], ['menu a1 fim']);
  const { published } = await release(admin, id, doc);
  const { rows } = await server.asOwner.query<{ id: string; ticketId: number }>(
    `with people as (insert into contacts (company_id, name)
            select $1, 'Cliente ' || n from generate_series(1, $4::int) n returning id),
          talks as (insert into tickets (company_id, contact_id, channel, status)
            select $1, id, 'whatsapp', 'pending' from people returning id),
          numbered as (select id, row_number() over (order by id) as n from talks)
     insert into flow_runs (company_id, ticket_id, flow_id, version_id, node_version_id, trigger, state, node, wait, ended_at, end_reason)
     select $1, id, $2, $3, $3, 'phrase', '{"vars": {"nome": "Ana"}}', case when n < $4 then 'fim' else 'menu' end,
            case when n < $4 then null else 'answer' end, case when n < $4 then now() end,
            case when n < $4 then 'completed' end
       from numbered order by n returning id, ticket_id as "ticketId"`,
    [admin.companyId, id, published.id, ended + 1],
  );
  await server.asOwner.query(
    `insert into flow_steps (company_id, run_id, position, at, version_id, node, event, port, reason)
     select $1, run, position, now() + position * interval '2 seconds', $3, node, event, port, reason
       from unnest($2::bigint[]) as run, (values (0, 'start', 'entered', null, null), (1, 'start', 'left', 'a', null),
            (2, 'menu', 'entered', null, null), (3, 'menu', 'waited', null, null)) as s (position, node, event, port, reason)`,
    [admin.companyId, rows.map((row) => row.id), published.id],
  );
  return { id, versionId: published.id, runs: rows.map((row) => ({ id: Number(row.id), ticketId: row.ticketId })) };
}
const listRuns = async (caller: Caller, id: number, query = '') =>
  (await caller.request('GET', `/flowbuilder/${id}/runs?${query}`)).json<RunPage>();
interface RunPage {
  runs: FlowRun[];
  hasMore: boolean;
  next: number | null;
}

describe('runs of a flow', () => {
  it('are listed newest first in pages, by state and version', async () => {
    const admin = await server.createAdmin();
    const { id, runs } = await flowWithRuns(admin, 44);
    const waiting = runs.at(-1)!;
    const page = await listRuns(admin, id);
    expect([page.runs.length, page.hasMore]).toEqual([40, true]);
    expect(page.runs[0]).toMatchObject({
      id: waiting.id,
      ticketId: waiting.ticketId,
      contact: { name: expect.stringContaining('Cliente') },
      version: 1,
      isLive: true,
      node: 'menu',
      nodeName: 'menu',
      endedAt: null,
      endReason: null,
    });
    expect(page.next).toBe(page.runs.at(-1)!.id);
    const rest = await listRuns(admin, id, `before=${page.next}`);
    expect([rest.runs.length, rest.hasMore, rest.next]).toEqual([5, false, null]);
    expect((await listRuns(admin, id, 'state=live')).runs.map((run) => run.id)).toEqual([waiting.id]);
    expect((await listRuns(admin, id, 'state=ended&version=1')).runs[0]).toMatchObject({ endReason: 'completed' });
    expect((await listRuns(admin, id, 'version=2')).runs).toEqual([]);
    const flow = (await admin.request('GET', `/flowbuilder/${id}`)).json<{ flow: { conversations: number } }>().flow;
    expect(flow.conversations).toBe(1);
  });

  it('are listed by their end: with an error, or dropped by the customer', async () => {
    const admin = await server.createAdmin();
    const { id, runs } = await flowWithRuns(admin, 4);
    const [broken, exit, gaveUp] = runs;
    await server.asOwner.query(
      `update flow_runs set end_reason = case id when $2 then 'broken' when $3 then 'exitWord' else 'gaveUp' end
        where company_id = $1 and id in ($2, $3, $4)`,
      [admin.companyId, broken!.id, exit!.id, gaveUp!.id],
    );
    const idsOf = async (state: string) => (await listRuns(admin, id, `state=${state}`)).runs.map((run) => run.id);
    expect(await idsOf('failed')).toEqual([broken!.id]);
    expect(await idsOf('dropped')).toEqual([gaveUp!.id, exit!.id]);
    expect(await idsOf('ended')).toHaveLength(4);
  });

  it('show their path to users who may read the conversation, and to no others', async () => {
    const admin = await server.createAdmin();
    const { id, runs } = await flowWithRuns(admin, 0);
    const [run] = runs;
    const reader = await server.createAgent(admin.companyId, { allTicket: true });
    const path = (await reader.request('GET', `/flow-runs/${run!.id}`)).json<FlowRunPath>();
    expect(path).toMatchObject({
      id: run!.id,
      flow: { id },
      variables: { nome: 'Ana' },
      edges: [
        { source: 'start', target: 'menu' },
        { source: 'menu', port: 'a1', target: 'fim' },
      ],
    });
    const { ports, ...node } = path.nodes[1]!;
    expect(node).toEqual({ id: 'menu', type: 'menu', name: '', position: { x: 0, y: 0 } });
    expect(ports).toContainEqual({ id: 'a1', kind: 'choice', label: 'Comprar' });
    expect(path.steps.map(({ nodeId, event, ms }) => [nodeId, event, ms])).toEqual([
      ['start', 'entered', 2000],
      ['start', 'left', 2000],
      ['menu', 'entered', 2000],
      ['menu', 'waited', 0],
    ]);
    const ofTicket = await reader.request('GET', `/tickets/${run!.ticketId}/flow-runs`);
    expect(ofTicket.json<{ runs: FlowRun[] }>().runs.map((one) => one.id)).toEqual([run!.id]);
    const outsider = await server.createAgent(admin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    for (const caller of [outsider, otherCompanyAdmin]) {
      expect((await caller.request('GET', `/flow-runs/${run!.id}`)).statusCode).toBe(404);
      expect((await caller.request('GET', `/tickets/${run!.ticketId}/flow-runs`)).statusCode).toBe(404);
    }
    expect(errorOf(await admin.request('GET', '/flow-runs/999999999'))).toEqual([404, 'ERR_NO_FLOW_RUN_FOUND']);
  });
});

it('runs and paths do not name a contact by a number that the company hides [LG-01]', async () => {
  const admin = await server.createAdmin();
  const { id, runs } = await flowWithRuns(admin, 0);
  await server.asOwner.query(`update contacts set name = '5511987654321' where company_id = $1`, [admin.companyId]);
  for (const column of ['enableLGPD', 'lgpdHideNumber'])
    await admin.request('PUT', '/companySettings', { column, data: 'enabled' });
  const { ticketId } = runs[0]!;
  const paths = [`/flowbuilder/${id}/runs`, `/flow-runs/${runs[0]!.id}`, `/tickets/${ticketId}/flow-runs`];
  for (const path of paths) {
    const { body } = await admin.request('GET', path);
    expect(body, path).toContain('5511987**-**21');
    expect(body, path).not.toContain('5511987654321');
  }
});

describe('runs of a flow by contact', () => {
  /** The run of each contact; the last one waits at the menu. */
  async function runsOf(contacts: { name: string; number: string }[]) {
    const admin = await server.createAdmin();
    const { id, runs } = await flowWithRuns(admin, contacts.length - 1);
    await server.asOwner.query(
      `update contacts c set name = n.name, number = n.number
         from unnest($2::int[], $3::text[], $4::text[]) as n (ticket, name, number)
         join tickets t on t.company_id = $1 and t.id = n.ticket
        where c.company_id = $1 and c.id = t.contact_id`,
      [
        admin.companyId,
        runs.map(({ ticketId }) => ticketId),
        contacts.map(({ name }) => name),
        contacts.map(({ number }) => number),
      ],
    );
    const namesBy = async (text: string, query = '') =>
      (await listRuns(admin, id, `searchParam=${encodeURIComponent(text)}&${query}`)).runs.map(
        ({ contact }) => contact.name,
      );
    return { admin, id, runs, namesBy };
  }
  const three = [
    { name: 'João da Silva', number: '5511987650001' },
    { name: 'Maria Souza', number: '5521912340002' },
    { name: 'Ana Silveira', number: '5531955550003' },
  ];

  it('are found by a part of the name or of the number, newest first', async () => {
    const { namesBy } = await runsOf(three);
    expect(await namesBy('silv')).toEqual(['Ana Silveira', 'João da Silva']);
    expect(await namesBy('JOAO')).toEqual(['João da Silva']);
    expect(await namesBy('(21) 91234-0002')).toEqual(['Maria Souza']);
    expect(await namesBy('5555')).toEqual(['Ana Silveira']);
    expect(await namesBy('%')).toEqual([]);
    expect(await namesBy('zzz')).toEqual([]);
  });

  it('are found together with the state and the version', async () => {
    const { namesBy } = await runsOf(three);
    expect(await namesBy('silv', 'state=live')).toEqual(['Ana Silveira']);
    expect(await namesBy('silv', 'state=ended')).toEqual(['João da Silva']);
    expect(await namesBy('silv', 'version=1')).toHaveLength(2);
    expect(await namesBy('silv', 'version=2')).toEqual([]);
  });

  it('are found in this flow only, and not in another company', async () => {
    const { admin, id, namesBy } = await runsOf(three);
    const other = await flowWithRuns(admin, 0);
    await server.asOwner.query(`update contacts set name = 'Silvana' where company_id = $1 and name = 'Cliente 1'`, [
      admin.companyId,
    ]);
    expect(await namesBy('silv')).toEqual(['Ana Silveira', 'João da Silva']);
    expect((await listRuns(admin, other.id, 'searchParam=silv')).runs).toHaveLength(1);
    const outsider = await server.createAdmin();
    expect((await outsider.request('GET', `/flowbuilder/${id}/runs?searchParam=silv`)).statusCode).toBe(404);
  });

  it('are listed in pages, each run once', async () => {
    const { admin, id } = await runsOf(
      Array.from({ length: 90 }, (_, n) => ({ name: n % 2 ? `Paula ${n}` : `Rui ${n}`, number: `551190000${n}` })),
    );
    const first = await listRuns(admin, id, 'searchParam=paula');
    expect([first.runs.length, first.hasMore]).toEqual([40, true]);
    const rest = await listRuns(admin, id, `searchParam=paula&before=${first.next}`);
    expect([rest.runs.length, rest.hasMore, rest.next]).toEqual([5, false, null]);
    expect(new Set([...first.runs, ...rest.runs].map((run) => run.id)).size).toBe(45);
  });

  it('of a text that thousands of contacts contain are looked for in portions', async () => {
    const { admin, id, runs } = await runsOf(three);
    await server.asOwner.query(
      `insert into contacts (company_id, name) select $1, 'Pedro Lima ' || n from generate_series(1, 1100) n`,
      [admin.companyId],
    );
    // The oldest run is of one of them; the others are more than a portion.
    await server.asOwner.query(
      `update tickets t set contact_id = (select min(id) from contacts c where c.company_id = $1 and c.name = 'Pedro Lima 7')
        where t.company_id = $1 and t.id = $2`,
      [admin.companyId, runs[0]!.ticketId],
    );
    await server.asOwner.query(
      `insert into flow_runs (company_id, ticket_id, flow_id, version_id, node_version_id, trigger, state, node, ended_at, end_reason)
       select company_id, ticket_id, flow_id, version_id, node_version_id, trigger, state, node, now(), 'completed'
         from flow_runs, generate_series(1, 4000) where company_id = $1 and id = $2`,
      [admin.companyId, runs[1]!.id],
    );
    const first = await listRuns(admin, id, 'searchParam=pedro');
    expect([first.runs, first.hasMore]).toEqual([[], true]);
    const second = await listRuns(admin, id, `searchParam=pedro&before=${first.next}`);
    expect(second.runs.map((run) => run.id)).toEqual([runs[0]!.id]);
    expect([second.hasMore, second.next]).toEqual([false, null]);
  });

  it('are not found by a part of a hidden number [LG-01]', async () => {
    const { admin, namesBy } = await runsOf(three);
    for (const column of ['enableLGPD', 'lgpdHideNumber'])
      await admin.request('PUT', '/companySettings', { column, data: 'enabled' });
    expect(await namesBy('5555')).toEqual([]);
    expect(await namesBy('5531955550003')).toEqual(['Ana Silveira']);
  });
});

describe('numbers of a flow', () => {
  it('count entries, exits in percent, waiting, dropped and failed conversations of a period and version', async () => {
    const admin = await server.createAdmin();
    const { id, versionId } = await flowWithRuns(admin, 0);
    const today = dateIn(TIME_ZONE, new Date());
    await server.asOwner.query(
      `insert into flow_counts (company_id, flow_id, version_id, day, node, event, port, n)
       select $1, $2, $3, day::date, node, event, port, n from (values
         ($4, 'start', 'entered', '', 10), ($4, 'start', 'left', 'a', 10), ($4, 'menu', 'entered', '', 10),
         ($4, 'menu', 'left', 'a1', 6), ($4, 'menu', 'left', 'failed', 2), ($4, 'menu', 'dropped', '', 2),
         ($4, 'menu', 'failed', '', 1), ('2020-01-01', 'start', 'entered', '', 99)) as c (day, node, event, port, n)`,
      [admin.companyId, id, versionId, today],
    );
    const stats = async (query = '') =>
      (await admin.request('GET', `/flowbuilder/${id}/stats?${query}`)).json<FlowStats>();
    const week = await stats();
    expect(week).toMatchObject({
      to: today,
      version: null,
      runs: 10,
      largestDrop: { nodeId: 'menu', dropped: 2, percent: 20 },
    });
    expect(week.nodes.find(({ nodeId }) => nodeId === 'menu')).toEqual({
      nodeId: 'menu',
      entered: 10,
      left: [
        { port: 'a1', count: 6, percent: 75 },
        { port: 'failed', count: 2, percent: 25 },
      ],
      waiting: 1,
      dropped: 2,
      errors: 1,
    });
    expect((await stats('from=2020-01-01&to=2020-01-02&version=1')).runs).toBe(99);
    expect(errorOf(await admin.request('GET', `/flowbuilder/${id}/stats?version=7`))).toEqual([
      404,
      'ERR_NO_FLOW_VERSION_FOUND',
    ]);
  });

  it('count a conversation once, however often it enters a block of a loop, by the start of each version', async () => {
    const admin = await server.createAdmin();
    const { id, versionId } = await flowWithRuns(admin, 0);
    const loop = docOfNodes([message('oi', 'Olá'), menu('menu', ['De novo'])], ['oi a menu', 'menu a1 oi']);
    const [start, ...nodes] = loop.nodes;
    const [first, ...edges] = loop.edges;
    const { published } = await release(admin, id, {
      ...loop,
      nodes: [{ ...start!, id: 'inicio' }, ...nodes],
      edges: [{ ...first!, source: 'inicio' }, ...edges],
    });
    await server.asOwner.query(
      `insert into flow_counts (company_id, flow_id, version_id, day, node, event, port, n)
       select $1, $2, version, day::date, node, 'entered', '', n from (values
         ($3::int, '2020-01-01', 'start', 4), ($3, '2020-01-01', 'menu', 4), ($4::int, '2020-01-01', 'inicio', 3),
         ($4, '2020-01-01', 'oi', 9), ($4, '2020-01-01', 'menu', 9), ($4, '2020-01-02', 'menu', 2)) as c (version, day, node, n)`,
      [admin.companyId, id, versionId, published.id],
    );
    const runs = async (from: string, query = '') =>
      (await admin.request('GET', `/flowbuilder/${id}/stats?from=${from}&to=2020-01-02${query}`)).json<FlowStats>()
        .runs;
    expect(await runs('2020-01-01')).toBe(7);
    expect(await runs('2020-01-01', '&version=2')).toBe(3);
    // Its conversations came the day before.
    expect(await runs('2020-01-02')).toBe(0);
  });

  it('belong to the days of the company, not to those of UTC', async () => {
    const admin = await server.createAdmin();
    const { id } = await flowWithRuns(admin, 2);
    // In São Paulo it is 22:30 of the day before.
    await server.asOwner.query(`update flow_steps set at = '2026-03-10T01:30:00Z' where company_id = $1`, [
      admin.companyId,
    ]);
    const runsOn = async (day: string) =>
      (await admin.request('GET', `/flowbuilder/${id}/stats?from=${day}&to=${day}`)).json<FlowStats>().runs;
    // Steps are counted once all transactions that began before them are over.
    await vi.waitFor(async () => {
      await server.modules.flowRuns.count();
      expect(await runsOn('2026-03-09')).toBe(3);
    }, 10_000);
    expect(await runsOn('2026-03-10')).toBe(0);
  });
});

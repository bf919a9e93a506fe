import type { BoardLane, Ticket } from '@balcao/contract/endpoints/tickets';
import { userFlags } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { isOnBoard, type ListedTicket } from '@balcao/domain/ticket/scope';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { figure, caseCounts } from '../../../test/case-counts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;

interface BoardResponse {
  tickets: Ticket[];
  lanes: BoardLane[];
  count: number;
  hasMore: boolean;
}
const board = async (caller: Caller, query: Record<string, string> = {}) => {
  const answer = await caller.request('GET', `/ticket/kanban?${new URLSearchParams(query).toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<BoardResponse>();
};
const names = ({ tickets }: BoardResponse) => tickets.map((ticket) => ticket.contact.name);

/** A company whose tickets are inserted into the tables directly, so that every combination is possible. */
async function createFixture() {
  const admin = await server.createAdmin({ settings: { requiredTag: 'disabled' } });
  const { companyId } = admin;
  const create = async (path: string, body: object) =>
    (await admin.request('POST', path, body)).json<{ id: number }>().id;
  const queues = [
    await create('/queue', { name: 'Vendas', color: '#112233' }),
    await create('/queue', { name: 'Suporte', color: '#445566' }),
  ] as const;
  const lane = (name: string) => create('/tags', { name, color: '#778899', kanban: 1 });
  const [connection] = await sql(
    `insert into connections (company_id, name, channel) values ($1, 'Matriz', 'whatsapp') returning id`,
    [companyId],
  );
  let n = 0;
  async function createTicket(
    fields: Partial<ListedTicket> & { name?: string; createdAt?: string; minutesAgo?: number } = {},
  ) {
    const { status = 'pending', userId = null, queueId = queues[0], isGroup = false } = fields;
    const [row] = await sql(
      `with person as (insert into contacts (company_id, name, number, is_group) values ($1, $2, $3, $7) returning id)
       insert into tickets (company_id, contact_id, connection_id, channel, status, user_id, queue_id, is_group,
                            created_at, updated_at)
       select $1, id, $8, 'whatsapp', $4, $5, $6, $7, coalesce($9::timestamptz, now()), now() - make_interval(mins => $10)
         from person returning id`,
      [
        companyId,
        fields.name ?? `Contato ${++n}`,
        `55009${10_000_000 + ++n}`,
        status,
        userId,
        queueId,
        isGroup,
        connection.id,
        fields.createdAt ?? null,
        fields.minutesAgo ?? 0,
      ],
    );
    return row.id as number;
  }
  return { admin, companyId, queues, lane, createTicket };
}

describe('kanban board', () => {
  it('shows every lane and the tickets without a lane, newest first, each ticket once [M-131] [M-132] [M-134]', async () => {
    const { admin, lane, createTicket } = await createFixture();
    const [quote, paid] = [await lane('Orçamento'), await lane('Pago')];
    const ids = [
      await createTicket({ minutesAgo: 3 }),
      await createTicket({ minutesAgo: 2 }),
      await createTicket({ minutesAgo: 1 }),
    ];
    await createTicket({ status: 'closed' });
    const move = async (id: number, to: number | null) => {
      const answer = await (to === null
        ? admin.request('DELETE', `/ticket-tags/${id}`)
        : admin.request('PUT', `/ticket-tags/${id}/${to}`));
      expect(answer.statusCode, answer.body).toBe(to === null ? 200 : 201);
    };
    const boardState = async () => {
      const { tickets, lanes } = await board(admin);
      const inLane = (laneId: number | null) =>
        tickets.filter(({ tags }) => (tags[0]?.id ?? null) === laneId).map(({ id }) => id);
      expect(tickets.every(({ tags }) => tags.length < 2)).toBe(true);
      expect(lanes).toEqual(
        [null, quote, paid].map((laneId) => ({ laneId, count: inLane(laneId).length, next: null })),
      );
      return [null, quote, paid].map(inLane);
    };
    expect(await boardState()).toEqual([ids.toReversed(), [], []]);
    await move(ids[0]!, quote);
    await move(ids[1]!, quote);
    expect(await boardState()).toEqual([[ids[2]], [ids[1], ids[0]], []]);
    await move(ids[0]!, paid);
    await move(ids[1]!, null);
    expect(await boardState()).toEqual([[ids[2], ids[1]], [], [ids[0]]]);
    expect((await admin.request('GET', `/tags/${paid}`)).json()).toMatchObject({
      ticketsCount: 1,
      ticketTags: [{ ticketId: ids[0] }],
    });
    const page = (await admin.request('GET', '/tags?kanban=1')).json<{
      tags: { id: number; ticketsCount: number }[];
    }>();
    expect(page.tags.map(({ id, ticketsCount }) => [id, ticketsCount])).toEqual([
      [quote, 0],
      [paid, 1],
    ]);
  });

  it('filters by creation day in the company’s time zone, with both names of the parameters [M-131]', async () => {
    const { admin, companyId, createTicket } = await createFixture();
    await sql(`update companies set time_zone = 'America/Manaus' where company_id = $1`, [companyId]);
    await createTicket({ name: 'véspera', createdAt: '2026-03-10T03:59:59Z', minutesAgo: 3 });
    await createTicket({ name: 'cedo', createdAt: '2026-03-10T04:00:00Z', minutesAgo: 2 });
    await createTicket({ name: 'tarde', createdAt: '2026-03-12T03:59:59Z', minutesAgo: 1 });
    await createTicket({ name: 'depois', createdAt: '2026-03-12T04:00:00Z' });
    expect(names(await board(admin, { startDate: '2026-03-10', endDate: '2026-03-11' }))).toEqual(['tarde', 'cedo']);
    expect(names(await board(admin, { dateStart: '2026-03-11', dateEnd: '' }))).toEqual(['depois', 'tarde']);
    expect(names(await board(admin, { endDate: '2026-03-09' }))).toEqual(['véspera']);
    expect((await admin.request('GET', '/ticket/kanban?startDate=10/03/2026')).statusCode).toBe(400);
  });

  it('returns pages of 30 per lane without repetition or gaps', async () => {
    const { admin, lane, createTicket } = await createFixture();
    const quote = await lane('Orçamento');
    const other = await createTicket({ name: 'outra' });
    await admin.request('PUT', `/ticket-tags/${other}/${quote}`);
    for (let n = 0; n < 65; n++) await createTicket();
    // All with the same time: only their ids differ.
    await sql(`update tickets set updated_at = '2026-01-05T10:00:00.123456Z' where company_id = $1`, [admin.companyId]);
    const first = await board(admin);
    expect([first.tickets.length, first.count, first.hasMore]).toEqual([31, 66, true]);
    const seen = first.tickets.filter(({ id }) => id !== other).map(({ id }) => id);
    for (let next = first.lanes[0]!.next; next !== null;) {
      const more = await board(admin, { laneId: '0', after: next });
      expect(more.lanes).toMatchObject([{ laneId: null, count: 65 }]);
      seen.push(...more.tickets.map(({ id }) => id));
      next = more.lanes[0]!.next;
    }
    expect(seen).toHaveLength(65);
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
    expect(names(await board(admin, { laneId: String(quote) }))).toEqual(['outra']);
  });

  it('shows each user the tickets of isOnBoard, none of them unreadable; refuses without the plan [M-131] [RB-04]', async () => {
    const { admin, companyId, queues, createTicket } = await createFixture();
    const users = [admin];
    const kinds: Parameters<typeof server.createAgent>[1][] = [
      {},
      { allTicket: 'enabled' },
      { allowGroup: true, allTicket: 'enabled' },
      { allUserChat: 'enabled' },
      { queueIds: [] },
      { queueIds: [...queues], profile: 'admin' },
    ];
    for (const kind of kinds) users.push(await server.createAgent(companyId, { queueIds: [queues[0]], ...kind }));
    const anyTicket = fc.record({
      status: fc.constantFrom('pending', 'open', 'open', 'group', 'closed', 'lgpd', 'nps'),
      userId: fc.constantFrom(null, null, ...users.map(({ user }) => user.id)),
      queueId: fc.constantFrom(null, ...queues),
      isGroup: fc.boolean(),
      connectionId: fc.constant(null),
    }) as fc.Arbitrary<ListedTicket>;
    const tickets = new Map<number, ListedTicket>();
    for (const ticket of fc.sample(anyTicket, { numRuns: Math.min(caseCounts(6000), 300), seed: 19 }))
      tickets.set(await createTicket(ticket), ticket);
    let compared = 0;
    for (const caller of users)
      for (const queueIds of [[], [queues[0]], [queues[1]], [...queues]]) {
        const actor = {
          userId: caller.user.id,
          profile: caller.user.profile,
          flags: new Set(userFlags.filter((flag) => [true, 'enabled'].includes(caller.user[flag] as boolean | string))),
          queueIds: caller.user.queues.map((queue) => queue.id),
        };
        const listedIds: number[] = [];
        for (let after: string | null | undefined; after !== null;) {
          const page = await board(caller, {
            queueIds: JSON.stringify(queueIds),
            laneId: '0',
            ...(after && { after }),
          });
          listedIds.push(...page.tickets.map(({ id }) => id));
          after = page.lanes[0]!.next;
        }
        const expected = [...tickets]
          .filter(([, ticket]) => isOnBoard({ ...actor, connectionId: null }, queueIds, ticket))
          .map(([id]) => id);
        expect(listedIds.toSorted((a, b) => a - b)).toEqual(expected);
        expect(listedIds.filter((id) => !can(actor as never, 'ticket.read', tickets.get(id)!))).toEqual([]);
        compared += listedIds.length;
      }
    expect(compared).toBeGreaterThan(100);
    figure('RB-04', `${compared} cards compared with the policy, 0 differences`);

    const without = await server.createAdmin({ plan: { useKanban: false } });
    expect((await without.request('GET', '/ticket/kanban')).statusCode).toBe(403);
  });

  it('reads the newest tickets of a lane from its index [SR3]', async () => {
    const { companyId, queues } = await createFixture();
    // One ticket in 50 is in this lane: a scan of all live tickets would read the others too.
    await sql(
      `with lane as (insert into tags (company_id, name, color, is_lane) values ($1, 'Etapa rara', '#1E88E5', true) returning id),
            people as (insert into contacts (company_id, name, number)
                       select $1, 'c' || n, '5500' || n from generate_series(1, 2500) n returning id)
       insert into tickets (company_id, contact_id, channel, status, queue_id, lane_id, updated_at)
       select $1, people.id, 'whatsapp', 'pending', $2, case when people.id % 50 = 0 then lane.id end,
              now() - make_interval(secs => people.id) from people, lane`,
      [companyId, queues[0]],
    );
    await sql('vacuum analyze tickets');
    const plan =
      await sql(`explain select id from tickets where company_id = ${companyId} and status in ('pending', 'open')
                             and lane_id = (select max(id) from tags where is_lane) order by updated_at desc, id desc limit 31`);
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('tickets_board');
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import type { Caller } from '../../../../test/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;

interface Thread {
  messages: { id: number; body: string; ticketId: number }[];
  count: number;
  hasMore: boolean;
  hasNewer: boolean;
}
const read = async (caller: Caller, uuid: string, query = '') => {
  const answer = await caller.request('GET', `/messages/${uuid}?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Thread>();
};

/** A contact with several tickets on one connection (or none), whose messages alternate between them. */
async function createHistory(counts: number[], { withConnection = true, queueIds = [] as (number | null)[] } = {}) {
  const admin = await server.createAdmin();
  const { companyId } = admin;
  const [connection] = await sql(
    `insert into connections (company_id, name, channel) values ($1, 'Matriz', 'whatsapp') returning id`,
    [companyId],
  );
  const [contact] = await sql(`insert into contacts (company_id, name) values ($1, 'Ana') returning id`, [companyId]);
  const tickets: { id: number; uuid: string }[] = [];
  for (const [n, count] of counts.entries()) {
    const [ticket] = await sql(
      `insert into tickets (company_id, contact_id, connection_id, channel, status, queue_id, message_seq)
       values ($1, $2, $3, 'whatsapp', $4, $5, $6) returning id, uuid`,
      [
        companyId,
        contact.id,
        withConnection ? connection.id : null,
        n < counts.length - 1 ? 'closed' : 'pending',
        queueIds[n] ?? null,
        count,
      ],
    );
    tickets.push(ticket);
    await sql(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, body, sent_at)
       select company_id, id, contact_id, connection_id, n, false, 'customer', 'm' || n, now()
         from tickets, generate_series(1, $2::int) n where id = $1 order by n`,
      [ticket.id, count],
    );
  }
  const ids = (await sql(`select id::float8 from messages where company_id = $1 order by id`, [companyId])).map(
    (row) => row.id as number,
  );
  return { admin, companyId, tickets, ids, newest: tickets.at(-1)! };
}
const idsOf = ({ messages }: Thread) => messages.map((message) => message.id);

it.each([true, false])(
  'every cursor returns its messages in order and reports what remains on both sides (with connection: %s)',
  async (withConnection) => {
    const { admin, ids, newest } = await createHistory([13, 40, 22], { withConnection });
    const cursorArbitrary = fc.record({
      by: fc.constantFrom('before', 'after', 'around', 'pageNumber'),
      n: fc.integer({ min: 0, max: ids.length - 1 }),
      page: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(cursorArbitrary, async ({ by, n, page }) => {
        const from =
          by === 'before'
            ? Math.max(0, n - 20)
            : by === 'after'
              ? n + 1
              : by === 'around'
                ? Math.max(0, n - 19)
                : Math.max(0, ids.length - page * 20);
        const to =
          by === 'before'
            ? n
            : by === 'after'
              ? Math.min(ids.length, n + 21)
              : by === 'around'
                ? Math.min(ids.length, n + 21)
                : Math.max(0, ids.length - (page - 1) * 20);
        const thread = await read(admin, newest.uuid, `${by}=${by === 'pageNumber' ? page : ids[n]}`);
        expect(idsOf(thread)).toEqual(ids.slice(from, to));
        expect([thread.hasMore, thread.hasNewer, thread.count]).toEqual([from > 0, to < ids.length, ids.length]);
      }),
      { numRuns: 60 },
    );
  },
);

it('pages in both directions return the whole history, each message once', async () => {
  const { admin, ids, newest } = await createHistory([30, 35]);
  const up: number[] = [];
  for (let thread = await read(admin, newest.uuid); ;) {
    up.unshift(...idsOf(thread));
    if (!thread.hasMore) break;
    thread = await read(admin, newest.uuid, `before=${up[0]}`);
  }
  expect(up).toEqual(ids);
  const down = [ids[0]!];
  for (;;) {
    const thread = await read(admin, newest.uuid, `after=${down.at(-1)}`);
    expect(thread.hasMore).toBe(true);
    down.push(...idsOf(thread));
    if (!thread.hasNewer) break;
  }
  expect(down).toEqual(ids);
  const end = await read(admin, newest.uuid, `after=${ids.at(-1)}`);
  expect([end.messages, end.hasNewer, end.hasMore]).toEqual([[], false, true]);
});

it('the thread ends with its ticket and contains only queues that the user may see', async () => {
  const admin = await server.createAdmin();
  const queue = async (name: string, color: string) =>
    (await admin.request('POST', '/queue', { name, color })).json<{ id: number }>().id;
  const queues = [await queue('Vendas', '#112233'), await queue('Suporte', '#445566')] as const;
  const history = await createHistoryIn(admin, [queues[0], queues[1], null, queues[0]]);
  const agent = await server.createAgent(admin.companyId, { queueIds: [queues[0]], allUserChat: 'enabled' });
  const all = await server.createAgent(admin.companyId, { queueIds: [queues[0]], allHistoric: 'enabled' });
  const ticketsIn = async (caller: Caller, uuid: string, query = '') => [
    ...new Set((await read(caller, uuid, query)).messages.map((message) => message.ticketId)),
  ];
  const [first, second, third, fourth] = history.map((ticket) => ticket.id);
  expect(await ticketsIn(admin, history[3]!.uuid)).toEqual([first, second, third, fourth]);
  expect(await ticketsIn(all, history[3]!.uuid)).toEqual([first, second, third, fourth]);
  expect(await ticketsIn(agent, history[3]!.uuid)).toEqual([first, fourth]);
  expect((await read(agent, history[3]!.uuid)).count).toBe(4);
  expect(await ticketsIn(admin, history[3]!.uuid, `selectedQueues=[${queues[1]}]`)).toEqual([
    first,
    second,
    third,
    fourth,
  ]);
  expect(await ticketsIn(agent, history[0]!.uuid)).toEqual([first]);
  expect((await agent.request('GET', `/messages/${history[1]!.uuid}`)).statusCode).toBe(404);
});

/** Tickets of one contact in these queues, in order, with two messages each. */
async function createHistoryIn({ companyId }: Caller, queueIds: (number | null)[]) {
  const [contact] = await sql(`insert into contacts (company_id, name) values ($1, 'Rui') returning id`, [companyId]);
  const tickets: { id: number; uuid: string }[] = [];
  for (const [n, queueId] of queueIds.entries()) {
    const [ticket] = await sql(
      `insert into tickets (company_id, contact_id, channel, status, queue_id, message_seq)
       values ($1, $2, 'whatsapp', $3, $4, 2) returning id, uuid`,
      [companyId, contact.id, n < queueIds.length - 1 ? 'closed' : 'pending', queueId],
    );
    await sql(
      `insert into messages (company_id, ticket_id, contact_id, seq, from_me, origin, body, sent_at)
       select company_id, id, contact_id, n, false, 'customer', 'm' || n, now()
         from tickets, generate_series(1, 2) n where id = $1`,
      [ticket.id],
    );
    tickets.push(ticket);
  }
  return tickets;
}

it('a late page of 20,000 messages is correct, with the total count', async () => {
  const { admin, newest, ids } = await createHistory([20_000]);
  const deep = await read(admin, newest.uuid, 'pageNumber=50');
  expect(idsOf(deep)).toEqual(ids.slice(20_000 - 1000, 20_000 - 980));
  expect([deep.hasMore, deep.hasNewer, deep.count]).toEqual([true, true, 20_000]);
});

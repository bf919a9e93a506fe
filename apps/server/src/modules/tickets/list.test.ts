import { userFlags } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { isListed, type ListedTicket, type Tab } from '@balcao/domain/ticket/scope';
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

/** Agents that see different tickets. */
const agentKinds: Parameters<typeof server.createAgent>[1][] = [
  {},
  { allTicket: 'enabled' },
  { allowGroup: true },
  { allUserChat: 'enabled' },
  { allUserChat: 'enabled', allowGroup: true, allTicket: 'enabled' },
];
interface Row {
  id: number;
  status: string;
  contact: { name: string };
}
const list = async (caller: Caller, query: Record<string, unknown>) => {
  const params = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  const answer = await caller.request('GET', `/tickets?${params.join('&')}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ tickets: Row[]; count: number; hasMore: boolean }>();
};
const names = async (caller: Caller, query: Record<string, unknown>) =>
  (await list(caller, query)).tickets.map((ticket) => ticket.contact.name);

/** A company whose tickets are inserted into the tables directly, so that every combination is possible. */
async function createFixture(settings: object = {}) {
  const admin = await server.createAdmin({ settings: { requiredTag: 'disabled', ...settings } });
  const { companyId } = admin;
  const queue = async (name: string, color: string) =>
    (await admin.request('POST', '/queue', { name, color })).json<{ id: number }>().id;
  const queues = [await queue('Vendas', '#112233'), await queue('Suporte', '#445566')] as const;
  const connection = async (name: string) =>
    (
      await sql(`insert into connections (company_id, name, channel) values ($1, $2, 'whatsapp') returning id`, [
        companyId,
        name,
      ])
    )[0].id as number;
  const connections = [await connection('Matriz'), await connection('Filial')] as const;
  let sequence = 0;
  async function createContact(fields: { name?: string; number?: string; isGroup?: boolean } = {}) {
    const { name = `Contato ${++sequence}`, number = `55009${10_000_000 + ++sequence}`, isGroup = false } = fields;
    const [row] = await sql(
      'insert into contacts (company_id, name, number, is_group) values ($1, $2, $3, $4) returning id',
      [companyId, name, number, isGroup],
    );
    return row.id as number;
  }
  async function createTicket(
    fields: Partial<ListedTicket> & {
      contactId?: number;
      minutesAgo?: number;
      unread?: number;
      isNewestClosed?: boolean;
    } = {},
  ) {
    const { status = 'pending', userId = null, queueId = queues[0], isGroup = false } = fields;
    const contactId = fields.contactId ?? (await createContact({ isGroup }));
    const [row] = await sql(
      `insert into tickets (company_id, contact_id, connection_id, channel, status, user_id, queue_id, is_group, unread,
                            updated_at, closed_at, is_newest_closed)
       values ($1, $2, $3, 'whatsapp', $4, $5, $6, $7, $8, now() - make_interval(mins => $9),
               case when $4 = 'closed' then now() end, $10) returning id`,
      [
        companyId,
        contactId,
        fields.connectionId ?? connections[0],
        status,
        userId,
        queueId,
        isGroup,
        fields.unread ?? 0,
        fields.minutesAgo ?? 0,
        fields.isNewestClosed ?? status === 'closed',
      ],
    );
    return row.id as number;
  }
  let messageSeq = 0;
  const createMessage = (ticketId: number, body: string, isDeleted = false) =>
    sql(
      `insert into messages (company_id, ticket_id, contact_id, seq, from_me, origin, body, is_deleted, sent_at)
       select company_id, id, contact_id, $2, false, 'customer', $3, $4, now() from tickets where id = $1`,
      [ticketId, ++messageSeq, body, isDeleted],
    );
  return { admin, companyId, queues, connections, createContact, createTicket, createMessage };
}

describe('ticket list', () => {
  it('shows own tickets, pending tickets, groups and the newest closed tickets on their tabs', async () => {
    const { admin, companyId, queues, createContact, createTicket } = await createFixture();
    const [sales] = queues;
    const agent = await server.createAgent(companyId, { queueIds: [sales], allowGroup: true });
    const me = agent.user.id;
    const named = async (name: string, fields: Parameters<typeof createTicket>[0]) =>
      createTicket({ ...fields, contactId: await createContact({ name, isGroup: fields?.isGroup ?? false }) });
    await named('minha', { status: 'open', userId: me });
    await named('de outra', { status: 'open', userId: admin.user.id });
    await named('espera', {});
    await named('espera por outra', { userId: admin.user.id });
    await named('outra fila', { queueId: queues[1] });
    await named('sem fila', { queueId: null });
    await named('consente', { status: 'lgpd' });
    await named('turma', { status: 'group', isGroup: true, queueId: null });
    const regular = await createContact({ name: 'resolvida' });
    await createTicket({ contactId: regular, status: 'closed', userId: me, isNewestClosed: false });
    await createTicket({ contactId: regular, status: 'closed', userId: me });
    expect(await names(agent, { status: 'open' })).toEqual(['minha']);
    expect(await names(agent, { status: 'pending' })).toEqual(['espera']);
    expect(await names(agent, { status: 'group' })).toEqual(['turma']);
    expect(await names(agent, { status: 'closed' })).toEqual(['resolvida']);
    // showAll without the permission changes nothing.
    expect(await names(agent, { status: 'pending', showAll: true, queueIds: queues })).toEqual(['espera']);
    expect((await names(admin, { status: 'pending', showAll: true })).sort()).toEqual([
      'consente',
      'espera',
      'espera por outra',
      'outra fila',
      'sem fila',
    ]);
    expect(await names(admin, { status: 'pending', showAll: true, queueIds: [queues[1]] })).toEqual([
      'sem fila',
      'outra fila',
    ]);
    expect((await names(admin, { status: 'open', showAll: true })).sort()).toEqual(['de outra', 'minha']);
  });

  it('returns pages of 40 with the count, newest or oldest first, without repetition', async () => {
    const { admin, queues, createTicket } = await createFixture();
    for (let n = 0; n < 45; n++) await createTicket({ minutesAgo: n });
    const query = { status: 'pending', showAll: true, queueIds: [queues[0]] };
    const first = await list(admin, query);
    const second = await list(admin, { ...query, pageNumber: '2' });
    expect([first.tickets.length, first.hasMore, first.count]).toEqual([40, true, 45]);
    expect([second.tickets.length, second.hasMore, second.count]).toEqual([5, false, 45]);
    const ids = [...first.tickets, ...second.tickets].map((ticket) => ticket.id);
    expect(new Set(ids).size).toBe(45);
    const upward = await list(admin, { ...query, sortTickets: 'ASC' });
    expect(upward.tickets.map((ticket) => ticket.id)).toEqual(ids.toReversed().slice(0, 40));
  });

  it('filters by contact tags, connections, statuses, unread and, for administrators, users', async () => {
    const { admin, companyId, queues, connections, createContact, createTicket } = await createFixture();
    const agent = await server.createAgent(companyId, { queueIds: [...queues] });
    const tag = (await admin.request('POST', '/tags', { name: 'VIP' })).json();
    const vip = await createContact({ name: 'vip' });
    await admin.request('POST', '/tags/sync', { contactId: vip, tags: [{ id: tag.id }] });
    await createTicket({ contactId: vip, status: 'open', userId: admin.user.id, minutesAgo: 3 });
    await createTicket({
      contactId: await createContact({ name: 'filial' }),
      connectionId: connections[1],
      minutesAgo: 2,
    });
    await createTicket({
      contactId: await createContact({ name: 'da pessoa' }),
      status: 'closed',
      userId: agent.user.id,
    });
    await createTicket({ contactId: await createContact({ name: 'nova' }), unread: 2, minutesAgo: 1 });
    const search = { status: 'search', showAll: true };
    expect(await names(admin, { ...search, tags: [tag.id] })).toEqual(['vip']);
    expect(await names(admin, { ...search, whatsapps: [connections[1]] })).toEqual(['filial']);
    expect(await names(admin, { ...search, statusFilter: ['closed', 'open'] })).toEqual(['da pessoa', 'vip']);
    expect(await names(admin, { ...search, users: [agent.user.id] })).toEqual(['da pessoa']);
    expect(await names(admin, { ...search, withUnreadMessages: true })).toEqual(['nova']);
    expect(await names(agent, { withUnreadMessages: true })).toEqual(['nova']);
    // The filter by users is ignored without the permission.
    expect(await names(agent, { status: 'search', users: [admin.user.id] })).toEqual(['da pessoa']);
    expect((await admin.request('GET', '/tickets?statusFilter=["x"]')).statusCode).toBe(400);
  });

  it('finds names without accents, numbers in any notation, and text in messages [M-056]', async () => {
    const { admin, createContact, createTicket, createMessage } = await createFixture();
    const joao = await createContact({ name: 'João Conceição', number: '5500987651234' });
    const ana = await createContact({ name: 'Ana 100% Moda', number: '5500911112222' });
    const older = await createTicket({ contactId: joao, status: 'closed', isNewestClosed: true });
    await createTicket({ contactId: joao });
    const hers = await createTicket({ contactId: ana });
    await createMessage(older, 'Preciso da segunda via do BOLETO de março');
    await createMessage(hers, 'a_b e 50%');
    await createMessage(hers, 'palavra apagada', true);
    const find = (searchParam: string, more: object = {}) =>
      names(admin, { status: 'search', showAll: true, searchParam, ...more });
    expect(await find('joao concei')).toEqual(['João Conceição']);
    expect(await find('JOÃO')).toEqual(['João Conceição']);
    expect(await find('98765-1234')).toEqual(['João Conceição']);
    await createTicket({ contactId: await createContact({ name: 'Rui', number: '5581998124471' }) });
    for (const typed of ['(81) 99812-4471', '+55 81 9 9812.4471', '5581998124471', '99812 4471', '(81) 9812-4471'])
      expect(await find(typed), typed).toEqual(['Rui']);
    expect(await find('100%')).toEqual(['Ana 100% Moda']);
    expect(await find('%')).toEqual(['Ana 100% Moda']);
    expect(await find('boleto de marco')).toEqual([]);
    const inside = { searchOnMessages: true };
    // A match in an older ticket returns the conversation once, with its live ticket.
    const found = await list(admin, { status: 'search', showAll: true, searchParam: 'boleto de marco', ...inside });
    expect(found.tickets).toMatchObject([{ contact: { name: 'João Conceição' }, status: 'pending' }]);
    expect(found.count).toBe(1);
    expect(await find('a_b', inside)).toEqual(['Ana 100% Moda']);
    expect(await find('a-b', inside)).toEqual([]);
    expect(await find('50%', inside)).toEqual(['Ana 100% Moda']);
    expect(await find('palavra apagada', inside)).toEqual([]);
  });

  it('searches only own tickets and their messages for a plain user', async () => {
    const { admin, companyId, queues, createContact, createTicket, createMessage } = await createFixture();
    const agent = await server.createAgent(companyId, { queueIds: [...queues], allUserChat: 'enabled' });
    const contact = await createContact({ name: 'Helena' });
    const others = await createTicket({
      contactId: contact,
      status: 'closed',
      userId: admin.user.id,
      isNewestClosed: false,
    });
    await createMessage(others, 'segredo da outra fila');
    await createTicket({ contactId: contact, status: 'closed', userId: agent.user.id });
    await createTicket({
      contactId: await createContact({ name: 'Helena de outra' }),
      status: 'open',
      userId: admin.user.id,
    });
    const find = (searchParam: string) =>
      names(agent, { status: 'search', showAll: true, searchParam, searchOnMessages: true });
    expect(await find('helena')).toEqual(['Helena']);
    expect(await find('segredo')).toEqual([]);
  });

  it('finds hidden numbers only by the whole number [LG-02]', async () => {
    const { admin, createContact, createTicket } = await createFixture({
      enableLGPD: 'enabled',
      lgpdHideNumber: 'enabled',
    });
    await createTicket({ contactId: await createContact({ name: '5511987654321', number: '5511987654321' }) });
    const find = (searchParam: string) => names(admin, { status: 'search', showAll: true, searchParam });
    expect(await find('5511987654321')).toEqual(['5511987**-**21']);
    expect(await find('551187654321')).toEqual(['5511987**-**21']);
    // The whole number without its country code is a whole number too [F-U12].
    expect(await find('(11) 98765-4321')).toEqual(['5511987**-**21']);
    for (const part of ['6543', '4321', '54', '551198765', '98765-4321', '87654321', '5'])
      expect(await find(part), part).toEqual([]);
  });
});

describe('ticket list and policy', () => {
  it('agree for any users and tickets: no unreadable ticket is listed [RB-04]', async () => {
    const { admin, companyId, queues, connections, createTicket } = await createFixture();
    const users = [admin];
    const kinds = [...agentKinds, { allHistoric: 'enabled', allowGroup: true } as const];
    for (const kind of kinds) users.push(await server.createAgent(companyId, { queueIds: [queues[0]], ...kind }));
    // The last of these users has an own connection.
    const withOwnConnection = users.at(-1)!.user.id;
    await sql('update users set connection_id = $1 where id = $2', [connections[1], withOwnConnection]);
    users.push(await server.createAgent(companyId, { queueIds: [] }));
    users.push(await server.createAgent(companyId, { queueIds: [...queues], profile: 'admin' }));

    const everyone = users.map((caller) => caller.user.id);
    const anyTicket = fc.record({
      status: fc.constantFrom('pending', 'open', 'group', 'closed', 'lgpd', 'nps'),
      userId: fc.constantFrom(null, null, ...everyone),
      queueId: fc.constantFrom(null, ...queues),
      isGroup: fc.boolean(),
      connectionId: fc.constantFrom(...connections),
    }) as fc.Arbitrary<ListedTicket>;
    const tickets = new Map<number, ListedTicket>();
    for (const ticket of fc.sample(anyTicket, { numRuns: Math.min(caseCounts(4000), 400), seed: 62 }))
      tickets.set(await createTicket(ticket), ticket);

    const flagsOf = ({ user }: Caller) =>
      new Set(userFlags.filter((flag) => [true, 'enabled'].includes(user[flag] as boolean | string)));
    const anyView = fc.record({
      tab: fc.constantFrom<Tab>('open', 'pending', 'group', 'closed', 'search'),
      showAll: fc.boolean(),
      queueIds: fc.subarray([...queues]),
      userIndex: fc.nat(users.length - 1),
    });
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(anyView, async ({ userIndex, ...view }) => {
        const caller = users[userIndex]!;
        const actor = {
          userId: caller.user.id,
          companyId,
          sessionId: caller.sessionId,
          profile: caller.user.profile,
          super: false,
          flags: flagsOf(caller),
          queueIds: caller.user.queues.map((queue) => queue.id),
          plan: new Set<never>(),
          overdue: false,
        };
        const viewer = { ...actor, connectionId: caller.user.id === withOwnConnection ? connections[1] : null };
        const listedIds: number[] = [];
        for (let page = 1; ; page++) {
          const { tickets: rows, hasMore } = await list(caller, {
            status: view.tab,
            showAll: view.showAll,
            queueIds: view.queueIds,
            pageNumber: String(page),
          });
          listedIds.push(...rows.map((row) => row.id));
          if (!hasMore) break;
        }
        const expected = [...tickets].filter(([, ticket]) => isListed(viewer, view, ticket)).map(([id]) => id);
        expect(listedIds.toSorted((a, b) => a - b)).toEqual(expected);
        const unreadable = listedIds.filter((id) => !can(actor, 'ticket.read', tickets.get(id)!));
        expect(unreadable).toEqual([]);
        compared += listedIds.length;
      }),
      { numRuns: caseCounts(3000), seed: 9 },
    );
    figure('RB-04', `${compared} listed tickets compared with the policy, 0 differences`);

    // The endpoint agrees with the policy too.
    for (const [id, ticket] of [...tickets].slice(0, 25))
      for (const caller of users.slice(0, 6)) {
        const actor = { userId: caller.user.id, profile: caller.user.profile, flags: flagsOf(caller) };
        const queueIds = caller.user.queues.map((queue) => queue.id);
        const allowed = can({ ...actor, queueIds } as never, 'ticket.read', ticket);
        expect((await caller.request('GET', `/tickets/${id}`)).statusCode).toBe(allowed ? 200 : 404);
      }
  });
});

describe('tab counts', () => {
  it('equal the lists of the tabs and the unread tickets [M-061]', async () => {
    const { admin, companyId, queues, connections, createTicket } = await createFixture();
    const users = [admin];
    for (const kind of agentKinds) users.push(await server.createAgent(companyId, { queueIds: [queues[0]], ...kind }));
    const withOwnConnection = await server.createAgent(companyId, { queueIds: [...queues], allowGroup: true });
    await sql('update users set connection_id = $1 where id = $2', [connections[1], withOwnConnection.user.id]);
    users.push(withOwnConnection);
    const anyTicket = fc.record({
      status: fc.constantFrom('pending', 'open', 'group', 'closed', 'lgpd', 'nps'),
      userId: fc.constantFrom(null, ...users.map((caller) => caller.user.id)),
      queueId: fc.constantFrom(null, ...queues),
      isGroup: fc.boolean(),
      connectionId: fc.constantFrom(...connections),
      unread: fc.constantFrom(0, 0, 3),
    }) as fc.Arbitrary<ListedTicket & { unread: number }>;
    const tickets = fc.sample(anyTicket, { numRuns: 250, seed: 7 });
    for (const ticket of tickets) await createTicket(ticket);
    for (const caller of users) {
      const viewer = {
        userId: caller.user.id,
        profile: caller.user.profile,
        flags: new Set(userFlags.filter((flag) => [true, 'enabled'].includes(caller.user[flag] as boolean | string))),
        // The author of a queue is in it.
        queueIds: caller === admin ? [...queues] : caller.user.queues.map((queue) => queue.id),
        connectionId: caller === withOwnConnection ? connections[1] : null,
      };
      const unreadCount = (await list(caller, { withUnreadMessages: true })).count;
      for (const showAll of [true, false])
        for (const queueIds of [[], [queues[1]], [...queues]]) {
          const counts = (
            await caller.request('GET', `/tickets-counts?showAll=${showAll}&queueIds=${JSON.stringify(queueIds)}`)
          ).json();
          const on = (tab: Tab) =>
            tickets.filter((ticket) => isListed(viewer, { tab, showAll, queueIds }, ticket)).length;
          const isShown = (ticket: ListedTicket) =>
            isListed(viewer, { tab: 'pending', showAll: false, queueIds: [] }, ticket);
          const unseen = tickets.filter(
            (ticket) => ticket.status === 'pending' && ticket.userId === null && !isShown(ticket),
          );
          expect(counts).toEqual({
            open: on('open'),
            pending: on('pending'),
            group: on('group'),
            unread: unreadCount,
            waitingElsewhere: viewer.profile === 'admin' ? unseen.length : 0,
            failed: 0,
          });
        }
    }
    const unread =
      users.length > 0 && (await admin.request('GET', '/tickets-counts')).json<{ unread: number }>().unread;
    expect(unread).toBeGreaterThan(0);
  });
});

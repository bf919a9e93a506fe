import { eventName, type Topic } from '@balcao/contract';
import { userFlags, type Actor, type UserFlag } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import {
  isInScope,
  isListed,
  isUnreadOf,
  isWaitingElsewhere,
  ticketScope,
  type ListedTicket,
  type ScopedTicket,
  type TicketScope,
} from '@balcao/domain/ticket/scope';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseCounts } from './case-counts.ts';
import { openSocket, type TestSocket } from './sockets.ts';
import { startConnectedServer, createPeer } from './connected-server.ts';
import type { Caller } from './users.ts';
import { countStore } from '../src/modules/tickets/counts.store.ts';
import { createCountedTickets } from '../src/modules/tickets/counted-tickets.ts';
import { createTabCounts } from '../src/modules/tickets/tab-counts.ts';
import { scopeJson, scopeSql } from '../src/modules/tickets/ticket-scope.store.ts';
import { roomOf, roomsOf, ticketAudience } from '../src/wiring/sockets/rooms.ts';

// Socket events of a ticket reach exactly the users who may read it.

type Service = Awaited<ReturnType<typeof startConnectedServer>>;
let service: Service;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

describe('ticket scope: predicate, SQL and Socket.IO rooms agree [RB-05]', () => {
  const USER = 7;
  const scopedTickets: ScopedTicket[] = [null, USER, 8].flatMap((userId) =>
    [null, 1, 2].flatMap((queueId) => [false, true].map((isGroup) => ({ userId, queueId, isGroup }))),
  );
  const flagSets = Array.from(
    { length: 2 ** userFlags.length },
    (_, bits): ReadonlySet<UserFlag> => new Set(userFlags.filter((_flag, n) => bits & (1 << n))),
  );
  const actors: Actor[] = (['user', 'admin'] as const).flatMap((profile) =>
    [[], [1], [1, 2]].flatMap((queueIds) =>
      flagSets.map((flags) => ({
        userId: USER,
        companyId: 1,
        sessionId: 's',
        profile,
        super: false,
        flags,
        queueIds,
        plan: new Set<never>(),
        overdue: false,
      })),
    ),
  );
  const readable = (scope: TicketScope) => scopedTickets.map((ticket) => isInScope(scope, ticket));
  const distinctScopes = [
    ...new Map(actors.map((actor) => [JSON.stringify(ticketScope(actor)), ticketScope(actor)])).values(),
  ];
  const rows = sql.join(
    scopedTickets.map(
      ({ userId, queueId, isGroup }, n) => sql`(${n}::int, ${userId}::int, ${queueId}::int, ${isGroup}::boolean)`,
    ),
    sql`, `,
  );
  const ticketsWhere = async (condition: ReturnType<typeof sql>) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(
      sql`select n from (values ${rows}) as t (n, user_id, queue_id, is_group) where ${condition}`,
    );
    const found = (await service.server.asOwner.query<{ n: number }>(text, params)).rows.map(({ n }) => n);
    return scopedTickets.map((_, n) => found.includes(n));
  };

  it('covers every set of flags, both profiles and every kind of ticket', () => {
    expect(actors).toHaveLength(256 * 2 * 3);
    expect(scopedTickets).toHaveLength(18);
    expect(distinctScopes).toHaveLength(2 ** 4 * 2 * 3);
  });

  it('the policy row ticket.read is the predicate', () => {
    for (const actor of actors)
      expect(scopedTickets.map((ticket) => can(actor, 'ticket.read', ticket))).toEqual(readable(ticketScope(actor)));
  });

  it('scopeSql selects the tickets of the predicate', async () => {
    for (const scope of distinctScopes)
      expect(await ticketsWhere(scopeSql(scope, 't') ?? sql`true`), JSON.stringify(scope)).toEqual(readable(scope));
  });

  it('the SQL function ticket_in_scope selects the tickets of the predicate', async () => {
    for (const scope of distinctScopes) {
      const condition = sql`ticket_in_scope(${JSON.stringify(scopeJson(scope))}::jsonb, t.user_id, t.queue_id, t.is_group)`;
      expect(await ticketsWhere(condition), JSON.stringify(scope)).toEqual(readable(scope));
    }
  });

  it('a joined room receives the tickets of the predicate', () => {
    for (const actor of actors) {
      const joined = new Set(roomsOf(actor));
      const received = scopedTickets.map((ticket) => ticketAudience(ticket).some((to) => joined.has(roomOf(to))));
      expect(received, JSON.stringify(ticketScope(actor))).toEqual(readable(ticketScope(actor)));
    }
  });
});

describe('tab counts: index of counted tickets, SQL and domain rule agree', () => {
  it('for random users and tickets, also after random changes', async () => {
    const { server } = service;
    const { admin, companyId, connectionId } = await service.createConnectedCompany();
    const sqlRows = async (text: string, values: unknown[]) => (await server.asOwner.query(text, values)).rows;
    const ids = async (text: string) => (await sqlRows(text, [companyId])).map((row) => row.id as number);
    const queueIds = await ids(
      `insert into queues (company_id, name, color) values ($1, 'A', '#1'), ($1, 'B', '#2'), ($1, 'C', '#3') returning id`,
    );
    const [otherConnection] = await ids(
      `insert into connections (company_id, name, channel) values ($1, 'Filial', 'whatsapp') returning id`,
    );
    const colleague = (await server.createUser(companyId)).userId;
    const contactIds = await ids(
      `insert into contacts (company_id, name, number)
       select $1, 'Cliente ' || n, '55007' || (10000000 + n) from generate_series(1, 150) n returning id`,
    );

    const anyTicket = fc.record({
      status: fc.constantFrom('pending', 'open', 'group', 'closed', 'lgpd', 'nps'),
      userId: fc.constantFrom(null, null, admin.user.id, colleague),
      queueId: fc.constantFrom(null, ...queueIds),
      isGroup: fc.boolean(),
      connectionId: fc.constantFrom(connectionId, otherConnection!),
      hasUnread: fc.boolean(),
    }) as fc.Arbitrary<ListedTicket & { hasUnread: boolean }>;
    const fieldsOf = (ticket: ListedTicket & { hasUnread: boolean }) => [
      ticket.status,
      ticket.userId,
      ticket.queueId,
      ticket.isGroup,
      ticket.connectionId,
      Number(ticket.hasUnread),
    ];
    const tickets = new Map<number, ListedTicket & { hasUnread: boolean }>();
    for (const [n, ticket] of fc.sample(anyTicket, { numRuns: contactIds.length, seed: 41 }).entries()) {
      const [row] = await sqlRows(
        `insert into tickets (company_id, contact_id, channel, status, user_id, queue_id, is_group, connection_id, unread)
         values ($1, $2, 'whatsapp', $3, $4, $5, $6, $7, $8) returning id`,
        [companyId, contactIds[n], ...fieldsOf(ticket)],
      );
      tickets.set(row.id, ticket);
    }

    const anyView = fc.record({
      viewer: fc.record({
        userId: fc.constantFrom(admin.user.id, colleague),
        profile: fc.constantFrom('user' as const, 'admin' as const),
        flags: fc.subarray([...userFlags]).map((flags): ReadonlySet<UserFlag> => new Set(flags)),
        queueIds: fc.subarray(queueIds),
        connectionId: fc.constantFrom(null, connectionId, otherConnection!),
      }),
      filter: fc.record({ showAll: fc.boolean(), queueIds: fc.subarray(queueIds) }),
      changes: fc.array(fc.tuple(fc.constantFrom(...tickets.keys()), anyTicket), { maxLength: 3 }),
    });
    const countedTickets = createCountedTickets({ clock: server.clock });
    const tabCounts = createTabCounts(countedTickets);
    await fc.assert(
      fc.asyncProperty(anyView, async ({ viewer, filter, changes }) => {
        for (const [id, ticket] of changes) {
          await sqlRows(
            `update tickets set status = $2, user_id = $3, queue_id = $4, is_group = $5, connection_id = $6, unread = $7
              where id = $1`,
            [id, ...fieldsOf(ticket)],
          );
          tickets.set(id, ticket);
          countedTickets.markChanged(companyId, id);
        }
        const count = (isCounted: (ticket: ListedTicket & { hasUnread: boolean }) => boolean) =>
          tickets.values().filter(isCounted).toArray().length;
        const on = (tab: 'open' | 'pending' | 'group') =>
          count((ticket) => isListed(viewer, { ...filter, tab }, ticket));
        const expected = {
          open: on('open'),
          pending: on('pending'),
          group: on('group'),
          unread: count((ticket) => isUnreadOf(viewer, ticket)),
          waitingElsewhere: count((ticket) => isWaitingElsewhere(viewer, ticket)),
        };
        await server.db.readCompany(companyId, async (tx) => {
          expect(await tabCounts.of(tx, viewer, filter)).toEqual(expected);
          expect(await countStore.tabs(tx, viewer, filter)).toEqual(expected);
        });
      }),
      { numRuns: caseCounts(5000), seed: 23 },
    );
  });
});

let customers = 0;
const newCustomerNumber = () => `551199000${String(2000 + ++customers)}`;
let fences = 0;

/** A company with two queues and a socket for each kind of user, and a socket of another company. */
async function createTeamWithSockets() {
  const { server } = service;
  const counter = await service.createConnectedCompany();
  const { admin, companyId } = counter;
  const createQueue = async (name: string) =>
    (await admin.request('POST', '/queue', { name, color: `#${String(100_000 + ++customers)}` })).json<{ id: number }>()
      .id;
  const [sales, support] = [await createQueue('Vendas'), await createQueue('Suporte')];
  const users = {
    admin,
    seller: await server.createAgent(companyId, { queueIds: [sales] }),
    colleague: await server.createAgent(companyId, { queueIds: [sales] }),
    chief: await server.createAgent(companyId, { queueIds: [sales], allUserChat: 'enabled' }),
    helper: await server.createAgent(companyId, { queueIds: [support], allUserChat: 'enabled', allowGroup: true }),
    porter: await server.createAgent(companyId, { allTicket: 'enabled' }),
    grouped: await server.createAgent(companyId, { queueIds: [sales], allTicket: 'enabled', allowGroup: true }),
    otherCompanyAdmin: await server.createAdmin(),
  };
  const sockets = Object.fromEntries(
    await Promise.all(
      Object.entries(users).map(async ([name, caller]) => [name, await openSocket(server, caller)] as const),
    ),
  ) as Record<keyof typeof users, TestSocket>;

  /** Waits until every socket received an event that is newer than everything before. */
  async function allDelivered() {
    const name = `Cerca ${++fences}`;
    await Promise.all(
      [users.admin, users.otherCompanyAdmin].map((caller) => caller.request('POST', '/tags', { name })),
    );
    for (const socket of Object.values(sockets))
      await socket.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === name);
  }
  /** The actions of a topic by user since the last reset; users without events are left out. */
  async function received(topic: Topic): Promise<Record<string, string[]>> {
    await allDelivered();
    const found = Object.entries(sockets).flatMap(([name, socket]) => {
      const own = eventName(users[name as keyof typeof users].companyId, topic);
      const actions = socket.received.flatMap((event) =>
        event.name === own ? (event.payload as { action: string }).action : [],
      );
      return actions.length > 0 ? [[name, actions] as const] : [];
    });
    return Object.fromEntries(found);
  }
  async function reset() {
    await allDelivered();
    for (const socket of Object.values(sockets)) socket.reset();
  }
  await reset();

  /** A new customer (or group) writes. */
  async function customerWrites(isGroup = false) {
    const number = newCustomerNumber();
    const before = (await counter.tickets()).length;
    await counter.sendWebhook([
      counter.customerMessage(number, 'Bom dia', {
        peer: isGroup
          ? { identities: [{ kind: 'group', value: number }], name: 'Família', isGroup }
          : createPeer(number),
      }),
    ]);
    const tickets = await service.until(counter.tickets, (seen) => seen.length > before);
    await service.until(counter.messages, (seen) => seen.some((message) => message.ticket_id === tickets.at(-1).id));
    return { ticketId: tickets.at(-1).id as number, number };
  }
  const updateTicket = async (caller: Caller, ticketId: number, body: object) => {
    const answer = await caller.request('PUT', `/tickets/${ticketId}`, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  return { ...counter, sales, support, users, sockets, received, reset, customerWrites, updateTicket };
}

describe('ticket events', () => {
  it('reach the users who may read the ticket; users who lose it receive a deletion, others nothing [M-018] [SK-05] [SK-07]', async () => {
    const team = await createTeamWithSockets();
    const { users, sales, support } = team;
    const { ticketId, number } = await team.customerWrites();
    // Without a queue: administrators and users with allTicket.
    expect(Object.keys(await team.received('ticket')).sort()).toEqual(['admin', 'grouped', 'porter']);
    expect(Object.keys(await team.received('appMessage')).sort()).toEqual(['admin', 'grouped', 'porter']);

    await team.reset();
    await team.updateTicket(users.admin, ticketId, { queueId: sales });
    const inSales = await team.received('ticket');
    expect(Object.keys(inSales).sort()).toEqual(['admin', 'chief', 'colleague', 'grouped', 'porter', 'seller']);
    expect(inSales['porter']).toEqual(['delete']);
    expect(inSales['seller']!.at(-1)).toBe('update');

    await team.reset();
    await team.updateTicket(users.seller, ticketId, { status: 'open', userId: users.seller.user.id, queueId: sales });
    const accepted = await team.received('ticket');
    expect(Object.keys(accepted).sort()).toEqual(['admin', 'chief', 'colleague', 'grouped', 'seller']);
    expect([...new Set(accepted['colleague'])]).toEqual(['delete']);
    for (const name of ['admin', 'chief', 'seller']) expect(accepted[name], name).toContain('update');

    await team.reset();
    const before = (await team.messages()).length;
    await team.sendWebhook([team.customerMessage(number, 'Ainda aí?')]);
    await service.until(team.messages, (seen) => seen.length > before);
    expect(Object.keys(await team.received('appMessage')).sort()).toEqual(['admin', 'chief', 'seller']);

    await team.reset();
    await team.updateTicket(users.seller, ticketId, {
      isTransfered: true,
      userId: users.helper.user.id,
      queueId: support,
    });
    const moved = await team.received('ticket');
    expect(Object.keys(moved).sort()).toEqual(['admin', 'chief', 'helper', 'seller']);
    expect([...new Set([...moved['chief']!, ...moved['seller']!])]).toEqual(['delete']);
    // The deletion names the ticket and nothing of it; what follows stays in the new queue.
    for (const name of ['chief', 'seller'] as const)
      for (const payload of team.sockets[name].allOf('ticket')) expect(payload).toEqual({ action: 'delete', ticketId });
    await users.helper.request('POST', `/messages/${ticketId}`, { body: 'Só para o suporte' });
    expect(Object.keys(await team.received('appMessage')).sort()).toEqual(['admin', 'helper']);
    expect(team.sockets.seller.frames.slice(-40).join()).not.toContain('Só para o suporte');

    await team.reset();
    await users.admin.request('DELETE', `/tickets/${ticketId}`);
    expect(await team.received('ticket')).toEqual({ admin: ['delete'], helper: ['delete'] });
  });

  it('of a group reach only users with allowGroup, also when it is assigned to a user without it', async () => {
    const team = await createTeamWithSockets();
    await service.server.asOwner.query(
      'update connections set allow_group = true, group_as_ticket = true where id = $1',
      [team.connectionId],
    );
    const { ticketId } = await team.customerWrites(true);
    // A group without a queue belongs to every user with allowGroup.
    expect(Object.keys(await team.received('ticket')).sort()).toEqual(['admin', 'grouped', 'helper']);
    expect(Object.keys(await team.received('appMessage')).sort()).toEqual(['admin', 'grouped', 'helper']);

    await team.reset();
    await team.updateTicket(team.users.admin, ticketId, {
      isTransfered: true,
      userId: team.users.seller.user.id,
      queueId: team.sales,
    });
    const afterTransfer = await team.received('ticket');
    expect(Object.keys(afterTransfer).sort()).toEqual(['admin', 'grouped', 'helper']);
    expect([...new Set(afterTransfer['helper'])]).toEqual(['delete']);
    expect((await team.users.seller.request('GET', `/tickets/${ticketId}`)).statusCode).toBe(404);
  });
});

describe('missed events', () => {
  it('are sent after a reconnect only to users who may read the ticket now', async () => {
    const team = await createTeamWithSockets();
    const { users, sales, support } = team;
    const { ticketId, number } = await team.customerWrites();
    const since = team.sockets.seller.lastEventId();
    const writes = async (text: string) => {
      await team.sendWebhook([team.customerMessage(number, text)]);
      await service.until(team.messages, (seen) => seen.some((message) => message.body === text));
    };
    await team.updateTicket(users.admin, ticketId, { queueId: sales });
    await writes('Ainda em vendas');
    await team.updateTicket(users.admin, ticketId, {
      isTransfered: true,
      userId: users.helper.user.id,
      queueId: support,
    });
    await writes('Segredo do suporte');
    const own = (await users.helper.request('POST', `/messages/${ticketId}`, { body: 'Resposta do suporte' })).json();
    await team.received('appMessage');

    const reconnected = await openSocket(service.server, users.seller, { lastEventId: since });
    const receivedText = reconnected.frames.join() + JSON.stringify(reconnected.received);
    expect(receivedText).not.toContain('Segredo do suporte');
    expect(receivedText).not.toContain('Resposta do suporte');
    expect(reconnected.allOf('ticket').at(-1)).toMatchObject({ action: 'delete', ticketId });
    reconnected.close();

    // The current agent receives all of it.
    const helper = await openSocket(service.server, users.helper, { lastEventId: since });
    const bodies = helper.allOf('appMessage').flatMap((payload) => ('ticket' in payload ? payload.message.body : []));
    expect(bodies).toEqual(expect.arrayContaining(['Segredo do suporte', own[0].body]));
    helper.close();
  });
});

describe('events of contacts and connections', () => {
  it('send contacts to the whole company with hidden numbers, and to no other company', async () => {
    const team = await createTeamWithSockets();
    const { admin } = team.users;
    await admin.request('PUT', '/companySettings', { column: 'enableLGPD', data: 'enabled' });
    await admin.request('PUT', '/companySettings', { column: 'lgpdHideNumber', data: 'enabled' });
    const number = newCustomerNumber();
    const created = await admin.request('POST', '/contacts', { name: 'Helena Prado', number });
    const { id } = created.json<{ id: number }>();
    const colleagues = Object.keys(team.sockets).filter((name) => name !== 'otherCompanyAdmin');
    expect(Object.keys(await team.received('contact')).sort()).toEqual(colleagues.sort());
    for (const socket of Object.values(team.sockets)) expect(socket.frames.join()).not.toContain(number);

    await team.reset();
    await admin.request('DELETE', `/contacts/${id}`);
    expect(await team.received('contact')).toEqual(Object.fromEntries(colleagues.map((name) => [name, ['delete']])));
  });

  it('send a QR code only to users who may manage connections, and a summary of the connection to everyone', async () => {
    const team = await createTeamWithSockets();
    const connector = await service.server.createAgent(team.companyId, { allowConnections: 'enabled' });
    const connectorSocket = await openSocket(service.server, connector);
    await team.sendWebhook([{ type: 'session', status: 'qrcode', qrcode: 'so-para-quem-conecta' }]);
    await connectorSocket.waitFor('whatsappSession', (payload) => payload.session.qrcode === 'so-para-quem-conecta');
    expect(await team.received('whatsappSession')).toEqual({ admin: ['update'] });
    for (const [name, { frames }] of Object.entries(team.sockets)) {
      if (name !== 'admin') expect(frames.join(), name).not.toContain('so-para-quem-conecta');
    }
    const payload = team.sockets.seller.allOf('whatsapp').at(-1);
    expect(payload && 'whatsapp' in payload && Object.keys(payload.whatsapp).sort()).toEqual(
      ['channel', 'groupAsTicket', 'id', 'isDefault', 'name', 'provider', 'status'].sort(),
    );
    expect(Object.keys(await team.received('whatsapp')).sort()).toEqual(
      Object.keys(team.sockets)
        .filter((name) => name !== 'otherCompanyAdmin')
        .sort(),
    );
    connectorSocket.close();
  });
});

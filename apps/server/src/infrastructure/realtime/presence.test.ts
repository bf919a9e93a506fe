import type { Presence } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket, drainEvents, type TestSocket } from '../../../test/sockets.ts';
import { createFactory } from '../../../test/fixtures/factory.ts';
import { createTestChannel } from '../../../test/channel.ts';

let nodeA: TestServer;
let nodeB: TestServer;
const channels = () => ({ of: () => createTestChannel().channel, close: async () => {} });
beforeAll(async () => {
  nodeA = await startTestServer({ open: true, channels: channels() });
  nodeB = await startTestServer({ ownerUrl: nodeA.ownerUrl, open: true, channels: channels() });
});
afterAll(async () => {
  await nodeB.stop();
  await nodeA.stop();
});

const presencesOf = (screen: TestSocket) =>
  screen.received.filter(({ name }) => name === 'presence').map(({ payload }) => payload as Presence);
/** Waits until the last presence of this socket lists these names; `*` marks a typing user. */
async function waitForViewers(screen: TestSocket, ...names: string[]) {
  const last = () =>
    presencesOf(screen)
      .at(-1)
      ?.people.map((viewer) => `${viewer.name}${viewer.isWriting ? '*' : ''}`);
  await expect.poll(last, { timeout: 8_000, interval: 20 }).toEqual(names);
}

/** A company with a waiting ticket in a queue of two agents, and a colleague of another queue. */
async function createTeam() {
  const admin = await nodeA.createAdmin();
  const factory = createFactory(nodeA, admin.companyId);
  const [queueId, other] = [await factory.queue(), await factory.queue()];
  const [ana, bia, eva] = [
    await nodeA.createAgent(admin.companyId, { name: 'Ana', queueIds: [queueId] }),
    await nodeA.createAgent(admin.companyId, { name: 'Bia', queueIds: [queueId] }),
    await nodeA.createAgent(admin.companyId, { name: 'Eva', queueIds: [other] }),
  ];
  const ticketId = await factory.ticketIn(queueId);
  return { admin, factory, ana, bia, eva, queueId, other, ticketId, uuid: await factory.uuidOf(ticketId) };
}
const openConversation = async (caller: Caller, ticket: string | number, node: TestServer = nodeA) => {
  const screen = await openSocket(node, caller);
  return { screen, answer: await screen.emitWithAck('joinChatBox', String(ticket)) };
};

describe('viewers of a conversation', () => {
  it('are published to each other, one entry per user, whether joined by id or uuid', async () => {
    const { ana, bia, ticketId, uuid } = await createTeam();
    const { screen: first, answer } = await openConversation(ana, ticketId);
    expect(answer).toBeNull();
    await waitForViewers(first, 'Ana');
    const { screen: second } = await openConversation(ana, uuid);
    await waitForViewers(second, 'Ana');
    const { screen: other } = await openConversation(bia, uuid);
    for (const screen of [first, second, other]) await waitForViewers(screen, 'Ana', 'Bia');
    expect(presencesOf(other).at(-1)).toEqual({
      ticketId,
      people: [
        { id: ana.user.id, name: 'Ana', isWriting: false },
        { id: bia.user.id, name: 'Bia', isWriting: false },
      ],
    });
    first.close();
    expect(await second.emitWithAck('joinChatBoxLeave', uuid)).toBeNull();
    await waitForViewers(other, 'Bia');
    second.close();
    other.close();
  });

  it('show who is typing until the client ends it or some seconds pass', async () => {
    const { ana, bia, ticketId } = await createTeam();
    const [{ screen: writer }, { screen: reader }] = [
      await openConversation(ana, ticketId),
      await openConversation(bia, ticketId),
    ];
    await waitForViewers(reader, 'Ana', 'Bia');
    writer.socket.emit('writing', String(ticketId), true);
    await waitForViewers(reader, 'Ana*', 'Bia');
    writer.socket.emit('writing', String(ticketId), false);
    await waitForViewers(reader, 'Ana', 'Bia');
    const before = presencesOf(reader).length;
    // Repeated typing events publish nothing new.
    for (let n = 0; n < 5; n++) writer.socket.emit('writing', String(ticketId), true);
    await waitForViewers(reader, 'Ana*', 'Bia');
    expect(presencesOf(reader)).toHaveLength(before + 1);
    nodeA.clock.pass(7_000);
    await waitForViewers(reader, 'Ana', 'Bia');
    writer.close();
    reader.close();
  });

  it('cannot include users who may not read the ticket: they get ERR_NO_TICKET_FOUND and no presence [SK-03]', async () => {
    const { admin, ana, eva, ticketId, uuid } = await createTeam();
    const otherCompanyAdmin = await nodeA.createAdmin();
    const { screen } = await openConversation(ana, ticketId);
    const outside = [await openSocket(nodeA, eva), await openSocket(nodeA, otherCompanyAdmin)];
    for (const client of outside) {
      for (const name of [String(ticketId), uuid, '2147483647', '9999999999', 'admins', ''])
        expect(await client.emitWithAck('joinChatBox', name)).toBe('ERR_NO_TICKET_FOUND');
      client.socket.emit('writing', String(ticketId), true);
    }
    screen.socket.emit('writing', uuid, true);
    await waitForViewers(screen, 'Ana*');
    await drainEvents(admin, screen, outside[0]!);
    await drainEvents(otherCompanyAdmin, outside[1]!);
    for (const client of outside) expect(client.frames.join()).not.toContain('presence');
    expect(presencesOf(screen).flatMap(({ people }) => people.map(({ name }) => name))).not.toContain('Eva');
    for (const client of [screen, ...outside]) client.close();
  });

  it('lose a user whose permission is revoked, and that user receives nothing more [SK-06]', async () => {
    const { admin, ana, bia, ticketId } = await createTeam();
    const [{ screen: remaining }, { screen: leaving }] = [
      await openConversation(ana, ticketId),
      await openConversation(bia, ticketId),
    ];
    await waitForViewers(remaining, 'Ana', 'Bia');
    await admin.request('PUT', `/users/${bia.user.id}`, { queueIds: [] });
    await waitForViewers(remaining, 'Ana');
    await drainEvents(admin, leaving);
    remaining.socket.emit('writing', String(ticketId), true);
    await waitForViewers(remaining, 'Ana*');
    await drainEvents(admin, leaving);
    expect(presencesOf(leaving)).toEqual([]);
    expect(await leaving.emitWithAck('joinChatBox', String(ticketId))).toBe('ERR_NO_TICKET_FOUND');
    remaining.close();
    leaving.close();
  });

  it('lose the users who may not read the ticket after it is assigned or transferred [SK-06]', async () => {
    const { admin, ana, bia, other, ticketId } = await createTeam();
    const [{ screen: adminSocket }, { screen: first }, { screen: second }] = [
      await openConversation(admin, ticketId),
      await openConversation(ana, ticketId),
      await openConversation(bia, ticketId),
    ];
    const adminName = admin.user.name;
    await waitForViewers(adminSocket, adminName, 'Ana', 'Bia');
    expect((await ana.request('PUT', `/tickets/${ticketId}`, { status: 'open', userId: ana.user.id })).statusCode).toBe(
      200,
    );
    await waitForViewers(adminSocket, adminName, 'Ana');
    await ana.request('PUT', `/tickets/${ticketId}`, { isTransfered: true, queueId: other });
    await waitForViewers(adminSocket, adminName);
    await admin.request('DELETE', `/tickets/${ticketId}`);
    await drainEvents(admin, adminSocket);
    expect(await adminSocket.emitWithAck('joinChatBox', String(ticketId))).toBe('ERR_NO_TICKET_FOUND');
    for (const screen of [adminSocket, first, second]) screen.close();
  });

  it('are rate limited: a socket with too many events is closed', async () => {
    const { ana, ticketId } = await createTeam();
    const { screen } = await openConversation(ana, ticketId);
    for (let n = 0; n < 100; n++) screen.socket.emit('writing', String(ticketId), n % 2 === 0);
    await screen.closes();
  });
});

describe('a late event', () => {
  it('with an outdated assignment does not remove viewers who may read the ticket now', async () => {
    const { ana, ticketId, queueId, other } = await createTeam();
    const { screen } = await openConversation(ana, ticketId);
    await waitForViewers(screen, 'Ana');
    const at = (queue: number) => ({ status: 'pending', userId: null, queueId: queue, isGroup: false }) as const;
    const events = [
      { type: 'ticket.changed', ticketId, from: at(queueId), to: at(other) },
      { type: 'ticket.changed', ticketId, from: at(other), to: at(queueId) },
    ] as const;
    await nodeA.db.inCompany(ana.companyId, async (tx) => events.forEach((event) => tx.emit(event)));
    await screen.waitFor('ticket', ({ action }) => action === 'update');
    expect(
      presencesOf(screen)
        .at(-1)
        ?.people.map(({ name }) => name),
    ).toEqual(['Ana']);
    const { screen: second } = await openConversation(ana, ticketId);
    screen.socket.emit('writing', String(ticketId), true);
    await waitForViewers(second, 'Ana*');
    screen.close();
    second.close();
  });
});

describe('presence on two nodes', () => {
  it('exchanges viewers, typing marks and departures', async () => {
    const { ana, bia, ticketId } = await createTeam();
    const { screen: near } = await openConversation(ana, ticketId);
    await waitForViewers(near, 'Ana');
    const { screen: far } = await openConversation(bia, ticketId, nodeB);
    for (const screen of [near, far]) await waitForViewers(screen, 'Ana', 'Bia');
    far.socket.emit('writing', String(ticketId), true);
    await waitForViewers(near, 'Ana', 'Bia*');
    far.close();
    await waitForViewers(near, 'Ana');
    near.close();
  });

  it('drops the viewers of a crashed node', async () => {
    const { ana, bia, ticketId } = await createTeam();
    const { screen } = await openConversation(ana, ticketId);
    const lastMessage = { from: 'killed', entries: [[ana.companyId, ticketId, [[bia.user.id, 'Bia', 1]]]] };
    await nodeA.asOwner.query('select pg_notify($1, $2)', ['balcao_presence', JSON.stringify(lastMessage)]);
    await waitForViewers(screen, 'Ana', 'Bia*');
    nodeA.clock.pass(26_000);
    await waitForViewers(screen, 'Ana');
    screen.close();
  });

  it('stores nothing in the database and ignores invalid messages', async () => {
    const { ana, ticketId } = await createTeam();
    const { screen } = await openConversation(ana, ticketId);
    await waitForViewers(screen, 'Ana');
    const state = async () =>
      (
        await nodeA.asOwner.query(
          'select (select count(*) from event_log) as events, (select max(xid) from event_log) as last',
        )
      ).rows;
    const before = await state();
    for (const message of ['', '{', '[]', '{"from":"x","entries":[[0,0,[]]]}'])
      await nodeA.asOwner.query('select pg_notify($1, $2)', ['balcao_presence', message]);
    screen.socket.emit('writing', String(ticketId), true);
    await waitForViewers(screen, 'Ana*');
    expect(await state()).toEqual(before);
    screen.close();
  });
});

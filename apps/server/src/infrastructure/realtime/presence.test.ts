import type { Presence } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket, drainEvents, type TestSocket } from '../../../test/sockets.ts';
import { createFactory } from '../../../test/fixtures/tenants.ts';
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

const seen = (screen: TestSocket) =>
  screen.received.filter(({ name }) => name === 'presence').map(({ payload }) => payload as Presence);
/** As soon as this screen was told exactly this, last: names, and a star for who is writing. */
async function sees(screen: TestSocket, ...names: string[]) {
  const last = () =>
    seen(screen)
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

describe('who looks at a conversation', () => {
  it('is told to everyone who does, by its id or its uuid: two screens of one person are one person', async () => {
    const { ana, bia, ticketId, uuid } = await createTeam();
    const { screen: first, answer } = await openConversation(ana, ticketId);
    expect(answer).toBeNull();
    await sees(first, 'Ana');
    const { screen: second } = await openConversation(ana, uuid);
    await sees(second, 'Ana');
    const { screen: other } = await openConversation(bia, uuid);
    for (const screen of [first, second, other]) await sees(screen, 'Ana', 'Bia');
    expect(seen(other).at(-1)).toEqual({
      ticketId,
      people: [
        { id: ana.user.id, name: 'Ana', isWriting: false },
        { id: bia.user.id, name: 'Bia', isWriting: false },
      ],
    });
    first.close();
    expect(await second.emitWithAck('joinChatBoxLeave', uuid)).toBeNull();
    await sees(other, 'Bia');
    second.close();
    other.close();
  });

  it('tells who is writing, until it is told otherwise or nothing is said for some seconds', async () => {
    const { ana, bia, ticketId } = await createTeam();
    const [{ screen: writes }, { screen: reads }] = [
      await openConversation(ana, ticketId),
      await openConversation(bia, ticketId),
    ];
    await sees(reads, 'Ana', 'Bia');
    writes.socket.emit('writing', String(ticketId), true);
    await sees(reads, 'Ana*', 'Bia');
    writes.socket.emit('writing', String(ticketId), false);
    await sees(reads, 'Ana', 'Bia');
    const before = seen(reads).length;
    // Repeated, it tells nothing new.
    for (let n = 0; n < 5; n++) writes.socket.emit('writing', String(ticketId), true);
    await sees(reads, 'Ana*', 'Bia');
    expect(seen(reads)).toHaveLength(before + 1);
    nodeA.clock.pass(7_000);
    await sees(reads, 'Ana', 'Bia');
    writes.close();
    reads.close();
  });

  it('is nobody without sight of it: they get no answer but the one for a ticket that is not there, and no word [SK-03]', async () => {
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
    await sees(screen, 'Ana*');
    await drainEvents(admin, screen, outside[0]!);
    await drainEvents(otherCompanyAdmin, outside[1]!);
    for (const client of outside) expect(client.frames.join()).not.toContain('presence');
    expect(seen(screen).flatMap(({ people }) => people.map(({ name }) => name))).not.toContain('Eva');
    for (const client of [screen, ...outside]) client.close();
  });

  it('changes when a right is taken: the room is left at once, and what comes later is not heard [SK-06]', async () => {
    const { admin, ana, bia, ticketId } = await createTeam();
    const [{ screen: remaining }, { screen: leaving }] = [
      await openConversation(ana, ticketId),
      await openConversation(bia, ticketId),
    ];
    await sees(remaining, 'Ana', 'Bia');
    await admin.request('PUT', `/users/${bia.user.id}`, { queueIds: [] });
    await sees(remaining, 'Ana');
    await drainEvents(admin, leaving);
    remaining.socket.emit('writing', String(ticketId), true);
    await sees(remaining, 'Ana*');
    await drainEvents(admin, leaving);
    expect(seen(leaving)).toEqual([]);
    expect(await leaving.emitWithAck('joinChatBox', String(ticketId))).toBe('ERR_NO_TICKET_FOUND');
    remaining.close();
    leaving.close();
  });

  it('changes when the ticket moves out of sight, to another hand or another queue [SK-06]', async () => {
    const { admin, ana, bia, other, ticketId } = await createTeam();
    const [{ screen: boss }, { screen: first }, { screen: second }] = [
      await openConversation(admin, ticketId),
      await openConversation(ana, ticketId),
      await openConversation(bia, ticketId),
    ];
    const bossName = admin.user.name;
    await sees(boss, bossName, 'Ana', 'Bia');
    expect((await ana.request('PUT', `/tickets/${ticketId}`, { status: 'open', userId: ana.user.id })).statusCode).toBe(
      200,
    );
    await sees(boss, bossName, 'Ana');
    await ana.request('PUT', `/tickets/${ticketId}`, { isTransfered: true, queueId: other });
    await sees(boss, bossName);
    await admin.request('DELETE', `/tickets/${ticketId}`);
    await drainEvents(admin, boss);
    expect(await boss.emitWithAck('joinChatBox', String(ticketId))).toBe('ERR_NO_TICKET_FOUND');
    for (const screen of [boss, first, second]) screen.close();
  });

  it('is asked for only so often: whoever goes on is counted as speaking strangely, and sent away', async () => {
    const { ana, ticketId } = await createTeam();
    const { screen } = await openConversation(ana, ticketId);
    for (let n = 0; n < 100; n++) screen.socket.emit('writing', String(ticketId), n % 2 === 0);
    await screen.closes();
  });
});

describe('what is told late', () => {
  it('names a place that the ticket has left since: nobody who sees it where it stands now is sent away', async () => {
    const { ana, ticketId, queueId, other } = await createTeam();
    const { screen } = await openConversation(ana, ticketId);
    await sees(screen, 'Ana');
    const at = (queue: number) => ({ status: 'pending', userId: null, queueId: queue, isGroup: false }) as const;
    const events = [
      { type: 'ticket.changed', ticketId, from: at(queueId), to: at(other) },
      { type: 'ticket.changed', ticketId, from: at(other), to: at(queueId) },
    ] as const;
    await nodeA.db.inCompany(ana.companyId, async (tx) => events.forEach((event) => tx.emit(event)));
    await screen.waitFor('ticket', ({ action }) => action === 'update');
    expect(
      seen(screen)
        .at(-1)
        ?.people.map(({ name }) => name),
    ).toEqual(['Ana']);
    const { screen: second } = await openConversation(ana, ticketId);
    screen.socket.emit('writing', String(ticketId), true);
    await sees(second, 'Ana*');
    screen.close();
    second.close();
  });
});

describe('two nodes', () => {
  it('tell each other who looks and who writes, and that they have gone', async () => {
    const { ana, bia, ticketId } = await createTeam();
    const { screen: near } = await openConversation(ana, ticketId);
    await sees(near, 'Ana');
    const { screen: far } = await openConversation(bia, ticketId, nodeB);
    for (const screen of [near, far]) await sees(screen, 'Ana', 'Bia');
    far.socket.emit('writing', String(ticketId), true);
    await sees(near, 'Ana', 'Bia*');
    far.close();
    await sees(near, 'Ana');
    near.close();
  });

  it('forget the people of one that was killed', async () => {
    const { ana, bia, ticketId } = await createTeam();
    const { screen } = await openConversation(ana, ticketId);
    const lastMessage = { from: 'killed', entries: [[ana.companyId, ticketId, [[bia.user.id, 'Bia', 1]]]] };
    await nodeA.asOwner.query('select pg_notify($1, $2)', ['balcao_presence', JSON.stringify(lastMessage)]);
    await sees(screen, 'Ana', 'Bia*');
    nodeA.clock.pass(26_000);
    await sees(screen, 'Ana');
    screen.close();
  });

  it('keep nothing of it in the database, and read no nonsense', async () => {
    const { ana, ticketId } = await createTeam();
    const { screen } = await openConversation(ana, ticketId);
    await sees(screen, 'Ana');
    const state = async () =>
      (
        await nodeA.asOwner.query(
          'select (select count(*) from event_log) as events, (select max(xid) from event_log) as last',
        )
      ).rows;
    const before = await state();
    for (const message of ['', '{', '[]', '{"from":"x","places":[[0,0,[]]]}'])
      await nodeA.asOwner.query('select pg_notify($1, $2)', ['balcao_presence', message]);
    screen.socket.emit('writing', String(ticketId), true);
    await sees(screen, 'Ana*');
    expect(await state()).toEqual(before);
    screen.close();
  });
});

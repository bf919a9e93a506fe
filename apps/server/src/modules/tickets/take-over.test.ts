import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/users.ts';
import { openSocket, drainEvents } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { createFactory } from '../../../test/fixtures/factory.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const sql = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;

/** Agents of two queues, two of them with allUserChat; Ana handles a ticket of the first queue. */
async function createFixture() {
  const { admin, companyId } = await service.createConnectedCompany({
    sendGreetingAccepted: 'disabled',
    sendMsgTransfTicket: 'disabled',
  });
  const factory = createFactory(service.server, companyId);
  const [sales, support] = [await factory.queue(), await factory.queue()];
  const agent = (fields: object) => service.server.createAgent(companyId, fields);
  const ana = await agent({ name: 'Ana', queueIds: [sales] });
  const bia = await agent({ name: 'Bia', queueIds: [sales] });
  const lia = await agent({ name: 'Lia', queueIds: [sales], allUserChat: 'enabled' });
  const eva = await agent({ name: 'Eva', queueIds: [support], allUserChat: 'enabled' });
  const id = await factory.ticketIn(sales);
  const attended = await put(ana, id, { status: 'open', userId: ana.user.id });
  expect(attended.statusCode).toBe(200);
  return { admin, factory, sales, support, ana, bia, lia, eva, id };
}
const put = (caller: Caller, id: number, body: object) => caller.request('PUT', `/tickets/${id}`, body);
const takeOver = (caller: Caller, id: number, more: object = {}) =>
  put(caller, id, { isTransfered: true, status: 'open', userId: caller.user.id, ...more });
const log = async (id: number) =>
  (await sql('select type, user_id from ticket_log where ticket_id = $1 order by id', [id])).map(
    ({ type, user_id }) => [type, user_id] as [string, number | null],
  );

describe('take-over', () => {
  it('by an administrator updates log, cycle and the sockets of everyone who may read the ticket', async () => {
    const { admin, ana, lia, sales, id } = await createFixture();
    const [anaSocket, adminSocket, liaSocket] = [
      await openSocket(service.server, ana),
      await openSocket(service.server, admin),
      await openSocket(service.server, lia),
    ];
    await drainEvents(admin, anaSocket, adminSocket, liaSocket);
    const before = (await sql('select * from ticket_tracking where ticket_id = $1', [id]))[0];
    const answer = await takeOver(admin, id, { fromUserId: ana.user.id, msgTransfer: 'Eu resolvo' });
    expect(answer.json()).toMatchObject({ id, status: 'open', userId: admin.user.id, queueId: sales });

    expect((await log(id)).slice(-2)).toEqual([
      ['transfered', ana.user.id],
      ['receivedTransfer', admin.user.id],
    ]);
    const [tracked, ...more] = await sql('select * from ticket_tracking where ticket_id = $1', [id]);
    expect(more).toEqual([]);
    expect(tracked).toMatchObject({ user_id: admin.user.id, queue_id: sales, finished_at: null });
    expect(+tracked.started_at).toBeGreaterThanOrEqual(+before.started_at);

    expect(await anaSocket.waitFor('ticket', (payload) => payload.action === 'delete')).toEqual({
      action: 'delete',
      ticketId: id,
    });
    for (const socket of [adminSocket, liaSocket])
      await socket.waitFor(
        'ticket',
        (payload) => payload.action === 'update' && payload.ticket.userId === admin.user.id,
      );
    await drainEvents(admin, anaSocket);
    expect(anaSocket.allOf('ticket')).toEqual([]);
    expect((await ana.request('GET', `/tickets/${id}`)).statusCode).toBe(404);
    expect(
      (await sql('select body, user_id from messages where ticket_id = $1 and is_private', [id])).map((note) => note),
    ).toEqual([{ body: 'Eu resolvo', user_id: admin.user.id }]);
    for (const socket of [anaSocket, adminSocket, liaSocket]) socket.close();
  });

  it('is allowed to users who may read the ticket and to no others', async () => {
    const { ana, bia, lia, eva, id } = await createFixture();
    for (const outsider of [bia, eva, await service.server.createAdmin()])
      expect((await takeOver(outsider, id)).statusCode).toBe(404);
    expect((await sql('select user_id from tickets where id = $1', [id]))[0].user_id).toBe(ana.user.id);
    expect((await takeOver(lia, id)).json()).toMatchObject({ userId: lia.user.id });
  });

  it('by two users at once succeeds for one; the other is shown the owner', async () => {
    const { admin, ana, lia, id } = await createFixture();
    const answers = await Promise.all([admin, lia].map((caller) => takeOver(caller, id, { fromUserId: ana.user.id })));
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers.find(({ statusCode }) => statusCode === 200)!.json();
    const refused = answers.find(({ statusCode }) => statusCode === 409)!.json();
    expect(refused.code).toBe('ERR_OTHER_OPEN_TICKET');
    expect(JSON.parse(refused.error)).toMatchObject({ id, userId: winner.userId, user: { name: winner.user.name } });
    expect((await log(id)).filter(([type]) => type === 'receivedTransfer')).toHaveLength(1);
  });

  it('does not happen by accepting an open ticket, not even for an administrator; the owner is shown', async () => {
    const { admin, ana, bia, id } = await createFixture();
    for (const caller of [admin, bia]) {
      const answer = await put(caller, id, { status: 'open', userId: caller.user.id });
      expect(answer.statusCode).toBe(409);
      expect(JSON.parse(answer.json().error)).toMatchObject({ userId: ana.user.id, user: { name: 'Ana' } });
    }
    expect((await log(id)).map(([type]) => type)).toEqual(['create', 'open']);
  });

  it('leaves a transfer to a paused user possible; the user is shown as paused', async () => {
    const { ana, bia, id } = await createFixture();
    await bia.request('PUT', `/users/${bia.user.id}/pause`, { paused: true });
    expect((await ana.request('GET', `/users/${bia.user.id}`)).json()).toMatchObject({ paused: true });
    const answer = await put(ana, id, { isTransfered: true, status: 'open', userId: bia.user.id });
    expect(answer.json()).toMatchObject({ userId: bia.user.id, status: 'open' });
    // A pause does not take tickets away.
    expect((await bia.request('GET', `/tickets/${id}`)).json()).toMatchObject({ userId: bia.user.id });
  });
});

describe('forwarding a message', () => {
  it('does not accept a pending ticket that the sender may not read', async () => {
    const { admin, ana, factory, support, id } = await createFixture();
    const waiting = await factory.ticketIn(support);
    const [hidden] = await sql('select contact_id, connection_id from tickets where id = $1', [waiting]);
    await sql('update tickets set connection_id = $1 where id = $2', [hidden.connection_id, id]);
    const messageId = await factory.messageIn(id);
    const forward = (caller: Caller) =>
      caller.request('POST', '/message/forward', { messageId, contactId: hidden.contact_id, signMessage: false });
    expect((await forward(ana)).statusCode).toBe(404);
    expect((await sql('select status, user_id from tickets where id = $1', [waiting]))[0]).toEqual({
      status: 'pending',
      user_id: null,
    });
    expect((await forward(admin)).statusCode).toBeLessThan(300);
    expect((await sql('select user_id from tickets where id = $1', [waiting]))[0].user_id).toBe(admin.user.id);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { accept, createTicketHelpers, put, uniqueText } from './tickets.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const { sql, createFixture } = createTicketHelpers(() => service);

describe('transfer', () => {
  it('to a user opens the ticket for that user and saves the note as internal [M-071] [M-072] [M-078]', async () => {
    const fixture = await createFixture({ sendMsgTransfTicket: 'disabled' });
    const ticket = await fixture.customerWrites();
    await accept(fixture.ana, ticket.id);
    const sent = service.testChannel.sent.length;
    const answer = await put(fixture.ana, ticket.id, {
      status: 'open',
      userId: fixture.bia.user.id,
      queueId: fixture.support,
      msgTransfer: 'Cliente antiga, trate bem',
      isTransfered: true,
    });
    expect(answer.json()).toMatchObject({
      id: ticket.id,
      uuid: ticket.uuid,
      status: 'open',
      userId: fixture.bia.user.id,
      user: { id: fixture.bia.user.id, name: 'Bia' },
      queue: { name: 'Suporte' },
    });
    const [note] = await sql('select * from messages where ticket_id = $1 and is_private', [ticket.id]);
    expect(note).toMatchObject({ body: 'Cliente antiga, trate bem', delivery: 'note', user_id: fixture.ana.user.id });
    expect(await sql('select id from outbox where message_id = $1', [note.id])).toEqual([]);
    expect(service.testChannel.sent.length).toBe(sent);
    const entries = await sql('select type, user_id, queue_id from ticket_log where ticket_id = $1 order by id', [
      ticket.id,
    ]);
    expect(entries.slice(2)).toEqual([
      { type: 'transfered', user_id: fixture.ana.user.id, queue_id: fixture.sales },
      { type: 'receivedTransfer', user_id: fixture.bia.user.id, queue_id: fixture.support },
    ]);
  });

  it('to a queue makes the ticket pending; refuses a missing queue and unknown ids [M-071]', async () => {
    const fixture = await createFixture({ sendMsgTransfTicket: 'disabled' });
    const ticket = await fixture.customerWrites();
    await accept(fixture.ana, ticket.id);
    const invalidTransfers = [
      { isTransfered: true, userId: 2_000_000_000, queueId: fixture.support },
      { isTransfered: true, userId: null, queueId: 2_000_000_000 },
    ];
    for (const body of invalidTransfers)
      expect((await put(fixture.ana, ticket.id, body)).statusCode).toBeGreaterThanOrEqual(400);
    expect(
      (await put(fixture.ana, ticket.id, { isTransfered: true, userId: null, queueId: fixture.support })).json(),
    ).toMatchObject({ status: 'pending', userId: null, queueId: fixture.support });
    const free = await fixture.customerWrites(null, uniqueText());
    expect(
      (await put(fixture.admin, free.id, { isTransfered: true, userId: fixture.ana.user.id })).json(),
    ).toMatchObject({
      error: 'ERR_VALIDATION',
    });
  });

  it('sends the transfer message to the customer if enabled [M-073]', async () => {
    const fixture = await createFixture({
      sendMsgTransfTicket: 'enabled',
      transferMessage: 'Você vai para ${queue.name}.',
    });
    const ticket = await fixture.customerWrites();
    await accept(fixture.ana, ticket.id);
    await put(fixture.ana, ticket.id, {
      isTransfered: true,
      userId: null,
      queueId: fixture.support,
      msgTransfer: 'nota',
    });
    expect(await fixture.texts(ticket.id)).toEqual(['Você vai para Suporte.']);
    await service.until(
      async () => service.testChannel.texts(),
      (texts) => texts.includes('Você vai para Suporte.'),
    );
    expect(service.testChannel.texts()).not.toContain('nota');
  });

  it('to another queue continues in a new ticket if enabled [M-074]', async () => {
    const fixture = await createFixture({ closeTicketOnTransfer: true, sendMsgTransfTicket: 'disabled' });
    const ticket = await fixture.customerWrites(fixture.sales, 'Quero falar com o suporte');
    await accept(fixture.ana, ticket.id);
    const next = (
      await put(fixture.ana, ticket.id, {
        isTransfered: true,
        userId: fixture.bia.user.id,
        queueId: fixture.support,
        msgTransfer: 'veja acima',
      })
    ).json();
    expect(next).toMatchObject({ status: 'open', userId: fixture.bia.user.id, queueId: fixture.support });
    expect(next).toMatchObject({ contactId: ticket.contactId, lastMessage: 'Quero falar com o suporte' });
    expect(next.id).not.toBe(ticket.id);
    expect(await fixture.row(ticket.id)).toMatchObject({ status: 'closed', is_newest_closed: true });
    expect(+(await fixture.row(next.id)).last_inbound_at).toBe(+(await fixture.row(ticket.id)).last_inbound_at);
    expect([await fixture.log(ticket.id), await fixture.log(next.id)]).toEqual([
      ['create', 'open', 'transfered'],
      ['receivedTransfer'],
    ]);
    expect(await sql('select body from messages where ticket_id = $1', [next.id])).toEqual([{ body: 'veja acima' }]);
    expect((await fixture.track(ticket.id))[0].finished_at).not.toBeNull();
    // Within the queue the ticket stays the same.
    const same = await put(fixture.bia, next.id, {
      isTransfered: true,
      userId: fixture.ana.user.id,
      queueId: fixture.support,
    });
    expect(same.json().id).toBe(next.id);
  });

  it('of the queue alone is saved, logged and tracked; the bot turns can be reset [M-078]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.customerWrites();
    await sql('update tickets set bot_turns = 4 where id = $1', [ticket.id]);
    expect(
      (
        await put(fixture.admin, ticket.id, { queueId: fixture.support, amountUsedBotQueues: 0, useIntegration: true })
      ).json(),
    ).toMatchObject({ queueId: fixture.support, amountUsedBotQueues: 0, useIntegration: true, status: 'pending' });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'queue']);
    expect((await fixture.track(ticket.id))[0].queue_id).toBe(fixture.support);
    expect(await accept(fixture.admin, ticket.id, { useIntegration: false })).toMatchObject({ useIntegration: false });
  });
});

describe('remove and close all', () => {
  it('removes a ticket with its messages for administrators only and publishes it [M-075]', async () => {
    const fixture = await createFixture();
    const older = await fixture.customerWrites();
    await put(fixture.admin, older.id, { status: 'closed', sendFarewellMessage: false });
    const ticket = (await fixture.admin.request('POST', '/tickets', { contactId: older.contactId })).json();
    await put(fixture.admin, ticket.id, { status: 'closed', sendFarewellMessage: false });
    expect((await fixture.ana.request('DELETE', `/tickets/${ticket.id}`)).json().error).toBe('ERR_NO_PERMISSION');
    const socket = await openSocket(service.server, fixture.admin);
    expect((await fixture.admin.request('DELETE', `/tickets/${ticket.id}`)).statusCode).toBe(200);
    await socket.waitFor('ticket', (payload) => payload.action === 'delete' && payload.ticketId === ticket.id);
    socket.close();
    expect((await fixture.admin.request('GET', `/tickets/${ticket.id}`)).json().error).toBe('ERR_NO_TICKET_FOUND');
    expect((await fixture.admin.request('DELETE', `/tickets/${ticket.id}`)).statusCode).toBe(404);
    expect(await fixture.row(older.id)).toMatchObject({ is_newest_closed: true });
    const [audited] = await sql(`select data from audit_log where company_id = $1 and act = 'ticket.removed'`, [
      fixture.companyId,
    ]);
    expect(audited.data).toEqual({ contactId: older.contactId });
  });

  it('closes all tickets of a tab in the selected queues without messages, for administrators only [M-076]', async () => {
    const fixture = await createFixture({ requiredTag: 'enabled', userRating: 'enabled' });
    await fixture.connection(`farewell_message = 'Até logo!', rating_message = 'Nota?'`);
    const [sold, helped, ownTicket] = [
      await fixture.customerWrites(fixture.sales, uniqueText()),
      await fixture.customerWrites(fixture.support, uniqueText()),
      await fixture.customerWrites(fixture.sales, uniqueText()),
    ];
    await accept(fixture.ana, ownTicket.id);
    const all = { status: 'pending', selectedQueueIds: [fixture.sales] };
    expect((await fixture.ana.request('POST', '/tickets/closeAll', all)).statusCode).toBe(403);
    expect((await fixture.admin.request('POST', '/tickets/closeAll', all)).statusCode).toBe(200);
    const statuses = async () =>
      Promise.all([sold, helped, ownTicket].map(async ({ id }) => (await fixture.row(id)).status as string));
    expect(await statuses()).toEqual(['closed', 'pending', 'open']);
    await fixture.admin.request('POST', '/tickets/closeAll', { status: 'open', selectedQueueIds: [fixture.sales] });
    expect(await statuses()).toEqual(['closed', 'pending', 'closed']);
    expect(await fixture.texts(ownTicket.id)).toEqual([]);
    expect(await fixture.row(ownTicket.id)).toMatchObject({
      user_id: fixture.ana.user.id,
      queue_id: fixture.sales,
      unread: 0,
    });
    expect(await fixture.log(ownTicket.id)).toEqual(['create', 'open', 'closed']);
  });

  it('leaves a ticket open that is moved to another queue while all of its former queue are closed', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.customerWrites(fixture.sales, uniqueText());
    const mover = await service.server.asOwner.connect();
    try {
      await mover.query('begin');
      await mover.query('update tickets set queue_id = $2 where id = $1', [ticket.id, fixture.support]);
      const all = { status: 'pending', selectedQueueIds: [fixture.sales] };
      const closing = fixture.admin.request('POST', '/tickets/closeAll', all);
      await service.until(
        () => sql('select from pg_stat_activity where datname = current_database() and wait_event_type = $1', ['Lock']),
        (waiting) => waiting.length > 0,
      );
      await mover.query('commit');
      expect((await closing).statusCode).toBe(200);
    } finally {
      mover.release();
    }
    expect(await fixture.row(ticket.id)).toMatchObject({ status: 'pending', queue_id: fixture.support });
  });
});

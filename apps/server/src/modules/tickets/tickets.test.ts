import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeer, startConnectedServer } from '../../../test/connected-server.ts';
import type { Caller } from '../../../test/users.ts';
import { accept, createTicketHelpers, newNumber, put, uniqueText } from './tickets.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const { sql, createFixture } = createTicketHelpers(() => service);

describe('accept', () => {
  it('opens the ticket for the agent, marks it as read and starts the cycle [M-062] [M-063]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.customerWrites();
    expect(await fixture.row(ticket.id)).toMatchObject({ status: 'pending', user_id: null, unread: 1 });
    expect(await accept(fixture.ana, ticket.id)).toMatchObject({
      id: ticket.id,
      status: 'open',
      userId: fixture.ana.user.id,
      user: { name: 'Ana' },
      queue: { name: 'Vendas' },
      unreadMessages: 0,
      isBot: false,
    });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open']);
    const [tracked, ...more] = await fixture.track(ticket.id);
    expect(more).toEqual([]);
    expect(tracked).toMatchObject({ user_id: fixture.ana.user.id, queue_id: fixture.sales, finished_at: null });
    expect(tracked.started_at).not.toBeNull();
  });

  it('gives the ticket to one of two concurrent agents and shows the other its owner [M-063]', async () => {
    const fixture = await createFixture();
    for (let attempt = 0; attempt < 5; attempt++) {
      const ticket = await fixture.customerWrites(fixture.sales, uniqueText());
      const answers = await Promise.all(
        [fixture.ana, fixture.bia].map((agent) => put(agent, ticket.id, { status: 'open', userId: agent.user.id })),
      );
      expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
      const won = answers.find((answer) => answer.statusCode === 200)!.json();
      const { error, code } = answers.find((answer) => answer.statusCode === 409)!.json();
      expect(code).toBe('ERR_OTHER_OPEN_TICKET');
      expect(JSON.parse(error)).toMatchObject({
        id: ticket.id,
        uuid: ticket.uuid,
        status: 'open',
        userId: won.userId,
        user: { id: won.userId, name: won.user.name },
        queue: { name: 'Vendas' },
      });
      expect(await fixture.log(ticket.id)).toEqual(['create', 'open']);
      expect((await fixture.row(ticket.id)).user_id).toBe(won.userId);
    }
  });

  it('does not find a ticket of another queue; can set the queue of a ticket without one [M-064]', async () => {
    const fixture = await createFixture();
    const others = await fixture.customerWrites(fixture.support, uniqueText());
    expect((await put(fixture.ana, others.id, { status: 'open' })).json().error).toBe('ERR_NO_TICKET_FOUND');
    const free = await fixture.customerWrites(null, uniqueText());
    const helper = await fixture.createAgent({ allTicket: 'enabled' });
    expect((await put(helper, free.id, { status: 'open', queueId: 2_000_000_000 })).json().error).toBe(
      'ERR_QUEUE_NOT_FOUND',
    );
    expect(await accept(helper, free.id, { queueId: fixture.sales })).toMatchObject({ queue: { name: 'Vendas' } });
  });

  it('sends the greeting if enabled, in groups only if groups are tickets [M-065]', async () => {
    const fixture = await createFixture({
      sendGreetingAccepted: 'enabled',
      greetingAcceptedMessage: 'Oi, {{firstName}}!',
    });
    const ticket = await fixture.customerWrites();
    await accept(fixture.ana, ticket.id);
    expect(await fixture.texts(ticket.id)).toEqual(['Oi, Rita!']);
    await service.until(
      async () => service.testChannel.texts(),
      (texts) => texts.includes('Oi, Rita!'),
    );

    await fixture.connection('allow_group = true, group_as_ticket = true');
    const inGroup = (value: string) => ({
      peer: { identities: [{ kind: 'group' as const, value }], isGroup: true, name: 'Turma' },
      author: createPeer(newNumber()),
    });
    const group = await fixture.customerWrites(fixture.sales, uniqueText(), inGroup(`g${newNumber()}`));
    expect(await accept(fixture.admin, group.id)).toMatchObject({ status: 'group', isGroup: true });
    expect(await fixture.texts(group.id)).toEqual(['Oi, Turma!']);
    const quiet = await fixture.customerWrites(fixture.sales, uniqueText(), inGroup(`g${newNumber()}`));
    await fixture.connection('group_as_ticket = false');
    await accept(fixture.admin, quiet.id);
    expect(await fixture.texts(quiet.id)).toEqual([]);
  });
});

describe('return and close', () => {
  it('returns a ticket to its queue without an agent [M-066]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.customerWrites();
    await accept(fixture.ana, ticket.id);
    expect((await put(fixture.ana, ticket.id, { status: 'pending', userId: null })).json()).toMatchObject({
      status: 'pending',
      userId: null,
      user: null,
      queueId: fixture.sales,
    });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'pending']);
    expect((await fixture.track(ticket.id))[0]).toMatchObject({ started_at: null, user_id: null, finished_at: null });
    await accept(fixture.bia, ticket.id);
  });

  it('returns the tickets of a removed user to their queue [PB-02]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.customerWrites();
    const removedUser = await fixture.createAgent();
    await accept(removedUser, ticket.id);
    expect((await fixture.admin.request('DELETE', `/users/${removedUser.user.id}`)).statusCode).toBe(200);
    expect(await fixture.row(ticket.id)).toMatchObject({ status: 'pending', user_id: null, queue_id: fixture.sales });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'pending']);
  });

  it('closes with the agent’s farewell, the connection’s, or none [M-067]', async () => {
    const fixture = await createFixture();
    await fixture.connection(`farewell_message = 'Até logo!'`);
    const withFarewell = await fixture.createAgent({ farewellMessage: 'Tchau, {{name}}' });
    const close = async (caller: Caller, more: object) => {
      const ticket = await fixture.customerWrites(fixture.sales, uniqueText());
      await accept(caller, ticket.id);
      expect((await put(caller, ticket.id, { status: 'closed', ...more })).json().status).toBe('closed');
      expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'closed']);
      expect((await fixture.track(ticket.id))[0].finished_at).not.toBeNull();
      return fixture.texts(ticket.id);
    };
    expect(await close(fixture.ana, {})).toEqual(['Até logo!']);
    expect(await close(withFarewell, { sendFarewellMessage: true })).toEqual(['Tchau, Rita']);
    expect(await close(fixture.ana, { sendFarewellMessage: false })).toEqual([]);
  });

  it('refuses to close without a tag of the contact if the company requires one [M-068]', async () => {
    const fixture = await createFixture({ requiredTag: 'enabled' });
    const ticket = await fixture.customerWrites();
    await accept(fixture.ana, ticket.id);
    const before = await fixture.row(ticket.id);
    const refused = await put(fixture.ana, ticket.id, { status: 'closed' });
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'ERR_TICKET_NEEDS_TAG']);
    expect(await fixture.row(ticket.id)).toEqual(before);
    const tag = (await fixture.admin.request('POST', '/tags', { name: 'Cliente' })).json();
    await fixture.ana.request('POST', '/tags/sync', { contactId: ticket.contactId, tags: [{ id: tag.id }] });
    expect((await put(fixture.ana, ticket.id, { status: 'closed' })).json().status).toBe('closed');
  });

  it('closes a waiting ticket only for users with the permission, with the farewell only if enabled [M-069] [M-169]', async () => {
    const fixture = await createFixture({ sendFarewellWaitingTicket: 'enabled' });
    await fixture.connection(`farewell_message = 'Até logo!'`);
    const ignore = { status: 'closed', userId: null, sendFarewellMessage: false, amountUsedBotQueues: 0 };
    const permitted = await fixture.createAgent({ userClosePendingTicket: 'enabled' });
    const notPermitted = await fixture.createAgent({ userClosePendingTicket: 'disabled' });

    const first = await fixture.customerWrites(fixture.sales, uniqueText());
    await sql('update tickets set bot_turns = 3 where id = $1', [first.id]);
    const before = await fixture.row(first.id);
    for (const body of [ignore, { status: 'closed' }])
      expect((await put(notPermitted, first.id, body)).json().error).toBe('ERR_NO_PERMISSION');
    expect(await fixture.row(first.id)).toEqual(before);
    expect((await put(permitted, first.id, ignore)).json()).toMatchObject({ status: 'closed', amountUsedBotQueues: 0 });
    expect(await fixture.texts(first.id)).toEqual([]);
    expect(await fixture.log(first.id)).toEqual(['create', 'closed']);

    const second = await fixture.customerWrites(fixture.sales, uniqueText());
    await sql(`update tickets set status = 'lgpd' where id = $1`, [second.id]);
    expect((await put(fixture.admin, second.id, ignore)).json().status).toBe('closed');
    const third = await fixture.customerWrites(fixture.sales, uniqueText());
    await put(fixture.admin, third.id, { status: 'closed' });
    expect(await fixture.texts(third.id)).toEqual(['Até logo!']);
    const off = { column: 'sendFarewellWaitingTicket', data: 'disabled' };
    expect((await fixture.admin.request('PUT', '/companySettings', off)).statusCode).toBe(200);
    const fourth = await fixture.customerWrites(fixture.sales, uniqueText());
    await put(fixture.admin, fourth.id, { status: 'closed' });
    expect(await fixture.texts(fourth.id)).toEqual([]);
  });

  it('asks for a rating before closing if enabled; the ticket gets the status nps', async () => {
    const fixture = await createFixture({ userRating: 'enabled' });
    await fixture.connection(`rating_message = 'De 0 a 10?', farewell_message = 'Até logo!'`);
    const ticket = await fixture.customerWrites();
    await accept(fixture.ana, ticket.id);
    expect((await put(fixture.ana, ticket.id, { status: 'closed' })).json().status).toBe('nps');
    expect(await fixture.texts(ticket.id)).toEqual(['De 0 a 10?']);
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'nps']);
    const [cycle] = await fixture.track(ticket.id);
    expect(cycle).toMatchObject({ finished_at: null, user_id: fixture.ana.user.id });
    expect(cycle.closed_at).not.toBeNull();
    // A new conversation closes the ticket that waits for a rating.
    const again = await fixture.ana.request('POST', '/tickets', {
      contactId: ticket.contactId,
      queueId: fixture.sales,
    });
    expect([again.statusCode, again.json().status]).toEqual([200, 'open']);
    expect(await fixture.row(ticket.id)).toMatchObject({ status: 'closed', rating: null });
    const quiet = await fixture.customerWrites(fixture.sales, uniqueText());
    await accept(fixture.ana, quiet.id);
    const closed = await put(fixture.ana, quiet.id, { status: 'closed', sendFarewellMessage: false });
    expect(closed.json().status).toBe('closed');
  });

  it('refuses a request for the status nps or lgpd [M-062]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.customerWrites();
    for (const status of ['nps', 'lgpd', 'x'])
      expect((await put(fixture.admin, ticket.id, { status })).statusCode).toBe(400);
    expect((await fixture.row(ticket.id)).status).toBe('pending');
  });
});

describe('reopen', () => {
  it('assigns a closed ticket to the agent who reopens it [M-070]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.customerWrites();
    await accept(fixture.ana, ticket.id);
    await put(fixture.ana, ticket.id, { status: 'closed' });
    expect(await fixture.row(ticket.id)).toMatchObject({ is_newest_closed: true });
    expect(await accept(fixture.admin, ticket.id)).toMatchObject({ status: 'open', userId: fixture.admin.user.id });
    expect(await fixture.row(ticket.id)).toMatchObject({ is_newest_closed: false, closed_at: null });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'closed', 'reopen']);
    expect((await fixture.track(ticket.id)).map((row) => row.finished_at === null)).toEqual([false, true]);
  });

  it('continues a ticket whose customer was asked for a rating', async () => {
    const fixture = await createFixture({ userRating: 'enabled' });
    await fixture.connection(`rating_message = 'De 0 a 10?'`);
    const ticket = await fixture.customerWrites();
    await accept(fixture.ana, ticket.id);
    expect((await put(fixture.ana, ticket.id, { status: 'closed' })).json().status).toBe('nps');
    expect(await accept(fixture.ana, ticket.id)).toMatchObject({
      id: ticket.id,
      status: 'open',
      userId: fixture.ana.user.id,
    });
    expect(await fixture.log(ticket.id)).toEqual(['create', 'open', 'nps', 'reopen']);
    expect(await fixture.track(ticket.id)).toMatchObject([{ finished_at: null, closed_at: null }]);
    // Closed again, the customer is asked again.
    expect((await put(fixture.ana, ticket.id, { status: 'closed' })).json().status).toBe('nps');
  });

  it('returns the live ticket of the conversation instead, with its owner [M-070] [M-072]', async () => {
    const fixture = await createFixture();
    const old = await fixture.customerWrites();
    await accept(fixture.ana, old.id);
    await put(fixture.ana, old.id, { status: 'closed' });
    const newer = (
      await fixture.bia.request('POST', '/tickets', {
        contactId: old.contactId,
        queueId: fixture.support,
        whatsappId: fixture.connectionId,
      })
    ).json();
    expect(await accept(fixture.ana, old.id)).toMatchObject({
      id: newer.id,
      userId: fixture.bia.user.id,
      user: { name: 'Bia' },
      queue: { name: 'Suporte' },
    });
    expect((await fixture.row(old.id)).status).toBe('closed');
  });

  it('leaves one live ticket when two tickets of a contact are reopened at once [SR8]', async () => {
    const fixture = await createFixture();
    const first = await fixture.customerWrites();
    await put(fixture.admin, first.id, { status: 'closed', sendFarewellMessage: false });
    const second = (await fixture.admin.request('POST', '/tickets', { contactId: first.contactId })).json();
    await put(fixture.admin, second.id, { status: 'closed', sendFarewellMessage: false });
    const answers = await Promise.all([first.id, second.id].map((id) => put(fixture.admin, id, { status: 'open' })));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(
      await sql(`select id from tickets where contact_id = $1 and status <> 'closed'`, [first.contactId]),
    ).toHaveLength(1);
  });

  it('happens automatically when the customer writes within the reopen time [M-163]', async () => {
    const fixture = await createFixture();
    await fixture.connection('reopen_minutes = 60');
    for (const [minutes, isSame] of [
      [59, true],
      [61, false],
    ] as const) {
      const ticket = await fixture.customerWrites(fixture.sales, uniqueText());
      await accept(fixture.ana, ticket.id);
      await put(fixture.ana, ticket.id, { status: 'closed' });
      await sql('update tickets set updated_at = now() - make_interval(mins => $1) where id = $2', [
        minutes,
        ticket.id,
      ]);
      const text = uniqueText();
      await fixture.sendWebhook([fixture.customerMessage(ticket.number, text)]);
      const findMessages = () => sql('select ticket_id from messages where body = $1', [text]);
      const [message] = await service.until(findMessages, (rows) => rows.length === 1);
      expect(message.ticket_id === ticket.id).toBe(isSame);
      const live = await fixture.row(message.ticket_id);
      expect(live).toMatchObject({
        status: 'pending',
        queue_id: isSame ? fixture.sales : null,
        user_id: isSame ? fixture.ana.user.id : null,
      });
    }
  });
});

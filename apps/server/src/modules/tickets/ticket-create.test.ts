import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import type { Caller } from '../../../test/users.ts';
import { accept, createTicketHelpers, newNumber, put, uniqueText } from './tickets.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const { sql, createFixture } = createTicketHelpers(() => service);

describe('create', () => {
  it('opens a ticket for the agent; a second one of the contact is refused with the first one’s owner [M-077]', async () => {
    const fixture = await createFixture();
    const contact = (await fixture.ana.request('POST', '/contacts', { name: 'Rita Lima', number: newNumber() })).json();
    const created = await fixture.ana.request('POST', '/tickets', {
      contactId: contact.id,
      queueId: fixture.sales,
      whatsappId: fixture.connectionId,
      userId: fixture.ana.user.id,
      status: 'pending',
      companyId: 1,
    });
    expect(created.json()).toMatchObject({ status: 'open', userId: fixture.ana.user.id, isActiveDemand: true });
    expect(await fixture.log(created.json().id)).toEqual(['create']);
    const other = await fixture.admin.request('POST', '/whatsapp', {
      name: 'Filial',
      channel: 'whatsapp',
      provider: 'sandbox',
    });
    for (const whatsappId of [fixture.connectionId, other.json().id]) {
      const refused = await fixture.bia.request('POST', '/tickets', {
        contactId: contact.id,
        queueId: fixture.sales,
        whatsappId,
      });
      expect(refused.statusCode).toBe(409);
      expect(JSON.parse(refused.json().error)).toEqual({
        id: created.json().id,
        uuid: created.json().uuid,
        userId: fixture.ana.user.id,
        user: { id: fixture.ana.user.id, name: 'Ana' },
        queue: { id: fixture.sales, name: 'Vendas', color: '#112233' },
        status: 'open',
      });
    }
  });

  it('creates one ticket for concurrent requests on two connections [M-077]', async () => {
    const fixture = await createFixture();
    const other = (
      await fixture.admin.request('POST', '/whatsapp', { name: 'Filial', channel: 'whatsapp', provider: 'sandbox' })
    ).json();
    for (let attempt = 0; attempt < 4; attempt++) {
      const contact = (
        await fixture.ana.request('POST', '/contacts', { name: 'Rita Lima', number: newNumber() })
      ).json();
      const start = (caller: Caller, whatsappId: number) =>
        caller.request('POST', '/tickets', { contactId: contact.id, whatsappId });
      const answers = await Promise.all([
        start(fixture.ana, fixture.connectionId),
        start(fixture.bia, other.id),
        start(fixture.admin, fixture.connectionId),
      ]);
      expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409]);
      expect(await sql('select id from tickets where contact_id = $1', [contact.id])).toHaveLength(1);
    }
  });

  it('uses the agent’s own connection by default [M-194]', async () => {
    const fixture = await createFixture();
    const second = (
      await fixture.admin.request('POST', '/whatsapp', { name: 'Filial', channel: 'whatsapp', provider: 'sandbox' })
    ).json<{ id: number }>().id;
    await sql(`update connections set status = 'CONNECTED' where id = $1`, [second]);
    const agent = await fixture.createAgent({ whatsappId: second });
    const contact = (await fixture.admin.request('POST', '/contacts', { name: 'Nova', number: newNumber() })).json<{
      id: number;
    }>();
    const created = await agent.request('POST', '/tickets', { contactId: contact.id, queueId: fixture.sales });
    expect(created.json()).toMatchObject({ whatsappId: second, status: 'open', userId: agent.user.id });
  });

  it('refuses a blocked contact, a missing connection and unknown ids [M-077] [M-118]', async () => {
    const fixture = await createFixture();
    const contact = (await fixture.ana.request('POST', '/contacts', { name: 'Rita Lima', number: newNumber() })).json();
    const start = async (more: object = {}) =>
      (await fixture.ana.request('POST', '/tickets', { contactId: contact.id, ...more })).json().error;
    await fixture.ana.request('PUT', `/contacts/block/${contact.id}`, { active: false });
    expect(await start()).toBe('ERR_CONTACT_BLOCKED');
    await fixture.ana.request('PUT', `/contacts/block/${contact.id}`, { active: true });
    await fixture.connection(`status = 'DISCONNECTED'`);
    expect(await start()).toBe('ERR_NO_DEF_WAPP_FOUND');
    expect(await start({ queueId: 2_000_000_000 })).toBe('ERR_QUEUE_NOT_FOUND');
    expect(await start({ userId: 2_000_000_000 })).toBe('ERR_NO_USER_FOUND');
    expect(await start({ contactId: 2_000_000_000 })).toBe('ERR_NO_CONTACT_FOUND');
  });
});

describe('read', () => {
  it('logs an access once in a while and marks open tickets as read, not pending ones [M-079]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.customerWrites();
    const markSeen = (caller: Caller) => caller.request('POST', `/tickets/${ticket.id}/seen`);
    expect((await markSeen(fixture.ana)).json()).toMatchObject({ status: 'pending', unreadMessages: 1 });
    await accept(fixture.ana, ticket.id);
    await fixture.sendWebhook([fixture.customerMessage(ticket.number, 'Alguém aí?')]);
    await service.until(
      () => fixture.row(ticket.id),
      (row) => row.unread === 1,
    );
    await fixture.connection(`status = 'DISCONNECTED'`);
    expect((await markSeen(fixture.ana)).json().unreadMessages).toBe(1);
    await fixture.connection(`status = 'CONNECTED'`);
    const socket = await openSocket(service.server, fixture.ana);
    expect((await markSeen(fixture.ana)).json().unreadMessages).toBe(0);
    await socket.waitFor('ticket', (payload) => payload.action === 'updateUnread' && payload.ticketId === ticket.id);
    socket.close();
    expect(await sql('select id from messages where ticket_id = $1 and not is_read', [ticket.id])).toEqual([]);
    await markSeen(fixture.admin);
    const entries = (await fixture.ana.request('GET', `/tickets-log/${ticket.id}`)).json();
    expect(entries.map((entry: { type: string }) => entry.type)).toEqual(['access', 'open', 'access', 'create']);
    expect(entries[1]).toMatchObject({
      ticketId: ticket.id,
      user: { id: fixture.ana.user.id, name: 'Ana' },
      queue: { id: fixture.sales, name: 'Vendas' },
    });
    expect(new Date(entries[0].createdAt) >= new Date(entries[1].createdAt)).toBe(true);
    expect((await fixture.bia.request('GET', `/tickets-log/${ticket.id}`)).json().error).toBe('ERR_NO_TICKET_FOUND');
  });

  it('returns the whole ticket by id or uuid and writes nothing [M-318]', async () => {
    const fixture = await createFixture();
    const ticket = await fixture.customerWrites();
    const lane = (
      await fixture.admin.request('POST', '/tags', { name: 'Proposta', kanban: 1, color: '#00ff00' })
    ).json();
    const tag = (await fixture.admin.request('POST', '/tags', { name: 'VIP', color: '#ff0000' })).json();
    await fixture.admin.request('POST', '/tags/sync', { contactId: ticket.contactId, tags: [{ id: tag.id }] });
    await sql('insert into ticket_tags (company_id, ticket_id, tag_id) values ($1, $2, $3)', [
      fixture.companyId,
      ticket.id,
      lane.id,
    ]);
    await accept(fixture.ana, ticket.id);
    await sql('update tickets set rating = 8 where id = $1', [ticket.id]);
    const log = await fixture.log(ticket.id);
    const ticketResponse = (await fixture.ana.request('GET', `/tickets/u/${ticket.uuid}`)).json();
    expect(ticketResponse).toMatchObject({
      id: ticket.id,
      uuid: ticket.uuid,
      status: 'open',
      channel: 'whatsapp',
      isGroup: false,
      isBot: false,
      useIntegration: false,
      lastMessage: 'Bom dia',
      unreadMessages: 0,
      companyId: fixture.companyId,
      whatsappId: fixture.connectionId,
      user: { id: fixture.ana.user.id, name: 'Ana', color: expect.stringMatching(/^#[0-9A-F]{6}$/) },
      contact: {
        id: ticket.contactId,
        name: 'Rita',
        number: ticket.number,
        email: '',
        urlPicture: expect.any(String),
        tags: [{ id: tag.id, name: 'VIP', color: '#ff0000' }],
      },
      queue: { id: fixture.sales, name: 'Vendas', color: '#112233' },
      whatsapp: { id: fixture.connectionId, name: 'Matriz', groupAsTicket: 'disabled' },
      tags: [{ id: lane.id, name: 'Proposta', color: '#00ff00' }],
      userRating: { rate: 4, score: 8 },
      windowEndsAt: null,
    });
    expect((await fixture.ana.request('GET', `/tickets/${ticket.id}`)).json()).toEqual(ticketResponse);
    expect(await fixture.log(ticket.id)).toEqual(log);
    expect(JSON.stringify(ticketResponse)).not.toMatch(/token|secret/i);
  });
});

it('returns the end of the channel’s reply window, or null without a window', async () => {
  const fixture = await createFixture();
  const ticket = await fixture.customerWrites();
  const ends = async () =>
    (await fixture.admin.request('GET', `/tickets/${ticket.id}`)).json().windowEndsAt as string | null;
  expect(await ends()).toBeNull();
  service.testChannel.abilities.replyWindowHours = 7;
  try {
    const { last_inbound_at } = await fixture.row(ticket.id);
    expect(await ends()).toBe(new Date(+last_inbound_at + 7 * 3_600_000).toISOString());
  } finally {
    service.testChannel.abilities.replyWindowHours = null;
  }
});

describe('concurrency', () => {
  it('saves each customer message once while the ticket is accepted and closed [IN-07] [PB-06]', async () => {
    const fixture = await createFixture({ sendGreetingAccepted: 'enabled', greetingAcceptedMessage: 'Oi!' });
    await fixture.connection(`farewell_message = 'Até logo!'`);
    for (let attempt = 0; attempt < 6; attempt++) {
      const ticket = await fixture.customerWrites(fixture.sales, uniqueText());
      const texts = [uniqueText(), uniqueText()];
      const send = (text: string) => fixture.sendWebhook([fixture.customerMessage(ticket.number, text)]);
      const [accepted] = await Promise.all([put(fixture.ana, ticket.id, { status: 'open' }), send(texts[0]!)]);
      expect(accepted.statusCode, accepted.body).toBe(200);
      const [closed] = await Promise.all([put(fixture.ana, ticket.id, { status: 'closed' }), send(texts[1]!)]);
      expect(closed.statusCode, closed.body).toBe(200);
      const findMessages = () => sql('select ticket_id, body from messages where body = any($1)', [texts]);
      await service.until(findMessages, (rows) => rows.length === 2);
      const live = await sql(`select id from tickets where contact_id = $1 and status <> 'closed'`, [ticket.contactId]);
      expect(live.length).toBeLessThanOrEqual(1);
      expect((await fixture.texts(ticket.id)).filter((text) => text === 'Oi!')).toHaveLength(1);
    }
  });
});

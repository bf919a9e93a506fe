import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { drainEvents, openSocket } from '../../../test/sockets.ts';
import { accept, createTicketHelpers, put, uniqueText } from './tickets.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const { sql, createFixture } = createTicketHelpers(() => service);

describe('the preview of a waiting ticket', () => {
  it('is what the customer wrote last, in list, board, ticket and event, although we wrote after it [F-U5]', async () => {
    const fixture = await createFixture();
    const words = uniqueText();
    const { id, uuid } = await fixture.customerWrites(fixture.sales, words);
    await accept(fixture.ana, id);
    await fixture.ana.request('POST', `/messages/${id}`, { body: 'Olá, em que posso ajudar?' });
    const open = (await fixture.ana.request('GET', `/tickets/u/${uuid}`)).json();
    expect(open).toMatchObject({ lastMessage: 'Olá, em que posso ajudar?', fromMe: true });

    const socket = await openSocket(service.server, fixture.bia);
    await drainEvents(fixture.admin, socket);
    await put(fixture.ana, id, { status: 'pending', userId: null });
    const waiting = { id, lastMessage: words, fromMe: false, lastDelivery: null };
    const event = await socket.waitFor('ticket', ({ action }) => action === 'update');
    expect(event).toMatchObject({ ticket: waiting });
    const list = await fixture.bia.request('GET', '/tickets?status=pending');
    expect(list.json().tickets).toMatchObject([waiting]);
    expect((await fixture.bia.request('GET', `/tickets/u/${uuid}`)).json()).toMatchObject(waiting);
    const board = (await fixture.admin.request('GET', '/ticket/kanban')).json();
    expect(board.tickets).toMatchObject([waiting]);
  });

  it('names the kind of a message without text and skips what the customer deleted [F-U5]', async () => {
    const fixture = await createFixture();
    const { id, uuid } = await fixture.customerWrites();
    const add = (columns: string, values: string) =>
      sql(
        `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, origin, sent_at, ${columns})
         select company_id, id, contact_id, connection_id, message_seq + 1, 'customer', now(), ${values} from tickets where id = $1`,
        [id],
      ).then(() => sql('update tickets set message_seq = message_seq + 1, last_from_me = true where id = $1', [id]));
    await add('from_me, media_type, data', `false, 'image', '{"type": "sticker"}'`);
    await add('from_me, body, is_deleted', `false, 'apagada', true`);
    await add('from_me, body', `true, 'Bem-vindo!'`);
    const shown = (await fixture.admin.request('GET', `/tickets/u/${uuid}`)).json();
    expect(shown).toMatchObject({ lastMessage: '🏷️ Figurinha', fromMe: false });
  });
});

describe('the last message of a ticket', () => {
  it('carries its delivery: queued or sent, refused, and none for a message of the customer [F-U6]', async () => {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const ticket = await company.openTicket('5500941110031');
    const last = async () => (await company.admin.request('GET', `/tickets/${ticket.id}`)).json();
    expect(await last()).toMatchObject({ fromMe: false, lastDelivery: null });
    service.testChannel.moods.push('well', 'refused');
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'chega' });
    const sent = await service.until(last, ({ lastDelivery }) => lastDelivery?.ack === 1);
    expect(sent).toMatchObject({ lastDelivery: { delivery: 'sent', messageId: expect.any(Number) } });
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'recusada' });
    const failed = await service.until(last, ({ lastDelivery }) => lastDelivery?.delivery === 'failed');
    expect(failed.lastDelivery.messageId).not.toBe(sent.lastDelivery.messageId);
    // An internal note is not the last message of the conversation.
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'só nossa', isPrivate: 'true' });
    expect((await last()).lastDelivery).toEqual(failed.lastDelivery);
    const counts = async (caller = company.admin) => (await caller.request('GET', '/tickets-counts')).json();
    expect(await counts()).toMatchObject({ failed: 1 });
    const colleague = await service.server.createAgent(company.companyId, {});
    expect(await counts(colleague)).toMatchObject({ failed: 0 });
  });
});

describe('customers in queues of others', () => {
  it('are counted for administrators without «show all», live, and not once for each request [F-U3]', async () => {
    const fixture = await createFixture();
    const elsewhere = async (caller = fixture.admin) =>
      (await caller.request('GET', '/tickets-counts')).json().waitingElsewhere;
    const other = (await sql(
      `insert into queues (company_id, name, color) values ($1, 'Alheia', '#778899') returning id`,
      [fixture.companyId],
    )) as [{ id: number }];
    expect(await elsewhere()).toBe(0);
    const { id } = await fixture.customerWrites(fixture.sales);
    expect(await elsewhere()).toBe(0);
    await put(fixture.admin, id, { queueId: other[0].id });
    expect(await elsewhere()).toBe(1);
    expect(await elsewhere(fixture.ana)).toBe(0);
    await put(fixture.admin, id, { status: 'open', userId: fixture.admin.user.id });
    expect(await elsewhere()).toBe(0);
  });

  it('do not exist for the author of a queue, who is in it from the start [F-U3]', async () => {
    const fixture = await createFixture();
    const queue = (await fixture.admin.request('POST', '/queue', { name: 'Nova', color: '#99aabb' })).json();
    const { user } = (await fixture.admin.request('GET', '/auth/me')).json();
    expect(user.queues.map(({ id }: { id: number }) => id)).toContain(queue.id);
    const { id } = await fixture.customerWrites(queue.id);
    const list = await fixture.admin.request('GET', '/tickets?status=pending');
    expect(list.json().tickets).toMatchObject([{ id }]);
    expect((await fixture.admin.request('GET', '/tickets-counts')).json()).toMatchObject({ waitingElsewhere: 0 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChannelEvent } from '../../channels/port.ts';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';
import { createReceivingHelpers } from './receiving-helpers.fixture.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;
const { sql, allProcessed, contactsOf } = createReceivingHelpers(() => service);

describe('a read-up-to event', () => {
  const outgoing = async ({ messages }: Company) => (await messages()).filter((row) => row.from_me);
  const upTo = (number: string, at: Date, status: 'delivered' | 'read' = 'read'): ChannelEvent => ({
    type: 'read-up-to',
    peer: createPeer(number),
    status,
    upTo: at.toISOString(),
  });

  it('raises the messages sent by then, no others, and never lowers one', async () => {
    const company = await service.createConnectedCompany();
    const number = '5500990005001';
    const ticket = await company.openTicket(number);
    const other = await company.openTicket('5500990005002', 'outra');
    const sendText = (id: number, text: string) => company.admin.request('POST', `/messages/${id}`, { body: text });
    const allLeft = async (n: number) =>
      service.until(
        () => outgoing(company),
        (rows) => rows.filter((row) => row.delivery !== 'queued').length === n,
      );
    const greetingCount = (await allLeft((await outgoing(company)).length)).length;
    await sendText(ticket.id, 'um');
    await sendText(ticket.id, 'dois');
    await sendText(other.id, 'a outra pessoa');
    await allLeft(greetingCount + 3);
    service.testChannel.moods.push('refused');
    await sendText(ticket.id, 'recusada');
    await allLeft(greetingCount + 4);
    // None of the messages was sent before that time.
    await company.sendWebhook([upTo(number, new Date(Date.now() - 3_600_000))]);
    await allProcessed();
    const states = async () =>
      Object.fromEntries((await outgoing(company)).map((row) => [row.body, [row.ack, row.delivery]]));
    expect(await states()).toMatchObject({ um: [1, 'sent'], dois: [1, 'sent'] });
    await company.sendWebhook([upTo(number, new Date(), 'delivered')]);
    await allProcessed();
    expect(await states()).toMatchObject({ um: [2, 'delivered'], dois: [2, 'delivered'] });
    await company.sendWebhook([upTo(number, new Date()), upTo(number, new Date(), 'delivered')]);
    await allProcessed();
    expect(await states()).toMatchObject({
      um: [3, 'read'],
      dois: [3, 'read'],
      recusada: [0, 'failed'],
      'a outra pessoa': [1, 'sent'],
    });
    const [message] = (await outgoing(company)).filter((row) => row.body === 'um');
    const receipts = await sql('select told from message_receipts where message_id = $1 order by id', [message.id]);
    expect(receipts.map((row) => row.told)).toEqual(['stored', 'accepted', 'delivered', 'read']);
    // A message that is sent later is not affected.
    await sendText(ticket.id, 'três');
    await allLeft(greetingCount + 5);
    await company.sendWebhook([upTo(number, new Date(Date.now() - 60_000))]);
    await allProcessed();
    expect(await states()).toMatchObject({ três: [1, 'sent'] });
  });

  it('waits for a running send without blocking the customer’s next message', async () => {
    const company = await service.createConnectedCompany();
    const number = '5500990005003';
    const ticket = await company.openTicket(number);
    const open = service.testChannel.close();
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'saindo' });
    await service.until(
      () => sql(`select id from outbox where company_id = $1 and state = 'sending'`, [company.companyId]),
      (rows) => rows.length > 0,
    );
    await company.sendWebhook([upTo(number, new Date(Date.now() + 5000)), company.customerMessage(number, 'já li')]);
    await service.until(company.messages, (rows) => rows.some((row) => row.body === 'já li'));
    // The event has a queue key of its own. The stored JSON keeps the key `is` of earlier versions.
    const waiting = await sql('select conversation, signal ->> $2 as kind from signals where company_id = $1', [
      company.companyId,
      'is',
    ]);
    expect(waiting).toEqual([{ conversation: expect.stringMatching(/^about:/), kind: 'read-up-to' }]);
    open();
    const rows = await service.until(
      () => outgoing(company),
      (seen) => seen.some((row) => row.body === 'saindo' && row.ack > 1),
    );
    expect(rows.find((row) => row.body === 'saindo')).toMatchObject({ ack: 3, delivery: 'read' });
    // An event about an unknown number changes nothing.
    await company.sendWebhook([upTo('5500990005999', new Date())]);
    await allProcessed();
    expect(await contactsOf(company)).toHaveLength(1);
  });

  it('postpones a message of the account itself during a send, because it may be the echo of that send', async () => {
    const company = await service.createConnectedCompany();
    const number = '5500990005004';
    const ticket = await company.openTicket(number);
    const { send } = service.testChannel.channel;
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    service.testChannel.channel.send = () => gate.then(() => ({ wid: 'sem-marca' }));
    try {
      await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'saindo' });
      await service.until(
        () => sql(`select id from outbox where company_id = $1 and state = 'sending'`, [company.companyId]),
        (rows) => rows.length > 0,
      );
      // The echo arrives before the send returns, followed by messages of customers.
      const next = '5500990005005';
      await company.sendWebhook([
        company.customerMessage(number, 'saindo', { wid: 'sem-marca', fromMe: true }),
        company.customerMessage(number, 'e depois?'),
        company.customerMessage(next, 'outra pessoa'),
      ]);
      await service.until(company.messages, (rows) => rows.some((row) => row.body === 'outra pessoa'));
      expect((await company.messages()).map((row) => row.body)).toEqual(['oi', 'saindo', 'outra pessoa']);
      answer();
      await service.until(company.messages, (rows) => rows.some((row) => row.body === 'e depois?'));
      await allProcessed();
      const ticketMessages = (await company.messages()).filter((row) => row.ticket_id === ticket.id);
      expect(ticketMessages.map((row) => [row.body, row.wid === 'sem-marca'])).toEqual([
        ['oi', false],
        ['saindo', true],
        ['e depois?', false],
      ]);
    } finally {
      service.testChannel.channel.send = send;
    }
    // A message that was written on the phone is stored in order.
    const open = service.testChannel.close();
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'daqui' });
    await company.sendWebhook([
      company.customerMessage(number, 'do celular', { fromMe: true }),
      company.customerMessage(number, 'certo'),
    ]);
    open();
    await service.until(company.messages, (rows) => rows.some((row) => row.body === 'certo'));
    const bodies = (await company.messages()).filter((row) => row.ticket_id === ticket.id).map((row) => row.body);
    expect(bodies.slice(3)).toEqual(['daqui', 'do celular', 'certo']);
  });

  it('finds its messages with the index messages_unconfirmed', async () => {
    const client = await service.server.asOwner.connect();
    try {
      await client.query('begin');
      await client.query('set local enable_seqscan = off');
      const { rows } = await client.query(
        `explain select id from messages where company_id = 1 and contact_id = 2 and connection_id = 3 and from_me
            and ack in (1, 2) and delivery in ('sent', 'delivered') and ack < 3 order by id limit 500`,
      );
      expect(JSON.stringify(rows)).toContain('messages_unconfirmed');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content, Identity, Peer, ChannelEvent } from '../../channels/port.ts';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
type Counter = Awaited<ReturnType<typeof service.createConnectedCompany>>;
const sql = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;
/** Waits until every received event is processed. */
const allProcessed = () =>
  service.until(
    service.server.modules.receiving.waiting,
    ({ inbox, signals: queuedEvents }) => inbox === 0 && queuedEvents === 0,
  );
const contactsOf = ({ companyId }: Counter) =>
  sql('select * from contacts where company_id = $1 and merged_into_id is null order by id', [companyId]);

describe('a read-up-to event', () => {
  const outgoing = async ({ messages }: Counter) => (await messages()).filter((row) => row.from_me);
  const upTo = (number: string, at: Date, status: 'delivered' | 'read' = 'read'): ChannelEvent => ({
    type: 'read-up-to',
    peer: createPeer(number),
    status,
    upTo: at.toISOString(),
  });

  it('raises the messages sent by then, no others, and never lowers one', async () => {
    const counter = await service.createConnectedCompany();
    const number = '5500990005001';
    const ticket = await counter.openTicket(number);
    const other = await counter.openTicket('5500990005002', 'outra');
    const sendText = (id: number, text: string) => counter.admin.request('POST', `/messages/${id}`, { body: text });
    const allLeft = async (n: number) =>
      service.until(
        () => outgoing(counter),
        (rows) => rows.filter((row) => row.delivery !== 'queued').length === n,
      );
    const greetingCount = (await allLeft((await outgoing(counter)).length)).length;
    await sendText(ticket.id, 'um');
    await sendText(ticket.id, 'dois');
    await sendText(other.id, 'a outra pessoa');
    await allLeft(greetingCount + 3);
    service.testChannel.moods.push('refused');
    await sendText(ticket.id, 'recusada');
    await allLeft(greetingCount + 4);
    // None of the messages was sent before that time.
    await counter.sendWebhook([upTo(number, new Date(Date.now() - 3_600_000))]);
    await allProcessed();
    const states = async () =>
      Object.fromEntries((await outgoing(counter)).map((row) => [row.body, [row.ack, row.delivery]]));
    expect(await states()).toMatchObject({ um: [1, 'sent'], dois: [1, 'sent'] });
    await counter.sendWebhook([upTo(number, new Date(), 'delivered')]);
    await allProcessed();
    expect(await states()).toMatchObject({ um: [2, 'delivered'], dois: [2, 'delivered'] });
    await counter.sendWebhook([upTo(number, new Date()), upTo(number, new Date(), 'delivered')]);
    await allProcessed();
    expect(await states()).toMatchObject({
      um: [3, 'read'],
      dois: [3, 'read'],
      recusada: [0, 'failed'],
      'a outra pessoa': [1, 'sent'],
    });
    const [message] = (await outgoing(counter)).filter((row) => row.body === 'um');
    const receipts = await sql('select told from message_receipts where message_id = $1 order by id', [message.id]);
    expect(receipts.map((row) => row.told)).toEqual(['stored', 'accepted', 'delivered', 'read']);
    // A message that is sent later is not affected.
    await sendText(ticket.id, 'três');
    await allLeft(greetingCount + 5);
    await counter.sendWebhook([upTo(number, new Date(Date.now() - 60_000))]);
    await allProcessed();
    expect(await states()).toMatchObject({ três: [1, 'sent'] });
  });

  it('waits for a running send without blocking the customer’s next message', async () => {
    const counter = await service.createConnectedCompany();
    const number = '5500990005003';
    const ticket = await counter.openTicket(number);
    const open = service.testChannel.close();
    await counter.admin.request('POST', `/messages/${ticket.id}`, { body: 'saindo' });
    await service.until(
      () => sql(`select id from outbox where company_id = $1 and state = 'sending'`, [counter.companyId]),
      (rows) => rows.length > 0,
    );
    await counter.sendWebhook([upTo(number, new Date(Date.now() + 5000)), counter.customerMessage(number, 'já li')]);
    await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'já li'));
    // The event has a queue key of its own. The stored JSON keeps the key `is` of earlier versions.
    const waiting = await sql('select conversation, signal ->> $2 as kind from signals where company_id = $1', [
      counter.companyId,
      'is',
    ]);
    expect(waiting).toEqual([{ conversation: expect.stringMatching(/^about:/), kind: 'read-up-to' }]);
    open();
    const rows = await service.until(
      () => outgoing(counter),
      (seen) => seen.some((row) => row.body === 'saindo' && row.ack > 1),
    );
    expect(rows.find((row) => row.body === 'saindo')).toMatchObject({ ack: 3, delivery: 'read' });
    // An event about an unknown number changes nothing.
    await counter.sendWebhook([upTo('5500990005999', new Date())]);
    await allProcessed();
    expect(await contactsOf(counter)).toHaveLength(1);
  });

  it('postpones a message of the account itself during a send, because it may be the echo of that send', async () => {
    const counter = await service.createConnectedCompany();
    const number = '5500990005004';
    const ticket = await counter.openTicket(number);
    const { send } = service.testChannel.channel;
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    service.testChannel.channel.send = () => gate.then(() => ({ wid: 'sem-marca' }));
    try {
      await counter.admin.request('POST', `/messages/${ticket.id}`, { body: 'saindo' });
      await service.until(
        () => sql(`select id from outbox where company_id = $1 and state = 'sending'`, [counter.companyId]),
        (rows) => rows.length > 0,
      );
      // The echo arrives before the send returns, followed by messages of customers.
      const next = '5500990005005';
      await counter.sendWebhook([
        counter.customerMessage(number, 'saindo', { wid: 'sem-marca', fromMe: true }),
        counter.customerMessage(number, 'e depois?'),
        counter.customerMessage(next, 'outra pessoa'),
      ]);
      await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'outra pessoa'));
      expect((await counter.messages()).map((row) => row.body)).toEqual(['oi', 'saindo', 'outra pessoa']);
      answer();
      await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'e depois?'));
      await allProcessed();
      const ticketMessages = (await counter.messages()).filter((row) => row.ticket_id === ticket.id);
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
    await counter.admin.request('POST', `/messages/${ticket.id}`, { body: 'daqui' });
    await counter.sendWebhook([
      counter.customerMessage(number, 'do celular', { fromMe: true }),
      counter.customerMessage(number, 'certo'),
    ]);
    open();
    await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'certo'));
    const bodies = (await counter.messages()).filter((row) => row.ticket_id === ticket.id).map((row) => row.body);
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

describe('a changed phone number', () => {
  const renumbered = (from: Peer, peer: Peer): ChannelEvent => ({
    type: 'renumbered',
    from,
    peer,
    at: new Date().toISOString(),
  });

  it('keeps the contact with all messages and frees the old number', async () => {
    const counter = await service.createConnectedCompany();
    const [old, next] = ['5581987650001', '5581987650002'];
    await counter.sendWebhook([counter.customerMessage(old, 'do antigo')]);
    await service.until(counter.messages, (rows) => rows.length === 1);
    const [before] = await contactsOf(counter);
    // The new number writes before the channel reports the change.
    await counter.sendWebhook([counter.customerMessage(next, 'do novo')]);
    await service.until(counter.messages, (rows) => rows.length === 2);
    await counter.sendWebhook([
      counter.customerMessage(old, 'última do antigo'),
      renumbered({ identities: [{ kind: 'phone', value: old }], isGroup: false }, createPeer(next)),
    ]);
    await allProcessed();
    expect(await contactsOf(counter)).toMatchObject([{ id: before.id, number: next }]);
    expect((await counter.messages()).map((row) => row.contact_id)).toEqual([before.id, before.id, before.id]);
    // Both spellings of the new number belong to the contact; the old number is a new contact.
    await counter.sendWebhook([
      counter.customerMessage('558187650002', 'sem o nono'),
      counter.customerMessage(old, 'sou outra pessoa'),
    ]);
    await allProcessed();
    const contacts = await contactsOf(counter);
    expect(contacts.map((row) => row.number)).toEqual([next, old]);
    const writers = (await counter.messages()).slice(-2).map((row) => row.contact_id);
    expect(new Set(writers)).toEqual(new Set(contacts.map((row) => row.id)));
  });

  it('creates no contact for an unknown number', async () => {
    const counter = await service.createConnectedCompany();
    await counter.sendWebhook([renumbered(createPeer('5581987650011'), createPeer('5581987650012'))]);
    await allProcessed();
    expect(await contactsOf(counter)).toEqual([]);
  });
});

describe('contact resolution by identity [IN-08]', () => {
  const bsuid = (value: string): Identity => ({ kind: 'bsuid', value, scope: 'w1' });
  const phone = (value: string): Identity => ({ kind: 'phone', value });
  const username = (value: string): Identity => ({ kind: 'username', value });
  const lid = (value: string): Identity => ({ kind: 'lid', value });
  const cases: [string, Identity[][], number][] = [
    ['with and without the ninth digit', [[phone('5581987651111')], [phone('558187651111')]], 1],
    ['spelled with signs', [[phone('+55 81 98765-1111')], [phone('5581987651111')]], 1],
    ['two landlines that differ by a nine are two', [[phone('558134567890')], [phone('5581934567890')]], 2],
    [
      'a number, then the id with it, then the id alone',
      [[phone('550033330000')], [phone('550033330000'), bsuid('A')], [bsuid('A')]],
      1,
    ],
    ['an id without any number, then its number', [[bsuid('A')], [bsuid('A'), phone('550033330000')]], 1],
    [
      'a LID and a number that turn out to be one',
      [[lid('9')], [phone('550033330000')], [lid('9'), phone('550033330000')]],
      1,
    ],
    ['a user name, then the id that goes with it', [[username('rita')], [username('rita'), bsuid('A')]], 1],
    [
      'a user name that somebody else took over',
      [
        [username('rita'), bsuid('A')],
        [username('rita'), bsuid('B')],
      ],
      2,
    ],
    [
      'and its former owner is still known by the id',
      [[username('rita'), bsuid('A')], [username('rita'), bsuid('B')], [bsuid('A')], [username('rita')]],
      2,
    ],
  ];
  it('finds one contact for all identities of a person', async () => {
    const counter = await service.createConnectedCompany();
    let receivedCount = 0;
    for (const [n, [description, identityLists, contactCount]] of cases.entries()) {
      // Each case has identities of its own.
      const own = (identity: Identity) => ({
        ...identity,
        value: `${identity.value}${identity.kind === 'phone' ? '' : n}`,
      });
      const spelled = (identity: Identity) =>
        identity.kind === 'phone' ? phone(identity.value.replace(/\d$/, String(n))) : own(identity);
      const before = (await contactsOf(counter)).length;
      for (const identities of identityLists) {
        await counter.sendWebhook([
          counter.customerMessage('x', `vez ${receivedCount}`, {
            peer: { identities: identities.map(spelled), isGroup: false },
          }),
        ]);
        receivedCount += 1;
        await service.until(counter.messages, (rows) => rows.length === receivedCount);
      }
      expect((await contactsOf(counter)).length - before, description).toBe(contactCount);
    }
    const [first, second, again, named] = (await counter.messages()).slice(-4).map((row) => row.contact_id);
    expect([again, named]).toEqual([first, second]);
  });

  it('sends replies to the number as the channel spells it', async () => {
    const counter = await service.createConnectedCompany();
    const ticket = await counter.openTicket('5581987652222');
    await counter.admin.request('POST', `/messages/${ticket.id}`, { body: 'para o número inteiro' });
    const sent = await service.until(
      async () =>
        service.testChannel.sent.find(({ content }) => content.kind === 'text' && content.text.includes('inteiro')),
      (seen) => seen !== undefined,
    );
    expect(sent!.to.identities).toMatchObject([{ kind: 'phone', value: '5581987652222' }]);
  });
});

describe('other events', () => {
  it('stores an unrecognized event without a bot reply and without opening the reply window', async () => {
    const counter = await service.createConnectedCompany();
    const queue = await counter.admin.request('POST', '/queue', { name: 'Vendas', color: '#0EA5E9' });
    const greeting = { greetingMessage: 'Olá! Escolha:', queueIds: [queue.json().id] };
    await counter.admin.request('PUT', `/whatsapp/${counter.connectionId}`, greeting);
    const unrecognized: Content = { kind: 'unsupported', what: 'status.eaten' };
    const never = new Date(0).toISOString();
    await counter.sendWebhook([
      counter.customerMessage('5500990005021', unrecognized, { isUnrecognized: true, at: never }),
    ]);
    // Different conversations are processed in parallel: wait, so that the next one is second.
    await service.until(counter.tickets, (rows) => rows.length === 1);
    await counter.sendWebhook([
      counter.customerMessage('5500990005022', { kind: 'unsupported', what: 'poll' }, { at: never }),
    ]);
    await allProcessed();
    const tickets = await service.until(counter.tickets, (rows) => rows.length === 2);
    const messages = await counter.messages();
    const of = (n: number) => messages.filter((row) => row.ticket_id === tickets[n].id);
    expect(tickets.map((row) => [row.unread > 0, row.last_inbound_at === null])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect(of(0).map((row) => row.media_type)).toEqual(['unsupported']);
    // An unsupported message of a customer is answered; an invalid time becomes now.
    expect(of(1).length).toBeGreaterThan(1);
    for (const { sent_at } of messages) expect(+sent_at).toBeGreaterThan(Date.now() - 60_000);
  });

  it('stores a removed reaction as read and keeps the preview', async () => {
    const counter = await service.createConnectedCompany();
    const number = '5500990006001';
    const message = counter.customerMessage(number, 'gostei') as Extract<ChannelEvent, { type: 'message' }>;
    const react = (emoji: string) => counter.customerMessage(number, { kind: 'reaction', to: message.wid, emoji });
    await counter.sendWebhook([message, react('👍')]);
    await service.until(counter.messages, (rows) => rows.length === 2);
    const [before] = await counter.tickets();
    await counter.sendWebhook([react('')]);
    const rows = await service.until(counter.messages, (seen) => seen.length === 3);
    expect(rows[2]).toMatchObject({ media_type: 'reactionMessage', body: '', is_read: true, quoted_id: rows[0].id });
    const [after] = await counter.tickets();
    expect([after.unread, after.last_message]).toEqual([before.unread, before.last_message]);
  });

  it('stores the text of each card for the preview, the search and forwarding', async () => {
    const counter = await service.createConnectedCompany();
    const number = '5500990006002';
    const contents: [Content, string, string][] = [
      [
        {
          kind: 'form',
          title: 'Exame',
          answers: [
            { label: 'Grau', value: '2,75' },
            { label: '', value: 'manhã' },
          ],
        },
        'Exame\nGrau: 2,75\nmanhã',
        'Exame\nGrau: 2,75\nmanhã',
      ],
      [
        { kind: 'order', text: '', items: [{ name: 'Armação', quantity: 2, cents: 9900 }], currency: 'BRL' },
        '🛒 Pedido · 2× Armação',
        '2× Armação',
      ],
      [{ kind: 'story', act: 'mention', text: '', url: 'https://example.com/s' }, '📖 Story', 'https://example.com/s'],
      [
        { kind: 'share', title: 'Óculos', text: '', url: 'https://example.com/p' },
        'Óculos',
        'Óculos\nhttps://example.com/p',
      ],
      [{ kind: 'choice', id: '7', title: 'Sim, quero' }, 'Sim, quero', 'Sim, quero'],
    ];
    const ticket = await counter.openTicket(number);
    const friend = await counter.openTicket('5500990006003', 'amiga');
    for (const [n, [content, preview, forwardedText]] of contents.entries()) {
      await counter.sendWebhook([counter.customerMessage(number, content)]);
      const rows = await service.until(counter.messages, (seen) => seen.filter((row) => !row.from_me).length === n + 3);
      const updatedTicket = (await counter.tickets()).find((row) => row.id === ticket.id);
      expect(updatedTicket.last_message).toBe(preview);
      const forward = { messages: [rows.at(-1).id], contactId: friend.contactId };
      const sent = service.testChannel.sent.length;
      const answer = await counter.admin.request('POST', '/message/forward', {
        messageId: rows.at(-1).id,
        contactId: forward.contactId,
        signMessage: false,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      const forwarded = await service.until(
        async () => service.testChannel.sent.slice(sent),
        (seen) => seen.length > 0,
      );
      expect(
        forwarded.map(({ content: sentContent }) =>
          sentContent.kind === 'text' ? sentContent.text : sentContent.kind,
        ),
      ).toEqual([forwardedText]);
      await service.until(counter.messages, (seen) => seen.length > rows.length);
    }
    const searchResponse = await counter.admin.request(
      'GET',
      `/messages-search?searchParam=${encodeURIComponent('grau: 2,75')}`,
    );
    expect(searchResponse.json().hits.map((hit: { mediaType: string }) => hit.mediaType)).toEqual([
      'conversation',
      'formMessage',
    ]);
  });

  it('ignores old messages without an import, and stores new ones at once', async () => {
    const counter = await service.createConnectedCompany();
    const old = Array.from({ length: 30 }, (_, n) =>
      counter.customerMessage('5500990006004', `antiga ${n}`, { isHistory: true, wid: randomUUID() }),
    );
    await counter.sendWebhook([
      ...old,
      { type: 'history', progress: 40 },
      counter.customerMessage('5500990006005', 'de agora'),
    ]);
    await service.until(counter.messages, (rows) => rows.some((row) => row.body === 'de agora'));
    await allProcessed();
    expect((await counter.tickets()).map((row) => row.last_message)).toEqual(['de agora']);
    const { signals: queuedEvents } = await service.server.modules.receiving.waiting();
    expect(queuedEvents).toBe(0);
  });
});

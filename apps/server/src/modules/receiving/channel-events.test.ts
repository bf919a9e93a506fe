import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Content, ChannelEvent } from '../../channels/port.ts';
import { createPeer, startConnectedServer } from '../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
/** Waits until every received event is processed. */
const allProcessed = () =>
  service.until(
    service.server.modules.receiving.waiting,
    ({ inbox, signals: queuedEvents }) => inbox === 0 && queuedEvents === 0,
  );

describe('other events', () => {
  it('stores an unrecognized event without a bot reply and without opening the reply window', async () => {
    const company = await service.createConnectedCompany();
    const queue = await company.admin.request('POST', '/queue', { name: 'Vendas', color: '#0EA5E9' });
    const greeting = { greetingMessage: 'Olá! Escolha:', queueIds: [queue.json().id] };
    await company.admin.request('PUT', `/whatsapp/${company.connectionId}`, greeting);
    const unrecognized: Content = { kind: 'unsupported', what: 'status.eaten' };
    const never = new Date(0).toISOString();
    await company.sendWebhook([
      company.customerMessage('5500990005021', unrecognized, { isUnrecognized: true, at: never }),
    ]);
    // Different conversations are processed in parallel: wait, so that the next one is second.
    await service.until(company.tickets, (rows) => rows.length === 1);
    await company.sendWebhook([
      company.customerMessage('5500990005022', { kind: 'unsupported', what: 'poll' }, { at: never }),
    ]);
    await allProcessed();
    const tickets = await service.until(company.tickets, (rows) => rows.length === 2);
    const messages = await company.messages();
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

  it('keeps a click as the source of the contact and of the next message, without a ticket [F-G2]', async () => {
    const company = await service.createConnectedCompany();
    const number = '5500990005031';
    const about = { type: 'ad', id: '12034', clickId: 'click-1', title: 'Armação' } as const;
    const click: ChannelEvent = { type: 'source', peer: createPeer(number), about, at: new Date().toISOString() };
    await company.sendWebhook([click]);
    const contacts = async () => (await company.admin.request('GET', '/contacts')).json().contacts;
    const [contact] = await service.until(contacts, (rows) => rows.length === 1);
    expect(contact.source).toMatchObject(about);
    expect(await company.tickets()).toEqual([]);
    await company.sendWebhook([
      company.customerMessage(number, 'quero'),
      company.customerMessage(number, 'ainda tem?'),
    ]);
    const rows = await service.until(company.messages, (seen) => seen.filter((row) => !row.from_me).length === 2);
    expect(rows.filter((row) => !row.from_me).map((row) => row.data)).toEqual([{ about }, null]);
    // A click in the middle of a conversation changes neither the list nor the unread count.
    const [before] = await company.tickets();
    await company.sendWebhook([{ ...click, about: { type: 'link', ref: 'promo' } }]);
    await service.until(contacts, ([row]) => row.source.ref === 'promo');
    const [after] = await company.tickets();
    expect([after.unread, after.last_message, after.updated_at]).toEqual([
      before.unread,
      before.last_message,
      before.updated_at,
    ]);
  });

  it('keeps reports without a customer in the log of the connection [F-G1]', async () => {
    const company = await service.createConnectedCompany();
    const at = new Date().toISOString();
    const report: ChannelEvent = { type: 'logged', label: 'security', detail: 'PIN_CHANGED', at };
    // An earlier version queued such items as messages of a contact without a name.
    const nobody = { identities: [{ kind: 'username' as const, value: '?', scope: '' }], name: '?', isGroup: false };
    const old = company.customerMessage('1', { kind: 'unsupported', what: 'policy' }, { peer: nobody });
    await company.sendWebhook([report, old]);
    await company.sendWebhook([{ ...report, at: new Date(Date.now() + 1000).toISOString() }]);
    const log = async () => (await company.admin.request('GET', `/whatsapp/${company.connectionId}/health`)).json().log;
    const entries = await service.until(
      log,
      (seen) => seen.length === 2 && seen.some((entry: { count: number }) => entry.count === 2),
    );
    expect(entries).toMatchObject([
      { label: 'security', detail: 'PIN_CHANGED', count: 2, firstAt: at },
      { label: 'message', count: 1 },
    ]);
    expect(await company.tickets()).toEqual([]);
  });

  it('lets no bot speak while another app controls the conversation [F-G3]', async () => {
    const company = await service.createConnectedCompany();
    const queue = await company.admin.request('POST', '/queue', { name: 'Vendas', color: '#0EA5E9' });
    const greeting = { greetingMessage: 'Olá! Escolha:', queueIds: [queue.json().id] };
    await company.admin.request('PUT', `/whatsapp/${company.connectionId}`, greeting);
    const number = '5500990005041';
    const voice: Content = { kind: 'media', type: 'audio', media: { mime: 'audio/ogg', ref: 'a' }, isVoice: true };
    await company.sendWebhook([
      company.customerMessage(number, 'oi', { isStandby: true }),
      company.customerMessage(number, voice, { isStandby: true }),
    ]);
    await service.until(company.messages, (rows) => rows.length === 2);
    await allProcessed();
    expect((await company.messages()).filter((row) => row.from_me)).toEqual([]);
    // The app has passed the control to us.
    await company.sendWebhook([company.customerMessage(number, 'alguém?')]);
    await service.until(company.messages, (rows) => rows.some((row) => row.from_me));
  });

  it('sends no automatic text while another app controls the conversation [F-G3]', async () => {
    const company = await service.createConnectedCompany({
      sendGreetingAccepted: 'enabled',
      greetingAcceptedMessage: 'Olá!',
    });
    const ownTexts = async () => (await company.messages()).filter((row) => row.from_me);
    // Accepting a ticket sends a greeting.
    await company.openTicket('5500990005042', 'oi', { isStandby: true });
    expect(await ownTexts()).toEqual([]);
    await company.openTicket('5500990005043', 'bom dia');
    expect(await ownTexts()).toHaveLength(1);
  });

  it('adds an unknown status to the delivery history only [F-G4] [F-L12]', async () => {
    const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
    const number = '5500990005051';
    const ticket = await company.openTicket(number);
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'catálogo' });
    const [sent] = await service.until(
      async () => (await company.messages()).filter((row) => row.body === 'catálogo' && row.wid !== null),
      (rows) => rows.length === 1,
    );
    const at = new Date().toISOString();
    const peer = createPeer(number);
    await company.sendWebhook([
      { type: 'reported', wid: sent.wid, peer, label: 'warning', detail: 'item missing', at },
      { type: 'removed', wid: sent.wid, peer, fromMe: false, at },
      { type: 'reported', wid: sent.wid, peer, label: 'deleted', detail: '', at },
    ]);
    const receipts = async () =>
      (await service.server.asOwner.query('select told, detail from message_receipts where message_id = $1', [sent.id]))
        .rows;
    const history = await service.until(receipts, (rows) => rows.some((row) => row.told === 'deleted'));
    expect(history).toContainEqual({ told: 'warning', detail: 'item missing' });
    const after = (await company.messages()).find((row) => row.id === sent.id);
    expect([after.is_deleted, after.delivery]).toEqual([false, 'sent']);
    expect(await company.tickets()).toHaveLength(1);
  });

  it('applies edits and deletions in any order of arrival [F-G7]', async () => {
    const company = await service.createConnectedCompany();
    const number = '5500990005061';
    const peer = createPeer(number);
    const time = (second: number) => new Date(Date.now() - 60_000 + second * 1000).toISOString();
    const first = company.customerMessage(number, 'um') as Extract<ChannelEvent, { type: 'message' }>;
    const gone = { ...first, wid: randomUUID() };
    const early = { ...first, wid: randomUUID() };
    const edit = (wid: string, text: string, second: number): ChannelEvent => ({
      type: 'edited',
      wid,
      peer,
      fromMe: false,
      text,
      at: time(second),
    });
    const removal: ChannelEvent = { type: 'removed', wid: gone.wid, peer, fromMe: false, at: time(1) };
    await company.sendWebhook([removal, edit(early.wid, 'cedo 2', 2), edit(early.wid, 'cedo 1', 1)]);
    await service.until(
      async () =>
        (
          await service.server.asOwner.query('select wid from early_message_changes where company_id = $1', [
            company.companyId,
          ])
        ).rows,
      (rows) => rows.length === 2,
    );
    // The events themselves are given up before their messages arrive.
    await service.server.asOwner.query('delete from signals where company_id = $1', [company.companyId]);
    await company.sendWebhook([first, gone, { ...gone, wid: `${gone.wid}#2` }, early]);
    await company.sendWebhook([edit(first.wid, 'um, terceira', 3), edit(first.wid, 'um, segunda', 2)]);
    const rows = await service.until(company.messages, (seen) => seen.length === 4 && seen[0].is_edited);
    await allProcessed();
    expect((await company.messages()).map((row) => [row.wid, row.body, row.is_deleted])).toEqual([
      [first.wid, 'um, terceira', false],
      [gone.wid, 'um', true],
      [`${gone.wid}#2`, 'um', true],
      [early.wid, 'cedo 2', false],
    ]);
    expect(rows).toHaveLength(4);
  });

  it('names a group by its subject, shows user names and finds them [F-G7]', async () => {
    const company = await service.createConnectedCompany();
    await company.admin.request('PUT', `/whatsapp/${company.connectionId}`, { allowGroup: true });
    const id = '120363025246125486';
    const group = { identities: [{ kind: 'group' as const, value: id }], isGroup: true };
    await company.sendWebhook([
      company.customerMessage('1', 'oi', { peer: group, author: createPeer('5500990005071') }),
    ]);
    const contacts = async (search = '') =>
      (await company.admin.request('GET', `/contacts?searchParam=${search}`)).json().contacts;
    const [unnamed] = await service.until(
      async () => (await contacts()).filter((row: { isGroup: boolean }) => row.isGroup),
      (rows) => rows.length === 1,
    );
    expect(unnamed.name).toBe('Grupo 5486');
    await company.sendWebhook([
      company.customerMessage('1', 'oi', { peer: { ...group, name: 'Família' }, author: createPeer('5500990005071') }),
      company.customerMessage('5500990005072', 'oi', {
        peer: { ...createPeer('5500990005072', 'Rita'), username: 'rita.flores' },
      }),
    ]);
    await service.until(
      () => contacts('familia'),
      (rows) => rows.length === 1,
    );
    const [rita] = await service.until(
      () => contacts('rita.flo'),
      (rows) => rows.length === 1,
    );
    expect([rita.name, rita.username]).toEqual(['Rita', 'rita.flores']);
  });

  it('opens no ticket for a removed reaction', async () => {
    const company = await service.createConnectedCompany();
    await company.sendWebhook([
      company.customerMessage('5500990005081', { kind: 'reaction', to: 'wid', emoji: '' }),
      company.customerMessage('5500990005082', 'de outra pessoa'),
    ]);
    await service.until(company.tickets, (rows) => rows.length === 1);
    await allProcessed();
    expect((await company.messages()).filter((row) => !row.from_me).map((row) => row.body)).toEqual([
      'de outra pessoa',
    ]);
  });

  it('stores a removed reaction as read and keeps the preview', async () => {
    const company = await service.createConnectedCompany();
    const number = '5500990006001';
    const message = company.customerMessage(number, 'gostei') as Extract<ChannelEvent, { type: 'message' }>;
    const react = (emoji: string) => company.customerMessage(number, { kind: 'reaction', to: message.wid, emoji });
    await company.sendWebhook([message, react('👍')]);
    await service.until(company.messages, (rows) => rows.length === 2);
    const [before] = await company.tickets();
    await company.sendWebhook([react('')]);
    const rows = await service.until(company.messages, (seen) => seen.length === 3);
    expect(rows[2]).toMatchObject({ media_type: 'reactionMessage', body: '', is_read: true, quoted_id: rows[0].id });
    const [after] = await company.tickets();
    expect([after.unread, after.last_message]).toEqual([before.unread, before.last_message]);
  });

  it('finds quoted messages and those of a reaction only in their own conversation [F-H4]', async () => {
    const company = await service.createConnectedCompany();
    const [ana, bia] = ['5500990006011', '5500990006012'] as const;
    const message = company.customerMessage(ana, 'só da Ana') as Extract<ChannelEvent, { type: 'message' }>;
    await company.sendWebhook([message]);
    await service.until(company.messages, (all) => all.some((row) => row.wid === message.wid));
    await company.sendWebhook([
      company.customerMessage(bia, 'cita a de outra pessoa', { quotes: message.wid }),
      company.customerMessage(bia, { kind: 'reaction', to: message.wid, emoji: '👎' }),
      company.customerMessage(ana, 'cita a própria', { quotes: message.wid }),
      company.customerMessage(ana, { kind: 'reaction', to: message.wid, emoji: '👍' }),
    ]);
    const rows = (
      await service.until(company.messages, (all) => all.filter((row) => !row.from_me).length === 5)
    ).filter((row) => !row.from_me);
    const quotedBy = (body: string) => rows.find((row) => row.body === body).quoted_id;
    const { id } = rows.find((row) => row.body === 'só da Ana');
    expect(['cita a de outra pessoa', '👎', 'cita a própria', '👍'].map(quotedBy)).toEqual([null, null, id, id]);
  });

  it('stores the text of each card for the preview, the search and forwarding', async () => {
    const company = await service.createConnectedCompany();
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
    const ticket = await company.openTicket(number);
    const friend = await company.openTicket('5500990006003', 'amiga');
    for (const [n, [content, preview, forwardedText]] of contents.entries()) {
      await company.sendWebhook([company.customerMessage(number, content)]);
      const rows = await service.until(company.messages, (seen) => seen.filter((row) => !row.from_me).length === n + 3);
      const updatedTicket = (await company.tickets()).find((row) => row.id === ticket.id);
      expect(updatedTicket.last_message).toBe(preview);
      const forward = { messages: [rows.at(-1).id], contactId: friend.contactId };
      const sent = service.testChannel.sent.length;
      const answer = await company.admin.request('POST', '/message/forward', {
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
      await service.until(company.messages, (seen) => seen.length > rows.length);
    }
    const searchResponse = await company.admin.request(
      'GET',
      `/messages-search?searchParam=${encodeURIComponent('grau: 2,75')}`,
    );
    expect(searchResponse.json().hits.map((hit: { mediaType: string }) => hit.mediaType)).toEqual([
      'conversation',
      'formMessage',
    ]);
  });

  it('ignores old messages without an import, and stores new ones at once', async () => {
    const company = await service.createConnectedCompany();
    const old = Array.from({ length: 30 }, (_, n) =>
      company.customerMessage('5500990006004', `antiga ${n}`, { isHistory: true, wid: randomUUID() }),
    );
    await company.sendWebhook([
      ...old,
      { type: 'history', progress: 40 },
      company.customerMessage('5500990006005', 'de agora'),
    ]);
    await service.until(company.messages, (rows) => rows.some((row) => row.body === 'de agora'));
    await allProcessed();
    expect((await company.tickets()).map((row) => row.last_message)).toEqual(['de agora']);
    const { signals: queuedEvents } = await service.server.modules.receiving.waiting();
    expect(queuedEvents).toBe(0);
  });
});

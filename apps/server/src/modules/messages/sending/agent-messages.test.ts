import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../test/users.ts';
import { startConnectedServer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterEach(() => {
  service.testChannel.abilities.replyWindowHours = null;
  service.server.clock.set(new Date());
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;

const noGreeting = { sendGreetingAccepted: 'disabled' };
let conversationCount = 0;
/** A company with one accepted ticket of a new customer. */
async function createConversation(settings: Record<string, string | boolean> = {}) {
  const company = await service.createConnectedCompany({ ...noGreeting, ...settings });
  const number = `55009511${String(++conversationCount).padStart(5, '0')}`;
  const ticket = await company.openTicket(number);
  const post = (path: string, body: object) => company.admin.request('POST', path, body);
  const send = async (body: object) => {
    const answer = await post(`/messages/${ticket.id}`, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  /** Contents sent to this customer, once there are `n` of them. */
  const deliveredContents = (n: number) =>
    service.until(
      async () =>
        service.testChannel.sent.filter(({ to }) =>
          to.identities.some(({ value }) => number.endsWith(value.slice(-8))),
        ),
      (sent) => sent.length >= n,
    );
  return { company, ticket, number, post, send, deliveredContents };
}
const settled = (company: Company) =>
  service.until(company.messages, (rows) => rows.every((row) => row.delivery !== 'queued'));
const error = (answer: { statusCode: number; json(): { error?: string } }) => [answer.statusCode, answer.json().error];

describe('an agent can send', () => {
  it('text with variables filled in, with a signature on request, never empty', async () => {
    const { post, ticket, send, deliveredContents, company } = await createConversation();
    await send({ body: '{{ms}}, {{name}}! Aqui é {{userName}}.' });
    await send({ body: 'assinada', signed: 'true' });
    const sent = await deliveredContents(2);
    expect(sent[0]!.content).toMatchObject({ text: expect.stringMatching(/^Bo[am] .+, Helena Prado! Aqui é Admin/) });
    expect(sent[1]!.content).toEqual({ kind: 'text', text: `*${company.admin.user.name}:*\nassinada` });
    for (const body of ['', '   ', '\n'])
      expect(error(await post(`/messages/${ticket.id}`, { body }))).toEqual([400, 'ERR_EMPTY_MESSAGE']);
  });

  it('a location and a contact card [M-104]', async () => {
    const { send, deliveredContents, company } = await createConversation();
    await send({ location: { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua Um, 1' } });
    await send({ vCard: { name: 'Rui Teles', number: '+55 (00) 98765-4321' } });
    expect((await deliveredContents(2)).map(({ content }) => content)).toEqual([
      { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua Um, 1' },
      { kind: 'contacts', contacts: [{ name: 'Rui Teles', numbers: ['5500987654321'] }] },
    ]);
    expect((await company.messages()).slice(1)).toMatchObject([
      { media_type: 'locationMessage', body: 'Loja', data: { latitude: -23.5, longitude: -46.6 } },
      { media_type: 'contactMessage', body: 'Rui Teles', data: { contacts: [{ numbers: ['5500987654321'] }] } },
    ]);
  });

  it('a list, with «Clique aqui» as default button text [M-106] [M-111]', async () => {
    const { post, ticket, deliveredContents } = await createConversation();
    const sections = [
      {
        title: 'Lentes',
        rows: [{ title: 'Simples', rowId: 'l1' }, { title: 'Multifocal', id: 'l2' }, { title: 'Outra' }],
      },
    ];
    const answer = await post(`/messages/lista/${ticket.id}`, { title: 'Lentes', text: 'Qual delas?', sections });
    expect(answer.json()).toMatchObject({
      message: 'Message sent',
      newMsg: { mediaType: 'listMessage', body: 'Qual delas?', dataJson: { button: 'Clique aqui' } },
    });
    expect((await deliveredContents(1))[0]!.content).toMatchObject({
      kind: 'list',
      button: 'Clique aqui',
      sections: [{ rows: [{ id: 'l1' }, { id: 'l2' }, { id: '1.3' }] }],
    });
    for (const bad of [{ sections: [] }, { sections: [{ title: 'x', rows: [] }] }, { sections, title: '' }])
      expect((await post(`/messages/lista/${ticket.id}`, { title: 'a', text: 'b', ...bad })).statusCode).toBe(400);
  });

  it('buttons that copy, call and open; a link must be an http URL [M-106] [M-112] [XS-03]', async () => {
    const { post, ticket, deliveredContents } = await createConversation();
    const button = { title: 'Título', description: 'Texto' };
    const picture = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');
    expect((await post(`/messages/copy/${ticket.id}`, { ...button, copyText: 'CUPOM10' })).statusCode).toBe(200);
    expect((await post(`/messages/call/${ticket.id}`, { ...button, copyText: '5500987654321' })).statusCode).toBe(200);
    const link = { ...button, copyText: 'https://example.com/oferta', buttonText: 'Ver', image: picture };
    expect((await post(`/messages/URL/${ticket.id}`, link)).json().newMsg).toMatchObject({
      mediaType: 'interactiveMessage',
      body: 'Título',
      mediaUrl: expect.stringContaining('/media/'),
      dataJson: { act: 'url', value: 'https://example.com/oferta' },
    });
    expect((await deliveredContents(3)).map(({ content }) => content)).toMatchObject([
      { kind: 'button', act: 'copy', value: 'CUPOM10', button: 'Copiar' },
      { kind: 'button', act: 'call', value: '5500987654321', button: 'Ligar' },
      { kind: 'button', act: 'url', button: 'Ver', image: { mime: 'image/png' } },
    ]);
    for (const copyText of [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'vbscript:x',
      'data:text/html,x',
      'example',
      'ftp://example.com',
    ])
      expect(error(await post(`/messages/URL/${ticket.id}`, { ...button, copyText }))).toEqual([400, 'ERR_VALIDATION']);
    expect(error(await post(`/messages/URL/${ticket.id}`, { ...link, image: 'PHN2Zz4=' }))).toEqual([
      400,
      'ERR_VALIDATION',
    ]);
  });

  it('a Pix charge with a BR Code and the value in cents [M-107] [M-113]', async () => {
    const { post, ticket, deliveredContents } = await createConversation();
    const pix = {
      title: 'Sinal',
      sendvalue: 1990,
      sendkey_type: 'PHONE',
      sendmerchant_name: 'Ótica Sol',
      sendKey: '81997021145',
    };
    const { newMsg } = (await post(`/messages/PIX/${ticket.id}`, pix)).json();
    expect(newMsg).toMatchObject({
      mediaType: 'interactiveMessage',
      dataJson: { act: 'pix', key: '+5581997021145', keyType: 'PHONE', merchantName: 'Ótica Sol', cents: 1990 },
    });
    const { brCode } = newMsg.dataJson;
    expect(brCode).toMatch(/^000201.*540519\.90.*6304[0-9A-F]{4}$/);
    expect((await deliveredContents(1))[0]!.content).toMatchObject({ kind: 'pix', brCode });
    const wrong = await post(`/messages/PIX/${ticket.id}`, { ...pix, sendkey_type: 'CPF', sendKey: '123' });
    expect(error(wrong)).toEqual([400, 'ERR_PIX_KEY']);
  });

  it('a Pix charge, whose key is offered to the same user again and to no colleague [F-U15]', async () => {
    const { company, post, ticket } = await createConversation();
    const pixKeyOf = async (user: Caller) => (await user.request('GET', '/auth/me')).json().user.pixKey as unknown;
    expect(await pixKeyOf(company.admin)).toBeNull();
    const pix = { title: 'Sinal', sendvalue: 0, sendmerchant_name: 'Ótica Sol' };
    const refused = { ...pix, sendkey_type: 'CPF', sendKey: '529.982.247-24' };
    expect(error(await post(`/messages/PIX/${ticket.id}`, refused))).toEqual([400, 'ERR_PIX_KEY']);
    expect(await pixKeyOf(company.admin)).toBeNull();
    await post(`/messages/PIX/${ticket.id}`, { ...pix, sendkey_type: 'CNPJ', sendKey: '12.abc.345/01de-35' });
    expect(await pixKeyOf(company.admin)).toEqual({
      keyType: 'CNPJ',
      key: '12ABC34501DE35',
      merchantName: 'Ótica Sol',
    });
    expect(await pixKeyOf(await service.server.createAgent(company.companyId))).toBeNull();
  });

  it('a reaction and a quoted reply [M-108]', async () => {
    const { company, send, deliveredContents } = await createConversation();
    const [first] = await company.messages();
    await send({ reaction: { messageId: first.id, emoji: '👍' } });
    await send({ body: 'sobre isto', quotedMsg: { id: first.id } });
    const sent = await deliveredContents(2);
    expect(sent[0]).toMatchObject({ content: { kind: 'reaction', to: first.wid, emoji: '👍' } });
    expect(sent[0]).not.toHaveProperty('quotes');
    expect(sent[1]).toMatchObject({ content: { text: 'sobre isto' }, quotes: first.wid });
    expect((await company.messages()).slice(1)).toMatchObject([
      { media_type: 'reactionMessage', body: '👍', quoted_id: first.id },
      { quoted_id: first.id },
    ]);
  });

  it('no reaction or quote of a message of another conversation', async () => {
    const { company, ticket, post } = await createConversation();
    await company.sendWebhook([company.customerMessage('5500952220001', 'segredo de outra')]);
    const rows = await service.until(company.messages, (seen) => seen.length === 2);
    const other = rows.find(({ body }) => body === 'segredo de outra');
    for (const body of [
      { body: 'x', quotedMsg: { id: Number(other.id) } },
      { reaction: { messageId: Number(other.id), emoji: '👍' } },
      { body: 'x', isPrivate: true, quotedMsg: { id: Number(other.id) } },
    ])
      expect(error(await post(`/messages/${ticket.id}`, body))).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
    expect(await company.messages()).toHaveLength(2);
  });

  it('only content kinds of the channel, and only within the reply window', async () => {
    const { company, ticket, post } = await createConversation();
    service.testChannel.abilities.replyWindowHours = 24;
    expect((await post(`/messages/${ticket.id}`, { body: 'no prazo' })).statusCode).toBe(200);
    service.server.clock.pass(25 * 3_600_000);
    const actor = service.server.modules.access.authenticator.asAdmin(company.companyId, company.admin.user.id);
    const text = { content: { kind: 'text' as const, text: 'tarde' } };
    await expect(
      service.server.modules.messages.send(actor, ticket.id, [text], { isPrivate: false }),
    ).rejects.toMatchObject({ code: 'ERR_REPLY_WINDOW' });
    const poll = { content: { kind: 'poll' as const, question: '?', options: ['a'], isMultiple: false } };
    await expect(
      service.server.modules.messages.send(actor, ticket.id, [poll], { isPrivate: false }),
    ).rejects.toMatchObject({ code: 'ERR_CONTENT_UNSUPPORTED' });
  });

  it('internal notes, which are never sent to the channel [M-109]', async () => {
    const { company, ticket, send } = await createConversation();
    const [note] = await send({ body: 'cliente difícil', isPrivate: 'true' });
    expect(note).toMatchObject({ isPrivate: true, wid: `PVT${note.id}`, ack: 2, read: true, delivery: 'note' });
    await send({ body: 'depois da nota' });
    await settled(company);
    expect(service.testChannel.texts()).not.toContain('cliente difícil');
    const { rows } = await service.server.asOwner.query('select from outbox where message_id = $1', [note.id]);
    expect(rows).toEqual([]);
    expect((await company.tickets())[0].last_message).toBe('depois da nota');
    expect((await company.admin.request('DELETE', `/messages/${note.id}`)).statusCode).toBe(200);
    const thread = (await company.admin.request('GET', `/messages/${ticket.uuid}`)).json();
    expect(thread.messages.map(({ body }: { body: string }) => body)).toEqual(['oi', 'depois da nota']);
  });
});

describe('a sent message', () => {
  it('can be edited for fifteen minutes, if it is our own [M-109] [OB-10]', async () => {
    const { company, send, post } = await createConversation();
    const [message] = await send({ body: 'ás 10h' });
    expect(error(await post('/messages/edit/1', { body: 'x' }))).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
    await settled(company);
    expect((await post(`/messages/edit/${message.id}`, { body: 'às 10h' })).statusCode).toBe(200);
    await service.until(
      async () => service.testChannel.actions,
      (actions) => actions.some(({ act, text }) => act === 'edit' && text === 'às 10h'),
    );
    expect((await company.messages())[1]).toMatchObject({ body: 'às 10h', is_edited: true });
    expect((await company.tickets())[0].last_message).toBe('às 10h');

    const [inbound] = await company.messages();
    expect(error(await post(`/messages/edit/${inbound.id}`, { body: 'x' }))).toEqual([400, 'ERR_EDITING_WAPP_MSG']);
    expect(error(await post(`/messages/edit/${message.id}`, { body: '  ' }))).toEqual([400, 'ERR_EDITING_WAPP_MSG']);
    await service.server.asOwner.query(`update messages set created_at = now() - interval '16 minutes' where id = $1`, [
      message.id,
    ]);
    expect(error(await post(`/messages/edit/${message.id}`, { body: 'tarde' }))).toEqual([400, 'ERR_EDITING_WAPP_MSG']);
  });

  it('is reverted when the channel refuses the edit or deletion', async () => {
    const { company, send, post } = await createConversation();
    const [message] = await send({ body: 'original' });
    await settled(company);
    service.testChannel.moods.push('refused');
    await post(`/messages/edit/${message.id}`, { body: 'mudada' });
    const deliverySteps = async () => (await company.admin.request('GET', `/deliveries/${message.id}`)).json().steps;
    await service.until(deliverySteps, (steps) =>
      steps.some((step: Record<string, string>) => step['told'] === 'edit-failed'),
    );
    expect((await company.messages())[1]).toMatchObject({ body: 'original', is_edited: false, delivery: 'sent' });
  });

  it('can be deleted if it is our own; its text stays stored [M-109] [OB-10]', async () => {
    const { company, send } = await createConversation();
    const [message] = await send({ body: 'engano' });
    const { wid } = (await settled(company))[1];
    expect((await company.admin.request('DELETE', `/messages/${message.id}`)).statusCode).toBe(200);
    await service.until(
      async () => service.testChannel.actions,
      (actions) => actions.some((action) => action.act === 'remove' && action.wid === wid),
    );
    expect((await company.messages())[1]).toMatchObject({ body: 'engano', is_deleted: true });
    const [inbound] = await company.messages();
    expect(error(await company.admin.request('DELETE', `/messages/${inbound.id}`))).toEqual([
      400,
      'ERR_DELETE_WAPP_MSG',
    ]);
  });
});

describe('a quote [F-M1]', () => {
  it('by id needs a message that the agent may read', async () => {
    const { company, ticket, number, send } = await createConversation();
    const { server } = service;
    const [note] = await send({ body: 'segredo da diretoria', isPrivate: 'true' });
    const [, inbound] = [note, (await company.messages())[0]];
    const queues = await Promise.all(
      ['Diretoria', 'Loja'].map(
        async (name) => (await company.admin.request('POST', '/queue', { name, color: '#112233' })).json().id,
      ),
    );
    await settled(company);
    await server.asOwner.query(`update tickets set status = 'closed', queue_id = $1 where id = $2`, [
      queues[0],
      ticket.id,
    ]);
    await company.sendWebhook([company.customerMessage(number, 'de novo')]);
    const later = (await service.until(company.tickets, (rows) => rows.length === 2))[1];
    const agent = await server.createAgent(company.companyId);
    await server.asOwner.query(`update tickets set status = 'open', queue_id = $1, user_id = $2 where id = $3`, [
      queues[1],
      agent.user.id,
      later.id,
    ]);
    const quote = (caller: typeof agent, id: number, more: object = {}) =>
      caller.request('POST', `/messages/${later.id}`, { body: 'veja', quotedMsg: { id }, ...more });
    for (const id of [note.id, inbound.id])
      for (const more of [{}, { isPrivate: 'true' }])
        expect(error(await quote(agent, id, more))).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
    const own = (await company.messages()).find(({ ticket_id }) => ticket_id === later.id);
    expect((await quote(agent, own.id)).json()[0].quotedMsg).toMatchObject({ body: 'de novo' });
    expect((await quote(company.admin, inbound.id)).json()[0].quotedMsg).toMatchObject({ body: 'oi' });
  });
});

describe('words of a colleague [F-M8]', () => {
  it('cannot be edited or deleted; an admin removes a note, which is audited', async () => {
    const { company, ticket, send } = await createConversation();
    const [message] = await send({ body: 'da administradora' });
    const [note] = await send({ body: 'nota da administradora', isPrivate: 'true' });
    await settled(company);
    const colleague = await service.server.createAgent(company.companyId);
    await service.server.asOwner.query('update tickets set user_id = $1 where id = $2', [colleague.user.id, ticket.id]);
    const change = async (caller: typeof colleague, id: number) => [
      error(await caller.request('POST', `/messages/edit/${id}`, { body: 'trocada' }))[1],
      error(await caller.request('DELETE', `/messages/${id}`))[1],
    ];
    const refused = ['ERR_EDITING_WAPP_MSG', 'ERR_DELETE_WAPP_MSG'];
    expect(await change(colleague, message.id)).toEqual(refused);
    expect(await change(colleague, note.id)).toEqual(refused);
    const post = (body: object) => colleague.request('POST', `/messages/${ticket.id}`, body);
    const [own] = (await post({ body: 'do colega' })).json();
    const [ownNote] = (await post({ body: 'nota do colega', isPrivate: 'true' })).json();
    await settled(company);
    expect(await change(company.admin, own.id)).toEqual(refused);
    expect((await company.admin.request('DELETE', `/messages/${ownNote.id}`)).statusCode).toBe(200);
    const { rows } = await service.server.asOwner.query(
      `select user_id, subject, data from audit_log where company_id = $1 and act = 'internal-note.removed'`,
      [company.companyId],
    );
    expect(rows).toEqual([
      { user_id: company.admin.user.id, subject: `ticket ${ticket.id}`, data: { authorId: colleague.user.id } },
    ]);
    expect((await company.messages()).map(({ body, is_deleted }) => [body, is_deleted])).toEqual([
      ['oi', false],
      ['da administradora', false],
      ['nota da administradora', false],
      ['do colega', false],
    ]);
  });
});

describe('forwarding', () => {
  it('sends messages to another contact, 900 ms apart, marked as forwarded if they were received [M-109]', async () => {
    const { company, send, post } = await createConversation();
    await send({ location: { latitude: 1, longitude: 2 } });
    await company.sendWebhook([company.customerMessage('5500953330001', 'outro contato')]);
    const rows = await service.until(company.messages, (seen) => seen.length === 3 && seen[1].wid !== null);
    const target = (await company.tickets()).find(({ last_message }) => last_message === 'outro contato');
    const ids = rows.slice(0, 2).map(({ id }) => Number(id));
    expect((await post('/message/forward', { messageId: ids, contactId: target.contact_id })).statusCode).toBe(200);
    const after = await service.until(
      company.messages,
      (seen) => seen.filter((row) => row.ticket_id === target.id && row.delivery === 'sent').length === 2,
    );
    const passed = after.filter((row) => row.ticket_id === target.id && row.from_me);
    expect(passed).toMatchObject([
      { body: 'oi', is_forwarded: true },
      { media_type: 'locationMessage', is_forwarded: false },
    ]);
    const { rows: times } = await service.server.asOwner.query(
      `select extract(epoch from max(at) - min(at)) * 1000 as gap from message_receipts where told = 'accepted' and message_id = any($1)`,
      [passed.map(({ id }) => id)],
    );
    expect(Number(times[0].gap)).toBeGreaterThanOrEqual(880);
    expect((await company.tickets()).find(({ id }) => id === target.id)).toMatchObject({
      status: 'open',
      user_id: company.admin.user.id,
    });
  });

  it('refuses notes and deleted messages, and then sends nothing', async () => {
    const { company, send, post } = await createConversation();
    const [note] = await send({ body: 'nota', isPrivate: true });
    const [{ id, contact_id: contactId }] = await company.messages();
    for (const messageId of [note.id, [Number(id), note.id], 999_999_999])
      expect(error(await post('/message/forward', { messageId, contactId }))).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
    expect(await company.messages()).toHaveLength(2);
  });
});

describe('reading', () => {
  it('sends read receipts to the channel for accepted tickets only', async () => {
    const { company, ticket, number } = await createConversation();
    await company.sendWebhook([company.customerMessage(number, 'e agora?', { wid: `lida-${number}` })]);
    await service.until(company.tickets, (rows) => rows[0].unread === 1);
    await company.admin.request('POST', `/tickets/${ticket.id}/seen`);
    await service.until(
      async () => service.testChannel.reads,
      (reads) => reads.flat().includes(`lida-${number}`),
    );
    await company.sendWebhook([company.customerMessage('5500954440001', 'espera', { wid: 'não-lida' })]);
    const [waiting] = (await service.until(company.tickets, (rows) => rows.length === 2)).slice(1);
    await company.admin.request('POST', `/tickets/${waiting.id}/seen`);
    expect((await company.tickets())[1].unread).toBe(1);
    expect(service.testChannel.reads.flat()).not.toContain('não-lida');
  });

  it('returns messages in the format of the contract [M-109]', async () => {
    const { company, ticket, send } = await createConversation();
    await send({ body: 'resposta' });
    await settled(company);
    const {
      messages,
      count,
      hasMore,
      ticket: updatedTicket,
    } = (await company.admin.request('GET', `/messages/${ticket.uuid}`)).json();
    expect([count, hasMore, updatedTicket.id]).toEqual([2, false, ticket.id]);
    expect(messages).toMatchObject([
      {
        body: 'oi',
        fromMe: false,
        read: true,
        ack: 0,
        contact: { name: 'Helena Prado' },
        companyId: company.companyId,
      },
      {
        body: 'resposta',
        fromMe: true,
        ack: 1,
        isEdited: false,
        isForwarded: false,
        isPrivate: false,
        isDeleted: false,
        quotedMsg: null,
        dataJson: null,
        contact: null,
        ticketId: ticket.id,
      },
    ]);
  });

  it('does not show history of a queue that the user does not have', async () => {
    const { company, ticket, number } = await createConversation();
    const queue = async (name: string, color: string) =>
      (await company.admin.request('POST', '/queue', { name, color })).json().id;
    const [ownQueue, other] = [await queue('Minha', '#0a0a0a'), await queue('Outra', '#0b0b0b')];
    await service.server.asOwner.query(`update tickets set queue_id = $1, status = 'closed' where id = $2`, [
      other,
      ticket.id,
    ]);
    await company.sendWebhook([company.customerMessage(number, 'voltei')]);
    const [now] = (await service.until(company.tickets, (rows) => rows.length === 2)).slice(1);
    await service.server.asOwner.query('update tickets set queue_id = $1 where id = $2', [ownQueue, now.id]);
    const agent = await service.server.createAgent(company.companyId, { queueIds: [ownQueue] });
    for (const selected of ['[]', `[${other}]`, `[${ownQueue},${other}]`]) {
      const { messages } = (await agent.request('GET', `/messages/${now.uuid}?selectedQueues=${selected}`)).json();
      expect(
        messages.map(({ body }: { body: string }) => body),
        selected,
      ).toEqual(['voltei']);
    }
  });

  it('counts messages by days of the company’s time zone, without a first day for 31 days [M-114] [F-L15]', async () => {
    const { company, send } = await createConversation();
    await send({ body: 'uma' });
    await send({ body: 'nota', isPrivate: true });
    await service.server.asOwner.query(
      `update messages set created_at = timestamp '2026-03-10 23:30' at time zone 'America/Sao_Paulo' where company_id = $1 and from_me`,
      [company.companyId],
    );
    const count = async (query: string) => (await company.admin.request('GET', `/messages-allMe?${query}`)).json();
    expect(await count('fromMe=true&dateStart=2026-03-10&dateEnd=2026-03-10')).toEqual({ count: [{ count: '1' }] });
    expect(await count('fromMe=true&dateStart=2026-03-11&dateEnd=2026-03-12')).toEqual({ count: [{ count: '0' }] });
    expect(await count('fromMe=false')).toEqual({ count: [{ count: '1' }] });
    expect(await count('dateEnd=2026-03-11')).toEqual({ count: [{ count: '1' }] });
    expect(await count('dateEnd=2026-04-20')).toEqual({ count: [{ count: '0' }] });
  });
});

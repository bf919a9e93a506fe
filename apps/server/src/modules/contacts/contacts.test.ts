import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, drainEvents } from '../../../test/sockets.ts';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';
import type { Caller } from '../../../test/users.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const sql = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;

const HIDDEN = { enableLGPD: 'enabled', lgpdHideNumber: 'enabled', lgpdMessage: '' };
const add = async (caller: Caller, name: string, number: string, more: object = {}) => {
  const answer = await caller.request('POST', '/contacts', { name, number, ...more });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ id: number; number: string; extraInfo: { id: number }[] }>();
};
const errorOf = async (request: ReturnType<Caller['request']>) => {
  const answer = await request;
  return [answer.statusCode, answer.json().error];
};

describe('contacts', () => {
  it('are created, read, updated and removed with all fields, and each step reaches the sockets [M-120] [M-121]', async () => {
    const { admin, connectionId, companyId } = await service.createConnectedCompany();
    const agent = await service.server.createAgent(companyId);
    const screen = await openSocket(service.server, agent);
    const created = await add(agent, 'Rita Lima', '+55 (00) 98765-4321', {
      email: 'Rita@Example.com',
      extraInfo: [{ name: 'Cidade', value: 'Recife' }],
      whatsappId: connectionId,
      companyId: 1,
    });
    expect(created).toMatchObject({
      name: 'Rita Lima',
      number: '5500987654321',
      email: 'rita@example.com',
      active: true,
      acceptAudioMessage: true,
      disableBot: false,
      lgpdAcceptedAt: null,
      urlPicture: expect.any(String),
      channel: 'whatsapp',
      whatsappId: connectionId,
      whatsapp: { id: connectionId, name: 'Matriz' },
      isGroup: false,
      tags: [],
      extraInfo: [{ id: expect.any(Number), name: 'Cidade', value: 'Recife' }],
      companyId,
    });
    await screen.waitFor('contact', (payload) => payload.action === 'create' && payload.contact.id === created.id);
    expect((await agent.request('GET', `/contacts/${created.id}`)).json()).toEqual(created);

    const changed = await agent.request('PUT', `/contacts/${created.id}`, {
      name: 'Rita de Lima',
      number: created.number,
      email: '',
      extraInfo: [
        { name: 'Cidade', value: 'Olinda' },
        { name: 'Bairro', value: 'Carmo' },
      ],
    });
    expect(changed.json()).toMatchObject({ name: 'Rita de Lima', number: '5500987654321', email: '' });
    const values = changed.json().extraInfo.map((field: { name: string; value: string }) => [field.name, field.value]);
    expect(values).toEqual([
      ['Cidade', 'Olinda'],
      ['Bairro', 'Carmo'],
    ]);
    await screen.waitFor(
      'contact',
      (payload) => payload.action === 'update' && payload.contact.name === 'Rita de Lima',
    );

    expect((await agent.request('GET', '/contacts/profile/5500987654321')).json()).toMatchObject({
      contactId: created.id,
      urlPicture: expect.any(String),
      profilePicUrl: expect.any(String),
    });
    expect((await agent.request('GET', '/contacts/profile/5500900000001')).json().contactId).toBe(0);
    expect(await errorOf(agent.request('DELETE', `/contacts/${created.id}`))).toEqual([403, 'ERR_NO_PERMISSION']);
    const ticket = (
      await agent.request('POST', '/tickets', { contactId: created.id, whatsappId: connectionId })
    ).json();
    expect((await admin.request('DELETE', `/contacts/${created.id}`)).statusCode).toBe(200);
    await screen.waitFor('ticket', (payload) => payload.action === 'delete' && payload.ticketId === ticket.id);
    await screen.waitFor('contact', (payload) => payload.action === 'delete' && payload.contactId === created.id);
    screen.close();
    expect(await errorOf(agent.request('GET', `/contacts/${created.id}`))).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
    expect(await errorOf(admin.request('DELETE', `/contacts/${created.id}`))).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
    await add(agent, 'Outra', '5500987654321');
  });

  it('are limited in field lengths and to numbers that the channel knows [M-119]', async () => {
    const { admin } = await service.createConnectedCompany();
    const tried = async (body: object) => (await admin.request('POST', '/contacts', body)).json();
    for (const [name, number, email, field] of [
      ['R', '5500987654321', '', 'name'],
      ['R'.repeat(251), '5500987654321', '', 'name'],
      ['Rita', '5500987', '', 'number'],
      ['Rita', '5'.repeat(51), '', 'number'],
      ['Rita', '5500987654321', 'isto não', 'email'],
    ]) {
      const { error, fields } = await tried({ name, number, email });
      expect([error, fields?.[0]?.field], `${name} ${number} ${email}`).toEqual(['ERR_VALIDATION', field]);
    }
    expect((await tried({ name: 'R'.repeat(250), number: '5500912345678' })).name).toHaveLength(250);
    // Digits that are no valid number, and a number without an account on the channel.
    expect(await errorOf(admin.request('POST', '/contacts', { name: 'Rita', number: 'abcdefgh' }))).toEqual([
      400,
      'ERR_WAPP_INVALID_CONTACT',
    ]);
    expect(await errorOf(admin.request('POST', '/contacts', { name: 'Rita', number: '5500987650000' }))).toEqual([
      400,
      'ERR_WAPP_INVALID_CONTACT',
    ]);
  });

  it('have unique numbers, with and without the ninth digit [M-119]', async () => {
    const { admin } = await service.createConnectedCompany();
    const first = await add(admin, 'Rita', '5511987654321');
    const second = await add(admin, 'Ana', '5511977776666');
    for (const number of ['5511987654321', '551187654321', '+55 11 8765-4321'])
      expect(await errorOf(admin.request('POST', '/contacts', { name: 'Outra', number }))).toEqual([
        409,
        'ERR_DUPLICATED_CONTACT',
      ]);
    expect(await errorOf(admin.request('PUT', `/contacts/${second.id}`, { number: '551187654321' }))).toEqual([
      409,
      'ERR_DUPLICATED_CONTACT',
    ]);
    expect((await admin.request('GET', `/contacts/${second.id}`)).json().number).toBe('5511977776666');
    // The own number in the other spelling is no duplicate; a landline has no ninth digit.
    expect((await admin.request('PUT', `/contacts/${first.id}`, { number: '551187654321' })).json().number).toBe(
      '551187654321',
    );
    await add(admin, 'Fixo', '551133334444');
    await add(admin, 'Não é o mesmo', '5511933334444');
    // A released number is free for other contacts.
    await admin.request('PUT', `/contacts/${first.id}`, { number: '5511955554444' });
    await add(admin, 'Nova dona', '5511987654321');
    const responses = await Promise.all(
      ['5511966665555', '551166665555'].map((number) =>
        admin.request('POST', '/contacts', { name: 'Ao mesmo tempo', number }),
      ),
    );
    expect(responses.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('are found by parts of name, number or e-mail, by tags, channel and group flag, in pages of twenty [M-121]', async () => {
    const { admin, companyId } = await service.createConnectedCompany();
    const joao = await add(admin, 'João Conceição', '5500987651234', { email: 'joao@example.com' });
    await add(admin, 'Ana 100%', '5500911112222');
    await sql(
      `insert into contacts (company_id, name, is_group, channel) values ($1, 'Turma', true, 'whatsapp'),
               ($1, 'Do Instagram', false, 'instagram')`,
      [companyId],
    );
    const names = async (query: string) =>
      (await admin.request('GET', `/contacts?${query}`))
        .json()
        .contacts.map((contact: { name: string }) => contact.name);
    expect(await names('searchParam=joao%20conc')).toEqual(['João Conceição']);
    expect(await names('searchParam=8765-12')).toEqual(['João Conceição']);
    expect(await names('searchParam=joao@ex')).toEqual(['João Conceição']);
    expect(await names('searchParam=%25')).toEqual(['Ana 100%']);
    expect(await names('isGroup=true')).toEqual(['Turma']);
    expect(await names('isGroup=false')).toEqual(['Ana 100%', 'Do Instagram', 'João Conceição']);
    expect(await names('channel=instagram')).toEqual(['Do Instagram']);
    const tag = (await admin.request('POST', '/tags', { name: 'VIP' })).json();
    await admin.request('POST', '/tags/sync', { contactId: joao.id, tags: [{ id: tag.id }] });
    expect(await names(`contactTag=[${tag.id}]`)).toEqual(['João Conceição']);
    const picked = (await admin.request('GET', '/contacts/list?name=ana')).json();
    expect(picked.map((contact: { name: string }) => contact.name)).toEqual(['Ana 100%']);
    await sql(`insert into contacts (company_id, name) select $1, 'Pessoa ' || n from generate_series(10, 30) n`, [
      companyId,
    ]);
    const first = (await admin.request('GET', '/contacts?searchParam=pessoa')).json();
    const second = (await admin.request('GET', '/contacts?searchParam=pessoa&pageNumber=2')).json();
    expect([first.contacts.length, first.count, first.hasMore]).toEqual([20, 21, true]);
    expect([second.contacts.length, second.hasMore]).toEqual([1, false]);
    // Names with the prefix come first on every page.
    await sql(`insert into contacts (company_id, name) select $1, 'Uma pessoa ' || n from generate_series(10, 30) n`, [
      companyId,
    ]);
    const all: string[] = [];
    for (const page of [1, 2, 3]) all.push(...(await names(`searchParam=PESSOA&pageNumber=${page}`)));
    const series = (text: string) => Array.from({ length: 21 }, (_, n) => `${text} ${n + 10}`);
    expect(all).toEqual([...series('Pessoa'), ...series('Uma pessoa')]);
    expect((await admin.request('GET', '/contacts?searchParam=pessoa&pageNumber=3')).json()).toMatchObject({
      count: 42,
      hasMore: false,
    });
  });

  it('have tags that are set together and removed one by one [M-120]', async () => {
    const { admin } = await service.createConnectedCompany();
    const contact = await add(admin, 'Rita', '5500987654321');
    const tags = [];
    for (const name of ['VIP', 'Atraso']) tags.push((await admin.request('POST', '/tags', { name })).json());
    const has = async () => (await admin.request('GET', `/contactTags/${contact.id}`)).json();
    const sync = (ids: number[]) =>
      admin.request('POST', '/tags/sync', { contactId: contact.id, tags: ids.map((id) => ({ id })) });
    expect(await has()).toEqual({ tags: false });
    const both = (await sync([tags[0].id, tags[1].id, tags[0].id])).json();
    expect(both.tags.map((tag: { name: string }) => tag.name)).toEqual(['Atraso', 'VIP']);
    expect(await has()).toEqual({ tags: true });
    expect(await errorOf(sync([tags[0].id, 2_000_000_000]))).toEqual([404, 'ERR_NO_TAG_FOUND']);
    expect((await admin.request('DELETE', `/tags-contacts/${tags[0].id}/${contact.id}`)).statusCode).toBe(200);
    expect((await admin.request('GET', `/contacts/${contact.id}`)).json().tags).toMatchObject([{ name: 'Atraso' }]);
    expect((await admin.request('DELETE', `/tags-contacts/${tags[0].id}/${contact.id}`)).statusCode).toBe(404);
    expect((await sync([])).json().tags).toEqual([]);
  });

  it('have flags for audio and bot that start with the company settings [M-120]', async () => {
    const { admin } = await service.createConnectedCompany({ acceptAudioMessageContact: 'disabled' });
    const { id } = await add(admin, 'Rita', '5500987654321');
    const flip = async (action: string) => (await admin.request('PUT', `/contacts/${action}/${id}`)).json();
    expect((await admin.request('GET', `/contacts/${id}`)).json()).toMatchObject({ acceptAudioMessage: false });
    expect(await flip('toggleAcceptAudio')).toMatchObject({ acceptAudioMessage: true });
    expect(await flip('toggleDisableBot')).toMatchObject({ disableBot: true, acceptAudioMessage: true });
    expect(await flip('toggleDisableBot')).toMatchObject({ disableBot: false });
    expect(
      (await admin.request('PUT', `/contacts/${id}`, { disableBot: true, acceptAudioMessage: false })).json(),
    ).toMatchObject({ disableBot: true, acceptAudioMessage: false });
    expect(await errorOf(admin.request('PUT', '/contacts/toggleDisableBot/2000000000'))).toEqual([
      404,
      'ERR_NO_CONTACT_FOUND',
    ]);
  });

  it('open no ticket in either direction while they are blocked [M-118]', async () => {
    const counter = await service.createConnectedCompany();
    const { admin, sendWebhook, customerMessage, until } = { ...counter, until: service.until };
    const { id } = await add(admin, 'Rita', '5500987654321');
    const block = async (active: boolean) => (await admin.request('PUT', `/contacts/block/${id}`, { active })).json();
    expect(await block(false)).toMatchObject({ active: false });
    await sendWebhook([
      customerMessage('5500987654321', 'deixe-me entrar'),
      customerMessage('5500911112222', 'depois'),
    ]);
    await until(counter.messages, (rows) => rows.some((row) => row.body === 'depois'));
    expect((await counter.messages()).map((row) => row.body)).toEqual(['depois']);
    expect(await errorOf(admin.request('POST', '/tickets', { contactId: id }))).toEqual([
      expect.any(Number),
      'ERR_CONTACT_BLOCKED',
    ]);
    expect(await counter.tickets()).toHaveLength(1);
    expect(await block(true)).toMatchObject({ active: true });
    await sendWebhook([customerMessage('5500987654321', 'obrigada')]);
    await until(counter.tickets, (rows) => rows.some((row) => row.contact_id === id && row.status === 'pending'));
  });

  it('can get an existing user and queue as account owner from admins only', async () => {
    const { admin, companyId } = await service.createConnectedCompany();
    const agent = await service.server.createAgent(companyId);
    const { id } = await add(admin, 'Rita', '5500987654321');
    const accountOwner = { walletUserId: agent.user.id };
    expect(await errorOf(agent.request('PUT', `/contacts/${id}`, accountOwner))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await admin.request('PUT', `/contacts/${id}`, accountOwner)).json()).toMatchObject(accountOwner);
    expect((await agent.request('PUT', `/contacts/${id}`, { name: 'Rita L', ...accountOwner })).statusCode).toBe(200);
    expect((await admin.request('GET', `/contacts/${id}`)).json()).toMatchObject({ name: 'Rita L', ...accountOwner });
    for (const unknownOwner of [{ walletUserId: 2_000_000_000 }, { walletQueueId: 2_000_000_000 }])
      expect((await admin.request('PUT', `/contacts/${id}`, unknownOwner)).statusCode).toBe(404);
    expect((await admin.request('PUT', `/contacts/${id}`, { walletUserId: null })).json().walletUserId).toBeNull();
  });
});

describe('hidden numbers', () => {
  const number = '5511987654321';

  it('appear in no HTTP response, socket message or name [LG-01]', async () => {
    const counter = await service.createConnectedCompany(HIDDEN);
    const { admin, companyId } = counter;
    const agent = await service.server.createAgent(companyId, { allTicket: 'enabled', allUserChat: 'enabled' });
    const screens = [await openSocket(service.server, admin), await openSocket(service.server, agent)];
    await drainEvents(admin, ...screens);
    // Without a name the contact is named by its number.
    const { identities, isGroup } = createPeer(number);
    await counter.sendWebhook([counter.customerMessage(number, 'oi', { peer: { identities, isGroup } })]);
    const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1 && rows[0].unread === 1);
    const answers: [string, Awaited<ReturnType<Caller['request']>>][] = [];
    for (const caller of [admin, agent])
      for (const path of [
        '/contacts',
        `/contacts?searchParam=${number}`,
        '/contacts/list',
        `/contacts/${ticket.contact_id}`,
        `/contacts/profile/${number}`,
        '/tickets?status=pending&showAll=true',
        `/tickets/${ticket.id}`,
        `/tickets/u/${ticket.uuid}`,
        `/messages/${ticket.uuid}`,
        '/deliveries?state=all',
      ])
        answers.push([path, await caller.request('GET', path)]);
    answers.push(['accept', await agent.request('PUT', `/tickets/${ticket.id}`, { status: 'open' })]);
    answers.push(['toggle', await agent.request('PUT', `/contacts/toggleDisableBot/${ticket.contact_id}`)]);
    answers.push(['message', await agent.request('POST', `/messages/${ticket.id}`, { body: 'Olá' })]);
    answers.push(['again', await admin.request('POST', '/tickets', { contactId: ticket.contact_id })]);
    for (const [label, answer] of answers) {
      expect(answer.statusCode, label).toBeLessThan(500);
      expect(answer.body.includes('7654321'), `${label}: ${answer.body}`).toBe(false);
    }
    expect((await agent.request('GET', `/contacts/${ticket.contact_id}`)).json()).toMatchObject({
      name: '5511987**-**21',
      number: '5511987**-**21',
      remoteJid: '',
    });
    for (const screen of screens) {
      await screen.waitFor('appMessage', (payload) => payload.action === 'create' && payload.message.body === 'Olá');
      await screen.waitFor('contact', (payload) => payload.action === 'update');
      await screen.waitFor('ticket', (payload) => payload.action === 'update' && payload.ticket.status === 'open');
      expect(screen.frames.filter((frame) => frame.includes('7654321'))).toEqual([]);
      screen.close();
    }
  });

  it('appear in no message id, shared card, quote, preview, snippet or notification [LG-01] [F-A5] [F-A6]', async () => {
    const counter = await service.createConnectedCompany(HIDDEN);
    const { admin } = counter;
    const [shared, landline] = ['5511912345678', '3333-4567'];
    // As WhatsApp does: the number is a part of the id, here readable.
    const widOf = (n: number) => `wamid.${number}.${n}`;
    const ticket = await counter.openTicket(number);
    const screen = await openSocket(service.server, admin);
    await drainEvents(admin, screen);
    await counter.sendWebhook([
      counter.customerMessage(
        number,
        { kind: 'contacts', contacts: [shared, landline, 'Cartão'].map((name) => ({ name, numbers: [shared] })) },
        { wid: widOf(1) },
      ),
    ]);
    const preview = async () => (await admin.request('GET', `/tickets/${ticket.id}`)).json().lastMessage;
    await service.until(preview, (text) => text.includes('Cartão'));
    const bodies = [(await admin.request('GET', `/tickets?status=open&showAll=true`)).body, await preview()];
    await counter.sendWebhook([
      counter.customerMessage(number, 'sobre o cartão', { wid: widOf(2), quotes: widOf(1) }),
      counter.customerMessage(number, { kind: 'reaction', to: widOf(1), emoji: '👍' }, { wid: widOf(3) }),
    ]);
    await service.until(counter.messages, (rows) => rows.length === 4);
    for (const path of [
      `/messages/${ticket.uuid}`,
      '/messages-search?searchParam=cartao',
      '/deliveries?state=all',
      '/tickets',
    ])
      bodies.push((await admin.request('GET', path)).body);
    const thread = (await admin.request('GET', `/messages/${ticket.uuid}`)).json().messages;
    const [card, quote, reaction] = thread.slice(1);
    expect([quote.quotedMsg.wid, reaction.dataJson.to]).toEqual([card.wid, card.wid]);
    expect(quote.quotedMsg.body).toBe(card.body);
    await screen.waitFor(
      'appMessage',
      (payload) => payload.action === 'create' && payload.message.mediaType === 'reactionMessage',
    );
    for (const text of [...bodies, ...screen.frames])
      for (const leak of [number, shared, landline]) expect(text.includes(leak), `${leak} in ${text}`).toBe(false);
    screen.close();
  });

  it('are not read from a text with the name of a contact that has none [LG-01] [F-A4]', async () => {
    const counter = await service.createConnectedCompany({ ...HIDDEN, sendGreetingMessageOneQueues: 'enabled' });
    const { admin } = counter;
    const queue = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#112233' })).json();
    await admin.request('PUT', `/whatsapp/${counter.connectionId}`, {
      greetingMessage: 'Bem-vindo, {{name}}',
      queueIds: [queue.id],
    });
    const { identities, isGroup } = createPeer(number);
    await counter.sendWebhook([counter.customerMessage(number, 'oi', { peer: { identities, isGroup } })]);
    const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1);
    await service.until(counter.messages, (rows) => rows.length === 2);
    await admin.request('PUT', `/tickets/${ticket.id}`, { status: 'open', userId: admin.user.id });
    const sent = await admin.request('POST', `/messages/${ticket.id}`, { body: 'Olá {{firstName}}' });
    expect(sent.json()[0].body).toContain('Olá 5511987**-**21');
    const thread = (await admin.request('GET', `/messages/${ticket.uuid}`)).body;
    expect(thread).toContain('Bem-vindo, 5511987**-**21');
    expect(thread).not.toContain(number);
    await admin.request('PUT', `/contacts/${ticket.contact_id}`, { name: 'Rita Lima' });
    const named = await admin.request('POST', `/messages/${ticket.id}`, { body: 'Olá {{name}}' });
    expect(named.json()[0].body).toContain('Olá Rita Lima');
  });

  it('are not found by trying: 10,000 guesses end at a limit and reveal nothing [LG-02] [F-A4]', async () => {
    const { admin, companyId } = await service.createConnectedCompany(HIDDEN);
    const { id } = await add(admin, 'Rita', number);
    const agent = await service.server.createAgent(companyId);
    // 1/50 of the 10,000 numbers that the mask leaves; the right one is the last.
    const guesses = [...Array.from({ length: 199 }, (_, n) => `5511987${String(n * 37).padStart(4, '0')}21`), number];
    const ask = async (path: (guess: string) => string) => {
      const answers = new Map<string, number>();
      for (const guess of guesses) {
        const response = await agent.request('GET', path(guess));
        const key = `${response.statusCode} ${response.statusCode === 200 ? response.body.replaceAll(guess, '') : ''}`;
        answers.set(key, (answers.get(key) ?? 0) + 1);
      }
      return [...answers];
    };
    expect(await ask((guess) => `/contacts/profile/${guess}`)).toEqual([[expect.stringMatching(/^200 /), 200]]);
    expect(await ask((guess) => `/contacts?searchParam=${guess}`)).toEqual([
      [expect.stringMatching(/^200 .*"count":0/), 100],
      ['429 ', 100],
    ]);
    // The other lookups share the limit, and a name is still found.
    for (const path of [`/contacts/list?name=${number}`, `/tickets?searchParam=${number}`])
      expect((await agent.request('GET', path)).statusCode, path).toBe(429);
    expect((await agent.request('POST', '/contacts', { name: 'Rui Lima', number })).statusCode).toBe(429);
    expect((await agent.request('GET', '/contacts?searchParam=Rita')).json().contacts).toMatchObject([{ id }]);
    expect((await admin.request('GET', `/contacts?searchParam=${number}`)).json().count).toBe(1);
  });

  it('are revealed to an admin on request, with an audit entry', async () => {
    const { admin, companyId } = await service.createConnectedCompany(HIDDEN);
    const agent = await service.server.createAgent(companyId);
    const { id, number: maskedNumber } = await add(admin, 'Rita', number);
    expect(maskedNumber).toBe('5511987**-**21');
    expect(await errorOf(agent.request('POST', `/contacts/${id}/reveal`))).toEqual([403, 'ERR_NO_PERMISSION']);
    const audited = () =>
      sql(`select user_id, subject from audit_log where company_id = $1 and act = 'contact.number-revealed'`, [
        companyId,
      ]);
    expect(await audited()).toEqual([]);
    expect((await admin.request('POST', `/contacts/${id}/reveal`)).json()).toEqual({ number });
    expect(await audited()).toEqual([{ user_id: admin.user.id, subject: `contact ${id}` }]);
  });

  it('stay unchanged when a form sends the masked number back', async () => {
    const { admin } = await service.createConnectedCompany(HIDDEN);
    const { id, number: maskedNumber } = await add(admin, 'Rita', number);
    expect(
      (await admin.request('PUT', `/contacts/${id}`, { name: 'Rita Lima', number: maskedNumber })).json().name,
    ).toBe('Rita Lima');
    expect((await admin.request('POST', `/contacts/${id}/reveal`)).json()).toEqual({ number });
    await admin.request('PUT', `/contacts/${id}`, { name: number });
    await admin.request('PUT', `/contacts/${id}`, {
      name: maskedNumber,
      number: maskedNumber,
      email: 'rita@example.com',
    });
    expect(await sql('select name, number, email from contacts where id = $1', [id])).toEqual([
      { name: number, number, email: 'rita@example.com' },
    ]);
  });

  it('cannot be found by searching for their parts [LG-02]', async () => {
    const { admin } = await service.createConnectedCompany(HIDDEN);
    await add(admin, number, number);
    const count = async (searchParam: string) =>
      (await admin.request('GET', `/contacts?searchParam=${searchParam}`)).json().count;
    const picked = async (name: string) => (await admin.request('GET', `/contacts/list?name=${name}`)).json().length;
    expect([await count(number), await count('551187654321'), await picked(number)]).toEqual([1, 1, 1]);
    for (const part of ['6543', '5511987654', '21', '9876-5432'])
      expect([await count(part), await picked(part)], part).toEqual([0, 0]);
  });
});

import type { Connection } from '@balcao/contract/endpoints/connections';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { onePixelPicture } from '../../../test/fixtures/values.ts';
import { setDaysLeft } from '../../../test/subscriptions.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;

const postWithToken = (token: string, body: object, headers: Record<string, string> = {}, path = '/messages/send') =>
  service.server.withToken(token)('POST', path, body, headers);
const api = (company: Company, body: object, headers?: Record<string, string>) =>
  postWithToken(company.token, body, headers);
const sentTo = (number: string) =>
  service.testChannel.sent.filter(({ to }) =>
    to.identities.some((identity) => number.endsWith(identity.value.slice(-8))),
  );
const statusAndError = (answer: { statusCode: number; json(): { error?: string } }) => [
  answer.statusCode,
  answer.json().error,
];

describe('an API message', () => {
  it('is sent over the token’s connection, and creates the contact and a pending ticket [M-284]', async () => {
    const company = await service.createConnectedCompany();
    const answer = await api(company, { number: '5500911110001', body: 'Seu pedido saiu, {{firstName}}.' });
    expect(answer.statusCode, answer.body).toBe(200);
    const [ticket] = await company.tickets();
    expect(answer.json()).toEqual({ status: 'SUCCESS', ticketId: ticket.id, messageIds: [expect.any(Number)] });
    expect(ticket).toMatchObject({ status: 'pending', user_id: null, is_active_demand: true, unread: 0 });
    await service.until(company.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(sentTo('5500911110001')).toMatchObject([
      { content: { kind: 'text', text: 'Seu pedido saiu, 5500911110001.' } },
    ]);
    expect(await company.messages()).toMatchObject([{ from_me: true, origin: 'api', user_id: null }]);
  });

  it('is accepted under the alias URL too', async () => {
    const company = await service.createConnectedCompany();
    const answer = await postWithToken(
      company.token,
      { number: '5500911110002', body: 'oi' },
      {},
      '/api/messages/send',
    );
    expect(answer.json()).toMatchObject({ status: 'SUCCESS' });
  });

  it('with a user is signed and opens the ticket for that user and queue without a greeting [M-284]', async () => {
    const company = await service.createConnectedCompany({
      sendGreetingAccepted: 'enabled',
      greetingAcceptedMessage: 'Bem-vindo!',
    });
    const { userId } = await service.server.createUser(company.companyId, { name: 'Rita Campos' });
    const queueId = (await company.admin.request('POST', '/queue', { name: 'Vendas', color: '#112233' })).json().id;
    const sendRequest = { number: '5500911110003', body: 'Olá', userId, queueId, sendSignature: true };
    expect((await api(company, sendRequest)).statusCode).toBe(200);
    await service.until(company.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(await company.tickets()).toMatchObject([{ status: 'open', user_id: userId, queue_id: queueId }]);
    expect((await company.messages()).map((row) => row.body)).toEqual(['*Rita Campos:*\nOlá']);
  });

  it('with closeTicket closes the ticket without a farewell [M-284]', async () => {
    const company = await service.createConnectedCompany();
    await service.server.asOwner.query(`update connections set farewell_message = 'Até logo' where id = $1`, [
      company.connectionId,
    ]);
    expect((await api(company, { number: '5500911110004', body: 'Aviso', closeTicket: true })).statusCode).toBe(200);
    await service.until(company.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(await company.tickets()).toMatchObject([{ status: 'closed' }]);
    expect(await company.messages()).toHaveLength(1);
  });

  it('with noRegister opens no conversation and leaves an open one as it is', async () => {
    const company = await service.createConnectedCompany();
    const number = '5500911110062';
    const request = { body: 'aviso', noRegister: true, closeTicket: true };
    const sent = async (to: string) => {
      const answer = await api(company, { ...request, number: to });
      expect(answer.statusCode, answer.body).toBe(200);
      await service.until(company.messages, (rows) => rows.at(-1).delivery === 'sent');
      return answer.json<{ ticketId: number }>().ticketId;
    };
    await sent(number);
    const list = async () => (await company.admin.request('GET', '/tickets?status=closed&showAll=true')).json();
    expect(await company.tickets()).toMatchObject([{ status: 'closed', is_unlisted: true }]);
    expect(await list()).toMatchObject({ tickets: [] });
    const open = await company.openTicket('5500911110063');
    expect(await sent('5500911110063')).toBe(open.id);
    expect((await company.tickets()).at(-1)).toMatchObject({ status: 'open', user_id: company.admin.user.id });
  });

  it('uses the open ticket and does not reassign it', async () => {
    const company = await service.createConnectedCompany();
    const ticket = await company.openTicket('5500911110005');
    const other = await service.server.createUser(company.companyId);
    const refusedResponse = await api(company, { number: '5500911110005', body: 'x', userId: other.userId });
    expect(statusAndError(refusedResponse)).toEqual([400, 'ERR_TICKET_IN_OTHER_HANDS']);
    const joined = await api(company, { number: '5500911110005', body: 'Boleto em anexo' });
    expect(joined.json()).toMatchObject({ ticketId: ticket.id });
    expect(await company.tickets()).toMatchObject([{ status: 'open', user_id: company.admin.user.id }]);
  });

  it('may contain files with captions [M-284]', async () => {
    const company = await service.createConnectedCompany();
    const form = createForm(
      [
        ['number', '5500911110006'],
        ['body', 'A foto'],
        ['body', 'O contrato'],
        ['closeTicket', 'false'],
      ],
      [
        { name: 'foto.png', bytes: onePixelPicture() },
        { name: 'contrato.pdf', bytes: Buffer.from('%PDF-1.7 contrato') },
      ],
    );
    const answer = await service.server.app.inject({
      method: 'POST',
      url: '/api/messages/send',
      headers: { ...form.headers, authorization: `Bearer ${company.token}` },
      payload: form.payload,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const rows = await service.until(company.messages, (seen) => seen.filter((row) => row.wid !== null).length === 2);
    expect(rows).toMatchObject([
      { media_type: 'image', body: 'A foto', media_name: 'foto.png', media_mime: 'image/png' },
      { media_type: 'application', body: 'O contrato', media_mime: 'application/pdf' },
    ]);
    expect(sentTo('5500911110006').map(({ content }) => content.kind)).toEqual(['media', 'media']);
  });

  it('is counted by kind on the day of the company, a repeated request once', async () => {
    const company = await service.createConnectedCompany();
    const { companyId, token } = company;
    const { server } = service;
    // In São Paulo this is the evening before.
    const night = new Date(Date.now() + DAY_MS);
    night.setUTCHours(1, 30, 0, 0);
    const day = new Date(+night - DAY_MS).toISOString().slice(0, 10);
    server.clock.set(night);
    const send = (n: number) =>
      api(company, { number: '5500911110061', body: `oi ${n}` }, { 'idempotency-key': `${n}` });
    for (const n of [1, 2, 2]) expect((await send(n)).statusCode).toBe(200);
    const form = createForm(
      [['number', '5500911110061']],
      [
        { name: 'foto.png', bytes: onePixelPicture() },
        { name: 'contrato.pdf', bytes: Buffer.from('%PDF-1.7 contrato') },
      ],
    );
    const headers = { ...form.headers, authorization: `Bearer ${token}` };
    const url = '/api/messages/send';
    const answer = await server.app.inject({ method: 'POST', url, headers, payload: form.payload });
    server.clock.set(new Date());
    expect(answer.statusCode, answer.body).toBe(200);
    const { rows } = await server.asOwner.query(
      'select day::text, kind, count from api_usage where company_id = $1 order by kind',
      [companyId],
    );
    expect(rows).toEqual([
      { day, kind: 'image', count: 1 },
      { day, kind: 'pdf', count: 1 },
      { day, kind: 'text', count: 2 },
    ]);
  });

  it('shows when its token was last used, written at most once a minute', async () => {
    const company = await service.createConnectedCompany();
    const { admin, connectionId } = company;
    const { clock, asOwner } = service.server;
    const usedAt = async () => {
      const { tokenUsedAt } = (await admin.request('GET', `/whatsapp/${connectionId}`)).json<Connection>();
      return tokenUsedAt === null ? null : Date.parse(tokenUsedAt);
    };
    const row = async () =>
      (await asOwner.query('select xmin::text from connections where id = $1', [connectionId])).rows;
    const send = async (token = company.token) =>
      (await api({ ...company, token }, { number: '5500911110065', body: 'oi' })).statusCode;
    expect(await send('unknown')).toBe(403);
    expect(await usedAt()).toBeNull();
    const start = Date.now();
    expect(await send()).toBe(200);
    const first = await usedAt();
    expect(first).toBeGreaterThanOrEqual(start);
    const written = await row();
    expect(await Promise.all([send(), send()])).toEqual([200, 200]);
    clock.pass(40_000);
    expect(await send()).toBe(200);
    expect([await usedAt(), await row()]).toEqual([first, written]);
    clock.pass(20_000);
    expect(await send()).toBe(200);
    expect(await usedAt()).toBeGreaterThanOrEqual(first! + 60_000);
    clock.set(new Date());
    const { token } = (await admin.request('POST', `/whatsapp/${connectionId}/token`)).json<{ token: string }>();
    expect(await usedAt()).toBeNull();
    expect(await send(token)).toBe(200);
    expect(await usedAt()).not.toBeNull();
  });

  it('waits for the requested delay', async () => {
    const company = await service.createConnectedCompany();
    const before = Date.now();
    await api(company, { number: '5500911110007', body: 'depois', msdelay: 700 });
    await service.until(company.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(Date.now() - before).toBeGreaterThanOrEqual(690);
  });
});

describe('an invalid API request', () => {
  it('names the invalid field: number, body, user or queue', async () => {
    const company = await service.createConnectedCompany();
    const otherCompany = await service.server.createCompany();
    const blocked = await company.openTicket('5500911110008');
    await company.admin.request('PUT', `/contacts/block/${blocked.contactId}`, { active: false });
    const wrong: [object, number, string][] = [
      [{ number: '+55 00 91111-0008', body: 'x' }, 400, 'ERR_VALIDATION'],
      [{ body: 'x' }, 400, 'ERR_VALIDATION'],
      [{ number: '5500911110009' }, 400, 'ERR_EMPTY_MESSAGE'],
      [{ number: '5500911110009', body: '  ' }, 400, 'ERR_EMPTY_MESSAGE'],
      // The fake channel has no account for numbers that end in 0000.
      [{ number: '5500911110000', body: 'x' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
      [{ number: '1234567890123456', body: 'x' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
      [{ number: '5500911110008', body: 'x' }, 400, 'ERR_CONTACT_BLOCKED'],
      [{ number: '5500911110009', body: 'x', userId: otherCompany.userId }, 404, 'ERR_NO_USER_FOUND'],
      [{ number: '5500911110009', body: 'x', queueId: 999_999 }, 404, 'ERR_QUEUE_NOT_FOUND'],
    ];
    const before = await company.messages();
    for (const [body, status, error] of wrong) {
      expect(statusAndError(await api(company, body)), JSON.stringify(body)).toEqual([status, error]);
    }
    expect(await company.messages()).toHaveLength(before.length);
  });

  it('is refused without the connection’s newest token or a plan with API access [M-286]', async () => {
    const company = await service.createConnectedCompany();
    const sendRequest = { number: '5500911110010', body: 'oi' };
    expect(company.token).toMatch(/^[A-Za-z0-9]{30}$/);
    expect(statusAndError(await service.server.anonymous('POST', '/messages/send', sendRequest))).toEqual([
      401,
      'ERR_SESSION_EXPIRED',
    ]);
    for (const bad of ['', 'x'.repeat(30), company.admin.token, company.token.toLowerCase()])
      expect(statusAndError(await postWithToken(bad, sendRequest)), bad).toEqual([403, 'ERR_API_TOKEN']);

    const { companies, connections } = service.server.modules;
    const admin = service.server.modules.access.authenticator.asAdmin(company.companyId, company.admin.user.id);
    const renewed = await connections.newToken(admin, company.connectionId);
    expect(statusAndError(await postWithToken(company.token, sendRequest))).toEqual([403, 'ERR_API_TOKEN']);
    expect((await postWithToken(renewed, sendRequest)).statusCode).toBe(200);

    const change = (to: Parameters<typeof companies.change>[1]) =>
      service.server.db.inCompany(company.companyId, (tx) => companies.change(tx, to));
    await setDaysLeft(service.server, company.companyId, -1);
    expect(statusAndError(await postWithToken(renewed, sendRequest))).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED']);
    await setDaysLeft(service.server, company.companyId, 10);
    await change({ isActive: false });
    expect(statusAndError(await postWithToken(renewed, sendRequest))).toEqual([401, 'ERR_COMPANY_INACTIVE']);
    const { id } = await companies.findOrCreatePlan({
      name: `sem api ${company.companyId}`,
      users: 1,
      connections: 1,
      queues: 1,
      useExternalApi: false,
    });
    await change({ isActive: true, planId: id });
    expect(statusAndError(await postWithToken(renewed, sendRequest))).toEqual([403, 'ERR_API_NOT_IN_PLAN']);
    expect(await company.messages()).toHaveLength(1);
  });

  it('is limited per token', async () => {
    const company = await service.createConnectedCompany();
    const answer = await api(company, { number: '5500911110011', body: 'oi' });
    expect(answer.statusCode).toBe(200);
    await service.server.asOwner.query('update rate_limits set hits = 600');
    const refusedResponse = await api(company, { number: '5500911110011', body: 'oi' });
    expect(statusAndError(refusedResponse)).toEqual([429, 'ERR_TOO_MANY_TRIES']);
    expect(Number(refusedResponse.headers['retry-after'])).toBeGreaterThan(0);
    await service.server.asOwner.query('delete from rate_limits');
  });
});

describe('a full send queue', () => {
  it('refuses API messages until some are sent [RL-03]', async () => {
    const company = await service.createConnectedCompany();
    const sendRequest = { number: '5500911110016', body: 'oi' };
    const { messageIds, ticketId } = (await api(company, sendRequest)).json();
    await service.server.asOwner.query(
      `insert into outbox (company_id, connection_id, ticket_id, message_id, not_before)
       select $1, $2, $3, $4, now() + interval '1 hour' from generate_series(1, 5000)`,
      [company.companyId, company.connectionId, ticketId, messageIds[0]],
    );
    const refusedResponse = await api(company, sendRequest);
    expect([...statusAndError(refusedResponse), refusedResponse.headers['retry-after']]).toEqual([
      429,
      'ERR_TOO_MANY_TRIES',
      '30',
    ]);
    await service.server.asOwner.query(`delete from outbox where company_id = $1 and state = 'queued'`, [
      company.companyId,
    ]);
    expect((await api(company, sendRequest)).statusCode).toBe(200);
  });
});

describe('the same Idempotency-Key [OB-01]', () => {
  it('creates one message with one response, and is refused with another body', async () => {
    const company = await service.createConnectedCompany();
    const key = { 'idempotency-key': 'pedido 77' };
    const sendRequest = { number: '5500911110012', body: 'Pedido 77 confirmado' };
    const first = await api(company, sendRequest, key);
    const again = await api(company, sendRequest, key);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(statusAndError(await api(company, { ...sendRequest, body: 'Pedido 78' }, key))).toEqual([
      422,
      'ERR_IDEMPOTENCY_REUSED',
    ]);
    expect(await company.messages()).toHaveLength(1);
  });

  it('creates one message of fifty concurrent requests; the others must retry later', async () => {
    const company = await service.createConnectedCompany();
    const sendRequest = { number: '5500911110013', body: 'uma só' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api(company, sendRequest, { 'idempotency-key': 'de uma vez' })),
    );
    const codes = new Set(answers.map((answer) => statusAndError(answer).join(' ')));
    expect([...codes].filter((code) => code !== '200 ' && code !== '409 ERR_IDEMPOTENCY_BUSY')).toEqual([]);
    expect(codes).toContain('200 ');
    await service.until(company.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(await company.messages()).toHaveLength(1);
    expect(sentTo('5500911110013')).toHaveLength(1);
  });

  it('can be used again after a refusal, and continues a request that was killed', async () => {
    const company = await service.createConnectedCompany();
    const key = { 'idempotency-key': 'segunda tentativa' };
    // The ticket is closed at once, so a second execution would open another one.
    const sendRequest = { number: '5500911110014', body: 'oi', queueId: 999_999, closeTicket: true };
    expect(statusAndError(await api(company, sendRequest, key))).toEqual([404, 'ERR_QUEUE_NOT_FOUND']);
    const good = await api(company, { ...sendRequest, queueId: null }, key);
    expect(good.statusCode).toBe(200);

    /** As if another process had claimed the key and was killed. */
    const lost = (leaseUntil: string) =>
      service.server.asOwner.query(
        `update idempotency_keys set status = null, answer = null, holder = gen_random_uuid(), lease_until = ${leaseUntil}
          where company_id = $1`,
        [company.companyId],
      );
    await lost(`now() + interval '10 seconds'`);
    expect(statusAndError(await api(company, { ...sendRequest, queueId: null }, key))).toEqual([
      409,
      'ERR_IDEMPOTENCY_BUSY',
    ]);
    await lost(`now() - interval '1 second'`);
    const after = await api(company, { ...sendRequest, queueId: null }, key);
    expect([after.statusCode, after.json()]).toEqual([200, good.json()]);
    expect(await company.messages()).toHaveLength(1);
  });

  it('is free again at once after a fault of the database, also when it could not be released [F-L4]', async () => {
    const company = await service.createConnectedCompany();
    const key = { 'idempotency-key': 'falha do banco' };
    const sendRequest = { number: '5500911110019', body: 'oi' };
    await service.server.asOwner.query(
      `create function fail_outbox() returns trigger language plpgsql as $$ begin raise exception 'disk failure'; end $$;
       create trigger fail_outbox before insert on outbox for each row when (new.company_id = ${company.companyId}) execute function fail_outbox();
       create function keep_key() returns trigger language plpgsql as $$ begin raise exception 'no connection'; end $$;
       create trigger keep_key before delete on idempotency_keys for each row when (old.company_id = ${company.companyId}) execute function keep_key();`,
    );
    expect((await api(company, sendRequest, key)).statusCode).toBe(500);
    // The key is still stored: it could not be released.
    await service.server.asOwner.query('drop function fail_outbox cascade; drop function keep_key cascade');
    const { rowCount } = await service.server.asOwner.query(
      'select from idempotency_keys where company_id = $1 and status is null',
      [company.companyId],
    );
    expect(rowCount).toBe(1);
    expect((await api(company, sendRequest, key)).statusCode).toBe(200);
    expect(await company.messages()).toHaveLength(1);
  });

  it('is separate per connection and expires after two days', async () => {
    const [first, other] = [await service.createConnectedCompany(), await service.createConnectedCompany()];
    const key = { 'idempotency-key': 'igual' };
    for (const company of [first, other])
      expect((await api(company, { number: '5500911110015', body: 'oi' }, key)).statusCode).toBe(200);
    const countKeys = async () =>
      (await service.server.asOwner.query('select from idempotency_keys where company_id = $1', [first.companyId]))
        .rowCount;
    expect(await countKeys()).toBe(1);
    await service.server.modules.idempotency.prune(new Date(Date.now() + 1000));
    expect(await countKeys()).toBe(0);
  });
});

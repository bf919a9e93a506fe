import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aForm } from '../../../test/form.ts';
import { aService } from '../../../test/service.ts';
import { aPicture } from '../../../test/world/tenants.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());
type Counter = Awaited<ReturnType<typeof service.aCounter>>;

const ask = (token: string, body: object, headers: Record<string, string> = {}, path = '/messages/send') =>
  service.house.withToken(token)('POST', path, body, headers);
const api = (counter: Counter, body: object, headers?: Record<string, string>) => ask(counter.token, body, headers);
const sentTo = (number: string) =>
  service.phone.sent.filter(({ to }) => to.identities.some((one) => number.endsWith(one.value.slice(-8))));
const answered = (answer: { statusCode: number; json(): { error?: string } }) => [
  answer.statusCode,
  answer.json().error,
];

describe('a message of another program', () => {
  it("goes out over the token's connection to a number, which becomes a contact with a waiting ticket [M-284]", async () => {
    const counter = await service.aCounter();
    const answer = await api(counter, { number: '5500911110001', body: 'Seu pedido saiu, {{firstName}}.' });
    expect(answer.statusCode, answer.body).toBe(200);
    const [ticket] = await counter.tickets();
    expect(answer.json()).toEqual({ status: 'SUCCESS', ticketId: ticket.id, messageIds: [expect.any(Number)] });
    expect(ticket).toMatchObject({ status: 'pending', user_id: null, is_active_demand: true, unread: 0 });
    await service.until(counter.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(sentTo('5500911110001')).toMatchObject([
      { content: { kind: 'text', text: 'Seu pedido saiu, 5500911110001.' } },
    ]);
    expect(await counter.messages()).toMatchObject([{ from_me: true, origin: 'api', user_id: null }]);
  });

  it('is known under the doubled address too', async () => {
    const counter = await service.aCounter();
    const answer = await ask(counter.token, { number: '5500911110002', body: 'oi' }, {}, '/api/messages/send');
    expect(answer.json()).toMatchObject({ status: 'SUCCESS' });
  });

  it('with a user is signed, opens the ticket for that user and queue, and greets nobody [M-284]', async () => {
    const counter = await service.aCounter({ sendGreetingAccepted: 'enabled', greetingAcceptedMessage: 'Bem-vindo!' });
    const { userId } = await service.house.aUser(counter.companyId, { name: 'Rita Campos' });
    const queueId = (await counter.admin.ask('POST', '/queue', { name: 'Vendas', color: '#112233' })).json().id;
    const wish = { number: '5500911110003', body: 'Olá', userId, queueId, sendSignature: true };
    expect((await api(counter, wish)).statusCode).toBe(200);
    await service.until(counter.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(await counter.tickets()).toMatchObject([{ status: 'open', user_id: userId, queue_id: queueId }]);
    expect((await counter.messages()).map((row) => row.body)).toEqual(['*Rita Campos:*\nOlá']);
  });

  it('with closeTicket leaves a closed ticket and says no farewell [M-284]', async () => {
    const counter = await service.aCounter();
    await service.house.asOwner.query(`update connections set farewell_message = 'Até logo' where id = $1`, [
      counter.connectionId,
    ]);
    expect((await api(counter, { number: '5500911110004', body: 'Aviso', closeTicket: true })).statusCode).toBe(200);
    await service.until(counter.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(await counter.tickets()).toMatchObject([{ status: 'closed' }]);
    expect(await counter.messages()).toHaveLength(1);
  });

  it('joins the live conversation, and does not take it from whoever has it', async () => {
    const counter = await service.aCounter();
    const ticket = await counter.attended('5500911110005');
    const other = await service.house.aUser(counter.companyId);
    const refused = await api(counter, { number: '5500911110005', body: 'x', userId: other.userId });
    expect(answered(refused)).toEqual([400, 'ERR_TICKET_IN_OTHER_HANDS']);
    const joined = await api(counter, { number: '5500911110005', body: 'Boleto em anexo' });
    expect(joined.json()).toMatchObject({ ticketId: ticket.id });
    expect(await counter.tickets()).toMatchObject([{ status: 'open', user_id: counter.admin.user.id }]);
  });

  it('may be files, each with its own words [M-284]', async () => {
    const counter = await service.aCounter();
    const form = aForm(
      [
        ['number', '5500911110006'],
        ['body', 'A foto'],
        ['body', 'O contrato'],
        ['closeTicket', 'false'],
      ],
      [
        { name: 'foto.png', bytes: aPicture() },
        { name: 'contrato.pdf', bytes: Buffer.from('%PDF-1.7 contrato') },
      ],
    );
    const answer = await service.house.app.inject({
      method: 'POST',
      url: '/api/messages/send',
      headers: { ...form.headers, authorization: `Bearer ${counter.token}` },
      payload: form.payload,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const rows = await service.until(counter.messages, (seen) => seen.filter((row) => row.wid !== null).length === 2);
    expect(rows).toMatchObject([
      { media_type: 'image', body: 'A foto', media_name: 'foto.png', media_mime: 'image/png' },
      { media_type: 'application', body: 'O contrato', media_mime: 'application/pdf' },
    ]);
    expect(sentTo('5500911110006').map(({ content }) => content.kind)).toEqual(['media', 'media']);
  });

  it('waits as long as it is told to', async () => {
    const counter = await service.aCounter();
    const before = Date.now();
    await api(counter, { number: '5500911110007', body: 'depois', msdelay: 700 });
    await service.until(counter.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(Date.now() - before).toBeGreaterThanOrEqual(690);
  });
});

describe('what is wrong is said', () => {
  it('in the number, the words and the names', async () => {
    const counter = await service.aCounter();
    const stranger = await service.house.aCompany();
    const blocked = await counter.attended('5500911110008');
    await counter.admin.ask('PUT', `/contacts/block/${blocked.contactId}`, { active: false });
    const wrong: [object, number, string][] = [
      [{ number: '+55 00 91111-0008', body: 'x' }, 400, 'ERR_VALIDATION'],
      [{ body: 'x' }, 400, 'ERR_VALIDATION'],
      [{ number: '5500911110009' }, 400, 'ERR_EMPTY_MESSAGE'],
      [{ number: '5500911110009', body: '  ' }, 400, 'ERR_EMPTY_MESSAGE'],
      // The channel knows nobody by a number that ends in 0000.
      [{ number: '5500911110000', body: 'x' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
      [{ number: '1234567890123456', body: 'x' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
      [{ number: '5500911110008', body: 'x' }, 400, 'ERR_CONTACT_BLOCKED'],
      [{ number: '5500911110009', body: 'x', userId: stranger.userId }, 404, 'ERR_NO_USER_FOUND'],
      [{ number: '5500911110009', body: 'x', queueId: 999_999 }, 404, 'ERR_QUEUE_NOT_FOUND'],
    ];
    const before = await counter.messages();
    for (const [body, status, error] of wrong) {
      expect(answered(await api(counter, body)), JSON.stringify(body)).toEqual([status, error]);
    }
    expect(await counter.messages()).toHaveLength(before.length);
  });

  it('only the token of a connection opens the door, the newest one of it, while the plan includes it [M-286]', async () => {
    const counter = await service.aCounter();
    const wish = { number: '5500911110010', body: 'oi' };
    expect(counter.token).toMatch(/^[A-Za-z0-9]{30}$/);
    expect(answered(await service.house.stranger('POST', '/messages/send', wish))).toEqual([
      401,
      'ERR_SESSION_EXPIRED',
    ]);
    for (const bad of ['', 'x'.repeat(30), counter.admin.token, counter.token.toLowerCase()])
      expect(answered(await ask(bad, wish)), bad).toEqual([403, 'ERR_API_TOKEN']);

    const { companies, connections } = service.house.modules;
    const admin = service.house.modules.access.doorkeeper.asAdmin(counter.companyId, counter.admin.user.id);
    const renewed = await connections.newToken(admin, counter.connectionId);
    expect(answered(await ask(counter.token, wish))).toEqual([403, 'ERR_API_TOKEN']);
    expect((await ask(renewed, wish)).statusCode).toBe(200);

    const change = (to: Parameters<typeof companies.change>[1]) =>
      service.house.db.inCompany(counter.companyId, (tx) => companies.change(tx, to));
    await change({ dueDate: new Date(Date.now() - 1000) });
    expect(answered(await ask(renewed, wish))).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED']);
    await change({ dueDate: new Date(Date.now() + 1e9), isActive: false });
    expect(answered(await ask(renewed, wish))).toEqual([401, 'ERR_COMPANY_INACTIVE']);
    const { id } = await companies.planNamed({
      name: `sem api ${counter.companyId}`,
      users: 1,
      connections: 1,
      queues: 1,
      useExternalApi: false,
    });
    await change({ isActive: true, planId: id });
    expect(answered(await ask(renewed, wish))).toEqual([403, 'ERR_API_NOT_IN_PLAN']);
    expect(await counter.messages()).toHaveLength(1);
  });

  it('a token is counted', async () => {
    const counter = await service.aCounter();
    const answer = await api(counter, { number: '5500911110011', body: 'oi' });
    expect(answer.statusCode).toBe(200);
    await service.house.asOwner.query('update rate_limits set hits = 600');
    const refused = await api(counter, { number: '5500911110011', body: 'oi' });
    expect(answered(refused)).toEqual([429, 'ERR_TOO_MANY_TRIES']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await service.house.asOwner.query('delete from rate_limits');
  });
});

describe('a line that is full', () => {
  it('takes no more from programs until some of it has left [RL-03]', async () => {
    const counter = await service.aCounter();
    const wish = { number: '5500911110016', body: 'oi' };
    const { messageIds, ticketId } = (await api(counter, wish)).json();
    await service.house.asOwner.query(
      `insert into outbox (company_id, connection_id, ticket_id, message_id, not_before)
       select $1, $2, $3, $4, now() + interval '1 hour' from generate_series(1, 5000)`,
      [counter.companyId, counter.connectionId, ticketId, messageIds[0]],
    );
    const refused = await api(counter, wish);
    expect([...answered(refused), refused.headers['retry-after']]).toEqual([429, 'ERR_TOO_MANY_TRIES', '30']);
    await service.house.asOwner.query(`delete from outbox where company_id = $1 and state = 'queued'`, [
      counter.companyId,
    ]);
    expect((await api(counter, wish)).statusCode).toBe(200);
  });
});

describe('the same Idempotency-Key [OB-01]', () => {
  it('is one message and one answer; with other words it is refused', async () => {
    const counter = await service.aCounter();
    const key = { 'idempotency-key': 'pedido 77' };
    const wish = { number: '5500911110012', body: 'Pedido 77 confirmado' };
    const first = await api(counter, wish, key);
    const again = await api(counter, wish, key);
    expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
    expect(answered(await api(counter, { ...wish, body: 'Pedido 78' }, key))).toEqual([422, 'ERR_IDEMPOTENCY_REUSED']);
    expect(await counter.messages()).toHaveLength(1);
  });

  it('fifty times at once is one message; whoever comes meanwhile is told to wait', async () => {
    const counter = await service.aCounter();
    const wish = { number: '5500911110013', body: 'uma só' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api(counter, wish, { 'idempotency-key': 'de uma vez' })),
    );
    const codes = new Set(answers.map((answer) => answered(answer).join(' ')));
    expect([...codes].filter((code) => code !== '200 ' && code !== '409 ERR_IDEMPOTENCY_BUSY')).toEqual([]);
    expect(codes).toContain('200 ');
    await service.until(counter.messages, (rows) => rows[0]?.delivery === 'sent');
    expect(await counter.messages()).toHaveLength(1);
    expect(sentTo('5500911110013')).toHaveLength(1);
  });

  it('is free again after a refusal, and taken over from one that was killed on the way', async () => {
    const counter = await service.aCounter();
    const key = { 'idempotency-key': 'segunda tentativa' };
    // Closed at once: whoever begins anew would find no conversation of the first try.
    const wish = { number: '5500911110014', body: 'oi', queueId: 999_999, closeTicket: true };
    expect(answered(await api(counter, wish, key))).toEqual([404, 'ERR_QUEUE_NOT_FOUND']);
    const good = await api(counter, { ...wish, queueId: null }, key);
    expect(good.statusCode).toBe(200);

    const lost = (answer: string) =>
      service.house.asOwner.query(
        `update idempotency_keys set status = null, answer = null, created_at = now() - ${answer} where company_id = $1`,
        [counter.companyId],
      );
    await lost(`interval '10 seconds'`);
    expect(answered(await api(counter, { ...wish, queueId: null }, key))).toEqual([409, 'ERR_IDEMPOTENCY_BUSY']);
    await lost(`interval '5 minutes'`);
    const after = await api(counter, { ...wish, queueId: null }, key);
    expect([after.statusCode, after.json()]).toEqual([200, good.json()]);
    expect(await counter.messages()).toHaveLength(1);
  });

  it('is somebody else’s at another connection, and forgotten after two days', async () => {
    const [one, other] = [await service.aCounter(), await service.aCounter()];
    const key = { 'idempotency-key': 'igual' };
    for (const counter of [one, other])
      expect((await api(counter, { number: '5500911110015', body: 'oi' }, key)).statusCode).toBe(200);
    const kept = async () =>
      (await service.house.asOwner.query('select from idempotency_keys where company_id = $1', [one.companyId]))
        .rowCount;
    expect(await kept()).toBe(1);
    await service.house.modules.idempotency.prune(new Date(Date.now() + 1000));
    expect(await kept()).toBe(0);
  });
});

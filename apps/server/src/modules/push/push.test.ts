import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket } from '../../../test/sockets.ts';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';

/** Fake push service: records requests and answers as the test sets. */
let maker: Server;
let makerUrl: string;
let brought: { path: string; headers: Record<string, unknown>; body: Buffer }[];
let status: number;
let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  maker = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    brought.push({ path: request.url!, headers: request.headers, body });
    response.writeHead(status).end();
  });
  maker.listen(0, '127.0.0.1');
  await once(maker, 'listening');
  makerUrl = `http://127.0.0.1:${(maker.address() as AddressInfo).port}`;
  service = await startConnectedServer({}, { env: { PUBLIC_URL: 'https://desk.example.com' }, reachesLoopback: true });
});
beforeEach(() => {
  brought = [];
  status = 201;
});
afterAll(async () => {
  await service.server.stop();
  maker.closeAllConnections();
  maker.close();
});

let browsers = 0;
function createBrowser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const path = `/push/${++browsers}`;
  const subscription = {
    endpoint: `${makerUrl}${path}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  const notifications = () =>
    brought.filter((request) => request.path === path).map(({ body }) => decryptNotification(body, keys, auth));
  return { path, subscription, notifications };
}
/** Decrypts a notification like a browser (RFC 8291), with the keys of this subscription. */
function decryptNotification(body: Buffer, keys: ECDH, auth: Buffer): unknown {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)];
  const hkdf = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = hkdf(keys.computeSecret(sender), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const sealed = body.subarray(21 + body[20]!);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}
const subscribe = (caller: Caller, { subscription }: ReturnType<typeof createBrowser>) =>
  caller.request('POST', '/push/subscriptions', subscription);
const storedEndpoints = async (caller: Caller) =>
  (
    await service.server.asOwner.query(
      'select endpoint from push_subscriptions where company_id = $1 and user_id = $2',
      [caller.companyId, caller.user.id],
    )
  ).rows.map(({ endpoint }) => endpoint as string);

let contactCount = 0;
const nextNumber = () => `55119${String(20_000_000 + ++contactCount)}`;

/** An agent with a subscription and a customer assigned to the agent. */
async function createFixture(settings: Record<string, string | boolean> = {}) {
  const company = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled', ...settings });
  const queueId = (await company.admin.request('POST', '/queue', { name: 'Vendas', color: '#112233' })).json<{
    id: number;
  }>().id;
  const agent = await service.server.createAgent(company.companyId, { queueIds: [queueId] });
  const browser = createBrowser();
  expect((await subscribe(agent, browser)).statusCode).toBeLessThan(300);
  const number = nextNumber();
  const write = (text: string, from = number) =>
    company.sendWebhook([company.customerMessage(from, text, { peer: createPeer(from, 'Helena Prado') })]);
  const ticketOf = async (text: string) =>
    (await service.until(company.tickets, (rows) => rows.some((row) => row.last_message === text))).find(
      (row) => row.last_message === text,
    );
  await write('oi');
  const ticket = await ticketOf('oi');
  // Considered after the agent has accepted the ticket, an unread message would notify.
  await service.server.asOwner.query('update messages set is_read = true where ticket_id = $1', [ticket.id]);
  await service.server.asOwner.query('update tickets set queue_id = $1 where id = $2', [queueId, ticket.id]);
  expect((await agent.request('PUT', `/tickets/${ticket.id}`, { status: 'open' })).statusCode).toBe(200);
  const arrives = (b = browser, n = 1) =>
    service.until(
      async () => b.notifications(),
      (all) => all.length >= n,
    );
  return { ...company, agent, browser, queueId, number, write, ticket, arrives, ticketOf };
}
/** Waits until earlier messages are considered: a notification to an agent of another company follows them. */
async function fence() {
  const other = await createFixture();
  await other.write('cerca');
  await other.arrives();
}

describe('a push notification', () => {
  it('contains contact, text and URL, encrypted for the browser and signed by the server [M-308]', async () => {
    const { agent, browser, write, arrives, ticket } = await createFixture();
    await write(`Consigo retirar na sexta? ${'👩‍👩‍👧'.repeat(130)}`);
    const [notification] = (await arrives()) as { title: string; body: string }[];
    expect(notification).toMatchObject({ title: 'Helena Prado', tag: ticket.uuid, url: `/tickets/${ticket.uuid}` });
    expect(notification!.body).toMatch(/^Consigo retirar na sexta\? .*👩‍👩‍👧…$/u);
    expect([...new Intl.Segmenter().segment(notification!.body)]).toHaveLength(120);
    const { publicKey } = (await agent.request('GET', '/push/key')).json<{ publicKey: string }>();
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    const { headers } = brought.find(({ path }) => path === browser.path)!;
    expect(headers).toMatchObject({ urgency: 'high', topic: ticket.uuid.replaceAll('-', '') });
    expect(headers['authorization']).toContain(`k=${publicKey}`);
    const { rows } = await service.server.asOwner.query(`select data from jobs.job where name = 'push.send'`);
    for (const { data } of rows) expect(Object.keys(data).sort()).toEqual(['companyId', 'messageId', 'userId']);
  });

  it('is sent once in ten seconds per conversation', async () => {
    const fixture = await createFixture();
    const other = nextNumber();
    await fixture.write('de outra pessoa', other);
    const second = await fixture.ticketOf('de outra pessoa');
    // A message that is considered after its ticket got the queue would notify the agent, too.
    await fence();
    await service.server.asOwner.query('update tickets set queue_id = $1 where id = $2', [fixture.queueId, second.id]);
    await fixture.write('um');
    await fixture.arrives();
    for (const text of ['dois', 'três']) await fixture.write(text);
    await fixture.write('ainda aqui', other);
    await fixture.arrives(fixture.browser, 2);
    expect(fixture.browser.notifications()).toMatchObject([{ body: 'um' }, { body: 'ainda aqui' }]);
  });

  it('is not sent while the user has a screen open on any node', async () => {
    const { agent, browser, write, ticketOf } = await createFixture();
    const far = await startTestServer({ ownerUrl: service.server.ownerUrl, open: true });
    const screen = await openSocket(far, agent);
    await expect.poll(() => service.server.isOnline(agent.companyId, agent.user.id), { timeout: 5_000 }).toBe(true);
    await write('estou aqui');
    await ticketOf('estou aqui');
    await fence();
    expect(browser.notifications()).toEqual([]);
    screen.close();
    await far.stop();
  });

  it('is sent only for tickets that notify the user, not for other agents’ tickets, groups or queues [M-308] [M-309]', async () => {
    const fixture = await createFixture({ showNotificationPending: false });
    const { admin, agent, browser, ticket } = fixture;
    await fixture.write('espera', nextNumber());
    const waits = await fixture.ticketOf('espera');
    await service.server.asOwner.query('update tickets set queue_id = $1 where id = $2', [fixture.queueId, waits.id]);
    await admin.request('PUT', `/tickets/${ticket.id}`, { isTransfered: true, userId: admin.user.id });
    await fixture.write('para outra');
    await fixture.ticketOf('para outra');
    await fence();
    expect(browser.notifications()).toEqual([]);
    expect(agent.user.profile).toBe('user');
  });

  it('masks numbers if the company does', async () => {
    const fixture = await createFixture();
    for (const column of ['enableLGPD', 'lgpdHideNumber'])
      await fixture.admin.request('PUT', '/companySettings', { column, data: 'enabled' });
    await service.server.asOwner.query('update contacts set name = $1 where company_id = $2', [
      fixture.number,
      fixture.companyId,
    ]);
    await fixture.write('quem é?');
    expect(JSON.stringify(await fixture.arrives())).not.toContain(fixture.number);
  });

  it('removes a subscription that no longer exists', async () => {
    const { agent, write, arrives, browser } = await createFixture();
    status = 410;
    await write('tem alguém?');
    await arrives();
    await service.until(
      () => storedEndpoints(agent),
      (rows) => rows.length === 0,
    );
    expect(browser.notifications()).toHaveLength(1);
  });

  it('is not sent after sign-out, and a browser belongs to its last user', async () => {
    const { agent, browser, write, ticketOf, companyId } = await createFixture();
    await agent.request('DELETE', '/auth/logout');
    await write('você está aí?');
    await ticketOf('você está aí?');
    await fence();
    expect(browser.notifications()).toEqual([]);
    const next = await service.server.createAgent(companyId);
    await subscribe(next, browser);
    expect(await storedEndpoints(agent)).toEqual([]);
    expect(await storedEndpoints(next)).toEqual([browser.subscription.endpoint]);
  });
});

describe('a push notification of a team chat', () => {
  /** A chat of the admin with an agent who is away. */
  async function createChat(settings: Record<string, string | boolean> = {}) {
    const fixture = await createFixture(settings);
    const { admin, agent } = fixture;
    const created = await admin.request('POST', '/chats', { title: 'Loja Centro', users: [{ id: agent.user.id }] });
    const chat = created.json<{ id: number; uuid: string }>();
    const send = (text: string) => admin.request('POST', `/chats/${chat.id}/messages`, { message: text });
    return { ...fixture, chat, send };
  }

  it('reaches members who are away, with sender, chat, text and URL', async () => {
    const { browser, arrives, chat, send, admin } = await createChat();
    await send('Chegaram *6 lentes*');
    expect(await arrives()).toEqual([
      {
        title: `${admin.user.name} · Loja Centro`,
        body: 'Chegaram 6 lentes',
        tag: chat.uuid,
        url: `/chats/${chat.uuid}`,
      },
    ]);
    // One a conversation for a while, as for customers.
    await send('E mais duas');
    await fence();
    expect(browser.notifications()).toHaveLength(1);
  });

  it('is looked for by a job that is stored with the message, so that a server that ends loses none', async () => {
    const { arrives, send } = await createChat();
    const { id } = (await send('Chegaram as lentes')).json<{ id: number }>();
    // The time of a transaction is the same in all its rows.
    const { rows } = await service.server.asOwner.query(
      `select j.created_on = m.sent_at as "isOneTransaction" from jobs.job j
         join team_chat_messages m on m.id = (j.data ->> 'messageId')::bigint
        where j.name = 'team-chat-push.find' and m.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ isOneTransaction: true }]);
    await arrives();
  });

  it('has no text where numbers are masked, and does not reach members with an open screen', async () => {
    const { browser, arrives, send, agent } = await createChat({ enableLGPD: 'enabled', lgpdHideNumber: 'enabled' });
    const screen = await openSocket(service.server, agent);
    const isOnline = () => service.server.isOnline(agent.companyId, agent.user.id);
    await expect.poll(isOnline, { timeout: 5_000 }).toBe(true);
    await send('Primeira');
    await fence();
    expect(browser.notifications()).toEqual([]);
    screen.close();
    await expect.poll(isOnline, { timeout: 20_000 }).toBe(false);
    await send('Segredo da loja');
    expect(await arrives()).toMatchObject([{ title: 'Loja Centro', body: '' }]);
  });
});

describe('a subscription', () => {
  it('is stored for at most ten browsers of a user, and removed by its owner only', async () => {
    const admin = await service.server.createAdmin();
    const other = await service.server.createAgent(admin.companyId);
    const all = Array.from({ length: 12 }, createBrowser);
    for (const browser of all) await subscribe(admin, browser);
    const endpoints = all.map(({ subscription }) => subscription.endpoint);
    expect((await storedEndpoints(admin)).sort()).toEqual(endpoints.slice(2).sort());
    const give = (caller: Caller) =>
      caller.request('DELETE', `/push/subscriptions?endpoint=${encodeURIComponent(endpoints[5]!)}`);
    expect((await give(other)).statusCode).toBeLessThan(300);
    expect(await storedEndpoints(admin)).toContain(endpoints[5]);
    await give(admin);
    expect(await storedEndpoints(admin)).not.toContain(endpoints[5]);
  });

  it('is refused for private hosts, URLs without HTTPS and unusable keys [SR13]', async () => {
    const strict = await startTestServer({ env: { PUBLIC_URL: 'https://desk.example.com' } });
    const admin = await strict.createAdmin();
    const { keys } = createBrowser().subscription;
    const subscribeWith = (endpoint: string, own: object = keys) =>
      admin.request('POST', '/push/subscriptions', { endpoint, keys: own });
    for (const endpoint of [
      'http://push.example.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://10.0.0.8/x',
      'https://169.254.169.254/latest',
      'https://localhost/x',
      'https://db.internal/x',
      'https://postgres/x',
      'https://push.example.com:5432/x',
      'https://me:word@push.example.com/x',
      'ftp://push.example.com/x',
    ])
      expect((await subscribeWith(endpoint)).json().error, endpoint).toBe('ERR_VALIDATION');
    for (const own of [
      { p256dh: 'AAAA', auth: keys.auth },
      { p256dh: keys.p256dh, auth: 'AAAA' },
    ])
      expect((await subscribeWith('https://push.example.com/x', own)).json().error).toBe('ERR_VALIDATION');
    expect((await subscribeWith('https://push.example.com/x')).statusCode).toBeLessThan(300);
    await strict.stop();
  });

  it('is offered only by a server with a public URL, whose key is generated once and stored encrypted', async () => {
    const [privateServer, admin] = [await startTestServer(), await service.server.createAdmin()];
    expect((await (await privateServer.createAdmin()).request('GET', '/push/key')).json()).toEqual({ publicKey: null });
    await privateServer.stop();
    const { publicKey } = (await admin.request('GET', '/push/key')).json<{ publicKey: string }>();
    const again = await startTestServer({
      ownerUrl: service.server.ownerUrl,
      env: { PUBLIC_URL: 'https://desk.example.com' },
    });
    expect((await again.withToken(admin.token)('GET', '/push/key')).json()).toEqual({ publicKey });
    await again.stop();
    const { rows } = await service.server.asOwner.query(
      `select value, is_sealed from platform_settings where key = 'vapid'`,
    );
    expect(rows).toMatchObject([{ is_sealed: true }]);
    expect(rows[0].value).not.toContain(publicKey);
  });
});

import type { Connection } from '@balcao/contract/endpoints/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, drainEvents } from '../../../test/sockets.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { NotSent, OutcomeUnknown, Refused, type ChannelEvent } from '../../channels/port.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
const channelCalls: { action: string; connectionId: number; flag: boolean }[] = [];
const moods = new Map<number, Error>();
beforeAll(async () => {
  service = await startConnectedServer();
  const recordCall = (action: string) => async (account: { connectionId: number }, flag: boolean) => {
    channelCalls.push({ action, connectionId: account.connectionId, flag });
    const mood = moods.get(account.connectionId);
    if (mood) throw mood;
  };
  service.testChannel.channel.session = { open: recordCall('open'), close: recordCall('close') };
});
afterAll(() => service.server.stop());

type Counter = Awaited<ReturnType<typeof service.createConnectedCompany>>;
type Status = Extract<ChannelEvent, { type: 'session' }>['status'];
const sessionEvent = (status: Status, more: object = {}): ChannelEvent => ({ type: 'session', status, ...more });
const getConnection = async ({ admin, connectionId }: Counter) =>
  (await admin.request('GET', `/whatsapp/${connectionId}`)).json<Connection>();
const waitForConnection = (counter: Counter, expected: Partial<Connection>) =>
  service.until(
    () => getConnection(counter),
    (seen) => Object.entries(expected).every(([key, value]) => seen[key as keyof Connection] === value),
  );
/** Sends an event of the channel and waits until it is processed. */
async function receiveAndWait(counter: Counter, event: ChannelEvent, expected: Partial<Connection>) {
  expect((await counter.sendWebhook([event])).statusCode).toBe(200);
  return waitForConnection(counter, expected);
}
const calls = ({ connectionId }: Counter) =>
  channelCalls.filter((call) => call.connectionId === connectionId).map(({ action, flag }) => [action, flag]);
const NUMBER = '551140001234';

describe('session events', () => {
  it('update status, QR code and number, and each change reaches the sockets of managers [M-175] [M-187]', async () => {
    const counter = await service.createConnectedCompany();
    const { admin, connectionId } = counter;
    const screen = await openSocket(service.server, admin);
    await drainEvents(admin, screen);
    const step = (status: string, qrcode = '') =>
      screen.waitFor('whatsappSession', ({ session }) => session.status === status && session.qrcode === qrcode);

    const opening = await admin.request('POST', `/whatsappsession/${connectionId}`);
    expect([opening.statusCode, opening.json()]).toEqual([200, { message: 'Starting session' }]);
    expect(await getConnection(counter)).toMatchObject({ status: 'OPENING', qrcode: '', number: '' });
    expect((await step('OPENING')).session.id).toBe(connectionId);

    await receiveAndWait(counter, sessionEvent('qrcode', { qrcode: 'um' }), { status: 'qrcode', qrcode: 'um' });
    await step('qrcode', 'um');
    await receiveAndWait(counter, sessionEvent('qrcode', { qrcode: 'dois' }), { status: 'qrcode', qrcode: 'dois' });
    await step('qrcode', 'dois');
    await receiveAndWait(counter, sessionEvent('CONNECTED', { number: NUMBER }), {
      status: 'CONNECTED',
      qrcode: '',
      number: NUMBER,
    });
    expect((await step('CONNECTED')).session.number).toBe(NUMBER);
    await receiveAndWait(counter, sessionEvent('DISCONNECTED'), { status: 'DISCONNECTED', qrcode: '', number: NUMBER });
    await step('DISCONNECTED');
    /** Distinct status changes that the socket received; two quick ones may arrive as the second only. */
    const steps = async () => {
      const all = screen.allOf('whatsappSession').map(({ session }) => session.status);
      return all.filter((status, index) => status !== all[index - 1]).join(' ');
    };
    const soFar = 'OPENING qrcode CONNECTED DISCONNECTED OPENING';
    await receiveAndWait(counter, sessionEvent('OPENING'), { status: 'OPENING' });
    await service.until(steps, (seen) => seen === soFar);
    // An event without a number keeps the saved number.
    await receiveAndWait(counter, sessionEvent('CONNECTED'), { status: 'CONNECTED', number: NUMBER });
    await service.until(steps, (seen) => seen === `${soFar} CONNECTED`);

    for (const message of screen.allOf('whatsappSession')) expect(message.action).toBe('update');
    screen.close();
  });

  it('with more than three QR codes stop the session until a user opens it again', async () => {
    const counter = await service.createConnectedCompany();
    const { admin, connectionId } = counter;
    await admin.request('POST', `/whatsappsession/${connectionId}`);
    for (const qrcode of ['um', 'dois', 'três'])
      await receiveAndWait(counter, sessionEvent('qrcode', { qrcode }), { status: 'qrcode', qrcode });
    await receiveAndWait(counter, sessionEvent('qrcode', { qrcode: 'quatro' }), { status: 'DISCONNECTED', qrcode: '' });

    await counter.sendWebhook([
      sessionEvent('qrcode', { qrcode: 'cinco' }),
      counter.customerMessage('5500911112001', 'depois do código'),
    ]);
    await service.until(counter.tickets, (rows) => rows.some((row) => row.last_message === 'depois do código'));
    expect(await getConnection(counter)).toMatchObject({ status: 'DISCONNECTED', qrcode: '' });

    await admin.request('PUT', `/whatsappsession/${connectionId}`);
    for (const qrcode of ['seis', 'sete', 'oito'])
      await receiveAndWait(counter, sessionEvent('qrcode', { qrcode }), { status: 'qrcode', qrcode });
    // A successful scan resets the count of codes.
    await receiveAndWait(counter, sessionEvent('CONNECTED', { number: NUMBER }), { status: 'CONNECTED', qrcode: '' });
    for (const qrcode of ['nove', 'dez', 'onze'])
      await receiveAndWait(counter, sessionEvent('qrcode', { qrcode }), { status: 'qrcode', qrcode });
  });

  it('connect a stopped session if its last code was scanned', async () => {
    const counter = await service.createConnectedCompany();
    await receiveAndWait(counter, sessionEvent('DISCONNECTED'), { status: 'DISCONNECTED' });
    await receiveAndWait(counter, sessionEvent('CONNECTED', { number: NUMBER }), {
      status: 'CONNECTED',
      number: NUMBER,
    });
  });

  it('keep a rate limit after a reconnect and show the reason of the last disconnect', async () => {
    const counter = await service.createConnectedCompany();
    const { connectionId, companyId } = counter;
    const row = async () =>
      (
        await service.server.asOwner.query(
          'select status, paused_because as because, paused_until > now() as rests from connections where id = $1',
          [connectionId],
        )
      ).rows[0];
    const { db, modules } = service.server;
    const pause = (ms: number, because: string) =>
      db.inCompany(companyId, (tx) =>
        modules.connections.inTx.pause(tx, connectionId, new Date(Date.now() + ms), because),
      );
    await pause(60_000, 'ERR_CHANNEL_RATE');
    // Another node reports a shorter pause.
    await pause(1000, 'ERR_CHANNEL_DOWN');
    const network = { because: 'ERR_SESSION_NETWORK' };
    await receiveAndWait(counter, sessionEvent('OPENING', network), { status: 'OPENING' });
    await receiveAndWait(counter, sessionEvent('CONNECTED'), { status: 'CONNECTED' });
    expect(await row()).toEqual({ status: 'CONNECTED', because: 'ERR_CHANNEL_RATE', rests: true });

    await service.server.asOwner.query('update connections set paused_until = now() where id = $1', [connectionId]);
    // With a number, because identical payloads are skipped as duplicates.
    await receiveAndWait(counter, sessionEvent('OPENING', { ...network, number: NUMBER }), { status: 'OPENING' });
    await receiveAndWait(counter, sessionEvent('DISCONNECTED', { because: 'ERR_SESSION_LOGGED_OUT' }), {
      status: 'DISCONNECTED',
    });
    expect(await row()).toMatchObject({ because: 'ERR_SESSION_LOGGED_OUT' });
    // Events that were in progress do not replace the reason.
    await pause(60_000, 'ERR_CHANNEL_DOWN');
    await receiveAndWait(counter, sessionEvent('OPENING'), { status: 'OPENING' });
    await receiveAndWait(counter, sessionEvent('DISCONNECTED', { because: 'ERR_SESSION_UNANSWERED' }), {
      status: 'DISCONNECTED',
    });
    expect(await row()).toMatchObject({ because: 'ERR_SESSION_LOGGED_OUT' });
    await receiveAndWait(counter, sessionEvent('CONNECTED', { number: NUMBER }), { status: 'CONNECTED' });
    expect(await row()).toEqual({ status: 'CONNECTED', because: '', rests: null });
  });

  it('are accepted only with the signature of the channel', async () => {
    const counter = await service.createConnectedCompany();
    const forged = await counter.sendWebhook([sessionEvent('DISCONNECTED')], { signature: 'a'.repeat(64) });
    expect(forged.statusCode).toBe(401);
    await counter.sendWebhook([counter.customerMessage('5500911112002', 'de verdade')]);
    await service.until(counter.tickets, (rows) => rows.length === 1);
    expect((await getConnection(counter)).status).toBe('CONNECTED');
  });
});

describe('session commands of a user', () => {
  it('open, renew and end a session with one call to the channel each [M-175]', async () => {
    const counter = await service.createConnectedCompany();
    const { admin, connectionId } = counter;
    const path = `/whatsappsession/${connectionId}`;
    expect(calls(counter)).toEqual([['open', false]]);
    await receiveAndWait(counter, sessionEvent('qrcode', { qrcode: 'um' }), { qrcode: 'um' });

    expect((await admin.request('POST', path)).statusCode).toBe(200);
    expect(await getConnection(counter)).toMatchObject({ status: 'OPENING', qrcode: '' });
    const newSession = await admin.request('PUT', path);
    expect([newSession.statusCode, newSession.json()]).toEqual([200, { message: 'Starting session' }]);
    const ended = await admin.request('DELETE', path);
    expect([ended.statusCode, ended.json()]).toEqual([200, { message: 'Session disconnected' }]);
    expect(await getConnection(counter)).toMatchObject({ status: 'DISCONNECTED', qrcode: '' });
    expect(calls(counter).slice(1)).toEqual([
      ['open', false],
      ['open', true],
      ['close', true],
    ]);
  });

  it('restart all connected sessions; a failing one does not delay the others [M-175]', async () => {
    const counter = await service.createConnectedCompany();
    const { admin } = counter;
    const createConnection = async (name: string) =>
      (await admin.request('POST', '/whatsapp', { name, provider: 'sandbox' })).json<{ id: number }>().id;
    const [silent, resting, last] = [
      await createConnection('Calada'),
      await createConnection('Parada'),
      await createConnection('Última'),
    ];
    await admin.request('DELETE', `/whatsappsession/${resting}`);
    moods.set(silent, new Error('nobody there'));
    channelCalls.splice(0);
    const answer = await admin.request('POST', '/whatsapp-restart/');
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Connections restarting' }]);
    const ownIds = [counter.connectionId, silent, resting, last];
    const opened = channelCalls.filter(({ connectionId }) => ownIds.includes(connectionId));
    expect(opened.map(({ connectionId }) => connectionId).toSorted((a, b) => a - b)).toEqual(
      [counter.connectionId, silent, last].toSorted((a, b) => a - b),
    );
    expect(opened.every(({ action, flag }) => action === 'open' && !flag)).toBe(true);
    const states = (await admin.request('GET', '/whatsapp')).json<Connection[]>();
    expect(Object.fromEntries(states.map(({ id, status }) => [id, status]))).toEqual({
      [counter.connectionId]: 'OPENING',
      [silent]: 'OPENING',
      [resting]: 'DISCONNECTED',
      [last]: 'OPENING',
    });
  });

  it('return an error code while the channel cannot be reached', async () => {
    const counter = await service.createConnectedCompany();
    const { admin, connectionId } = counter;
    const channelError = { code: 'ERR_CHANNEL_DOWN', detail: 'connection refused' };
    for (const mood of [new NotSent(channelError), new Refused(channelError), new OutcomeUnknown()]) {
      moods.set(connectionId, mood);
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        const answer = await admin.request(method, `/whatsappsession/${connectionId}`);
        expect([answer.statusCode, answer.json().error], method).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED']);
      }
    }
    moods.delete(connectionId);
  });

  it('can end but not open a session whose provider is unavailable', async () => {
    const counter = await service.createConnectedCompany();
    const { admin, connectionId } = counter;
    await service.server.asOwner.query(`update connections set provider = 'official' where id = $1`, [connectionId]);
    const refused = await admin.request('POST', `/whatsappsession/${connectionId}`);
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'ERR_PROVIDER_UNAVAILABLE']);
    expect((await getConnection(counter)).status).toBe('CONNECTED');
    expect((await admin.request('DELETE', `/whatsappsession/${connectionId}`)).statusCode).toBe(200);
    expect((await getConnection(counter)).status).toBe('DISCONNECTED');
  });

  it('need the permission to manage connections of the own company [M-171]', async () => {
    const counter = await service.createConnectedCompany();
    const plain = await service.server.createAgent(counter.companyId);
    const connector = await service.server.createAgent(counter.companyId, { allowConnections: 'enabled' });
    const otherCompanyAdmin = await service.server.createAdmin();
    channelCalls.splice(0);
    const path = `/whatsappsession/${counter.connectionId}`;
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await plain.request(method, path)).statusCode, method).toBe(403);
      expect((await otherCompanyAdmin.request(method, path)).json(), method).toMatchObject({
        error: 'ERR_NO_WAPP_FOUND',
      });
    }
    expect((await plain.request('POST', '/whatsapp-restart')).statusCode).toBe(403);
    expect((await otherCompanyAdmin.request('POST', '/whatsapp-restart')).statusCode).toBe(200);
    expect([calls(counter), (await getConnection(counter)).status]).toEqual([[], 'CONNECTED']);
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await connector.request(method, path)).statusCode, method).toBe(200);
    expect((await connector.request('POST', '/whatsapp-restart')).statusCode).toBe(200);
  });
});

describe('socket messages about a session', () => {
  it('carry the QR code to managers, the status to all users, and nothing to other companies [M-171] [M-187]', async () => {
    const counter = await service.createConnectedCompany();
    const { admin, companyId, connectionId } = counter;
    const { server } = service;
    const connector = await server.createAgent(companyId, { allowConnections: 'enabled' });
    const plain = await server.createAgent(companyId);
    const otherCompanyAdmin = await server.createAdmin();
    const [admins, connectors, plains, otherCompanySocket] = [
      await openSocket(server, admin),
      await openSocket(server, connector),
      await openSocket(server, plain),
      await openSocket(server, otherCompanyAdmin),
    ];
    await drainEvents(admin, admins, connectors, plains);
    await drainEvents(otherCompanyAdmin, otherCompanySocket);

    await counter.sendWebhook([sessionEvent('qrcode', { qrcode: 'codigo-que-conecta' })]);
    for (const screen of [admins, connectors]) {
      const { session } = await screen.waitFor(
        'whatsappSession',
        (payload) => payload.session.qrcode === 'codigo-que-conecta',
      );
      expect(session).toMatchObject({ id: connectionId, status: 'qrcode' });
    }
    const seen = await plains.waitFor(
      'whatsapp',
      (payload) => 'whatsapp' in payload && payload.whatsapp.status === 'qrcode',
    );
    expect(seen).toEqual({
      action: 'update',
      whatsapp: {
        id: connectionId,
        name: 'Matriz',
        channel: 'whatsapp',
        status: 'qrcode',
        isDefault: true,
        groupAsTicket: 'disabled',
        provider: 'sandbox',
      },
    });
    await counter.sendWebhook([sessionEvent('CONNECTED', { number: NUMBER })]);
    for (const screen of [admins, connectors])
      await screen.waitFor('whatsappSession', ({ session }) => session.status === 'CONNECTED' && session.qrcode === '');
    await plains.waitFor('whatsapp', (payload) => 'whatsapp' in payload && payload.whatsapp.status === 'CONNECTED');

    await otherCompanyAdmin.request('POST', '/tags', { name: 'Depois de tudo' });
    await otherCompanySocket.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === 'Depois de tudo');
    expect([...otherCompanySocket.allOf('whatsapp'), ...otherCompanySocket.allOf('whatsappSession')]).toEqual([]);
    expect(plains.allOf('whatsappSession')).toEqual([]);
    for (const screen of [plains, otherCompanySocket]) {
      expect(screen.frames.join()).not.toContain('codigo-que-conecta');
      expect(screen.frames.join()).not.toContain(NUMBER);
    }
    for (const screen of [admins, connectors, plains, otherCompanySocket]) screen.close();
  });

  it('and lists show no QR code to users who do not manage connections', async () => {
    const counter = await service.createConnectedCompany();
    const plain = await service.server.createAgent(counter.companyId);
    await receiveAndWait(counter, sessionEvent('qrcode', { qrcode: 'codigo-da-lista' }), { qrcode: 'codigo-da-lista' });
    const listed = await plain.request('GET', '/whatsapp');
    expect([listed.statusCode, listed.body.includes('codigo-da-lista')]).toEqual([200, false]);
    expect((await plain.request('GET', `/whatsapp/${counter.connectionId}`)).statusCode).toBe(403);
  });
});

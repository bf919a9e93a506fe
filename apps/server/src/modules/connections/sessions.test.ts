import type { Connection } from '@balcao/contract/endpoints/connections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aScreen, calm } from '../../../test/screens.ts';
import { aService } from '../../../test/service.ts';
import { NotSent, OutcomeUnknown, Refused, type Signal } from '../../channels/port.ts';

let service: Awaited<ReturnType<typeof aService>>;
const asked: { act: string; connectionId: number; how: boolean }[] = [];
const moods = new Map<number, Error>();
beforeAll(async () => {
  service = await aService();
  const hears = (act: string) => async (account: { connectionId: number }, how: boolean) => {
    asked.push({ act, connectionId: account.connectionId, how });
    const mood = moods.get(account.connectionId);
    if (mood) throw mood;
  };
  service.phone.channel.session = { open: hears('open'), close: hears('close') };
});
afterAll(() => service.house.stop());

type Counter = Awaited<ReturnType<typeof service.aCounter>>;
type Status = Extract<Signal, { is: 'session' }>['status'];
const told = (status: Status, more: object = {}): Signal => ({ is: 'session', status, ...more });
const look = async ({ admin, connectionId }: Counter) =>
  (await admin.ask('GET', `/whatsapp/${connectionId}`)).json<Connection>();
const shows = (counter: Counter, wanted: Partial<Connection>) =>
  service.until(
    () => look(counter),
    (seen) => Object.entries(wanted).every(([key, value]) => seen[key as keyof Connection] === value),
  );
/** The channel says it, and it has been heard. */
async function hears(counter: Counter, signal: Signal, wanted: Partial<Connection>) {
  expect((await counter.ring([signal])).statusCode).toBe(200);
  return shows(counter, wanted);
}
const calls = ({ connectionId }: Counter) =>
  asked.filter((one) => one.connectionId === connectionId).map(({ act, how }) => [act, how]);
const NUMBER = '551140001234';

describe('a session', () => {
  it('opens, shows a code, connects with its number, and falls; those who manage hear each step [M-175] [M-187]', async () => {
    const counter = await service.aCounter();
    const { admin, connectionId } = counter;
    const screen = await aScreen(service.house, admin);
    await calm(admin, screen);
    const step = (status: string, qrcode = '') =>
      screen.hears('whatsappSession', ({ session }) => session.status === status && session.qrcode === qrcode);

    const opening = await admin.ask('POST', `/whatsappsession/${connectionId}`);
    expect([opening.statusCode, opening.json()]).toEqual([200, { message: 'Starting session' }]);
    expect(await look(counter)).toMatchObject({ status: 'OPENING', qrcode: '', number: '' });
    expect((await step('OPENING')).session.id).toBe(connectionId);

    await hears(counter, told('qrcode', { qrcode: 'um' }), { status: 'qrcode', qrcode: 'um' });
    await step('qrcode', 'um');
    await hears(counter, told('qrcode', { qrcode: 'dois' }), { status: 'qrcode', qrcode: 'dois' });
    await step('qrcode', 'dois');
    await hears(counter, told('CONNECTED', { number: NUMBER }), { status: 'CONNECTED', qrcode: '', number: NUMBER });
    expect((await step('CONNECTED')).session.number).toBe(NUMBER);
    await hears(counter, told('DISCONNECTED'), { status: 'DISCONNECTED', qrcode: '', number: NUMBER });
    await step('DISCONNECTED');
    /** Each step once, as the screen has heard them so far; two that follow at once may be told as the second. */
    const steps = async () => {
      const all = screen.allOf('whatsappSession').map(({ session }) => session.status);
      return all.filter((status, place) => status !== all[place - 1]).join(' ');
    };
    const soFar = 'OPENING qrcode CONNECTED DISCONNECTED OPENING';
    await hears(counter, told('OPENING'), { status: 'OPENING' });
    await service.until(steps, (heard) => heard === soFar);
    // A channel that does not say the number again does not take it away.
    await hears(counter, told('CONNECTED'), { status: 'CONNECTED', number: NUMBER });
    await service.until(steps, (heard) => heard === `${soFar} CONNECTED`);

    for (const message of screen.allOf('whatsappSession')) expect(message.action).toBe('update');
    screen.close();
  });

  it('shows three codes; then it rests, whatever still comes, until somebody asks again', async () => {
    const counter = await service.aCounter();
    const { admin, connectionId } = counter;
    await admin.ask('POST', `/whatsappsession/${connectionId}`);
    for (const qrcode of ['um', 'dois', 'três'])
      await hears(counter, told('qrcode', { qrcode }), { status: 'qrcode', qrcode });
    await hears(counter, told('qrcode', { qrcode: 'quatro' }), { status: 'DISCONNECTED', qrcode: '' });

    await counter.ring([told('qrcode', { qrcode: 'cinco' }), counter.says('5500911112001', 'depois do código')]);
    await service.until(counter.tickets, (rows) => rows.some((row) => row.last_message === 'depois do código'));
    expect(await look(counter)).toMatchObject({ status: 'DISCONNECTED', qrcode: '' });

    await admin.ask('PUT', `/whatsappsession/${connectionId}`);
    for (const qrcode of ['seis', 'sete', 'oito'])
      await hears(counter, told('qrcode', { qrcode }), { status: 'qrcode', qrcode });
    // A code that was read counts no more: the next time there are three again.
    await hears(counter, told('CONNECTED', { number: NUMBER }), { status: 'CONNECTED', qrcode: '' });
    for (const qrcode of ['nove', 'dez', 'onze'])
      await hears(counter, told('qrcode', { qrcode }), { status: 'qrcode', qrcode });
  });

  it('that rests is connected all the same when its code was read at the last moment', async () => {
    const counter = await service.aCounter();
    await hears(counter, told('DISCONNECTED'), { status: 'DISCONNECTED' });
    await hears(counter, told('CONNECTED', { number: NUMBER }), { status: 'CONNECTED', number: NUMBER });
  });

  it('that comes back is still told to write less; and says why it fell at last, not what was before', async () => {
    const counter = await service.aCounter();
    const { connectionId, companyId } = counter;
    const row = async () =>
      (
        await service.house.asOwner.query(
          'select status, paused_because as because, paused_until > now() as rests from connections where id = $1',
          [connectionId],
        )
      ).rows[0];
    const { db, modules } = service.house;
    const pause = (ms: number, because: string) =>
      db.inCompany(companyId, (tx) => modules.connections.pause(tx, connectionId, new Date(Date.now() + ms), because));
    await pause(60_000, 'ERR_CHANNEL_RATE');
    // Another node heard of less.
    await pause(1000, 'ERR_CHANNEL_DOWN');
    const network = { because: 'ERR_SESSION_NETWORK' };
    await hears(counter, told('OPENING', network), { status: 'OPENING' });
    await hears(counter, told('CONNECTED'), { status: 'CONNECTED' });
    expect(await row()).toEqual({ status: 'CONNECTED', because: 'ERR_CHANNEL_RATE', rests: true });

    await service.house.asOwner.query('update connections set paused_until = now() where id = $1', [connectionId]);
    // With a number, because the same bytes again would be no news.
    await hears(counter, told('OPENING', { ...network, number: NUMBER }), { status: 'OPENING' });
    await hears(counter, told('DISCONNECTED', { because: 'ERR_SESSION_LOGGED_OUT' }), { status: 'DISCONNECTED' });
    expect(await row()).toMatchObject({ because: 'ERR_SESSION_LOGGED_OUT' });
    // What was under way when it fell does not cover up the reason.
    await pause(60_000, 'ERR_CHANNEL_DOWN');
    await hears(counter, told('OPENING'), { status: 'OPENING' });
    await hears(counter, told('DISCONNECTED', { because: 'ERR_SESSION_UNANSWERED' }), { status: 'DISCONNECTED' });
    expect(await row()).toMatchObject({ because: 'ERR_SESSION_LOGGED_OUT' });
    await hears(counter, told('CONNECTED', { number: NUMBER }), { status: 'CONNECTED' });
    expect(await row()).toEqual({ status: 'CONNECTED', because: '', rests: null });
  });

  it('is listened to only when the channel signs what it says', async () => {
    const counter = await service.aCounter();
    const forged = await counter.ring([told('DISCONNECTED')], { signature: 'a'.repeat(64) });
    expect(forged.statusCode).toBe(401);
    await counter.ring([counter.says('5500911112002', 'de verdade')]);
    await service.until(counter.tickets, (rows) => rows.length === 1);
    expect((await look(counter)).status).toBe('CONNECTED');
  });
});

describe('a person asks of a session', () => {
  it('to try again, to start afresh and to end: the channel is asked just that [M-175]', async () => {
    const counter = await service.aCounter();
    const { admin, connectionId } = counter;
    const path = `/whatsappsession/${connectionId}`;
    expect(calls(counter)).toEqual([['open', false]]);
    await hears(counter, told('qrcode', { qrcode: 'um' }), { qrcode: 'um' });

    expect((await admin.ask('POST', path)).statusCode).toBe(200);
    expect(await look(counter)).toMatchObject({ status: 'OPENING', qrcode: '' });
    const afresh = await admin.ask('PUT', path);
    expect([afresh.statusCode, afresh.json()]).toEqual([200, { message: 'Starting session' }]);
    const ended = await admin.ask('DELETE', path);
    expect([ended.statusCode, ended.json()]).toEqual([200, { message: 'Session disconnected' }]);
    expect(await look(counter)).toMatchObject({ status: 'DISCONNECTED', qrcode: '' });
    expect(calls(counter).slice(1)).toEqual([
      ['open', false],
      ['open', true],
      ['close', true],
    ]);
  });

  it('to restart all: those that are at rest stay so, and one that does not answer holds up no other [M-175]', async () => {
    const counter = await service.aCounter();
    const { admin } = counter;
    const made = async (name: string) =>
      (await admin.ask('POST', '/whatsapp', { name, provider: 'sandbox' })).json<{ id: number }>().id;
    const [silent, resting, last] = [await made('Calada'), await made('Parada'), await made('Última')];
    await admin.ask('DELETE', `/whatsappsession/${resting}`);
    moods.set(silent, new Error('nobody there'));
    asked.splice(0);
    const answer = await admin.ask('POST', '/whatsapp-restart/');
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Connections restarting' }]);
    const mine = [counter.connectionId, silent, resting, last];
    const opened = asked.filter(({ connectionId }) => mine.includes(connectionId));
    expect(opened.map(({ connectionId }) => connectionId).toSorted((a, b) => a - b)).toEqual(
      [counter.connectionId, silent, last].toSorted((a, b) => a - b),
    );
    expect(opened.every(({ act, how }) => act === 'open' && !how)).toBe(true);
    const states = (await admin.ask('GET', '/whatsapp')).json<Connection[]>();
    expect(Object.fromEntries(states.map(({ id, status }) => [id, status]))).toEqual({
      [counter.connectionId]: 'OPENING',
      [silent]: 'OPENING',
      [resting]: 'DISCONNECTED',
      [last]: 'OPENING',
    });
  });

  it('while the channel cannot be asked: that is told in words, and is no fault of the server', async () => {
    const counter = await service.aCounter();
    const { admin, connectionId } = counter;
    const fault = { code: 'ERR_CHANNEL_DOWN', detail: 'connection refused' };
    for (const mood of [new NotSent(fault), new Refused(fault), new OutcomeUnknown()]) {
      moods.set(connectionId, mood);
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        const answer = await admin.ask(method, `/whatsappsession/${connectionId}`);
        expect([answer.statusCode, answer.json().error], method).toEqual([400, 'ERR_WAPP_NOT_INITIALIZED']);
      }
    }
    moods.delete(connectionId);
  });

  it('on a server that no longer carries it: it is not opened, and can still be ended', async () => {
    const counter = await service.aCounter();
    const { admin, connectionId } = counter;
    await service.house.asOwner.query(`update connections set provider = 'official' where id = $1`, [connectionId]);
    const refused = await admin.ask('POST', `/whatsappsession/${connectionId}`);
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'ERR_PROVIDER_UNAVAILABLE']);
    expect((await look(counter)).status).toBe('CONNECTED');
    expect((await admin.ask('DELETE', `/whatsappsession/${connectionId}`)).statusCode).toBe(200);
    expect((await look(counter)).status).toBe('DISCONNECTED');
  });

  it('only with the right to manage connections, and only of the own company [M-171]', async () => {
    const counter = await service.aCounter();
    const plain = await service.house.anAgent(counter.companyId);
    const connector = await service.house.anAgent(counter.companyId, { allowConnections: 'enabled' });
    const neighbour = await service.house.anAdmin();
    asked.splice(0);
    const path = `/whatsappsession/${counter.connectionId}`;
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await plain.ask(method, path)).statusCode, method).toBe(403);
      expect((await neighbour.ask(method, path)).json(), method).toMatchObject({ error: 'ERR_NO_WAPP_FOUND' });
    }
    expect((await plain.ask('POST', '/whatsapp-restart')).statusCode).toBe(403);
    expect((await neighbour.ask('POST', '/whatsapp-restart')).statusCode).toBe(200);
    expect([calls(counter), (await look(counter)).status]).toEqual([[], 'CONNECTED']);
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await connector.ask(method, path)).statusCode, method).toBe(200);
    expect((await connector.ask('POST', '/whatsapp-restart')).statusCode).toBe(200);
  });
});

describe('what is heard of a session', () => {
  it('is the code by those who manage; the state by everybody; nothing by a neighbour [M-171] [M-187]', async () => {
    const counter = await service.aCounter();
    const { admin, companyId, connectionId } = counter;
    const { house } = service;
    const connector = await house.anAgent(companyId, { allowConnections: 'enabled' });
    const plain = await house.anAgent(companyId);
    const neighbour = await house.anAdmin();
    const [admins, connectors, plains, neighbours] = [
      await aScreen(house, admin),
      await aScreen(house, connector),
      await aScreen(house, plain),
      await aScreen(house, neighbour),
    ];
    await calm(admin, admins, connectors, plains);
    await calm(neighbour, neighbours);

    await counter.ring([told('qrcode', { qrcode: 'codigo-que-conecta' })]);
    for (const screen of [admins, connectors]) {
      const { session } = await screen.hears('whatsappSession', (one) => one.session.qrcode === 'codigo-que-conecta');
      expect(session).toMatchObject({ id: connectionId, status: 'qrcode' });
    }
    const seen = await plains.hears('whatsapp', (one) => 'whatsapp' in one && one.whatsapp.status === 'qrcode');
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
    await counter.ring([told('CONNECTED', { number: NUMBER })]);
    for (const screen of [admins, connectors])
      await screen.hears('whatsappSession', ({ session }) => session.status === 'CONNECTED' && session.qrcode === '');
    await plains.hears('whatsapp', (one) => 'whatsapp' in one && one.whatsapp.status === 'CONNECTED');

    await neighbour.ask('POST', '/tags', { name: 'Depois de tudo' });
    await neighbours.hears('tag', (one) => 'tag' in one && one.tag.name === 'Depois de tudo');
    expect([...neighbours.allOf('whatsapp'), ...neighbours.allOf('whatsappSession')]).toEqual([]);
    expect(plains.allOf('whatsappSession')).toEqual([]);
    for (const screen of [plains, neighbours]) {
      expect(screen.frames.join()).not.toContain('codigo-que-conecta');
      expect(screen.frames.join()).not.toContain(NUMBER);
    }
    for (const screen of [admins, connectors, plains, neighbours]) screen.close();
  });

  it('is the code only, and only there: whoever lists connections without managing them reads none', async () => {
    const counter = await service.aCounter();
    const plain = await service.house.anAgent(counter.companyId);
    await hears(counter, told('qrcode', { qrcode: 'codigo-da-lista' }), { qrcode: 'codigo-da-lista' });
    const listed = await plain.ask('GET', '/whatsapp');
    expect([listed.statusCode, listed.body.includes('codigo-da-lista')]).toEqual([200, false]);
    expect((await plain.ask('GET', `/whatsapp/${counter.connectionId}`)).statusCode).toBe(403);
  });
});

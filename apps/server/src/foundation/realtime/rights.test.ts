import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { tookAtMost } from '../../../test/proof.ts';
import { aScreen, aSocket } from '../../../test/screens.ts';
import { sockets } from '../../wiring/subscriptions.ts';
import type { DomainEvent } from '../events/catalogue.ts';
import { START, type LoggedEvent } from '../events/keep.store.ts';
import { createLive } from './live.ts';
import { createPresence } from './presence.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

describe('a right that changes while its owner is there', () => {
  it('holds from the next request and the next telling on: who is no admin any more hears like a colleague [RB-07]', async () => {
    const first = await house.anAdmin();
    const second = await house.anAgent(first.companyId, { profile: 'admin' });
    const before = await aScreen(house, second);
    expect((await second.ask('POST', '/queue', { name: 'Ainda posso', color: '#101010' })).statusCode).toBe(200);
    const startedAt = performance.now();
    await first.ask('PUT', `/users/${second.user.id}`, { profile: 'user' });
    expect((await second.ask('POST', '/queue', { name: 'Não posso', color: '#202020' })).statusCode).toBe(401);
    await before.closes();
    tookAtMost('RB-07', 1_000, startedAt);

    const again = await house.signIn(second.email);
    const after = await aScreen(house, again);
    expect((await again.ask('POST', '/queue', { name: 'Não posso', color: '#202020' })).statusCode).toBe(403);
    await first.ask('PUT', `/users/${first.user.id}`, { farewellMessage: 'só para administradores' });
    const told = await after.hears('user', (one) => 'user' in one && one.user.id === first.user.id);
    expect(told).toEqual({
      action: 'update',
      user: { id: first.user.id, name: first.user.name, online: true, paused: false, queues: [] },
    });
    after.close();
  });

  it('a queue that was given or taken is known to the next request, without a new session [RB-07]', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    const { id } = (await admin.ask('POST', '/queue', { name: 'Vendas', color: '#303030' })).json();
    const rights = async () => (await house.modules.access.doorkeeper.whoIs(agent.token)).queueIds;
    expect(await rights()).toEqual([]);
    await admin.ask('PUT', `/users/${agent.user.id}`, { queueIds: [id], allTicket: 'enabled' });
    expect(await rights()).toEqual([id]);
    expect([...(await house.modules.access.doorkeeper.whoIs(agent.token)).flags]).toContain('allTicket');
    await admin.ask('DELETE', `/queue/${id}`);
    expect(await rights()).toEqual([]);
  });
});

describe('the rooms of an open socket', () => {
  /** A live side of its own, whose tags are told to one queue each, so that rooms can be heard. */
  async function aLiveSide(
    recognise = house.modules.access.doorkeeper.recognise.bind(house.modules.access.doorkeeper),
  ) {
    const server = createServer();
    const live = createLive({
      server,
      recognise,
      isCompany: async () => true,
      heartbeat: async () => {},
      conversation: async () => undefined,
      presence: createPresence({ say: () => {}, changed: () => {}, now: () => Date.now() }),
      missed: async () => [],
      newest: async () => START,
      tellings: async (_, events) =>
        events.map(({ event }) =>
          event.is === 'tag.removed'
            ? [
                {
                  topic: 'tag',
                  to: [event.tagId === 0 ? 'company' : { queue: event.tagId }],
                  told: { action: 'delete', tagId: event.tagId || 1 },
                },
              ]
            : [],
        ),
      now: () => Date.now(),
      failed: () => {},
      connected: () => {},
      disconnected: () => {},
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const logged = (companyId: number, event: DomainEvent): LoggedEvent => ({ companyId, event, place: START });
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      live,
      tellQueue: (companyId: number, queueId: number) =>
        live.tell(companyId, [logged(companyId, { is: 'tag.removed', tagId: queueId })], async () => {}),
      tellAll: (companyId: number) =>
        live.tell(companyId, [logged(companyId, { is: 'tag.removed', tagId: 0 })], async () => {}),
      happens: async (companyId: number, event: DomainEvent) => sockets(house.modules, live)(logged(companyId, event)),
      close: () => live.close(),
    };
  }

  it('follow the queues of the person: nothing more comes from one that was left [SK-06] [RB-07]', async () => {
    const admin = await house.anAdmin();
    const { companyId } = admin;
    const { id } = (await admin.ask('POST', '/queue', { name: 'Suporte', color: '#404040' })).json();
    const agent = await house.anAgent(companyId, { queueIds: [id] });
    const side = await aLiveSide();
    const screen = await aScreen(side, agent);
    await side.tellQueue(companyId, id);
    expect(await screen.hears('tag')).toEqual({ action: 'delete', tagId: id });

    await admin.ask('PUT', `/users/${agent.user.id}`, { queueIds: [] });
    await side.happens(companyId, { is: 'user.saved', userId: agent.user.id, isNew: false });
    await side.tellQueue(companyId, id);
    await side.tellAll(companyId);
    await screen.hears('tag', (told) => 'tagId' in told && told.tagId === 1);
    expect(screen.allOf('tag')).toHaveLength(2);

    await admin.ask('PUT', `/users/${agent.user.id}`, { queueIds: [id] });
    await side.happens(companyId, { is: 'user.saved', userId: agent.user.id, isNew: false });
    await side.tellQueue(companyId, id);
    await side.tellAll(companyId);
    await screen.hears('tag', () => screen.allOf('tag').length === 4);

    await admin.ask('DELETE', `/queue/${id}`);
    await side.happens(companyId, { is: 'queue.removed', queueId: id });
    await side.tellQueue(companyId, id);
    await side.tellAll(companyId);
    await screen.hears('tag', () => screen.allOf('tag').length === 5);

    await admin.ask('DELETE', `/users/${agent.user.id}`);
    await side.happens(companyId, { is: 'user.removed', userId: agent.user.id });
    await screen.closes();
    await side.close();
  });

  it('are none when the session ended while the socket was opening [SK-08]', async () => {
    const admin = await house.anAdmin();
    const { doorkeeper } = house.modules.access;
    const side = await aLiveSide(async (token) => {
      const known = await doorkeeper.recognise(token);
      // Between being recognised and being there: nobody can close a socket that is not open yet.
      await admin.ask('DELETE', '/auth/logout');
      side.live.endSessions(admin.companyId, [admin.sessionId]);
      return known;
    });
    const socket = aSocket(side, admin.companyId, { auth: { token: admin.token } });
    await new Promise((resolve) => socket.on('disconnect', resolve));
    expect((await admin.ask('GET', '/auth/me')).statusCode).toBe(401);
    await side.close();
  });
});

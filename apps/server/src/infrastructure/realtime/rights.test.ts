import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { assertMaxDuration } from '../../../test/case-counts.ts';
import { openSocket, createSocket } from '../../../test/sockets.ts';
import { updateSockets } from '../../wiring/event-handlers.ts';
import { roomNames, roomOf } from '../../wiring/sockets/rooms.ts';
import type { DomainEvent } from '@balcao/domain/events/catalogue';
import { START, type LoggedEvent } from '../events/event-log.store.ts';
import { createSocketServer } from './socket-server.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ open: true });
});
afterAll(() => testServer.stop());

describe('a changed permission', () => {
  it('applies to the next request and the next message: a former admin receives what agents receive [RB-07]', async () => {
    const first = await testServer.createAdmin();
    const second = await testServer.createAgent(first.companyId, { profile: 'admin' });
    const before = await openSocket(testServer, second);
    expect((await second.request('POST', '/queue', { name: 'Ainda posso', color: '#101010' })).statusCode).toBe(200);
    const startedAt = performance.now();
    await first.request('PUT', `/users/${second.user.id}`, { profile: 'user' });
    expect((await second.request('POST', '/queue', { name: 'Não posso', color: '#202020' })).statusCode).toBe(401);
    await before.closes();
    assertMaxDuration('RB-07', 1_000, startedAt);

    const again = await testServer.signIn(second.email);
    const after = await openSocket(testServer, again);
    expect((await again.request('POST', '/queue', { name: 'Não posso', color: '#202020' })).statusCode).toBe(403);
    await first.request('PUT', `/users/${first.user.id}`, { farewellMessage: 'só para administradores' });
    const payload = await after.waitFor(
      'user',
      (candidate) => 'user' in candidate && candidate.user.id === first.user.id,
    );
    expect(payload).toEqual({
      action: 'update',
      user: { id: first.user.id, name: first.user.name, online: true, paused: false, queues: [] },
    });
    after.close();
  });

  it('of a queue applies to the next request without a new session [RB-07]', async () => {
    const admin = await testServer.createAdmin();
    const agent = await testServer.createAgent(admin.companyId);
    const { id } = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#303030' })).json();
    const rights = async () => (await testServer.modules.access.authenticator.authenticate(agent.token)).queueIds;
    expect(await rights()).toEqual([]);
    await admin.request('PUT', `/users/${agent.user.id}`, { queueIds: [id], allTicket: 'enabled' });
    expect(await rights()).toEqual([id]);
    expect([...(await testServer.modules.access.authenticator.authenticate(agent.token)).flags]).toContain('allTicket');
    await admin.request('DELETE', `/queue/${id}`);
    expect(await rights()).toEqual([]);
  });
});

describe('the rooms of an open socket', () => {
  /** A socket server that publishes each removed tag to one queue, so that the test can observe the rooms. */
  async function startSocketServer(
    authenticate = testServer.modules.access.authenticator.authenticateSocket.bind(
      testServer.modules.access.authenticator,
    ),
  ) {
    const server = createServer();
    const live = createSocketServer({
      server,
      authenticate,
      verify: testServer.modules.access.authenticator.verify,
      hostOf: ({ headers }) => headers.host,
      heartbeat: async () => {},
      isOverdue: testServer.modules.access.authenticator.isOverdue,
      loadActors: testServer.modules.access.authenticator.loadCurrent,
      rooms: roomNames,
      conversations: {
        listen: () => {},
        enter: () => {},
        exit: () => {},
        refresh: async () => {},
        onTicketMoved: async () => {},
      },
      missed: async () => [],
      newest: async () => START,
      buildMessages: async (_, events) =>
        events.map(({ event }) =>
          event.type === 'tag.removed'
            ? [
                {
                  topic: 'tag',
                  to: [roomOf(event.tagId === 0 ? 'company' : { queue: event.tagId })],
                  payload: { action: 'delete', tagId: event.tagId || 1 },
                },
              ]
            : [],
        ),
      now: () => Date.now(),
      onError: () => {},
      connected: () => {},
      disconnected: () => {},
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const logged = (companyId: number, event: DomainEvent): LoggedEvent => ({
      companyId,
      event,
      cursor: START,
      at: new Date(),
    });
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      live,
      publishToQueue: (companyId: number, queueId: number) =>
        live.publish(companyId, [logged(companyId, { type: 'tag.removed', tagId: queueId })], async () => {}),
      publishToCompany: (companyId: number) =>
        live.publish(companyId, [logged(companyId, { type: 'tag.removed', tagId: 0 })], async () => {}),
      applyEvent: async (companyId: number, event: DomainEvent) =>
        updateSockets(testServer.modules, live)(logged(companyId, event)),
      close: () => live.close(),
    };
  }

  it('follow the queues of the user: nothing more is received from a queue that was left [SK-06] [RB-07]', async () => {
    const admin = await testServer.createAdmin();
    const { companyId } = admin;
    const { id } = (await admin.request('POST', '/queue', { name: 'Suporte', color: '#404040' })).json();
    const agent = await testServer.createAgent(companyId, { queueIds: [id] });
    const sockets = await startSocketServer();
    const screen = await openSocket(sockets, agent);
    await sockets.publishToQueue(companyId, id);
    expect(await screen.waitFor('tag')).toEqual({ action: 'delete', tagId: id });

    await admin.request('PUT', `/users/${agent.user.id}`, { queueIds: [] });
    await sockets.applyEvent(companyId, { type: 'user.saved', userId: agent.user.id, isNew: false });
    await sockets.publishToQueue(companyId, id);
    await sockets.publishToCompany(companyId);
    await screen.waitFor('tag', (payload) => 'tagId' in payload && payload.tagId === 1);
    expect(screen.allOf('tag')).toHaveLength(2);

    await admin.request('PUT', `/users/${agent.user.id}`, { queueIds: [id] });
    await sockets.applyEvent(companyId, { type: 'user.saved', userId: agent.user.id, isNew: false });
    await sockets.publishToQueue(companyId, id);
    await sockets.publishToCompany(companyId);
    await screen.waitFor('tag', () => screen.allOf('tag').length === 4);

    await admin.request('DELETE', `/queue/${id}`);
    await sockets.applyEvent(companyId, { type: 'queue.removed', queueId: id });
    await sockets.publishToQueue(companyId, id);
    await sockets.publishToCompany(companyId);
    await screen.waitFor('tag', () => screen.allOf('tag').length === 5);

    await admin.request('DELETE', `/users/${agent.user.id}`);
    await sockets.applyEvent(companyId, { type: 'user.removed', userId: agent.user.id });
    await screen.closes();
    await sockets.close();
  });

  it('are refreshed with one read for all sockets; those of an ended session are closed [F-M3]', async () => {
    const admin = await testServer.createAdmin();
    const { companyId } = admin;
    const agents = await Promise.all([0, 1].map(() => testServer.createAgent(companyId)));
    const sockets = await startSocketServer();
    const users = [admin, ...agents];
    const screens = await Promise.all(users.flatMap((user) => [openSocket(sockets, user), openSocket(sockets, user)]));
    const loads: string[][] = [];
    await sockets.live.refreshRooms(companyId, roomOf('company'), async (sessionIds) => {
      loads.push(sessionIds);
      const remaining = sessionIds.filter((id) => id !== agents[0]!.sessionId);
      return testServer.modules.access.authenticator.loadCurrent(companyId, remaining);
    });
    expect(loads).toHaveLength(1);
    expect(new Set(loads[0])).toEqual(new Set(users.map(({ sessionId }) => sessionId)));
    await Promise.all(screens.slice(2, 4).map((screen) => screen.closes()));
    expect(screens.map((screen) => screen.isClosed())).toEqual([false, false, true, true, false, false]);
    await sockets.close();
  });

  it('of a company are left when its due date passes, and joined again when it has paid', async () => {
    const admin = await testServer.createAdmin();
    const { companyId } = admin;
    const sockets = await startSocketServer();
    const screen = await openSocket(sockets, admin);
    const neighbor = await openSocket(sockets, await testServer.createAdmin());
    await sockets.live.checkSubscriptions();
    await sockets.publishToCompany(companyId);
    await screen.waitFor('tag');

    // Without an event, as time passes.
    const setDueDate = async (date: string) => {
      await testServer.asOwner.query(`update companies set due_date = ${date} where company_id = $1`, [companyId]);
      testServer.modules.access.authenticator.invalidateCompany(companyId);
    };
    await setDueDate(`now() - interval '1 minute'`);
    await sockets.live.checkSubscriptions();
    await sockets.publishToCompany(companyId);
    await setDueDate(`now() + interval '1 month'`);
    await sockets.live.checkSubscriptions();
    await sockets.publishToQueue(companyId, 0);
    await screen.waitFor('tag', () => screen.allOf('tag').length === 2);
    expect([screen.isClosed(), neighbor.isClosed(), screen.allOf('tag').length]).toEqual([false, false, 2]);
    await sockets.close();
  });

  it('are left when the session ends during the handshake [SK-08]', async () => {
    const admin = await testServer.createAdmin();
    const { authenticator } = testServer.modules.access;
    const sockets = await startSocketServer(async (token) => {
      const session = await authenticator.authenticateSocket(token);
      // Ends the session after the authentication, before the socket is open and can be closed.
      await admin.request('DELETE', '/auth/logout');
      sockets.live.endSessions(admin.companyId, [admin.sessionId]);
      return session;
    });
    const socket = createSocket(sockets, admin.companyId, { auth: { token: admin.token } });
    await new Promise((resolve) => socket.on('disconnect', resolve));
    expect((await admin.request('GET', '/auth/me')).statusCode).toBe(401);
    await sockets.close();
  });
});

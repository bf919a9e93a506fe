import { HEARTBEAT_MS } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import type { Caller } from '../../../test/users.ts';
import { openSocket, drainEvents, type TestSocket } from '../../../test/sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

const MINUTE = 60_000;
const sweep = () => server.modules.access.presence.sweep();
/** Presence changes of this user that the socket received, in order. */
const onlineUpdatesOf = (screen: TestSocket, id: number) =>
  screen.allOf('user').flatMap((payload) => ('user' in payload && payload.user.id === id ? payload.user.online : []));
/** A heartbeat has no reply, so the test waits for its database row. Heartbeats within ten seconds are not stored. */
async function sendHeartbeat(screen: TestSocket, { companyId, user }: Caller) {
  server.clock.pass(10_001);
  const before = server.clock.now();
  screen.socket.emit('userStatus');
  const isSeen = async () =>
    (
      await server.asOwner.query('select from users where company_id = $1 and id = $2 and last_seen_at >= $3', [
        companyId,
        user.id,
        before,
      ])
    ).rowCount === 1;
  await vi.waitUntil(isSeen, { timeout: 5_000, interval: 10 });
}
const waitForUpdates = (screen: TestSocket, id: number, times: number) =>
  screen.waitFor('user', () => onlineUpdatesOf(screen, id).length === times);

describe('presence', () => {
  it('ends a minute after a missed heartbeat, returns with the next one, and both changes reach admins and other users [M-315]', async () => {
    const admin = await server.createAdmin();
    const [agent, colleague] = [await server.createAgent(admin.companyId), await server.createAgent(admin.companyId)];
    const [admins, colleagues, own] = [
      await openSocket(server, admin),
      await openSocket(server, colleague),
      await openSocket(server, agent),
    ];
    await drainEvents(admin, admins, colleagues);
    const isOnline = async () => (await admin.request('GET', `/users/${agent.user.id}`)).json().online;
    expect(await isOnline()).toBe(true);

    server.clock.pass(HEARTBEAT_MS + MINUTE - 30_000);
    await sendHeartbeat(admins, admin);
    await sendHeartbeat(colleagues, colleague);
    await sweep();
    expect(await isOnline()).toBe(true);
    server.clock.pass(20_000);
    await sweep();
    expect(await isOnline()).toBe(false);
    for (const screen of [admins, colleagues]) await waitForUpdates(screen, agent.user.id, 1);
    expect(colleagues.allOf('user').at(-1)).toEqual({
      action: 'update',
      user: { id: agent.user.id, name: agent.user.name, online: false, paused: false, queues: [] },
    });
    expect(admins.allOf('user').at(-1)).toMatchObject({
      user: { id: agent.user.id, email: agent.email, online: false },
    });

    await sweep();
    await sendHeartbeat(own, agent);
    for (const screen of [admins, colleagues]) {
      await waitForUpdates(screen, agent.user.id, 2);
      expect(onlineUpdatesOf(screen, agent.user.id)).toEqual([false, true]);
    }
    expect(await isOnline()).toBe(true);
    for (const screen of [admins, colleagues, own]) screen.close();
  });

  it('ends at once after a sign-out', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const admins = await openSocket(server, admin);
    await drainEvents(admin, admins);
    await agent.request('DELETE', '/auth/logout');
    await waitForUpdates(admins, agent.user.id, 1);
    expect(onlineUpdatesOf(admins, agent.user.id)).toEqual([false]);
    admins.close();
  });

  it('is published once while heartbeats continue', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const [admins, own] = [await openSocket(server, admin), await openSocket(server, agent)];
    await drainEvents(admin, admins);
    for (let n = 0; n < 5; n++) await sendHeartbeat(own, agent);
    await agent.request('POST', '/tags', { name: 'Depois dos batimentos' });
    await admins.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === 'Depois dos batimentos');
    expect(onlineUpdatesOf(admins, agent.user.id)).toEqual([]);
    for (const screen of [admins, own]) screen.close();
  });

  it('is stored once for many heartbeats of a user within ten seconds [F-M2]', async () => {
    const admin = await server.createAdmin();
    const screens = [await openSocket(server, admin), await openSocket(server, admin)];
    await sendHeartbeat(screens[0]!, admin);
    const lastSeen = async () =>
      (await server.asOwner.query('select last_seen_at from users where id = $1', [admin.user.id])).rows[0]
        .last_seen_at as Date;
    const before = await lastSeen();
    server.clock.pass(1_000);
    for (let n = 0; n < 40; n++) for (const { socket } of screens) socket.emit('userStatus');
    for (const screen of screens) expect(await screen.emitWithAck('userStatus')).toBeNull();
    expect(await lastSeen()).toEqual(before);
    await sendHeartbeat(screens[1]!, admin);
    expect(+(await lastSeen())).toBeGreaterThan(+before);
    for (const screen of screens) screen.close();
  });
});

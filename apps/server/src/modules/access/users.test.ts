import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createDraft, errorOf } from './users.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('users of a company', () => {
  it('are listed by name in pages and found by name or e-mail without regard to accents [M-192] [M-197]', async () => {
    const admin = await server.createAdmin({ plan: { users: 100 } });
    for (let n = 0; n < 22; n++)
      await server.createUser(admin.companyId, { name: `Pessoa ${String(n).padStart(2, '0')}` });
    await server.createUser(admin.companyId, { name: 'Verônica Sá', email: 'vero.unica@example.com' });
    const first = (await admin.request('GET', '/users/?pageNumber=1')).json();
    const second = (await admin.request('GET', '/users?pageNumber=2')).json();
    expect([first.users.length, first.hasMore, first.count, second.users.length, second.hasMore]).toEqual([
      20,
      true,
      24,
      4,
      false,
    ]);
    const names = [...first.users, ...second.users].map((user: { name: string }) => user.name);
    expect(names).toEqual(names.toSorted());
    expect(new Set([...first.users, ...second.users].map((user: { id: number }) => user.id)).size).toBe(24);
    for (const search of ['veronica', 'VERÔNICA S', 'vero.unica@']) {
      const found = (await admin.request('GET', `/users?searchParam=${encodeURIComponent(search)}`)).json();
      expect([found.count, found.users[0].email]).toEqual([1, 'vero.unica@example.com']);
    }
    for (const sign of ['%', '_', '\\'])
      expect((await admin.request('GET', `/users?searchParam=${encodeURIComponent(sign)}`)).json().count).toBe(0);
    expect((await admin.request('GET', '/users/list')).json()).toHaveLength(24);
  });

  it('are shown in brief to other users and in full to admins and themselves', async () => {
    const admin = await server.createAdmin();
    const queue = (await admin.request('POST', '/queue', { name: 'Suporte', color: '#0000AA' })).json();
    const agent = await server.createAgent(admin.companyId, { queueIds: [queue.id] });
    // The author of a queue is in it.
    const queues = [{ id: queue.id, name: 'Suporte', color: '#0000AA' }];
    const brief = { id: admin.user.id, name: admin.user.name, online: true, paused: false, queues };
    expect((await agent.request('GET', `/users/${admin.user.id}`)).json()).toEqual(brief);
    const { users, limit } = (await agent.request('GET', '/users')).json();
    expect(users).toContainEqual(brief);
    expect(users).toContainEqual(expect.objectContaining({ id: agent.user.id, email: agent.email, profile: 'user' }));
    expect(limit).toBeUndefined();
    expect((await agent.request('GET', '/users/list')).json()).toContainEqual(brief);
    expect((await admin.request('GET', '/users/list')).json()).toContainEqual({
      id: agent.user.id,
      name: agent.user.name,
      online: true,
      paused: false,
      email: agent.email,
      queues: [{ id: queue.id, name: 'Suporte', color: '#0000AA' }],
    });
    expect((await admin.request('GET', `/users/${agent.user.id}`)).json()).toMatchObject({
      email: agent.email,
      startWork: '00:00',
    });
  });

  it('are not visible to other companies [M-018]', async () => {
    const ownAdmin = await server.createAdmin();
    const agent = await server.createUser(ownAdmin.companyId);
    const otherCompanyAdmin = await server.createAdmin();
    const path = `/users/${agent.userId}`;
    for (const answer of [
      await otherCompanyAdmin.request('GET', path),
      await otherCompanyAdmin.request('PUT', path, { name: 'Roubado' }),
      await otherCompanyAdmin.request('DELETE', path),
      await otherCompanyAdmin.request('PUT', `/users/toggleChangeWidht/${agent.userId}`, {
        defaultTicketsManagerWidth: 500,
      }),
    ]) {
      expect(errorOf(answer)).toEqual([404, 'ERR_NO_USER_FOUND']);
    }
    expect((await otherCompanyAdmin.request('GET', '/users')).json().count).toBe(1);
    expect((await server.signIn(agent.email)).user.name).not.toBe('Roubado');
  });

  it('are created, updated and removed by admins only', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId, {
      showDashboard: 'enabled',
      allowConnections: 'enabled',
      allowRealTime: 'enabled',
    });
    for (const answer of [
      await agent.request('POST', '/users', createDraft()),
      await agent.request('PUT', `/users/${admin.user.id}`, { name: 'Outro nome' }),
      await agent.request('DELETE', `/users/${admin.user.id}`),
      await agent.request('DELETE', `/users/${agent.user.id}`),
    ]) {
      expect(errorOf(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { PASSWORD } from '../../../test/people.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse();
});
afterAll(() => house.stop());

const refusal = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
let made = 0;
const aDraft = (more: object = {}) => ({
  name: 'Bia Prado',
  email: `bia${++made}@example.com`,
  password: PASSWORD,
  ...more,
});

describe('the people of a company', () => {
  it('come page by page in order of name, found by name or e-mail, accents aside [M-192] [M-197]', async () => {
    const admin = await house.anAdmin({ plan: { users: 100 } });
    for (let n = 0; n < 22; n++) await house.aUser(admin.companyId, { name: `Pessoa ${String(n).padStart(2, '0')}` });
    await house.aUser(admin.companyId, { name: 'Verônica Sá', email: 'vero.unica@example.com' });
    const first = (await admin.ask('GET', '/users/?pageNumber=1')).json();
    const second = (await admin.ask('GET', '/users?pageNumber=2')).json();
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
      const found = (await admin.ask('GET', `/users?searchParam=${encodeURIComponent(search)}`)).json();
      expect([found.count, found.users[0].email]).toEqual([1, 'vero.unica@example.com']);
    }
    for (const sign of ['%', '_', '\\'])
      expect((await admin.ask('GET', `/users?searchParam=${encodeURIComponent(sign)}`)).json().count).toBe(0);
    expect((await admin.ask('GET', '/users/list')).json()).toHaveLength(24);
  });

  it('are known to colleagues by name, presence and queues, and in full to admins and themselves', async () => {
    const admin = await house.anAdmin();
    const queue = (await admin.ask('POST', '/queue', { name: 'Suporte', color: '#0000AA' })).json();
    const agent = await house.anAgent(admin.companyId, { queueIds: [queue.id] });
    const brief = { id: admin.user.id, name: admin.user.name, online: true, paused: false, queues: [] };
    expect((await agent.ask('GET', `/users/${admin.user.id}`)).json()).toEqual(brief);
    const { users, limit } = (await agent.ask('GET', '/users')).json();
    expect(users).toContainEqual(brief);
    expect(users).toContainEqual(expect.objectContaining({ id: agent.user.id, email: agent.email, profile: 'user' }));
    expect(limit).toBeUndefined();
    expect((await agent.ask('GET', '/users/list')).json()).toContainEqual(brief);
    expect((await admin.ask('GET', '/users/list')).json()).toContainEqual({
      id: agent.user.id,
      name: agent.user.name,
      online: true,
      paused: false,
      email: agent.email,
      queues: [{ id: queue.id, name: 'Suporte', color: '#0000AA' }],
    });
    expect((await admin.ask('GET', `/users/${agent.user.id}`)).json()).toMatchObject({
      email: agent.email,
      startWork: '00:00',
    });
  });

  it('are nobody to the neighbour [M-018]', async () => {
    const ours = await house.anAdmin();
    const agent = await house.aUser(ours.companyId);
    const neighbour = await house.anAdmin();
    const path = `/users/${agent.userId}`;
    for (const answer of [
      await neighbour.ask('GET', path),
      await neighbour.ask('PUT', path, { name: 'Roubado' }),
      await neighbour.ask('DELETE', path),
      await neighbour.ask('PUT', `/users/toggleChangeWidht/${agent.userId}`, { defaultTicketsManagerWidth: 500 }),
    ]) {
      expect(refusal(answer)).toEqual([404, 'ERR_NO_USER_FOUND']);
    }
    expect((await neighbour.ask('GET', '/users')).json().count).toBe(1);
    expect((await house.signIn(agent.email)).user.name).not.toBe('Roubado');
  });

  it('are made, changed and removed by admins only', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId, {
      showDashboard: 'enabled',
      allowConnections: 'enabled',
      allowRealTime: 'enabled',
    });
    for (const answer of [
      await agent.ask('POST', '/users', aDraft()),
      await agent.ask('PUT', `/users/${admin.user.id}`, { name: 'Outro nome' }),
      await agent.ask('DELETE', `/users/${admin.user.id}`),
      await agent.ask('DELETE', `/users/${agent.user.id}`),
    ]) {
      expect(refusal(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    }
  });
});

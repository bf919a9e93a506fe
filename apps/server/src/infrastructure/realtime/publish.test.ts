import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { PASSWORD } from '../../../test/users.ts';
import { assertMaxDuration } from '../../../test/case-counts.ts';
import { createTeam, openSocket, drainEvents, type Team } from '../../../test/sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

describe('audience of messages', () => {
  it('is every user of the company for tags, and no user of another company [M-018]', async () => {
    const own = await createTeam(server);
    const other = await createTeam(server);
    const bothReceive = (action: string) =>
      Promise.all(
        [own.admins, own.agents].map((screen) => screen.waitFor('tag', (payload) => payload.action === action)),
      );
    const { id } = (await own.admin.request('POST', '/tags', { name: 'Nossa' })).json();
    await bothReceive('create');
    await own.admin.request('PUT', `/tags/${id}`, { name: 'Nossa ainda' });
    await bothReceive('update');
    await own.admin.request('DELETE', `/tags/${id}`);
    await bothReceive('delete');
    for (const screen of [own.admins, own.agents]) expect(screen.allOf('tag')).toHaveLength(3);
    // Their own message comes later: ours would have arrived before it.
    await other.admin.request('POST', '/tags', { name: 'Deles' });
    for (const screen of [other.admins, other.agents]) {
      await screen.waitFor('tag');
      expect(screen.frames.join()).not.toContain('Nossa');
      expect(screen.allOf('tag')).toHaveLength(1);
    }
    own.close();
    other.close();
  });

  it('admins and the user receive the whole user record, colleagues a short one [SK-05]', async () => {
    const office = await createTeam(server);
    const { admin, agent, admins, agents } = office;
    const other = await server.createAgent(admin.companyId);
    const others = await openSocket(server, other);
    await drainEvents(admin, admins, agents, others);
    await admin.request('PUT', `/users/${agent.user.id}`, { name: 'Nome novo', farewellMessage: 'Tchau!' });
    const full = expect.objectContaining({
      id: agent.user.id,
      name: 'Nome novo',
      email: agent.email,
      profile: 'user',
      farewellMessage: 'Tchau!',
    });
    const isIt = (payload: object) => 'user' in payload && (payload.user as { name: string }).name === 'Nome novo';
    expect(await admins.waitFor('user', isIt)).toEqual({ action: 'update', user: full });
    expect(await agents.waitFor('user', isIt)).toEqual({ action: 'update', user: full });
    expect(await others.waitFor('user', isIt)).toEqual({
      action: 'update',
      user: { id: agent.user.id, name: 'Nome novo', online: true, paused: false, queues: [] },
    });
    expect(others.frames.join()).not.toContain(agent.email);

    const created = (
      await admin.request('POST', '/users', {
        name: 'Recém-chegada',
        email: 'nova.colega@example.com',
        password: PASSWORD,
      })
    ).json();
    expect(await others.waitFor('user', (payload) => payload.action === 'create')).toEqual({
      action: 'create',
      user: { id: created.id, name: 'Recém-chegada', online: false, paused: false, queues: [] },
    });
    await admin.request('DELETE', `/users/${created.id}`);
    for (const screen of [admins, agents, others])
      expect(await screen.waitFor('user', (payload) => payload.action === 'delete')).toEqual({
        action: 'delete',
        userId: created.id,
      });
    others.close();
    office.close();
  });

  it('frames contain no password, token, hash or secret [SK-05]', async () => {
    const owner = await server.createSuperUser();
    const office = await createTeam(server);
    const { admin, agent, admins, agents } = office;
    const secrets = [
      'Senha-nova-do-dia-9',
      'canary-asaas-1234567890',
      admin.token,
      agent.token,
      admin.cookie.split('=')[1]!,
      agent.cookie.split('=')[1]!,
    ];
    await owner.request('PUT', '/settings/asaastoken', { value: secrets[1] });
    const queue = (
      await admin.request('POST', '/queue', { name: 'Do dia', color: '#010203', greetingMessage: 'Oi' })
    ).json();
    // An event of a queue that is gone when it is published is not sent.
    await admins.waitFor('queue', (payload) => 'queue' in payload && payload.queue.name === 'Do dia');
    await admin.request('PUT', `/users/${agent.user.id}`, { queueIds: [queue.id], allTicket: 'enabled' });
    await agent.request('PUT', `/users/${agent.user.id}`, { password: secrets[0], name: 'Agente do dia' });
    await admin.request('PUT', '/companySettings', { column: 'lgpdLink', data: 'https://example.com' });
    await admin.request('DELETE', `/queue/${queue.id}`);
    await agent.request('POST', '/tags', { name: 'Fim do dia' });
    for (const screen of [admins, agents])
      await screen.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === 'Fim do dia');
    const frames = [...admins.frames, ...agents.frames].join('\n');
    expect(frames).toContain('Do dia');
    for (const secret of secrets) expect(frames).not.toContain(secret);
    expect(frames).not.toMatch(/argon2|password|hash|tokenVersion|secret|canary/i);
    expect(agents.frames.join()).not.toContain(admin.email);
    office.close();
  });
});

describe('end of a session', () => {
  it('sends the reason to the sockets of that session only and closes them within a second [AU-09] [SK-08]', async () => {
    const office = await createTeam(server);
    const { agent, agents, admins } = office;
    const secondTab = await openSocket(server, agent);
    const startedAt = performance.now();
    const elsewhere = await server.signIn(agent.email);
    for (const tab of [agents, secondTab]) {
      expect(await tab.waitFor('auth')).toEqual({
        action: 'update',
        user: { id: agent.user.id, companyId: agent.companyId },
        sessionId: elsewhere.sessionId,
      });
      await tab.closes();
    }
    assertMaxDuration('AU-09', 1_000, startedAt);
    expect((await agent.request('GET', '/auth/me')).statusCode).toBe(401);
    const newTab = await openSocket(server, elsewhere);
    await elsewhere.request('POST', '/tags', { name: 'Depois' });
    await Promise.all([admins, newTab].map((screen) => screen.waitFor('tag')));
    expect([admins.isClosed(), newTab.isClosed(), admins.allOf('auth')]).toEqual([false, false, []]);
    // The new session may receive a message about itself, never about another one.
    expect(newTab.allOf('auth').filter((payload) => payload.sessionId !== elsewhere.sessionId)).toEqual([]);
    newTab.close();
    office.close();
  });

  it.each([
    ['signing out', (team: Team) => team.agent.request('DELETE', '/auth/logout')],
    ['signing out everywhere', (team: Team) => team.agent.request('DELETE', '/auth/sessions')],
    [
      'a new password',
      (team: Team) => team.admin.request('PUT', `/users/${team.agent.user.id}`, { password: 'Outra-senha-2' }),
    ],
    [
      'another profile',
      (team: Team) => team.admin.request('PUT', `/users/${team.agent.user.id}`, { profile: 'admin' }),
    ],
    ['a removal', (team: Team) => team.admin.request('DELETE', `/users/${team.agent.user.id}`)],
  ])('by %s closes only its own socket, within a second [AU-10] [SK-08]', async (how, end) => {
    const office = await createTeam(server);
    const startedAt = performance.now();
    expect((await end(office)).statusCode).toBe(200);
    await office.agents.closes();
    assertMaxDuration(`AU-10 by ${how}`, 1_000, startedAt);
    expect(office.admins.isClosed()).toBe(false);
    office.close();
  });
});

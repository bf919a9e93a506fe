import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { PASSWORD } from '../../../test/people.ts';
import { tookAtMost } from '../../../test/proof.ts';
import { anOffice, aScreen, calm, type Office } from '../../../test/screens.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

describe('who is told what', () => {
  it('everybody of the company hears of tags, queues and settings, nobody of the neighbour’s does [M-018]', async () => {
    const ours = await anOffice(house);
    const theirs = await anOffice(house);
    const heard = (action: string) =>
      Promise.all([ours.admins, ours.agents].map((screen) => screen.hears('tag', (told) => told.action === action)));
    const { id } = (await ours.admin.ask('POST', '/tags', { name: 'Nossa' })).json();
    await heard('create');
    await ours.admin.ask('PUT', `/tags/${id}`, { name: 'Nossa ainda' });
    await heard('update');
    await ours.admin.ask('DELETE', `/tags/${id}`);
    await heard('delete');
    for (const screen of [ours.admins, ours.agents]) expect(screen.allOf('tag')).toHaveLength(3);
    // A telling of their own comes after: by then ours would have come too.
    await theirs.admin.ask('POST', '/tags', { name: 'Deles' });
    for (const screen of [theirs.admins, theirs.agents]) {
      await screen.hears('tag');
      expect(screen.frames.join()).not.toContain('Nossa');
      expect(screen.allOf('tag')).toHaveLength(1);
    }
    ours.close();
    theirs.close();
  });

  it('admins get users in full, colleagues what colleagues may know, the person itself everything [SK-05]', async () => {
    const office = await anOffice(house);
    const { admin, agent, admins, agents } = office;
    const other = await house.anAgent(admin.companyId);
    const others = await aScreen(house, other);
    await calm(admin, admins, agents, others);
    await admin.ask('PUT', `/users/${agent.user.id}`, { name: 'Nome novo', farewellMessage: 'Tchau!' });
    const full = expect.objectContaining({
      id: agent.user.id,
      name: 'Nome novo',
      email: agent.email,
      profile: 'user',
      farewellMessage: 'Tchau!',
    });
    const isIt = (told: object) => 'user' in told && (told.user as { name: string }).name === 'Nome novo';
    expect(await admins.hears('user', isIt)).toEqual({ action: 'update', user: full });
    expect(await agents.hears('user', isIt)).toEqual({ action: 'update', user: full });
    expect(await others.hears('user', isIt)).toEqual({
      action: 'update',
      user: { id: agent.user.id, name: 'Nome novo', online: true, paused: false, queues: [] },
    });
    expect(others.frames.join()).not.toContain(agent.email);

    const made = (
      await admin.ask('POST', '/users', { name: 'Recém-chegada', email: 'nova.colega@example.com', password: PASSWORD })
    ).json();
    expect(await others.hears('user', (told) => told.action === 'create')).toEqual({
      action: 'create',
      user: { id: made.id, name: 'Recém-chegada', online: false, paused: false, queues: [] },
    });
    await admin.ask('DELETE', `/users/${made.id}`);
    for (const screen of [admins, agents, others])
      expect(await screen.hears('user', (told) => told.action === 'delete')).toEqual({
        action: 'delete',
        userId: made.id,
      });
    others.close();
    office.close();
  });

  it('a day’s frames hold no password, token, hash or secret [SK-05]', async () => {
    const owner = await house.aSuper();
    const office = await anOffice(house);
    const { admin, agent, admins, agents } = office;
    const secrets = [
      'Senha-nova-do-dia-9',
      'canary-asaas-1234567890',
      admin.token,
      agent.token,
      admin.cookie.split('=')[1]!,
      agent.cookie.split('=')[1]!,
    ];
    await owner.ask('PUT', '/settings/asaastoken', { value: secrets[1] });
    const queue = (
      await admin.ask('POST', '/queue', { name: 'Do dia', color: '#010203', greetingMessage: 'Oi' })
    ).json();
    await admin.ask('PUT', `/users/${agent.user.id}`, { queueIds: [queue.id], allTicket: 'enabled' });
    await agent.ask('PUT', `/users/${agent.user.id}`, { password: secrets[0], name: 'Agente do dia' });
    await admin.ask('PUT', '/companySettings', { column: 'lgpdLink', data: 'https://example.com' });
    await admin.ask('DELETE', `/queue/${queue.id}`);
    await agent.ask('POST', '/tags', { name: 'Fim do dia' });
    for (const screen of [admins, agents])
      await screen.hears('tag', (told) => 'tag' in told && told.tag.name === 'Fim do dia');
    const frames = [...admins.frames, ...agents.frames].join('\n');
    expect(frames).toContain('Do dia');
    for (const secret of secrets) expect(frames).not.toContain(secret);
    expect(frames).not.toMatch(/argon2|password|hash|tokenVersion|secret|canary/i);
    expect(agents.frames.join()).not.toContain(admin.email);
    office.close();
  });
});

describe('a session that ends', () => {
  it('is told why on its own screens only, and they are closed within a second [AU-09] [SK-08]', async () => {
    const office = await anOffice(house);
    const { agent, agents, admins } = office;
    const secondTab = await aScreen(house, agent);
    const startedAt = performance.now();
    const elsewhere = await house.signIn(agent.email);
    for (const tab of [agents, secondTab]) {
      expect(await tab.hears('auth')).toEqual({
        action: 'update',
        user: { id: agent.user.id, companyId: agent.companyId },
        sessionId: elsewhere.sessionId,
      });
      await tab.closes();
    }
    tookAtMost('AU-09', 1_000, startedAt);
    expect((await agent.ask('GET', '/auth/me')).statusCode).toBe(401);
    const newTab = await aScreen(house, elsewhere);
    await elsewhere.ask('POST', '/tags', { name: 'Depois' });
    await Promise.all([admins, newTab].map((screen) => screen.hears('tag')));
    expect([admins.isClosed(), newTab.isClosed(), admins.allOf('auth')]).toEqual([false, false, []]);
    // It may hear of itself; it is never told of another.
    expect(newTab.allOf('auth').filter((told) => told.sessionId !== elsewhere.sessionId)).toEqual([]);
    newTab.close();
    office.close();
  });

  it.each([
    ['signing out', (who: Office) => who.agent.ask('DELETE', '/auth/logout')],
    ['signing out everywhere', (who: Office) => who.agent.ask('DELETE', '/auth/sessions')],
    [
      'a new password',
      (who: Office) => who.admin.ask('PUT', `/users/${who.agent.user.id}`, { password: 'Outra-senha-2' }),
    ],
    ['another profile', (who: Office) => who.admin.ask('PUT', `/users/${who.agent.user.id}`, { profile: 'admin' })],
    ['a removal', (who: Office) => who.admin.ask('DELETE', `/users/${who.agent.user.id}`)],
  ])('by %s closes its socket within a second, and no other [AU-10] [SK-08]', async (how, end) => {
    const office = await anOffice(house);
    const startedAt = performance.now();
    expect((await end(office)).statusCode).toBe(200);
    await office.agents.closes();
    tookAtMost(`AU-10 by ${how}`, 1_000, startedAt);
    expect(office.admins.isClosed()).toBe(false);
    office.close();
  });
});

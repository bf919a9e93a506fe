import { clientEvents, eventName, topics, type Topic } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { PASSWORD } from '../../../test/people.ts';
import { proofs, tookAtMost } from '../../../test/proof.ts';
import { aScreen, type Screen } from '../../../test/screens.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

/** A company with an admin, an agent and an open screen for each. */
async function anOffice() {
  const admin = await house.anAdmin();
  const agent = await house.anAgent(admin.companyId);
  const [admins, agents] = [await aScreen(house, admin), await aScreen(house, agent)];
  return { admin, agent, admins, agents, close: () => [admins, agents].forEach((screen) => screen.close()) };
}

describe('who is told what', () => {
  it('everybody of the company hears of tags, queues and settings, nobody of the neighbour’s does [M-018]', async () => {
    const ours = await anOffice();
    const theirs = await anOffice();
    const { id } = (await ours.admin.ask('POST', '/tags', { name: 'Nossa' })).json();
    await ours.admin.ask('PUT', `/tags/${id}`, { name: 'Nossa ainda' });
    await ours.admin.ask('DELETE', `/tags/${id}`);
    for (const screen of [ours.admins, ours.agents]) {
      await screen.hears('tag', (told) => told.action === 'delete');
      expect(screen.allOf('tag').map((told) => told.action)).toEqual(['create', 'update', 'delete']);
    }
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
    const office = await anOffice();
    const { admin, agent, admins, agents } = office;
    const other = await house.anAgent(admin.companyId);
    const others = await aScreen(house, other);
    await admin.ask('PUT', `/users/${agent.user.id}`, { name: 'Nome novo', farewellMessage: 'Tchau!' });
    const full = expect.objectContaining({ id: agent.user.id, name: 'Nome novo', email: agent.email, profile: 'user', farewellMessage: 'Tchau!' });
    const isIt = (told: object) => 'user' in told && (told.user as { name: string }).name === 'Nome novo';
    expect(await admins.hears('user', isIt)).toEqual({ action: 'update', user: full });
    expect(await agents.hears('user', isIt)).toEqual({ action: 'update', user: full });
    expect(await others.hears('user', isIt)).toEqual({ action: 'update', user: { id: agent.user.id, name: 'Nome novo', online: true, queues: [] } });
    expect(others.frames.join()).not.toContain(agent.email);

    const made = (await admin.ask('POST', '/users', { name: 'Recém-chegada', email: 'nova.colega@example.com', password: PASSWORD })).json();
    expect(await others.hears('user', (told) => told.action === 'create')).toEqual({ action: 'create', user: { id: made.id, name: 'Recém-chegada', online: false, queues: [] } });
    await admin.ask('DELETE', `/users/${made.id}`);
    for (const screen of [admins, agents, others]) expect(await screen.hears('user', (told) => told.action === 'delete')).toEqual({ action: 'delete', userId: made.id });
    others.close();
    office.close();
  });

  it('a day’s frames hold no password, token, hash or secret [SK-05]', async () => {
    const owner = await house.aSuper();
    const office = await anOffice();
    const { admin, agent, admins, agents } = office;
    const secrets = ['Senha-nova-do-dia-9', 'canary-asaas-1234567890', admin.token, agent.token, admin.cookie.split('=')[1]!, agent.cookie.split('=')[1]!];
    await owner.ask('PUT', '/settings/asaastoken', { value: secrets[1] });
    const queue = (await admin.ask('POST', '/queue', { name: 'Do dia', color: '#010203', greetingMessage: 'Oi' })).json();
    await admin.ask('PUT', `/users/${agent.user.id}`, { queueIds: [queue.id], allTicket: 'enabled' });
    await agent.ask('PUT', `/users/${agent.user.id}`, { password: secrets[0], name: 'Agente do dia' });
    await admin.ask('PUT', '/companySettings', { column: 'lgpdLink', data: 'https://example.com' });
    await admin.ask('DELETE', `/queue/${queue.id}`);
    await agent.ask('POST', '/tags', { name: 'Fim do dia' });
    for (const screen of [admins, agents]) await screen.hears('tag', (told) => 'tag' in told && told.tag.name === 'Fim do dia');
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
    const office = await anOffice();
    const { agent, agents, admins } = office;
    const secondTab = await aScreen(house, agent);
    const startedAt = performance.now();
    const elsewhere = await house.signIn(agent.email);
    for (const tab of [agents, secondTab]) {
      expect(await tab.hears('auth')).toEqual({ action: 'update', user: { id: agent.user.id, companyId: agent.companyId }, sessionId: elsewhere.sessionId });
      await tab.closes();
    }
    tookAtMost('AU-09', 1_000, startedAt);
    expect((await agent.ask('GET', '/auth/me')).statusCode).toBe(401);
    const newTab = await aScreen(house, elsewhere);
    await elsewhere.ask('POST', '/tags', { name: 'Depois' });
    await Promise.all([admins, newTab].map((screen) => screen.hears('tag')));
    expect([admins.isClosed(), newTab.isClosed(), admins.allOf('auth'), newTab.allOf('auth')]).toEqual([false, false, [], []]);
    newTab.close();
    office.close();
  });

  it.each([
    ['signing out', (who: Office) => who.agent.ask('DELETE', '/auth/logout')],
    ['signing out everywhere', (who: Office) => who.agent.ask('DELETE', '/auth/sessions')],
    ['a new password', (who: Office) => who.admin.ask('PUT', `/users/${who.agent.user.id}`, { password: 'Outra-senha-2' })],
    ['another profile', (who: Office) => who.admin.ask('PUT', `/users/${who.agent.user.id}`, { profile: 'admin' })],
    ['a removal', (who: Office) => who.admin.ask('DELETE', `/users/${who.agent.user.id}`)],
  ])('by %s closes its socket within a second, and no other [AU-10] [SK-08]', async (how, end) => {
    const office = await anOffice();
    const startedAt = performance.now();
    expect((await end(office)).statusCode).toBe(200);
    await office.agents.closes();
    tookAtMost(`AU-10 by ${how}`, 1_000, startedAt);
    expect(office.admins.isClosed()).toBe(false);
    office.close();
  });
});
type Office = Awaited<ReturnType<typeof anOffice>>;

describe('what a client asks for', () => {
  const fence = async (office: Office, screen: Screen) => {
    await office.admin.ask('POST', '/tags', { name: `Cerca ${Math.random()}` });
    await screen.hears('tag');
  };

  it('are the tabs it shows, the bell and one conversation, each answered [M-315]', async () => {
    const { agents, close } = await anOffice();
    for (const status of ['open', 'pending', 'group', 'closed', 'search']) {
      for (const word of ['joinTickets', 'leaveTickets', 'joinTicketsLeave']) expect(await agents.says(word, status)).toBeNull();
    }
    for (const word of ['joinNotification', 'leaveNotification']) expect(await agents.says(word)).toBeNull();
    expect(await agents.says('joinChatBox', '1')).toBe('ERR_NO_TICKET_FOUND');
    expect(await agents.says('joinChatBoxLeave', '1')).toBeNull();
    for (const word of clientEvents) agents.socket.emit(word);
    expect(await agents.says('joinTickets', 'open')).toBeNull();
    close();
  });

  it('never opens a room of others, whatever name it guesses [SK-03]', async () => {
    const ours = await anOffice();
    const theirs = await anOffice();
    const { companyId, sessionId, user } = theirs.agent;
    const names = ['company', 'admins', 'plain', `user:${user.id}`, `session:${sessionId}`, 'queue:1', 'tab:open', 'notification', String(companyId), `/${companyId}`, eventName(companyId, 'tag'), '', '__proto__'];
    const guesses = Array.from({ length: proofs(10_000) }, (_, n) => `${names[n % names.length]}${n}`);
    for (const name of [...names, ...guesses]) {
      expect(await ours.agents.says('joinTickets', name), name).toBe('ERR_VALIDATION');
      expect(await ours.agents.says('joinChatBox', name), name).toBe('ERR_NO_TICKET_FOUND');
    }
    for (const odd of [null, 7, {}, [], ['open'], { status: 'open' }]) expect(await ours.agents.says('joinTickets', odd)).toBe('ERR_VALIDATION');
    // Their admin's own rooms, asked for by an agent of theirs, open no more either.
    for (const name of ['admins', `user:${theirs.admin.user.id}`]) await theirs.agents.says('joinTickets', name);

    await theirs.admin.ask('POST', '/queue', { name: 'canary-fila', color: '#0a0b0c' });
    await theirs.admin.ask('PUT', '/companySettings', { column: 'lgpdMessage', data: 'canary-texto' });
    await theirs.admin.ask('PUT', `/users/${theirs.admin.user.id}`, { farewellMessage: 'canary-adeus' });
    await theirs.agents.hears('user', (told) => 'user' in told && told.user.id === theirs.admin.user.id);
    await fence(ours, ours.agents);
    expect(ours.agents.frames.join()).not.toContain('canary');
    expect(theirs.agents.frames.join()).not.toContain('canary-adeus');
    expect(theirs.agents.frames.join()).toContain('canary-fila');
    ours.close();
    theirs.close();
  });

  it('is never what only the server says: such words change nothing, and after twenty the socket is closed [SK-04]', async () => {
    const ours = await anOffice();
    const theirs = await anOffice();
    const rows = async () => (await house.asOwner.query(`select md5(string_agg(t::text, '' order by t::text)) as hash from (select u::text from users u union all select t::text from tags t union all select q::text from queues q union all select s::text from company_settings s union all select e::text from event_log e) t`)).rows;
    const before = await rows();
    const strange = (Object.keys(topics) as Topic[]).flatMap((topic) => [eventName(ours.agent.companyId, topic), eventName(theirs.agent.companyId, topic)]);
    const words = [...strange, 'reload', 'resumed', 'connect_user', 'join', 'admin', 'debug', 'error', 'message', '__proto__'];
    for (const word of words.slice(0, 19)) ours.agents.socket.emit(word, { action: 'delete', tagId: 1, user: theirs.agent.user });
    expect(await ours.agents.says('joinNotification')).toBeNull();
    ours.agents.socket.emit('one too many');
    await ours.agents.closes();
    expect(await rows()).toEqual(before);
    await fence(theirs, theirs.agents);
    expect(theirs.agents.allOf('user')).toEqual([]);
    ours.close();
    theirs.close();
  });
});

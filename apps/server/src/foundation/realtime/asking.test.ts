import { clientEvents, eventName, topics, type Topic } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { proofs } from '../../../test/proof.ts';
import { anOffice, type Office, type Screen } from '../../../test/screens.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

describe('what a client asks for', () => {
  const fence = async (office: Office, screen: Screen) => {
    await office.admin.ask('POST', '/tags', { name: `Cerca ${Math.random()}` });
    await screen.hears('tag');
  };

  it('are the tabs it shows, the bell and one conversation, each answered [M-315]', async () => {
    const { agents, close } = await anOffice(house);
    for (const status of ['open', 'pending', 'group', 'closed', 'search']) {
      for (const word of ['joinTickets', 'leaveTickets', 'joinTicketsLeave'])
        expect(await agents.says(word, status)).toBeNull();
    }
    for (const word of ['joinNotification', 'leaveNotification']) expect(await agents.says(word)).toBeNull();
    expect(await agents.says('joinChatBox', '1')).toBe('ERR_NO_TICKET_FOUND');
    expect(await agents.says('joinChatBoxLeave', '1')).toBeNull();
    for (const word of clientEvents) agents.socket.emit(word);
    expect(await agents.says('joinTickets', 'open')).toBeNull();
    close();
  });

  it('never opens a room of others, whatever name it guesses [SK-03]', async () => {
    const ours = await anOffice(house);
    const theirs = await anOffice(house);
    const { companyId, sessionId, user } = theirs.agent;
    const names = [
      'company',
      'admins',
      'plain',
      `user:${user.id}`,
      `session:${sessionId}`,
      'queue:1',
      'tab:open',
      'notification',
      String(companyId),
      `/${companyId}`,
      eventName(companyId, 'tag'),
      '',
      '__proto__',
    ];
    const guesses = Array.from({ length: proofs(10_000) }, (_, n) => `${names[n % names.length]}${n}`);
    for (const name of [...names, ...guesses]) {
      expect(await ours.agents.says('joinTickets', name), name).toBe('ERR_VALIDATION');
      // What could be a ticket's name is looked up, and only so often: see presence.test.ts.
      if (!/^\d+$/.test(name)) expect(await ours.agents.says('joinChatBox', name), name).toBe('ERR_NO_TICKET_FOUND');
    }
    for (const odd of [null, 7, {}, [], ['open'], { status: 'open' }])
      expect(await ours.agents.says('joinTickets', odd)).toBe('ERR_VALIDATION');
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
  }, 300_000);

  it('is never what only the server says: such words change nothing, and after twenty the socket is closed [SK-04]', async () => {
    const ours = await anOffice(house);
    const theirs = await anOffice(house);
    const rows = async () =>
      (
        await house.asOwner.query(
          `select md5(string_agg(t::text, '' order by t::text)) as hash from (select u::text from users u union all select t::text from tags t union all select q::text from queues q union all select s::text from company_settings s union all select e::text from event_log e) t`,
        )
      ).rows;
    const before = await rows();
    const strange = (Object.keys(topics) as Topic[]).flatMap((topic) => [
      eventName(ours.agent.companyId, topic),
      eventName(theirs.agent.companyId, topic),
    ]);
    const words = [
      ...strange,
      'reload',
      'resumed',
      'connect_user',
      'join',
      'admin',
      'debug',
      'error',
      'message',
      '__proto__',
    ];
    for (const word of words.slice(0, 19))
      ours.agents.socket.emit(word, { action: 'update', tagId: 1, user: { ...theirs.agent.user, name: 'canary' } });
    expect(await ours.agents.says('joinNotification')).toBeNull();
    ours.agents.socket.emit('one too many');
    await ours.agents.closes();
    expect(await rows()).toEqual(before);
    await fence(theirs, theirs.agents);
    expect(theirs.agents.frames.join()).not.toContain('canary');
    ours.close();
    theirs.close();
  });
});

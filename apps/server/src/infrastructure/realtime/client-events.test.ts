import { clientEvents, eventName, topics, type Topic } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { caseCounts } from '../../../test/case-counts.ts';
import { createTeam, type Team, type TestSocket } from '../../../test/sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

describe('client events', () => {
  const fence = async (office: Team, screen: TestSocket) => {
    await office.admin.request('POST', '/tags', { name: `Cerca ${Math.random()}` });
    await screen.waitFor('tag');
  };

  it('for tabs, notifications and conversations are acknowledged [M-315]', async () => {
    const { agents, close } = await createTeam(server);
    for (const status of ['open', 'pending', 'group', 'closed', 'search']) {
      for (const event of ['joinTickets', 'leaveTickets', 'joinTicketsLeave'])
        expect(await agents.emitWithAck(event, status)).toBeNull();
    }
    for (const event of ['joinNotification', 'leaveNotification']) expect(await agents.emitWithAck(event)).toBeNull();
    expect(await agents.emitWithAck('joinChatBox', '1')).toBe('ERR_NO_TICKET_FOUND');
    expect(await agents.emitWithAck('joinChatBoxLeave', '1')).toBeNull();
    for (const event of clientEvents) agents.socket.emit(event);
    expect(await agents.emitWithAck('joinTickets', 'open')).toBeNull();
    close();
  });

  it('cannot join a room by guessing its name [SK-03]', async () => {
    const own = await createTeam(server);
    const other = await createTeam(server);
    const { companyId, sessionId, user } = other.agent;
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
    const guesses = Array.from({ length: caseCounts(10_000) }, (_, n) => `${names[n % names.length]}${n}`);
    for (const [n, name] of [...names, ...guesses].entries()) {
      // More than a hundred frames a second would close the socket.
      if (n % 40 === 0) server.clock.pass(1_000);
      expect(await own.agents.emitWithAck('joinTickets', name), name).toBe('ERR_VALIDATION');
      // Numbers could be ticket ids; their lookup is rate limited, see presence.test.ts.
      if (!/^\d+$/.test(name))
        expect(await own.agents.emitWithAck('joinChatBox', name), name).toBe('ERR_NO_TICKET_FOUND');
    }
    for (const value of [null, 7, {}, [], ['open'], { status: 'open' }])
      expect(await own.agents.emitWithAck('joinTickets', value)).toBe('ERR_VALIDATION');
    // An agent cannot join the rooms of an admin of the same company either.
    for (const name of ['admins', `user:${other.admin.user.id}`]) await other.agents.emitWithAck('joinTickets', name);

    await other.admin.request('POST', '/queue', { name: 'canary-fila', color: '#0a0b0c' });
    await other.admin.request('PUT', '/companySettings', { column: 'lgpdMessage', data: 'canary-texto' });
    await other.admin.request('PUT', `/users/${other.admin.user.id}`, { farewellMessage: 'canary-adeus' });
    await other.agents.waitFor('user', (payload) => 'user' in payload && payload.user.id === other.admin.user.id);
    await fence(own, own.agents);
    expect(own.agents.frames.join()).not.toContain('canary');
    expect(other.agents.frames.join()).not.toContain('canary-adeus');
    expect(other.agents.frames.join()).toContain('canary-fila');
    own.close();
    other.close();
  }, 300_000);

  it('with names of server events change nothing, and the twentieth closes the socket [SK-04]', async () => {
    const own = await createTeam(server);
    const other = await createTeam(server);
    const rows = async () =>
      (
        await server.asOwner.query(
          `select md5(string_agg(t::text, '' order by t::text)) as hash from (select u::text from users u union all select t::text from tags t union all select q::text from queues q union all select s::text from company_settings s union all select e::text from event_log e) t`,
        )
      ).rows;
    const before = await rows();
    const serverEvents = (Object.keys(topics) as Topic[]).flatMap((topic) => [
      eventName(own.agent.companyId, topic),
      eventName(other.agent.companyId, topic),
    ]);
    const events = [
      ...serverEvents,
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
    for (const event of events.slice(0, 19))
      own.agents.socket.emit(event, { action: 'update', tagId: 1, user: { ...other.agent.user, name: 'canary' } });
    expect(await own.agents.emitWithAck('joinNotification')).toBeNull();
    own.agents.socket.emit('one too many');
    await own.agents.closes();
    expect(await rows()).toEqual(before);
    await fence(other, other.agents);
    expect(other.agents.frames.join()).not.toContain('canary');
    own.close();
    other.close();
  });
});

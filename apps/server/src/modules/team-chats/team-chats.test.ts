import { randomUUID } from 'node:crypto';
import type { TeamChat, TeamChatMessage } from '@balcao/contract/endpoints/team-chats';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { openSocket } from '../../../test/sockets.ts';
import type { Caller } from '../../../test/users.ts';
import { createDb, createPool } from '../../infrastructure/db/tx.ts';
import { createTeamChats } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
  await server.work();
});
afterAll(() => server.stop());

const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];
const missing = [404, 'ERR_NO_CHAT_FOUND'];
const named = (callers: Caller[]) => callers.map(({ user }) => ({ id: user.id }));
async function createChat(owner: Caller, members: Caller[], title = 'Loja Centro') {
  const answer = await owner.request('POST', '/chats', { title, users: named(members) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<TeamChat>();
}
const send = (caller: Caller, chatId: number, message: string, clientKey?: string) =>
  caller.request('POST', `/chats/${chatId}/messages`, { message, ...(clientKey && { clientKey }) });
const show = async (caller: Caller, uuid: string) => (await caller.request('GET', `/chats/${uuid}`)).json<TeamChat>();
type Page = { records: TeamChatMessage[]; count: number; hasMore: boolean };
const messagesOf = async (caller: Caller, chatId: number, query = '') =>
  (await caller.request('GET', `/chats/${chatId}/messages${query}`)).json<Page>();
const textsOf = ({ records }: Page) => records.map(({ message }) => message);
const unreadsOf = (chat: TeamChat, { user }: Caller) => chat.users.find(({ userId }) => userId === user.id)?.unreads;

async function createTeam() {
  const admin = await server.createAdmin();
  const rute = await server.createAgent(admin.companyId, { name: 'Rute Lins' });
  const caio = await server.createAgent(admin.companyId, { name: 'Caio Andrade' });
  return { admin, rute, caio };
}

describe('team chats', () => {
  it('have a title, an owner and members; the list has the last active one first [M-216] [M-218]', async () => {
    const { admin, rute, caio } = await createTeam();
    const centro = await createChat(admin, [rute]);
    expect(centro).toMatchObject({
      title: 'Loja Centro',
      ownerId: admin.user.id,
      owner: { id: admin.user.id, name: admin.user.name },
      lastMessage: '',
      users: [
        { chatId: centro.id, userId: admin.user.id, unreads: 0, user: { id: admin.user.id } },
        { chatId: centro.id, userId: rute.user.id, unreads: 0, user: { name: 'Rute Lins' } },
      ],
    });
    const metas = await createChat(rute, [admin, caio], 'Metas de julho');
    await send(rute, centro.id, 'Bom dia!');
    const list = async (caller: Caller, search = '') =>
      (await caller.request('GET', `/chats/?searchParam=${search}&pageNumber=1`)).json<{
        records: TeamChat[];
        count: number;
        hasMore: boolean;
      }>();
    const all = await list(admin);
    expect(all.records.map(({ title }) => title)).toEqual(['Loja Centro', 'Metas de julho']);
    expect([all.count, all.hasMore]).toEqual([2, false]);
    expect(all.records[0]).toMatchObject({ lastMessage: 'Rute Lins: Bom dia!', lastSeq: 1 });
    expect(unreadsOf(all.records[0]!, admin)).toBe(1);
    // By title, and by the name of a member.
    expect((await list(admin, 'METAS')).records.map(({ id }) => id)).toEqual([metas.id]);
    expect((await list(admin, 'caio')).records.map(({ id }) => id)).toEqual([metas.id]);
    expect((await list(caio)).records.map(({ id }) => id)).toEqual([metas.id]);
    for (const title of ['', ' ', 'x'.repeat(81)])
      expect((await admin.request('POST', '/chats', { title, users: [] })).statusCode).toBe(400);
  });

  it('are edited and deleted by their owner only, who cannot leave [M-216] [RB-08]', async () => {
    const { admin, rute, caio } = await createTeam();
    const { id, uuid } = await createChat(rute, [admin]);
    const change = { title: 'Loja Norte', users: named([rute, caio]) };
    for (const answer of [
      await admin.request('PUT', `/chats/${id}`, change),
      await admin.request('DELETE', `/chats/${id}`),
    ])
      expect(errorOf(answer)).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(errorOf(await rute.request('PUT', `/chats/${id}`, { ...change, users: named([caio]) }))).toEqual([
      400,
      'ERR_CHAT_OWNER',
    ]);
    expect((await rute.request('PUT', `/chats/${id}`, change)).json<TeamChat>()).toMatchObject({
      title: 'Loja Norte',
      users: [{ userId: rute.user.id }, { userId: caio.user.id }],
    });
    expect((await rute.request('DELETE', `/chats/${id}`)).statusCode).toBe(200);
    expect(errorOf(await rute.request('GET', `/chats/${uuid}`))).toEqual(missing);
    await server.modules.teamChats.purge({ companyId: rute.companyId, chatId: id });
    const { rows } = await server.asOwner.query('select from team_chats where company_id = $1', [rute.companyId]);
    expect(rows).toEqual([]);
  });

  it('send texts that are not blank, in pages of twenty by their number [M-217]', async () => {
    const { admin, rute } = await createTeam();
    const { id } = await createChat(admin, [rute]);
    for (const message of ['', ' \n ', 'x'.repeat(8001)]) expect((await send(admin, id, message)).statusCode).toBe(400);
    for (let n = 1; n <= 45; n++) await send(n % 2 ? admin : rute, id, `Mensagem ${n}`);
    const newest = await messagesOf(rute, id);
    expect(newest.records).toHaveLength(20);
    expect(newest.records[0]).toMatchObject({ seq: 26, message: 'Mensagem 26', chatId: id, senderId: rute.user.id });
    expect(newest.records[0]!.sender).toEqual({ id: rute.user.id, name: 'Rute Lins' });
    expect([newest.count, newest.hasMore]).toEqual([45, true]);
    expect((await messagesOf(rute, id, '?pageNumber=2')).records.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 20 }, (_, n) => 6 + n),
    );
    // A message that arrives meanwhile does not shift the pages before a number.
    await send(admin, id, 'Nova');
    const oldest = await messagesOf(rute, id, '?before=6');
    expect([oldest.records.map(({ seq }) => seq), oldest.hasMore]).toEqual([[1, 2, 3, 4, 5], false]);
    expect(textsOf(await messagesOf(rute, id, '?searchParam=mensagem%2012'))).toEqual(['Mensagem 12']);
  });

  it('count unread messages by the read position, which only its own user moves, and only forward [M-218]', async () => {
    const { admin, rute, caio } = await createTeam();
    const { id, uuid } = await createChat(admin, [rute, caio]);
    for (const text of ['um', 'dois', 'três']) await send(admin, id, text);
    const read = (caller: Caller, body: object) => caller.request('POST', `/chats/${id}/read`, body);
    // The position of another user is not touched.
    expect(unreadsOf((await read(rute, { userId: caio.user.id, seq: 2 })).json<TeamChat>(), rute)).toBe(1);
    expect(unreadsOf(await show(caio, uuid), caio)).toBe(3);
    expect(unreadsOf((await read(rute, { seq: 1 })).json<TeamChat>(), rute)).toBe(1);
    expect(unreadsOf((await read(rute, { seq: 99 })).json<TeamChat>(), rute)).toBe(0);
    await send(rute, id, 'quatro');
    const chat = await show(caio, uuid);
    expect([admin, rute, caio].map((caller) => unreadsOf(chat, caller))).toEqual([1, 0, 4]);
    expect(unreadsOf((await read(caio, { userId: caio.user.id })).json<TeamChat>(), caio)).toBe(0);
  });

  it('show a new member the whole history, unread from now on', async () => {
    const { admin, rute, caio } = await createTeam();
    const { id } = await createChat(admin, [rute]);
    await send(admin, id, 'antes');
    const changed = await admin.request('PUT', `/chats/${id}`, { title: 'Todos', users: named([admin, rute, caio]) });
    expect([rute, caio].map((caller) => unreadsOf(changed.json<TeamChat>(), caller))).toEqual([1, 0]);
    expect(textsOf(await messagesOf(caio, id))).toEqual(['antes']);
  });

  it('need the plan feature internalChat [M-215]', async () => {
    const admin = await server.createAdmin({ plan: { useInternalChat: false } });
    expect(errorOf(await admin.request('GET', '/chats'))).toEqual([403, 'ERR_NO_PERMISSION']);
  });
});

describe('a repeated send', () => {
  it('of 50 parallel requests with one key is one message, and the unread count is exact', async () => {
    const { admin, rute } = await createTeam();
    const { id, uuid } = await createChat(admin, [rute]);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(admin, id, 'Uma vez', key)));
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json<TeamChatMessage>().id}`)).size).toBe(1);
    expect(textsOf(await messagesOf(rute, id))).toEqual(['Uma vez']);
    expect(unreadsOf(await show(rute, uuid), rute)).toBe(1);
    // The key of a colleague sends nothing and shows nothing.
    expect((await send(rute, id, 'Outra', key)).statusCode).toBe(400);
  });

  it('without a key: parallel messages of all members have consecutive numbers', async () => {
    const { admin, rute, caio } = await createTeam();
    const { id, uuid } = await createChat(admin, [rute, caio]);
    const team = [admin, rute, caio];
    await Promise.all(Array.from({ length: 18 }, (_, n) => send(team[n % 3]!, id, `Texto ${n}`)));
    expect((await messagesOf(admin, id)).records.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 18 }, (_, n) => n + 1),
    );
    expect(await show(admin, uuid)).toMatchObject({ lastSeq: 18 });
  });
});

describe('users who are no members [SK-03] [SK-06]', () => {
  it('of the same or of another company find no chat, and change nothing [RB-08]', async () => {
    const { admin, rute, caio } = await createTeam();
    const other = await server.createAdmin();
    const { id, uuid } = await createChat(admin, [rute], 'Segredo');
    await send(admin, id, 'Só para a Rute');
    const state = async () =>
      JSON.stringify((await server.asOwner.query('select * from team_chat_members where chat_id = $1', [id])).rows);
    const before = await state();
    for (const caller of [caio, other])
      for (const answer of [
        await caller.request('GET', `/chats/${uuid}`),
        await caller.request('GET', `/chats/${id}/messages`),
        await send(caller, id, 'Oi'),
        await caller.request('POST', `/chats/${id}/read`, { userId: rute.user.id }),
        await caller.request('PUT', `/chats/${id}`, { title: 'Meu', users: named([caller]) }),
        await caller.request('DELETE', `/chats/${id}`),
      ])
        expect(errorOf(answer)).toEqual(missing);
    expect(await state()).toBe(before);
    expect(textsOf(await messagesOf(rute, id))).toEqual(['Só para a Rute']);
    // A user of another company cannot become a member.
    expect(errorOf(await admin.request('POST', '/chats', { title: 'Juntos', users: named([other]) }))).toEqual([
      404,
      'ERR_NO_USER_FOUND',
    ]);
  });

  it('receive no socket message, also when removed while connected [M-220]', async () => {
    const { admin, rute, caio } = await createTeam();
    const [owner, member, outsider] = [
      await openSocket(server, admin),
      await openSocket(server, rute),
      await openSocket(server, caio),
    ];
    const chat = await createChat(admin, [rute], 'Segredo');
    expect(await member.waitFor('chat')).toMatchObject({ action: 'create', record: { title: 'Segredo' } });
    // Chats have no Socket.IO room that a client could join.
    outsider.socket.emit('joinChatBox', chat.uuid);
    await send(admin, chat.id, 'Primeira');
    await member.waitFor('chat', (payload) => payload.action === 'new-message');
    await admin.request('PUT', `/chats/${chat.id}`, { title: 'Segredo', users: named([admin]) });
    expect(await member.waitFor('chat', (payload) => payload.action === 'delete')).toEqual({
      action: 'delete',
      id: chat.id,
    });
    const framesBefore = member.frames.length;
    await send(admin, chat.id, 'Depois da saída');
    await owner.waitFor('chat', (payload) => payload.action === 'new-message' && payload.newMessage.seq === 2);
    // A broadcast follows: forbidden events would have arrived before it.
    await admin.request('POST', '/tags', { name: 'Depois', color: '#123456' });
    await Promise.all([member.waitFor('tag'), outsider.waitFor('tag')]);
    expect(member.frames.slice(framesBefore).join()).not.toContain('Depois da saída');
    expect(outsider.frames.join()).not.toContain('Segredo');
    expect(errorOf(await rute.request('GET', `/chats/${chat.id}/messages`))).toEqual(missing);
    for (const socket of [owner, member, outsider]) socket.close();
  });

  it('removed while a message of theirs waits for the chat do not send it', async () => {
    const { admin, rute } = await createTeam();
    const { id } = await createChat(admin, [rute]);
    const holder = await server.asOwner.connect();
    await holder.query('begin');
    await holder.query('select from team_chats where id = $1 for no key update', [id]);
    await holder.query('delete from team_chat_members where chat_id = $1 and user_id = $2', [id, rute.user.id]);
    const waiting = send(rute, id, 'Tarde demais');
    const isWaiting = async () =>
      (
        await server.asOwner.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
              and query like '%team_chats%'`,
        )
      ).rowCount! > 0;
    await vi.waitUntil(isWaiting, { timeout: 1_500, interval: 10 });
    await holder.query('commit');
    holder.release();
    expect(errorOf(await waiting)).toEqual(missing);
    expect(textsOf(await messagesOf(admin, id))).toEqual([]);
  });
});

describe('members of a team chat', () => {
  it('receive messages, reads and changes under the names of the specification [M-220] [M-316]', async () => {
    const { admin, rute } = await createTeam();
    const socket = await openSocket(server, rute);
    const chat = await createChat(admin, [rute]);
    await send(admin, chat.id, 'Oi');
    await socket.waitFor('chat', (payload) => payload.action === 'new-message');
    await rute.request('POST', `/chats/${chat.id}/read`, { userId: rute.user.id });
    await socket.waitFor('chat', (payload) => payload.action === 'update');
    const names = socket.received.map(({ name }) => name).filter((name) => name.includes('-chat'));
    const base = `company-${admin.companyId}-chat`;
    expect(new Set(names)).toEqual(new Set([base, `${base}-${chat.id}`, `${base}-user-${rute.user.id}`]));
    socket.close();
  });

  it('receive a message whose node was killed after it was stored, connected to another node or later', async () => {
    const { admin, rute, caio } = await createTeam();
    const { id: chatId } = await createChat(admin, [rute, caio]);
    const [staying, leaving] = [await openSocket(server, rute), await openSocket(server, caio)];
    await send(admin, chatId, 'Antes');
    const isNew = (text: string) => (payload: object) =>
      'newMessage' in payload && (payload.newMessage as TeamChatMessage).message === text;
    await leaving.waitFor('chat', isNew('Antes'));
    const lastEventId = leaving.lastEventId();
    leaving.close();
    // A node that commits and ends: it publishes nothing and adds no job.
    const pool = createPool(server.appUrl, 1, () => {});
    const killed = createDb({ pool, addJob: async () => {}, committed: () => {}, onLongWrite: () => {} });
    const teamChats = createTeamChats({ db: killed, hasPush: false, existingUserIds: async (_, ids) => ids });
    const clientKey = randomUUID();
    const actor = server.modules.access.authenticator.asAdmin(admin.companyId, admin.user.id);
    await teamChats.send(actor, chatId, { body: 'Guardada', clientKey });
    await pool.end();
    await staying.waitFor('chat', isNew('Guardada'));
    const back = await openSocket(server, caio, { lastEventId });
    await back.waitFor('chat', isNew('Guardada'));
    // The sender had no answer and sends again.
    expect((await send(admin, chatId, 'Guardada', clientKey)).statusCode).toBe(200);
    expect(textsOf(await messagesOf(caio, chatId))).toEqual(['Antes', 'Guardada']);
    for (const socket of [staying, back]) socket.close();
  });

  it('who are deleted leave their chats to the longest-standing member', async () => {
    const { admin, rute, caio } = await createTeam();
    const passed = await createChat(rute, [caio, admin]);
    const alone = await createChat(rute, [], 'Só eu');
    await send(rute, passed.id, 'Fica com vocês');
    expect((await admin.request('DELETE', `/users/${rute.user.id}`)).statusCode).toBe(200);
    const chat = await show(admin, passed.uuid);
    expect(chat).toMatchObject({ ownerId: caio.user.id, lastMessage: '—: Fica com vocês' });
    expect(chat.users.map(({ userId }) => userId)).toEqual([caio.user.id, admin.user.id]);
    expect((await messagesOf(admin, passed.id)).records[0]).toMatchObject({ sender: null, message: 'Fica com vocês' });
    // It has no members: the job deletes it.
    const isThere = async () =>
      (await server.asOwner.query('select from team_chats where id = $1', [alone.id])).rowCount;
    await vi.waitUntil(async () => (await isThere()) === 0, { timeout: 20_000 });
  });
});

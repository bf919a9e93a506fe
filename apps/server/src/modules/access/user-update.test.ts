import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockTable, retryOnTimeout } from '../../../test/table-lock.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { PASSWORD, type Caller } from '../../../test/users.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [answer.statusCode, answer.json().error];

/** A picture of one pixel. */
const GIF = Buffer.from('R0lGODdhAQABAIABAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64').toString('latin1');

describe('updating a user', () => {
  it('changes only the given fields; an empty password keeps the old one [M-197]', async () => {
    const admin = await server.createAdmin();
    const queue = (await admin.request('POST', '/queue', { name: 'Vendas', color: '#00AA00' })).json();
    const { userId, email } = await server.createUser(admin.companyId, {
      allTicket: 'enabled',
      queueIds: [queue.id],
      farewellMessage: 'Tchau!',
    });
    const before = (await admin.request('GET', `/users/${userId}`)).json();
    const changed = await admin.request('PUT', `/users/${userId}`, { name: 'Novo nome', password: '' });
    expect(changed.json()).toEqual({ ...before, name: 'Novo nome' });
    expect((await server.signIn(email, PASSWORD)).user.id).toBe(userId);
    expect((await admin.request('PUT', `/users/${userId}`, { queueIds: [] })).json().queues).toEqual([]);
    expect((await admin.request('GET', `/users/${userId}`)).json()).toEqual({
      ...before,
      name: 'Novo nome',
      queues: [],
      online: true,
    });
  });

  it('changes the address of the company with that of its first admin', async () => {
    const admin = await server.createAdmin();
    const company = async () => (await admin.request('GET', `/companies/listPlan/${admin.companyId}`)).json().email;
    await server.createUser(admin.companyId);
    await admin.request('PUT', `/users/${admin.user.id}`, {
      email: 'mudei@example.com',
      currentPassword: PASSWORD,
    });
    expect(await company()).toBe('mudei@example.com');
  });

  it('never leaves a company without an admin, also with concurrent requests [RB-10]', async () => {
    const alone = await server.createAdmin();
    const path = `/users/${alone.user.id}`;
    expect(errorOf(await alone.request('PUT', path, { profile: 'user' }))).toEqual([400, 'ERR_LAST_ADMIN']);
    expect(errorOf(await alone.request('DELETE', path))).toEqual([400, 'ERR_LAST_ADMIN']);

    const { companyId, answers } = await retryOnTimeout(async () => {
      const first = await server.createAdmin();
      const second = await server.createAgent(first.companyId, { profile: 'admin' });
      // Each admin demotes the other; both requests are waiting before the first one writes.
      const lock = await lockTable(server, 'users', 'share row exclusive');
      const requests = Promise.all([
        second.request('PUT', `/users/${first.user.id}`, { profile: 'user' }),
        first.request('PUT', `/users/${second.user.id}`, { profile: 'user' }),
      ]);
      await lock.waiting(2).finally(lock.release);
      return { companyId: first.companyId, answers: await requests };
    });
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const { rows } = await server.asOwner.query(
      `select count(*)::int as admins from users where company_id = $1 and profile = 'admin'`,
      [companyId],
    );
    expect(rows[0].admins).toBe(1);
  });

  it('is refused to admins if the user is a super user [RB-10]', async () => {
    const owner = await server.createSuperUser();
    const admin = await server.createAgent(owner.companyId, { profile: 'admin' });
    expect(errorOf(await admin.request('PUT', `/users/${owner.user.id}`, { password: 'Tomei-conta-1' }))).toEqual([
      403,
      'ERR_USER_IS_SUPER',
    ]);
    expect(errorOf(await admin.request('DELETE', `/users/${owner.user.id}`))).toEqual([403, 'ERR_USER_IS_SUPER']);
    const form =
      '--x\r\ncontent-disposition: form-data; name="profileImage"; filename="a.gif"\r\n\r\n' + GIF + '\r\n--x--\r\n';
    const picture = admin.request('POST', `/users/${owner.user.id}/media-upload`, Buffer.from(form, 'latin1'), {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(errorOf(await picture)).toEqual([403, 'ERR_USER_IS_SUPER']);
    expect((await owner.request('PUT', `/users/${owner.user.id}`, { name: 'Dona' })).json()).toMatchObject({
      name: 'Dona',
      super: true,
    });
  });

  it('ends the sessions of a removed user at once and audits the removal', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    expect((await agent.request('GET', '/auth/me')).statusCode).toBe(200);
    expect((await admin.request('DELETE', `/users/${agent.user.id}`)).json()).toEqual({ message: 'User deleted' });
    expect((await agent.request('GET', '/auth/me')).statusCode).toBe(401);
    expect(errorOf(await admin.request('GET', `/users/${agent.user.id}`))).toEqual([404, 'ERR_NO_USER_FOUND']);
    expect(errorOf(await admin.request('DELETE', `/users/${agent.user.id}`))).toEqual([404, 'ERR_NO_USER_FOUND']);
    const { rows } = await server.asOwner.query(
      'select act, subject, user_id from audit_log where company_id = $1 order by id desc limit 1',
      [admin.companyId],
    );
    expect(rows).toEqual([{ act: 'user.removed', subject: `user ${agent.user.id}`, user_id: admin.user.id }]);
  });
});

describe('updating the own profile', () => {
  const anOwn = async (fields: object = {}) => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId, fields);
    const path = `/users/${agent.user.id}`;
    return { admin, agent, path, before: (await agent.request('GET', path)).json() };
  };

  it('is allowed for preferences [M-196]', async () => {
    const { agent, path, before } = await anOwn();
    const ownFields = {
      name: 'Meu nome',
      farewellMessage: 'Tchau!',
      defaultTheme: 'dark',
      defaultMenu: 'closed',
    };
    expect((await agent.request('PUT', path, ownFields)).json()).toEqual({ ...before, ...ownFields });
  });

  it('is allowed with unchanged permissions in the body [M-196]', async () => {
    const { agent, path, before } = await anOwn({ allTicket: 'enabled', startWork: '00:00' });
    const answer = await agent.request('PUT', path, { ...before, queueIds: [], name: 'Igual no resto' });
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...before, name: 'Igual no resto' }]);
  });

  it('is refused for permissions [M-196] [MA-01]', async () => {
    const { agent, path, before } = await anOwn();
    const rights = [
      { profile: 'admin' },
      { allTicket: 'enabled' },
      { allowGroup: true },
      { allHistoric: 'enabled' },
      { allUserChat: 'enabled' },
      { userClosePendingTicket: 'disabled' },
      { showDashboard: 'enabled' },
      { allowRealTime: 'enabled' },
      { allowConnections: 'enabled' },
      { startWork: '01:00' },
      { endWork: '23:00' },
    ];
    for (const right of rights) {
      const answer = await agent.request('PUT', path, { name: 'Meu nome', ...right });
      expect(errorOf(answer), JSON.stringify(right)).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect((await agent.request('GET', path)).json()).toEqual(before);
  });

  it('is refused for queues [M-196] [MA-01]', async () => {
    const { admin, agent, path, before } = await anOwn();
    const queue = (await admin.request('POST', '/queue', { name: 'Gerência', color: '#AA0000' })).json();
    expect(errorOf(await agent.request('PUT', path, { queueIds: [queue.id] }))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await agent.request('GET', path)).json()).toEqual(before);
  });

  it('ignores columns that the API does not offer [MA-01] [MA-02]', async () => {
    const { admin, agent, path, before } = await anOwn();
    const sneaky = {
      super: true,
      isSuper: true,
      is_super: true,
      companyId: 1,
      tokenVersion: 9,
      passwordHash: 'x',
      id: 1,
      createdAt: '2001-01-01',
      online: false,
    };
    for (const caller of [agent, admin]) {
      const answer = await caller.request('PUT', path, sneaky);
      expect([200, 400, 403]).toContain(answer.statusCode);
      expect((await agent.request('GET', path)).json()).toEqual(before);
    }
    const { rows } = await server.asOwner.query(
      'select is_super, token_version from users where company_id = $1 and id = $2',
      [admin.companyId, agent.user.id],
    );
    expect(rows).toEqual([{ is_super: false, token_version: 0 }]);
  });

  it('saves the width of the ticket list, from 404 to 700', async () => {
    const { admin, agent } = await anOwn();
    const width = (of: number, to: unknown, caller = agent) =>
      caller.request('PUT', `/users/toggleChangeWidht/${of}`, { defaultTicketsManagerWidth: to });
    for (const good of [404, 550, 700])
      expect((await width(agent.user.id, good)).json().defaultTicketsManagerWidth).toBe(good);
    for (const bad of [403, 701, 404.5, '500', null]) expect((await width(agent.user.id, bad)).statusCode).toBe(400);
    expect(errorOf(await width(admin.user.id, 500))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await agent.request('GET', '/auth/me')).json().user.defaultTicketsManagerWidth).toBe(700);
  });
});

describe('own password and e-mail', () => {
  const put = (caller: Caller, body: object) => caller.request('PUT', `/users/${caller.user.id}`, body);

  it('are changed only with the current password, which is not guessed through this call [F-M17]', async () => {
    const admin = await server.createAdmin();
    const missing = await put(admin, { password: 'Outra-senha-2' });
    expect([missing.statusCode, missing.json().fields[0].field]).toEqual([400, 'currentPassword']);
    expect(errorOf(await put(admin, { email: 'meu-novo@example.com', currentPassword: 'errada' }))).toEqual([
      400,
      'ERR_CURRENT_PASSWORD',
    ]);
    expect((await server.signIn(admin.email)).email).toBe(admin.email);
    const again = await server.signIn(admin.email);
    const both = { email: 'meu-novo@example.com', password: 'Outra-senha-2', currentPassword: PASSWORD };
    expect((await put(again, both)).statusCode).toBe(200);
    const changed = await server.signIn('meu-novo@example.com', 'Outra-senha-2');
    for (let n = 0; n < 5; n++) await put(changed, { password: 'Outra-senha-3', currentPassword: 'errada' });
    expect((await put(changed, { password: 'Outra-senha-3', currentPassword: 'Outra-senha-2' })).statusCode).toBe(429);
    // Other fields need no password.
    expect((await put(changed, { name: 'Nome novo', email: 'meu-novo@example.com', password: '' })).statusCode).toBe(
      200,
    );
  });

  it('of a plain user: the password by the user, the e-mail by an admin only [F-M17]', async () => {
    const admin = await server.createAdmin();
    const agent = await server.createAgent(admin.companyId);
    const email = `novo-${agent.user.id}@example.com`;
    expect(errorOf(await put(agent, { email, currentPassword: PASSWORD }))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await put(agent, { password: 'Outra-senha-2', currentPassword: PASSWORD })).statusCode).toBe(200);
    expect((await admin.request('PUT', `/users/${agent.user.id}`, { email })).statusCode).toBe(200);
    expect((await server.signIn(email, 'Outra-senha-2')).user.id).toBe(agent.user.id);
  });
});

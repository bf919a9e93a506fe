import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { openSocket, drainEvents } from '../../../test/sockets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ open: true });
});
afterAll(() => server.stop());

const auditEntries = async (companyId: number) =>
  (
    await server.asOwner.query<{ act: string; user_id: number; subject: string }>(
      `select act, user_id, subject from audit_log where company_id = $1 and act in ('user.paused', 'user.resumed') order by id`,
      [companyId],
    )
  ).rows;

describe('the pause of a user', () => {
  it('is set by the user, visible to all users and audited once', async () => {
    const admin = await server.createAdmin();
    const [agent, colleague] = [await server.createAgent(admin.companyId), await server.createAgent(admin.companyId)];
    const [boss, mate] = [await openSocket(server, admin), await openSocket(server, colleague)];
    await drainEvents(admin, boss, mate);
    const path = `/users/${agent.user.id}`;

    const started = await agent.request('PUT', `${path}/pause`, { paused: true });
    expect(started.json()).toMatchObject({ id: agent.user.id, email: agent.email, paused: true });
    await agent.request('PUT', `${path}/pause`, { paused: true });
    for (const screen of [boss, mate])
      expect(await screen.waitFor('user')).toMatchObject({ user: { id: agent.user.id, paused: true } });
    // Other users see the pause and no further details.
    expect(await mate.waitFor('user')).toEqual({
      action: 'update',
      user: { id: agent.user.id, name: agent.user.name, online: true, paused: true, queues: [] },
    });
    for (const caller of [admin, colleague])
      expect((await caller.request('GET', path)).json()).toMatchObject({ paused: true });
    expect((await agent.request('GET', '/auth/me')).json().user).toMatchObject({ paused: true });
    const picked = (await colleague.request('GET', '/users/list')).json<{ id: number; paused: boolean }[]>();
    expect(picked.filter(({ paused }) => paused).map(({ id }) => id)).toEqual([agent.user.id]);

    expect((await agent.request('PUT', `${path}/pause`, { paused: false })).json()).toMatchObject({ paused: false });
    await mate.waitFor('user', (payload) => 'user' in payload && !payload.user.paused);
    const by = { user_id: agent.user.id, subject: `user ${agent.user.id}` };
    expect(await auditEntries(admin.companyId)).toEqual([
      { act: 'user.paused', ...by },
      { act: 'user.resumed', ...by },
    ]);
    boss.close();
    mate.close();
  });

  it('can be set by an admin for any user, and by an agent only for itself', async () => {
    const admin = await server.createAdmin();
    const [agent, colleague] = [await server.createAgent(admin.companyId), await server.createAgent(admin.companyId)];
    const path = `/users/${agent.user.id}/pause`;
    expect((await colleague.request('PUT', path, { paused: true })).statusCode).toBe(403);
    expect((await (await server.createAdmin()).request('PUT', path, { paused: true })).statusCode).toBe(404);
    expect((await admin.request('PUT', path, { paused: true })).json()).toMatchObject({ paused: true });
    expect((await admin.request('PUT', path, {})).statusCode).toBe(400);
    expect((await auditEntries(admin.companyId)).map(({ user_id }) => user_id)).toEqual([admin.user.id]);
    // The permissions of the user are unchanged.
    expect((await agent.request('GET', '/tags')).statusCode).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { aScreen, calm } from '../../../test/screens.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

const acts = async (companyId: number) =>
  (
    await house.asOwner.query<{ act: string; user_id: number; subject: string }>(
      `select act, user_id, subject from audit_log where company_id = $1 and act in ('user.paused', 'user.resumed') order by id`,
      [companyId],
    )
  ).rows;

describe('a pause', () => {
  it('is begun and ended by the person itself, shown to everybody and noted once', async () => {
    const admin = await house.anAdmin();
    const [agent, colleague] = [await house.anAgent(admin.companyId), await house.anAgent(admin.companyId)];
    const [boss, mate] = [await aScreen(house, admin), await aScreen(house, colleague)];
    await calm(admin, boss, mate);
    const path = `/users/${agent.user.id}`;

    const begun = await agent.ask('PUT', `${path}/pause`, { paused: true });
    expect(begun.json()).toMatchObject({ id: agent.user.id, email: agent.email, paused: true });
    await agent.ask('PUT', `${path}/pause`, { paused: true });
    for (const screen of [boss, mate])
      expect(await screen.hears('user')).toMatchObject({ user: { id: agent.user.id, paused: true } });
    // A colleague learns that it is so, and nothing else of the person.
    expect(await mate.hears('user')).toEqual({
      action: 'update',
      user: { id: agent.user.id, name: agent.user.name, online: true, paused: true, queues: [] },
    });
    for (const who of [admin, colleague]) expect((await who.ask('GET', path)).json()).toMatchObject({ paused: true });
    expect((await agent.ask('GET', '/auth/me')).json().user).toMatchObject({ paused: true });
    const picked = (await colleague.ask('GET', '/users/list')).json<{ id: number; paused: boolean }[]>();
    expect(picked.filter(({ paused }) => paused).map(({ id }) => id)).toEqual([agent.user.id]);

    expect((await agent.ask('PUT', `${path}/pause`, { paused: false })).json()).toMatchObject({ paused: false });
    await mate.hears('user', (told) => 'user' in told && !told.user.paused);
    const by = { user_id: agent.user.id, subject: `user ${agent.user.id}` };
    expect(await acts(admin.companyId)).toEqual([
      { act: 'user.paused', ...by },
      { act: 'user.resumed', ...by },
    ]);
    boss.close();
    mate.close();
  });

  it('is set for anybody by an admin, and for nobody else by an agent', async () => {
    const admin = await house.anAdmin();
    const [agent, colleague] = [await house.anAgent(admin.companyId), await house.anAgent(admin.companyId)];
    const path = `/users/${agent.user.id}/pause`;
    expect((await colleague.ask('PUT', path, { paused: true })).statusCode).toBe(403);
    expect((await (await house.anAdmin()).ask('PUT', path, { paused: true })).statusCode).toBe(404);
    expect((await admin.ask('PUT', path, { paused: true })).json()).toMatchObject({ paused: true });
    expect((await admin.ask('PUT', path, {})).statusCode).toBe(400);
    expect((await acts(admin.companyId)).map(({ user_id }) => user_id)).toEqual([admin.user.id]);
    // Nothing of what the person may do has changed.
    expect((await agent.ask('GET', '/tags')).statusCode).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { tookAtMost } from '../../../test/proof.ts';
import { aScreen } from '../../../test/screens.ts';

let here: TestHouse;
let there: TestHouse;
beforeAll(async () => {
  here = await aHouse({ open: true });
  there = await aHouse({ ownerUrl: here.ownerUrl, open: true });
});
afterAll(async () => {
  await there.stop();
  await here.stop();
});

describe('two nodes on one database', () => {
  it('tell their screens what happened on the other one, once and in order', async () => {
    const admin = await here.anAdmin();
    const [near, far] = [await aScreen(here, admin), await aScreen(there, admin)];
    const startedAt = performance.now();
    for (let n = 0; n < 10; n++)
      await (n % 2 ? here : there).withToken(admin.token)('POST', '/tags', { name: `Tag ${n}` });
    for (const screen of [near, far]) {
      await screen.hears('tag', (told) => 'tag' in told && told.tag.name === 'Tag 9');
      expect(screen.allOf('tag').map((told) => 'tag' in told && told.tag.name)).toEqual(
        Array.from({ length: 10 }, (_, n) => `Tag ${n}`),
      );
    }
    tookAtMost('an event on the other node', 1_000, startedAt);
    for (const screen of [near, far]) screen.close();
  });

  it('know of a session that the other one ended, in calls and in sockets, within a second [AU-10] [SK-08]', async () => {
    const admin = await here.anAdmin();
    const agent = await here.anAgent(admin.companyId);
    const far = await aScreen(there, agent);
    const asksThere = () => there.withToken(agent.token)('GET', '/auth/me');
    expect((await asksThere()).statusCode).toBe(200);
    const startedAt = performance.now();
    await admin.ask('PUT', `/users/${agent.user.id}`, { password: 'Outra-senha-2' });
    await far.closes();
    tookAtMost('AU-10 on the other node', 1_000, startedAt);
    expect((await asksThere()).statusCode).toBe(401);
  });

  it('know of a right that the other one took, from the event on [RB-07]', async () => {
    const admin = await here.anAdmin();
    const agent = await here.anAgent(admin.companyId);
    const { id } = (await admin.ask('POST', '/queue', { name: 'Vendas', color: '#112233' })).json();
    const rightsThere = async () => (await there.modules.access.doorkeeper.whoIs(agent.token)).queueIds;
    expect(await rightsThere()).toEqual([]);
    const far = await aScreen(there, agent);
    await admin.ask('PUT', `/users/${agent.user.id}`, { queueIds: [id] });
    await far.hears('user', (told) => 'user' in told && told.user.queues.length === 1);
    expect(await rightsThere()).toEqual([id]);
    far.close();
  });

  it('resume a screen that moves from one to the other', async () => {
    const admin = await here.anAdmin();
    const near = await aScreen(here, admin);
    const lastEventId = near.lastEventId();
    near.close();
    const witness = await aScreen(there, admin);
    await admin.ask('POST', '/tags', { name: 'Entre um e outro' });
    await witness.hears('tag');
    const far = await aScreen(there, admin, { lastEventId });
    expect(far.allOf('tag')).toMatchObject([{ tag: { name: 'Entre um e outro' } }]);
    for (const screen of [witness, far]) screen.close();
  });
});

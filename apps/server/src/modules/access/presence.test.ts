import { HEARTBEAT_MS } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';
import { aScreen, calm, type Screen } from '../../../test/screens.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

const MINUTE = 60_000;
const sweep = () => house.modules.access.presence.sweep();
/** What a screen was told of this person's being there, in order. */
const toldOf = (screen: Screen, id: number) =>
  screen.allOf('user').flatMap((told) => ('user' in told && told.user.id === id ? told.user.online : []));
/** The word has no answer: it has been heard when the database says so. */
async function beats(screen: Screen, { companyId, user }: Caller) {
  const before = house.clock.now();
  screen.socket.emit('userStatus');
  const isSeen = async () =>
    (
      await house.asOwner.query('select from users where company_id = $1 and id = $2 and last_seen_at >= $3', [
        companyId,
        user.id,
        before,
      ])
    ).rowCount === 1;
  await vi.waitUntil(isSeen, { timeout: 5_000, interval: 10 });
}
const hears = (screen: Screen, id: number, times: number) =>
  screen.hears('user', () => toldOf(screen, id).length === times);

describe('being there', () => {
  it('ends a minute after a heartbeat is missed and begins again with the next; each is told to admins and colleagues [M-315]', async () => {
    const admin = await house.anAdmin();
    const [agent, colleague] = [await house.anAgent(admin.companyId), await house.anAgent(admin.companyId)];
    const [admins, colleagues, own] = [
      await aScreen(house, admin),
      await aScreen(house, colleague),
      await aScreen(house, agent),
    ];
    await calm(admin, admins, colleagues);
    const isOnline = async () => (await admin.ask('GET', `/users/${agent.user.id}`)).json().online;
    expect(await isOnline()).toBe(true);

    house.clock.pass(HEARTBEAT_MS + MINUTE - 5_000);
    await beats(admins, admin);
    await beats(colleagues, colleague);
    await sweep();
    expect(await isOnline()).toBe(true);
    house.clock.pass(10_000);
    await sweep();
    expect(await isOnline()).toBe(false);
    for (const screen of [admins, colleagues]) await hears(screen, agent.user.id, 1);
    expect(colleagues.allOf('user').at(-1)).toEqual({
      action: 'update',
      user: { id: agent.user.id, name: agent.user.name, online: false, paused: false, queues: [] },
    });
    expect(admins.allOf('user').at(-1)).toMatchObject({
      user: { id: agent.user.id, email: agent.email, online: false },
    });

    await sweep();
    await beats(own, agent);
    for (const screen of [admins, colleagues]) {
      await hears(screen, agent.user.id, 2);
      expect(toldOf(screen, agent.user.id)).toEqual([false, true]);
    }
    expect(await isOnline()).toBe(true);
    for (const screen of [admins, colleagues, own]) screen.close();
  });

  it('ends at once for who signs out', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    const admins = await aScreen(house, admin);
    await calm(admin, admins);
    await agent.ask('DELETE', '/auth/logout');
    await hears(admins, agent.user.id, 1);
    expect(toldOf(admins, agent.user.id)).toEqual([false]);
    admins.close();
  });

  it('is told once when the heart beats on: a screen that stays says nothing new', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    const [admins, own] = [await aScreen(house, admin), await aScreen(house, agent)];
    await calm(admin, admins);
    for (let n = 0; n < 5; n++) await beats(own, agent);
    await agent.ask('POST', '/tags', { name: 'Depois dos batimentos' });
    await admins.hears('tag', (told) => 'tag' in told && told.tag.name === 'Depois dos batimentos');
    expect(toldOf(admins, agent.user.id)).toEqual([]);
    for (const screen of [admins, own]) screen.close();
  });
});

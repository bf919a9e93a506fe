import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { aScreen, calm } from '../../../test/screens.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

const bundlesIn = (frames: string[]) => frames.filter((frame) => frame.includes('["bundle",'));

describe('news in bundles', () => {
  it('say what single words say, in the same order, to the same people', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    const screens = await Promise.all(
      [admin, agent].map(async (person) => ({
        words: await aScreen(house, person),
        bundles: await aScreen(house, person, { bundles: true }),
      })),
    );
    const all = screens.flatMap(({ words, bundles }) => [words, bundles]);
    await calm(admin, ...all);
    await Promise.all(Array.from({ length: 30 }, (_, n) => admin.ask('POST', '/tags', { name: `Etiqueta ${n}` })));
    await admin.ask('PUT', `/users/${agent.user.id}`, { name: 'Outro nome' });
    await admin.ask('POST', '/tags', { name: 'A última' });
    const isLast = (told: object) => 'tag' in told && (told.tag as { name: string }).name === 'A última';
    for (const screen of all) await screen.hears('tag', isLast);
    for (const { words, bundles } of screens) {
      const news = words.heard.filter(({ name }) => name.startsWith('company-'));
      expect(news.length).toBeGreaterThan(31);
      expect(bundles.heard.filter(({ name }) => name.startsWith('company-'))).toEqual(news);
      expect(bundlesIn(words.frames)).toHaveLength(0);
      // The rush came in far fewer frames than it had words.
      expect(bundlesIn(bundles.frames).length).toBeLessThan(news.length / 2);
    }
    all.forEach((screen) => screen.close());
  });

  it('tell a screen that comes back all it missed', async () => {
    const admin = await house.anAdmin();
    const before = await aScreen(house, admin, { bundles: true });
    await calm(admin, before);
    const lastEventId = before.lastEventId();
    before.close();
    for (const name of ['Uma', 'Duas', 'Três']) await admin.ask('POST', '/tags', { name });
    const after = await aScreen(house, admin, { bundles: true, lastEventId });
    await after.hears('tag', (told) => 'tag' in told && told.tag.name === 'Três');
    expect(after.allOf('tag').map((told) => 'tag' in told && told.tag.name)).toEqual(['Uma', 'Duas', 'Três']);
    after.close();
  });

  it('bring the reason before the session is ended', async () => {
    const admin = await house.anAdmin();
    const screen = await aScreen(house, admin, { bundles: true });
    await calm(admin, screen);
    await admin.ask('POST', '/tags', { name: 'Um instante antes' });
    await house.signIn(admin.email);
    await screen.closes();
    expect(screen.allOf('auth')).toHaveLength(1);
  });
});

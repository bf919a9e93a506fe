import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import type { Caller } from '../../../test/people.ts';
import { proofs } from '../../../test/proof.ts';
import { aScreen, calm, type Screen } from '../../../test/screens.ts';
import { EVENTS_KEPT_MS, jobHandlers } from '../../wiring/job-handlers.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse({ open: true });
});
afterAll(() => house.stop());

const tag = (who: Caller, name: string) => who.ask('POST', '/tags', { name });
const namesOf = (screen: Screen) => screen.allOf('tag').map((told) => ('tag' in told ? told.tag.name : told.action));

describe('a screen that comes back', () => {
  it('is told exactly what it missed, in order, and then that it is up to date [SR10]', async () => {
    const admin = await house.anAdmin();
    const neighbour = await house.anAdmin();
    const before = await aScreen(house, admin);
    await tag(admin, 'Antes');
    await before.hears('tag');
    const lastEventId = before.lastEventId();
    before.close();

    const witness = await aScreen(house, admin);
    await tag(admin, 'Primeira');
    await tag(neighbour, 'Do vizinho');
    const { id } = (await tag(admin, 'Segunda')).json();
    await admin.ask('PUT', `/tags/${id}`, { name: 'Segunda mudada' });
    const gone = (await tag(admin, 'Some logo')).json();
    await admin.ask('DELETE', `/tags/${gone.id}`);
    await admin.ask('PUT', '/companySettings', { column: 'lgpdLink', data: 'https://example.com' });
    await witness.hears('settings');
    witness.close();

    const after = await aScreen(house, admin, { lastEventId });
    // Told as things are now: what is gone is told as gone, what changed as it became.
    expect(namesOf(after)).toEqual(['Primeira', 'Segunda mudada', 'Segunda mudada', 'delete']);
    expect(after.allOf('settings')).toHaveLength(1);
    expect([after.names().at(-1), after.names().includes('reload')]).toEqual(['resumed', false]);
    await tag(admin, 'Ao vivo');
    await after.hears('tag', (told) => 'tag' in told && told.tag.name === 'Ao vivo');
    after.close();
  });

  it('that missed nothing is told nothing, and one that was never there only where it stands', async () => {
    const admin = await house.anAdmin();
    const witness = await aScreen(house, admin);
    await calm(admin, witness);
    const first = await aScreen(house, admin);
    expect(first.names()).toEqual(['resumed']);
    const second = await aScreen(house, admin, { lastEventId: first.lastEventId() });
    expect(second.names()).toEqual(['resumed']);
    for (const screen of [witness, first, second]) screen.close();
  });

  it('is told no more than its person may know [SK-05]', async () => {
    const admin = await house.anAdmin();
    const agent = await house.anAgent(admin.companyId);
    const witness = await aScreen(house, admin);
    await calm(admin, witness);
    const place = witness.lastEventId();
    await admin.ask('PUT', `/users/${admin.user.id}`, { farewellMessage: 'canary' });
    await witness.hears('user');
    const [agents, admins] = [
      await aScreen(house, agent, { lastEventId: place }),
      await aScreen(house, admin, { lastEventId: place }),
    ];
    expect(agents.allOf('user')).toEqual([
      { action: 'update', user: { id: admin.user.id, name: admin.user.name, online: true, paused: false, queues: [] } },
    ]);
    expect(admins.allOf('user')).toEqual([
      { action: 'update', user: expect.objectContaining({ farewellMessage: 'canary' }) },
    ]);
    for (const screen of [witness, agents, admins]) screen.close();
  });

  it('fetches everything again when what it missed is too old, too much or not to be understood [SK-11]', async () => {
    const admin = await house.anAdmin();
    // Hears everything: from then on it is past, and only resuming tells it.
    const witness = await aScreen(house, admin);
    await calm(admin, witness);
    const early = witness.lastEventId();
    await tag(admin, 'Velha');
    await witness.hears('tag');
    const asks = async (lastEventId: unknown) => {
      const back = await aScreen(house, admin, { lastEventId });
      const names = back.names();
      back.close();
      return {
        isReload: names.includes('reload'),
        isResumed: names.at(-1) === 'resumed',
        place: back.lastEventId(),
        told: namesOf(back),
      };
    };
    for (const nonsense of [
      'x',
      '1',
      '1-',
      '-1-1',
      '1-1-1',
      7,
      {},
      [early],
      '99999999999999999999-1',
      '9999999999999999999-1',
      '999999999999999999-1',
    ]) {
      expect(await asks(nonsense), String(nonsense)).toMatchObject({ isReload: true, isResumed: true, told: [] });
    }
    expect(await asks(early)).toMatchObject({ isReload: false, isResumed: true, told: ['Velha'] });

    await house.db.inCompany(admin.companyId, async (tx) => {
      for (let n = 1; n <= 500; n++) tx.emit({ is: 'tag.removed', tagId: n });
    });
    await witness.hears('tag', (told) => 'tagId' in told && told.tagId === 500);
    expect(await asks(early)).toMatchObject({ isReload: true, isResumed: true, told: [] });

    // Thrown away after a day: the place before it is told so, the place after it goes on.
    await house.asOwner.query(`update event_log set at = at - $2 * interval '1 millisecond' where company_id = $1`, [
      admin.companyId,
      EVENTS_KEPT_MS + 1_000,
    ]);
    const { place } = await asks(undefined);
    await tag(admin, 'Nova');
    await witness.hears('tag', (told) => 'tag' in told && told.tag.name === 'Nova');
    const prune = jobHandlers(house.modules, house)['event-log.prune'];
    await prune({});
    await prune({});
    expect(await asks(early)).toMatchObject({ isReload: true, isResumed: true, told: [] });
    expect(await asks(place)).toMatchObject({ isReload: false, isResumed: true, told: ['Nova'] });
    const { rows } = await house.asOwner.query('select count(*)::int as kept from event_log where company_id = $1', [
      admin.companyId,
    ]);
    expect(rows[0].kept).toBe(1);
    witness.close();
  });

  it('any number of times while things happen has heard of every one of them [SK-10]', async () => {
    const admin = await house.anAdmin();
    const drops = proofs(1_000);
    const heard = new Set<string>();
    let isOver = false;
    const made = (async () => {
      for (let n = 0; n < drops * 5; n++) await tag(admin, `Tag ${n}`);
      isOver = true;
    })();
    let lastEventId: string | undefined;
    let rounds = 0;
    const listen = async () => {
      const screen = await aScreen(house, admin, { lastEventId });
      for (const name of namesOf(screen)) heard.add(name);
      expect(screen.names()).not.toContain('reload');
      lastEventId = screen.lastEventId();
      screen.socket.io.engine.close();
      rounds += 1;
    };
    const first = await aScreen(house, admin);
    lastEventId = first.lastEventId();
    namesOf(first).forEach((name) => heard.add(name));
    first.close();
    while (!isOver || rounds < drops) await listen();
    await made;
    await listen();
    // Made before the first screen opened: those are fetched, not told.
    const { rows } = await house.asOwner.query('select name from tags where company_id = $1 order by id', [
      admin.companyId,
    ]);
    const names = rows.map((row) => row.name as string);
    const missing = names.slice(names.findIndex((name) => heard.has(name))).filter((name) => !heard.has(name));
    expect(missing).toEqual([]);
    expect(heard.size).toBeGreaterThan(drops);
  }, 600_000);
});

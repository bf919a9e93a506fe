import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse();
});
afterAll(() => house.stop());

const whoServes = { name: 'test.who-serves', text: 'select pg_backend_pid() as pid' };

it('a connection that is lost between two statements fails that piece of work and nothing else', async () => {
  const { companyId } = await house.aCompany();
  const work = house.db.readCompany(companyId, async (tx) => {
    const [{ pid }] = (await tx.run<{ pid: number }>(whoServes, [])) as [{ pid: number }];
    await house.asOwner.query('select pg_terminate_backend($1)', [pid]);
    const isGone = async () =>
      (await house.asOwner.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0;
    await vi.waitUntil(isGone, { interval: 20 });
    return tx.run(whoServes, []);
  });
  await expect(work).rejects.toThrow(/terminat|not queryable/i);
  expect(await house.db.readCompany(companyId, (tx) => tx.run(whoServes, []))).toHaveLength(1);
});

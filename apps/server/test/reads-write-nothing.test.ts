import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reads } from './world/calls.ts';
import { changes } from './world/rows.ts';
import { figure } from './world/scale.ts';
import { aWorld, type World } from './world/world.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.stop());

describe('asking changes nothing [CK-05]', () => {
  it('no GET and no HEAD touches a row of the company or of the platform', async () => {
    const { house, rows, a } = world;
    let asked = 0;
    for (const { name } of reads) {
      const sent = await world.sample(name, a);
      const before = await rows.dump(a.companyId);
      for (const { token } of [a.admin, a.agent, world.super]) {
        const answer = await world.send(name, sent, { token });
        expect([200, 403, 404], `${name}: ${answer.body}`).toContain(answer.statusCode);
        await house.app.inject({
          method: 'HEAD',
          url: answer.raw.req.url!,
          headers: { authorization: `Bearer ${token}` },
        });
        asked += 2;
      }
      expect(changes(before, await rows.dump(a.companyId)), name).toEqual([]);
    }
    figure('CK-05', 'reads asked, rows changed', `${asked}, 0`);
  });

  it('and could not: a reading unit of work is refused every write', async () => {
    const { house, rows, a } = world;
    for (const { name } of rows.tenant) {
      const writing = house.db.readCompany(a.companyId, (tx) =>
        tx.sql.execute(sql`delete from ${sql.identifier(name)}`),
      );
      await expect(
        writing.catch((fault: Error) => Promise.reject(fault.cause)),
        name,
      ).rejects.toThrow(/read-only|permission denied/);
    }
  });
});

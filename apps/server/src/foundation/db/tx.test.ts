import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aHouse, type TestHouse } from '../../../test/house.ts';
import { tags } from './schema/tags.ts';
import type { Tx } from './tx.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await aHouse();
});
afterAll(() => house.stop());

const aTag = (tx: Tx, name: string) => tx.sql.insert(tags).values({ companyId: tx.companyId, name, color: '#abcdef' });
const namesOf = async (companyId: number) =>
  (await house.asOwner.query('select name from tags where company_id = $1 order by name', [companyId])).rows.map(
    (row) => row.name as string,
  );

describe('a unit of work', () => {
  it('keeps its rows and its events together, or neither', async () => {
    const { companyId } = await house.aCompany();
    const work = (name: string, fails: boolean) =>
      house.db.inCompany(companyId, async (tx) => {
        await aTag(tx, name);
        tx.emit({ is: 'tag.saved', tagId: 1, isNew: true });
        if (fails) throw new Error('changed our mind');
      });
    await expect(work('Nunca', true)).rejects.toThrow('changed our mind');
    await work('Sempre', false);
    expect(await namesOf(companyId)).toEqual(['Sempre']);
    const { rows } = await house.asOwner.query(
      `select kind from event_log where company_id = $1 and kind like 'tag.%'`,
      [companyId],
    );
    expect(rows).toEqual([{ kind: 'tag.saved' }]);
  });

  it('that only reads cannot write', async () => {
    const { companyId } = await house.aCompany();
    await expect(house.db.readCompany(companyId, (tx) => aTag(tx, 'Escondida'))).rejects.toMatchObject({
      cause: { code: '25006' },
    });
    await expect(
      house.db.readCompany(companyId, async (tx) => tx.emit({ is: 'tag.removed', tagId: 1 })),
    ).rejects.toMatchObject({ code: '25006' });
    expect(await namesOf(companyId)).toEqual([]);
  });

  it('holds one connection: another one begun inside it is refused at once, not when the pool is empty', async () => {
    const { companyId } = await house.aCompany();
    const inside = (work: () => Promise<unknown>) => house.db.inCompany(companyId, async () => work());
    await expect(inside(() => house.db.readCompany(companyId, async () => {}))).rejects.toThrow('second connection');
    await expect(inside(() => house.db.onPlatform(async () => {}))).rejects.toThrow('second connection');
    await expect(inside(() => house.db.look({ name: 'tx-test.one', text: 'select 1 as n' }, []))).rejects.toThrow(
      'second connection',
    );
    // Afterwards, also from what it started, everything is as before.
    expect(
      await house.db
        .inCompany(companyId, async () => 'done')
        .then(() => house.db.look({ name: 'tx-test.one', text: 'select 1 as n' }, [])),
    ).toEqual([{ n: 1 }]);
  });

  it('that swallowed a fault of the database is not taken for done', async () => {
    const { companyId } = await house.aCompany();
    const work = house.db.inCompany(companyId, async (tx) => {
      await aTag(tx, 'Perdida');
      await tx.sql.execute(sql`select 1 / 0`).catch(() => {});
      return 'done';
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await namesOf(companyId)).toEqual([]);
  });

  it('is for a company that has a number, and leaves no trace of it on the connection', async () => {
    const { companyId } = await house.aCompany();
    for (const no of [
      0,
      -1,
      1.5,
      Number.NaN,
      Infinity,
      '1; drop table tags' as unknown as number,
      undefined as unknown as number,
    ]) {
      await expect(house.db.inCompany(no, async () => 'in')).rejects.toThrow('Not a company id');
    }
    for (let n = 0; n < 20; n++) {
      await house.db
        .inCompany(companyId, async (tx) => {
          if (n % 2) throw new Error('undone');
          await aTag(tx, `Tag ${n}`);
        })
        .catch(() => {});
      const { rows } = await house.db.pool.query(
        `select count(*)::int as seen, current_setting('app.company', true) as company from tags`,
      );
      expect(rows).toEqual([{ seen: 0, company: expect.toBeOneOf(['', null]) }]);
    }
    expect(await namesOf(companyId)).toHaveLength(10);
  });

  it('that stands still is ended, and the next one finds the connection whole', async () => {
    const { companyId } = await house.aCompany();
    const bounds = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].map(
      async (name) => (await house.db.pool.query(`show ${name}`)).rows[0][name],
    );
    expect(await Promise.all(bounds)).toEqual(['5s', '2s', '10s']);
    const slow = house.db.inCompany(companyId, async (tx) => {
      await tx.sql.execute(sql`set local statement_timeout = 100`);
      await tx.sql.execute(sql`select pg_sleep(5)`);
    });
    await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
    expect(
      await house.db.inCompany(companyId, async (tx) => (await tx.sql.execute(sql`select 1 as one`)).rows),
    ).toEqual([{ one: 1 }]);
  });
});

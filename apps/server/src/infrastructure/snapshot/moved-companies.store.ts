/**
 * Companies that were moved in beside others. The server that they come from may still run, so their schedules and
 * campaigns wait until a person confirms that this is the only one, as after a restore.
 */
import type pg from 'pg';
import type { Db, Tx } from '../db/tx.ts';

const MOVED = 'moved-in';
/** Key of the platform setting that exists while the company waits. */
export const movedKeyOf = (companyId: number) => `${MOVED}.${companyId}`;

export const movedCompanies = {
  isWaiting: async (tx: Tx): Promise<boolean> => (await tx.query(find, [movedKeyOf(tx.companyId)])).length > 0,
  /** Returns whether the company was waiting. */
  release: async (tx: Tx): Promise<boolean> => (await tx.query(remove, [movedKeyOf(tx.companyId)])).length > 0,
  count: async (db: Pick<Db, 'query'>): Promise<number> =>
    (await db.query<{ count: number }>(count, [`${MOVED}.%`]))[0]!.count,
};

/** A company that is removed does not wait any more. */
export const forgetMove = (client: pg.Client, companyId: number) => client.query(remove.text, [movedKeyOf(companyId)]);

const find = { name: 'moved-companies.find', text: 'select key from platform_settings where key = $1' };
const remove = { name: 'moved-companies.remove', text: 'delete from platform_settings where key = $1 returning key' };
const count = {
  name: 'moved-companies.count',
  text: 'select count(*)::int as count from platform_settings where key like $1',
};

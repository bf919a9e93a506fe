/**
 * Companies that were moved in beside others. The server that they come from may still run, so their schedules,
 * campaigns, timers of tickets, flows that wait and calls to services rest until a person confirms that this is the only
 * one, as after a restore. `flow_runs_due` and `flow_calls_abandoned` read the same keys.
 */
import type pg from 'pg';
import type { Db, Tx } from '../db/tx.ts';

const MOVED = 'moved-in';
const MAX_LISTED = 50;
/** Key of the platform setting that exists while the company waits. */
export const movedKeyOf = (companyId: number) => `${MOVED}.${companyId}`;

/** A query for those that wait, to filter what workers find across companies. */
export const MOVED_COMPANIES = `select split_part(key, '.', 2)::integer as company_id
  from platform_settings where key like '${MOVED}.%'`;

export interface MovedCompany {
  companyId: number;
  movedAt: Date;
}

export const movedCompanies = {
  isWaiting: async (tx: Tx): Promise<boolean> => (await tx.query(find, [movedKeyOf(tx.companyId)])).length > 0,
  /** Returns whether the company was waiting. */
  release: async (tx: Tx): Promise<boolean> => (await tx.query(remove, [movedKeyOf(tx.companyId)])).length > 0,
  /** Those that wait, the newest first. */
  list: (db: Pick<Db, 'query'>) => db.query<MovedCompany>(list, [`${MOVED}.%`, MAX_LISTED]),
  count: async (db: Pick<Db, 'query'>): Promise<number> =>
    (await db.query<{ count: number }>(count, [`${MOVED}.%`]))[0]!.count,
};

/** A company that is removed does not wait any more. */
export const forgetMove = (client: pg.Client, companyId: number) => client.query(remove.text, [movedKeyOf(companyId)]);

const find = { name: 'moved-companies.find', text: 'select key from platform_settings where key = $1' };
const remove = { name: 'moved-companies.remove', text: 'delete from platform_settings where key = $1 returning key' };
const list = {
  name: 'moved-companies.list',
  text: `select split_part(key, '.', 2)::int as "companyId", updated_at as "movedAt" from platform_settings
          where key like $1 order by updated_at desc, key limit $2`,
};
const count = {
  name: 'moved-companies.count',
  text: 'select count(*)::int as count from platform_settings where key like $1',
};

import type { Db } from './tx.ts';

/** Age in seconds of the oldest transaction of this role that has written; 0 without one. */
export async function oldestWriteSeconds(db: Pick<Db, 'query'>): Promise<number> {
  return (await db.query<{ seconds: number }>(oldestWrite, []))[0]!.seconds;
}

const oldestWrite = {
  name: 'transactions.oldest-write',
  text: `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as seconds
           from pg_stat_activity where backend_xid is not null and datname = current_database() and usename = current_user`,
};

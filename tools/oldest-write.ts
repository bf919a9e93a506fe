import type pg from 'pg';

/** Age of the oldest open transaction that has written, in ms. */
export async function oldestWriteMs(owner: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await owner.query<{ ms: number | null }>(
    `select extract(epoch from max(clock_timestamp() - xact_start))::float8 * 1000 as ms from pg_stat_activity
      where backend_xid is not null and backend_type = 'client backend'`,
  );
  return rows[0]!.ms ?? 0;
}

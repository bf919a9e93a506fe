import type pg from 'pg';

export interface OldestWrite {
  ms: number;
  /** Its latest statement. */
  statement: string;
}
const NONE: OldestWrite = { ms: 0, statement: '' };

/** Age of the oldest open transaction that has written. */
export async function oldestWrite(owner: Pick<pg.Pool, 'query'>): Promise<OldestWrite> {
  const { rows } = await owner.query<OldestWrite>(
    `select extract(epoch from clock_timestamp() - xact_start)::float8 * 1000 as ms,
            left(regexp_replace(query, '\\s+', ' ', 'g'), 160) as statement from pg_stat_activity
      where backend_xid is not null and backend_type = 'client backend' order by xact_start limit 1`,
  );
  return rows[0] ?? NONE;
}

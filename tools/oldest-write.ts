import type pg from 'pg';

export interface OldestWrite {
  ms: number;
  /** Its latest statement. */
  statement: string;
}
const NONE: OldestWrite = { ms: 0, statement: '' };

/** Age of the oldest open transaction that has written; with a table, of those that write or lock rows of it. */
export async function oldestWrite(owner: Pick<pg.Pool, 'query'>, table: string | null = null): Promise<OldestWrite> {
  const { rows } = await owner.query<OldestWrite>(
    `select extract(epoch from clock_timestamp() - a.xact_start)::float8 * 1000 as ms,
            left(regexp_replace(a.query, '\\s+', ' ', 'g'), 160) as statement from pg_stat_activity a
      where a.backend_xid is not null and a.backend_type = 'client backend'
        and ($1::text is null or exists (select from pg_locks l where l.pid = a.pid and l.relation = $1::regclass
                                            and l.mode in ('RowShareLock', 'RowExclusiveLock')))
      order by a.xact_start limit 1`,
    [table],
  );
  return rows[0] ?? NONE;
}

import type { Db, Tx } from '../../infrastructure/db/tx.ts';

/** Numbers of nodes per day, added up from the steps. Days are those of the company's time zone at that time. */
export const flowCountStore = {
  companiesToCount: async (db: Db, limit: number): Promise<number[]> =>
    (await db.onPlatform((tx) => tx.query<{ companyId: number }>(toCount, [limit]))).map(({ companyId }) => companyId),
  /**
   * Counts the steps since the last mark, up to transactions that may still add some. Steps and mark change together: after
   * a crash nothing is lost or counted twice.
   */
  async count(tx: Tx): Promise<void> {
    await tx.query(startMark, [tx.companyId]);
    const [mark] = await tx.query<{ since: string; until: string }>(lockMark, [tx.companyId]);
    await tx.query(count, [tx.companyId, mark!.since, mark!.until]);
    await tx.query(moveMark, [tx.companyId, mark!.until]);
  },
};

const toCount = {
  name: 'flow-counts.to-count',
  text: 'select company_id as "companyId" from flow_steps_to_count($1)',
};
const startMark = {
  name: 'flow-counts.start-mark',
  text: `insert into flow_count_marks (company_id, xid) values ($1, '0') on conflict (company_id) do nothing`,
};
const lockMark = {
  name: 'flow-counts.lock-mark',
  text: `select xid::text as since, pg_snapshot_xmin(pg_current_snapshot())::text as until
           from flow_count_marks where company_id = $1 for update`,
};
const count = {
  name: 'flow-counts.count',
  text: `insert into flow_counts (company_id, flow_id, version_id, day, node, event, port, n)
         select $1, v.flow_id, s.version_id, (s.at at time zone c.time_zone)::date, s.node, s.counted, coalesce(s.port, ''), count(*)
           from (select *, case event
                   when 'entered' then 'entered'
                   when 'left' then 'left'
                   when 'returned' then 'left'
                   when 'ended' then case when reason in ('gaveUp', 'exitWord') then 'dropped'
                     when reason in ('failed', 'tooManySteps', 'tooDeep', 'tooOld', 'broken', 'queueMissing', 'flowMissing',
                       'notRunnable') then 'failed' end end as counted
                   from flow_steps where company_id = $1 and xid >= $2::xid8 and xid < $3::xid8) s
           join flow_versions v on v.company_id = $1 and v.id = s.version_id
           join companies c on c.company_id = $1
          where s.counted is not null
          group by v.flow_id, s.version_id, 4, s.node, s.counted, coalesce(s.port, '')
          order by v.flow_id, s.version_id, 4, s.node, s.counted, 7
         on conflict (company_id, flow_id, version_id, day, node, event, port) do update set n = flow_counts.n + excluded.n`,
};
const moveMark = {
  name: 'flow-counts.move-mark',
  text: 'update flow_count_marks set xid = $2::xid8 where company_id = $1',
};

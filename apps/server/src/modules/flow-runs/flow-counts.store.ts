import { droppedEnds, failedEnds } from '@balcao/domain/flow/run';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';

/** Numbers of nodes per day, added up from the steps. Days are those of the company's time zone at that time. */
export const flowCountStore = {
  /** By id, behind the given one. */
  companiesToCount: async (db: Db, after: number, limit: number): Promise<number[]> =>
    (await db.onPlatform((tx) => tx.query<{ companyId: number }>(toCount, [after, limit]))).map(
      ({ companyId }) => companyId,
    ),
  /**
   * Counts at most `limit` steps; returns how many. Steps and numbers change together: after a crash nothing is lost or
   * counted twice.
   */
  async count(tx: Tx, limit: number): Promise<number> {
    return (await tx.query<{ n: number }>(count, [tx.companyId, limit, droppedEnds, failedEnds]))[0]!.n;
  },
};

const toCount = {
  name: 'flow-counts.to-count',
  text: 'select company_id as "companyId" from flow_steps_to_count($1, $2)',
};
const count = {
  name: 'flow-counts.count',
  text: `with marked as (
           update flow_steps set is_counted = true
            where company_id = $1 and not is_counted and ctid = any (array(
                    select ctid from flow_steps where company_id = $1 and not is_counted limit $2))
           returning version_id, at, node, port, case event
             when 'entered' then 'entered'
             when 'left' then 'left'
             when 'returned' then 'left'
             when 'ended' then case when reason = any ($3::text[]) then 'dropped'
               when reason = any ($4::text[]) then 'failed' end end as counted),
         added as (
           insert into flow_counts (company_id, flow_id, version_id, day, node, event, port, n)
           select $1, v.flow_id, m.version_id, (m.at at time zone c.time_zone)::date, m.node, m.counted, coalesce(m.port, ''), count(*)
             from marked m join flow_versions v on v.company_id = $1 and v.id = m.version_id
             join companies c on c.company_id = $1
            where m.counted is not null
            group by v.flow_id, m.version_id, 4, m.node, m.counted, coalesce(m.port, '')
            order by v.flow_id, m.version_id, 4, m.node, m.counted, 7
           on conflict (company_id, flow_id, version_id, day, node, event, port) do update set n = flow_counts.n + excluded.n)
         select count(*)::int as n from marked`,
};

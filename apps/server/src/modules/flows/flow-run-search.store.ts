/** The runs of a flow by a text that their contact contains. */
import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { ContactMatch } from '../contacts/index.ts';
import { endsOf, RUNS_PER_PAGE, type RunFilter } from './flow-reports.store.ts';

const dialect = new PgDialect();
/** A text of too many contacts is compared with the contacts of this many runs per page. */
const WINDOW = 4000;

interface IdPage {
  ids: number[];
  /** The run before which the next page begins; null after the last one. */
  next: number | null;
}
const run = <Row extends object>(tx: Tx, query: SQL) =>
  tx.query<Row & Record<string, unknown>>(...namedByHash(dialect.sqlToQuery(query)));

/** As the list without a text: a live run belongs to the flow of the node at which it stands. */
function conditionOf(tx: Tx, flowId: number, { before, state, version }: RunFilter): SQL {
  const versions = sql`(select id from flow_versions where company_id = ${tx.companyId} and flow_id = ${flowId}
    and (${version}::int is null or number = ${version}))`;
  const isOfFlow =
    state === 'live'
      ? sql`r.ended_at is null and r.node_version_id in ${versions}`
      : version === null
        ? sql`r.flow_id = ${flowId}`
        : sql`r.flow_id = ${flowId} and r.version_id in ${versions}`;
  const ends = endsOf(state);
  const isOfState =
    state === 'ended'
      ? sql`r.ended_at is not null`
      : sql`${ends === null} or r.end_reason = any(${sql.param(ends ?? [])})`;
  return sql`r.company_id = ${tx.companyId} and (${before}::bigint is null or r.id < ${before}) and ${isOfFlow} and (${isOfState})`;
}

/** The runs of a few contacts, by the tickets of each. */
async function listedPage(tx: Tx, condition: SQL, contactIds: number[]): Promise<IdPage> {
  // Materialized: with the limit the planner would walk through the runs of all contacts, expecting an early end.
  const rows = await run<{ id: number }>(
    tx,
    sql`with found as materialized (
          select r.id from tickets t join flow_runs r on r.company_id = t.company_id and r.ticket_id = t.id
           where t.company_id = ${tx.companyId} and t.contact_id = any(${sql.param(contactIds)}) and ${condition})
        select id::float8 as id from found order by id desc limit ${RUNS_PER_PAGE + 1}`,
  );
  const ids = rows.slice(0, RUNS_PER_PAGE).map(({ id }) => id);
  return { ids, next: rows.length > ids.length ? ids.at(-1)! : null };
}

/** The runs of a window whose contact matches. The page can have fewer rows than others, or none. */
async function windowPage(tx: Tx, condition: SQL, match: ContactMatch): Promise<IdPage> {
  const [page] = await run<{ ids: number[]; last: number | null }>(
    tx,
    sql`with compared as materialized (
          select r.id, r.ticket_id from flow_runs r where ${condition} order by r.id desc limit ${WINDOW})
        select array(select c.id::float8 from compared c
                       join tickets t on t.company_id = ${tx.companyId} and t.id = c.ticket_id
                      where ${match.isMatch(sql`t.contact_id`)}
                      order by c.id desc limit ${RUNS_PER_PAGE + 1}) as ids,
               (select case when count(*) = ${WINDOW} then min(id)::float8 end from compared) as last`,
  );
  const ids = page!.ids.slice(0, RUNS_PER_PAGE);
  return { ids, next: page!.ids.length > ids.length ? ids.at(-1)! : page!.last };
}

export const runSearchStore = {
  async page(tx: Tx, flowId: number, filter: RunFilter, match: ContactMatch): Promise<IdPage> {
    const condition = conditionOf(tx, flowId, filter);
    const [found] = await run<{ ids: number[] | null }>(tx, sql`select ${match.ids} as ids`);
    return found!.ids ? listedPage(tx, condition, found!.ids) : windowPage(tx, condition, match);
  },
};

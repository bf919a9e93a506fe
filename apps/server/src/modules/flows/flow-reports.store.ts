import { droppedEnds, failedEnds } from '@balcao/domain/flow/run';
import type { IntegrationType } from '@balcao/domain/integration/integration-types';
import type { Tx } from '../../infrastructure/db/tx.ts';

export const RUNS_PER_PAGE = 40;
const MAX_TICKET_RUNS = 20;
/** The engine ends a run long before. */
const MAX_STEPS = 10_000;

export interface ReportedRun {
  id: number;
  flowId: number;
  flowName: string | null;
  ticketId: number;
  ticketUuid: string;
  contactId: number;
  contactName: string;
  versionId: number;
  /** Null after the flow was deleted. */
  version: number | null;
  isLive: boolean | null;
  node: string;
  nodeName: string | null;
  startedAt: Date;
  endedAt: Date | null;
  endReason: string | null;
}
/** What a run without a flow did; all null for one with a flow. */
export interface RunService {
  promptId: number | null;
  integrationId: number | null;
  integrationType: IntegrationType | null;
}
export interface ReportedStep {
  position: number;
  at: Date;
  versionId: number;
  node: string;
  event: string;
  port: string | null;
  reason: string | null;
  key: string | null;
}
export interface CountRow {
  node: string;
  event: 'entered' | 'left' | 'dropped' | 'failed';
  port: string;
  n: number;
}

// The name of the node comes from its version, which may belong to a called flow.
const RUN = `r.id::float8 as id, r.flow_id as "flowId", coalesce(f.name, p.name, i.name) as "flowName", r.ticket_id as "ticketId", t.uuid as "ticketUuid",
  c.id as "contactId", c.name as "contactName", r.version_id as "versionId", v.number as version,
  f.live_version_id = r.version_id as "isLive", r.node,
  coalesce(node.name, case when r.node = 'service' then coalesce(p.name, i.name) end) as "nodeName",
  r.started_at as "startedAt", r.ended_at as "endedAt", r.end_reason as "endReason"`;
const TABLES = `flow_runs r
  join tickets t on t.company_id = r.company_id and t.id = r.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  left join flows f on f.company_id = r.company_id and f.id = r.flow_id
  left join flow_versions v on v.company_id = r.company_id and v.id = r.version_id
  left join flow_versions at on at.company_id = r.company_id and at.id = r.node_version_id
  left join prompts p on p.company_id = r.company_id and r.target ->> 'type' = 'prompt' and p.id = (r.target ->> 'id')::int
  left join integrations i on i.company_id = r.company_id and r.target ->> 'type' = 'integration'
    and i.id = (r.target ->> 'id')::int
  left join lateral (select coalesce(nullif(n ->> 'name', ''), n ->> 'type') as name
                       from jsonb_array_elements(at.doc -> 'nodes') n where n ->> 'id' = r.node limit 1) node on true`;
const page = {
  name: 'flow-reports.page',
  text: `select ${RUN} from ${TABLES}
          where r.company_id = $1 and r.flow_id = $2 and ($3::bigint is null or r.id < $3)
            and ($4 = 'all' or r.ended_at is not null) and ($5::int is null or v.number = $5)
            and ($7::text[] is null or r.end_reason = any ($7))
          order by r.id desc limit $6`,
};
// The conversations that are in the flow now, also those that another flow called it for.
const livePage = {
  name: 'flow-reports.live-page',
  text: `select ${RUN} from ${TABLES}
          where r.company_id = $1 and at.flow_id = $2 and r.ended_at is null and ($3::bigint is null or r.id < $3)
            and ($4 = 'live') and ($5::int is null or at.number = $5)
          order by r.id desc limit $6`,
};
const byIds = {
  name: 'flow-reports.by-ids',
  text: `select ${RUN} from ${TABLES} where r.company_id = $1 and r.id = any ($2::bigint[]) order by r.id desc`,
};
const ofTicket = {
  name: 'flow-reports.of-ticket',
  text: `select ${RUN} from ${TABLES} where r.company_id = $1 and r.ticket_id = $2
          order by r.id desc limit ${MAX_TICKET_RUNS}`,
};
const byId = {
  name: 'flow-reports.by-id',
  text: `select ${RUN}, v.doc, p.id as "promptId", i.id as "integrationId", i.type as "integrationType",
                r.state -> 'vars' as variables from ${TABLES} where r.company_id = $1 and r.id = $2`,
};
const steps = {
  name: 'flow-reports.steps',
  text: `select position, at, version_id as "versionId", node, event, port, reason, key from flow_steps
          where company_id = $1 and run_id = $2 order by position limit ${MAX_STEPS}`,
};
const counts = {
  name: 'flow-reports.counts',
  text: `select node, event, port, sum(n)::int as n from flow_counts
          where company_id = $1 and flow_id = $2 and day between $3 and $4 and ($5::int is null or version_id = $5)
          group by node, event, port`,
};
// The start can have another id in each version. A document is read once, however many of its nodes were entered.
const starts = {
  name: 'flow-reports.starts',
  text: `with entered as (
           select version_id, node, sum(n) as n from flow_counts
            where company_id = $1 and flow_id = $2 and day between $3 and $4 and ($5::int is null or version_id = $5)
              and event = 'entered'
            group by version_id, node),
         first as materialized (
           select id, jsonb_path_query_first(doc, '$.nodes[*] ? (@.type == "start").id') #>> '{}' as node
             from flow_versions where company_id = $1 and id in (select version_id from entered))
         select coalesce(sum(e.n), 0)::int as n from entered e join first f on f.id = e.version_id and f.node = e.node`,
};
const waiting = {
  name: 'flow-reports.waiting',
  text: `select r.node, count(*)::int as n from flow_versions v
           join flow_runs r on r.company_id = v.company_id and r.node_version_id = v.id and r.ended_at is null
          where v.company_id = $1 and v.flow_id = $2 and ($3::int is null or v.id = $3)
          group by r.node`,
};

export interface RunFilter {
  before: number | null;
  state: 'all' | 'live' | 'ended' | 'failed' | 'dropped';
  version: number | null;
}
/** The end reasons of a state; null for all. */
export const endsOf = (state: RunFilter['state']): readonly string[] | null =>
  state === 'failed' ? failedEnds : state === 'dropped' ? droppedEnds : null;
/** Days of the company, both included. */
interface CountPeriod {
  from: string;
  to: string;
  versionId: number | null;
}
type Row<T> = T & Record<never, unknown>;
export const flowReportStore = {
  async page(tx: Tx, flowId: number, { before, state, version }: RunFilter) {
    const values = [tx.companyId, flowId, before, state, version, RUNS_PER_PAGE + 1];
    const rows = await (state === 'live'
      ? tx.query<Row<ReportedRun>>(livePage, values)
      : tx.query<Row<ReportedRun>>(page, [...values, endsOf(state)]));
    const shown = rows.slice(0, RUNS_PER_PAGE);
    return { rows: shown, next: rows.length > shown.length ? shown.at(-1)!.id : null };
  },
  /** Newest first. */
  byIds: (tx: Tx, ids: number[]) => tx.query<Row<ReportedRun>>(byIds, [tx.companyId, ids]),
  ofTicket: (tx: Tx, ticketId: number) => tx.query<Row<ReportedRun>>(ofTicket, [tx.companyId, ticketId]),
  async byId(tx: Tx, id: number) {
    type Found = ReportedRun & RunService & { doc: unknown; variables: Record<string, string> | null };
    return (await tx.query<Row<Found>>(byId, [tx.companyId, id]))[0];
  },
  steps: (tx: Tx, runId: number) => tx.query<Row<ReportedStep>>(steps, [tx.companyId, runId]),
  counts: (tx: Tx, flowId: number, { from, to, versionId }: CountPeriod) =>
    tx.query<Row<CountRow>>(counts, [tx.companyId, flowId, from, to, versionId]),
  /** How often the start of a version was entered. */
  async starts(tx: Tx, flowId: number, { from, to, versionId }: CountPeriod): Promise<number> {
    return (await tx.query<{ n: number }>(starts, [tx.companyId, flowId, from, to, versionId]))[0]!.n;
  },
  waiting: (tx: Tx, flowId: number, versionId: number | null) =>
    tx.query<{ node: string; n: number }>(waiting, [tx.companyId, flowId, versionId]),
};

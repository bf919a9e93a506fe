import { likePattern } from '../../infrastructure/db/search.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const PAGE_SIZE = 20;
/** Links shown of a page of flows. */
const MAX_USES = 1000;

/** A flow with what the list shows of its draft and its live version. */
export interface ListedFlow {
  companyId: number;
  id: number;
  name: string;
  isActive: boolean;
  userId: number | null;
  createdAt: Date;
  updatedAt: Date;
  liveNumber: number | null;
  liveAt: Date | null;
  liveById: number | null;
  liveByName: string | null;
  hasChanges: boolean;
  conversations: number;
  doc: unknown;
}
export interface FlowUse {
  flowId: number;
  kind: 'welcome' | 'notPhrase' | 'phrase' | 'queue' | 'option' | 'integration' | 'flow';
  id: number;
  name: string;
  queueId: number | null;
  queueName: string | null;
}

const COLUMNS = `f.company_id as "companyId", f.id, f.name, f.is_active as "isActive", f.user_id as "userId",
  f.created_at as "createdAt", f.updated_at as "updatedAt",
  v.number as "liveNumber", v.created_at as "liveAt", v.user_id as "liveById", u.name as "liveByName",
  v.doc is distinct from d.doc as "hasChanges", d.doc,
  (select count(*)::int from flow_versions each join flow_runs r
      on r.company_id = each.company_id and r.node_version_id = each.id and r.ended_at is null
    where each.company_id = f.company_id and each.flow_id = f.id) as conversations`;
const TABLES = `join flow_drafts d on d.company_id = f.company_id and d.flow_id = f.id
  left join flow_versions v on v.company_id = f.company_id and v.id = f.live_version_id
  left join users u on u.company_id = v.company_id and u.id = v.user_id`;
// The page is chosen first: documents of other rows are not read.
const page = {
  name: 'flows.page',
  text: `with f as materialized (
           select *, count(*) over ()::int as total from flows
            where company_id = $1 and ($2 = '%%' or folded(name) like $2) and ($5::boolean is null or is_active = $5)
            order by folded(name), id limit $3 offset $4)
         select ${COLUMNS}, f.total from f ${TABLES} order by folded(f.name), f.id`,
};
const briefs = {
  name: 'flows.briefs',
  text: `select id, name, is_active as "isActive", count(*) over ()::int as total from flows
          where company_id = $1 and ($2 = '%%' or folded(name) like $2) and ($5::boolean is null or is_active = $5)
          order by folded(name), id limit $3 offset $4`,
};
const counts = {
  name: 'flows.counts',
  text: `select count(*)::int as "all", (count(*) filter (where is_active))::int as active,
                (count(*) filter (where not is_active))::int as inactive
           from flows where company_id = $1 and ($2 = '%%' or folded(name) like $2)`,
};
const byId = {
  name: 'flows.listed-by-id',
  text: `select ${COLUMNS} from flows f ${TABLES} where f.company_id = $1 and f.id = $2`,
};
const uses = {
  name: 'flows.uses',
  text: `select * from (
           select c.welcome_flow_id as "flowId", 'welcome' as kind, c.id, c.name, null::int as "queueId", null as "queueName"
             from connections c where c.company_id = $1 and c.welcome_flow_id = any ($2::int[])
           union all
           select c.other_flow_id, 'notPhrase', c.id, c.name, null, null
             from connections c where c.company_id = $1 and c.other_flow_id = any ($2)
           union all
           select p.flow_id, 'phrase', p.id, p.name, null, null
             from flow_phrases p where p.company_id = $1 and p.flow_id = any ($2)
           union all
           select q.flow_id, 'queue', q.id, q.name, null, null
             from queues q where q.company_id = $1 and q.flow_id = any ($2)
           union all
           select o.to_flow_id, 'option', o.id, o.name, q.id, q.name
             from bot_options o join queues q on q.company_id = o.company_id and q.id = o.queue_id
            where o.company_id = $1 and o.to_flow_id = any ($2)
           union all
           select i.flow_id, 'integration', i.id, i.name, null, null
             from integrations i where i.company_id = $1 and i.flow_id = any ($2) and i.type = 'flowbuilder'
           union all
           select called, 'flow', f.id, f.name, null, null
             from flows f
             join flow_drafts d on d.company_id = f.company_id and d.flow_id = f.id
             left join flow_versions v on v.company_id = f.company_id and v.id = f.live_version_id
            cross join lateral (select distinct unnest(d.flow_ids || coalesce(v.flow_ids, '{}')) as called) c
            where f.company_id = $1 and called = any ($2) and called <> f.id) used
          order by kind, name, id limit ${MAX_USES}`,
};

type Page<Row> = { rows: Row[]; count: number; hasMore: boolean };
const paged = <Row extends { total: number }>(rows: Row[], offset: number): Page<Row> => {
  const count = rows[0]?.total ?? 0;
  return { rows, count, hasMore: count > offset + rows.length };
};
export interface FlowFilter {
  search: string;
  page: number;
  /** Null: active and inactive ones. */
  isActive: boolean | null;
}
export interface FlowCounts {
  all: number;
  active: number;
  inactive: number;
}
const valuesOf = (tx: Tx, { search, page: number, isActive }: FlowFilter) => [
  tx.companyId,
  likePattern(search),
  PAGE_SIZE,
  (number - 1) * PAGE_SIZE,
  isActive,
];

export const flowListStore = {
  page: async (tx: Tx, filter: FlowFilter) =>
    paged(await tx.query<ListedFlow & { total: number }>(page, valuesOf(tx, filter)), (filter.page - 1) * PAGE_SIZE),
  briefs: async (tx: Tx, filter: FlowFilter) =>
    paged(
      await tx.query<Pick<ListedFlow, 'id' | 'name' | 'isActive'> & { total: number }>(briefs, valuesOf(tx, filter)),
      (filter.page - 1) * PAGE_SIZE,
    ),
  /** Flows whose name is searched for, by state. */
  counts: async (tx: Tx, search: string) =>
    (await tx.query<FlowCounts & Record<never, unknown>>(counts, [tx.companyId, likePattern(search)]))[0]!,
  async byId(tx: Tx, id: number): Promise<ListedFlow | undefined> {
    return (await tx.query<ListedFlow>(byId, [tx.companyId, id]))[0];
  },
  uses: (tx: Tx, flowIds: number[]) =>
    flowIds.length === 0 ? Promise.resolve([]) : tx.query<FlowUse>(uses, [tx.companyId, flowIds]),
};

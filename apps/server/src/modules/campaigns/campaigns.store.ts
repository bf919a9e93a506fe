import type { CampaignStatus, Hold, WaitReason } from '@balcao/domain/campaign/campaign';
import type { CampaignRow, StoredCounts } from '../../infrastructure/db/schema/campaigns.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { findById, loadNames, type ConnectionSummary, type NameWithColor } from '../name-cache/index.ts';

const PAGE = 20;
/** Campaigns of one connection that take turns. */
const MAX_RUNNING = 200;
/** Campaigns of a company that one sweep ends; the next one finds the others. */
const MAX_ENDED = 200;
/** States of a recipient who has no outcome. */
const OPEN_STATES = `'{planned,asking,asked,confirmed,queued,held}'::text[]`;

/** A campaign with the names that screens show. */
export interface FullCampaign extends CampaignRow {
  contactList: { id: number; name: string; itemCount: number } | null;
  tag: { id: number; name: string } | null;
  source: { id: number; name: string } | null;
  connection: ConnectionSummary | null;
  user: { id: number; name: string } | null;
  author: { id: number; name: string } | null;
  holdUser: { id: number; name: string } | null;
  queue: NameWithColor | null;
}
type Row = CampaignRow & Pick<FullCampaign, 'contactList' | 'tag' | 'source'>;

const COLUMNS = `c.company_id as "companyId", c.id, c.name, c.status, c.author_id as "authorId",
  c.connection_id as "connectionId", c.contact_list_id as "contactListId", c.tag_id as "tagId",
  c.source_campaign_id as "sourceCampaignId", c.source_filter as "sourceFilter", c.messages, c.confirmations,
  c.asks_confirmation as "asksConfirmation", c.media_key as "mediaKey", c.media_name as "mediaName",
  c.media_mime as "mediaMime", c.template_id as "templateId", c.template_values as "templateValues",
  c.opens_ticket as "opensTicket", c.ticket_status as "ticketStatus", c.user_id as "userId", c.queue_id as "queueId",
  c.rate_mode as "rateMode", c.local_hours as "localHours", c.cold_allowed_at as "coldAllowedAt",
  c.stopped_variants as "stoppedVariants", c.seed, c.scheduled_at as "scheduledAt", c.started_at as "startedAt",
  c.plan_position::float8 as "planPosition", c.planned_at as "plannedAt", c.completed_at as "completedAt", c.hold,
  c.hold_at as "holdAt", c.hold_until as "holdUntil", c.hold_user_id as "holdUserId", c.hold_detail as "holdDetail",
  c.guarded_after::float8 as "guardedAfter", c.wait_reason as "waitReason", c.wait_until as "waitUntil", c.counts,
  c.ends_at as "endsAt", c.revision, c.created_at as "createdAt", c.updated_at as "updatedAt"`;
const FULL = `${COLUMNS},
  case when l.id is not null then jsonb_build_object('id', l.id, 'name', l.name, 'itemCount', l.item_count) end as "contactList",
  case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as tag,
  case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as source`;
const FROM = `from campaigns c
  left join contact_lists l on l.company_id = c.company_id and l.id = c.contact_list_id
  left join tags t on t.company_id = c.company_id and t.id = c.tag_id
  left join campaigns s on s.company_id = c.company_id and s.id = c.source_campaign_id`;

// The total comes with each row: one statement per page.
const page = {
  name: 'campaigns.page',
  text: `select ${FULL}, count(*) over ()::int as total ${FROM}
          where c.company_id = $1 and ($2 = '%%' or folded(c.name) like $2) and ($3::text is null or c.status = $3)
          order by c.status, c.scheduled_at desc nulls last, c.id desc limit $4 offset $5`,
};
const byIds = {
  name: 'campaigns.by-ids',
  text: `select ${FULL} ${FROM} where c.company_id = $1 and c.id = any($2::int[])`,
};
const statusCounts = {
  name: 'campaigns.status-counts',
  text: 'select status, count(*)::int as count from campaigns where company_id = $1 group by status',
};
const running = {
  name: 'campaigns.running',
  text: `select ${COLUMNS} from campaigns c
          where c.company_id = $1 and c.status = 'EM_ANDAMENTO' and coalesce(c.connection_id, 0) = $2
          order by c.id limit ${MAX_RUNNING}`,
};
const lockState = {
  name: 'campaigns.lock-state',
  text: 'select status, hold, revision from campaigns where company_id = $1 and id = $2 for no key update',
};
const runningOfCompany = {
  name: 'campaigns.running-of-company',
  text: `select ${COLUMNS} from campaigns c where c.company_id = $1 and c.status = 'EM_ANDAMENTO' order by c.id limit 1000`,
};
const setWait = {
  name: 'campaigns.set-wait',
  text: `update campaigns set wait_reason = $3, wait_until = $4
          where company_id = $1 and id = any($2::int[])
            and (wait_reason is distinct from $3 or wait_until is distinct from $4)
          returning id`,
};
const setHold = {
  name: 'campaigns.set-hold',
  text: `update campaigns set hold = $3, hold_at = case when $3::text is null then null else now() end, hold_until = $4,
                hold_detail = $5, hold_user_id = null
          where company_id = $1 and id = any($2::int[]) and status = 'EM_ANDAMENTO' and hold is distinct from $3
          returning id`,
};
/** A finished campaign keeps the time of its end. */
const saveCounts = {
  name: 'campaigns.save-counts',
  text: `update campaigns set counts = $3::jsonb, ends_at = case when status = 'FINALIZADA' then ends_at else $4 end
          where company_id = $1 and id = $2`,
};
const finish = {
  name: 'campaigns.finish',
  text: `update campaigns c set status = 'FINALIZADA', completed_at = $3, hold = null, hold_at = null, hold_until = null,
                wait_reason = null, wait_until = null, ends_at = $3, updated_at = now()
          where c.company_id = $1 and c.id = $2 and c.status = 'EM_ANDAMENTO' and c.planned_at is not null
            and not exists (select from campaign_recipients r where r.company_id = $1 and r.campaign_id = $2
              and r.state = any(${OPEN_STATES}))
         returning c.id`,
};
/** Running campaigns without a recipient who is still to be sent to or answered. */
const ended = {
  name: 'campaigns.ended',
  text: `select c.id from campaigns c
          where c.company_id = $1 and c.status = 'EM_ANDAMENTO' and c.planned_at is not null
            and not exists (select from campaign_recipients r where r.company_id = $1 and r.campaign_id = c.id
              and r.state = any(${OPEN_STATES}))
          order by c.id limit $2`,
};
const start = {
  name: 'campaigns.start',
  text: `update campaigns set status = 'EM_ANDAMENTO', started_at = coalesce(started_at, $3), revision = revision + 1,
                wait_reason = 'start', wait_until = scheduled_at, updated_at = now()
          where company_id = $1 and id = $2 and status = 'PROGRAMADA' and scheduled_at <= $4 returning id`,
};
// The ids are an array: a subquery with a limit could be run again for each row, and pick others.
const detachTemplates = {
  name: 'campaigns.detach-templates',
  text: `with detached as (
           update campaigns set template_id = null where company_id = $1 and id = any (array(
             select id from campaigns where company_id = $1 and template_id = any ($2::int[])
              limit $3 for no key update skip locked))
           returning 1)
         select count(*)::int as n from detached`,
};
/** Templates of campaigns that may still send. */
const neededTemplates = {
  name: 'campaigns.needed-templates',
  text: `select distinct template_id as id from campaigns
          where company_id = $1 and template_id = any ($2::int[]) and status in ('PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA')`,
};
const due = { name: 'campaigns.due', text: 'select company_id as "companyId", id from campaigns_due($1, $2)' };
const unplanned = {
  name: 'campaigns.unplanned',
  text: 'select company_id as "companyId", id from campaigns_unplanned($1)',
};
const runningConnections = {
  name: 'campaigns.running-connections',
  text: 'select company_id as "companyId", connection_id as "connectionId" from campaign_connections_running($1, $2, $3)',
};

async function withNames(tx: Tx, rows: Row[]): Promise<FullCampaign[]> {
  const lookups = rows.flatMap(({ queueId, userId, connectionId, authorId, holdUserId }) => [
    { queueId, userId, connectionId },
    { userId: authorId },
    { userId: holdUserId },
  ]);
  const { queues, users, connections } = await loadNames(tx, lookups);
  return rows.map((row) => ({
    ...row,
    connection: findById(connections, row.connectionId),
    user: findById(users, row.userId),
    author: findById(users, row.authorId),
    holdUser: findById(users, row.holdUserId),
    queue: findById(queues, row.queueId),
  }));
}
export interface CompanyRef {
  companyId: number;
  id: number;
}

export const campaignStore = {
  async page(tx: Tx, filter: { search: string; status: CampaignStatus | null; page: number }) {
    const offset = (filter.page - 1) * PAGE;
    const values = [tx.companyId, likePattern(filter.search), filter.status, PAGE, offset];
    const rows = await tx.query<Row & { total: number }>(page, values);
    const count = rows[0]?.total ?? 0;
    return { rows: await withNames(tx, rows), count, hasMore: count > offset + rows.length };
  },
  async byId(tx: Tx, id: number): Promise<FullCampaign | undefined> {
    return (await withNames(tx, await tx.query<Row>(byIds, [tx.companyId, [id]])))[0];
  },
  async statusCounts(tx: Tx): Promise<Map<CampaignStatus, number>> {
    const rows = await tx.query<{ status: CampaignStatus; count: number }>(statusCounts, [tx.companyId]);
    return new Map(rows.map(({ status, count }) => [status, count]));
  },
  /** Running campaigns of a connection; connection 0: it was deleted. */
  running: (tx: Tx, connectionId: number) => tx.query<CampaignRow>(running, [tx.companyId, connectionId]),
  /** Users and the send step lock the row: a message is queued before a stop or not at all. */
  async lockState(tx: Tx, id: number): Promise<Pick<CampaignRow, 'status' | 'hold' | 'revision'> | undefined> {
    return (await tx.query<Pick<CampaignRow, 'status' | 'hold' | 'revision'>>(lockState, [tx.companyId, id]))[0];
  },
  runningOfCompany: (tx: Tx) => tx.query<CampaignRow>(runningOfCompany, [tx.companyId]),
  /** Returns the campaigns that changed. */
  async setWait(tx: Tx, ids: number[], reason: WaitReason | null, until: Date | null): Promise<number[]> {
    if (ids.length === 0) return [];
    return (await tx.query<{ id: number }>(setWait, [tx.companyId, ids, reason, until])).map(({ id }) => id);
  },
  /** Null ends the hold. Returns the campaigns that changed. */
  async setHold(tx: Tx, ids: number[], hold: Hold | null, until: Date | null = null, detail = ''): Promise<number[]> {
    if (ids.length === 0) return [];
    return (await tx.query<{ id: number }>(setHold, [tx.companyId, ids, hold, until, detail])).map(({ id }) => id);
  },
  saveCounts: (tx: Tx, id: number, counts: StoredCounts, endsAt: Date | null) =>
    tx.query(saveCounts, [tx.companyId, id, JSON.stringify(counts), endsAt]),
  /** True when the last recipient has an outcome. */
  finish: async (tx: Tx, id: number, at: Date): Promise<boolean> =>
    (await tx.query(finish, [tx.companyId, id, at])).length > 0,
  ended: async (tx: Tx): Promise<number[]> =>
    (await tx.query<{ id: number }>(ended, [tx.companyId, MAX_ENDED])).map(({ id }) => id),
  start: async (tx: Tx, id: number, at: Date, before: Date): Promise<boolean> =>
    (await tx.query(start, [tx.companyId, id, at, before])).length > 0,
  /** Campaigns forget these templates, at most `limit`; returns how many there were. Rows that others lock are skipped. */
  detachTemplates: async (tx: Tx, templateIds: number[], limit: number): Promise<number> =>
    (await tx.query<{ n: number }>(detachTemplates, [tx.companyId, templateIds, limit]))[0]!.n,
  neededTemplates: async (tx: Tx, templateIds: number[]): Promise<Set<number>> => {
    if (templateIds.length === 0) return new Set();
    const rows = await tx.query<{ id: number }>(neededTemplates, [tx.companyId, templateIds]);
    return new Set(rows.map(({ id }) => id));
  },

  due: (db: Db, before: Date, limit: number) => db.query<CompanyRef>(due, [before, limit]),
  unplanned: (db: Db, limit: number) => db.query<CompanyRef>(unplanned, [limit]),
  runningConnections: (db: Db, after: { companyId: number; connectionId: number }, limit: number) =>
    db.query<{ companyId: number; connectionId: number }>(runningConnections, [
      after.companyId,
      after.connectionId,
      limit,
    ]),
};

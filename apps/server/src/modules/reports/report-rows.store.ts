import { isAgentPart, isNowPart, type AgentPart, type NowPart, type ReportPart } from '@balcao/domain/insight/metrics';
import type { ExportedSums } from '@balcao/domain/insight/reconciliation';
import type { ClosedBy, TicketStatus } from '@balcao/domain/ticket/ticket';
import { and, sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { namedByHash } from '../../infrastructure/db/dynamic-sql.ts';
import type { FrozenFilter } from '../../infrastructure/db/schema/insight.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { DayRange } from '../dashboard/index.ts';
import { anyExistingTag } from '../tags/index.ts';

/** What a report lists: the filter with its time zone, and the condition of its search text on a contact. */
export interface ReportScope {
  filter: FrozenFilter;
  timeZone: string;
  search: SQL | undefined;
}
/** Place of a row in the list: its time in microseconds and its id. */
export interface ReportCursor {
  at: string;
  id: number;
}
interface ReportKey extends ReportCursor {
  ticketId: number;
  cycleId: number | null;
}
export interface ReportDetails {
  ticketId: number;
  cycleId: number | null;
  uuid: string;
  number: number | null;
  contactId: number;
  contactName: string;
  connectionId: number | null;
  userId: number | null;
  queueId: number | null;
  lastMessage: string;
  status: TicketStatus;
  beganAt: Date;
  endedAt: Date | null;
  closedBy: ClosedBy | null;
  supportSeconds: number;
  waitSeconds: number;
  rate: number | null;
}
export interface ScoreCount {
  /** Null if no agent had the conversation. */
  userId: number | null;
  score: number;
  n: number;
}
export interface SummaryRow {
  tickets: number;
  rated: number;
  promoters: number;
  passives: number;
  detractors: number;
  supportSeconds: number | null;
  waitSeconds: number | null;
}

const dialect = new PgDialect();
const run = <Row extends Record<string, unknown>>(tx: Tx, query: SQL) =>
  tx.query<Row>(...namedByHash(dialect.sqlToQuery(query)));

/** The rows of a report: cycles, or conversations with their latest cycle. Newest first. */
export const reportRowStore = {
  async page(tx: Tx, scope: ReportScope, page: { after?: ReportCursor | undefined; limit: number; offset: number }) {
    const { at, id } = orderOf(scope);
    const { after, limit, offset } = page;
    const where = and(
      matches(tx, scope),
      after &&
        sql`(${at}, ${id}) < (timestamptz 'epoch' + ${after.at}::bigint * interval '1 microsecond', ${after.id})`,
    );
    const keys = await run<ReportKey & Record<string, unknown>>(
      tx,
      sql`select (extract(epoch from ${at}) * 1000000)::bigint::text as at, ${id}::float8 as id, t.id as "ticketId",
                 k.id::float8 as "cycleId"
            from ${rowsOf(scope)} where ${where} order by ${at} desc, ${id} desc limit ${limit} offset ${offset}`,
    );
    const rows = await tx.query<ReportDetails & Record<string, unknown>>(details, [
      tx.companyId,
      keys.map(({ ticketId }) => ticketId),
      keys.map(({ cycleId }) => cycleId),
      scope.filter.by === 'cycle',
    ]);
    return { rows, keys };
  },
  /** Counts and means over all rows of the report, by the definitions of the dashboard. */
  async summary(tx: Tx, scope: ReportScope): Promise<SummaryRow> {
    const [row] = await run<SummaryRow & Record<string, unknown>>(
      tx,
      sql`select count(*)::int as tickets, count(r.rate)::int as rated,
                 count(*) filter (where r.rate >= 9)::int as promoters,
                 count(*) filter (where r.rate between 7 and 8)::int as passives,
                 count(*) filter (where r.rate <= 6)::int as detractors,
                 avg(s.attended_s) filter (where s.attended_s > 0)::float8 as "supportSeconds",
                 avg(s.waiting_s) filter (where s.waiting_s > 0)::float8 as "waitSeconds"
            from ${rowsOf(scope)} left join lateral (
              select sum(extract(epoch from p.to_at - p.from_at)) filter (where p.kind = 'attended') as attended_s,
                     sum(extract(epoch from p.to_at - p.from_at)) filter (where p.kind = 'waiting') as waiting_s
                from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id) s on true
           where ${matches(tx, scope)}`,
    );
    return row!;
  },
  /** How many of the rows each agent was given each score. */
  ratings: (tx: Tx, scope: ReportScope) =>
    run<ScoreCount & Record<string, unknown>>(
      tx,
      sql`select r.user_id as "userId", r.rate as score, count(*)::int as n
            from ${rowsOf(scope)} where ${and(matches(tx, scope), sql`r.rate is not null`)} group by r.user_id, r.rate`,
    ),
  async count(tx: Tx, scope: ReportScope): Promise<number> {
    const query = sql`select count(*)::int as n from ${rowsOf(scope)} where ${matches(tx, scope)}`;
    return (await run<{ n: number }>(tx, query))[0]!.n;
  },
  /** Cycles that began in the range, for the equations of the dashboard. */
  countCycles: (tx: Tx, { from, to, timeZone }: DayRange) =>
    reportRowStore.count(tx, {
      filter: { ...NO_FILTER, by: 'cycle', dateFrom: from, dateTo: to },
      timeZone,
      search: undefined,
    }),
  /** What the worksheet of the cycles that began in the range adds up to, read as its rows are. */
  async exportedSums(tx: Tx, { from, to, timeZone }: DayRange): Promise<ExportedSums> {
    const values = [tx.companyId, from, to, true, timeZone];
    return (await tx.query<ExportedSums & Record<string, unknown>>(exportedSums, values))[0]!;
  },
};

const NO_FILTER = {
  searchParam: '',
  contactId: null,
  whatsappIds: [],
  userIds: [],
  queueIds: [],
  tagIds: [],
  status: [],
  onlyRated: false,
  part: null,
  score: null,
  hour: null,
};

const orderOf = ({ filter }: ReportScope) =>
  filter.by === 'cycle' ? { at: sql`k.created_at`, id: sql`k.id` } : { at: sql`t.created_at`, id: sql`t.id` };

const RATING = sql`left join user_ratings r on r.company_id = k.company_id and r.cycle_id = k.id`;
const CYCLE_ROWS = sql`ticket_tracking k join tickets t on t.company_id = k.company_id and t.id = k.ticket_id ${RATING}`;
const CONVERSATION_ROWS = sql`tickets t left join lateral (
    select c.* from ticket_tracking c where c.company_id = t.company_id and c.ticket_id = t.id order by c.id desc limit 1) k on true
  ${RATING}`;
const rowsOf = ({ filter }: ReportScope) => (filter.by === 'cycle' ? CYCLE_ROWS : CONVERSATION_ROWS);

function matches(tx: Tx, { filter, timeZone, search }: ReportScope): SQL | undefined {
  const isByCycle = filter.by === 'cycle';
  const part = isByCycle || isNowPart(filter.part) ? filter.part : null;
  const isInRange = (at: SQL) =>
    and(
      sql`${at} >= (${filter.dateFrom}::date)::timestamp at time zone ${timeZone}`,
      sql`${at} < (${filter.dateTo}::date + 1)::timestamp at time zone ${timeZone}`,
    );
  const among = (column: SQL, ids: readonly (number | string)[]) =>
    ids.length === 0 ? undefined : sql`${column} in ${ids}`;
  return and(
    isByCycle ? sql`k.company_id = ${tx.companyId}` : sql`t.company_id = ${tx.companyId}`,
    sql`t.imported_at is null and not t.is_unlisted`,
    // A lead belongs to the day on which its contact was created; its only cycle may begin later.
    part === 'leads'
      ? sql`${LEAD} and t.contact_id in (
          select c.id from contacts c where c.company_id = ${tx.companyId} and c.merged_into_id is null and not c.is_group
             and ${isInRange(sql`c.created_at`)})`
      : isNowPart(part)
        ? nowConditions[part]
        : isInRange(isByCycle ? sql`k.created_at` : sql`t.created_at`),
    // A live conversation has one unfinished cycle.
    isByCycle && isNowPart(part) ? sql`k.finished_at is null` : undefined,
    isByCycle && filter.hour
      ? sql`k.created_at >= ${filter.hour}::timestamptz and k.created_at < ${filter.hour}::timestamptz + interval '1 hour'`
      : undefined,
    filter.contactId === null ? undefined : sql`t.contact_id = ${filter.contactId}`,
    among(isByCycle ? sql`k.connection_id` : sql`t.connection_id`, filter.whatsappIds),
    isAgentPart(part)
      ? agentConditions[part]((column) => among(column, filter.userIds))
      : among(isByCycle ? sql`k.last_user_id` : sql`t.user_id`, filter.userIds),
    among(isByCycle ? sql`k.queue_id` : sql`t.queue_id`, filter.queueIds),
    among(isByCycle ? CYCLE_STATUS : sql`t.status`, filter.status),
    filter.tagIds.length === 0
      ? undefined
      : sql`exists (select from contact_tags g where g.company_id = t.company_id and g.contact_id = t.contact_id and g.tag_id = ${anyExistingTag(tx.companyId, filter.tagIds)})`,
    search &&
      sql`t.contact_id in (select contacts.id from contacts where contacts.company_id = ${tx.companyId} and ${search})`,
    filter.onlyRated ? sql`r.rate is not null` : undefined,
    filter.score === null ? undefined : sql`r.rate = ${filter.score}`,
    part === null || part === 'leads' || isAgentPart(part) || isNowPart(part) ? undefined : partConditions[part],
  );
}
/** A cycle that ended is closed, whatever its conversation is now. */
const CYCLE_STATUS = sql`case when k.finished_at is not null then 'closed' else t.status end`;
const HAS_WAITED = sql`exists (select from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id and p.kind = 'waiting')`;
const FIRST_WAIT = sql`(select min(p.from_at) from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id and p.kind = 'waiting')`;
/** No other cycle of the contact; two are enough to know that there is one. */
const LEAD = sql`(select count(*) from (
    select from tickets o join ticket_tracking l on l.company_id = o.company_id and l.ticket_id = o.id
     where o.company_id = t.company_id and o.contact_id = t.contact_id and o.imported_at is null and not o.is_unlisted limit 2) n) = 1`;
const hasPeriod = (condition: SQL | undefined): SQL =>
  sql`exists (select from ticket_periods p where p.company_id = k.company_id and p.cycle_id = k.id and ${condition})`;

/** The conversations that the live numbers count, as in dashboard.store.ts; literals, because the index of live ones is partial. */
const nowConditions: Record<NowPart, SQL> = {
  openNow: sql`t.status = 'open'`,
  pendingNow: sql`t.status = 'pending'`,
  groupNow: sql`t.status = 'group'`,
};
/** The cycles that a number of the dashboard counts; the same conditions as in dashboard/metric-sql.store.ts. */
const partConditions: Record<Exclude<ReportPart, AgentPart | NowPart | 'leads'>, SQL> = {
  finished: sql`k.finished_at is not null`,
  groups: sql`t.is_group`,
  active: sql`t.is_active_demand`,
  passive: sql`not t.is_active_demand`,
  waitRating: sql`k.finished_at is null and t.status = 'nps'`,
  withRating: sql`k.finished_at is not null and r.rate is not null`,
  withoutRating: sql`k.finished_at is not null and r.rate is null`,
  promoters: sql`r.rate >= 9`,
  passives: sql`r.rate between 7 and 8`,
  detractors: sql`r.rate <= 6`,
  attended: hasPeriod(sql`p.kind = 'attended' and p.to_at > p.from_at`),
  waited: hasPeriod(sql`p.kind = 'waiting' and p.to_at > p.from_at`),
  answered: sql`k.first_reply_at >= ${FIRST_WAIT}`,
  unanswered: sql`k.first_reply_at is null and ${HAS_WAITED}`,
  replied: sql`k.reply_waits > 0`,
  withTarget: sql`k.is_in_time is not null`,
  withinTarget: sql`k.is_in_time`,
  late: sql`not k.is_in_time`,
  unassigned: sql`k.last_user_id is null`,
};
/** The same for the numbers of an agent; `isAgent` is the condition on the user, undefined for all agents. */
const agentConditions: Record<AgentPart, (isAgent: (column: SQL) => SQL | undefined) => SQL | undefined> = {
  handled: (isAgent) => hasPeriod(and(sql`p.kind = 'attended' and p.user_id is not null`, isAgent(sql`p.user_id`))),
  passedOn: (isAgent) =>
    hasPeriod(
      and(
        sql`p.kind = 'attended' and p.user_id is not null and p.user_id is distinct from k.last_user_id`,
        isAgent(sql`p.user_id`),
      ),
    ),
  accepted: (isAgent) =>
    hasPeriod(and(sql`p.kind = 'waiting' and p.ended_user_id is not null`, isAgent(sql`p.ended_user_id`))),
  ownRating: (isAgent) => and(sql`r.rate is not null and r.user_id is not null`, isAgent(sql`r.user_id`)),
};

// A conversation loses its user when the user is deleted; its closed cycle still names the agent.
// Times are those of the summary and of the dashboard: a period counts when it has ended.
const DETAILS = `t.id as "ticketId", k.id::float8 as "cycleId", t.uuid, t.number, t.contact_id as "contactId", c.name as "contactName",
                case when $4 then k.connection_id else t.connection_id end as "connectionId",
                case when $4 then k.last_user_id else coalesce(t.user_id, case when t.status = 'closed' then g.user_id end) end as "userId",
                case when $4 then k.queue_id else t.queue_id end as "queueId",
                t.last_message as "lastMessage",
                case when $4 and k.finished_at is not null then 'closed' else t.status end as status,
                coalesce(k.created_at, t.created_at) as "beganAt", k.finished_at as "endedAt",
                case when k.finished_at is not null then k.closed_by end as "closedBy",
                coalesce(s.attended_s, 0)::float8 as "supportSeconds", coalesce(s.waiting_s, 0)::float8 as "waitSeconds", r.rate`;
const DETAIL_JOINS = `join tickets t on t.company_id = $1 and t.id = w.ticket_id
           join contacts c on c.company_id = $1 and c.id = t.contact_id
           left join ticket_tracking k on k.company_id = $1 and k.id = w.cycle_id
           left join user_ratings r on r.company_id = $1 and r.cycle_id = k.id
           left join lateral (
             select k.last_user_id as user_id where not exists (
               select from users u where u.company_id = $1 and u.id = k.last_user_id)) g on true
           left join lateral (
             select sum(extract(epoch from p.to_at - p.from_at)) filter (where p.kind = 'attended') as attended_s,
                    sum(extract(epoch from p.to_at - p.from_at)) filter (where p.kind = 'waiting') as waiting_s
               from ticket_periods p where p.company_id = $1 and p.cycle_id = k.id) s on true`;
const details = {
  name: 'reports.details',
  text: `select ${DETAILS}
           from unnest($2::int[], $3::bigint[]) with ordinality as w (ticket_id, cycle_id, n)
           ${DETAIL_JOINS}
          order by w.n`,
};
const exportedSums = {
  name: 'reports.exported-sums',
  text: `select count(*)::int as rows, coalesce(sum(d."supportSeconds" + d."waitSeconds"), 0)::float8 as seconds,
                coalesce(sum(d.rate), 0)::int as scores
           from (select ${DETAILS}
                   from (select k.ticket_id, k.id as cycle_id
                           from ticket_tracking k
                           join tickets t on t.company_id = k.company_id and t.id = k.ticket_id
                                         and t.imported_at is null and not t.is_unlisted
                          where k.company_id = $1 and k.created_at >= ($2::date)::timestamp at time zone $5
                            and k.created_at < ($3::date + 1)::timestamp at time zone $5) w
                   ${DETAIL_JOINS}) d`,
};

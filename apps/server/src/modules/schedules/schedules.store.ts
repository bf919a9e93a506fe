import type { RunState } from '@balcao/domain/schedule/run';
import type { ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { findById, loadNames, type ConnectionSummary, type NameWithColor } from '../name-cache/index.ts';

const PAGE = 20;

interface ScheduleContact {
  id: number;
  name: string;
  pictureKey: string | null;
}
interface Names {
  user: { id: number; name: string } | null;
  ticketUser: { id: number; name: string } | null;
  queue: NameWithColor | null;
  connection: ConnectionSummary | null;
}
/** A schedule with the names that screens show. */
export interface FullSchedule extends ScheduleRow, Names {
  contact: ScheduleContact | null;
  /** Date and error of its last run. */
  lastDueAt: Date | null;
  lastError: string | null;
}
/** A run with the schedule it belongs to and the receipts of its message. */
export interface RunWithSchedule {
  scheduleId: number;
  n: number;
  dueAt: Date;
  state: RunState;
  lateSeconds: number;
  error: string | null;
  ack: number | null;
  delivery: string | null;
  failureCode: string | null;
}
export interface RangeFilter {
  from: Date;
  to: Date;
  queueId: number | null;
  connectionId: number | null;
  limit: number;
}

const COLUMNS = `s.company_id as "companyId", s.id, s.contact_id as "contactId", s.user_id as "userId",
  s.connection_id as "connectionId", s.body, s.is_signed as "isSigned", s.media_key as "mediaKey",
  s.media_name as "mediaName", s.media_mime as "mediaMime", s.template_id as "templateId",
  s.template_values as "templateValues", s.opens_ticket as "opensTicket", s.ticket_status as "ticketStatus",
  s.ticket_user_id as "ticketUserId", s.queue_id as "queueId", s.cancels_on_reply as "cancelsOnReply", s.anchor,
  s.time_zone as "timeZone", s.unit, s.every as interval, s.count, s.shift, s.next_at as "nextAt",
  s.next_step as "nextStep", s.done, s.last_run as "lastRun", s.revision, s.status, s.sent_at as "sentAt",
  s.created_at as "createdAt", s.updated_at as "updatedAt",
  case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'pictureKey', c.picture_key) end as contact,
  r.due_at as "lastDueAt", r.error as "lastError"`;
const FROM = `from schedules s left join contacts c on c.company_id = s.company_id and c.id = s.contact_id
  left join schedule_runs r on r.company_id = s.company_id and r.schedule_id = s.id and r.n = s.last_run`;

// The total comes with each row: one statement per page.
const page = {
  name: 'schedules.page',
  text: `select ${COLUMNS}, count(*) over ()::int as total ${FROM}
          where s.company_id = $1 and ($2 = '%%' or folded(s.body) like $2 or folded(c.name) like $2)
            and ($3::int is null or s.contact_id = $3) and ($4::int is null or s.user_id = $4)
          order by s.created_at desc, s.id desc limit $5 offset $6`,
};
const byIds = {
  name: 'schedules.by-ids',
  text: `select ${COLUMNS} ${FROM} where s.company_id = $1 and s.id = any($2::int[])`,
};
const upcoming = {
  name: 'schedules.upcoming',
  text: `select ${COLUMNS} ${FROM}
          where s.company_id = $1 and s.next_at < $2 and ($3::int is null or s.queue_id = $3)
            and ($4::int is null or s.connection_id = $4)
          order by s.next_at, s.id limit $5`,
};
const runs = {
  name: 'schedules.runs',
  text: `select r.schedule_id as "scheduleId", r.n, r.due_at as "dueAt", r.state, r.late_seconds as "lateSeconds", r.error,
                m.ack, m.delivery, m.failure_code as "failureCode"
           from schedule_runs r join schedules s on s.company_id = r.company_id and s.id = r.schedule_id
           left join messages m on m.company_id = r.company_id and m.id = r.message_id
          where r.company_id = $1 and r.due_at >= $2 and r.due_at < $3 and ($4::int is null or s.queue_id = $4)
            and ($5::int is null or s.connection_id = $5)
          order by r.due_at desc, r.schedule_id, r.n limit $6`,
};
// The ids are an array: a subquery with a limit could be run again for each row, and pick others.
const detachTemplates = {
  name: 'schedules.detach-templates',
  text: `with detached as (
           update schedules set template_id = null where company_id = $1 and id = any (array(
             select id from schedules where company_id = $1 and template_id = any ($2::int[])
              limit $3 for no key update skip locked))
           returning 1)
         select count(*)::int as n from detached`,
};
const due = {
  name: 'schedules.due',
  text: 'select company_id as "companyId", id from schedules_due($1, $2::int[], $3, $4)',
};

type Row = ScheduleRow & Pick<FullSchedule, 'contact' | 'lastDueAt' | 'lastError'>;
async function withNames(tx: Tx, rows: Row[]): Promise<FullSchedule[]> {
  const lookups = rows.flatMap(({ queueId, userId, connectionId, ticketUserId }) => [
    { queueId, userId, connectionId },
    { userId: ticketUserId },
  ]);
  const { queues, users, connections } = await loadNames(tx, lookups);
  return rows.map((row) => ({
    ...row,
    user: findById(users, row.userId),
    ticketUser: findById(users, row.ticketUserId),
    queue: findById(queues, row.queueId),
    connection: findById(connections, row.connectionId),
  }));
}

export const scheduleStore = {
  async page(
    tx: Tx,
    filter: { search: string; contactId: number | null; userId: number | null; page: number },
  ): Promise<{ rows: FullSchedule[]; count: number; hasMore: boolean }> {
    const offset = (filter.page - 1) * PAGE;
    const values = [tx.companyId, likePattern(filter.search), filter.contactId, filter.userId, PAGE, offset];
    const rows = await tx.query<Row & { total: number }>(page, values);
    const count = rows[0]?.total ?? 0;
    return { rows: await withNames(tx, rows), count, hasMore: count > offset + rows.length };
  },
  async byIds(tx: Tx, ids: number[]): Promise<FullSchedule[]> {
    return ids.length === 0 ? [] : withNames(tx, await tx.query<Row>(byIds, [tx.companyId, ids]));
  },
  /** Schedules whose next date is before the end of the range, the earliest first. */
  async upcoming(tx: Tx, { to, queueId, connectionId, limit }: Omit<RangeFilter, 'from'>): Promise<FullSchedule[]> {
    return withNames(tx, await tx.query<Row>(upcoming, [tx.companyId, to, queueId, connectionId, limit]));
  },
  /** Runs whose date is in the range, the newest first. */
  runs: (tx: Tx, { from, to, queueId, connectionId, limit }: RangeFilter) =>
    tx.query<RunWithSchedule>(runs, [tx.companyId, from, to, queueId, connectionId, limit]),
  /** Schedules forget these templates, at most `limit`; returns how many there were. Rows that others lock are skipped. */
  detachTemplates: async (tx: Tx, templateIds: number[], limit: number): Promise<number> =>
    (await tx.query<{ n: number }>(detachTemplates, [tx.companyId, templateIds, limit]))[0]!.n,
  /** Due schedules of all companies, in turns. */
  due: (db: Db, at: Date, exceptCompanies: number[], perCompany: number, limit: number) =>
    db.query<{ companyId: number; id: number }>(due, [at, exceptCompanies, perCompany, limit]),
};

import type { ScheduleRow, ScheduleRunRow } from '../../infrastructure/db/schema/schedules.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

export type NewRun = Pick<
  ScheduleRunRow,
  'scheduleId' | 'n' | 'dueAt' | 'state' | 'messageId' | 'lateSeconds' | 'error'
>;
/** Where a schedule stands after its runs. */
export type NewPosition = Pick<ScheduleRow, 'id' | 'nextAt' | 'nextStep' | 'done' | 'lastRun' | 'status' | 'sentAt'>;

const COLUMNS = `company_id as "companyId", id, contact_id as "contactId", user_id as "userId",
  connection_id as "connectionId", body, is_signed as "isSigned", media_key as "mediaKey", media_name as "mediaName",
  media_mime as "mediaMime", template_id as "templateId", template_values as "templateValues",
  opens_ticket as "opensTicket", ticket_status as "ticketStatus", ticket_user_id as "ticketUserId",
  queue_id as "queueId", cancels_on_reply as "cancelsOnReply", anchor, time_zone as "timeZone", unit,
  every as "interval", count, shift, next_at as "nextAt", next_step as "nextStep", done, last_run as "lastRun",
  revision, status, sent_at as "sentAt", created_at as "createdAt", updated_at as "updatedAt"`;
const findMany = {
  name: 'schedules.find-many',
  text: `select ${COLUMNS} from schedules where company_id = $1 and id = any($2::int[]) order by next_at, id`,
};
const lockRevisions = {
  name: 'schedules.lock-revisions',
  text: `select id, revision from schedules where company_id = $1 and id = any($2::int[]) order by id for no key update`,
};
const addRuns = {
  name: 'schedules.add-runs',
  text: `insert into schedule_runs (company_id, schedule_id, n, due_at, state, message_id, late_seconds, error)
         select $1, "scheduleId", n, "dueAt", state, "messageId", "lateSeconds", error
           from jsonb_to_recordset($2::jsonb) as r ("scheduleId" int, n int, "dueAt" timestamptz, state text,
                "messageId" bigint, "lateSeconds" int, error text)`,
};
const advance = {
  name: 'schedules.advance',
  text: `update schedules s set last_run = p."lastRun", done = p.done, next_at = p."nextAt", next_step = p."nextStep",
                status = p.status, sent_at = p."sentAt", revision = s.revision + 1, updated_at = now()
           from jsonb_to_recordset($2::jsonb) as p (id int, "lastRun" int, done int, "nextAt" timestamptz,
                "nextStep" int, status text, "sentAt" timestamptz)
          where s.company_id = $1 and s.id = p.id and s.id = any($3::int[])`,
};

/** What the send step reads and writes, for several schedules of a company at once. */
export const scheduleRunStore = {
  /** The earliest first. */
  findMany: (tx: Tx, ids: number[]) => tx.query<ScheduleRow>(findMany, [tx.companyId, ids]),
  /** Edits and sends lock the row: either happens with what the other left. */
  async lockRevisions(tx: Tx, ids: number[]): Promise<Map<number, number>> {
    const rows = await tx.query<{ id: number; revision: number }>(lockRevisions, [tx.companyId, ids]);
    return new Map(rows.map(({ id, revision }) => [id, revision]));
  },
  addRuns: (tx: Tx, runs: NewRun[]) => tx.query(addRuns, [tx.companyId, JSON.stringify(runs)]),
  advance: (tx: Tx, positions: NewPosition[]) =>
    tx.query(advance, [tx.companyId, JSON.stringify(positions), positions.map(({ id }) => id)]),
};

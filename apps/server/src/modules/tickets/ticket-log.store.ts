import type { LogEntry } from '@balcao/domain/ticket/ticket';
import type { Tx } from '../../infrastructure/db/tx.ts';

export interface TicketLogRow {
  id: number;
  type: string;
  ticketId: number;
  userId: number | null;
  queueId: number | null;
  createdAt: Date;
  why: string | null;
  user: { id: number; name: string } | null;
  queue: { id: number; name: string } | null;
}
type TicketLogEntry = LogEntry & { ticketId: number };

/** The history of a ticket that users read. */
export const ticketLogStore = {
  async append(tx: Tx, ticketId: number, entries: LogEntry[]) {
    const rows = entries.map((entry) => logRow({ ...entry, ticketId }));
    if (rows.length > 0) await tx.query(append, [tx.companyId, JSON.stringify(rows)]);
  },
  async appendMany(tx: Tx, entries: TicketLogEntry[]) {
    if (entries.length > 0) await tx.query(appendMany, [tx.companyId, JSON.stringify(entries.map(logRow))]);
  },
  /** Entries of conversations that took place earlier. */
  async appendPast(tx: Tx, entries: readonly (TicketLogEntry & { at: Date })[]) {
    await tx.query(appendPast, [tx.companyId, JSON.stringify(entries)]);
  },
  /** The newest 500 entries, newest first. */
  of: (tx: Tx, ticketId: number) => tx.query<TicketLogRow>(ofTicket, [tx.companyId, ticketId]),
  /** Whether the user opened the ticket in the last minutes; that counts as one access. */
  async accessedRecently(tx: Tx, ticketId: number, userId: number, minutes: number): Promise<boolean> {
    return (await tx.query(recentAccess, [tx.companyId, ticketId, userId, minutes])).length > 0;
  },
};

/** The column of the reason is `why`. */
const logRow = ({ reason, ...entry }: TicketLogEntry) => ({ ...entry, why: reason });

const append = {
  name: 'ticket-log.append',
  text: `insert into ticket_log (company_id, ticket_id, type, user_id, queue_id, why)
         select $1, "ticketId", type, "userId", "queueId", why
           from rows from (jsonb_to_recordset($2::jsonb) as ("ticketId" int, type text, "userId" int, "queueId" int, why text))
             with ordinality as w ("ticketId", type, "userId", "queueId", why, n) order by n`,
};
const appendMany = {
  name: 'ticket-log.append-many',
  // The statement's time, not the transaction's: the entry follows the messages it is about.
  text: `insert into ticket_log (company_id, ticket_id, type, user_id, queue_id, why, created_at)
         select $1, "ticketId", type, "userId", "queueId", why, clock_timestamp()
           from rows from (jsonb_to_recordset($2::jsonb) as ("ticketId" int, type text, "userId" int, "queueId" int, why text))
             with ordinality as w ("ticketId", type, "userId", "queueId", why, n) order by n`,
};
const appendPast = {
  name: 'ticket-log.append-past',
  text: `insert into ticket_log (company_id, ticket_id, type, user_id, queue_id, created_at)
         select $1, "ticketId", type, "userId", "queueId", at
           from jsonb_to_recordset($2::jsonb) as ("ticketId" int, type text, "userId" int, "queueId" int, at timestamptz)
          order by at`,
};
const ofTicket = {
  name: 'ticket-log.of-ticket',
  text: `select l.id::float8 as id, l.type, l.ticket_id as "ticketId", l.user_id as "userId", l.queue_id as "queueId",
                l.created_at as "createdAt", l.why,
                case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user,
                case when q.id is not null then json_build_object('id', q.id, 'name', q.name) end as queue
           from ticket_log l
           left join users u on u.company_id = l.company_id and u.id = l.user_id
           left join queues q on q.company_id = l.company_id and q.id = l.queue_id
          where l.company_id = $1 and l.ticket_id = $2 order by l.id desc limit 500`,
};
const recentAccess = {
  name: 'ticket-log.recent-access',
  text: `select id from ticket_log where company_id = $1 and ticket_id = $2 and user_id = $3 and type = 'access'
            and created_at > now() - make_interval(mins => $4) limit 1`,
};

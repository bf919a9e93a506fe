import type { LogEntry, Tracking } from '@balcao/domain/ticket/ticket';
import { and, eq, sql } from 'drizzle-orm';
import { ticketLog, ticketTracking, type TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';
import type { BotTurnUpdate } from './tickets.store.ts';

/** What happened to a ticket: the log that people read, and the tracking that reports are made of. */
export const ticketLogStore = {
  log: async (tx: Tx, ticketId: number, entries: LogEntry[]) => {
    if (entries.length === 0) return;
    await tx.orm
      .insert(ticketLog)
      .values(entries.map((entry) => ({ ...logRow(entry), ticketId, companyId: tx.companyId })));
  },
  async logOf(tx: Tx, ticketId: number) {
    return tx.query<TicketLogRow>(logOf, [tx.companyId, ticketId]);
  },
  /** True when this person looked within the last minutes: that is one look. */
  async accessedRecently(tx: Tx, ticketId: number, userId: number, minutes: number) {
    return (await tx.query(recentAccess, [tx.companyId, ticketId, userId, minutes])).length > 0;
  },

  async startTracking(tx: Tx, ticket: TicketRow) {
    await tx.orm
      .insert(ticketTracking)
      .values({
        companyId: tx.companyId,
        ticketId: ticket.id,
        connectionId: ticket.connectionId,
        queueId: ticket.queueId,
        userId: ticket.userId,
        queuedAt: sql`now()`,
        startedAt: ticket.userId === null ? null : sql`now()`,
      })
      .onConflictDoNothing();
  },
  async track(tx: Tx, ticket: TicketRow, tracking: Tracking) {
    if (tracking === 'unchanged') return;
    await this.startTracking(tx, ticket);
    const change = {
      waiting: { startedAt: null, userId: null, queuedAt: sql`now()`, queueId: ticket.queueId },
      started: {
        startedAt: sql`now()`,
        userId: ticket.userId,
        queueId: ticket.queueId,
        isRated: false,
        ratingAt: null,
      },
      asked: { closedAt: sql`now()`, userId: ticket.userId },
      finished: { closedAt: sql`coalesce(closed_at, now())`, finishedAt: sql`now()`, userId: ticket.userId },
    }[tracking];
    await tx.orm
      .update(ticketTracking)
      .set(change)
      .where(and(own(tx, ticketTracking), eq(ticketTracking.ticketId, ticket.id), sql`finished_at is null`));
  },
  async trackMany(tx: Tx, updates: BotTurnUpdate[]) {
    const rows = updates.map(({ ticket, repliedAt }) => ({
      id: ticket.id,
      queue_id: ticket.queueId,
      spoke_at: repliedAt,
    }));
    await tx.query(trackMany, [tx.companyId, JSON.stringify(rows)]);
  },
  async logMany(tx: Tx, entries: (LogEntry & { ticketId: number })[]) {
    if (entries.length > 0) await tx.query(logMany, [tx.companyId, JSON.stringify(entries.map(logRow))]);
  },
  /** Given to another queue without a change of hands. */
  async moveQueue(tx: Tx, { id, userId, queueId }: TicketRow) {
    await this.log(tx, id, [{ type: 'queue', userId, queueId }]);
    await tx.orm
      .update(ticketTracking)
      .set({ queueId })
      .where(and(own(tx, ticketTracking), eq(ticketTracking.ticketId, id), sql`finished_at is null`));
  },
  async isRated(tx: Tx, ticketId: number) {
    const rows = await tx.orm
      .select({ id: ticketTracking.id })
      .from(ticketTracking)
      .where(
        and(
          own(tx, ticketTracking),
          eq(ticketTracking.ticketId, ticketId),
          sql`finished_at is null and rating_at is not null`,
        ),
      )
      .limit(1);
    return rows.length > 0;
  },
  async rated(tx: Tx, ticketId: number, at: Date) {
    await tx.orm
      .update(ticketTracking)
      .set({ isRated: true, ratingAt: at })
      .where(and(own(tx, ticketTracking), eq(ticketTracking.ticketId, ticketId), sql`finished_at is null`));
  },
};

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

const trackMany = {
  name: 'tickets.track-many',
  text: `update ticket_tracking t set chatbot_at = w.spoke_at, queue_id = w.queue_id
           from jsonb_to_recordset($2::jsonb) as w (id int, queue_id int, spoke_at timestamptz)
          where t.company_id = $1 and t.ticket_id = w.id and t.finished_at is null
            and (t.chatbot_at is distinct from w.spoke_at or t.queue_id is distinct from w.queue_id)`,
};
/** The column of the reason is called `why`. */
const logRow = <Entry extends LogEntry>({ reason, ...entry }: Entry) => ({ ...entry, why: reason });
const logMany = {
  name: 'tickets.log-many',
  // By the moment, not by the transaction: after the words that it is about.
  text: `insert into ticket_log (company_id, ticket_id, type, user_id, queue_id, why, created_at)
         select $1, "ticketId", type, "userId", "queueId", why, clock_timestamp()
           from rows from (jsonb_to_recordset($2::jsonb) as ("ticketId" int, type text, "userId" int, "queueId" int, why text))
             with ordinality as w ("ticketId", type, "userId", "queueId", why, n) order by n`,
};
const logOf = {
  name: 'tickets.log-of',
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
  name: 'tickets.recent-look',
  text: `select id from ticket_log where company_id = $1 and ticket_id = $2 and user_id = $3 and type = 'access'
            and created_at > now() - make_interval(mins => $4) limit 1`,
};

import type { Tracking } from '@balcao/domain/ticket/ticket';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Statement, Tx } from '../../infrastructure/db/tx.ts';
import type { BotTurnUpdate } from './tickets.store.ts';

/** Times of a ticket's service, for reports. A ticket has at most one unfinished tracking row. */
export const ticketTrackingStore = {
  async start(tx: Tx, { id, connectionId, queueId, userId }: TicketRow) {
    await tx.query(start, [tx.companyId, id, connectionId, queueId, userId]);
  },
  async update(tx: Tx, ticket: TicketRow, tracking: Tracking) {
    if (tracking === 'unchanged') return;
    await this.start(tx, ticket);
    const values = [tx.companyId, ticket.id];
    if (tracking === 'waiting') await tx.query(waiting, [...values, ticket.queueId]);
    else if (tracking === 'started') await tx.query(started, [...values, ticket.userId, ticket.queueId]);
    else await tx.query(tracking === 'asked' ? asked : finished, [...values, ticket.userId]);
  },
  async updateAfterBotTurns(tx: Tx, updates: BotTurnUpdate[]) {
    const rows = updates.map(({ ticket: { id, queueId }, repliedAt }) => ({ id, queueId, repliedAt }));
    await tx.query(updateAfterBotTurns, [tx.companyId, JSON.stringify(rows)]);
  },
  /** The ticket changed its queue without changing its agent. */
  async setQueue(tx: Tx, { id, queueId }: TicketRow) {
    await tx.query(setQueue, [tx.companyId, id, queueId]);
  },
  /** Whether the current service was rated. */
  async isRated(tx: Tx, ticketId: number): Promise<boolean> {
    return (await tx.query(isRated, [tx.companyId, ticketId])).length > 0;
  },
  async setRated(tx: Tx, ticketId: number, at: Date) {
    await tx.query(setRated, [tx.companyId, ticketId, at]);
  },
};

const start = {
  name: 'ticket-tracking.start',
  text: `insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, started_at)
         values ($1, $2, $3, $4, $5::int, now(), case when $5::int is not null then now() end) on conflict do nothing`,
};
const waiting: Statement = {
  name: 'ticket-tracking.waiting',
  text: `update ticket_tracking set started_at = null, user_id = null, queued_at = now(), queue_id = $3
          where company_id = $1 and ticket_id = $2 and finished_at is null`,
};
const started: Statement = {
  name: 'ticket-tracking.started',
  // A service that was only asked for its rating goes on.
  text: `update ticket_tracking set started_at = case when closed_at is null then now() else coalesce(started_at, now()) end,
                closed_at = null, user_id = $3, queue_id = $4, is_rated = false, rating_at = null
          where company_id = $1 and ticket_id = $2 and finished_at is null`,
};
const asked: Statement = {
  name: 'ticket-tracking.asked',
  text: `update ticket_tracking set closed_at = now(), user_id = $3
          where company_id = $1 and ticket_id = $2 and finished_at is null`,
};
const finished: Statement = {
  name: 'ticket-tracking.finished',
  text: `update ticket_tracking set closed_at = coalesce(closed_at, now()), finished_at = now(), user_id = $3
          where company_id = $1 and ticket_id = $2 and finished_at is null`,
};
const updateAfterBotTurns = {
  name: 'ticket-tracking.update-after-bot-turns',
  text: `update ticket_tracking t set chatbot_at = w."repliedAt", queue_id = w."queueId"
           from jsonb_to_recordset($2::jsonb) as w (id int, "queueId" int, "repliedAt" timestamptz)
          where t.company_id = $1 and t.ticket_id = w.id and t.finished_at is null
            and (t.chatbot_at is distinct from w."repliedAt" or t.queue_id is distinct from w."queueId")`,
};
const setQueue = {
  name: 'ticket-tracking.set-queue',
  text: 'update ticket_tracking set queue_id = $3 where company_id = $1 and ticket_id = $2 and finished_at is null',
};
const isRated = {
  name: 'ticket-tracking.is-rated',
  text: `select id from ticket_tracking where company_id = $1 and ticket_id = $2 and finished_at is null
            and rating_at is not null limit 1`,
};
const setRated = {
  name: 'ticket-tracking.set-rated',
  text: `update ticket_tracking set is_rated = true, rating_at = $3
          where company_id = $1 and ticket_id = $2 and finished_at is null`,
};

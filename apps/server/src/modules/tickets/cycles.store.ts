import type { ClosedBy, CycleChange } from '@balcao/domain/ticket/ticket';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Statement, Tx } from '../../infrastructure/db/tx.ts';
import type { BotTurnUpdate } from './tickets.store.ts';

/**
 * Times of a ticket's cycles, for reports, in `ticket_tracking`. A ticket has at most one unfinished cycle. Triggers of the
 * database write the periods of the cycle from the ticket's state.
 */
export const cycleStore = {
  async start(tx: Tx, { id, connectionId, queueId, userId }: TicketRow) {
    await tx.query(start, [tx.companyId, id, connectionId, queueId, userId]);
  },
  /** `closedBy`: who ends the cycle, or asks for its rating. */
  async update(tx: Tx, ticket: TicketRow, change: CycleChange, closedBy: ClosedBy | null = null) {
    if (change === 'unchanged') return;
    // Almost every live ticket has its cycle already.
    if (await apply(tx, ticket, change, closedBy)) return;
    await this.start(tx, ticket);
    await apply(tx, ticket, change, closedBy);
  },
  async updateAfterBotTurns(tx: Tx, updates: BotTurnUpdate[]) {
    const rows = updates.map(({ ticket: { id, queueId }, repliedAt }) => ({ id, queueId, repliedAt }));
    await tx.query(updateAfterBotTurns, [tx.companyId, JSON.stringify(rows)]);
  },
  /** The ticket changed its queue without changing its agent. */
  async setQueue(tx: Tx, { id, queueId }: TicketRow) {
    await tx.query(setQueue, [tx.companyId, id, queueId]);
  },
  async setRated(tx: Tx, ticketId: number, at: Date) {
    await tx.query(setRated, [tx.companyId, ticketId, at]);
  },
  setInTime: (tx: Tx, cycleId: number, isInTime: boolean): void =>
    tx.write(setInTime, [tx.companyId, cycleId, isInTime]),
  /** Builds the periods of some cycles from before periods existed; false when none is left. */
  async buildPastPeriods(tx: Tx, limit: number): Promise<boolean> {
    const [row] = await tx.query<{ built: number }>(buildPastPeriods, [tx.companyId, limit]);
    return row!.built > 0;
  },
};

/** False if the ticket has no unfinished cycle. */
async function apply(
  tx: Tx,
  { id, userId, queueId }: TicketRow,
  change: Exclude<CycleChange, 'unchanged'>,
  closedBy: ClosedBy | null,
): Promise<boolean> {
  const key = [tx.companyId, id];
  const changes: Record<typeof change, [Statement, unknown[]]> = {
    waiting: [waiting, [...key, queueId]],
    started: [started, [...key, userId, queueId]],
    asked: [asked, [...key, userId, closedBy]],
    finished: [finished, [...key, userId, closedBy]],
  };
  return (await tx.query(...changes[change])).length > 0;
}

const start = {
  name: 'cycles.start',
  text: `insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id, queued_at, started_at)
         values ($1, $2, $3, $4, $5::int, now(), case when $5::int is not null then now() end) on conflict do nothing`,
};
const waiting: Statement = {
  name: 'cycles.waiting',
  text: `update ticket_tracking set started_at = null, user_id = null, queued_at = now(), queue_id = $3
          where company_id = $1 and ticket_id = $2 and finished_at is null returning id`,
};
const started: Statement = {
  name: 'cycles.started',
  // A cycle that was only asked for its rating goes on.
  text: `update ticket_tracking set started_at = case when closed_at is null then now() else coalesce(started_at, now()) end,
                closed_at = null, closed_by = null, user_id = $3, queue_id = $4, is_rated = false, rating_at = null
          where company_id = $1 and ticket_id = $2 and finished_at is null returning id`,
};
const asked: Statement = {
  name: 'cycles.asked',
  text: `update ticket_tracking set closed_at = now(), user_id = $3, closed_by = $4
          where company_id = $1 and ticket_id = $2 and finished_at is null returning id`,
};
const finished: Statement = {
  name: 'cycles.finished',
  text: `update ticket_tracking set closed_at = coalesce(closed_at, now()), finished_at = now(), user_id = $3,
                closed_by = coalesce(closed_by, $4)
          where company_id = $1 and ticket_id = $2 and finished_at is null returning id`,
};
const updateAfterBotTurns = {
  name: 'cycles.update-after-bot-turns',
  text: `update ticket_tracking t set chatbot_at = w."repliedAt", queue_id = w."queueId"
           from jsonb_to_recordset($2::jsonb) as w (id int, "queueId" int, "repliedAt" timestamptz)
          where t.company_id = $1 and t.ticket_id = w.id and t.finished_at is null
            and (t.chatbot_at is distinct from w."repliedAt" or t.queue_id is distinct from w."queueId")`,
};
const setQueue = {
  name: 'cycles.set-queue',
  text: 'update ticket_tracking set queue_id = $3 where company_id = $1 and ticket_id = $2 and finished_at is null',
};
const setRated = {
  name: 'cycles.set-rated',
  text: `update ticket_tracking set is_rated = true, rating_at = $3
          where company_id = $1 and ticket_id = $2 and finished_at is null`,
};
const setInTime = {
  name: 'cycles.set-in-time',
  text: 'update ticket_tracking set is_in_time = $3 where company_id = $1 and id = $2',
};
const buildPastPeriods = {
  name: 'cycles.build-past-periods',
  text: `select build_past_periods(array(select id from ticket_tracking where company_id = $1 and not has_periods
                                          order by id desc limit $2)) as built`,
};

import type { LogType } from '@balcao/domain/ticket/ticket';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { ticketLogStore } from './ticket-log.store.ts';

/** A conversation of some days ago: it waited, was attended by one agent and closed. */
export interface PastCycle {
  contactId: number;
  connectionId: number;
  queueId: number;
  userId: number;
  at: Date;
  acceptedAt: Date;
  firstReplyAt: Date;
  endedAt: Date;
  rating: number | null;
  messageCount: number;
  lastMessage: string;
}

const insertTicket = {
  name: 'demo-cycles.insert-ticket',
  text: `insert into tickets (company_id, contact_id, connection_id, channel, status, user_id, queue_id, last_message, last_from_me,
                last_message_at, last_inbound_at, message_seq, rating, is_newest_closed, created_at, updated_at, closed_at)
         select $1, $2, $3, c.channel, 'closed', $4, $5, $6, true, $7, $7, $8, $9, true, $10, $7, $7
           from connections c where c.company_id = $1 and c.id = $3
         returning id`,
};
const insertCycle = {
  name: 'demo-cycles.insert-cycle',
  text: `insert into ticket_tracking (company_id, ticket_id, connection_id, user_id, queue_id, queued_at, started_at, created_at,
                first_reply_at, first_reply_user_id, reply_wait_s, reply_waits, last_user_id)
         values ($1, $2, $3, $4, $5, $6, $7, $6, $8, $4, extract(epoch from $8::timestamptz - $6::timestamptz), 1, $4)
         returning id::float8 as id`,
};
const finish = {
  name: 'demo-cycles.finish',
  text: `update ticket_tracking set closed_at = $3, finished_at = $3, closed_by = 'user', is_rated = $4, rating_at = case when $4 then $3::timestamptz end
          where company_id = $1 and id = $2`,
};
// The triggers know only changes of now: the first period of a closed ticket is an unknown one without an end.
const setWaited = {
  name: 'demo-cycles.set-waited',
  text: `update ticket_periods set kind = 'waiting', to_at = $3, ended_by = 'accept', ended_user_id = $4
          where company_id = $1 and cycle_id = $2::bigint and to_at is null`,
};
const insertAttended = {
  name: 'demo-cycles.insert-attended',
  text: `insert into ticket_periods (company_id, cycle_id, cycle_at, kind, user_id, queue_id, from_at)
         values ($1, $2::bigint, $3, 'attended', $4, $5, $6)`,
};

/** Closed conversations of the demo company, so that its reports are not empty. */
export const demoCycleStore = {
  async begin(tx: Tx, past: PastCycle): Promise<{ ticketId: number; cycleId: number }> {
    const { contactId, connectionId, queueId, userId, at, acceptedAt, firstReplyAt, endedAt, rating } = past;
    const { lastMessage, messageCount } = past;
    const [ticket] = await tx.query<{ id: number }>(insertTicket, [
      tx.companyId,
      contactId,
      connectionId,
      userId,
      queueId,
      lastMessage,
      endedAt,
      messageCount,
      rating,
      at,
    ]);
    const ticketId = ticket!.id;
    const times = [at, acceptedAt, firstReplyAt];
    const [cycle] = await tx.query<{ id: number }>(insertCycle, [
      tx.companyId,
      ticketId,
      connectionId,
      userId,
      queueId,
      ...times,
    ]);
    const cycleId = cycle!.id;
    await tx.query(setWaited, [tx.companyId, cycleId, acceptedAt, userId]);
    await tx.query(insertAttended, [tx.companyId, cycleId, at, userId, queueId, acceptedAt]);
    const entry = (type: LogType, by: number | null, time: Date) => ({ ticketId, type, userId: by, queueId, at: time });
    await ticketLogStore.appendPast(tx, [
      entry('create', null, at),
      entry('open', userId, acceptedAt),
      entry('closed', userId, endedAt),
    ]);
    return { ticketId, cycleId };
  },
  /** The rating is stored before: it belongs to the unfinished cycle. */
  finish: (tx: Tx, cycleId: number, { endedAt, rating }: PastCycle) =>
    tx.query(finish, [tx.companyId, cycleId, endedAt, rating !== null]),
};

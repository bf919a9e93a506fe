import type { DayHours } from '@balcao/domain/hours/hours';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Preview } from './last-message.store.ts';

/** The target of the first reply of a cycle. */
export interface ReplyTarget {
  cycleId: number;
  targetMinutes: number;
  /** When the customer came into the queue. */
  waitingFrom: Date;
  queueSchedules: DayHours[];
  connectionSchedules: DayHours[] | null;
}

/** A message that is added to a ticket. */
export interface TicketTouch {
  /** Null for a message without one: the list goes on showing the message before. */
  preview: Preview | null;
  at: Date;
  unread: 'add' | 'keep' | 'clear';
  /** The human who replied to the customer; without a user, from the phone. Left out for everything else. */
  repliedBy?: { userId: number | null } | undefined;
}
export interface TouchedTicket {
  messageSeq: number;
  /** Set for the first reply of a human in a cycle, if the customer waited and the queue has a target for that. */
  replyTarget: ReplyTarget | null;
}

/** As the driver returns it: no dates in JSON. */
interface StoredTouch extends Record<string, unknown> {
  messageSeq: number;
  replyTarget: (Omit<ReplyTarget, 'waitingFrom'> & { waitingFrom: string }) | null;
}

/** The new messages of one ticket, in both directions. */
export interface TicketMessageUpdate {
  id: number;
  count: number;
  unread: number;
  /** The newest of these messages that has a preview decides. */
  preview: Preview | null;
  /** When the customer last wrote; null without a message of the customer. */
  at: Date | null;
}

/** What new messages change in their tickets. */
export const ticketMessageStore = {
  /** Adds a message to the ticket: updates what the list shows and returns the message's number in the conversation. */
  async touch(tx: Tx, id: number, { preview, at, unread, repliedBy }: TicketTouch): Promise<TouchedTicket> {
    const values = [
      tx.companyId,
      id,
      preview?.text ?? null,
      preview?.fromMe ?? null,
      at,
      unread,
      repliedBy !== undefined,
      repliedBy?.userId ?? null,
    ];
    const [row] = await tx.query<StoredTouch>(touch, values);
    const { messageSeq, replyTarget: target } = row!;
    return { messageSeq, replyTarget: target && { ...target, waitingFrom: new Date(target.waitingFrom) } };
  },
  /** Adds the messages of several tickets; returns the number of the last message of each. */
  async touchMany(tx: Tx, updates: TicketMessageUpdate[]): Promise<Map<number, number>> {
    const rows = await tx.query<{ id: number; messageSeq: number }>(touchMany, [
      tx.companyId,
      updates.map((update) => update.id),
      updates.map((update) => update.count),
      updates.map(({ preview }) => preview?.text ?? null),
      updates.map((update) => update.at),
      updates.map((update) => update.unread),
      updates.map(({ preview }) => preview?.fromMe ?? null),
    ]);
    return new Map(rows.map((row) => [row.id, row.messageSeq]));
  },
};

// A channel's clock may be ahead of ours; the reply window it opens may not.
const touch = {
  name: 'tickets.touch',
  text: `with before as (select id, waiting_since from tickets where company_id = $1 and id = $2 for no key update),
         touched as (
           update tickets t set message_seq = t.message_seq + 1,
                last_message = coalesce(left($3, 500), t.last_message), last_from_me = coalesce($4, t.last_from_me),
                last_message_at = greatest(t.last_message_at, now()), updated_at = now(), warned_at = null,
                last_inbound_at = case when $6 = 'add' then greatest(t.last_inbound_at, least($5, now())) else t.last_inbound_at end,
                waiting_since = case when $7 then null
                                     when $6 = 'add' and t.status not in ('nps', 'closed') then coalesce(t.waiting_since, now())
                                     else t.waiting_since end,
                unread = case $6 when 'add' then t.unread + 1 when 'clear' then 0 else t.unread end
             from before where t.company_id = $1 and t.id = before.id
           returning t.message_seq, t.queue_id, t.connection_id, before.waiting_since),
         replied as (
           update ticket_tracking k set first_reply_at = coalesce(k.first_reply_at, now()),
                first_reply_user_id = case when k.first_reply_at is null then $8::int else k.first_reply_user_id end,
                reply_wait_s = k.reply_wait_s + coalesce(greatest(extract(epoch from now() - m.waiting_since), 0), 0),
                reply_waits = k.reply_waits + (m.waiting_since is not null)::int
             from touched m, ticket_tracking o
            where $7 and k.company_id = $1 and k.ticket_id = $2 and k.finished_at is null
              and o.company_id = k.company_id and o.id = k.id
              and (k.first_reply_at is null or m.waiting_since is not null)
           returning k.id, o.first_reply_at is null as is_first)
         select message_seq::float8 as "messageSeq",
                (select json_build_object('cycleId', r.id, 'targetMinutes', q.target_minutes, 'waitingFrom', p.from_at,
                          'queueSchedules', q.schedules, 'connectionSchedules', c.schedules)
                   from replied r
                   join lateral (select p.from_at from ticket_periods p where p.company_id = $1 and p.cycle_id = r.id
                                    and p.kind = 'waiting' order by p.id limit 1) p on true
                   join queues q on q.company_id = $1 and q.id = m.queue_id and q.target_minutes is not null
                   left join connections c on c.company_id = $1 and c.id = m.connection_id
                  where r.is_first) as "replyTarget"
           from touched m`,
};
const touchMany = {
  name: 'tickets.touch-many',
  text: `update tickets t set message_seq = t.message_seq + w.count,
                last_message = coalesce(left(w.body, 500), t.last_message), last_from_me = coalesce(w.from_me, t.last_from_me),
                last_message_at = greatest(t.last_message_at, now()), updated_at = now(), warned_at = null,
                last_inbound_at = case when w.at is null then t.last_inbound_at
                                       else greatest(t.last_inbound_at, least(w.at, now())) end,
                waiting_since = case when w.unread > 0 and t.status not in ('nps', 'closed') then coalesce(t.waiting_since, now())
                                     else t.waiting_since end,
                unread = t.unread + w.unread
           from unnest($2::int[], $3::int[], $4::text[], $5::timestamptz[], $6::int[], $7::boolean[])
             as w (id, count, body, at, unread, from_me)
          where t.company_id = $1 and t.id = w.id returning t.id, t.message_seq::float8 as "messageSeq"`,
};

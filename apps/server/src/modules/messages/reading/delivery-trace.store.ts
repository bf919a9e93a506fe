import type { TicketStatus } from '@balcao/domain/ticket/ticket';
import type { Tx } from '../../../infrastructure/db/tx.ts';

interface TicketRow {
  id: number;
  number: number | null;
  uuid: string;
  status: TicketStatus;
  queue: { id: number; name: string; color: string } | null;
  user: { id: number; name: string } | null;
}
interface TraceEvent {
  at: Date;
  what: string;
  detail: string;
  reason: string | null;
  user: string;
  queue: string;
}
const MAX_EVENTS = 60;

/** The latest ticket of a customer on one connection and its newest events, for the simulator. */
export const deliveryTraceStore = {
  async latestTicket(tx: Tx, contactId: number, connectionId: number): Promise<TicketRow | undefined> {
    const [row] = await tx.query<TicketRow>(latestTicket, [tx.companyId, contactId, connectionId]);
    return row;
  },
  events: (tx: Tx, ticketId: number) => tx.query<TraceEvent>(events, [tx.companyId, ticketId, MAX_EVENTS]),
};

const latestTicket = {
  name: 'trace.latest-ticket',
  text: `select t.id, t.number, t.uuid, t.status,
                case when q.id is not null then json_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
                case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as user
           from tickets t
           left join queues q on q.company_id = t.company_id and q.id = t.queue_id
           left join users u on u.company_id = t.company_id and u.id = t.user_id
          where t.company_id = $1 and t.contact_id = $2 and t.connection_id = $3 order by t.id desc limit 1`,
};
/** The first words, on one line. */
const WORDS = `left(regexp_replace(m.body, '\\s+', ' ', 'g'), 120)`;
// A reply is one event with its newest step: its steps as events of their own would repeat its words four times.
const events = {
  name: 'trace.events',
  text: `with entries as (
           (select l.created_at as at, l.type as what, coalesce(u.name, q.name, '') as detail, 0 as rank, l.id,
                   l.why as reason, coalesce(u.name, '') as user, coalesce(q.name, '') as queue
              from ticket_log l
              left join users u on u.company_id = l.company_id and u.id = l.user_id
              left join queues q on q.company_id = l.company_id and q.id = l.queue_id
             where l.company_id = $1 and l.ticket_id = $2 order by l.id desc limit $3)
           union all
           (select m.created_at, case when m.is_private then 'note' else 'received' end, ${WORDS}, 1, m.id, null, '', ''
              from messages m
             where m.company_id = $1 and m.ticket_id = $2 and (not m.from_me or m.is_private) order by m.seq desc limit $3)
           union all
           (select r.at, r.told, case when r.told = 'failed' then coalesce(m.failure_code, r.detail) else ${WORDS} end, 2, r.id,
                   null, '', ''
              from (select * from messages where company_id = $1 and ticket_id = $2 and from_me order by seq desc limit $3) m
             cross join lateral (select * from message_receipts
                                  where company_id = m.company_id and message_id = m.id order by id desc limit 1) r))
         select at, what, detail, reason, "user", queue from (select * from entries order by at desc, rank desc, id desc limit $3) newest
          order by at, rank, id`,
};

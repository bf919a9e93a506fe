import type { MessageDirection, ReportMessage } from '@balcao/contract/endpoints/reports';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { COUNTED_MESSAGE, IMPORTED_TICKET, MESSAGE_SENDER, type DayRange } from '../dashboard/index.ts';
import type { ReportCursor } from './report-rows.store.ts';

export interface MessageDetails {
  id: number;
  at: Date;
  /** Microseconds, for the cursor. */
  cursorAt: string;
  sender: ReportMessage['sender'];
  userId: number | null;
  connectionId: number | null;
  ticketId: number;
  uuid: string;
  number: number | null;
  contactName: string;
}

/** The messages that the numbers of the dashboard count. Newest first. */
export const reportMessageStore = {
  page: (
    tx: Tx,
    { from, to, timeZone }: DayRange,
    direction: MessageDirection,
    { after, limit }: { after: ReportCursor | undefined; limit: number },
  ) =>
    tx.query<MessageDetails & Record<string, unknown>>(page, [
      tx.companyId,
      from,
      to,
      timeZone,
      direction === 'sent',
      after?.at ?? null,
      after?.id ?? null,
      limit,
    ]),
};

// Without a cursor the page starts at the end of the range.
const page = {
  name: 'report-messages.page',
  text: `select w.id::float8 as id, w.created_at as at, (extract(epoch from w.created_at) * 1000000)::bigint::text as "cursorAt",
                w.sender, w.user_id as "userId", w.connection_id as "connectionId", w.ticket_id as "ticketId", t.uuid, t.number,
                c.name as "contactName"
           from (select m.id, m.created_at, ${MESSAGE_SENDER} as sender, m.user_id, m.connection_id, m.ticket_id, m.contact_id
                   from messages m ${IMPORTED_TICKET}
                  where m.company_id = $1 and m.created_at >= ($2::date)::timestamp at time zone $4
                    and m.created_at < ($3::date + 1)::timestamp at time zone $4
                    and (m.created_at, m.id) < (
                      coalesce(timestamptz 'epoch' + $6::bigint * interval '1 microsecond', ($3::date + 1)::timestamp at time zone $4),
                      coalesce($7::bigint, 0))
                    and m.from_me = $5 and ${COUNTED_MESSAGE}
                  order by m.created_at desc, m.id desc limit $8) w
           join tickets t on t.company_id = $1 and t.id = w.ticket_id
           join contacts c on c.company_id = $1 and c.id = w.contact_id
          order by w.created_at desc, w.id desc`,
};

import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { MessageRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { ReceiptRow } from '../messages.store.ts';

/** A sent message as far as receipts change it. */
export interface SentMessage extends Pick<
  MessageRow,
  'id' | 'ticketId' | 'wid' | 'fromMe' | 'ack' | 'delivery' | 'failureCode'
> {
  /** Null when the ticket is being removed: then no screen shows the message. */
  assignment: TicketAssignment | null;
}

/** What receipts of the channel change in sent messages. */
export const receiptStore = {
  /** Saves what a receipt changes in a locked message, and appends the receipt. */
  saveReceipt: (
    tx: Tx,
    { id, delivery, failureCode }: MessageRow,
    change: Pick<MessageRow, 'ack' | 'wid'> & Partial<Pick<MessageRow, 'delivery' | 'failureCode'>>,
    { status, detail }: Omit<ReceiptRow, 'at'>,
  ) => {
    const { ack, wid, ...changed } = { delivery, failureCode, ...change };
    return tx.query(saveReceipt, [tx.companyId, id, ack, wid, changed.delivery, changed.failureCode, status, detail]);
  },
  /** Locks the messages of these outbox rows, in the order of their ids. */
  lockSent: (tx: Tx, correlations: string[]) => tx.query<SentMessage>(lockSent, [tx.companyId, correlations]),
  /** Saves what several receipts change in locked messages, and appends the receipts in this order. */
  saveReceipts(
    tx: Tx,
    messages: Pick<MessageRow, 'id' | 'ack' | 'wid' | 'delivery' | 'failureCode'>[],
    receipts: { messageId: number; status: string }[],
  ): void {
    tx.write(saveReceipts, [
      tx.companyId,
      messages.map(({ id }) => id),
      messages.map(({ ack }) => ack),
      messages.map(({ wid }) => wid),
      messages.map(({ delivery }) => delivery),
      messages.map(({ failureCode }) => failureCode),
      receipts.map(({ messageId }) => messageId),
      receipts.map(({ status }) => status),
    ]);
  },
  /** Whether a user sent the message a second time. */
  wasResent: async (tx: Tx, messageId: number): Promise<boolean> =>
    (await tx.query(wasResent, [tx.companyId, messageId])).length > 0,

  /** Raises the acknowledgement of what had been sent to a contact by then, and appends a receipt to each message. */
  raiseUpTo: (
    tx: Tx,
    { connectionId, contactId }: { connectionId: number; contactId: number },
    { status, ack, until, limit }: { status: 'delivered' | 'read'; ack: number; until: Date; limit: number },
  ) =>
    tx.query<{ id: number; ticketId: number }>(raiseUpTo, [
      tx.companyId,
      contactId,
      connectionId,
      ack,
      until.toISOString(),
      status,
      limit,
    ]),
};

const saveReceipt = {
  name: 'messages.save-receipt',
  text: `with changed as (
           update messages set ack = $3, wid = $4, delivery = $5, failure_code = $6 where company_id = $1 and id = $2)
         insert into message_receipts (company_id, message_id, told, detail) values ($1, $2, $7, $8)`,
};
const lockSent = {
  name: 'messages.lock-sent',
  // The outbox rows are read first: joined with them, a plan may read all messages of the company.
  text: `select m.id::float8 as id, m.ticket_id as "ticketId", m.wid, m.from_me as "fromMe", m.ack, m.delivery,
                m.failure_code as "failureCode",
                (select json_build_object('status', t.status, 'userId', t.user_id, 'queueId', t.queue_id, 'isGroup', t.is_group)
                   from tickets t where t.company_id = $1 and t.id = m.ticket_id) as assignment
           from messages m
          where m.company_id = $1 and m.id = any(array(
            select message_id from outbox where company_id = $1 and correlation = any($2::uuid[])))
          order by m.id for update`,
};
const saveReceipts = {
  name: 'messages.save-receipts',
  text: `with changed as (
           update messages m set ack = c.ack, wid = c.wid, delivery = c.delivery, failure_code = c.failure_code
             from unnest($2::bigint[], $3::smallint[], $4::text[], $5::text[], $6::text[])
               as c (id, ack, wid, delivery, failure_code)
            where m.company_id = $1 and m.id = any($2::bigint[]) and m.id = c.id)
         insert into message_receipts (company_id, message_id, told)
         select $1, r.message_id, r.told from unnest($7::bigint[], $8::text[]) with ordinality as r (message_id, told, n)
          order by r.n`,
};
const wasResent = {
  name: 'messages.was-resent',
  text: `select 1 from message_receipts where company_id = $1 and message_id = $2 and told = 'resent' limit 1`,
};
// The condition of the index messages_unconfirmed, word for word: only sent messages that are not read yet are scanned.
// Locked in the order of their ids, like every change of several messages.
const raiseUpTo = {
  name: 'messages.raise-up-to',
  text: `with candidates as (
           select m.id from messages m
            where m.company_id = $1 and m.contact_id = $2 and m.connection_id = $3
              and m.from_me and m.ack in (1, 2) and m.delivery in ('sent', 'delivered') and m.ack < $4
              and m.sent_at <= $5::timestamptz
              and exists (select from message_receipts r where r.company_id = $1 and r.message_id = m.id
                             and r.told in ('accepted', 'sent', 'delivered') and r.at <= $5::timestamptz)
            order by m.id limit $7 for update),
         raised as (
           update messages m set ack = $4, delivery = $6 from candidates
            where m.company_id = $1 and m.id = candidates.id
           returning m.id, m.ticket_id),
         receipts as (
           insert into message_receipts (company_id, message_id, told) select $1, id, $6 from raised)
         select id::float8 as id, ticket_id as "ticketId" from raised order by raised.id`,
};

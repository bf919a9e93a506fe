import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { MessageRow, OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { FULL_MESSAGE, type FullMessage } from '../messages.store.ts';

type OutgoingColumns = Pick<
  MessageRow,
  | 'ticketId'
  | 'contactId'
  | 'connectionId'
  | 'clientKey'
  | 'origin'
  | 'userId'
  | 'queueId'
  | 'body'
  | 'mediaType'
  | 'data'
  | 'mediaKey'
  | 'mediaName'
  | 'mediaMime'
  | 'mediaBytes'
  | 'previewKey'
  | 'quotedId'
  | 'isForwarded'
  | 'delivery'
  | 'failureCode'
  | 'sentAt'
>;
export interface SentOutcome {
  /** False when the fencing token has changed: another worker has decided the row. */
  isSettled: boolean;
  /** Null when the ticket was removed during the send. */
  assignment: TicketAssignment | null;
  /** Another row of the send queue waits. */
  hasMore: boolean;
}

/** A message together with its outbox row: both change in one statement. */
export const outgoingStore = {
  /**
   * Stores the message, its outbox row (not without a connection) and its first receipt. Its number is the last one of the
   * ticket, which is touched before. With `marksRead` the customer's messages of the ticket count as read; `readWids` are
   * the channel ids of those that were unread. Undefined when the idempotency key is taken.
   */
  async insert(
    tx: Tx,
    columns: OutgoingColumns,
    { payload, delayMs, marksRead }: { payload: unknown; delayMs: number; marksRead: boolean },
  ): Promise<{ message: FullMessage; readWids: string[] } | undefined> {
    const { ticketId, connectionId } = columns;
    const [row] = await tx.query<FullMessage & { readWids: string[] }>(insert, [
      tx.companyId,
      ticketId,
      columns.contactId,
      connectionId,
      columns.clientKey,
      columns.origin,
      columns.userId,
      columns.queueId,
      columns.body,
      columns.mediaType,
      columns.data === null ? null : JSON.stringify(columns.data),
      columns.mediaKey,
      columns.mediaName,
      columns.mediaMime,
      columns.mediaBytes,
      columns.previewKey,
      columns.quotedId,
      columns.isForwarded,
      columns.delivery,
      columns.failureCode,
      columns.sentAt,
      JSON.stringify(payload),
      delayMs / 1000,
      marksRead,
    ]);
    if (!row) return undefined;
    if (connectionId !== null) tx.emit({ type: 'outbox.filled', connectionId, ticketId });
    const { readWids, ...message } = row;
    return { message, readWids };
  },

  /**
   * The channel has accepted the message. A channel id that another message has (an error of the channel, or an echo
   * without our correlation id) is not taken over; the row is settled anyway, or it would be sent again and again.
   */
  async settleSent(
    tx: Tx,
    { id, fence, connectionId, ticketId }: OutboxRow,
    sent: { wid: string | undefined; ack: number; delivery: 'sent' | 'held'; receipt: string },
  ): Promise<SentOutcome> {
    const { wid = null, ack, delivery, receipt } = sent;
    // A held message is not sent yet; a later receipt may have arrived before this answer.
    const maxAck = delivery === 'held' ? 1 : 2;
    const values = [tx.companyId, id, fence, connectionId, ticketId, wid, ack, maxAck, delivery, receipt];
    return toOutcome(await tx.query<SettledRow>(settleSent, values));
  },
  /** The channel has accepted an edit or a deletion, which the message shows already. */
  async settleChange(tx: Tx, { id, fence, connectionId, ticketId }: OutboxRow): Promise<SentOutcome> {
    return toOutcome(await tx.query<SettledRow>(settleChange, [tx.companyId, id, fence, connectionId, ticketId]));
  },
};
type SettledRow = Omit<SentOutcome, 'isSettled'>;
const toOutcome = ([row]: SettledRow[]): SentOutcome =>
  row ? { isSettled: true, ...row } : { isSettled: false, assignment: null, hasMore: true };

const insert = {
  name: 'outgoing.insert',
  text: `with stored as (
           insert into messages (company_id, ticket_id, contact_id, connection_id, client_key, origin, user_id, queue_id,
             body, media_type, data, media_key, media_name, media_mime, media_bytes, preview_key, quoted_id, is_forwarded,
             delivery, failure_code, sent_at, from_me, is_read, seq)
           select $1::int, $2::int, $3::int, $4::int, $5, $6, $7::int, $8::int, $9, $10, $11::jsonb, $12, $13, $14,
                  $15::bigint, $16, $17::bigint, $18::boolean, $19, $20, $21::timestamptz, true, true, t.message_seq
             from tickets t where t.company_id = $1 and t.id = $2
           on conflict do nothing returning *),
         queued as (
           insert into outbox (company_id, connection_id, ticket_id, message_id, act, payload, not_before)
           select $1, connection_id, ticket_id, id, 'send', $22::jsonb, now() + make_interval(secs => $23) from stored
            where connection_id is not null),
         receipt as (insert into message_receipts (company_id, message_id, told) select $1, id, 'stored' from stored),
         read as (
           update messages set is_read = true
            where company_id = $1 and ticket_id = $2 and not is_read and not from_me and $24::boolean returning wid)
         select ${FULL_MESSAGE},
                (select coalesce(json_agg(wid), '[]') from read where wid is not null) as "readWids" from stored m`,
};
// The queue is a parameter: compared with columns of `settled`, a plan may read all messages of the company.
const SETTLED = `settled as (
           update outbox set state = 'done', fault = '', lease_until = null, updated_at = now()
            where company_id = $1 and id = $2 and fence = $3 and state = 'sending'
           returning id, message_id)`;
const OUTCOME = `select (select json_build_object('status', t.status, 'userId', t.user_id, 'queueId', t.queue_id, 'isGroup', t.is_group)
                   from tickets t where t.company_id = $1 and t.id = $5) as assignment,
                exists (select from outbox o where o.company_id = $1 and o.connection_id = $4
                           and o.ticket_id = $5 and o.state in ('queued', 'sending') and o.id <> s.id) as "hasMore"
           from settled s`;
const settleChange = { name: 'outgoing.settle-change', text: `with ${SETTLED} ${OUTCOME}` };
const settleSent = {
  name: 'outgoing.settle-sent',
  // The outbox row is locked before its message, like receipts do.
  text: `with ${SETTLED},
         sent as (
           update messages m set ack = greatest(m.ack, $7::smallint),
                wid = case when m.wid is null and not exists (
                  select from messages o where o.company_id = $1 and o.connection_id = $4 and o.wid = $6)
                  then $6 else m.wid end,
                delivery = case when m.ack < $8 then $9 else m.delivery end,
                failure_code = case when m.ack < $8 then null else m.failure_code end
             from settled s where m.company_id = $1 and m.id = s.message_id returning m.id),
         receipt as (insert into message_receipts (company_id, message_id, told) select $1, id, $10 from sent)
         ${OUTCOME}`,
};

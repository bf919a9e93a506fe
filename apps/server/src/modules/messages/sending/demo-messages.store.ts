import type { Tx } from '../../../infrastructure/db/tx.ts';

export interface PastMessage {
  ticketId: number;
  contactId: number;
  connectionId: number;
  queueId: number;
  seq: number;
  /** The agent who wrote it; null for the customer. */
  userId: number | null;
  body: string;
  sentAt: Date;
}

const insert = {
  name: 'demo-messages.insert',
  text: `with stored as (
         insert into messages (company_id, id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, user_id, queue_id, body,
                is_read, ack, delivery, sent_at, created_at)
         select $1, nextval('old_message_ids'), "ticketId", "contactId", "connectionId", seq, 'demo ' || "ticketId" || ' ' || seq,
                "userId" is not null, case when "userId" is null then 'customer' else 'agent' end, "userId", "queueId", body, true,
                case when "userId" is null then 0 else 3 end, case when "userId" is null then 'received' else 'read' end,
                "sentAt", "sentAt"
           from jsonb_to_recordset($2::jsonb) as ("ticketId" int, "contactId" int, "connectionId" int, seq bigint, "userId" int,
                  "queueId" int, body text, "sentAt" timestamptz)
          order by "sentAt", seq
         returning id, connection_id, ticket_id, from_me, sent_at)
         insert into outbox (company_id, connection_id, ticket_id, message_id, state, tries, not_before, created_at, updated_at)
         select $1, connection_id, ticket_id, id, 'done', 1, sent_at, sent_at, sent_at from stored where from_me`,
};

/** Messages of closed conversations of the demo company. Nothing is sent. */
export const addDemoMessages = (tx: Tx, messages: readonly PastMessage[]) =>
  tx.query(insert, [tx.companyId, JSON.stringify(messages)]);

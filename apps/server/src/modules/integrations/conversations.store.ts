import type { Tx } from '../../infrastructure/db/tx.ts';

/** What services get to know about a conversation. */
export interface IntegrationConversation {
  companyName: string;
  ticketId: number;
  number: number | null;
  uuid: string;
  status: string;
  channel: string;
  queueId: number | null;
  queueName: string | null;
  userId: number | null;
  userName: string | null;
  contactId: number;
  contactName: string;
  contactNumber: string;
  connectionId: number | null;
  connectionName: string | null;
}

const conversation = {
  name: 'integration-conversations.by-ticket',
  text: `select o.name as "companyName", t.id as "ticketId", t.number, t.uuid, t.status, t.channel, q.id as "queueId",
                q.name as "queueName", u.id as "userId", u.name as "userName", c.id as "contactId", c.name as "contactName",
                c.number as "contactNumber", n.id as "connectionId", n.name as "connectionName"
           from tickets t
           join companies o on o.company_id = t.company_id
           join contacts c on c.company_id = t.company_id and c.id = t.contact_id
           left join queues q on q.company_id = t.company_id and q.id = t.queue_id
           left join users u on u.company_id = t.company_id and u.id = t.user_id
           left join connections n on n.company_id = t.company_id and n.id = t.connection_id
          where t.company_id = $1 and t.id = $2`,
};

export const conversationStore = {
  async byTicket(tx: Tx, ticketId: number): Promise<IntegrationConversation | undefined> {
    return (await tx.query<IntegrationConversation & object>(conversation, [tx.companyId, ticketId]))[0];
  },
};

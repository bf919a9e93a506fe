import type { Tx } from '../../../infrastructure/db/tx.ts';

/** Marks the customer's last message as unread; false when there is none. Calls do not count as messages. */
export async function markLastInboundUnread(tx: Tx, ticketId: number): Promise<boolean> {
  return (await tx.query(markUnread, [tx.companyId, ticketId])).length > 0;
}

const markUnread = {
  name: 'messages.mark-last-unread',
  text: `update messages set is_read = false where company_id = $1 and id = (
           select id from messages where company_id = $1 and ticket_id = $2 and not from_me and not is_private
              and media_type <> 'call_log' order by seq desc limit 1) returning id`,
};

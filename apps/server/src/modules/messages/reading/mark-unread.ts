import type { Tx } from '../../../infrastructure/db/tx.ts';

/** The customer's last message counts as unread again; false when there is none. That a telephone rang is nothing to read. */
export async function markLastInboundUnread(tx: Tx, ticketId: number): Promise<boolean> {
  return (await tx.query(markUnread, [tx.companyId, ticketId])).length > 0;
}

const markUnread = {
  name: 'messages.unread-again',
  text: `update messages set is_read = false where company_id = $1 and id = (
           select id from messages where company_id = $1 and ticket_id = $2 and not from_me and not is_private
              and media_type <> 'call_log' order by seq desc limit 1) returning id`,
};

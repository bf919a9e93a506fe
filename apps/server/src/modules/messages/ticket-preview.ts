import { previewOfMessage } from '@balcao/domain/message/preview';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { assignmentOf, type Tickets } from '../tickets/index.ts';
import { messageStore } from './messages.store.ts';

const MAX_PREVIEW = 500;

/** After a stored message has changed: if it is the one that the list shows of this locked ticket, the list shows it anew. */
export async function updateTicketPreview(
  tx: Tx,
  tickets: Pick<Tickets, 'inTx'>,
  ticket: TicketRow,
  messageId: number,
): Promise<void> {
  const last = await messageStore.lastPreviewed(tx, ticket.id);
  if (last?.id !== messageId) return;
  const lastMessage = previewOfMessage(last).slice(0, MAX_PREVIEW);
  if (lastMessage === ticket.lastMessage) return;
  const next = await tickets.inTx.set(tx, ticket.id, { lastMessage });
  tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignmentOf(ticket), to: assignmentOf(next) });
}

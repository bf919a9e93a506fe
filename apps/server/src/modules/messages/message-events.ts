import type { Tx } from '../../infrastructure/db/tx.ts';
import { assignmentOf, type Tickets } from '../tickets/index.ts';

type AssignedTicket = Parameters<typeof assignmentOf>[0] & { id: number };

/** Records that a message was added; its audience follows from the ticket's assignment. */
export const emitStored = (tx: Tx, messageId: number, ticket: AssignedTicket) =>
  tx.emit({ type: 'message.stored', messageId, ticketId: ticket.id, assignment: assignmentOf(ticket) });

/** Records that a stored message has changed: text, delivery, file or deletion. */
export const emitChanged = (tx: Tx, messageId: number, ticket: AssignedTicket) =>
  tx.emit({ type: 'message.changed', messageId, ticketId: ticket.id, assignment: assignmentOf(ticket) });

/** A channel marks all earlier messages as read with the newest. */
const MAX_READ_RECEIPTS = 100;
/** Records that an agent has read the customer's messages; `wids` are those that were unread. */
export const emitRead = (tx: Tx, ticket: AssignedTicket, wids: string[]) =>
  tx.emit({
    type: 'ticket.read',
    ticketId: ticket.id,
    wids: wids.slice(-MAX_READ_RECEIPTS),
    assignment: assignmentOf(ticket),
  });

/** The same for a ticket by its id. A ticket that is being removed is shown nowhere, so nothing is recorded for it. */
export async function emitChangedIn(tx: Tx, tickets: Pick<Tickets, 'inTx'>, messageId: number, ticketId: number) {
  const ticket = await tickets.inTx.findRow(tx, ticketId);
  if (ticket) emitChanged(tx, messageId, ticket);
}

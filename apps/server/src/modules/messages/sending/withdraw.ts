import type { ErrorCode } from '@balcao/contract';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Tickets } from '../../tickets/index.ts';
import { emitChanged } from '../message-events.ts';
import { messageStore } from '../messages.store.ts';
import { outboxStore } from './outbox.store.ts';

/** Bound of the events of one withdrawal; a screen that shows another conversation reads it again when it is opened. */
const MAX_EMITTED = 500;

/** Withdraws messages that no worker has claimed: they count as failed. Returns those that were withdrawn. */
export async function withdrawQueued(
  tx: Tx,
  tickets: Pick<Tickets, 'inTx'>,
  messageIds: number[],
  code: ErrorCode,
): Promise<Set<number>> {
  if (messageIds.length === 0) return new Set();
  const rows = await outboxStore.withdraw(tx, messageIds, code);
  const ids = rows.map(({ messageId }) => messageId);
  if (ids.length === 0) return new Set();
  await messageStore.markWithdrawn(tx, ids, code);
  const emitted = rows.slice(0, MAX_EMITTED);
  const found = await tickets.inTx.load(tx, [...new Set(emitted.map(({ ticketId }) => ticketId))]);
  const ticketsById = new Map(found.map((ticket) => [ticket.id, ticket]));
  for (const { messageId, ticketId } of emitted) {
    // A ticket that is being removed is shown nowhere.
    const ticket = ticketsById.get(ticketId);
    if (ticket) emitChanged(tx, messageId, ticket);
  }
  return new Set(ids);
}

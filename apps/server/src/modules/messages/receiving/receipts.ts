import { raisedAck, type Ack } from '@balcao/domain/message/ack';
import type { Receipt, ChannelEvent } from '../../../channels/port.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { assignmentOf, type Tickets } from '../../tickets/index.ts';
import { messageStore } from '../messages.store.ts';
import { outboxStore } from '../sending/outbox.store.ts';
import { finalCode } from '../sending/outcome.ts';

const ackOf: Record<Receipt, Ack> = { sent: 1, delivered: 2, read: 3, played: 4, failed: 0 };
const deliveryOf = { 1: 'sent', 2: 'delivered', 3: 'read', 4: 'read', 5: 'read' } as const;

/**
 * What the channel says became of a message of ours. Acknowledgements only rise, in whatever order they come, and one
 * that names our correlation settles what was left unknown. False when the message is not known (yet).
 */
export async function handleReceipt(
  tx: Tx,
  tickets: Tickets,
  connectionId: number,
  event: Extract<ChannelEvent, { type: 'receipt' }>,
): Promise<boolean> {
  const outboxRow =
    event.correlation === undefined ? undefined : await outboxStore.byCorrelation(tx, event.correlation);
  const id =
    outboxRow?.messageId ??
    (event.wid === undefined ? undefined : await messageStore.idByWid(tx, connectionId, event.wid));
  if (id === undefined) return false;
  // The outbox first, then its message: the way out locks in the same order.
  const sending = outboxRow ?? (await outboxStore.latestOf(tx, id));
  const message = await messageStore.lock(tx, id);
  if (!message) return false;

  const hasFailed = event.status === 'failed';
  const ack = raisedAck(message.ack as Ack, ackOf[event.status]);
  // A failure after it was delivered is remembered, but what arrived has arrived.
  const isFailure = hasFailed && message.ack < 2;
  // «Sent», once more, does not mend what failed after it was sent.
  const isProgress = !hasFailed && ack > 0 && (ack > message.ack || message.delivery !== 'failed');
  await messageStore.update(tx, message.id, {
    ack,
    ...(message.wid === null && event.wid !== undefined && { wid: event.wid }),
    ...(isFailure
      ? { delivery: 'failed' as const, failureCode: finalCode(event.fault?.code ?? 'ERR_CHANNEL_REFUSED') }
      : isProgress && { delivery: deliveryOf[ack as 1 | 2 | 3 | 4 | 5], failureCode: null }),
  });
  await messageStore.addReceipt(tx, message.id, event.status, event.fault?.detail ?? '');
  if (sending?.act === 'send') {
    if (isFailure && sending.state !== 'failed') await outboxStore.set(tx, sending.id, { state: 'failed' });
    // Whatever was thought of it, it got there; one that is being sent is settled by whoever sends it.
    if (isProgress && sending.state !== 'done' && sending.state !== 'sending')
      await outboxStore.set(tx, sending.id, { state: 'done' });
  }
  const ticket = await tickets.inTx.get(tx, message.ticketId);
  tx.emit({
    type: 'message.changed',
    messageId: message.id,
    ticketId: message.ticketId,
    assignment: assignmentOf(ticket),
  });
  return true;
}

/** Two clocks are never quite the same. */
const MAX_CLOCK_SKEW_MS = 2000;
/** Raised by one statement; and by one signal, after which it is looked at again. */
const PAGE_SIZE = 500;
const MAX_PAGES = 4;

/**
 * Everything of ours that had left by a moment was delivered or read. What failed, and what left later, is not meant.
 * False when it has to be looked at again: something is just leaving, or there was more than one go can raise.
 */
export async function handleReadUpTo(
  tx: Tx,
  tickets: Tickets,
  pair: { connectionId: number; contactId: number },
  { status, upTo }: Extract<ChannelEvent, { type: 'read-up-to' }>,
): Promise<boolean> {
  const readAt = new Date(upTo);
  if (Number.isNaN(+readAt)) return true;
  const until = new Date(+readAt + MAX_CLOCK_SKEW_MS);
  for (let page = 0; page < MAX_PAGES; page++) {
    const raised = await messageStore.raiseUpTo(tx, pair, { status, ack: ackOf[status], until, limit: PAGE_SIZE });
    for (const [ticketId, ids] of Map.groupBy(raised, (row) => row.ticketId)) {
      const assignment = assignmentOf(await tickets.inTx.get(tx, ticketId));
      for (const { id } of ids) tx.emit({ type: 'message.changed', messageId: id, ticketId, assignment });
    }
    if (raised.length < PAGE_SIZE) return !(await outboxStore.isSending(tx, pair));
  }
  return false;
}

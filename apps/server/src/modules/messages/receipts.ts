import { raisedAck, type Ack } from '@balcao/domain/message/ack';
import type { Receipt, Signal } from '../../channels/port.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { messageStore } from './messages.store.ts';
import { outboxStore } from './outbox.store.ts';
import { finalCode } from './outcome.ts';

const ackOf: Record<Receipt, Ack> = { sent: 1, delivered: 2, read: 3, played: 4, failed: 0 };
const deliveryOf = { 1: 'sent', 2: 'delivered', 3: 'read', 4: 'read', 5: 'read' } as const;

/**
 * What the channel says became of a message of ours. Acknowledgements only rise, in whatever order they come, and one
 * that names our correlation settles what was left unknown. False when the message is not known (yet).
 */
export async function hearReceipt(
  tx: Tx,
  tickets: Tickets,
  connectionId: number,
  signal: Extract<Signal, { is: 'receipt' }>,
): Promise<boolean> {
  const named = signal.correlation === undefined ? undefined : await outboxStore.byCorrelation(tx, signal.correlation);
  const id =
    named?.messageId ??
    (signal.wid === undefined ? undefined : await messageStore.idByWid(tx, connectionId, signal.wid));
  if (id === undefined) return false;
  // The outbox first, then its message: the way out locks in the same order.
  const sending = named ?? (await outboxStore.latestOf(tx, id));
  const found = await messageStore.lock(tx, id);
  if (!found) return false;

  const hasFailed = signal.told === 'failed';
  const ack = raisedAck(found.ack as Ack, ackOf[signal.told]);
  // A failure after it was delivered is remembered, but what arrived has arrived.
  const isFailure = hasFailed && found.ack < 2;
  // «Sent», once more, does not mend what failed after it was sent.
  const isProgress = !hasFailed && ack > 0 && (ack > found.ack || found.delivery !== 'failed');
  await messageStore.update(tx, found.id, {
    ack,
    ...(found.wid === null && signal.wid !== undefined && { wid: signal.wid }),
    ...(isFailure
      ? { delivery: 'failed' as const, failureCode: finalCode(signal.fault?.code ?? 'ERR_CHANNEL_REFUSED') }
      : isProgress && { delivery: deliveryOf[ack as 1 | 2 | 3 | 4 | 5], failureCode: null }),
  });
  await messageStore.receipt(tx, found.id, signal.told, signal.fault?.detail ?? '');
  if (sending?.act === 'send') {
    if (isFailure && sending.state !== 'failed') await outboxStore.set(tx, sending.id, { state: 'failed' });
    // Whatever was thought of it, it got there; one that is being sent is settled by whoever sends it.
    if (isProgress && sending.state !== 'done' && sending.state !== 'sending')
      await outboxStore.set(tx, sending.id, { state: 'done' });
  }
  const ticket = await tickets.within(tx, found.ticketId);
  tx.emit({ is: 'message.changed', messageId: found.id, ticketId: found.ticketId, place: placeOf(ticket) });
  return true;
}

/** Two clocks are never quite the same. */
const CLOCKS_DIFFER_MS = 2000;
/** Raised by one statement; and by one signal, after which it is looked at again. */
const PAGE = 500;
const MOST_PAGES = 4;

/**
 * Everything of ours that had left by a moment was delivered or read. What failed, and what left later, is not meant.
 * False when it has to be looked at again: something is just leaving, or there was more than one go can raise.
 */
export async function hearUpTo(
  tx: Tx,
  tickets: Tickets,
  pair: { connectionId: number; contactId: number },
  { told, upTo }: Extract<Signal, { is: 'read-up-to' }>,
): Promise<boolean> {
  const moment = new Date(upTo);
  if (Number.isNaN(+moment)) return true;
  const until = new Date(+moment + CLOCKS_DIFFER_MS);
  for (let page = 0; page < MOST_PAGES; page++) {
    const raised = await messageStore.raiseUpTo(tx, pair, { told, ack: ackOf[told], until, atMost: PAGE });
    for (const [ticketId, ids] of Map.groupBy(raised, (row) => row.ticketId)) {
      const place = placeOf(await tickets.within(tx, ticketId));
      for (const { id } of ids) tx.emit({ is: 'message.changed', messageId: id, ticketId, place });
    }
    if (raised.length < PAGE) return !(await outboxStore.isLeaving(tx, pair));
  }
  return false;
}

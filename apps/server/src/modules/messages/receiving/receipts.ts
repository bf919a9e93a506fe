import { raisedAck, type Ack } from '@balcao/domain/message/ack';
import type { Receipt, ChannelEvent } from '../../../channels/port.ts';
import type { MessageRow, OutboxRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Tickets } from '../../tickets/index.ts';
import { emitChanged, emitChangedIn } from '../message-events.ts';
import { messageStore } from '../messages.store.ts';
import { isCorrelation, outboxStore } from '../sending/outbox.store.ts';
import { faultDetail, finalCode } from '../sending/outcome.ts';
import { receiptStore, type SentMessage } from './receipts.store.ts';

const ackOf: Record<Receipt, Ack> = { held: 0, sent: 1, delivered: 2, read: 3, played: 4, failed: 0 };
const deliveryOf = { 1: 'sent', 2: 'delivered', 3: 'read', 4: 'read', 5: 'read' } as const;

export type ReceiptEvent = Extract<ChannelEvent, { type: 'receipt' }>;
/** `later`: to be tried again; `not-ours`: the customer's message, which a receipt does not change. */
type ReceiptOutcome = 'handled' | 'later' | 'not-ours';

/**
 * Handles the channel's receipt for an outgoing message. Acknowledgements only rise, in whatever order receipts arrive; a
 * receipt with our correlation id settles an unknown outcome.
 */
export async function handleReceipt(
  tx: Tx,
  tickets: Tickets,
  connectionId: number,
  event: ReceiptEvent,
): Promise<ReceiptOutcome> {
  const outboxRow =
    event.correlation === undefined ? undefined : await outboxStore.byCorrelation(tx, event.correlation);
  const id =
    outboxRow?.messageId ??
    (event.wid === undefined ? undefined : await messageStore.idByWid(tx, connectionId, event.wid));
  if (id === undefined) return 'later';
  // Outbox row before message: sending locks in the same order.
  const sending = outboxRow ?? (await outboxStore.latestOf(tx, id));
  const message = await messageStore.lock(tx, id);
  if (!message) return 'later';
  if (!message.fromMe) return 'not-ours';

  const hasFailed = event.status === 'failed';
  const reason = event.fault ? faultDetail({ ...event.fault, code: finalCode(event.fault.code) }) : '';
  const earlierSend = hasFailed && (await concernsEarlierSend(tx, event, message, sending));
  // Decided once the worker knows the channel id of the present send.
  if (earlierSend === 'undecided') return 'later';
  if (earlierSend) {
    await messageStore.addReceipt(tx, message.id, event.status, reason);
    return 'handled';
  }
  const { change, ...effect } = changeOf(message, event);
  // Both rows are locked, so the order of their changes does not matter: all statements are sent together.
  await Promise.all([
    receiptStore.saveReceipt(tx, message, change, { status: event.status, detail: reason }),
    settleBy(effect, tx, sending),
    emitChangedIn(tx, tickets, message.id, message.ticketId),
  ]);
  return 'handled';
}

/**
 * Whether a receipt can be handled together with others: it names our correlation id, and no failure, which may concern an
 * earlier send.
 */
export const isPlainReceipt = (event: ChannelEvent): event is ReceiptEvent & { correlation: string } =>
  event.type === 'receipt' &&
  event.status !== 'failed' &&
  event.fault === undefined &&
  event.correlation !== undefined &&
  isCorrelation(event.correlation);

/** Handles receipts in this order, with a few statements for all of them. Returns those whose message is stored. */
export async function handlePlainReceipts<Event extends ReceiptEvent & { correlation: string }>(
  tx: Tx,
  events: Event[],
): Promise<Set<Event>> {
  const correlations = [...new Set(events.map((event) => event.correlation))];
  // Sent together: the outbox rows are locked before their messages, like sending does.
  const [rows, messages] = await Promise.all([
    outboxStore.byCorrelations(tx, correlations),
    receiptStore.lockSent(tx, correlations),
  ]);
  const messagesById = new Map(messages.map((message) => [message.id, message]));
  const handled = new Set<Event>();
  const changed = new Map<number, SentMessage>();
  const receipts: { messageId: number; status: string }[] = [];
  for (const event of events) {
    const sending = rows.get(event.correlation.toLowerCase());
    const message = sending && messagesById.get(sending.messageId);
    if (!message) continue;
    handled.add(event);
    if (!message.fromMe) continue;
    const { change, ...effect } = changeOf(message, event);
    // Later receipts of the same message start from here.
    Object.assign(message, change);
    changed.set(message.id, message);
    receipts.push({ messageId: message.id, status: event.status });
    await settleBy(effect, tx, sending);
  }
  if (changed.size > 0) receiptStore.saveReceipts(tx, [...changed.values()], receipts);
  for (const { id, ticketId, assignment } of changed.values())
    if (assignment) emitChanged(tx, id, { id: ticketId, ...assignment });
  return handled;
}

/** What a receipt changes in its message, and whether it decides the outbox row. */
function changeOf(message: Pick<MessageRow, 'ack' | 'wid' | 'delivery'>, { status, wid, fault }: ReceiptEvent) {
  const hasFailed = status === 'failed';
  const ack = raisedAck(message.ack as Ack, ackOf[status]);
  // A failure after delivery is only added to the receipts.
  const isFailure = hasFailed && message.ack < 2;
  // A repeated `sent` does not revert a later failure.
  const isHeld = status === 'held' && message.ack === 0 && message.delivery !== 'failed';
  const isProgress = !hasFailed && status !== 'held' && ack > 0 && (ack > message.ack || message.delivery !== 'failed');
  const change = {
    ack,
    wid: message.wid ?? wid ?? null,
    ...(isFailure
      ? { delivery: 'failed' as const, failureCode: finalCode(fault?.code ?? 'ERR_CHANNEL_REFUSED') }
      : isHeld
        ? { delivery: 'held' as const, failureCode: null }
        : isProgress && { delivery: deliveryOf[ack as 1 | 2 | 3 | 4 | 5], failureCode: null }),
  };
  return { change, isFailure, isSuccess: isProgress || isHeld };
}

/** The receipt decides the outbox row, unless it is being sent: then its worker settles it. */
async function settleBy(
  { isFailure, isSuccess }: { isFailure: boolean; isSuccess: boolean },
  tx: Tx,
  sending: OutboxRow | undefined,
): Promise<void> {
  if (sending?.act !== 'send') return;
  if (isFailure && sending.state !== 'failed') await outboxStore.set(tx, sending.id, { state: 'failed' });
  if (isSuccess && sending.state !== 'done' && sending.state !== 'sending') {
    await outboxStore.set(tx, sending.id, { state: 'done' });
    sending.state = 'done';
  }
}

/** After a resend, a late failure of the first send must not cancel the second. Both have the same correlation id. */
async function concernsEarlierSend(
  tx: Tx,
  { wid }: { wid?: string | undefined },
  message: Pick<MessageRow, 'id' | 'wid'>,
  sending: OutboxRow | undefined,
): Promise<boolean | 'undecided'> {
  if (sending?.act !== 'send' || !(await receiptStore.wasResent(tx, message.id))) return false;
  if (sending.state === 'queued') return true;
  if (sending.state === 'sending') return 'undecided';
  return wid !== undefined && message.wid !== null && wid !== message.wid;
}

/** Difference between the channel's clock and ours. */
const MAX_CLOCK_SKEW_MS = 2000;
/** Messages per statement, and statements per event; after that the event is retried. */
const PAGE_SIZE = 500;
const MAX_PAGES = 4;

/**
 * Marks everything sent up to a time as delivered or read. Failed and later messages are not affected. False when the
 * event must be retried: a message is being sent, or there are more messages than one event may raise.
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
    const raised = await receiptStore.raiseUpTo(tx, pair, { status, ack: ackOf[status], until, limit: PAGE_SIZE });
    for (const [ticketId, ids] of Map.groupBy(raised, (row) => row.ticketId)) {
      const ticket = await tickets.inTx.findRow(tx, ticketId);
      if (ticket) for (const { id } of ids) emitChanged(tx, id, ticket);
    }
    if (raised.length < PAGE_SIZE) return !(await outboxStore.isSending(tx, pair));
  }
  return false;
}

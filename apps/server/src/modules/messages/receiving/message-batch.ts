import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Tickets } from '../../tickets/index.ts';
import { emitStored } from '../message-events.ts';
import { previewOf, mediaColumns, mediaOf, toColumns, type OutgoingContent } from '../content.ts';
import { parseTime } from './message-changes.ts';
import { columnsOf, type IncomingMessage } from './save-incoming.ts';
import { messageStore, type BatchRow } from '../messages.store.ts';
import { outboxStore } from '../sending/outbox.store.ts';

/** A message of the product itself: the bot's reply to a message of the same batch, unless `origin` says otherwise. */
export interface ReplyDraft {
  ticket: TicketRow;
  content: OutgoingContent;
  quotedId: number | null;
  at: Date;
  origin?: BatchRow['origin'];
  userId?: number | null;
  clientKey?: string | undefined;
}
type OnSaved = (messageId: number) => void;
type Item =
  | { incoming: IncomingMessage; onSaved: OnSaved | undefined; reply?: never }
  | { reply: ReplyDraft; onSaved: OnSaved | undefined; incoming?: never };

/** A channel id or an idempotency key of the batch is taken; nothing of the transaction is kept. */
export class MessageStored extends Error {}

/**
 * Collects customers' messages and those of the product and stores them together, with a few statements for the whole batch.
 * Call `save` before reading one of these messages or changing their tickets.
 */
export function createMessageBatch(tx: Tx, tickets: Pick<Tickets, 'inTx'>) {
  let waiting: Item[] = [];
  return {
    /** `onSaved` receives the id of the stored message. */
    add: (incoming: IncomingMessage, onSaved?: OnSaved) => void waiting.push({ incoming, onSaved }),
    addReply: (reply: ReplyDraft, onSaved?: OnSaved) => void waiting.push({ reply, onSaved }),

    async save(): Promise<void> {
      if (waiting.length === 0) return;
      const items = waiting;
      waiting = [];
      const byTicket = Map.groupBy(items, ({ incoming, reply }) => (incoming ?? reply).ticket.id);
      const touches = [...byTicket].map(([id, ticketItems]) => {
        const incomingItems = ticketItems.flatMap((item) => item.incoming ?? []);
        return {
          id,
          count: ticketItems.length,
          unread: incomingItems.length,
          preview: lastPreview(ticketItems),
          at: lastInboundAt(incomingItems),
        };
      });
      const remaining = new Map(touches.map(({ id, count }) => [id, count]));
      const rows = items.map(({ incoming, reply }): BatchRow => {
        const { id } = (incoming ?? reply).ticket;
        const following = remaining.get(id)! - 1;
        remaining.set(id, following);
        return incoming ? incomingRow(incoming, following) : replyRow(reply, following);
      });
      // Sent together: the messages take their numbers from their tickets, which are touched first.
      const [, inserted] = await Promise.all([tickets.inTx.touchMany(tx, touches), messageStore.insertBatch(tx, rows)]);
      // Stored by another conversation in the meantime, or with the same key: roll back everything, also the sequence numbers.
      if (inserted.length < rows.length) throw new MessageStored('a message of this batch is already stored');
      await enqueueReplies(
        tx,
        items.flatMap(({ reply }, n) => (reply ? [{ ...reply, messageId: inserted[n]!.id }] : [])),
      );
      for (const [n, item] of items.entries()) {
        const { ticket } = item.incoming ?? item.reply;
        const { id, mediaState } = inserted[n]!;
        item.onSaved?.(id);
        emitStored(tx, id, ticket);
        if (mediaState === 'pending') tx.emit({ type: 'media.pending', messageId: id });
      }
    },
  };
}
export type MessageBatch = ReturnType<typeof createMessageBatch>;

const lastPreview = (items: readonly Item[]) =>
  items
    .map(({ incoming, reply }) =>
      incoming ? previewOf(incoming.event.content, false) : previewOf(reply.content, true),
    )
    .findLast((preview) => preview !== null) ?? null;

/** Time of the customer's last message; an unrecognized event does not open the reply window. */
function lastInboundAt(messages: IncomingMessage[]): Date | null {
  const last = messages.findLast(({ event }) => !event.isUnrecognized);
  return last ? parseTime(last.event.at) : null;
}

/** Appends the replies to the outbox in order. */
async function enqueueReplies(tx: Tx, replies: (ReplyDraft & { messageId: number })[]): Promise<void> {
  if (replies.length === 0) return;
  const rows = replies.flatMap(({ ticket: { id, connectionId }, content, messageId }) =>
    connectionId === null
      ? []
      : [{ connectionId, ticketId: id, messageId, act: 'send' as const, payload: { content } }],
  );
  const ids = replies.map(({ messageId }) => messageId);
  await Promise.all([outboxStore.addMany(tx, rows), messageStore.addReceipts(tx, ids, 'stored')]);
}

function incomingRow(
  { event, ticket, contact, author, connectionId, maxMediaBytes }: IncomingMessage,
  following: number,
): BatchRow {
  return {
    ticketId: ticket.id,
    contactId: contact.id,
    connectionId,
    following,
    fromMe: false,
    origin: 'customer',
    delivery: 'received',
    quotedId: null,
    queueId: ticket.queueId,
    authorContactId: author?.id ?? null,
    mediaKey: null,
    ...columnsOf(event, maxMediaBytes),
  };
}

/** Without a connection nothing can be sent: the message fails at once instead of waiting for ever. */
const undeliverable = ({ connectionId }: Pick<TicketRow, 'connectionId'>) =>
  connectionId === null
    ? { delivery: 'failed' as const, failureCode: 'ERR_NO_WAPP_FOUND' }
    : { delivery: 'queued' as const };

function replyRow(
  { ticket, content, quotedId, at, origin = 'bot', userId = null, clientKey }: ReplyDraft,
  following: number,
): BatchRow {
  const media = mediaOf(content);
  const { mediaType, body, data } = toColumns(content);
  return {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    connectionId: ticket.connectionId,
    following,
    wid: null,
    fromMe: true,
    origin,
    ...(userId !== null && { userId }),
    ...(clientKey !== undefined && { clientKey }),
    ...undeliverable(ticket),
    quotedId,
    queueId: ticket.queueId,
    authorContactId: null,
    body,
    mediaType,
    data,
    ...mediaColumns(media),
    mediaKey: media?.key ?? null,
    mediaState: 'ready',
    mediaRef: null,
    isForwarded: false,
    sentAt: at.toISOString(),
  };
}

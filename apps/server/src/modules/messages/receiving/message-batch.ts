import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { assignmentOf, type Tickets } from '../../tickets/index.ts';
import { previewText, mediaOf, toColumns, type OutgoingContent } from '../content.ts';
import { columnsOf, parseTime, type IncomingMessage } from './save-incoming.ts';
import { messageStore, type BatchRow } from '../messages.store.ts';
import { outboxStore } from '../sending/outbox.store.ts';

/** What the house answers by itself to what was just written. */
export interface BotReplyDraft {
  ticket: TicketRow;
  content: OutgoingContent;
  quotedId: number | null;
  at: Date;
}
type Item =
  | { incoming: IncomingMessage; onSaved?: (messageId: number) => void; reply?: never }
  | { reply: BotReplyDraft; incoming?: never };

/**
 * What customers wrote and what they were answered at once, collected and kept together: a few statements for a page,
 * however much is on it. Whoever wants to look a message up, or to write anything else into its ticket, has the page
 * kept first.
 */
export function createMessageBatch(tx: Tx, tickets: Pick<Tickets, 'touchMany'>) {
  let waiting: Item[] = [];
  return {
    /** `kept` hears the message's id as soon as it has one. */
    add: (incoming: IncomingMessage, onSaved?: (messageId: number) => void) =>
      void waiting.push({ incoming, ...(onSaved && { onSaved }) }),
    addReply: (reply: BotReplyDraft) => void waiting.push({ reply }),

    async save(): Promise<void> {
      if (waiting.length === 0) return;
      const items = waiting;
      waiting = [];
      const byTicket = Map.groupBy(items, ({ incoming, reply }) => (incoming ?? reply).ticket.id);
      const last = await tickets.touchMany(
        tx,
        [...byTicket].map(([id, ticketItems]) => {
          const incomingItems = ticketItems.flatMap((item) => item.incoming ?? []);
          const { reply, incoming: lastIncoming } = ticketItems.at(-1)!;
          return {
            id,
            count: ticketItems.length,
            unread: incomingItems.length,
            body: previewText(reply ? reply.content : lastIncoming.event.content),
            fromMe: reply !== undefined,
            at: lastInboundAt(incomingItems),
          };
        }),
      );
      const seqs = new Map([...byTicket].map(([id, ticketItems]) => [id, last.get(id)! - ticketItems.length]));
      const rows = items.map(({ incoming, reply }): BatchRow => {
        const { id } = (incoming ?? reply).ticket;
        const seq = seqs.get(id)! + 1;
        seqs.set(id, seq);
        return incoming ? incomingRow(incoming, seq) : replyRow(reply, seq);
      });
      const inserted = await messageStore.insertBatch(tx, rows);
      // Known under another conversation: nothing of this may stay, not even its place in the order.
      if (inserted.length < rows.length) throw new Error('a message of this page is already kept');
      await enqueueReplies(
        tx,
        items.flatMap(({ reply }, n) => (reply ? [{ ...reply, messageId: inserted[n]!.id }] : [])),
      );
      for (const [n, item] of items.entries()) {
        const { ticket } = item.incoming ?? item.reply;
        const { id, media_state } = inserted[n]!;
        if (item.incoming) item.onSaved?.(id);
        tx.emit({ type: 'message.stored', messageId: id, ticketId: ticket.id, assignment: assignmentOf(ticket) });
        if (media_state === 'pending') tx.emit({ type: 'media.pending', messageId: id });
      }
    },
  };
}
export type MessageBatch = ReturnType<typeof createMessageBatch>;

/** When the customer last spoke: what nobody can read opens no window to answer in. */
function lastInboundAt(messages: IncomingMessage[]): Date | null {
  const last = messages.findLast(({ event }) => !event.isUnrecognized);
  return last ? parseTime(last.event.at) : null;
}

/** To the outbox, in the order in which it was said. */
async function enqueueReplies(tx: Tx, replies: (BotReplyDraft & { messageId: number })[]): Promise<void> {
  if (replies.length === 0) return;
  await outboxStore.addMany(
    tx,
    replies.flatMap(({ ticket: { id, connectionId }, content, messageId }) =>
      connectionId === null
        ? []
        : [{ connectionId, ticketId: id, messageId, act: 'send' as const, payload: { content } }],
    ),
  );
  await messageStore.addReceipts(
    tx,
    replies.map(({ messageId }) => messageId),
    'stored',
  );
}

function incomingRow(
  { event, ticket, contact, author, connectionId, maxMediaBytes }: IncomingMessage,
  seq: number,
): BatchRow {
  return {
    ticket_id: ticket.id,
    contact_id: contact.id,
    connection_id: connectionId,
    seq,
    from_me: false,
    origin: 'customer',
    delivery: 'received',
    quoted_id: null,
    queue_id: ticket.queueId,
    author_contact_id: author?.id ?? null,
    media_key: null,
    ...columnsOf(event, maxMediaBytes),
  };
}

function replyRow({ ticket, content, quotedId, at }: BotReplyDraft, seq: number): BatchRow {
  const media = mediaOf(content);
  const { mediaType, body, data } = toColumns(content);
  return {
    ticket_id: ticket.id,
    contact_id: ticket.contactId,
    connection_id: ticket.connectionId,
    seq,
    wid: null,
    from_me: true,
    origin: 'bot',
    delivery: 'queued',
    quoted_id: quotedId,
    queue_id: ticket.queueId,
    author_contact_id: null,
    body,
    media_type: mediaType,
    data,
    media_name: media?.fileName ?? '',
    media_mime: media?.mime ?? null,
    media_bytes: media?.bytes ?? null,
    media_key: media?.key ?? null,
    media_state: 'ready',
    media_ref: null,
    is_forwarded: false,
    sent_at: at.toISOString(),
  };
}

import type { MediaRef, ChannelEvent } from '../../../channels/port.ts';
import type { ContactRow } from '../../../infrastructure/db/schema/contacts.ts';
import type { MessageRow } from '../../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { assignmentOf, type Tickets } from '../../tickets/index.ts';
import { updateTicketPreview } from '../sending/edit-and-delete.ts';
import { previewText, mediaOf, toColumns } from '../content.ts';
import { messageStore } from '../messages.store.ts';
import { DELETED } from '../messages.wire.ts';
import { outboxStore } from '../sending/outbox.store.ts';
import { handleReceipt, handleReadUpTo } from './receipts.ts';

export interface IncomingMessage {
  event: Extract<ChannelEvent, { type: 'message' }>;
  ticket: TicketRow;
  contact: ContactRow;
  author: ContactRow | null;
  connectionId: number;
  /** Larger files are not fetched. */
  maxMediaBytes: number;
}

const UNSUPPORTED = 'unsupported';

/** Told later that it was not delivered: counted for the health of the account. */
type RefusedHandler = (companyId: number, connectionId: number) => void;

/** What comes in, kept: the customer's words, the phone's own, and what is changed or taken back later. */
export const createIncomingMessages = ({ tickets, onRefused }: { tickets: Tickets; onRefused?: RefusedHandler }) => {
  async function emitChanged(tx: Tx, message: MessageRow) {
    const ticket = await tickets.inTx.get(tx, message.ticketId);
    tx.emit({ type: 'message.changed', messageId: message.id, ticketId: ticket.id, assignment: assignmentOf(ticket) });
  }
  async function markDeleted(tx: Tx, connectionId: number, wid: string): Promise<boolean> {
    const id = await messageStore.idByWid(tx, connectionId, wid);
    const message = id === undefined ? undefined : await messageStore.byId(tx, id);
    if (!message) return false;
    const ticket = await tickets.lock(tx, message.ticketId);
    await messageStore.update(tx, message.id, { isDeleted: true });
    await emitChanged(tx, message);
    if (ticket) await updateTicketPreview(tx, tickets, ticket, message, DELETED);
    return true;
  }
  return {
    /** Which of these messages, and of those that are spoken of, are kept already, as «connection wid». */
    async findExisting(tx: Tx, events: { connectionId: number; event: ChannelEvent }[]): Promise<Set<string>> {
      const refs = events.flatMap(({ connectionId, event }) => {
        const wid = 'wid' in event ? event.wid : undefined;
        return wid === undefined ? [] : [{ connectionId, wid }];
      });
      return new Set(refs.length === 0 ? [] : await messageStore.findExisting(tx, refs));
    },

    /** Is something of ours on its way to this person at this moment? */
    isSending: outboxStore.isSending,

    /** Our own send coming back: that it was taken is all it says. */
    async isEcho(tx: Tx, connectionId: number, event: Extract<ChannelEvent, { type: 'message' }>): Promise<boolean> {
      if (!event.fromMe || event.correlation === undefined) return false;
      if (!(await outboxStore.byCorrelation(tx, event.correlation))) return false;
      return handleReceipt(tx, tickets, connectionId, {
        type: 'receipt',
        wid: event.wid,
        correlation: event.correlation,
        peer: event.peer,
        status: 'sent',
        at: event.at,
      });
    },

    async save(
      tx: Tx,
      { event, ticket, contact, author, connectionId, maxMediaBytes }: IncomingMessage,
    ): Promise<MessageRow> {
      const { content, fromMe } = event;
      const at = parseTime(event.at);
      const media = mediaOf<MediaRef>(content);
      const quotedWid = content.kind === 'reaction' ? content.to : event.quotes;
      const quotedId = quotedWid === undefined ? undefined : await messageStore.idByWid(tx, connectionId, quotedWid);
      // Nobody has to read that a telephone rang, nor that a reaction was taken back; of the latter no list speaks at all.
      const isCall = content.kind === 'call';
      const isReactionRemoved = content.kind === 'reaction' && content.emoji === '';
      const seq = await tickets.touch(
        tx,
        ticket.id,
        isReactionRemoved
          ? { body: ticket.lastMessage, fromMe: ticket.lastFromMe, at: ticket.lastMessageAt, unread: 'keep' }
          : { body: previewText(content), fromMe, at, unread: fromMe ? 'clear' : isCall ? 'keep' : 'add' },
      );
      const message = await messageStore.insert(tx, {
        ...toColumns(content),
        ticketId: ticket.id,
        contactId: contact.id,
        connectionId,
        seq,
        wid: event.wid,
        fromMe,
        origin: fromMe ? 'phone' : 'customer',
        queueId: ticket.queueId,
        authorContactId: author?.id ?? null,
        quotedId: quotedId ?? null,
        isForwarded: event.isForwarded ?? false,
        isRead: fromMe || isCall || isReactionRemoved,
        ack: fromMe ? 2 : isCall ? 1 : 0,
        delivery: fromMe ? 'sent' : 'received',
        mediaName: media?.fileName ?? '',
        mediaMime: media?.mime ?? null,
        mediaBytes: media?.bytes ?? null,
        ...(media && mediaStateOf(media, maxMediaBytes)),
        sentAt: at,
      });
      // Known under another conversation: nothing of this may stay, not even its place in the order.
      if (!message) throw new Error(`message ${event.wid} is already kept`);
      // Whoever answered on the phone itself has read what was there; the ticket counts none, and neither do its messages.
      if (fromMe) await messageStore.markRead(tx, ticket.id);
      tx.emit({ type: 'message.stored', messageId: message.id, ticketId: ticket.id, assignment: assignmentOf(ticket) });
      if (message.mediaState === 'pending') tx.emit({ type: 'media.pending', messageId: message.id });
      return message;
    },

    /**
     * What was said before is told in two goes by some: a placeholder, and later the file, which takes its place. False
     * when the message is not kept.
     */
    async fillPlaceholder(
      tx: Tx,
      connectionId: number,
      { wid, content }: IncomingMessage['event'],
      maxMediaBytes: number,
    ) {
      const id = await messageStore.idByWid(tx, connectionId, wid);
      const existing = id === undefined ? undefined : await messageStore.byId(tx, id);
      if (!existing) return false;
      if (existing.mediaType !== UNSUPPORTED || existing.isDeleted || content.kind === UNSUPPORTED) return true;
      const ticket = await tickets.lock(tx, existing.ticketId);
      const media = mediaOf<MediaRef>(content);
      const state = media && mediaStateOf(media, maxMediaBytes);
      await messageStore.update(tx, existing.id, {
        ...toColumns(content),
        mediaName: media?.fileName ?? '',
        mediaMime: media?.mime ?? null,
        mediaBytes: media?.bytes ?? null,
        ...state,
      });
      await emitChanged(tx, existing);
      if (ticket) await updateTicketPreview(tx, tickets, ticket, existing, previewText(content));
      if (state?.mediaState === 'pending') tx.emit({ type: 'media.pending', messageId: existing.id });
      return true;
    },

    async onReceipt(tx: Tx, connectionId: number, event: Extract<ChannelEvent, { type: 'receipt' }>) {
      const wasFound = await handleReceipt(tx, tickets, connectionId, event);
      if (wasFound && event.status === 'failed') onRefused?.(tx.companyId, connectionId);
      return wasFound;
    },

    /** False while something of ours is just leaving: it may be meant too. */
    onReadUpTo: (
      tx: Tx,
      connectionId: number,
      contactId: number,
      event: Extract<ChannelEvent, { type: 'read-up-to' }>,
    ) => handleReadUpTo(tx, tickets, { connectionId, contactId }, event),

    /** False while the message itself has not been seen. */
    async onEdited(
      tx: Tx,
      connectionId: number,
      { wid, text }: Extract<ChannelEvent, { type: 'edited' }>,
    ): Promise<boolean> {
      const id = await messageStore.idByWid(tx, connectionId, wid);
      const message = id === undefined ? undefined : await messageStore.byId(tx, id);
      if (!message) return false;
      // The ticket first, as everybody does who changes both.
      const ticket = await tickets.lock(tx, message.ticketId);
      await messageStore.update(tx, message.id, { body: text, isEdited: true });
      await emitChanged(tx, message);
      if (ticket) await updateTicketPreview(tx, tickets, ticket, message, text);
      return true;
    },
    async onRemoved(
      tx: Tx,
      connectionId: number,
      { wid }: Extract<ChannelEvent, { type: 'removed' }>,
    ): Promise<boolean> {
      if (!(await markDeleted(tx, connectionId, wid))) return false;
      // What came in one message goes with it.
      for (let part = 2; await markDeleted(tx, connectionId, `${wid}#${part}`); part += 1);
      return true;
    },
  };
};
export type IncomingMessages = ReturnType<typeof createIncomingMessages>;

export const mediaStateOf = (media: MediaRef, max: number) =>
  (media.bytes ?? 0) > max ? { mediaState: 'refused' as const } : { mediaState: 'pending' as const, mediaRef: media };

/** What a message says and carries, as its columns: the same for one that comes now and one from before. */
export function columnsOf(event: IncomingMessage['event'], maxMediaBytes: number) {
  const media = mediaOf<MediaRef>(event.content);
  const { mediaType, body, data } = toColumns(event.content);
  const { mediaState, mediaRef } = {
    mediaState: 'ready',
    mediaRef: null,
    ...(media && mediaStateOf(media, maxMediaBytes)),
  };
  return {
    wid: event.wid,
    body,
    media_type: mediaType,
    data,
    media_name: media?.fileName ?? '',
    media_mime: media?.mime ?? null,
    media_bytes: media?.bytes ?? null,
    media_state: mediaState,
    media_ref: mediaRef,
    is_forwarded: event.isForwarded ?? false,
    sent_at: parseTime(event.at).toISOString(),
  };
}

/** A channel's clock may be wrong; what it says is shown, and what cannot be a time becomes now. */
export function parseTime(text: string): Date {
  const time = new Date(text);
  return +time > 0 ? time : new Date();
}

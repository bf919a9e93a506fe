import type { ChannelEvent, ChannelFault, MediaRef } from '../../../channels/port.ts';
import type { ContactRow } from '../../../infrastructure/db/schema/contacts.ts';
import type { MessageRow } from '../../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Contacts } from '../../contacts/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { storedIdsOf } from '../channel-ids.ts';
import { previewOf, incomingColumns, mediaColumns, mediaOf, toColumns, type OutgoingContent } from '../content.ts';
import { emitChangedIn, emitStored } from '../message-events.ts';
import { messageRecordStore } from '../message-records.store.ts';
import { messageStore, type IncomingColumns } from '../messages.store.ts';
import { updateTicketPreview } from '../ticket-preview.ts';
import { outboxStore } from '../sending/outbox.store.ts';
import { earlyChanges } from './early-changes.ts';
import { createMessageChanges, findByAuthor, parseTime } from './message-changes.ts';
import { findFreeId } from './same-id.ts';
import { ECHO_MINUTES, isEchoOf } from './echo-match.ts';
import { handlePlainReceipts, handleReceipt, handleReadUpTo } from './receipts.ts';

export interface IncomingMessage {
  event: Extract<ChannelEvent, { type: 'message' }>;
  ticket: TicketRow;
  contact: ContactRow;
  author: ContactRow | null;
  connectionId: number;
  /** Larger files are not downloaded. */
  maxMediaBytes: number;
}

const UNSUPPORTED = 'unsupported';

export interface IncomingMessageDeps {
  contacts: Pick<Contacts, 'inTx'>;
  tickets: Tickets;
  /** The channel rejected a message after it had accepted it; counts for the connection's health. */
  onRefused(tx: Tx, connectionId: number, fault: ChannelFault | undefined): Promise<void>;
}

/** Stores incoming messages, messages sent from the phone itself, and later edits and deletions. */
export const createIncomingMessages = ({ contacts, tickets, onRefused }: IncomingMessageDeps) => {
  const emitMessageChanged = (tx: Tx, { id, ticketId }: MessageRow) => emitChangedIn(tx, tickets, id, ticketId);
  return {
    /** Which messages of these events are stored, as «connection wid»; also those that receipts, edits and deletions name. */
    findExisting,

    /** Time of the last campaign message to this contact on this connection; null if there was none. */
    lastCampaignAt: messageStore.lastCampaignAt,
    /** The agent who has the conversation decides about the opt-out in this message. */
    markOptOutOffer: messageStore.markOptOutOffer,

    /** The id under which to store a message whose id is taken; undefined if that message was delivered again. */
    findFreeId: (tx: Tx, connectionId: number, event: IncomingMessage['event']) =>
      findFreeId(tx, contacts, connectionId, event),

    /** True while a message to this contact is being sent. */
    isSending: outboxStore.isSending,

    /** An outgoing message that the channel reports back; it counts as a `sent` receipt. */
    async isEcho(tx: Tx, connectionId: number, event: Extract<ChannelEvent, { type: 'message' }>): Promise<boolean> {
      if (!event.fromMe || event.correlation === undefined) return false;
      if (!(await outboxStore.byCorrelation(tx, event.correlation))) return false;
      const { wid, correlation, peer, at } = event;
      const receipt = { type: 'receipt' as const, wid, correlation, peer, status: 'sent' as const, at };
      return (await handleReceipt(tx, tickets, connectionId, receipt)) !== 'later';
    },

    /** For echoes without our correlation: settles a message whose outcome is still open, if one has the same content. */
    async isUnmarkedEcho(
      tx: Tx,
      pair: { connectionId: number; contactId: number },
      event: Extract<ChannelEvent, { type: 'message' }>,
    ): Promise<boolean> {
      const isInstagram = event.peer.identities.some(({ kind }) => kind === 'igsid');
      if (!event.fromMe || !isInstagram || event.correlation !== undefined || event.isHistory) return false;
      const open = await outboxStore.unsettledTo(tx, pair, ECHO_MINUTES);
      const row = open.find(({ payload }) =>
        isEchoOf((payload as { content: OutgoingContent }).content, event.content),
      );
      if (!row) return false;
      const { wid, peer, at } = event;
      const receipt = {
        type: 'receipt' as const,
        wid,
        correlation: row.correlation,
        peer,
        status: 'sent' as const,
        at,
      };
      return (await handleReceipt(tx, tickets, pair.connectionId, receipt)) !== 'later';
    },

    async save(
      tx: Tx,
      { event, ticket, contact, author, connectionId, maxMediaBytes }: IncomingMessage,
    ): Promise<MessageRow> {
      const { content, fromMe } = event;
      const at = parseTime(event.at);
      const media = mediaOf<MediaRef>(content);
      const quotedWid = content.kind === 'reaction' ? content.to : event.quotes;
      const quotedId =
        quotedWid === undefined
          ? undefined
          : await messageStore.idInConversation(tx, { connectionId, contactId: contact.id }, storedIdsOf(quotedWid));
      // Calls and removed reactions do not count as unread.
      const isCall = content.kind === 'call';
      const isReactionRemoved = content.kind === 'reaction' && content.emoji === '';
      const seq = await tickets.inTx.touch(tx, ticket.id, {
        preview: previewOf(content, fromMe),
        at,
        ...(isReactionRemoved ? { unread: 'keep' } : effectOn(fromMe, content)),
      });
      const message = await messageRecordStore.insert(tx, {
        ...incomingColumns(event),
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
        ...mediaColumns(media),
        ...(media && mediaStateOf(media, maxMediaBytes)),
        sentAt: at,
      });
      // Stored by another conversation in the meantime: roll back everything, also the sequence number. The next try
      // finds it.
      if (!message) throw new Error(`message ${event.wid} is already stored`);
      // A reply from the phone itself reads the conversation: the ticket's counter is 0, so no message stays unread.
      if (fromMe) await messageStore.markRead(tx, ticket.id);
      emitStored(tx, message.id, ticket);
      if (message.mediaState === 'pending') tx.emit({ type: 'media.pending', messageId: message.id });
      return message;
    },

    /**
     * Some channels deliver old messages twice: a placeholder, and later the file that replaces it. A file of another
     * conversation replaces nothing. False when the message is not stored.
     */
    async fillPlaceholder(tx: Tx, connectionId: number, event: IncomingMessage['event'], maxMediaBytes: number) {
      const { wid, content } = event;
      const existing = await findByAuthor(tx, contacts, connectionId, wid, event);
      if (!existing) return false;
      if (existing === 'of-others' || existing.mediaType !== UNSUPPORTED) return true;
      if (existing.isDeleted || content.kind === UNSUPPORTED) return true;
      const ticket = await tickets.inTx.lock(tx, existing.ticketId);
      const media = mediaOf<MediaRef>(content);
      const state = media && mediaStateOf(media, maxMediaBytes);
      await messageRecordStore.update(tx, existing.id, {
        ...toColumns(content),
        ...mediaColumns(media),
        ...state,
      });
      await emitMessageChanged(tx, existing);
      if (ticket) await updateTicketPreview(tx, tickets, ticket, existing.id);
      if (state?.mediaState === 'pending') tx.emit({ type: 'media.pending', messageId: existing.id });
      return true;
    },

    async onReceipt(tx: Tx, connectionId: number, event: Extract<ChannelEvent, { type: 'receipt' }>) {
      const outcome = await handleReceipt(tx, tickets, connectionId, event);
      if (outcome === 'handled' && event.status === 'failed') await onRefused(tx, connectionId, event.fault);
      return outcome !== 'later';
    },

    /** Receipts that can be handled together; returns those whose message is stored. */
    onPlainReceipts: handlePlainReceipts,

    /** False while a message is being sent: the event may include it. */
    onReadUpTo: (
      tx: Tx,
      connectionId: number,
      contactId: number,
      event: Extract<ChannelEvent, { type: 'read-up-to' }>,
    ) => handleReadUpTo(tx, tickets, { connectionId, contactId }, event),

    ...createMessageChanges({ contacts, tickets }),
    earlyChanges,
  };
};

async function findExisting(tx: Tx, events: { connectionId: number; event: ChannelEvent }[]): Promise<Set<string>> {
  const refs = events.flatMap(({ connectionId, event }) => {
    // Found by its correlation id.
    if (event.type === 'receipt' && event.correlation !== undefined) return [];
    const wid = 'wid' in event ? event.wid : undefined;
    return wid === undefined ? [] : [{ connectionId, wid }];
  });
  return new Set(refs.length === 0 ? [] : await messageStore.findExisting(tx, refs));
}

export type IncomingMessages = ReturnType<typeof createIncomingMessages>;

export const mediaStateOf = (media: MediaRef, max: number) =>
  (media.bytes ?? 0) > max ? { mediaState: 'refused' as const } : { mediaState: 'pending' as const, mediaRef: media };

/** Content columns of a message event, the same for new and imported messages. */
export function columnsOf(event: IncomingMessage['event'], maxMediaBytes: number): IncomingColumns {
  const media = mediaOf<MediaRef>(event.content);
  const { mediaType, body, data } = incomingColumns(event);
  const { mediaState, mediaRef } = {
    mediaState: 'ready',
    mediaRef: null,
    ...(media && mediaStateOf(media, maxMediaBytes)),
  };
  return {
    wid: event.wid,
    body,
    mediaType,
    data,
    ...mediaColumns(media),
    mediaState,
    mediaRef,
    isForwarded: event.isForwarded ?? false,
    sentAt: parseTime(event.at).toISOString(),
  };
}

/** What a message does to the ticket. One written on the phone itself is a reply of a human. */
const effectOn = (fromMe: boolean, { kind }: IncomingMessage['event']['content']) => ({
  unread: fromMe ? ('clear' as const) : kind === 'call' ? ('keep' as const) : ('add' as const),
  ...(fromMe && kind !== 'call' && kind !== 'reaction' && { repliedBy: { userId: null } }),
});

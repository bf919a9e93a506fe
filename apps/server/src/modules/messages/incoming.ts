import type { MediaRef, Signal } from '../../channels/port.ts';
import type { ContactRow } from '../../foundation/db/schema/contacts.ts';
import type { MessageRow } from '../../foundation/db/schema/messages.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { showInList } from './changing.ts';
import { lineOf, mediaOf, tellOf } from './content.ts';
import { messageStore } from './messages.store.ts';
import { DELETED } from './messages.wire.ts';
import { outboxStore } from './outbox.store.ts';
import { hearReceipt, hearUpTo } from './receipts.ts';

export interface Arrived {
  signal: Extract<Signal, { is: 'message' }>;
  ticket: TicketRow;
  contact: ContactRow;
  author: ContactRow | null;
  connectionId: number;
  /** Larger files are not fetched. */
  maxMediaBytes: number;
}

const UNSUPPORTED = 'unsupported';

/** Told later that it was not delivered: counted for the health of the account. */
type Refused = (companyId: number, connectionId: number) => void;

/** What comes in, kept: the customer's words, the phone's own, and what is changed or taken back later. */
export const createIncoming = ({ tickets, refused }: { tickets: Tickets; refused?: Refused }) => {
  async function changed(tx: Tx, message: MessageRow) {
    const ticket = await tickets.within(tx, message.ticketId);
    tx.emit({ is: 'message.changed', messageId: message.id, ticketId: ticket.id, place: placeOf(ticket) });
  }
  async function takeBack(tx: Tx, connectionId: number, wid: string): Promise<boolean> {
    const id = await messageStore.idByWid(tx, connectionId, wid);
    const message = id === undefined ? undefined : await messageStore.byId(tx, id);
    if (!message) return false;
    const ticket = await tickets.lock(tx, message.ticketId);
    await messageStore.update(tx, message.id, { isDeleted: true });
    await changed(tx, message);
    if (ticket) await showInList(tx, tickets, ticket, message, DELETED);
    return true;
  }
  return {
    /** Which of these messages, and of those that are spoken of, are kept already, as «connection wid». */
    async knownAmong(tx: Tx, heard: { connectionId: number; signal: Signal }[]): Promise<Set<string>> {
      const named = heard.flatMap(({ connectionId, signal }) => {
        const wid = 'wid' in signal ? signal.wid : undefined;
        return wid === undefined ? [] : [{ connectionId, wid }];
      });
      return new Set(named.length === 0 ? [] : await messageStore.known(tx, named));
    },

    /** Is something of ours on its way to this person at this moment? */
    isLeaving: outboxStore.isLeaving,

    /** Our own send coming back: that it was taken is all it says. */
    async isEcho(tx: Tx, connectionId: number, signal: Extract<Signal, { is: 'message' }>): Promise<boolean> {
      if (!signal.fromMe || signal.correlation === undefined) return false;
      if (!(await outboxStore.byCorrelation(tx, signal.correlation))) return false;
      return hearReceipt(tx, tickets, connectionId, {
        is: 'receipt',
        wid: signal.wid,
        correlation: signal.correlation,
        peer: signal.peer,
        told: 'sent',
        at: signal.at,
      });
    },

    async keep(tx: Tx, { signal, ticket, contact, author, connectionId, maxMediaBytes }: Arrived): Promise<MessageRow> {
      const { content, fromMe } = signal;
      const at = timeOf(signal.at);
      const media = mediaOf<MediaRef>(content);
      const names = content.kind === 'reaction' ? content.to : signal.quotes;
      const quotedId = names === undefined ? undefined : await messageStore.idByWid(tx, connectionId, names);
      // Nobody has to read that a telephone rang, nor that a reaction was taken back; of the latter no list speaks at all.
      const isCall = content.kind === 'call';
      const isTakenBack = content.kind === 'reaction' && content.emoji === '';
      const seq = await tickets.touch(
        tx,
        ticket.id,
        isTakenBack
          ? { body: ticket.lastMessage, fromMe: ticket.lastFromMe, at: ticket.lastMessageAt, unread: 'keep' }
          : { body: lineOf(content), fromMe, at, unread: fromMe ? 'clear' : isCall ? 'keep' : 'add' },
      );
      const message = await messageStore.insert(tx, {
        ...tellOf(content),
        ticketId: ticket.id,
        contactId: contact.id,
        connectionId,
        seq,
        wid: signal.wid,
        fromMe,
        origin: fromMe ? 'phone' : 'customer',
        queueId: ticket.queueId,
        authorContactId: author?.id ?? null,
        quotedId: quotedId ?? null,
        isForwarded: signal.isForwarded ?? false,
        isRead: fromMe || isCall || isTakenBack,
        ack: fromMe ? 2 : isCall ? 1 : 0,
        delivery: fromMe ? 'sent' : 'received',
        mediaName: media?.fileName ?? '',
        mediaMime: media?.mime ?? null,
        mediaBytes: media?.bytes ?? null,
        ...(media && stateOf(media, maxMediaBytes)),
        sentAt: at,
      });
      // Known under another conversation: nothing of this may stay, not even its place in the order.
      if (!message) throw new Error(`message ${signal.wid} is already kept`);
      // Whoever answered on the phone itself has read what was there; the ticket counts none, and neither do its messages.
      if (fromMe) await messageStore.markRead(tx, ticket.id);
      tx.emit({ is: 'message.stored', messageId: message.id, ticketId: ticket.id, place: placeOf(ticket) });
      if (message.mediaState === 'pending') tx.emit({ is: 'media.pending', messageId: message.id });
      return message;
    },

    /**
     * What was said before is told in two goes by some: a placeholder, and later the file, which takes its place. False
     * when the message is not kept.
     */
    async fillIn(tx: Tx, connectionId: number, { wid, content }: Arrived['signal'], maxMediaBytes: number) {
      const id = await messageStore.idByWid(tx, connectionId, wid);
      const known = id === undefined ? undefined : await messageStore.byId(tx, id);
      if (!known) return false;
      if (known.mediaType !== UNSUPPORTED || known.isDeleted || content.kind === UNSUPPORTED) return true;
      const ticket = await tickets.lock(tx, known.ticketId);
      const media = mediaOf<MediaRef>(content);
      const state = media && stateOf(media, maxMediaBytes);
      await messageStore.update(tx, known.id, {
        ...tellOf(content),
        mediaName: media?.fileName ?? '',
        mediaMime: media?.mime ?? null,
        mediaBytes: media?.bytes ?? null,
        ...state,
      });
      await changed(tx, known);
      if (ticket) await showInList(tx, tickets, ticket, known, lineOf(content));
      if (state?.mediaState === 'pending') tx.emit({ is: 'media.pending', messageId: known.id });
      return true;
    },

    async receipt(tx: Tx, connectionId: number, signal: Extract<Signal, { is: 'receipt' }>) {
      const isKnown = await hearReceipt(tx, tickets, connectionId, signal);
      if (isKnown && signal.told === 'failed') refused?.(tx.companyId, connectionId);
      return isKnown;
    },

    /** False while something of ours is just leaving: it may be meant too. */
    readUpTo: (tx: Tx, connectionId: number, contactId: number, signal: Extract<Signal, { is: 'read-up-to' }>) =>
      hearUpTo(tx, tickets, { connectionId, contactId }, signal),

    /** False while the message itself has not been seen. */
    async edited(tx: Tx, connectionId: number, { wid, text }: Extract<Signal, { is: 'edited' }>): Promise<boolean> {
      const id = await messageStore.idByWid(tx, connectionId, wid);
      const message = id === undefined ? undefined : await messageStore.byId(tx, id);
      if (!message) return false;
      // The ticket first, as everybody does who changes both.
      const ticket = await tickets.lock(tx, message.ticketId);
      await messageStore.update(tx, message.id, { body: text, isEdited: true });
      await changed(tx, message);
      if (ticket) await showInList(tx, tickets, ticket, message, text);
      return true;
    },
    async removed(tx: Tx, connectionId: number, { wid }: Extract<Signal, { is: 'removed' }>): Promise<boolean> {
      if (!(await takeBack(tx, connectionId, wid))) return false;
      // What came in one message goes with it.
      for (let part = 2; await takeBack(tx, connectionId, `${wid}#${part}`); part += 1);
      return true;
    },
  };
};
export type Incoming = ReturnType<typeof createIncoming>;

export const stateOf = (media: MediaRef, max: number) =>
  (media.bytes ?? 0) > max ? { mediaState: 'refused' as const } : { mediaState: 'pending' as const, mediaRef: media };

/** What a message says and carries, as its columns: the same for one that comes now and one from before. */
export function columnsOf(signal: Arrived['signal'], maxMediaBytes: number) {
  const media = mediaOf<MediaRef>(signal.content);
  const { mediaType, body, data } = tellOf(signal.content);
  const { mediaState, mediaRef } = { mediaState: 'ready', mediaRef: null, ...(media && stateOf(media, maxMediaBytes)) };
  return {
    wid: signal.wid,
    body,
    media_type: mediaType,
    data,
    media_name: media?.fileName ?? '',
    media_mime: media?.mime ?? null,
    media_bytes: media?.bytes ?? null,
    media_state: mediaState,
    media_ref: mediaRef,
    is_forwarded: signal.isForwarded ?? false,
    sent_at: timeOf(signal.at).toISOString(),
  };
}

/** A channel's clock may be wrong; what it says is shown, and what cannot be a time becomes now. */
export function timeOf(text: string): Date {
  const time = new Date(text);
  return +time > 0 ? time : new Date();
}

import type { Content, MediaRef, Signal } from '../../channels/port.ts';
import type { ContactRow } from '../../foundation/db/schema/contacts.ts';
import type { MessageRow } from '../../foundation/db/schema/messages.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { lineOf, mediaOf, tellOf } from './content.ts';
import { messageStore } from './messages.store.ts';
import { outboxStore } from './outbox.store.ts';
import { hearReceipt } from './receipts.ts';

export interface Arrived {
  signal: Extract<Signal, { is: 'message' }>;
  ticket: TicketRow;
  contact: ContactRow;
  author: ContactRow | null;
  connectionId: number;
  /** Larger files are not fetched. */
  maxMediaBytes: number;
}

/** What comes in, kept: the customer's words, the phone's own, and what is changed or taken back later. */
export const createIncoming = ({ tickets }: { tickets: Tickets }) => ({
  isKnown: async (tx: Tx, connectionId: number, wid: string) =>
    (await messageStore.byWid(tx, connectionId, wid)) !== undefined,

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

  async keep(
    tx: Tx,
    { signal, ticket, contact, author, connectionId, maxMediaBytes }: Arrived,
  ): Promise<MessageRow | undefined> {
    const { content, fromMe } = signal;
    const at = timeOf(signal.at);
    const media = mediaOf<MediaRef>(content);
    const quoted = signal.quotes === undefined ? undefined : await messageStore.byWid(tx, connectionId, signal.quotes);
    const reacted = content.kind === 'reaction' ? await messageStore.byWid(tx, connectionId, content.to) : undefined;
    const seq = await tickets.touch(tx, ticket.id, {
      body: lineOf(content),
      fromMe,
      at,
      unread: fromMe ? 'clear' : 'add',
    });
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
      quotedId: quoted?.id ?? reacted?.id ?? null,
      isForwarded: signal.isForwarded ?? false,
      isRead: fromMe,
      ack: fromMe ? 2 : 0,
      delivery: fromMe ? 'sent' : 'received',
      mediaName: media?.fileName ?? '',
      mediaMime: media?.mime ?? null,
      mediaBytes: media?.bytes ?? null,
      ...(media && stateOf(media, maxMediaBytes)),
      sentAt: at,
    });
    if (!message) return undefined;
    tx.emit({ is: 'message.stored', messageId: message.id, ticketId: ticket.id, place: placeOf({ ...ticket }) });
    return message;
  },

  receipt: (tx: Tx, connectionId: number, signal: Extract<Signal, { is: 'receipt' }>) =>
    hearReceipt(tx, tickets, connectionId, signal),

  /** False while the message itself has not been seen. */
  async edited(tx: Tx, connectionId: number, { wid, text }: Extract<Signal, { is: 'edited' }>): Promise<boolean> {
    const message = await messageStore.byWid(tx, connectionId, wid);
    if (!message) return false;
    await messageStore.update(tx, message.id, { body: text, isEdited: true });
    await changed(tx, message);
    return true;
  },
  async removed(tx: Tx, connectionId: number, { wid }: Extract<Signal, { is: 'removed' }>): Promise<boolean> {
    const message = await messageStore.byWid(tx, connectionId, wid);
    if (!message) return false;
    await messageStore.update(tx, message.id, { isDeleted: true });
    await changed(tx, message);
    return true;
  },
});
export type Incoming = ReturnType<typeof createIncoming>;

async function changed(tx: Tx, message: MessageRow) {
  const [ticket] = await tx.run<{
    status: TicketRow['status'];
    user_id: number | null;
    queue_id: number | null;
    is_group: boolean;
  }>(placeOfTicket, [tx.companyId, message.ticketId]);
  if (!ticket) return;
  const place = { status: ticket.status, userId: ticket.user_id, queueId: ticket.queue_id, isGroup: ticket.is_group };
  tx.emit({ is: 'message.changed', messageId: message.id, ticketId: message.ticketId, place });
}
const placeOfTicket = {
  name: 'incoming.place',
  text: 'select status, user_id, queue_id, is_group from tickets where company_id = $1 and id = $2',
};

const stateOf = (media: MediaRef, max: number) =>
  (media.bytes ?? 0) > max ? { mediaState: 'refused' as const } : { mediaState: 'pending' as const, mediaRef: media };

/** A channel's clock may be wrong; what it says is shown, and what cannot be a time becomes now. */
function timeOf(text: string): Date {
  const time = new Date(text);
  return Number.isNaN(+time) ? new Date() : time;
}
export type { Content };

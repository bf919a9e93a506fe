import { channelTime } from '@balcao/domain/message/channel-time';
import { isOlderEdit } from '@balcao/domain/message/edit-order';
import type { ChannelEvent, MessageChange } from '../../../channels/port.ts';
import type { MessageRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Contacts } from '../../contacts/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { storedIdsOf } from '../channel-ids.ts';
import { emitChangedIn } from '../message-events.ts';
import { messageRecordStore } from '../message-records.store.ts';
import { messageStore } from '../messages.store.ts';
import { updateTicketPreview } from '../ticket-preview.ts';
import { outboxStore } from '../sending/outbox.store.ts';

/**
 * Whether the event comes from the author of the message, in its conversation. Channels vouch for the sender, not for the
 * id it names: a customer can name any message.
 */
async function isAuthor(
  tx: Tx,
  contacts: Pick<Contacts, 'inTx'>,
  { fromMe, contactId, authorContactId }: Pick<MessageRow, 'fromMe' | 'contactId' | 'authorContactId'>,
  event: MessageChange,
): Promise<boolean> {
  if (fromMe !== event.fromMe || !(await contacts.inTx.findIdsByPeer(tx, event.peer)).includes(contactId)) return false;
  // Only a group has several customers.
  if (!event.peer.isGroup || fromMe) return true;
  if (authorContactId === null || !event.author) return false;
  return (await contacts.inTx.findIdsByPeer(tx, event.author)).includes(authorContactId);
}

/** Applies edits and deletions that a channel reports, if they come from the author of the message. */
export function createMessageChanges({ tickets, contacts }: { tickets: Tickets; contacts: Pick<Contacts, 'inTx'> }) {
  const emitMessageChanged = async (tx: Tx, { id, ticketId }: MessageRow) => emitChangedIn(tx, tickets, id, ticketId);
  async function markDeleted(tx: Tx, connectionId: number, wid: string, event: MessageChange): Promise<boolean> {
    const message = await findByAuthor(tx, contacts, connectionId, wid, event);
    if (!message) return false;
    if (message === 'of-others' || message.isDeleted) return true;
    const ticket = await tickets.inTx.lock(tx, message.ticketId);
    await messageRecordStore.update(tx, message.id, { isDeleted: true });
    await emitMessageChanged(tx, message);
    if (ticket) await updateTicketPreview(tx, tickets, ticket, message.id);
    return true;
  }
  return {
    /** False while the message itself is not stored. An edit of another author's message changes nothing. */
    async onEdited(tx: Tx, connectionId: number, event: Extract<ChannelEvent, { type: 'edited' }>): Promise<boolean> {
      const { wid, text, at, version } = event;
      const message = await findByAuthor(tx, contacts, connectionId, wid, event);
      if (!message) return false;
      if (message === 'of-others') return true;
      const edit = { at: new Date(at), version: version ?? null };
      if (isOlderEdit(edit, { at: message.editedAt, version: message.editVersion })) return true;
      const order = { editedAt: parseTime(at), editVersion: edit.version };
      if (message.body === text) {
        await messageRecordStore.update(tx, message.id, order);
        return true;
      }
      // Ticket before message, like every change of both.
      const ticket = await tickets.inTx.lock(tx, message.ticketId);
      await messageStore.addReceipt(tx, message.id, 'edited', message.body);
      await messageRecordStore.update(tx, message.id, { body: text, isEdited: true, ...order });
      await emitMessageChanged(tx, message);
      if (ticket) await updateTicketPreview(tx, tickets, ticket, message.id);
      return true;
    },
    async onRemoved(tx: Tx, connectionId: number, event: Extract<ChannelEvent, { type: 'removed' }>): Promise<boolean> {
      const { wid } = event;
      if (!(await markDeleted(tx, connectionId, wid, event))) return false;
      // The parts of a split message are deleted with it.
      for (let part = 2; await markDeleted(tx, connectionId, `${wid}#${part}`, event); part += 1);
      return true;
    },

    /** Adds a status to the delivery history of a message and changes nothing else. False while it is not stored. */
    async onReported(
      tx: Tx,
      connectionId: number,
      { wid, correlation, label, detail }: Extract<ChannelEvent, { type: 'reported' }>,
    ): Promise<boolean> {
      const sending = correlation === undefined ? undefined : await outboxStore.byCorrelation(tx, correlation);
      const id = sending?.messageId ?? (await messageStore.idByWid(tx, connectionId, wid));
      if (id === undefined) return false;
      await messageStore.addReceipt(tx, id, label, detail);
      return true;
    },
  };
}

/** The message with this id that the event's author wrote; `of-others` if only others have stored messages with it. */
export async function findByAuthor(
  tx: Tx,
  contacts: Pick<Contacts, 'inTx'>,
  connectionId: number,
  wid: string,
  event: MessageChange,
): Promise<MessageRow | 'of-others' | undefined> {
  const stored = await messageStore.withIds(tx, connectionId, storedIdsOf(wid));
  for (const message of stored)
    if (await isAuthor(tx, contacts, message, event)) return messageStore.byId(tx, message.id);
  return stored.length > 0 ? 'of-others' : undefined;
}

export const parseTime = (text: string): Date => channelTime(text, new Date());

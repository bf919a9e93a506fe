import { channelTime } from '@balcao/domain/message/channel-time';
import { isOlderEdit } from '@balcao/domain/message/edit-order';
import type { ChannelEvent } from '../../../channels/port.ts';
import type { MessageRow } from '../../../infrastructure/db/schema/messages.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import type { Tickets } from '../../tickets/index.ts';
import { emitChangedIn } from '../message-events.ts';
import { messageRecordStore } from '../message-records.store.ts';
import { messageStore } from '../messages.store.ts';
import { updateTicketPreview } from '../ticket-preview.ts';
import { outboxStore } from '../sending/outbox.store.ts';

/** Who edits or deletes a message. `authorIds` only in a group, for a member. */
export interface Senders {
  fromMe: boolean;
  contactIds: number[];
  authorIds: number[] | null;
}
/** Channels vouch for the sender, not for the id it names: a customer can name any message. */
const isAuthor = (message: MessageRow, { fromMe, contactIds, authorIds }: Senders): boolean =>
  message.fromMe === fromMe &&
  contactIds.includes(message.contactId) &&
  (authorIds === null || (message.authorContactId !== null && authorIds.includes(message.authorContactId)));

/** Applies edits and deletions that a channel reports, if they come from the author of the message. */
export function createMessageChanges({ tickets }: { tickets: Tickets }) {
  const emitMessageChanged = async (tx: Tx, { id, ticketId }: MessageRow) => emitChangedIn(tx, tickets, id, ticketId);
  async function markDeleted(tx: Tx, connectionId: number, wid: string, senders: Senders): Promise<boolean> {
    const message = await findByWid(tx, connectionId, wid);
    if (!message) return false;
    if (!isAuthor(message, senders) || message.isDeleted) return true;
    const ticket = await tickets.inTx.lock(tx, message.ticketId);
    await messageRecordStore.update(tx, message.id, { isDeleted: true });
    await emitMessageChanged(tx, message);
    if (ticket) await updateTicketPreview(tx, tickets, ticket, message.id);
    return true;
  }
  return {
    /** False while the message itself is not stored. An edit of another author's message changes nothing. */
    async onEdited(
      tx: Tx,
      connectionId: number,
      { wid, text, at, version }: Extract<ChannelEvent, { type: 'edited' }>,
      senders: Senders,
    ): Promise<boolean> {
      const message = await findByWid(tx, connectionId, wid);
      if (!message) return false;
      if (!isAuthor(message, senders)) return true;
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
    async onRemoved(
      tx: Tx,
      connectionId: number,
      { wid }: Extract<ChannelEvent, { type: 'removed' }>,
      senders: Senders,
    ): Promise<boolean> {
      if (!(await markDeleted(tx, connectionId, wid, senders))) return false;
      // The parts of a split message are deleted with it.
      for (let part = 2; await markDeleted(tx, connectionId, `${wid}#${part}`, senders); part += 1);
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

export async function findByWid(tx: Tx, connectionId: number, wid: string) {
  const id = await messageStore.idByWid(tx, connectionId, wid);
  return id === undefined ? undefined : messageStore.byId(tx, id);
}

export const parseTime = (text: string): Date => channelTime(text, new Date());

import { can } from '@balcao/domain/policy/policy';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Clock } from '../../../infrastructure/clock.ts';
import type { MessageRow } from '../../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import { audit } from '../../../infrastructure/audit/audit.store.ts';
import { assertFound, refuse } from '../../../infrastructure/app-error.ts';
import type { Connections } from '../../connections/index.ts';
import { assignmentOf, type Tickets } from '../../tickets/index.ts';
import { emitChanged } from '../message-events.ts';
import { messageRecordStore } from '../message-records.store.ts';
import { messageStore } from '../messages.store.ts';
import { updateTicketPreview } from '../ticket-preview.ts';
import { outboxStore } from './outbox.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  connections: Connections;
  tickets: Tickets;
}

/** Edits, deletes and resends stored messages. */
export function createEditAndDelete({ db, clock, connections, tickets }: Deps) {
  /** A message of a ticket that the actor may read; any other counts as unknown. */
  async function getReadable(tx: Tx, actor: Actor, id: number): Promise<{ message: MessageRow; ticket: TicketRow }> {
    const { ticketId } = assertFound(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
    const ticket = await tickets.inTx.lock(tx, ticketId);
    if (!ticket || !can(actor, 'ticket.read', ticket)) refuse('ERR_NO_MESSAGE_FOUND');
    return { message: assertFound(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND'), ticket };
  }

  /** Queues the change for the channel, behind the unsent messages of the conversation. */
  async function requestChange(
    tx: Tx,
    ticket: TicketRow,
    messageId: number,
    action: 'edit' | 'remove',
    payload: object,
  ) {
    if (ticket.connectionId === null) refuse('ERR_NO_WAPP_FOUND');
    const connection = await connections.inTx.get(tx, ticket.connectionId);
    if (!connections.channelOf(connection).abilities(connection.channel)[action]) refuse('ERR_CONTENT_UNSUPPORTED');
    await outboxStore.add(tx, { connectionId: connection.id, ticketId: ticket.id, messageId, act: action, payload });
  }

  return {
    getReadable,

    edit: (actor: Actor, id: number, text: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await getReadable(tx, actor, id);
        const editable = {
          fromMe: message.fromMe && !message.isDeleted,
          userId: message.userId,
          createdAt: message.createdAt,
          now: clock.now(),
        };
        if (!can(actor, 'message.edit', editable)) refuse('ERR_EDITING_WAPP_MSG');
        if (message.mediaType !== 'conversation' || text.trim() === '') refuse('ERR_EDITING_WAPP_MSG');
        if (!message.isPrivate) {
          if (message.wid === null) refuse('ERR_EDITING_WAPP_MSG');
          const before = { body: message.body, isEdited: message.isEdited };
          await requestChange(tx, ticket, id, 'edit', { text, before });
        }
        await messageStore.addReceipt(tx, id, 'edited', message.body);
        await messageRecordStore.update(tx, id, { body: text, isEdited: true });
        emitChanged(tx, message.id, ticket);
        await updateTicketPreview(tx, tickets, ticket, id);
      }),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await getReadable(tx, actor, id);
        if (!can(actor, 'message.delete', message)) refuse('ERR_DELETE_WAPP_MSG');
        if (message.isPrivate) {
          await messageRecordStore.remove(tx, id);
          if (message.userId !== actor.userId)
            await audit(tx, {
              userId: actor.userId,
              action: 'internal-note.removed',
              subject: `ticket ${ticket.id}`,
              data: { authorId: message.userId },
            });
          tx.emit({ type: 'note.removed', messageId: id, ticketId: ticket.id, assignment: assignmentOf(ticket) });
          return;
        }
        if (message.isDeleted) return;
        if (message.wid !== null) {
          if (ticket.connectionId !== null) await requestChange(tx, ticket, id, 'remove', {});
        } else {
          // A queued message is not sent; one that is being sent, or may have been sent, cannot be deleted yet.
          const row = await outboxStore.latestOf(tx, id);
          if (row?.state === 'sending' || row?.state === 'unknown') refuse('ERR_DELETE_WAPP_MSG');
          if (row) await outboxStore.set(tx, row.id, { state: 'failed', fault: 'removed' });
          await messageRecordStore.update(tx, id, { delivery: 'failed' });
        }
        await messageRecordStore.update(tx, id, { isDeleted: true });
        emitChanged(tx, message.id, ticket);
        await updateTicketPreview(tx, tickets, ticket, id);
      }),

    /** Sends a failed message again, or one with unknown outcome at the user's request; with the same correlation id. */
    resend: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await getReadable(tx, actor, id);
        const row = await outboxStore.latestOf(tx, id);
        if (!row || (row.state !== 'failed' && row.state !== 'unknown') || message.ack > 1 || message.isDeleted)
          refuse('ERR_NOT_RESENDABLE');
        // The campaign sends it again by itself after a restart.
        if (row.fault === 'ERR_CAMPAIGN_STOPPED') refuse('ERR_NOT_RESENDABLE');
        await outboxStore.set(tx, row.id, { state: 'queued', tries: 0, fault: '', now: true });
        // A new send: the channel assigns a new id, and receipts start again.
        await messageRecordStore.update(tx, id, { delivery: 'queued', failureCode: null, wid: null, ack: 0 });
        await messageStore.addReceipt(tx, id, 'resent', `user ${actor.userId}`);
        emitChanged(tx, message.id, ticket);
        return assertFound(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
      }),
  };
}

export type EditAndDelete = ReturnType<typeof createEditAndDelete>;

import { can } from '@balcao/domain/policy/policy';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Clock } from '../../../infrastructure/clock.ts';
import type { MessageRow } from '../../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../../infrastructure/app-error.ts';
import type { Connections } from '../../connections/index.ts';
import { assignmentOf, type Tickets } from '../../tickets/index.ts';
import { messageStore } from '../messages.store.ts';
import { outboxStore } from './outbox.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  connections: Connections;
  tickets: Tickets;
}

/** What happens to a message after it was written: edited, taken back, sent once more. */
export function createEditAndDelete({ db, clock, connections, tickets }: Deps) {
  /** A message of a conversation this person may see; any other is unknown. */
  async function getReadable(tx: Tx, actor: Actor, id: number): Promise<{ message: MessageRow; ticket: TicketRow }> {
    const { ticketId } = assertFound(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
    const ticket = await tickets.lock(tx, ticketId);
    if (!ticket || !can(actor, 'ticket.read', ticket)) refuse('ERR_NO_MESSAGE_FOUND');
    return { message: assertFound(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND'), ticket };
  }
  const emitChanged = (tx: Tx, message: MessageRow, ticket: TicketRow) =>
    tx.emit({ type: 'message.changed', messageId: message.id, ticketId: ticket.id, assignment: assignmentOf(ticket) });

  /** Asks the channel for the change too, after whatever of the conversation has not left yet. */
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
        await messageStore.update(tx, id, { body: text, isEdited: true });
        emitChanged(tx, message, ticket);
        if (!message.isPrivate) await updateTicketPreview(tx, tickets, ticket, message, text);
      }),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await getReadable(tx, actor, id);
        if (!can(actor, 'message.delete', message)) refuse('ERR_DELETE_WAPP_MSG');
        if (message.isPrivate) {
          await messageStore.remove(tx, id);
          tx.emit({ type: 'note.removed', messageId: id, ticketId: ticket.id, assignment: assignmentOf(ticket) });
          return;
        }
        if (message.isDeleted) return;
        if (message.wid !== null) {
          if (ticket.connectionId !== null) await requestChange(tx, ticket, id, 'remove', {});
        } else {
          // What is still waiting simply stays; what is just leaving, or may have left, cannot be called back yet.
          const row = await outboxStore.latestOf(tx, id);
          if (row?.state === 'sending' || row?.state === 'unknown') refuse('ERR_DELETE_WAPP_MSG');
          if (row) await outboxStore.set(tx, row.id, { state: 'failed', fault: 'removed' });
          await messageStore.update(tx, id, { delivery: 'failed' });
        }
        await messageStore.update(tx, id, { isDeleted: true });
        emitChanged(tx, message, ticket);
      }),

    /** What did not arrive, or what a person says to try again although nobody knows; under the same correlation. */
    resend: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await getReadable(tx, actor, id);
        const row = await outboxStore.latestOf(tx, id);
        if (!row || (row.state !== 'failed' && row.state !== 'unknown') || message.ack > 1 || message.isDeleted)
          refuse('ERR_NOT_RESENDABLE');
        await outboxStore.set(tx, row.id, { state: 'queued', tries: 0, fault: '', now: true });
        // A new sending: the channel gives it a new name, and its receipts begin anew.
        await messageStore.update(tx, id, { delivery: 'queued', failureCode: null, wid: null, ack: 0 });
        await messageStore.addReceipt(tx, id, 'resent', `user ${actor.userId}`);
        emitChanged(tx, message, ticket);
        return assertFound(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
      }),
  };
}

export type EditAndDelete = ReturnType<typeof createEditAndDelete>;

/** The newest words of a conversation stand in the list; when they change, the list does. */
export async function updateTicketPreview(
  tx: Tx,
  tickets: Pick<Tickets, 'set'>,
  ticket: TicketRow,
  message: Pick<MessageRow, 'seq'>,
  text: string,
) {
  // Notes have a place in the order too, but never stand in the list.
  if (message.seq !== ticket.messageSeq && (await messageStore.isFollowed(tx, ticket.id, message.seq))) return;
  const next = await tickets.set(tx, ticket.id, { lastMessage: text.slice(0, 500) });
  tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignmentOf(ticket), to: assignmentOf(next) });
}

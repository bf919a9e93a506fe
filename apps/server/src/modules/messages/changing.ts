import { may } from '@balcao/domain/policy/policy';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Clock } from '../../foundation/clock.ts';
import type { MessageRow } from '../../foundation/db/schema/messages.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import type { Connections } from '../connections/index.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import { messageStore } from './messages.store.ts';
import { outboxStore } from './outbox.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  connections: Connections;
  tickets: Tickets;
}

/** What happens to a message after it was written: edited, taken back, sent once more. */
export function createChanging({ db, clock, connections, tickets }: Needs) {
  /** A message of a conversation this person may see; any other is unknown. */
  async function reach(tx: Tx, actor: Actor, id: number): Promise<{ message: MessageRow; ticket: TicketRow }> {
    const { ticketId } = found(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
    const ticket = await tickets.lock(tx, ticketId);
    if (!ticket || !may(actor, 'ticket.read', ticket)) refuse('ERR_NO_MESSAGE_FOUND');
    return { message: found(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND'), ticket };
  }
  const told = (tx: Tx, message: MessageRow, ticket: TicketRow) =>
    tx.emit({ is: 'message.changed', messageId: message.id, ticketId: ticket.id, place: placeOf(ticket) });

  /** Asks the channel for the change too, after whatever of the conversation has not left yet. */
  async function ask(tx: Tx, ticket: TicketRow, messageId: number, act: 'edit' | 'remove', payload: object) {
    if (ticket.connectionId === null) refuse('ERR_NO_WAPP_FOUND');
    const connection = await connections.within(tx, ticket.connectionId);
    if (!connections.channelOf(connection).abilities(connection.channel)[act]) refuse('ERR_CONTENT_UNSUPPORTED');
    await outboxStore.add(tx, { connectionId: connection.id, ticketId: ticket.id, messageId, act, payload });
  }

  return {
    reach,

    edit: (actor: Actor, id: number, text: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await reach(tx, actor, id);
        const written = {
          fromMe: message.fromMe && !message.isDeleted,
          createdAt: message.createdAt,
          now: clock.now(),
        };
        if (!may(actor, 'message.edit', written)) refuse('ERR_EDITING_WAPP_MSG');
        if (message.mediaType !== 'conversation' || text.trim() === '') refuse('ERR_EDITING_WAPP_MSG');
        if (!message.isPrivate) {
          if (message.wid === null) refuse('ERR_EDITING_WAPP_MSG');
          const before = { body: message.body, isEdited: message.isEdited };
          await ask(tx, ticket, id, 'edit', { text, before });
        }
        await messageStore.update(tx, id, { body: text, isEdited: true });
        told(tx, message, ticket);
        if (!message.isPrivate) await showInList(tx, tickets, ticket, message, text);
      }),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await reach(tx, actor, id);
        if (!may(actor, 'message.delete', message)) refuse('ERR_DELETE_WAPP_MSG');
        if (message.isPrivate) {
          await messageStore.remove(tx, id);
          tx.emit({ is: 'note.removed', messageId: id, ticketId: ticket.id, place: placeOf(ticket) });
          return;
        }
        if (message.isDeleted) return;
        if (message.wid !== null) {
          if (ticket.connectionId !== null) await ask(tx, ticket, id, 'remove', {});
        } else {
          // What is still waiting simply stays; what is just leaving, or may have left, cannot be called back yet.
          const row = await outboxStore.latestOf(tx, id);
          if (row?.state === 'sending' || row?.state === 'unknown') refuse('ERR_DELETE_WAPP_MSG');
          if (row) await outboxStore.set(tx, row.id, { state: 'failed', fault: 'removed' });
          await messageStore.update(tx, id, { delivery: 'failed' });
        }
        await messageStore.update(tx, id, { isDeleted: true });
        told(tx, message, ticket);
      }),

    /** What did not arrive, or what a person says to try again although nobody knows; under the same correlation. */
    resend: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await reach(tx, actor, id);
        const row = await outboxStore.latestOf(tx, id);
        if (!row || (row.state !== 'failed' && row.state !== 'unknown') || message.ack > 1 || message.isDeleted)
          refuse('ERR_NOT_RESENDABLE');
        await outboxStore.set(tx, row.id, { state: 'queued', tries: 0, fault: '', now: true });
        // A new sending: the channel gives it a new name, and its receipts begin anew.
        await messageStore.update(tx, id, { delivery: 'queued', failureCode: null, wid: null, ack: 0 });
        await messageStore.receipt(tx, id, 'resent', `user ${actor.userId}`);
        told(tx, message, ticket);
        return found(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
      }),
  };
}

export type Changing = ReturnType<typeof createChanging>;

/** The newest words of a conversation stand in the list; when they change, the list does. */
export async function showInList(
  tx: Tx,
  tickets: Pick<Tickets, 'set'>,
  ticket: TicketRow,
  message: Pick<MessageRow, 'seq'>,
  text: string,
) {
  // Notes have a place in the order too, but never stand in the list.
  if (message.seq !== ticket.messageSeq && (await messageStore.isFollowed(tx, ticket.id, message.seq))) return;
  const next = await tickets.set(tx, ticket.id, { lastMessage: text.slice(0, 500) });
  tx.emit({ is: 'ticket.changed', ticketId: ticket.id, from: placeOf(ticket), to: placeOf(next) });
}

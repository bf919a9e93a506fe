import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import { draftStore } from './drafts.store.ts';
import { assignmentOf } from './ticket-state.ts';
import type { Tickets } from './tickets.ts';

export interface TicketDraftDeps {
  db: Db;
  tickets: Tickets;
  /** Marks the customer's last message as unread; false when the ticket has none. */
  markLastInboundUnread(tx: Tx, ticketId: number): Promise<boolean>;
}

/** What an agent notes on a ticket without changing its state: the unread mark and the unsent draft. */
export function createTicketDrafts({ db, tickets, markLastInboundUnread }: TicketDraftDeps) {
  const draftKeyOf = (actor: Actor, ticketId: number) => ({ ticketId, userId: actor.userId });

  return {
    /** `unread` counts unread messages everywhere, so the customer's last message becomes unread too. */
    markUnread: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = tickets.requireReadable(actor, await tickets.inTx.lock(tx, id));
        if (ticket.status === 'closed') refuse('ERR_TICKET_TRANSITION');
        if (ticket.unread === 0) {
          if (!(await markLastInboundUnread(tx, id))) refuse('ERR_NOTHING_TO_READ_AGAIN');
          await tickets.inTx.set(tx, id, { unread: 1 });
          const assignment = assignmentOf(ticket);
          tx.emit({ type: 'ticket.changed', ticketId: id, from: assignment, to: assignment });
        }
        return tickets.inTx.get(tx, id);
      }),

    draft: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        tickets.requireReadable(actor, await tickets.inTx.find(tx, id));
        return draftStore.of(tx, draftKeyOf(actor, id));
      }),
    /** An empty body removes the draft. */
    saveDraft: (actor: Actor, id: number, fields: { body: string; isPrivate: boolean }) =>
      db.inCompany(actor.companyId, async (tx) => {
        tickets.requireReadable(actor, await tickets.inTx.find(tx, id));
        return fields.body === ''
          ? draftStore.remove(tx, draftKeyOf(actor, id))
          : draftStore.save(tx, draftKeyOf(actor, id), fields);
      }),
  };
}
export type TicketDrafts = ReturnType<typeof createTicketDrafts>;

import type { Actor } from '@balcao/domain/policy/actor';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import { draftStore } from './drafts.store.ts';
import { laneStore } from './lanes.store.ts';
import { assignmentOf, type Tickets } from './tickets.ts';

interface Deps {
  db: Db;
  tickets: Tickets;
  clock: Clock;
  isLane(tx: Tx, tagId: number): Promise<boolean>;
  /** What the lane says to whoever comes into it. */
  greet(tx: Tx, ticket: TicketRow, laneId: number): Promise<void>;
  /** The customer's last message is unread again; false when the customer has written none here. */
  markLastInboundUnread(tx: Tx, ticketId: number): Promise<boolean>;
}

/** What a person arranges around a conversation without taking a step in its life: its lane, its mark, words begun. */
export function createTicketDrafts({ db, clock, tickets, isLane, greet, markLastInboundUnread }: Deps) {
  const lockReadable = async (tx: Tx, actor: Actor, id: number) =>
    tickets.requireReadable(actor, await tickets.lock(tx, id));
  const emitChanged = (tx: Tx, ticket: TicketRow) => {
    const assignment = assignmentOf(ticket);
    tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignment, to: assignment });
  };
  const draftKeyOf = (actor: Actor, ticketId: number) => ({ ticketId, userId: actor.userId });

  return {
    setLane: (actor: Actor, id: number, laneId: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = await lockReadable(tx, actor, id);
        if (!(await isLane(tx, laneId))) refuse('ERR_NO_LANE_FOUND');
        const [now, ...more] = await laneStore.of(tx, id);
        if (now === laneId && more.length === 0) return;
        await greet(tx, await tickets.setLane(tx, ticket, laneId, clock.now()), laneId);
      }),
    clearLane: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = await lockReadable(tx, actor, id);
        if ((await laneStore.of(tx, id)).length > 0) await tickets.setLane(tx, ticket, null, clock.now());
      }),

    /** The count stays what it is everywhere, the number of messages nobody has read: so one of them becomes unread. */
    markUnread: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = await lockReadable(tx, actor, id);
        if (ticket.status === 'closed') refuse('ERR_TICKET_TRANSITION');
        if (ticket.unread === 0) {
          if (!(await markLastInboundUnread(tx, id))) refuse('ERR_NOTHING_TO_READ_AGAIN');
          await tickets.set(tx, id, { unread: 1 });
          emitChanged(tx, ticket);
        }
        return tickets.inTx.get(tx, id);
      }),

    draft: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        tickets.requireReadable(actor, await tickets.inTx.find(tx, id));
        return draftStore.of(tx, draftKeyOf(actor, id));
      }),
    saveDraft: (actor: Actor, id: number, fields: { body: string; isPrivate: boolean }) =>
      db.inCompany(actor.companyId, async (tx) => {
        tickets.requireReadable(actor, await tickets.inTx.find(tx, id));
        return fields.body === ''
          ? draftStore.drop(tx, draftKeyOf(actor, id))
          : draftStore.save(tx, draftKeyOf(actor, id), fields);
      }),
  };
}
export type TicketDrafts = ReturnType<typeof createTicketDrafts>;

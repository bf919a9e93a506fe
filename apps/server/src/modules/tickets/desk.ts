import type { Actor } from '@balcao/domain/policy/actor';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { refuse } from '../../foundation/refusal.ts';
import { draftStore } from './drafts.store.ts';
import { laneStore } from './lanes.store.ts';
import { placeOf, type Tickets } from './tickets.ts';

interface Needs {
  db: Db;
  tickets: Tickets;
  clock: Clock;
  isLane(tx: Tx, tagId: number): Promise<boolean>;
  /** What the lane says to whoever comes into it. */
  greet(tx: Tx, ticket: TicketRow, laneId: number): Promise<void>;
  /** The customer's last message is unread again; false when the customer has written none here. */
  unreadAgain(tx: Tx, ticketId: number): Promise<boolean>;
}

/** What a person arranges around a conversation without taking a step in its life: its lane, its mark, words begun. */
export function createDesk({ db, clock, tickets, isLane, greet, unreadAgain }: Needs) {
  const held = async (tx: Tx, actor: Actor, id: number) => tickets.readable(actor, await tickets.lock(tx, id));
  const told = (tx: Tx, ticket: TicketRow) => {
    const place = placeOf(ticket);
    tx.emit({ is: 'ticket.changed', ticketId: ticket.id, from: place, to: place });
  };
  const whose = (actor: Actor, ticketId: number) => ({ ticketId, userId: actor.userId });

  return {
    setLane: (actor: Actor, id: number, laneId: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = await held(tx, actor, id);
        if (!(await isLane(tx, laneId))) refuse('ERR_NO_LANE_FOUND');
        const [now, ...more] = await laneStore.of(tx, id);
        if (now === laneId && more.length === 0) return;
        await greet(tx, await tickets.setLane(tx, ticket, laneId, clock.now()), laneId);
      }),
    clearLane: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = await held(tx, actor, id);
        if ((await laneStore.of(tx, id)).length > 0) await tickets.setLane(tx, ticket, null, clock.now());
      }),

    /** The count stays what it is everywhere, the number of messages nobody has read: so one of them becomes unread. */
    markUnread: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = await held(tx, actor, id);
        if (ticket.status === 'closed') refuse('ERR_TICKET_TRANSITION');
        if (ticket.unread === 0) {
          if (!(await unreadAgain(tx, id))) refuse('ERR_NOTHING_TO_READ_AGAIN');
          await tickets.set(tx, id, { unread: 1 });
          told(tx, ticket);
        }
        return tickets.within(tx, id);
      }),

    draft: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        tickets.readable(actor, await tickets.tryWithin(tx, id));
        return draftStore.of(tx, whose(actor, id));
      }),
    keepDraft: (actor: Actor, id: number, words: { body: string; isPrivate: boolean }) =>
      db.inCompany(actor.companyId, async (tx) => {
        tickets.readable(actor, await tickets.tryWithin(tx, id));
        return words.body === '' ? draftStore.drop(tx, whose(actor, id)) : draftStore.keep(tx, whose(actor, id), words);
      }),
  };
}
export type Desk = ReturnType<typeof createDesk>;

import type { Actor } from '@balcao/domain/policy/actor';
import { sign } from '@balcao/domain/message/variables';
import { after, formatTimerReason } from '@balcao/domain/assignment/timers';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { AutoMessages } from '../messages/index.ts';
import type { Tags } from '../tags/index.ts';
import { assignmentOf, type Tickets } from '../tickets/index.ts';
import { laneStore } from './lanes.store.ts';

export interface LaneDeps {
  db: Db;
  clock: Clock;
  companies: Companies;
  connections: Connections;
  tags: Tags;
  tickets: Tickets;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
  sendAutoMessage: AutoMessages['sendText'];
}

/** Moves tickets between lanes: by an agent, forward after a silent customer's time, back when the customer writes. */
export function createLanes(deps: LaneDeps) {
  const { db, clock, companies, connections, tags, tickets, nameOfUser, sendAutoMessage } = deps;

  const hasBoard = async (tx: Tx) => (await companies.planOf(tx)).useKanban;
  const lockReadable = async (tx: Tx, actor: Actor, ticketId: number) =>
    tickets.requireReadable(actor, await tickets.inTx.lock(tx, ticketId));

  /** Puts the ticket into a lane; null removes it from every lane. The caller holds the ticket's lock. */
  async function moveTo(tx: Tx, ticket: TicketRow, laneId: number | null): Promise<TicketRow> {
    if (laneId === null) await laneStore.clear(tx, ticket.id);
    else await laneStore.set(tx, ticket.id, laneId);
    const moved = await tickets.inTx.set(tx, ticket.id, { laneId, laneAt: laneId === null ? null : clock.now() });
    tx.emit({ type: 'ticket.changed', ticketId: ticket.id, from: assignmentOf(ticket), to: assignmentOf(moved) });
    return moved;
  }

  /** Sends the lane's greeting to the customer, signed with the agent's name. */
  async function greet(tx: Tx, ticket: TicketRow, laneId: number): Promise<void> {
    const lane = await tags.findLane(tx, laneId);
    if (!lane || lane.laneGreeting.trim() === '' || ticket.connectionId === null || ticket.status === 'closed') return;
    const connection = await connections.inTx.find(tx, ticket.connectionId);
    if (connection?.status !== 'CONNECTED' || (ticket.isGroup && !connection.groupAsTicket)) return;
    const name = ticket.userId === null ? '' : await nameOfUser(tx, ticket.userId);
    await sendAutoMessage(tx, ticket, name === '' ? lane.laneGreeting : sign(lane.laneGreeting, name));
  }

  return {
    /** Without a greeting a move is undone: the customer must not be greeted by the old lane again. */
    set: (actor: Actor, ticketId: number, laneId: number, { greets }: { greets: boolean }) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = await lockReadable(tx, actor, ticketId);
        if (!(await tags.isLane(tx, laneId))) refuse('ERR_NO_LANE_FOUND');
        const [current, ...others] = await laneStore.idsOf(tx, ticketId);
        if (current === laneId && others.length === 0) return;
        const moved = await moveTo(tx, ticket, laneId);
        if (greets) await greet(tx, moved, laneId);
      }),
    clear: (actor: Actor, ticketId: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = await lockReadable(tx, actor, ticketId);
        if ((await laneStore.idsOf(tx, ticketId)).length > 0) await moveTo(tx, ticket, null);
      }),

    /** Puts the ticket into a lane without a greeting. The caller holds the ticket's lock. */
    place: (tx: Tx, ticket: TicketRow, laneId: number): Promise<TicketRow> => moveTo(tx, ticket, laneId),

    /** Moves a ticket to the next lane when its time in this one is over; false when it is not due or has no next lane. */
    async advance(tx: Tx, ticketId: number): Promise<boolean> {
      const ticket = await tickets.inTx.lock(tx, ticketId);
      if (!ticket || ticket.laneId === null || ticket.status !== 'open' || !ticket.lastFromMe) return false;
      const lane = await tags.findLane(tx, ticket.laneId);
      if (!lane || lane.laneMinutes === 0 || lane.nextLaneId === null) return false;
      const now = clock.now();
      const idleSince = ticket.laneAt !== null && ticket.laneAt > ticket.updatedAt ? ticket.laneAt : ticket.updatedAt;
      const dueAt = after(idleSince, lane.laneMinutes);
      if (dueAt > now || !(await hasBoard(tx))) return false;
      await greet(tx, await moveTo(tx, ticket, lane.nextLaneId), lane.nextLaneId);
      const reason = formatTimerReason('laneTimeOver', dueAt, now);
      await tickets.inTx.appendLog(tx, ticketId, [{ type: 'chatBot', userId: null, queueId: ticket.queueId, reason }]);
      return true;
    },

    /** The customer wrote: moves the ticket to the lane's rollback lane, without a greeting. Returns the current ticket. */
    async returnToLane(tx: Tx, ticket: TicketRow): Promise<TicketRow> {
      if (ticket.laneId === null) return ticket;
      const lane = await tags.findLane(tx, ticket.laneId);
      if (!lane || lane.rollbackLaneId === null || lane.rollbackLaneId === lane.id) return ticket;
      if (!(await hasBoard(tx))) return ticket;
      return moveTo(tx, ticket, lane.rollbackLaneId);
    },
  };
}
export type Lanes = ReturnType<typeof createLanes>;

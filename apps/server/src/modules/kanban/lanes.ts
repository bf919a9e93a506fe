import { sign } from '@balcao/domain/message/variables';
import { after, formatTimerReason } from '@balcao/domain/assignment/timers';
import type { Clock } from '../../infrastructure/clock.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { AutoMessages } from '../messages/index.ts';
import type { Tags } from '../tags/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { SweepHandler } from '../ticket-timers/sweep.ts';

export interface LaneDeps {
  clock: Clock;
  companies: Companies;
  connections: Connections;
  tags: Tags;
  tickets: Tickets;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
  sendAutoMessage: AutoMessages['sendText'];
}

/** Lanes that lead on by themselves: forward while the customer is silent, back when the customer writes. */
export function createLanes({ clock, companies, connections, tags, tickets, nameOfUser, sendAutoMessage }: LaneDeps) {
  const hasBoard = async (tx: Tx) => (await companies.planOf(tx)).useKanban;

  /** What a lane says to whoever comes into it, under the name of the attendant. */
  async function greet(tx: Tx, ticket: TicketRow, laneId: number): Promise<void> {
    const lane = await tags.findLane(tx, laneId);
    if (!lane || lane.laneGreeting.trim() === '' || ticket.connectionId === null || ticket.status === 'closed') return;
    const connection = await connections.inTx.find(tx, ticket.connectionId);
    if (connection?.status !== 'CONNECTED' || (ticket.isGroup && !connection.groupAsTicket)) return;
    const name = ticket.userId === null ? '' : await nameOfUser(tx, ticket.userId);
    await sendAutoMessage(tx, ticket, name === '' ? lane.laneGreeting : sign(lane.laneGreeting, name));
  }

  const advance: SweepHandler = async (tx, id) => {
    const ticket = await tickets.lock(tx, id);
    if (!ticket || ticket.laneId === null || ticket.status !== 'open' || !ticket.lastFromMe) return false;
    const lane = await tags.findLane(tx, ticket.laneId);
    if (!lane || lane.laneMinutes === 0 || lane.nextLaneId === null) return false;
    const now = clock.now();
    const idleSince = ticket.laneAt !== null && ticket.laneAt > ticket.updatedAt ? ticket.laneAt : ticket.updatedAt;
    const dueAt = after(idleSince, lane.laneMinutes);
    if (dueAt > now || !(await hasBoard(tx))) return false;
    const moved = await tickets.setLane(tx, ticket, lane.nextLaneId, now);
    await greet(tx, moved, lane.nextLaneId);
    const reason = formatTimerReason('laneTimeOver', dueAt, now);
    await tickets.appendLog(tx, id, [{ type: 'chatBot', userId: null, queueId: ticket.queueId, reason }]);
    return true;
  };

  /** The customer wrote. Answers the ticket as it is then; nothing is said. */
  async function returnToLane(tx: Tx, ticket: TicketRow): Promise<TicketRow> {
    if (ticket.laneId === null) return ticket;
    const lane = await tags.findLane(tx, ticket.laneId);
    if (!lane || lane.rollbackLaneId === null || lane.rollbackLaneId === lane.id) return ticket;
    if (!(await hasBoard(tx))) return ticket;
    return tickets.setLane(tx, ticket, lane.rollbackLaneId, clock.now());
  }

  return { greet, returnToLane, advance };
}
export type Lanes = ReturnType<typeof createLanes>;

import { sign } from '@balcao/domain/message/variables';
import { after, clockWhy } from '@balcao/domain/routing/due';
import type { Clock } from '../../foundation/clock.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { SpeakingRoom } from '../messages/index.ts';
import type { Tags } from '../tags/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { Each } from './sweep.ts';

export interface LaneNeeds {
  clock: Clock;
  companies: Companies;
  connections: Connections;
  tags: Tags;
  tickets: Tickets;
  nameOfUser(tx: Tx, userId: number): Promise<string>;
  answer: SpeakingRoom['answer'];
}

/** Lanes that lead on by themselves: forward while the customer is silent, back when the customer writes. */
export function createLanes({ clock, companies, connections, tags, tickets, nameOfUser, answer }: LaneNeeds) {
  const hasBoard = async (tx: Tx) => (await companies.planOf(tx)).useKanban;

  /** What a lane says to whoever comes into it, under the name of the attendant. */
  async function greet(tx: Tx, ticket: TicketRow, laneId: number): Promise<void> {
    const lane = await tags.lane(tx, laneId);
    if (!lane || lane.laneGreeting.trim() === '' || ticket.connectionId === null || ticket.status === 'closed') return;
    const connection = await connections.tryWithin(tx, ticket.connectionId);
    if (connection?.status !== 'CONNECTED' || (ticket.isGroup && !connection.groupAsTicket)) return;
    const name = ticket.userId === null ? '' : await nameOfUser(tx, ticket.userId);
    await answer(tx, ticket, name === '' ? lane.laneGreeting : sign(lane.laneGreeting, name));
  }

  const moveOn: Each = async (tx, id) => {
    const ticket = await tickets.lock(tx, id);
    if (!ticket || ticket.laneId === null || ticket.status !== 'open' || !ticket.lastFromMe) return false;
    const lane = await tags.lane(tx, ticket.laneId);
    if (!lane || lane.laneMinutes === 0 || lane.nextLaneId === null) return false;
    const now = clock.now();
    const idleSince = ticket.laneAt !== null && ticket.laneAt > ticket.updatedAt ? ticket.laneAt : ticket.updatedAt;
    const dueAt = after(idleSince, lane.laneMinutes);
    if (dueAt > now || !(await hasBoard(tx))) return false;
    const moved = await tickets.setLane(tx, ticket, lane.nextLaneId, now);
    await greet(tx, moved, lane.nextLaneId);
    const why = clockWhy('laneTimeOver', dueAt, now);
    await tickets.logged(tx, id, [{ type: 'chatBot', userId: null, queueId: ticket.queueId, why }]);
    return true;
  };

  /** The customer wrote. Answers the ticket as it is then; nothing is said. */
  async function goBack(tx: Tx, ticket: TicketRow): Promise<TicketRow> {
    if (ticket.laneId === null) return ticket;
    const lane = await tags.lane(tx, ticket.laneId);
    if (!lane || lane.rollbackLaneId === null || lane.rollbackLaneId === lane.id) return ticket;
    if (!(await hasBoard(tx))) return ticket;
    return tickets.setLane(tx, ticket, lane.rollbackLaneId, clock.now());
  }

  return { greet, goBack, moveOn };
}
export type Lanes = ReturnType<typeof createLanes>;

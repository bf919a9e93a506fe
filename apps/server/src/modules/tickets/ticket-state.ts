import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { TicketState } from '@balcao/domain/ticket/ticket';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';

export const assignmentOf = ({ status, userId, queueId, isGroup }: TicketAssignment): TicketAssignment => ({
  status,
  userId,
  queueId,
  isGroup,
});

/** The part of a ticket that domain/ticket decides on. */
export const toState = (ticket: TicketRow): TicketState => ({
  status: ticket.status,
  userId: ticket.userId,
  queueId: ticket.queueId,
  isGroup: ticket.isGroup,
  isBot: ticket.isBot,
  botTurns: ticket.botTurns,
  ratingTurns: ticket.ratingTurns,
});

export const newTicketState = (given: Partial<TicketState>): TicketState => ({
  status: 'pending',
  userId: null,
  queueId: null,
  isGroup: false,
  isBot: false,
  botTurns: 0,
  ratingTurns: 0,
  ...given,
});

/** A ticket that an agent starts: open at once, without the bot. */
export const startedByAgent = (isGroup: boolean, userId: number, queueId: number | null): TicketState =>
  newTicketState({ status: isGroup ? 'group' : 'open', userId, queueId, isGroup });

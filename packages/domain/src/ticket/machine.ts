import { no, ok, type Result } from '../kit/result.ts';
import {
  isAttended,
  type TicketDecision,
  type TicketFacts,
  type LogEntry,
  type LogType,
  type TicketState,
  type TicketCommand,
  type TicketEffect,
  type TicketStatus,
} from './ticket.ts';

export type TicketErrorCode = 'ERR_TICKET_TRANSITION' | 'ERR_TICKET_NEEDS_TAG';

/** The statuses in which each command is allowed. */
export const allowedFrom: Record<TicketCommand['type'], readonly TicketStatus[]> = {
  accept: ['pending'],
  return: ['open', 'group'],
  transfer: ['pending', 'open', 'group'],
  'take-over': ['open', 'group'],
  close: ['open', 'group', 'pending', 'lgpd', 'nps'],
  ignore: ['pending', 'lgpd'],
  /** Also while the customer is asked for a rating: the agent closed too early. */
  reopen: ['closed', 'nps'],
  assign: ['pending', 'lgpd'],
};

/** The state machine of a ticket. The caller loads the facts, saves the decision and performs the effects. */
export function decide(
  ticket: TicketState,
  command: TicketCommand,
  facts: TicketFacts,
): Result<TicketDecision, TicketErrorCode> {
  if (!allowedFrom[command.type].includes(ticket.status)) return no('ERR_TICKET_TRANSITION');

  switch (command.type) {
    case 'accept': {
      const next = {
        ...ticket,
        status: attended(ticket),
        userId: command.by,
        queueId: command.queueId ?? ticket.queueId,
        isBot: false,
      };
      const greets = facts.settings.greetsOnAccept && !command.skipsGreeting && canSend(ticket, facts);
      return ok({
        ticket: next,
        log: [entry('open', next)],
        effects: [{ type: 'mark-read' }, { type: 'end-bot' }, ...sendText('greeting', greets)],
        cycle: 'started',
      });
    }

    case 'return': {
      const next: TicketState = { ...ticket, status: 'pending', userId: null };
      return ok({
        ticket: next,
        log: [{ type: 'pending', userId: ticket.userId, queueId: ticket.queueId }],
        effects: [],
        cycle: 'waiting',
      });
    }

    case 'transfer':
      return ok(transferred(ticket, command, facts));

    case 'take-over': {
      const next: TicketState = {
        ...ticket,
        userId: command.by,
        queueId: command.queueId ?? ticket.queueId,
        isBot: false,
      };
      const announces = facts.settings.announcesTransfer && command.by !== ticket.userId && canSend(ticket, facts);
      return ok({
        ticket: next,
        log: [
          { type: 'transfered', userId: ticket.userId ?? command.by, queueId: ticket.queueId },
          entry('receivedTransfer', next),
        ],
        effects: [...noteEffect(command), ...sendText('transfer', announces)],
        cycle: 'started',
      });
    }

    case 'close':
      return closed(ticket, command, facts);

    case 'ignore': {
      const next: TicketState = { ...ticket, status: 'closed', botTurns: 0, isBot: false };
      return ok({
        ticket: next,
        log: [{ type: 'closed', userId: command.by, queueId: ticket.queueId }],
        effects: [{ type: 'mark-read' }, { type: 'end-bot' }],
        cycle: 'finished',
      });
    }

    case 'reopen': {
      const next: TicketState = { ...ticket, status: attended(ticket), userId: command.by, isBot: false };
      return ok({ ticket: next, log: [entry('reopen', next)], effects: [{ type: 'end-bot' }], cycle: 'started' });
    }

    case 'assign': {
      const next: TicketState = {
        ...ticket,
        status: 'pending',
        queueId: command.queueId,
        userId: command.userId,
        botTurns: 0,
      };
      const type = command.redirected ? 'redirect' : 'queue';
      return ok({
        ticket: next,
        log: [{ ...entry(type, next), ...withReason(command) }],
        effects: command.redirected ? [{ type: 'end-bot' }] : [],
        cycle: 'unchanged',
      });
    }
  }
}

function transferred(
  ticket: TicketState,
  command: Extract<TicketCommand, { type: 'transfer' }>,
  facts: TicketFacts,
): TicketDecision {
  const { userId, queueId, by } = command;
  const next: TicketState = {
    ...ticket,
    userId,
    queueId,
    status: userId === null ? 'pending' : attended(ticket),
    isBot: false,
  };
  const moved = queueId !== ticket.queueId;
  const log: LogEntry[] = [
    { type: 'transfered', userId: ticket.userId ?? by, queueId: ticket.queueId },
    ...(userId === null ? [] : [entry('receivedTransfer', next)]),
  ];
  const announces = facts.settings.announcesTransfer && (moved || userId !== ticket.userId) && canSend(ticket, facts);
  const effects: TicketEffect[] = [{ type: 'end-bot' }, ...noteEffect(command), ...sendText('transfer', announces)];
  const cycle = userId === null ? 'waiting' : 'started';
  if (!facts.settings.closesOnTransfer || !moved) return { ticket: next, log, effects, cycle };

  // The logs of both tickets contain the transfer.
  return {
    ticket: { ...ticket, status: 'closed', botTurns: 0, isBot: false },
    log: [{ type: 'transfered', userId: ticket.userId ?? by, queueId: ticket.queueId }],
    effects,
    cycle: 'finished',
    continuesAs: { ...next, botTurns: 0, ratingTurns: 0 },
  };
}

function closed(
  ticket: TicketState,
  command: Extract<TicketCommand, { type: 'close' }>,
  facts: TicketFacts,
): Result<TicketDecision, TicketErrorCode> {
  const { by, farewell } = command;
  const isUser = typeof by === 'object';
  if (isUser && isAttended(ticket) && facts.settings.requiresTag && !facts.contactHasTags)
    return no('ERR_TICKET_NEEDS_TAG');

  const actor = { userId: isUser ? by.userId : null, queueId: ticket.queueId };
  const flowAsks = command.asksRating && canSend(ticket, facts) && !facts.isRated && facts.connection?.hasRatingText;
  if (flowAsks || (isUser && asksForRating(ticket, farewell, facts))) {
    return ok({
      ticket: { ...ticket, status: 'nps', ratingTurns: 1 },
      log: [{ type: 'nps', ...actor }],
      effects: [{ type: 'mark-read' }, { type: 'end-bot' }, ...sendText('rating', true)],
      cycle: 'asked',
    });
  }
  const closesSilently = ticket.status === 'pending' && !facts.settings.sendsFarewellWhileWaiting;
  const type: LogType = by === 'clock' ? 'autoClose' : by === 'customer' ? 'clientClosed' : 'closed';
  return ok({
    ticket: { ...ticket, status: 'closed', botTurns: 0, ratingTurns: 0, isBot: false },
    log: [{ type, ...actor, ...withReason(command) }],
    effects: [
      { type: 'mark-read' },
      { type: 'end-bot' },
      ...sendText('farewell', farewell && !closesSilently && canSend(ticket, facts)),
    ],
    cycle: 'finished',
  });
}

const attended = (ticket: TicketState): TicketStatus => (ticket.isGroup ? 'group' : 'open');
/** No message over a disconnected connection, nor in a group that its connection does not treat as a ticket. */
const canSend = (ticket: TicketState, { connection }: TicketFacts): boolean =>
  connection !== null && connection.isConnected && (!ticket.isGroup || connection.groupAsTicket);
const asksForRating = (ticket: TicketState, farewell: boolean, facts: TicketFacts): boolean =>
  facts.settings.asksRating &&
  farewell &&
  !ticket.isGroup &&
  ticket.userId !== null &&
  ticket.status === 'open' &&
  !facts.isRated &&
  (facts.connection?.isConnected ?? false) &&
  (facts.connection?.hasRatingText ?? false);
const sendText = (text: 'greeting' | 'farewell' | 'transfer' | 'rating', isSent: boolean): TicketEffect[] =>
  isSent ? [{ type: 'send-text', text }] : [];
const noteEffect = ({ note, by }: { note: string | null; by: number | null }): TicketEffect[] =>
  note === null || note === '' ? [] : [{ type: 'note', text: note, by }];
const withReason = ({ reason }: { reason?: string }): { reason?: string } => (reason === undefined ? {} : { reason });
const entry = (type: LogType, ticket: TicketState): LogEntry => ({
  type,
  userId: ticket.userId,
  queueId: ticket.queueId,
});

/** The commands allowed in a status; the web shows a button for each. */
export const commandsFor = (status: TicketStatus): TicketCommand['type'][] =>
  (Object.keys(allowedFrom) as TicketCommand['type'][]).filter((name) => allowedFrom[name].includes(status));

import { no, ok, type Result } from '../kit/result.ts';
import type {
  Decision,
  Facts,
  LogEntry,
  LogType,
  Ticket,
  TicketCommand,
  TicketEffect,
  TicketStatus,
} from './ticket.ts';

export type TicketRefusal = 'ERR_TICKET_TRANSITION' | 'ERR_TICKET_NEEDS_TAG';

/** From which statuses a command may be given. Read this first: it is the whole map. */
export const allowedFrom: Record<TicketCommand['do'], readonly TicketStatus[]> = {
  accept: ['pending'],
  return: ['open', 'group'],
  transfer: ['pending', 'open', 'group'],
  'take-over': ['open', 'group'],
  close: ['open', 'group', 'pending', 'lgpd', 'nps'],
  ignore: ['pending', 'lgpd'],
  reopen: ['closed'],
  place: ['pending', 'lgpd'],
};

/** The life of a ticket. Pure: the room gathers the facts, keeps the decision and performs the effects. */
export function decide(ticket: Ticket, command: TicketCommand, facts: Facts): Result<Decision, TicketRefusal> {
  if (!allowedFrom[command.do].includes(ticket.status)) return no('ERR_TICKET_TRANSITION');

  switch (command.do) {
    case 'accept': {
      const next = {
        ...ticket,
        status: attended(ticket),
        userId: command.by,
        queueId: command.queueId ?? ticket.queueId,
        isBot: false,
      };
      const greets = facts.settings.greetsOnAccept && !command.quietly && speaks(ticket, facts);
      return ok({
        ticket: next,
        log: [entry('open', next)],
        effects: [{ effect: 'mark-read' }, { effect: 'end-bot' }, ...say('greeting', greets)],
        tracking: 'started',
      });
    }

    case 'return': {
      const next: Ticket = { ...ticket, status: 'pending', userId: null };
      return ok({
        ticket: next,
        log: [{ type: 'pending', userId: ticket.userId, queueId: ticket.queueId }],
        effects: [],
        tracking: 'waiting',
      });
    }

    case 'transfer':
      return ok(transferred(ticket, command, facts));

    case 'take-over': {
      const next: Ticket = {
        ...ticket,
        userId: command.by,
        queueId: command.queueId ?? ticket.queueId,
        isBot: false,
      };
      const announces = facts.settings.announcesTransfer && command.by !== ticket.userId && speaks(ticket, facts);
      return ok({
        ticket: next,
        log: [
          { type: 'transfered', userId: ticket.userId ?? command.by, queueId: ticket.queueId },
          entry('receivedTransfer', next),
        ],
        effects: [...noted(command), ...say('transfer', announces)],
        tracking: 'started',
      });
    }

    case 'close':
      return closed(ticket, command, facts);

    case 'ignore': {
      const next: Ticket = { ...ticket, status: 'closed', botTurns: 0, isBot: false };
      return ok({
        ticket: next,
        log: [{ type: 'closed', userId: command.by, queueId: ticket.queueId }],
        effects: [{ effect: 'mark-read' }, { effect: 'end-bot' }],
        tracking: 'finished',
      });
    }

    case 'reopen': {
      const next: Ticket = { ...ticket, status: attended(ticket), userId: command.by, isBot: false };
      return ok({ ticket: next, log: [entry('reopen', next)], effects: [{ effect: 'end-bot' }], tracking: 'started' });
    }

    case 'place': {
      const next: Ticket = {
        ...ticket,
        status: 'pending',
        queueId: command.queueId,
        userId: command.userId,
        botTurns: 0,
      };
      const type = command.redirected ? 'redirect' : 'queue';
      return ok({
        ticket: next,
        log: [{ ...entry(type, next), ...because(command) }],
        effects: [],
        tracking: 'unchanged',
      });
    }
  }
}

function transferred(ticket: Ticket, command: Extract<TicketCommand, { do: 'transfer' }>, facts: Facts): Decision {
  const { userId, queueId, by } = command;
  const next: Ticket = {
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
  const announces = facts.settings.announcesTransfer && (moved || userId !== ticket.userId) && speaks(ticket, facts);
  const effects: TicketEffect[] = [...noted(command), ...say('transfer', announces)];
  const tracking = userId === null ? 'waiting' : 'started';
  if (!facts.settings.closesOnTransfer || !moved) return { ticket: next, log, effects, tracking };

  // Old and new are linked by the log: both tell of the transfer.
  return {
    ticket: { ...ticket, status: 'closed', botTurns: 0, isBot: false },
    log: [{ type: 'transfered', userId: ticket.userId ?? by, queueId: ticket.queueId }],
    effects,
    tracking: 'finished',
    continuesAs: { ...next, botTurns: 0, ratingTurns: 0 },
  };
}

function closed(
  ticket: Ticket,
  command: Extract<TicketCommand, { do: 'close' }>,
  facts: Facts,
): Result<Decision, TicketRefusal> {
  const { by, farewell } = command;
  const isPerson = typeof by === 'object';
  const isAttended = ticket.status === 'open' || ticket.status === 'group';
  if (isPerson && isAttended && facts.settings.requiresTag && !facts.contactHasTags) return no('ERR_TICKET_NEEDS_TAG');

  const who = { userId: isPerson ? by.person : null, queueId: ticket.queueId };
  if (isPerson && asksForRating(ticket, farewell, facts)) {
    return ok({
      ticket: { ...ticket, status: 'nps', ratingTurns: 1 },
      log: [{ type: 'nps', ...who }],
      effects: [{ effect: 'mark-read' }, ...say('rating', true)],
      tracking: 'asked',
    });
  }
  const waitsInVain = ticket.status === 'pending' && !facts.settings.saysFarewellWhileWaiting;
  const type: LogType = by === 'clock' ? 'autoClose' : by === 'customer' ? 'clientClosed' : 'closed';
  return ok({
    ticket: { ...ticket, status: 'closed', botTurns: 0, ratingTurns: 0, isBot: false },
    log: [{ type, ...who, ...because(command) }],
    effects: [
      { effect: 'mark-read' },
      { effect: 'end-bot' },
      ...say('farewell', farewell && !waitsInVain && speaks(ticket, facts)),
    ],
    tracking: 'finished',
  });
}

const attended = (ticket: Ticket): TicketStatus => (ticket.isGroup ? 'group' : 'open');
/** Nobody is spoken to over a connection that is down, nor in a group that is only listened to. */
const speaks = (ticket: Ticket, { connection }: Facts): boolean =>
  connection !== null && connection.isConnected && (!ticket.isGroup || connection.groupAsTicket);
const asksForRating = (ticket: Ticket, farewell: boolean, facts: Facts): boolean =>
  facts.settings.asksRating &&
  farewell &&
  !ticket.isGroup &&
  ticket.userId !== null &&
  ticket.status === 'open' &&
  !facts.isRated &&
  (facts.connection?.isConnected ?? false) &&
  (facts.connection?.hasRatingText ?? false);
const say = (text: 'greeting' | 'farewell' | 'transfer' | 'rating', yes: boolean): TicketEffect[] =>
  yes ? [{ effect: 'say', text }] : [];
const noted = ({ note, by }: { note: string | null; by: number | null }): TicketEffect[] =>
  note === null || note === '' ? [] : [{ effect: 'note', text: note, by }];
const because = ({ why }: { why?: string }): { why?: string } => (why === undefined ? {} : { why });
const entry = (type: LogType, ticket: Ticket): LogEntry => ({ type, userId: ticket.userId, queueId: ticket.queueId });

/** The web asks this to know which buttons to draw. */
export const commandsFor = (status: TicketStatus): TicketCommand['do'][] =>
  (Object.keys(allowedFrom) as TicketCommand['do'][]).filter((name) => allowedFrom[name].includes(status));

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { after as afterMinutes, decideIdle, type IdleTicket } from '../assignment/timers.ts';
import { newState, receive } from '../bot/turn.fixture.ts';
import { chooseTicket } from './choose-ticket.ts';
import { after, anyCommand, anyFacts, facts, ticketWith } from './machine.fixture.ts';
import { decide } from './machine.ts';
import type { LogEntry, TicketCommand, TicketDecision, TicketFacts, TicketState } from './ticket.ts';

/** Number of random sequences. */
const sequenceRuns = process.env['PROOF'] === 'full' ? 20_000 : 400;

/** A ticket of one customer as it is stored, with its log. */
interface Conversation {
  ticket: TicketState;
  wasAskedConsent: boolean;
  updatedAt: Date;
  warnedAt: Date | null;
  log: LogEntry[];
}
type Step =
  | { type: 'command'; command: TicketCommand }
  | { type: 'message'; text: string }
  | { type: 'time'; minutes: number };
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('command' as const), command: anyCommand }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('message' as const), text: fc.constantFrom('1', '1', '2', 'oi') }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('time' as const), minutes: fc.constantFrom(7, 20, 45) }) },
);
const rules = {
  expiresMinutes: 33,
  expiresWhen: 0,
  inactiveMinutes: 10,
  ratingExpiresMinutes: 17,
  redirectMinutes: 5,
  reopenMinutes: 12,
};
const REDIRECT_QUEUE = 3;

const opened = (ticket: TicketState, entry: LogEntry, now: Date): Conversation => ({
  ticket,
  wasAskedConsent: false,
  updatedAt: now,
  warnedAt: null,
  log: [entry],
});
/** A conversation of long ago. */
const former = opened(ticketWith({ status: 'closed' }), { type: 'closed', userId: null, queueId: null }, new Date(0));

const saved = (from: Conversation, { ticket, log, continuesAs }: TicketDecision, now: Date): Conversation =>
  continuesAs
    ? opened(continuesAs, { type: 'receivedTransfer', userId: continuesAs.userId, queueId: continuesAs.queueId }, now)
    : { ...from, ticket, log: [...from.log, ...log], updatedAt: now, warnedAt: null };

/** The customer writes: the ticket is found, reopened or new, and the bot answers. */
function received(from: Conversation, text: string, now: Date, asksConsent: boolean): Conversation {
  const latest = { id: 1, status: from.ticket.status, updatedAt: from.updatedAt };
  const connection = { reopenMinutes: rules.reopenMinutes, groupAsTicket: false };
  const choice = chooseTicket({ latest, isGroup: false, now, connection, asksConsent });
  let into = from;
  if (choice.into === 'reopened') {
    const { userId, queueId } = from.ticket;
    const ticket: TicketState = { ...from.ticket, status: 'pending', botTurns: 0, isBot: userId === null };
    into = { ...from, ticket, log: [...from.log, { type: 'reopen', userId: null, queueId }] };
  } else if (choice.into === 'new') {
    const ticket = ticketWith({ status: choice.status, queueId: null, botTurns: 0, isBot: choice.isBot });
    const type = choice.status === 'lgpd' ? 'lgpd' : 'create';
    into = opened(ticket, { type, userId: null, queueId: null }, now);
  }
  const settings = { consent: { isOn: asksConsent, text: 'Usamos os seus dados.', link: '' } };
  const turn = receive(
    text,
    { ...newState, ...into.ticket, wasAskedConsent: into.wasAskedConsent },
    { settings, queues: [] },
  );
  const { status, userId, queueId, isBot, botTurns, ratingTurns, wasAskedConsent } = turn.state;
  const ticket = { ...into.ticket, userId, queueId, isBot, botTurns, ratingTurns };
  // Closing is a command: until then the status stays.
  const answered: Conversation = {
    ticket: { ...ticket, status: turn.closes ? into.ticket.status : status },
    wasAskedConsent,
    updatedAt: now,
    warnedAt: null,
    log: [...into.log, ...turn.logEntries.map((entry) => ({ ...entry, userId, queueId }))],
  };
  if (!turn.closes) return answered;
  const close: TicketCommand = { type: 'close', farewell: false, ...turn.closes };
  return saved(answered, after(answered.ticket, close), now);
}

/** The timers as the sweeps use them. */
function passed(from: Conversation, now: Date): Conversation {
  const { ticket, updatedAt, warnedAt } = from;
  const close = () => saved(from, after(ticket, { type: 'close', by: 'clock', farewell: false }), now);
  const idle: IdleTicket = { status: ticket.status, lastFromMe: true, updatedAt, warnedAt, importedAt: null };
  const due = decideIdle(idle, rules, now);
  if (due.type === 'close') return close();
  if (due.type === 'warn') return { ...from, updatedAt: now, warnedAt: now };
  if (ticket.status === 'nps' && afterMinutes(updatedAt, rules.ratingExpiresMinutes) <= now) return close();
  const isUnqueued = ticket.status === 'pending' && ticket.queueId === null;
  if (!isUnqueued || afterMinutes(updatedAt, rules.redirectMinutes) > now) return from;
  const redirect = { type: 'assign', queueId: REDIRECT_QUEUE, userId: ticket.userId, redirected: true } as const;
  return saved(from, after(ticket, redirect), now);
}

/** The state after the entries of a log. Its reader knows nothing else; a value that no entry names is undefined. */
interface ReplayedState {
  status: TicketState['status'];
  userId: number | null;
  queueId: number | null | undefined;
}
function replay(log: readonly LogEntry[]): ReplayedState {
  let state: ReplayedState = { status: 'pending', userId: null, queueId: null };
  for (const { type, userId, queueId, reason } of log) {
    if (type === 'chatBot') continue;
    // The customer reopened it: it waits for its former agent.
    if (type === 'reopen' && userId === null) state = { ...state, status: 'pending', queueId };
    else if (type === 'lgpd') state = { ...state, status: reason === undefined ? 'lgpd' : 'pending' };
    else if (type === 'closed' || type === 'autoClose' || type === 'clientClosed')
      state = { ...state, status: 'closed' };
    else if (type === 'nps') state = { ...state, status: 'nps' };
    else if (type === 'pending') state = { ...state, status: 'pending', userId: null };
    // The entry names the former agent and queue.
    else if (type === 'transfered') state = { status: 'pending', userId: null, queueId: undefined };
    else if (type === 'queue' || type === 'redirect') state = { ...state, userId, queueId };
    else state = { status: userId === null ? 'pending' : 'open', userId, queueId };
  }
  return state;
}

/** Few random sequences come to a rating. */
const rated: [boolean, [Step, TicketFacts][]] = [
  false,
  (
    [
      { type: 'command', command: { type: 'accept', by: 7, queueId: null } },
      { type: 'command', command: { type: 'close', by: { userId: 7 }, farewell: true } },
      { type: 'message', text: '2' },
    ] satisfies Step[]
  ).map((step) => [step, facts({ asksRating: true })]),
];
/** What the sequences must come to. */
const LOGGED = [
  'lgpd',
  'lgpd consentGiven',
  'clientClosed consentRefused',
  'closed rated',
  'autoClose',
  'redirect',
  'reopen',
  'receivedTransfer',
];

it(
  'the log of any sequence of commands, answers and time replays to the present state [PB-04]',
  { timeout: 300_000 },
  () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.tuple(anyStep, anyFacts), { maxLength: 60, size: 'max' }),
        (asksConsent, steps) => {
          let now = new Date('2026-11-13T12:00:00Z');
          // The customer wrote before.
          let conversation = received(former, 'oi', now, asksConsent);
          for (const [step, ticketFacts] of steps) {
            if (step.type === 'time') {
              now = afterMinutes(now, step.minutes);
              conversation = passed(conversation, now);
            } else if (step.type === 'message') conversation = received(conversation, step.text, now, asksConsent);
            else {
              const result = decide(conversation.ticket, step.command, ticketFacts);
              if (result.ok) conversation = saved(conversation, result.value, now);
            }
            const { ticket, log } = conversation;
            const { status, userId, queueId = ticket.queueId } = replay(log);
            const types = log.map(({ type, reason }) => (reason === undefined ? type : `${type} ${reason}`));
            for (const type of types) seen.add(type);
            expect([ticket.status, ticket.userId, ticket.queueId], types.join()).toEqual([status, userId, queueId]);
          }
        },
      ),
      { numRuns: sequenceRuns, examples: [rated] },
    );
    expect([...seen]).toEqual(expect.arrayContaining(LOGGED));
  },
);

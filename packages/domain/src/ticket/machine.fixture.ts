import fc from 'fast-check';
import { decide } from './machine.ts';
import type { TicketCommand, TicketDecision, TicketFacts, TicketState } from './ticket.ts';

export const ticketWith = (changes: Partial<TicketState> = {}): TicketState => ({
  status: 'pending',
  userId: null,
  queueId: 3,
  isGroup: false,
  isBot: true,
  botTurns: 2,
  ratingTurns: 0,
  ...changes,
});
export const facts = (
  settings: Partial<TicketFacts['settings']> = {},
  more: Partial<Omit<TicketFacts, 'settings'>> = {},
): TicketFacts => ({
  settings: {
    greetsOnAccept: false,
    sendsFarewellWhileWaiting: false,
    announcesTransfer: false,
    closesOnTransfer: false,
    requiresTag: false,
    asksRating: false,
    ...settings,
  },
  connection: { isConnected: true, groupAsTicket: false, hasRatingText: true },
  contactHasTags: true,
  isRated: false,
  ...more,
});
export const after = (
  ticket: TicketState,
  command: TicketCommand,
  ticketFacts: TicketFacts = facts(),
): TicketDecision => {
  const result = decide(ticket, command, ticketFacts);
  if (!result.ok) throw new Error(result.code);
  return result.value;
};

const user = fc.integer({ min: 1, max: 4 });
const queue = fc.integer({ min: 1, max: 3 });
export const anyCommand: fc.Arbitrary<TicketCommand> = fc.oneof(
  fc.record({ type: fc.constant('accept' as const), by: user, queueId: fc.option(queue) }),
  fc.constant({ type: 'return' as const }),
  fc.record({
    type: fc.constant('transfer' as const),
    by: user,
    userId: fc.option(user),
    queueId: queue,
    note: fc.option(fc.string()),
  }),
  fc.record({
    type: fc.constant('close' as const),
    by: fc.oneof(fc.record({ userId: user }), fc.constantFrom('clock' as const, 'customer' as const, 'bot' as const)),
    farewell: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('take-over' as const),
    by: user,
    queueId: fc.option(queue),
    note: fc.option(fc.string()),
  }),
  fc.record({ type: fc.constant('ignore' as const), by: user }),
  fc.record({ type: fc.constant('reopen' as const), by: user }),
);
export const anyFacts: fc.Arbitrary<TicketFacts> = fc.record({
  settings: fc.record({
    greetsOnAccept: fc.boolean(),
    sendsFarewellWhileWaiting: fc.boolean(),
    announcesTransfer: fc.boolean(),
    closesOnTransfer: fc.boolean(),
    requiresTag: fc.boolean(),
    asksRating: fc.boolean(),
  }),
  connection: fc.option(
    fc.record({ isConnected: fc.boolean(), groupAsTicket: fc.boolean(), hasRatingText: fc.boolean() }),
  ),
  contactHasTags: fc.boolean(),
  isRated: fc.boolean(),
});

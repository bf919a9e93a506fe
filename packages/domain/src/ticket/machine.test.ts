import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedFrom, commandsFor, decide } from './machine.ts';
import { ticketStatuses, type TicketFacts, type TicketState, type TicketCommand } from './ticket.ts';

const aTicket = (changes: Partial<TicketState> = {}): TicketState => ({
  status: 'pending',
  userId: null,
  queueId: 3,
  isGroup: false,
  isBot: true,
  botTurns: 2,
  ratingTurns: 0,
  ...changes,
});
const facts = (
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
const after = (ticket: TicketState, command: TicketCommand, ticketFacts: TicketFacts = facts()) => {
  const result = decide(ticket, command, ticketFacts);
  if (!result.ok) throw new Error(result.code);
  return result.value;
};
const sentTexts = (effects: { type: string; text?: string }[]) =>
  effects.flatMap((e) => (e.type === 'say' ? e.text : []));
const open = aTicket({ status: 'open', userId: 9, isBot: false });

describe('a ticket', () => {
  it('accepted becomes mine and open, a group stays a group [M-063]', () => {
    expect(after(aTicket(), { type: 'accept', by: 7, queueId: null })).toMatchObject({
      ticket: { status: 'open', userId: 7, queueId: 3, isBot: false },
      log: [{ type: 'open', userId: 7, queueId: 3 }],
      tracking: 'started',
    });
    expect(after(aTicket({ isGroup: true }), { type: 'accept', by: 7, queueId: 5 }).ticket).toMatchObject({
      status: 'group',
      queueId: 5,
    });
  });

  it('accepted greets when the company wants it, in groups only those treated as tickets [M-065]', () => {
    const accept = { type: 'accept', by: 7, queueId: null } as const;
    const groups = { isConnected: true, hasRatingText: true };
    expect(sentTexts(after(aTicket(), accept, facts({ greetsOnAccept: true })).effects)).toEqual(['greeting']);
    expect(sentTexts(after(aTicket(), accept).effects)).toEqual([]);
    expect(sentTexts(after(aTicket({ isGroup: true }), accept, facts({ greetsOnAccept: true })).effects)).toEqual([]);
    const asTicket = facts({ greetsOnAccept: true }, { connection: { ...groups, groupAsTicket: true } });
    expect(sentTexts(after(aTicket({ isGroup: true }), accept, asTicket).effects)).toEqual(['greeting']);
  });

  it('returned to its queue waits without an attendant [M-066]', () => {
    expect(after(open, { type: 'return' })).toMatchObject({
      ticket: { status: 'pending', userId: null, queueId: 3 },
      tracking: 'waiting',
    });
  });

  it('closed says farewell or not, as chosen [M-067]', () => {
    expect(sentTexts(after(open, { type: 'close', by: { userId: 9 }, farewell: true }).effects)).toEqual(['farewell']);
    expect(sentTexts(after(open, { type: 'close', by: { userId: 9 }, farewell: false }).effects)).toEqual([]);
    const waiting = { type: 'close', by: 'admin', farewell: true } as const;
    expect(sentTexts(after(aTicket(), waiting).effects)).toEqual([]);
    expect(sentTexts(after(aTicket(), waiting, facts({ sendsFarewellWhileWaiting: true })).effects)).toEqual([
      'farewell',
    ]);
    expect(
      sentTexts(
        after(open, { type: 'close', by: { userId: 9 }, farewell: true }, facts({}, { connection: null })).effects,
      ),
    ).toEqual([]);
  });

  it('stays open while the contact lacks a required tag, for people only [M-068]', () => {
    const strict = facts({ requiresTag: true }, { contactHasTags: false });
    expect(decide(open, { type: 'close', by: { userId: 9 }, farewell: true }, strict)).toEqual({
      ok: false,
      code: 'ERR_TICKET_NEEDS_TAG',
    });
    expect(after(open, { type: 'close', by: 'clock', farewell: false }, strict).log).toEqual([
      { type: 'autoClose', userId: null, queueId: 3 },
    ]);
    expect(after(aTicket(), { type: 'ignore', by: 9 }, strict).ticket.status).toBe('closed');
  });

  it('ignored closes in silence and forgets the bot turns [M-069]', () => {
    for (const status of ['pending', 'lgpd'] as const) {
      const decision = after(
        aTicket({ status }),
        { type: 'ignore', by: 9 },
        facts({ sendsFarewellWhileWaiting: true }),
      );
      expect(decision).toMatchObject({ ticket: { status: 'closed', botTurns: 0 }, tracking: 'finished' });
      expect(sentTexts(decision.effects)).toEqual([]);
    }
    expect(decide(open, { type: 'ignore', by: 9 }, facts()).ok).toBe(false);
  });

  it('reopened is mine again, a group as a group [M-070]', () => {
    expect(after(aTicket({ status: 'closed' }), { type: 'reopen', by: 4 })).toMatchObject({
      ticket: { status: 'open', userId: 4 },
      log: [{ type: 'reopen', userId: 4 }],
    });
    expect(after(aTicket({ status: 'closed', isGroup: true }), { type: 'reopen', by: 4 }).ticket.status).toBe('group');
  });

  it.each([
    [
      'to a person',
      open,
      { userId: 5, queueId: 8 },
      { status: 'open', userId: 5, queueId: 8 },
      ['transfered', 'receivedTransfer'],
    ],
    ['to a queue', open, { userId: null, queueId: 8 }, { status: 'pending', userId: null, queueId: 8 }, ['transfered']],
    [
      'a group to a person',
      { ...open, status: 'group', isGroup: true },
      { userId: 5, queueId: 3 },
      { status: 'group', userId: 5 },
      ['transfered', 'receivedTransfer'],
    ],
  ] as const)('transferred %s [M-071]', (_, ticket, to, expected, log) => {
    const decision = after(ticket, { type: 'transfer', by: 9, ...to, note: 'Cliente antiga' });
    expect(decision.ticket).toMatchObject(expected);
    expect(decision.log.map((entry) => entry.type)).toEqual(log);
    expect(decision.effects).toEqual([{ type: 'note', text: 'Cliente antiga', by: 9 }]);
  });

  it('transferred tells the customer only when the company wants it and something changed [M-073]', () => {
    const announce = facts({ announcesTransfer: true });
    expect(
      sentTexts(after(open, { type: 'transfer', by: 9, userId: null, queueId: 8, note: null }, announce).effects),
    ).toEqual(['transfer']);
    expect(
      sentTexts(after(open, { type: 'transfer', by: 9, userId: 9, queueId: 3, note: null }, announce).effects),
    ).toEqual([]);
    expect(sentTexts(after(open, { type: 'transfer', by: 9, userId: null, queueId: 8, note: null }).effects)).toEqual(
      [],
    );
  });

  it('transferred to another queue goes on as a new ticket when the company wants it [M-074]', () => {
    const split = facts({ closesOnTransfer: true });
    const decision = after(open, { type: 'transfer', by: 9, userId: 5, queueId: 8, note: null }, split);
    expect(decision.ticket.status).toBe('closed');
    expect(decision.continuesAs).toMatchObject({ status: 'open', userId: 5, queueId: 8, botTurns: 0 });
    expect(
      after(open, { type: 'transfer', by: 9, userId: 5, queueId: 3, note: null }, split).continuesAs,
    ).toBeUndefined();
  });

  it.each([
    ['an open one', open, { status: 'open', userId: 4, queueId: 3 }],
    ['a group', { ...open, status: 'group', isGroup: true }, { status: 'group', userId: 4, queueId: 3 }],
    ['one without queue', { ...open, queueId: null }, { status: 'open', userId: 4, queueId: null }],
  ] as const)('taken over, %s stays where it is and tells who gave it and who has it', (_, ticket, expected) => {
    const decision = after(ticket, { type: 'take-over', by: 4, queueId: null, note: 'Eu resolvo' });
    expect(decision).toMatchObject({ ticket: expected, tracking: 'started' });
    expect(decision.log).toEqual([
      { type: 'transfered', userId: 9, queueId: ticket.queueId },
      { type: 'receivedTransfer', userId: 4, queueId: ticket.queueId },
    ]);
    expect(decision.effects).toEqual([{ type: 'note', text: 'Eu resolvo', by: 4 }]);
    expect(decision.continuesAs).toBeUndefined();
  });

  it('taken over tells the customer as a transfer does, and never splits', () => {
    const taking = { type: 'take-over', by: 4, queueId: 8, note: null } as const;
    const strict = facts({ announcesTransfer: true, closesOnTransfer: true });
    const decision = after({ ...open, queueId: null }, taking, strict);
    expect(sentTexts(decision.effects)).toEqual(['transfer']);
    expect(decision.ticket).toMatchObject({ status: 'open', userId: 4, queueId: 8 });
    expect(decision.continuesAs).toBeUndefined();
    expect(decide(aTicket(), taking, strict)).toEqual({ ok: false, code: 'ERR_TICKET_TRANSITION' });
  });

  it('asks for a rating before it closes, once, and never in groups or for the clock', () => {
    const rate = facts({ asksRating: true });
    expect(after(open, { type: 'close', by: { userId: 9 }, farewell: true }, rate)).toMatchObject({
      ticket: { status: 'nps', ratingTurns: 1 },
      log: [{ type: 'nps' }],
      tracking: 'asked',
    });
    for (const [ticket, command, ticketFacts] of [
      [open, { type: 'close', by: { userId: 9 }, farewell: false }, rate],
      [open, { type: 'close', by: 'clock', farewell: true }, rate],
      [open, { type: 'close', by: { userId: 9 }, farewell: true }, facts({ asksRating: true }, { isRated: true })],
      [{ ...open, status: 'group', isGroup: true }, { type: 'close', by: { userId: 9 }, farewell: true }, rate],
    ] as [TicketState, TicketCommand, TicketFacts][]) {
      expect(after(ticket, command, ticketFacts).ticket.status).toBe('closed');
    }
  });

  it('knows which commands its status allows [M-062]', () => {
    expect(Object.fromEntries(ticketStatuses.map((status) => [status, commandsFor(status)]))).toEqual({
      pending: ['accept', 'transfer', 'close', 'ignore', 'place'],
      open: ['return', 'transfer', 'take-over', 'close'],
      group: ['return', 'transfer', 'take-over', 'close'],
      closed: ['reopen'],
      lgpd: ['close', 'ignore', 'place'],
      nps: ['close'],
    });
  });
});

describe('under any commands', () => {
  const user = fc.integer({ min: 1, max: 4 });
  const queue = fc.integer({ min: 1, max: 3 });
  const command: fc.Arbitrary<TicketCommand> = fc.oneof(
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
  const anyFacts: fc.Arbitrary<TicketFacts> = fc.record({
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

  it('an open ticket has an attendant, a waiting one has none, and a group is never merely open [PB-02]', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.tuple(command, anyFacts), { maxLength: 60 }), (isGroup, steps) => {
        let ticket = aTicket({ isGroup });
        for (const [step, ticketFacts] of steps) {
          const result = decide(ticket, step, ticketFacts);
          if (!result.ok) continue;
          ticket = result.value.continuesAs ?? result.value.ticket;
          if (ticket.status === 'open' || ticket.status === 'group') expect(ticket.userId).not.toBeNull();
          if (ticket.status === 'pending') expect(ticket.userId).toBeNull();
          expect(ticket.status === 'open' && isGroup).toBe(false);
          expect(ticket.status === 'group' && !isGroup).toBe(false);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('a refused command is one the map does not allow, or a missing tag; nothing else refuses [PB-03]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ticketStatuses), command, anyFacts, (status, step, ticketFacts) => {
        const ticket = aTicket({ status, userId: status === 'open' ? 1 : null });
        const before = structuredClone(ticket);
        const result = decide(ticket, step, ticketFacts);
        expect(ticket).toEqual(before);
        if (result.ok) expect(allowedFrom[step.type]).toContain(status);
        else if (result.code === 'ERR_TICKET_TRANSITION') expect(allowedFrom[step.type]).not.toContain(status);
        else expect(ticketFacts.settings.requiresTag && !ticketFacts.contactHasTags).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('every transition is logged, and at most one text goes out for it [PB-04] [PB-07]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ticketStatuses), command, anyFacts, (status, step, ticketFacts) => {
        const result = decide(aTicket({ status, userId: 1 }), step, ticketFacts);
        if (!result.ok) return;
        expect(result.value.log.length).toBeGreaterThan(0);
        expect(sentTexts(result.value.effects).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });
});

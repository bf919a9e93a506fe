import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { after, anyCommand, anyFacts, facts, ticketWith } from './machine.fixture.ts';
import { allowedFrom, commandsFor, decide } from './machine.ts';
import { ticketStatuses, type TicketCommand, type TicketFacts, type TicketState } from './ticket.ts';

/** Number of random sequences. */
const sequenceRuns = process.env['PROOF'] === 'full' ? 20_000 : 400;

const sentTexts = (effects: { type: string; text?: string }[]) =>
  effects.flatMap((effect) => (effect.type === 'send-text' ? effect.text : []));
const open = ticketWith({ status: 'open', userId: 9, isBot: false });

describe('ticket state machine', () => {
  it('assigns an accepted ticket to the agent and opens it; a group keeps the status group [M-063]', () => {
    expect(after(ticketWith(), { type: 'accept', by: 7, queueId: null })).toMatchObject({
      ticket: { status: 'open', userId: 7, queueId: 3, isBot: false },
      log: [{ type: 'open', userId: 7, queueId: 3 }],
      cycle: 'started',
    });
    expect(after(ticketWith({ isGroup: true }), { type: 'accept', by: 7, queueId: 5 }).ticket).toMatchObject({
      status: 'group',
      queueId: 5,
    });
  });

  it('sends the greeting on accept if enabled, in groups only if they are treated as tickets [M-065]', () => {
    const accept = { type: 'accept', by: 7, queueId: null } as const;
    const groups = { isConnected: true, hasRatingText: true };
    expect(sentTexts(after(ticketWith(), accept, facts({ greetsOnAccept: true })).effects)).toEqual(['greeting']);
    expect(sentTexts(after(ticketWith(), accept).effects)).toEqual([]);
    expect(sentTexts(after(ticketWith({ isGroup: true }), accept, facts({ greetsOnAccept: true })).effects)).toEqual(
      [],
    );
    const asTicket = facts({ greetsOnAccept: true }, { connection: { ...groups, groupAsTicket: true } });
    expect(sentTexts(after(ticketWith({ isGroup: true }), accept, asTicket).effects)).toEqual(['greeting']);
  });

  it('makes a returned ticket pending without an agent [M-066]', () => {
    expect(after(open, { type: 'return' })).toMatchObject({
      ticket: { status: 'pending', userId: null, queueId: 3 },
      cycle: 'waiting',
    });
  });

  it('sends the farewell on close as requested; to a pending ticket only if enabled [M-067]', () => {
    expect(sentTexts(after(open, { type: 'close', by: { userId: 9 }, farewell: true }).effects)).toEqual(['farewell']);
    expect(sentTexts(after(open, { type: 'close', by: { userId: 9 }, farewell: false }).effects)).toEqual([]);
    const waiting = { type: 'close', by: 'admin', farewell: true } as const;
    expect(sentTexts(after(ticketWith(), waiting).effects)).toEqual([]);
    expect(sentTexts(after(ticketWith(), waiting, facts({ sendsFarewellWhileWaiting: true })).effects)).toEqual([
      'farewell',
    ]);
    expect(
      sentTexts(
        after(open, { type: 'close', by: { userId: 9 }, farewell: true }, facts({}, { connection: null })).effects,
      ),
    ).toEqual([]);
  });

  it('refuses a user to close without the required tag, but not the clock or an ignore [M-068]', () => {
    const strict = facts({ requiresTag: true }, { contactHasTags: false });
    expect(decide(open, { type: 'close', by: { userId: 9 }, farewell: true }, strict)).toEqual({
      ok: false,
      code: 'ERR_TICKET_NEEDS_TAG',
    });
    expect(after(open, { type: 'close', by: 'clock', farewell: false }, strict).log).toEqual([
      { type: 'autoClose', userId: null, queueId: 3 },
    ]);
    expect(after(ticketWith(), { type: 'ignore', by: 9 }, strict).ticket.status).toBe('closed');
  });

  it('closes an ignored ticket without a message and resets its bot turns [M-069]', () => {
    for (const status of ['pending', 'lgpd'] as const) {
      const decision = after(
        ticketWith({ status }),
        { type: 'ignore', by: 9 },
        facts({ sendsFarewellWhileWaiting: true }),
      );
      expect(decision).toMatchObject({ ticket: { status: 'closed', botTurns: 0 }, cycle: 'finished' });
      expect(sentTexts(decision.effects)).toEqual([]);
    }
    expect(decide(open, { type: 'ignore', by: 9 }, facts()).ok).toBe(false);
  });

  it('assigns a reopened ticket to the agent; a group gets the status group [M-070]', () => {
    expect(after(ticketWith({ status: 'closed' }), { type: 'reopen', by: 4 })).toMatchObject({
      ticket: { status: 'open', userId: 4 },
      log: [{ type: 'reopen', userId: 4 }],
    });
    expect(after(ticketWith({ status: 'closed', isGroup: true }), { type: 'reopen', by: 4 }).ticket.status).toBe(
      'group',
    );
  });

  it.each([
    [
      'to a user',
      open,
      { userId: 5, queueId: 8 },
      { status: 'open', userId: 5, queueId: 8 },
      ['transfered', 'receivedTransfer'],
    ],
    ['to a queue', open, { userId: null, queueId: 8 }, { status: 'pending', userId: null, queueId: 8 }, ['transfered']],
    [
      'a group to a user',
      { ...open, status: 'group', isGroup: true },
      { userId: 5, queueId: 3 },
      { status: 'group', userId: 5 },
      ['transfered', 'receivedTransfer'],
    ],
  ] as const)('transfers %s [M-071]', (_, ticket, to, expected, log) => {
    const decision = after(ticket, { type: 'transfer', by: 9, ...to, note: 'Cliente antiga' });
    expect(decision.ticket).toMatchObject(expected);
    expect(decision.log.map((entry) => entry.type)).toEqual(log);
    expect(decision.effects).toEqual([{ type: 'end-bot' }, { type: 'note', text: 'Cliente antiga', by: 9 }]);
  });

  it('announces a transfer to the customer if enabled and if queue or agent changed [M-073]', () => {
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

  it('continues a transfer to another queue in a new ticket if enabled [M-074]', () => {
    const split = facts({ closesOnTransfer: true });
    const decision = after(open, { type: 'transfer', by: 9, userId: 5, queueId: 8, note: null }, split);
    expect(decision.ticket.status).toBe('closed');
    expect(decision.continuesAs).toMatchObject({ status: 'open', userId: 5, queueId: 8, botTurns: 0 });
    expect(
      after(open, { type: 'transfer', by: 9, userId: 5, queueId: 3, note: null }, split).continuesAs,
    ).toBeUndefined();
  });

  it.each([
    ['an open ticket', open, { status: 'open', userId: 4, queueId: 3 }],
    ['a group', { ...open, status: 'group', isGroup: true }, { status: 'group', userId: 4, queueId: 3 }],
    ['a ticket without a queue', { ...open, queueId: null }, { status: 'open', userId: 4, queueId: null }],
  ] as const)('takes over %s in its status and queue and logs both agents', (_, ticket, expected) => {
    const decision = after(ticket, { type: 'take-over', by: 4, queueId: null, note: 'Eu resolvo' });
    expect(decision).toMatchObject({ ticket: expected, cycle: 'started' });
    expect(decision.log).toEqual([
      { type: 'transfered', userId: 9, queueId: ticket.queueId },
      { type: 'receivedTransfer', userId: 4, queueId: ticket.queueId },
    ]);
    expect(decision.effects).toEqual([{ type: 'note', text: 'Eu resolvo', by: 4 }]);
    expect(decision.continuesAs).toBeUndefined();
  });

  it('announces a take-over like a transfer and never continues in a new ticket', () => {
    const taking = { type: 'take-over', by: 4, queueId: 8, note: null } as const;
    const strict = facts({ announcesTransfer: true, closesOnTransfer: true });
    const decision = after({ ...open, queueId: null }, taking, strict);
    expect(sentTexts(decision.effects)).toEqual(['transfer']);
    expect(decision.ticket).toMatchObject({ status: 'open', userId: 4, queueId: 8 });
    expect(decision.continuesAs).toBeUndefined();
    expect(decide(ticketWith(), taking, strict)).toEqual({ ok: false, code: 'ERR_TICKET_TRANSITION' });
  });

  it('asks for a rating before a user closes; not twice, not in groups and not for the clock', () => {
    const rate = facts({ asksRating: true });
    expect(after(open, { type: 'close', by: { userId: 9 }, farewell: true }, rate)).toMatchObject({
      ticket: { status: 'nps', ratingTurns: 1 },
      log: [{ type: 'nps' }],
      cycle: 'asked',
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

  it('lists the commands of each status [M-062]', () => {
    expect(Object.fromEntries(ticketStatuses.map((status) => [status, commandsFor(status)]))).toEqual({
      pending: ['accept', 'transfer', 'close', 'ignore', 'assign'],
      open: ['return', 'transfer', 'take-over', 'close'],
      group: ['return', 'transfer', 'take-over', 'close'],
      closed: ['reopen'],
      lgpd: ['close', 'ignore', 'assign'],
      nps: ['close', 'reopen'],
    });
  });
});

describe('ticket state machine, for any commands', () => {
  it(
    'open tickets have an agent, pending ones have none, and groups never get the status open [PB-02]',
    { timeout: 300_000 },
    () => {
      fc.assert(
        fc.property(
          fc.boolean(),
          fc.array(fc.tuple(anyCommand, anyFacts), { maxLength: 60, size: 'max' }),
          (isGroup, steps) => {
            let ticket = ticketWith({ isGroup });
            for (const [step, ticketFacts] of steps) {
              const result = decide(ticket, step, ticketFacts);
              if (!result.ok) continue;
              ticket = result.value.continuesAs ?? result.value.ticket;
              if (ticket.status === 'open' || ticket.status === 'group') expect(ticket.userId).not.toBeNull();
              if (ticket.status === 'pending') expect(ticket.userId).toBeNull();
              expect(ticket.status === 'open' && isGroup).toBe(false);
              expect(ticket.status === 'group' && !isGroup).toBe(false);
            }
          },
        ),
        { numRuns: sequenceRuns },
      );
    },
  );

  it('refuses only commands that the status does not allow, or a missing tag [PB-03]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ticketStatuses), anyCommand, anyFacts, (status, step, ticketFacts) => {
        const ticket = ticketWith({ status, userId: status === 'open' ? 1 : null });
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

  it('logs every transition and sends at most one text [PB-04] [PB-07]', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ticketStatuses), anyCommand, anyFacts, (status, step, ticketFacts) => {
        const result = decide(ticketWith({ status, userId: 1 }), step, ticketFacts);
        if (!result.ok) return;
        expect(result.value.log.length).toBeGreaterThan(0);
        expect(sentTexts(result.value.effects).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });
});

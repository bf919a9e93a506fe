import { describe, expect, it } from 'vitest';
import { AppError } from '../../infrastructure/app-error.ts';
import { parseCommand, type LegacyTicketUpdate } from './tickets.wire.ts';

const ME = 7;
const OTHER = 8;
const pending = { status: 'pending', queueId: 3, userId: null } as const;
const awaitingConsent = { status: 'lgpd', queueId: null, userId: null } as const;
const ownTicket = { status: 'open', queueId: 3, userId: ME } as const;
const otherAgentTicket = { status: 'open', queueId: 3, userId: OTHER } as const;
const group = { status: 'group', queueId: null, userId: null } as const;
const rated = { status: 'nps', queueId: 3, userId: ME } as const;
const closed = { status: 'closed', queueId: 3, userId: OTHER } as const;
type Ticket = Parameters<typeof parseCommand>[1];
const parseError = (change: LegacyTicketUpdate, ticket: Ticket) => {
  try {
    return parseCommand(change, ticket, ME);
  } catch (error) {
    return error instanceof AppError ? error.fields[0] : error;
  }
};

describe('parseCommand [M-078]', () => {
  it.each<[string, LegacyTicketUpdate, Ticket, object]>([
    ['accepts a pending ticket', { status: 'open', userId: ME }, pending, { type: 'accept', by: ME, queueId: null }],
    ['accepts into a queue', { status: 'open', queueId: 5 }, pending, { type: 'accept', by: ME, queueId: 5 }],
    ['accepts a group', { status: 'group', userId: ME }, pending, { type: 'accept', by: ME, queueId: null }],
    ['accepts without a user', { status: 'open', userId: null }, pending, { type: 'accept', by: ME }],
    [
      'transfers a pending ticket to another user',
      { status: 'open', userId: OTHER },
      pending,
      { type: 'transfer', by: ME, userId: OTHER, queueId: 3, note: null },
    ],
    [
      'transfers an own ticket to another user',
      { status: 'open', userId: OTHER, queueId: 5 },
      ownTicket,
      { type: 'transfer', userId: OTHER, queueId: 5 },
    ],
    ['returns an open ticket', { status: 'pending', userId: null }, ownTicket, { type: 'return' }],
    ['reopens a closed ticket', { status: 'open', userId: ME }, closed, { type: 'reopen', by: ME }],
    ['reopens a ticket that waits for a rating', { status: 'open', userId: ME }, rated, { type: 'reopen', by: ME }],
    ['reopens a closed group', { status: 'group' }, { ...closed, queueId: null }, { type: 'reopen', by: ME }],
    ['closes with a farewell', { status: 'closed' }, ownTicket, { type: 'close', by: { userId: ME }, farewell: true }],
    [
      'closes without a farewell',
      { status: 'closed', sendFarewellMessage: false },
      ownTicket,
      { type: 'close', by: { userId: ME }, farewell: false },
    ],
    ['ignores a pending ticket', { status: 'closed', sendFarewellMessage: false }, pending, { type: 'ignore', by: ME }],
    [
      'ignores a ticket that waits for consent',
      { status: 'closed', sendFarewellMessage: false },
      awaitingConsent,
      { type: 'ignore' },
    ],
    ['closes a pending ticket with a farewell', { status: 'closed' }, pending, { type: 'close', farewell: true }],
    [
      'transfers to a queue with a note',
      { isTransfered: true, status: 'pending', userId: null, queueId: 5, msgTransfer: 'nota' },
      ownTicket,
      { type: 'transfer', by: ME, userId: null, queueId: 5, note: 'nota' },
    ],
    [
      'transfers within the queue to a user',
      { isTransfered: true, status: 'open', userId: OTHER },
      otherAgentTicket,
      { type: 'transfer', by: ME, userId: OTHER, queueId: 3, note: null },
    ],
    [
      'takes over a ticket of another user',
      { isTransfered: true, status: 'open', userId: ME },
      otherAgentTicket,
      { type: 'take-over', by: ME, queueId: null, note: null },
    ],
    [
      'takes over a ticket without a queue into a queue',
      { isTransfered: true, userId: ME, queueId: 5, msgTransfer: 'nota', fromUserId: OTHER },
      { ...otherAgentTicket, queueId: null },
      { type: 'take-over', by: ME, queueId: 5, note: 'nota' },
    ],
    [
      'transfers to the actor and another queue',
      { isTransfered: true, userId: ME, queueId: 5 },
      otherAgentTicket,
      { type: 'transfer', by: ME, userId: ME, queueId: 5 },
    ],
    [
      'transfers an own ticket to another queue',
      { isTransfered: true, userId: ME, queueId: 5 },
      ownTicket,
      { type: 'transfer', by: ME, userId: ME, queueId: 5 },
    ],
  ])('%s', (_, change, ticket, command) => {
    expect(parseCommand(change, ticket, ME).command).toMatchObject(command);
  });

  it.each<[string, LegacyTicketUpdate, Ticket, object]>([
    ['an empty body', {}, ownTicket, {}],
    ['the current state', { status: 'open', userId: ME, queueId: 3 }, ownTicket, {}],
    ['a group without an agent', { status: 'group' }, group, {}],
    ['a ticket that is pending already', { status: 'pending' }, pending, {}],
    ['another agent accepted first', { status: 'open', userId: ME }, otherAgentTicket, { isTooLate: true }],
    [
      'another agent took it over',
      { isTransfered: true, userId: ME, fromUserId: 9 },
      otherAgentTicket,
      { isTooLate: true },
    ],
    ['a queue alone', { queueId: 5 }, pending, { set: { queueId: 5 }, queueId: 5 }],
    ['the queue removed', { queueId: null }, pending, { set: { queueId: null }, queueId: null }],
    ['an explicit 0', { amountUsedBotQueues: 0 }, ownTicket, { set: { botTurns: 0 } }],
    ['integration off', { useIntegration: false }, ownTicket, { set: { usesIntegration: false } }],
  ])('gives no command for %s', (_, change, ticket, expected) => {
    expect(parseCommand(change, ticket, ME)).toEqual(expected);
  });

  it('sets the other fields with every command', () => {
    const more = { useIntegration: false, amountUsedBotQueues: 0 };
    for (const [change, ticket] of [
      [{ status: 'open' }, pending],
      [{ status: 'open' }, closed],
      [{ status: 'pending' }, ownTicket],
      [{ status: 'closed' }, ownTicket],
      [{ isTransfered: true, queueId: 5 }, ownTicket],
    ] as const) {
      expect(parseCommand({ ...change, ...more }, ticket, ME).set).toEqual({ usesIntegration: false, botTurns: 0 });
    }
  });

  it.each<[string, LegacyTicketUpdate, Ticket, object]>([
    ['the status nps', { status: 'nps' }, ownTicket, { field: 'status' }],
    ['the status lgpd', { status: 'lgpd' }, pending, { field: 'status' }],
    [
      'a transfer without a queue',
      { isTransfered: true, userId: OTHER },
      awaitingConsent,
      { field: 'queueId', rule: 'required' },
    ],
  ])('refuses %s', (_, change, ticket, expected) => {
    expect(parseError(change, ticket)).toMatchObject(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { AppError } from '../../infrastructure/app-error.ts';
import { parseCommand, type LegacyTicketUpdate } from './tickets.wire.ts';

const ME = 7;
const OTHER = 8;
const waiting = { status: 'pending', queueId: 3, userId: null } as const;
const consenting = { status: 'lgpd', queueId: null, userId: null } as const;
const ownTicket = { status: 'open', queueId: 3, userId: ME } as const;
const otherAgentTicket = { status: 'open', queueId: 3, userId: OTHER } as const;
const group = { status: 'group', queueId: null, userId: null } as const;
const closed = { status: 'closed', queueId: 3, userId: OTHER } as const;
type Ticket = Parameters<typeof parseCommand>[1];
const parseError = (change: LegacyTicketUpdate, ticket: Ticket) => {
  try {
    return parseCommand(change, ticket, ME);
  } catch (error) {
    return error instanceof AppError ? error.fields[0] : error;
  }
};

describe('the fat body of a change [M-078]', () => {
  it.each<[string, LegacyTicketUpdate, Ticket, object]>([
    ['accepts what waits', { status: 'open', userId: ME }, waiting, { type: 'accept', by: ME, queueId: null }],
    ['accepts into a queue', { status: 'open', queueId: 5 }, waiting, { type: 'accept', by: ME, queueId: 5 }],
    ['accepts a group', { status: 'group', userId: ME }, waiting, { type: 'accept', by: ME, queueId: null }],
    ['accepts without naming a person', { status: 'open', userId: null }, waiting, { type: 'accept', by: ME }],
    [
      'hands what waits to another',
      { status: 'open', userId: OTHER },
      waiting,
      { type: 'transfer', by: ME, userId: OTHER, queueId: 3, note: null },
    ],
    [
      'hands what is mine to another',
      { status: 'open', userId: OTHER, queueId: 5 },
      ownTicket,
      { type: 'transfer', userId: OTHER, queueId: 5 },
    ],
    ['returns what is attended', { status: 'pending', userId: null }, ownTicket, { type: 'return' }],
    ['reopens what is closed', { status: 'open', userId: ME }, closed, { type: 'reopen', by: ME }],
    ['reopens a closed group', { status: 'group' }, { ...closed, queueId: null }, { type: 'reopen', by: ME }],
    ['closes with a farewell', { status: 'closed' }, ownTicket, { type: 'close', by: { userId: ME }, farewell: true }],
    [
      'closes without one',
      { status: 'closed', sendFarewellMessage: false },
      ownTicket,
      { type: 'close', by: { userId: ME }, farewell: false },
    ],
    ['ignores what waits', { status: 'closed', sendFarewellMessage: false }, waiting, { type: 'ignore', by: ME }],
    [
      'ignores what waits for consent',
      { status: 'closed', sendFarewellMessage: false },
      consenting,
      { type: 'ignore' },
    ],
    ['closes what waits with a farewell', { status: 'closed' }, waiting, { type: 'close', farewell: true }],
    [
      'transfers to a queue with a note',
      { isTransfered: true, status: 'pending', userId: null, queueId: 5, msgTransfer: 'nota' },
      ownTicket,
      { type: 'transfer', by: ME, userId: null, queueId: 5, note: 'nota' },
    ],
    [
      'transfers within the queue to a person',
      { isTransfered: true, status: 'open', userId: OTHER },
      otherAgentTicket,
      { type: 'transfer', by: ME, userId: OTHER, queueId: 3, note: null },
    ],
    [
      'takes over what another has in hand',
      { isTransfered: true, status: 'open', userId: ME },
      otherAgentTicket,
      { type: 'take-over', by: ME, queueId: null, note: null },
    ],
    [
      'takes over into a queue when there was none',
      { isTransfered: true, userId: ME, queueId: 5, msgTransfer: 'nota', fromUserId: OTHER },
      { ...otherAgentTicket, queueId: null },
      { type: 'take-over', by: ME, queueId: 5, note: 'nota' },
    ],
    [
      'transfers to me and another queue together',
      { isTransfered: true, userId: ME, queueId: 5 },
      otherAgentTicket,
      { type: 'transfer', by: ME, userId: ME, queueId: 5 },
    ],
    [
      'transfers what is mine to my other queue',
      { isTransfered: true, userId: ME, queueId: 5 },
      ownTicket,
      { type: 'transfer', by: ME, userId: ME, queueId: 5 },
    ],
  ])('%s', (_, change, ticket, command) => {
    expect(parseCommand(change, ticket, ME).command).toMatchObject(command);
  });

  it.each<[string, LegacyTicketUpdate, Ticket, object]>([
    ['nothing to say', {}, ownTicket, {}],
    ['what is already so', { status: 'open', userId: ME, queueId: 3 }, ownTicket, {}],
    ['a group that is nobody’s', { status: 'group' }, group, {}],
    ['what already waits', { status: 'pending' }, waiting, {}],
    ['somebody came first', { status: 'open', userId: ME }, otherAgentTicket, { isTooLate: true }],
    [
      'somebody else took it over',
      { isTransfered: true, userId: ME, fromUserId: 9 },
      otherAgentTicket,
      { isTooLate: true },
    ],
    ['a queue alone', { queueId: 5 }, waiting, { set: { queueId: 5 }, queueId: 5 }],
    ['no queue any more', { queueId: null }, waiting, { set: { queueId: null }, queueId: null }],
    ['an explicit nought', { amountUsedBotQueues: 0 }, ownTicket, { set: { botTurns: 0 } }],
    ['integration off', { useIntegration: false }, ownTicket, { set: { usesIntegration: false } }],
  ])('is no step of the machine: %s', (_, change, ticket, expected) => {
    expect(parseCommand(change, ticket, ME)).toEqual(expected);
  });

  it('keeps its other fields beside every command', () => {
    const more = { useIntegration: false, amountUsedBotQueues: 0 };
    for (const [change, ticket] of [
      [{ status: 'open' }, waiting],
      [{ status: 'open' }, closed],
      [{ status: 'pending' }, ownTicket],
      [{ status: 'closed' }, ownTicket],
      [{ isTransfered: true, queueId: 5 }, ownTicket],
    ] as const) {
      expect(parseCommand({ ...change, ...more }, ticket, ME).set).toEqual({ usesIntegration: false, botTurns: 0 });
    }
  });

  it.each<[string, LegacyTicketUpdate, Ticket, object]>([
    ['a rating asked for', { status: 'nps' }, ownTicket, { field: 'status' }],
    ['a consent asked for', { status: 'lgpd' }, waiting, { field: 'status' }],
    [
      'a transfer to nowhere',
      { isTransfered: true, userId: OTHER },
      consenting,
      { field: 'queueId', rule: 'required' },
    ],
  ])('is refused: %s', (_, change, ticket, expected) => {
    expect(parseError(change, ticket)).toMatchObject(expected);
  });
});

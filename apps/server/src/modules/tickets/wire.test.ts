import { describe, expect, it } from 'vitest';
import { Refusal } from '../../foundation/refusal.ts';
import { readCommand, type FatChange } from './tickets.wire.ts';

const ME = 7;
const OTHER = 8;
const waiting = { status: 'pending', queueId: 3, userId: null } as const;
const consenting = { status: 'lgpd', queueId: null, userId: null } as const;
const mine = { status: 'open', queueId: 3, userId: ME } as const;
const theirs = { status: 'open', queueId: 3, userId: OTHER } as const;
const group = { status: 'group', queueId: null, userId: null } as const;
const closed = { status: 'closed', queueId: 3, userId: OTHER } as const;
type Ticket = Parameters<typeof readCommand>[1];
const refused = (change: FatChange, ticket: Ticket) => {
  try {
    return readCommand(change, ticket, ME);
  } catch (fault) {
    return fault instanceof Refusal ? fault.fields[0] : fault;
  }
};

describe('the fat body of a change [M-078]', () => {
  it.each<[string, FatChange, Ticket, object]>([
    ['accepts what waits', { status: 'open', userId: ME }, waiting, { do: 'accept', by: ME, queueId: null }],
    ['accepts into a queue', { status: 'open', queueId: 5 }, waiting, { do: 'accept', by: ME, queueId: 5 }],
    ['accepts a group', { status: 'group', userId: ME }, waiting, { do: 'accept', by: ME, queueId: null }],
    ['accepts without naming a person', { status: 'open', userId: null }, waiting, { do: 'accept', by: ME }],
    [
      'hands what waits to another',
      { status: 'open', userId: OTHER },
      waiting,
      { do: 'transfer', by: ME, userId: OTHER, queueId: 3, note: null },
    ],
    [
      'hands what is mine to another',
      { status: 'open', userId: OTHER, queueId: 5 },
      mine,
      { do: 'transfer', userId: OTHER, queueId: 5 },
    ],
    ['returns what is attended', { status: 'pending', userId: null }, mine, { do: 'return' }],
    ['reopens what is closed', { status: 'open', userId: ME }, closed, { do: 'reopen', by: ME }],
    ['reopens a closed group', { status: 'group' }, { ...closed, queueId: null }, { do: 'reopen', by: ME }],
    ['closes with a farewell', { status: 'closed' }, mine, { do: 'close', by: { person: ME }, farewell: true }],
    [
      'closes without one',
      { status: 'closed', sendFarewellMessage: false },
      mine,
      { do: 'close', by: { person: ME }, farewell: false },
    ],
    ['ignores what waits', { status: 'closed', sendFarewellMessage: false }, waiting, { do: 'ignore', by: ME }],
    ['ignores what waits for consent', { status: 'closed', sendFarewellMessage: false }, consenting, { do: 'ignore' }],
    ['closes what waits with a farewell', { status: 'closed' }, waiting, { do: 'close', farewell: true }],
    [
      'transfers to a queue with a note',
      { isTransfered: true, status: 'pending', userId: null, queueId: 5, msgTransfer: 'nota' },
      mine,
      { do: 'transfer', by: ME, userId: null, queueId: 5, note: 'nota' },
    ],
    [
      'transfers within the queue to a person',
      { isTransfered: true, status: 'open', userId: OTHER },
      theirs,
      { do: 'transfer', by: ME, userId: OTHER, queueId: 3, note: null },
    ],
    [
      'takes over what another has in hand',
      { isTransfered: true, status: 'open', userId: ME },
      theirs,
      { do: 'take-over', by: ME, queueId: null, note: null },
    ],
    [
      'takes over into a queue when there was none',
      { isTransfered: true, userId: ME, queueId: 5, msgTransfer: 'nota', fromUserId: OTHER },
      { ...theirs, queueId: null },
      { do: 'take-over', by: ME, queueId: 5, note: 'nota' },
    ],
    [
      'transfers to me and another queue together',
      { isTransfered: true, userId: ME, queueId: 5 },
      theirs,
      { do: 'transfer', by: ME, userId: ME, queueId: 5 },
    ],
    [
      'transfers what is mine to my other queue',
      { isTransfered: true, userId: ME, queueId: 5 },
      mine,
      { do: 'transfer', by: ME, userId: ME, queueId: 5 },
    ],
  ])('%s', (_, change, ticket, command) => {
    expect(readCommand(change, ticket, ME).command).toMatchObject(command);
  });

  it.each<[string, FatChange, Ticket, object]>([
    ['nothing to say', {}, mine, {}],
    ['what is already so', { status: 'open', userId: ME, queueId: 3 }, mine, {}],
    ['a group that is nobody’s', { status: 'group' }, group, {}],
    ['what already waits', { status: 'pending' }, waiting, {}],
    ['somebody came first', { status: 'open', userId: ME }, theirs, { isTooLate: true }],
    ['somebody else took it over', { isTransfered: true, userId: ME, fromUserId: 9 }, theirs, { isTooLate: true }],
    ['a queue alone', { queueId: 5 }, waiting, { set: { queueId: 5 }, queueId: 5 }],
    ['no queue any more', { queueId: null }, waiting, { set: { queueId: null }, queueId: null }],
    ['an explicit nought', { amountUsedBotQueues: 0 }, mine, { set: { botTurns: 0 } }],
    ['integration off', { useIntegration: false }, mine, { set: { usesIntegration: false } }],
  ])('is no step of the machine: %s', (_, change, ticket, wish) => {
    expect(readCommand(change, ticket, ME)).toEqual(wish);
  });

  it('keeps its other fields beside every command', () => {
    const more = { useIntegration: false, amountUsedBotQueues: 0 };
    for (const [change, ticket] of [
      [{ status: 'open' }, waiting],
      [{ status: 'open' }, closed],
      [{ status: 'pending' }, mine],
      [{ status: 'closed' }, mine],
      [{ isTransfered: true, queueId: 5 }, mine],
    ] as const) {
      expect(readCommand({ ...change, ...more }, ticket, ME).set).toEqual({ usesIntegration: false, botTurns: 0 });
    }
  });

  it.each<[string, FatChange, Ticket, object]>([
    ['a rating asked for', { status: 'nps' }, mine, { field: 'status' }],
    ['a consent asked for', { status: 'lgpd' }, waiting, { field: 'status' }],
    [
      'a transfer to nowhere',
      { isTransfered: true, userId: OTHER },
      consenting,
      { field: 'queueId', rule: 'required' },
    ],
  ])('is refused: %s', (_, change, ticket, fault) => {
    expect(refused(change, ticket)).toMatchObject(fault);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userFlags, type UserFlag } from '../policy/actor.ts';
import { isInScope, isListed, isUnreadOf, isWaitingElsewhere, ticketScope, type ListedTicket } from './scope.ts';

const ME = 5;
const viewer = (flags: UserFlag[] = [], profile: 'user' | 'admin' = 'user') => ({
  userId: ME,
  profile,
  flags: new Set(flags),
  queueIds: [10, 11],
  connectionId: null,
});
type UnreadTicket = ListedTicket & { hasUnread: boolean };
const ticket = (changes: Partial<UnreadTicket> = {}): UnreadTicket => ({
  status: 'open',
  userId: ME,
  queueId: 10,
  isGroup: false,
  connectionId: null,
  hasUnread: true,
  ...changes,
});
const waiting = { status: 'pending', userId: null } as const;
const group = { status: 'group', isGroup: true, userId: null } as const;

const anyViewer = fc.record({
  userId: fc.constant(ME),
  profile: fc.constantFrom('user' as const, 'admin' as const),
  flags: fc.subarray([...userFlags]).map((flags): ReadonlySet<UserFlag> => new Set(flags)),
  queueIds: fc.subarray([10, 11]),
  connectionId: fc.constant(null),
});
const anyTicket: fc.Arbitrary<UnreadTicket> = fc.record({
  status: fc.constantFrom('pending', 'open', 'group', 'closed', 'lgpd', 'nps'),
  userId: fc.constantFrom(null, ME, 6),
  queueId: fc.constantFrom(null, 10, 11, 99),
  isGroup: fc.boolean(),
  connectionId: fc.constantFrom(null, 3),
  hasUnread: fc.boolean(),
});

describe('isUnreadOf', () => {
  it.each<[string, Partial<UnreadTicket>, UserFlag[], boolean]>([
    ['own ticket: yes', {}, [], true],
    ['own ticket without unread messages: no', { hasUnread: false }, [], false],
    ['own ticket in a foreign queue: yes', { queueId: 99 }, [], true],
    ['own pending ticket: yes', { status: 'pending' }, [], true],
    ['own ticket that waits for a rating: no', { status: 'nps' }, [], false],
    ['own ticket that waits for consent: no', { status: 'lgpd' }, [], false],
    ['ticket of a colleague: no', { userId: 6 }, [], false],
    ['ticket of a colleague, readable with allUserChat: no', { userId: 6 }, ['allUserChat'], false],
    ['pending in an own queue: yes', waiting, [], true],
    ['pending in a foreign queue: no', { ...waiting, queueId: 99 }, [], false],
    ['pending without a queue: no', { ...waiting, queueId: null }, [], false],
    ['pending without a queue, with allTicket: yes', { ...waiting, queueId: null }, ['allTicket'], true],
    ['group in an own queue, with allowGroup: yes', group, ['allowGroup'], true],
    ['group of a colleague, with allowGroup: yes', { ...group, userId: 6 }, ['allowGroup'], true],
    ['group without a queue, with allowGroup: yes', { ...group, queueId: null }, ['allowGroup'], true],
    ['group in a foreign queue, with allowGroup: no', { ...group, queueId: 99 }, ['allowGroup'], false],
    ['group, without allowGroup: no', group, [], false],
  ])('%s', (_, changes, flags, expected) => {
    expect(isUnreadOf(viewer(flags), ticket(changes))).toBe(expected);
  });

  it('has no exception for administrators: a ticket of a colleague or in a foreign queue does not count', () => {
    const admin = viewer([], 'admin');
    for (const changes of [{ userId: 6 }, { ...waiting, queueId: 99 }, { ...waiting, queueId: null }])
      expect(isUnreadOf(admin, ticket(changes)), JSON.stringify(changes)).toBe(false);
  });

  it('is true only for readable tickets with unread messages', () => {
    fc.assert(
      fc.property(anyViewer, anyTicket, (anyone, any) => {
        if (isUnreadOf(anyone, any)) expect(any.hasUnread && isInScope(ticketScope(anyone), any)).toBe(true);
      }),
    );
  });

  it('is true for the unread tickets that the tabs open, pending and group list without filters', () => {
    fc.assert(
      fc.property(anyViewer, anyTicket, (anyone, any) => {
        const isOnTab = (['open', 'pending', 'group'] as const).some((tab) =>
          isListed(anyone, { tab, showAll: false, queueIds: [] }, any),
        );
        if (any.hasUnread && isOnTab) expect(isUnreadOf(anyone, any)).toBe(true);
      }),
    );
  });
});

describe('isWaitingElsewhere', () => {
  const admin = viewer([], 'admin');
  it.each<[string, Partial<UnreadTicket>, boolean]>([
    ['in a foreign queue: yes', { ...waiting, queueId: 99 }, true],
    ['without a queue: yes', { ...waiting, queueId: null }, true],
    ['in an own queue: no', waiting, false],
    ['assigned to a colleague: no', { status: 'pending', userId: 6, queueId: 99 }, false],
    ['waiting for consent: no', { ...waiting, status: 'lgpd', queueId: 99 }, false],
    ['open: no', { userId: null, queueId: 99 }, false],
  ])('for an administrator, %s', (_, changes, expected) => {
    expect(isWaitingElsewhere(admin, ticket(changes))).toBe(expected);
  });

  it('is false for an administrator with allTicket if the ticket has no queue', () => {
    expect(isWaitingElsewhere(viewer(['allTicket'], 'admin'), ticket({ ...waiting, queueId: null }))).toBe(false);
  });

  it('is false for users who do not read every ticket', () => {
    expect(isWaitingElsewhere(viewer(['allUserChat']), ticket({ ...waiting, queueId: 99 }))).toBe(false);
  });
});

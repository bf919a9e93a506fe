import { describe, expect, it } from 'vitest';
import type { UserFlag } from '../policy/actor.ts';
import { isNotified, type NotifiableTicket } from './notification.ts';

const ME = 5;
const viewer = (flags: UserFlag[] = [], profile: 'user' | 'admin' = 'user') => ({
  userId: ME,
  profile,
  flags: new Set(flags),
  queueIds: [10, 11],
});
const ticket = (changes: Partial<NotifiableTicket> = {}): NotifiableTicket => ({
  status: 'open',
  userId: ME,
  queueId: 10,
  isGroup: false,
  groupAsTicket: false,
  ...changes,
});
const waiting = { status: 'pending', userId: null } as const;
const group = { status: 'group', isGroup: true, userId: null } as const;

describe('isNotified', () => {
  it.each<[string, Partial<NotifiableTicket>, UserFlag[], boolean]>([
    ['own ticket: yes', {}, [], true],
    ['ticket of a colleague: no', { userId: 6 }, [], false],
    ['ticket of a colleague, readable with allUserChat: no', { userId: 6 }, ['allUserChat'], false],
    ['own ticket in a foreign queue: no', { queueId: 99 }, ['allTicket', 'allUserChat'], false],
    ['without a queue: no', { queueId: null }, [], false],
    ['without a queue, with allTicket: yes', { queueId: null }, ['allTicket'], true],
    ['pending and unassigned in an own queue: yes', waiting, [], true],
    ['pending without a queue, with allTicket: yes', { ...waiting, queueId: null }, ['allTicket'], true],
    ['pending and assigned to a colleague: no', { status: 'pending', userId: 6 }, [], false],
  ])('%s [M-308]', (_, changes, flags, expected) => {
    expect(isNotified(viewer(flags), { showNotificationPending: true }, ticket(changes))).toBe(expected);
  });

  it.each<[string, Partial<NotifiableTicket>, UserFlag[], { showNotificationPending: boolean }, boolean]>([
    ['pending, notifications of pending tickets disabled: no', waiting, [], { showNotificationPending: false }, false],
    ['open, notifications of pending tickets disabled: yes', {}, [], { showNotificationPending: false }, true],
    ['group, not treated as a ticket: no', group, ['allowGroup'], { showNotificationPending: true }, false],
    [
      'group treated as a ticket: yes',
      { ...group, groupAsTicket: true },
      ['allowGroup'],
      { showNotificationPending: false },
      true,
    ],
    ['group, without allowGroup: no', { ...group, groupAsTicket: true }, [], { showNotificationPending: true }, false],
    [
      'pending group, without allowGroup: no',
      { ...waiting, isGroup: true, groupAsTicket: true },
      [],
      { showNotificationPending: true },
      false,
    ],
    ['waiting for consent: no', { status: 'lgpd', userId: null }, [], { showNotificationPending: true }, false],
    ['waiting for a rating: no', { status: 'nps' }, [], { showNotificationPending: true }, false],
  ])('%s [M-309]', (_, changes, flags, settings, expected) => {
    expect(isNotified(viewer(flags), settings, ticket(changes))).toBe(expected);
  });

  it('group, administrator without allowGroup: yes', () => {
    const expected = isNotified(
      viewer([], 'admin'),
      { showNotificationPending: true },
      ticket({ ...group, groupAsTicket: true }),
    );
    expect(expected).toBe(true);
  });
});

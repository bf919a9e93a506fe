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
const ticket = (own: Partial<NotifiableTicket> = {}): NotifiableTicket => ({
  status: 'open',
  userId: ME,
  queueId: 10,
  isGroup: false,
  groupAsTicket: false,
  ...own,
});
const waiting = { status: 'pending', userId: null } as const;
const group = { status: 'group', isGroup: true, userId: null } as const;

describe('a new message rings', () => {
  it.each<[string, Partial<NotifiableTicket>, UserFlag[], boolean]>([
    ['for whoever has it', {}, [], true],
    ['not for a colleague of its attendant', { userId: 6 }, [], false],
    ['not for one who may only look at it', { userId: 6 }, ['allUserChat'], false],
    ['not in a queue of others', { queueId: 99 }, ['allTicket', 'allUserChat'], false],
    ['without queue not for everybody', { queueId: null }, [], false],
    ['without queue for those with allTicket', { queueId: null }, ['allTicket'], true],
    ['while it waits, for everyone of its queue', waiting, [], true],
    ['while it waits without queue, for those with allTicket', { ...waiting, queueId: null }, ['allTicket'], true],
    ['while it waits for somebody else, not', { status: 'pending', userId: 6 }, [], false],
  ])('%s [M-308]', (_, own, flags, expected) => {
    expect(isNotified(viewer(flags), { showNotificationPending: true }, ticket(own))).toBe(expected);
  });

  it.each<[string, Partial<NotifiableTicket>, UserFlag[], { showNotificationPending: boolean }, boolean]>([
    ['waiting, where the company wants quiet', waiting, [], { showNotificationPending: false }, false],
    ['attended, all the same', {}, [], { showNotificationPending: false }, true],
    ['a group that is only listened to', group, ['allowGroup'], { showNotificationPending: true }, false],
    [
      'a group treated as a ticket',
      { ...group, groupAsTicket: true },
      ['allowGroup'],
      { showNotificationPending: false },
      true,
    ],
    ['a group, to one who sees none', { ...group, groupAsTicket: true }, [], { showNotificationPending: true }, false],
    [
      'a group that waits, to one who sees none',
      { ...waiting, isGroup: true, groupAsTicket: true },
      [],
      { showNotificationPending: true },
      false,
    ],
    ['asked for consent', { status: 'lgpd', userId: null }, [], { showNotificationPending: true }, false],
    ['asked for a rating', { status: 'nps' }, [], { showNotificationPending: true }, false],
  ])('%s [M-309]', (_, own, flags, settings, expected) => {
    expect(isNotified(viewer(flags), settings, ticket(own))).toBe(expected);
  });

  it('in a group for an admin, who sees them without a flag', () => {
    const expected = isNotified(
      viewer([], 'admin'),
      { showNotificationPending: true },
      ticket({ ...group, groupAsTicket: true }),
    );
    expect(expected).toBe(true);
  });
});

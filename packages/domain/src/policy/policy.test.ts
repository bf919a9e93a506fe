import { ticketScope } from '../ticket/scope.ts';
import { describe, expect, it } from 'vitest';
import { apiTokenActor, planFeatures, userFlags, type Actor, type PlanFeature, type UserFlag } from './actor.ts';
import { can, policy, specifiedNames, type Permission } from './policy.ts';
import type { Rule } from './rule.ts';

const everyFlag = new Set(userFlags);
const everyFeature = new Set(planFeatures);
const noFlags = new Set<UserFlag>();

const actor = (fields: Partial<Actor> = {}): Actor => ({
  userId: 5,
  companyId: 7,
  sessionId: 's',
  profile: 'user',
  super: false,
  flags: noFlags,
  queueIds: [10, 11],
  plan: everyFeature,
  overdue: false,
  ...fields,
});
const user = (...flags: UserFlag[]) => actor({ flags: new Set(flags) });
const admin = actor({ profile: 'admin' });
const superUser = actor({ profile: 'admin', super: true });

const permissions = Object.keys(policy) as Permission[];
const allows = (caller: Actor, permission: Permission, subject?: unknown) =>
  (policy[permission] as Rule<unknown>).allows(caller, subject);

const now = new Date('2026-11-15T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(+now - minutes * 60_000);
/** Subjects with every field that any rule reads. */
const subjects = [5, 6, null].flatMap((userId) =>
  [10, 99, null].flatMap((queueId) =>
    [true, false].map((yes) => ({
      id: userId ?? 6,
      userId,
      queueId,
      isGroup: yes,
      fromMe: yes,
      createdAt: minutesAgo(yes ? 1 : 60),
      now,
      isSuper: yes,
      isVisible: yes,
      isShared: yes,
      companyId: yes ? 7 : 8,
    })),
  ),
);

describe('policy table', () => {
  it.each(permissions)('describes %s in plain text', (permission) => {
    const { description } = policy[permission];
    expect(description).toMatch(/^[a-z(][\w ,:()-]+[\w)]$/);
    expect(permission).toMatch(/^[a-z-]+\.[a-z-]+$/);
  });

  it('has a row for every permission name of the specification', () => {
    for (const name of Object.values(specifiedNames)) expect(permissions).toContain(name);
    expect(Object.keys(specifiedNames).sort()).toEqual([
      'connections-page:addConnection',
      'contacts-page:deleteContact',
      'dashboard:view',
      'drawer-admin-items:view',
      'ticket-options:deleteTicket',
      'tickets-manager:showall',
      'user-modal:editProfile',
      'user-modal:editQueues',
    ]);
  });
});

describe('permissions grow monotonically [PB-16]', () => {
  const bits = <T>(all: readonly T[], mask: number) => new Set(all.filter((_, bit) => mask & (1 << bit)));
  /** One bit for each permission and subject that the actor is allowed. */
  const allowedBits = (caller: Actor): bigint =>
    BigInt(
      `0b1${permissions.map((permission) => subjects.map((subject) => (allows(caller, permission, subject) ? '1' : '0')).join('')).join('')}`,
    );
  /** Permissions that the first set has and the second has not. */
  const lost = (before: bigint, after: bigint): Permission[] => {
    const removed = before & ~after;
    if (removed === 0n) return [];
    const bits = removed.toString(2).padStart(permissions.length * subjects.length, '0');
    return permissions.filter((_, i) => bits.slice(i * subjects.length, (i + 1) * subjects.length).includes('1'));
  };
  /** Compares every set with each set that has one element less. */
  const losses = (size: number, bitsOfMask: (mask: number) => bigint): Permission[] => {
    const bitsByMask: bigint[] = [];
    const lostPermissions: Permission[] = [];
    for (let mask = 0; mask < 2 ** size; mask++) {
      bitsByMask[mask] = bitsOfMask(mask);
      for (let bit = 0; bit < size; bit++)
        if (mask & (1 << bit)) lostPermissions.push(...lost(bitsByMask[mask & ~(1 << bit)]!, bitsByMask[mask]!));
    }
    return lostPermissions;
  };

  it(
    `a flag never removes a permission (${2 ** userFlags.length} sets of flags, both profiles, super or not)`,
    { timeout: 60_000 },
    () => {
      let actors = 0;
      for (const plan of [new Set<PlanFeature>(), everyFeature]) {
        for (const profile of ['user', 'admin'] as const) {
          for (const isSuper of [false, true]) {
            expect(
              losses(userFlags.length, (mask) =>
                allowedBits(actor({ flags: bits(userFlags, mask), profile, super: isSuper, plan })),
              ),
            ).toEqual([]);
            actors += 2 ** userFlags.length;
          }
        }
      }
      console.log(
        `figure PB-16 actors tried over ${permissions.length} permissions and ${subjects.length} subjects, rights lost = ${actors}, 0`,
      );
    },
  );

  it('an admin has every permission of a user, and a super user every permission of an admin', () => {
    for (let mask = 0; mask < 2 ** userFlags.length; mask++) {
      const flags = bits(userFlags, mask);
      const [plain, asAdmin, asSuper] = [{}, { profile: 'admin' }, { profile: 'admin', super: true }].map((more) =>
        allowedBits(actor({ flags, ...(more as Partial<Actor>) })),
      );
      expect([...lost(plain!, asAdmin!), ...lost(asAdmin!, asSuper!)]).toEqual([]);
    }
  });

  it(`a plan feature never removes a permission (${2 ** planFeatures.length} plans)`, { timeout: 60_000 }, () => {
    for (const profile of ['user', 'admin'] as const) {
      for (const flags of [noFlags, everyFlag]) {
        expect(
          losses(planFeatures.length, (mask) => allowedBits(actor({ flags, profile, plan: bits(planFeatures, mask) }))),
        ).toEqual([]);
      }
    }
  });

  it('only super users read another company', () => {
    for (const caller of [user(...userFlags), admin]) {
      expect(can(caller, 'company.read', { companyId: 8 })).toBe(false);
      expect(can(caller, 'company.read', { companyId: 7 })).toBe(true);
    }
    expect(can(superUser, 'company.read', { companyId: 8 })).toBe(true);
  });
});

describe('user flags grant their permission [M-195]', () => {
  const free = { userId: null, queueId: null, isGroup: false };
  const group = { userId: null, queueId: 10, isGroup: true };
  const others = { userId: 6, queueId: 10, isGroup: false };

  it('allTicket: reads tickets without a queue', () => {
    expect(can(user(), 'ticket.read', free)).toBe(false);
    expect(can(user('allTicket'), 'ticket.read', free)).toBe(true);
    expect(ticketScope(user('allTicket')).withoutQueue).toBe(true);
    expect(can(user('allTicket'), 'ticket.read', { ...free, queueId: 99 })).toBe(false);
  });
  it('allowGroup: sees the groups tab and reads group tickets', () => {
    expect(can(user(), 'ticket.see-groups')).toBe(false);
    expect(can(user('allowGroup'), 'ticket.see-groups')).toBe(true);
    expect(can(user(), 'ticket.read', group)).toBe(false);
    expect(can(user('allowGroup'), 'ticket.read', group)).toBe(true);
    // Without the flag an agent does not read its own group ticket either.
    expect(can(user(), 'ticket.read', { ...group, userId: 5 })).toBe(false);
  });
  it('allHistoric: reads the history of other queues', () => {
    expect(ticketScope(user()).otherQueuesHistory).toBe(false);
    expect(ticketScope(user('allHistoric')).otherQueuesHistory).toBe(true);
  });
  it("allUserChat: reads tickets of other agents in the user's queues", () => {
    expect(can(user(), 'ticket.read', others)).toBe(false);
    expect(can(user('allUserChat'), 'ticket.read', others)).toBe(true);
    expect(can(user('allUserChat'), 'ticket.read', { ...others, queueId: 99 })).toBe(false);
    expect(can(user('allUserChat'), 'ticket.see-all')).toBe(true);
  });
  it.each([
    ['userClosePendingTicket', 'ticket.ignore'],
    ['showDashboard', 'dashboard.view'],
    ['allowConnections', 'connection.manage'],
  ] as const)('%s grants %s', (flag, permission) => {
    expect(can(user(), permission)).toBe(false);
    expect(can(user(flag), permission)).toBe(true);
    expect(can(user(...userFlags.filter((other) => other !== flag)), permission)).toBe(false);
    expect(can(admin, permission)).toBe(true);
  });
});

describe('permissions of admins that users lack [M-198]', () => {
  it.each([
    'dashboard.view',
    'user.manage',
    'ticket.see-all',
    'user.edit-profile',
    'user.edit-email',
    'user.edit-queues',
    'ticket.delete',
    'contact.delete',
    'connection.manage',
    'ticket.close-all',
  ] as const)('%s', (permission) => {
    expect(can(user(), permission)).toBe(false);
    expect(can(admin, permission)).toBe(true);
  });
});

describe('a flag grants these permissions of admins and no others', () => {
  /** Permissions that the flag adds for a subject of another agent. */
  const granted = (flag: UserFlag) =>
    permissions
      .filter((permission) => !allows(user(), permission, subjects[1]) && allows(user(flag), permission, subjects[1]))
      .sort();
  it.each([
    ['showDashboard', ['dashboard.view', 'kanban.add-lane', 'report.view']],
    ['allowConnections', ['connection.manage']],
  ] as const)('%s grants %j', (flag, expected) => {
    expect(granted(flag)).toEqual(expected);
  });
});

describe('permissions of super users only [M-201]', () => {
  it.each(['platform-settings.manage', 'plan.manage', 'company.manage', 'announcement.manage', 'help.manage'] as const)(
    '%s',
    (permission) => {
      expect(can(user(...userFlags), permission)).toBe(false);
      expect(can(admin, permission)).toBe(false);
      expect(can(actor({ profile: 'admin', flags: everyFlag }), permission)).toBe(false);
      expect(can(superUser, permission)).toBe(true);
    },
  );
});

describe('permissions that need a plan feature', () => {
  it.each([
    ['kanban.use', 'kanban'],
    ['message-api.use', 'externalApi'],
    ['file-list.manage', 'integrations'],
    ['team-chat.use', 'internalChat'],
  ] as const)('%s needs %s, also for admins', (permission, feature) => {
    const without = new Set(planFeatures.filter((other) => other !== feature));
    expect(can(actor({ profile: 'admin', plan: without }), permission)).toBe(false);
    expect(can(admin, permission)).toBe(true);
  });
});

describe('quick replies [M-228]', () => {
  const ownReply = { userId: 5, isVisible: false, isShared: false };
  const visibleReply = { userId: 6, isVisible: true, isShared: false };

  it('are read by their author, and by every user when visible', () => {
    expect(can(user(), 'quick-reply.read', ownReply)).toBe(true);
    expect(can(user(), 'quick-reply.read', visibleReply)).toBe(true);
    for (const caller of [user(), admin])
      expect(can(caller, 'quick-reply.read', { ...visibleReply, isVisible: false, isShared: true })).toBe(false);
  });
  it('of another user are changed only when visible and shared, also by admins', () => {
    expect(can(user(), 'quick-reply.change', ownReply)).toBe(true);
    for (const caller of [user(), admin]) {
      expect(can(caller, 'quick-reply.change', visibleReply)).toBe(false);
      expect(can(caller, 'quick-reply.change', { ...visibleReply, isShared: true })).toBe(true);
      expect(can(caller, 'quick-reply.change', { userId: 6, isVisible: false, isShared: true })).toBe(false);
    }
  });
  it('without an author are changed by admins', () => {
    expect(can(user(), 'quick-reply.change', { ...visibleReply, userId: null })).toBe(false);
    expect(can(admin, 'quick-reply.change', { ...visibleReply, userId: null })).toBe(true);
  });
});

describe('permissions of the owner', () => {
  it('a message is edited by its author for 15 minutes, by no other user [F-M8]', () => {
    const own = { fromMe: true, userId: 5, createdAt: minutesAgo(15), now };
    expect(can(user(), 'message.edit', own)).toBe(true);
    expect(can(user(), 'message.edit', { ...own, createdAt: new Date(+minutesAgo(15) - 1) })).toBe(false);
    for (const other of [{ userId: 6 }, { userId: null }, { fromMe: false }])
      for (const actor of [user(), admin, superUser])
        expect(can(actor, 'message.edit', { ...own, ...other })).toBe(false);
  });
  it('a message is deleted by its author, and an internal note by an admin too [F-M8]', () => {
    const allowed = (actor: Actor, isPrivate: boolean) =>
      [5, 6, null].map((userId) => can(actor, 'message.delete', { fromMe: true, userId, isPrivate }));
    expect(allowed(user(), false)).toEqual([true, false, false]);
    expect(allowed(user(), true)).toEqual([true, false, false]);
    expect(allowed(admin, false)).toEqual([true, false, false]);
    expect(allowed(admin, true)).toEqual([true, true, true]);
    expect(can(admin, 'message.delete', { fromMe: false, userId: null, isPrivate: false })).toBe(false);
  });
  it('a user edits and reads its own account only', () => {
    expect([5, 6].map((id) => can(user(), 'user.edit', { id }))).toEqual([true, false]);
    expect([5, 6].map((id) => can(user(), 'user.read-details', { id }))).toEqual([true, false]);
  });
  it('a team chat is changed by its owner, not by an admin', () => {
    expect([5, 6, null].map((ownerId) => can(user(), 'team-chat.change', { ownerId }))).toEqual([true, false, false]);
    expect(can(admin, 'team-chat.change', { ownerId: 6 })).toBe(false);
  });
  it('a contact note is changed by its author', () => {
    expect([5, 6, null].map((userId) => can(user(), 'contact-note.change', { userId }))).toEqual([true, false, false]);
  });
  it('a super user is edited by itself and by super users', () => {
    expect([5, 6].map((id) => can(admin, 'user.edit-super', { id }))).toEqual([true, false]);
    expect(can(superUser, 'user.edit-super', { id: 6 })).toBe(true);
  });
});

describe('API token of a connection', () => {
  it('uses the message API when the plan includes it', () => {
    expect(can(apiTokenActor(7, everyFeature), 'message-api.use')).toBe(true);
    expect(can(apiTokenActor(7, new Set()), 'message-api.use')).toBe(false);
  });
  it('has no permission of an admin, a super user or a flag', () => {
    const token = apiTokenActor(7, everyFeature);
    expect(permissions.filter((permission) => allows(token, permission, subjects[1]))).toEqual(
      permissions.filter((permission) => allows(actor({ userId: 0, queueIds: [] }), permission, subjects[1])),
    );
  });
});

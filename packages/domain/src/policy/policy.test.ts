import { describe, expect, it } from 'vitest';
import { planFeatures, userFlags, type Actor, type PlanFeature, type UserFlag } from './actor.ts';
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
/** Things that any rule may be asked about: each has every field that some rule looks at. */
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
      ownerId: userId ?? 6,
      userIds: yes ? [5, 6] : [6],
      isVisible: yes,
      isShared: yes,
      companyId: yes ? 7 : 8,
    })),
  ),
);

describe('the rules read as sentences', () => {
  it.each(permissions)('%s', (permission) => {
    const { description } = policy[permission];
    expect(description).toMatch(/^[a-z(][\w ,:()-]+[\w)]$/);
    expect(permission).toMatch(/^[a-z-]+\.[a-z-]+$/);
  });

  it("the specification's own names lead to rules", () => {
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

describe('rights only ever grow [PB-16]', () => {
  const bits = <T>(all: readonly T[], mask: number) => new Set(all.filter((_, bit) => mask & (1 << bit)));
  /** One bit for each permission and subject: what this actor may. */
  const rightsOf = (caller: Actor): bigint =>
    BigInt(
      `0b1${permissions.map((permission) => subjects.map((subject) => (allows(caller, permission, subject) ? '1' : '0')).join('')).join('')}`,
    );
  /** The permissions that were there before and are gone. */
  const lost = (before: bigint, after: bigint): Permission[] => {
    const removed = before & ~after;
    if (removed === 0n) return [];
    const bits = removed.toString(2).padStart(permissions.length * subjects.length, '0');
    return permissions.filter((_, i) => bits.slice(i * subjects.length, (i + 1) * subjects.length).includes('1'));
  };
  /** Every set that has one more than another is compared with it. */
  const losses = (size: number, rights: (mask: number) => bigint): Permission[] => {
    const rightsByMask: bigint[] = [];
    const missingRights: Permission[] = [];
    for (let mask = 0; mask < 2 ** size; mask++) {
      rightsByMask[mask] = rights(mask);
      for (let bit = 0; bit < size; bit++)
        if (mask & (1 << bit)) missingRights.push(...lost(rightsByMask[mask & ~(1 << bit)]!, rightsByMask[mask]!));
    }
    return missingRights;
  };

  it(
    `over all ${2 ** userFlags.length} sets of flags, both profiles, super or not: a flag never takes a right away`,
    { timeout: 60_000 },
    () => {
      let actors = 0;
      for (const plan of [new Set<PlanFeature>(), everyFeature]) {
        for (const profile of ['user', 'admin'] as const) {
          for (const isSuper of [false, true]) {
            expect(
              losses(userFlags.length, (mask) =>
                rightsOf(actor({ flags: bits(userFlags, mask), profile, super: isSuper, plan })),
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

  it('what a user may, an admin may, and a super user may', () => {
    for (let mask = 0; mask < 2 ** userFlags.length; mask++) {
      const flags = bits(userFlags, mask);
      const [plain, asAdmin, asSuper] = [{}, { profile: 'admin' }, { profile: 'admin', super: true }].map((more) =>
        rightsOf(actor({ flags, ...(more as Partial<Actor>) })),
      );
      expect([...lost(plain!, asAdmin!), ...lost(asAdmin!, asSuper!)]).toEqual([]);
    }
  });

  it(`over all ${2 ** planFeatures.length} plans: a feature never takes a right away`, { timeout: 60_000 }, () => {
    for (const profile of ['user', 'admin'] as const) {
      for (const flags of [noFlags, everyFlag]) {
        expect(
          losses(planFeatures.length, (mask) => rightsOf(actor({ flags, profile, plan: bits(planFeatures, mask) }))),
        ).toEqual([]);
      }
    }
  });

  it('no right crosses companies but those of super users', () => {
    for (const caller of [user(...userFlags), admin]) {
      expect(can(caller, 'company.read', { companyId: 8 })).toBe(false);
      expect(can(caller, 'company.read', { companyId: 7 })).toBe(true);
    }
    expect(can(superUser, 'company.read', { companyId: 8 })).toBe(true);
  });
});

describe('each flag opens what it is for [M-195]', () => {
  const free = { userId: null, queueId: null, isGroup: false };
  const group = { userId: null, queueId: 10, isGroup: true };
  const others = { userId: 6, queueId: 10, isGroup: false };

  it('allTicket: tickets without a queue', () => {
    expect(can(user(), 'ticket.read', free)).toBe(false);
    expect(can(user('allTicket'), 'ticket.read', free)).toBe(true);
    expect(can(user('allTicket'), 'ticket.see-without-queue')).toBe(true);
    expect(can(user('allTicket'), 'ticket.read', { ...free, queueId: 99 })).toBe(false);
  });
  it('allowGroup: the tab of groups, and group tickets', () => {
    expect(can(user(), 'ticket.see-groups')).toBe(false);
    expect(can(user('allowGroup'), 'ticket.see-groups')).toBe(true);
    expect(can(user(), 'ticket.read', group)).toBe(false);
    expect(can(user('allowGroup'), 'ticket.read', group)).toBe(true);
    // Not even one's own.
    expect(can(user(), 'ticket.read', { ...group, userId: 5 })).toBe(false);
  });
  it("allHistoric: other queues' history", () => {
    expect(can(user(), 'history.other-queues')).toBe(false);
    expect(can(user('allHistoric'), 'history.other-queues')).toBe(true);
  });
  it("allUserChat: other users' conversations, in one's own queues", () => {
    expect(can(user(), 'ticket.read', others)).toBe(false);
    expect(can(user('allUserChat'), 'ticket.read', others)).toBe(true);
    expect(can(user('allUserChat'), 'ticket.read', { ...others, queueId: 99 })).toBe(false);
    expect(can(user('allUserChat'), 'ticket.see-all')).toBe(true);
  });
  it.each([
    ['userClosePendingTicket', 'ticket.ignore'],
    ['showDashboard', 'dashboard.view'],
    ['allowRealTime', 'moments.view'],
    ['allowConnections', 'connection.manage'],
  ] as const)('%s: %s', (flag, permission) => {
    expect(can(user(), permission)).toBe(false);
    expect(can(user(flag), permission)).toBe(true);
    expect(can(user(...userFlags.filter((other) => other !== flag)), permission)).toBe(false);
    expect(can(admin, permission)).toBe(true);
  });
});

describe('what admins may and plain users may not [M-198]', () => {
  it.each([
    'dashboard.view',
    'user.manage',
    'ticket.see-all',
    'user.edit-profile',
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

describe('a user with one of these is treated as an admin there, and only there [M-199]', () => {
  /** Everything that is asked without looking at a thing; the others are about tickets, people and messages. */
  const opened = (flag: UserFlag) =>
    permissions
      .filter((permission) => !allows(user(), permission, subjects[1]) && allows(user(flag), permission, subjects[1]))
      .sort();
  it.each([
    ['showDashboard', ['dashboard.view', 'kanban.add-lane', 'report.view']],
    ['allowRealTime', ['moments.view']],
    ['allowConnections', ['connection.manage']],
  ] as const)('%s opens %j', (flag, expected) => {
    expect(opened(flag)).toEqual(expected);
  });
});

describe('the platform is for super users alone [M-201]', () => {
  it.each([
    'announcement.manage',
    'all-connections.manage',
    'company.manage',
    'plan.manage',
    'help.manage',
    'white-label.manage',
    'certificate.manage',
    'platform-settings.manage',
  ] as const)('%s', (permission) => {
    expect(can(user(...userFlags), permission)).toBe(false);
    expect(can(admin, permission)).toBe(false);
    expect(can(actor({ profile: 'admin', flags: everyFlag }), permission)).toBe(false);
    expect(can(superUser, permission)).toBe(true);
  });
});

describe('what the plan must have', () => {
  it.each([
    ['kanban.use', 'kanban'],
    ['schedule.use', 'schedules'],
    ['message-api.use', 'externalApi'],
    ['chat.use', 'internalChat'],
    ['campaign.manage', 'campaigns'],
    ['integration.manage', 'integrations'],
    ['file-list.manage', 'integrations'],
    ['default-flow.manage', 'integrations'],
    ['prompt.manage', 'ai'],
  ] as const)('%s needs %s, of admins too', (permission, feature) => {
    const without = new Set(planFeatures.filter((other) => other !== feature));
    expect(can(actor({ profile: 'admin', plan: without }), permission)).toBe(false);
    expect(can(admin, permission)).toBe(true);
  });
});

describe('a quick message [M-228]', () => {
  const ownMessage = { userId: 5, isVisible: false, isShared: false };
  const visibleMessage = { userId: 6, isVisible: true, isShared: false };

  it('is read by its author, and by everyone when it is visible', () => {
    expect(can(user(), 'quick-message.read', ownMessage)).toBe(true);
    expect(can(user(), 'quick-message.read', visibleMessage)).toBe(true);
    for (const caller of [user(), admin])
      expect(can(caller, 'quick-message.read', { ...visibleMessage, isVisible: false, isShared: true })).toBe(false);
  });
  it('of a colleague is changed only when it is shared too, by admins no more than by others', () => {
    expect(can(user(), 'quick-message.change', ownMessage)).toBe(true);
    for (const caller of [user(), admin]) {
      expect(can(caller, 'quick-message.change', visibleMessage)).toBe(false);
      expect(can(caller, 'quick-message.change', { ...visibleMessage, isShared: true })).toBe(true);
      expect(can(caller, 'quick-message.change', { userId: 6, isVisible: false, isShared: true })).toBe(false);
    }
  });
  it('whose author has left is in the hands of admins', () => {
    expect(can(user(), 'quick-message.change', { ...visibleMessage, userId: null })).toBe(false);
    expect(can(admin, 'quick-message.change', { ...visibleMessage, userId: null })).toBe(true);
  });
});

describe("one's own", () => {
  it('a message can be edited by its sender for fifteen minutes', () => {
    expect(can(admin, 'message.edit', { fromMe: true, createdAt: minutesAgo(15), now })).toBe(true);
    expect(can(admin, 'message.edit', { fromMe: true, createdAt: new Date(+minutesAgo(15) - 1), now })).toBe(false);
    expect(can(admin, 'message.edit', { fromMe: false, createdAt: now, now })).toBe(false);
  });
  it('a person and its details, a note, a chat', () => {
    expect([5, 6].map((id) => can(user(), 'user.edit', { id }))).toEqual([true, false]);
    expect([5, 6].map((id) => can(user(), 'user.read-details', { id }))).toEqual([true, false]);
    expect([5, 6, null].map((userId) => can(user(), 'note.change', { userId }))).toEqual([true, false, false]);
    expect(can(user(), 'chat.read', { ownerId: 6, userIds: [5, 6] })).toBe(true);
    expect(can(user(), 'chat.change', { ownerId: 6, userIds: [5, 6] })).toBe(false);
    expect(can(admin, 'chat.read', { ownerId: 6, userIds: [6] })).toBe(false);
  });
});

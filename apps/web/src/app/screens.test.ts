import type { Actor } from '@balcao/domain/policy/actor';
import { describe, expect, it } from 'vitest';
import { homeOf, menuOf, screenAt, screens, screenAccess, type Screen } from './screens.tsx';

const agent: Actor = {
  userId: 4,
  companyId: 7,
  sessionId: 's',
  profile: 'user',
  super: false,
  flags: new Set(),
  queueIds: [],
  plan: new Set(),
  overdue: false,
};
const admin: Actor = { ...agent, profile: 'admin' };
const kanban: Screen = {
  path: '/Kanban',
  title: 'tags',
  screen: () => null,
  plan: 'kanban',
  menu: { group: 'attendance', icon: 'kanban' },
};

const pathsFor = (actor: Actor, table = screens) =>
  menuOf(actor, table).flatMap((group) => group.entries.map((entry) => entry.path));

describe('the menu', () => {
  it('shows an admin every screen, in the order of the table', () => {
    expect(pathsFor(admin)).toEqual([
      '/',
      '/reports',
      '/moments',
      '/tickets',
      '/contacts',
      '/quick-messages',
      '/tags',
      '/todolist',
      '/users',
      '/queues',
      '/connections',
      '/deliveries',
      '/quarantine',
      '/sandbox',
      '/financeiro',
      '/settings',
    ]);
  });

  it('gives each screen a key of its own', () => {
    const letters = screens.flatMap(({ menu }) => menu?.letter ?? []);
    expect(letters).toEqual([...new Set(letters)]);
  });

  it('begins with the screens of the platform for a super user', () => {
    const paths = pathsFor({ ...admin, super: true });
    expect(paths.slice(0, 3)).toEqual(['/companies', '/allConnections', '/recebimentos']);
    expect(pathsFor(admin)).not.toContain('/recebimentos');
  });

  it('[M-035] keeps its groups in order: management, attendance, campaigns, flows, administration', () => {
    const table = (['administration', 'flows', 'campaigns', 'attendance', 'management'] as const).map(
      (group): Screen => ({ ...kanban, path: `/${group}`, plan: undefined, menu: { group, icon: 'list' } }),
    );
    expect(menuOf(agent, table).map((group) => group.key)).toEqual([
      'management',
      'attendance',
      'campaigns',
      'flows',
      'administration',
    ]);
  });

  it('shows an agent only permitted screens, and no empty group', () => {
    expect(menuOf(agent).map((group) => group.key)).toEqual(['attendance']);
    expect(pathsFor(agent)).toEqual(['/tickets', '/contacts', '/quick-messages', '/tags', '/todolist']);
  });

  it('has dashboard and reports with showDashboard, and the live panel with allowRealTime [M-319]', () => {
    const withFlag = (flag: 'showDashboard' | 'allowRealTime') => pathsFor({ ...agent, flags: new Set([flag]) });
    expect(withFlag('showDashboard').slice(0, 3)).toEqual(['/', '/reports', '/tickets']);
    expect(withFlag('allowRealTime').slice(0, 2)).toEqual(['/moments', '/tickets']);
  });

  it.each([
    ['showDashboard', ['/', '/reports']],
    ['allowRealTime', ['/moments']],
    ['allowConnections', ['/connections', '/sandbox']],
  ] as const)(
    'gives a user with %s the related entries and screens of an admin, and no others [M-199]',
    (flag, own) => {
      const user: Actor = { ...agent, flags: new Set([flag]) };
      const groupOf = (actor: Actor, path: string) =>
        menuOf(actor).find(({ entries }) => entries.some((entry) => entry.path === path))?.key;
      expect(new Set(pathsFor(user)).difference(new Set(pathsFor(agent)))).toEqual(new Set(own));
      for (const path of own) {
        expect(groupOf(user, path)).toBe(groupOf(admin, path));
        expect(screenAccess(screenAt(path)!, user)).toBe('open');
        expect(screenAccess(screenAt(path)!, agent)).not.toBe('open');
      }
    },
  );

  it('has scheduled messages for everyone in a plan with them [M-232]', () => {
    const plan = new Set(['schedules'] as const);
    expect(pathsFor({ ...agent, plan })).toContain('/schedules');
    expect(pathsFor(admin)).not.toContain('/schedules');
  });

  it('has the help only with items, team chat by plan, and announcements for super users [M-036]', () => {
    expect(pathsFor(agent)).not.toContain('/helps');
    const withHelps = menuOf(agent, screens, new Set(['helps'] as const));
    expect(withHelps.flatMap(({ entries }) => entries.map(({ path }) => path))).toContain('/helps');
    expect(pathsFor({ ...agent, plan: new Set(['internalChat'] as const) })).toContain('/chats');
    expect(pathsFor(admin)).not.toContain('/chats');
    expect(pathsFor({ ...admin, super: true })).toContain('/announcements');
    expect(pathsFor(admin)).not.toContain('/announcements');
  });

  it.each(['/phrase-lists', '/queue-integration'])('has %s for admins of a plan with integrations', (path) => {
    const plan = new Set(['integrations'] as const);
    expect(pathsFor({ ...admin, plan })).toContain(path);
    expect(pathsFor({ ...agent, plan })).not.toContain(path);
    expect(pathsFor(admin)).not.toContain(path);
  });

  it('has prompts and AI usage for admins of a plan with AI, and a no-access view for other users [M-280]', () => {
    const plan = new Set(['ai'] as const);
    expect(pathsFor({ ...admin, plan })).toEqual(expect.arrayContaining(['/prompts', '/ai-usage']));
    expect(pathsFor(admin)).not.toContain('/prompts');
    for (const path of ['/prompts', '/prompts/7', '/ai-usage']) {
      expect(screenAccess(screenAt(path)!, { ...agent, plan })).toBe('no-access-view');
      expect(screenAccess(screenAt(path)!, admin)).toBe('plan-missing');
    }
    expect(pathsFor({ ...admin, super: true })).toContain('/ai-prices');
    expect(pathsFor({ ...admin, plan })).not.toContain('/ai-prices');
  });

  it('has the message API for users who can create a token, in a plan with the external API', () => {
    const plan = new Set(['externalApi'] as const);
    expect(pathsFor({ ...admin, plan })).toContain('/messages-api');
    expect(pathsFor({ ...agent, plan, flags: new Set(['allowConnections'] as const) })).toContain('/messages-api');
    expect(pathsFor({ ...agent, plan })).not.toContain('/messages-api');
    expect(pathsFor(admin)).not.toContain('/messages-api');
    expect(screenAccess(screenAt('/messages-api')!, { ...agent, plan })).toBe('open');
    expect(screenAccess(screenAt('/messages-api')!, admin)).toBe('plan-missing');
  });

  it('omits what the plan does not include', () => {
    expect(pathsFor(admin, [kanban])).toEqual([]);
    expect(pathsFor({ ...admin, plan: new Set(['kanban'] as const) }, [kanban])).toEqual(['/Kanban']);
  });

  it('shows only the invoice when the subscription has expired', () => {
    expect(pathsFor({ ...admin, overdue: true })).toEqual(['/financeiro']);
    expect(pathsFor({ ...agent, overdue: true })).toEqual(['/financeiro']);
  });
});

describe('access to a screen', () => {
  it('exists for every specified path [M-033]', () => {
    const paths = `/ /reports /moments /tickets /tickets/a1 /chats /chats/a1 /quick-messages /Kanban /kanban /TagsKanban
      /contacts /contacts/import /schedules /tags /todolist /helps /campaigns /campaign/7/report /contact-lists
      /contact-lists/7/contacts /campaigns-config /phrase-lists /flowbuilders /flowbuilder /flowbuilder/7 /announcements
      /messages-api /users /queues /connections /files /financeiro /settings /subscription /prompts /queue-integration
      /allConnections /companies`;
    expect(paths.split(/\s+/).filter((path) => screenAt(path) === undefined)).toEqual([]);
  });

  it('checks the subscription first, then the plan, then the permission', () => {
    const prompts: Screen = { ...kanban, permission: 'user.manage', denied: 'forbidden-page' };
    expect(screenAccess(prompts, { ...agent, overdue: true })).toBe('overdue');
    expect(screenAccess(prompts, agent)).toBe('plan-missing');
    expect(screenAccess(prompts, { ...agent, plan: new Set(['kanban'] as const) })).toBe('forbidden-page');
    expect(screenAccess(prompts, { ...admin, plan: new Set(['kanban'] as const) })).toBe('open');
  });

  it('starts at the first screen of the menu [M-033]', () => {
    expect(homeOf(agent)).toBe('/tickets');
    expect(homeOf(admin)).toBe('/');
    expect(homeOf({ ...agent, overdue: true })).toBe('/financeiro');
  });

  it('ignores the letter case', () => {
    expect(screenAt('/kanban', [kanban])).toBe(kanban);
    expect(screenAt('/KANBAN/', [kanban])).toBe(kanban);
    expect(screenAt('/kanban/7', [kanban])).toBeUndefined();
  });

  it('is the same with and without the optional part of the path', () => {
    const inbox = screens.find(({ path }) => path.startsWith('/tickets'))!;
    expect(screenAt('/tickets')).toBe(inbox);
    expect(screenAt('/tickets/6f1c')).toBe(inbox);
    expect(screenAt('/tickets/6f1c/more')).toBeUndefined();
  });
});

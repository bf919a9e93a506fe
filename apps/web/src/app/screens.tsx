/** Every screen of the product. Router, menu, guards, redirects, palette and shortcuts use this table. */
import type { Actor, PlanFeature } from '@balcao/domain/policy/actor';
import { can, type PlainPermission } from '@balcao/domain/policy/policy';
import { lazy, type ComponentType } from 'react';
import { isSupportWindow } from '../lib/support-window.ts';
import type { IconName } from '../ui/index.ts';
import type { AppText } from './app.texts.ts';
import { BoardSkeleton } from './layout/board-skeleton.tsx';

export type MenuGroup = 'platform' | 'management' | 'attendance' | 'campaigns' | 'flows' | 'administration';

export interface Screen {
  /** In the router's syntax; the letter case does not matter. */
  path: string;
  title: AppText;
  screen: ComponentType;
  /** Shown while the code loads; title, search box and rows by default. */
  skeleton?: ComponentType;
  permission?: PlainPermission;
  plan?: PlanFeature;
  /** Shown to users without permission; the no-access view by default. */
  denied?: 'no-access-view' | 'forbidden-page' | 'toast-and-home' | 'admins-to-tickets';
  /** Accessible when the subscription has expired. */
  whenOverdue?: true;
  /** False where support access may not read what the screen shows. */
  support?: false;
  /** Without menu and top bar: the screen has its own way back. */
  bare?: true;
  /** The title of the screen whose menu entry this one belongs to; its own by default. */
  under?: AppText;
  menu?: {
    group: MenuGroup;
    icon: IconName;
    /** Shortcut: G, then this letter. */
    letter?: string;
    /** Restricts the menu entry more than the screen's permission. */
    only?: (actor: Actor) => boolean;
    /** The alert shown beside the entry. */
    alert?: MenuAlert;
    /** Shows the unread count beside the entry. */
    counts?: 'tickets' | 'chats';
    /** Hidden until this exists. */
    needs?: MenuNeed;
  };
}
export type MenuNeed = 'helps';
/** Problems that need attention, shown on every screen. */
export type MenuAlert = 'connections' | 'quarantine' | 'deliveries' | 'mails' | 'aiUsage';

/** In the order of the menu. */
export const screens: readonly Screen[] = [
  {
    // The open company is in the path, so that it survives a reload.
    path: '/companies/{-$companyId}',
    title: 'companies',
    screen: lazy(() =>
      import('../features/companies/companies-page.tsx').then((module) => ({ default: module.CompaniesPage })),
    ),
    permission: 'company.manage',
    denied: 'toast-and-home',
    menu: { group: 'platform', icon: 'building' },
  },
  {
    path: '/allConnections',
    title: 'allConnections',
    screen: lazy(() =>
      import('../features/all-connections/all-connections-page.tsx').then((module) => ({
        default: module.AllConnectionsPage,
      })),
    ),
    permission: 'company.manage',
    denied: 'admins-to-tickets',
    menu: { group: 'platform', icon: 'device' },
  },
  {
    // The open view is in the path, so that the companies screen can link to it.
    path: '/recebimentos/{-$view}',
    title: 'payments',
    screen: lazy(() =>
      import('../features/payments/payments-page.tsx').then((module) => ({ default: module.PaymentsPage })),
    ),
    permission: 'billing.manage',
    denied: 'toast-and-home',
    menu: { group: 'platform', icon: 'receipt' },
  },
  {
    path: '/announcements',
    title: 'announcements',
    screen: lazy(() =>
      import('../features/announcements/announcements-page.tsx').then((module) => ({
        default: module.AnnouncementsPage,
      })),
    ),
    permission: 'announcement.manage',
    denied: 'toast-and-home',
    menu: { group: 'platform', icon: 'megaphone' },
  },
  {
    path: '/ai-prices',
    title: 'aiPrices',
    screen: lazy(() =>
      import('../features/ai-prices/ai-prices-page.tsx').then((module) => ({ default: module.AiPricesPage })),
    ),
    permission: 'platform-settings.manage',
    denied: 'toast-and-home',
    menu: { group: 'platform', icon: 'spark' },
  },
  {
    path: '/',
    title: 'dashboard',
    screen: lazy(() =>
      import('../features/dashboard/dashboard-page.tsx').then((module) => ({ default: module.DashboardPage })),
    ),
    permission: 'dashboard.view',
    denied: 'forbidden-page',
    menu: { group: 'management', icon: 'chart', letter: 'h' },
  },
  {
    path: '/reports',
    support: false,
    title: 'reports',
    screen: lazy(() => import('./reports-screen.tsx').then((module) => ({ default: module.ReportsScreen }))),
    permission: 'report.view',
    denied: 'forbidden-page',
    menu: { group: 'management', icon: 'report', letter: 'z' },
  },
  {
    path: '/moments',
    support: false,
    title: 'livePanel',
    screen: lazy(() =>
      import('../features/live-panel/live-panel-page.tsx').then((module) => ({ default: module.LivePanelPage })),
    ),
    skeleton: BoardSkeleton,
    permission: 'live-panel.view',
    menu: { group: 'management', icon: 'pulse', letter: 'w' },
  },
  {
    path: '/doctor',
    support: false,
    title: 'doctor',
    screen: lazy(() => import('../features/doctor/doctor-page.tsx').then((module) => ({ default: module.DoctorPage }))),
    permission: 'company.manage',
    denied: 'forbidden-page',
    menu: { group: 'platform', icon: 'pulse' },
  },
  {
    // One route with and without an open ticket: opening one must not remount the list.
    path: '/tickets/{-$uuid}',
    support: false,
    title: 'conversations',
    screen: lazy(() => import('./inbox-screen.tsx').then((module) => ({ default: module.InboxScreen }))),
    permission: 'ticket.use',
    menu: { group: 'attendance', icon: 'inbox', letter: 'c', counts: 'tickets' },
  },
  {
    // With and without a ticket beside it: opening one must not remount the board.
    path: '/Kanban/{-$uuid}',
    support: false,
    title: 'kanban',
    screen: lazy(() => import('./kanban-screen.tsx').then((module) => ({ default: module.KanbanScreen }))),
    skeleton: BoardSkeleton,
    plan: 'kanban',
    permission: 'kanban.use',
    menu: { group: 'attendance', icon: 'kanban', letter: 'k' },
  },
  {
    path: '/TagsKanban',
    title: 'lanes',
    screen: lazy(() => import('../features/tags/lanes-page.tsx').then((module) => ({ default: module.LanesPage }))),
    plan: 'kanban',
    permission: 'kanban.add-lane',
    under: 'kanban',
  },
  {
    path: '/contacts',
    title: 'contacts',
    screen: lazy(() =>
      import('../features/contacts/contacts-page.tsx').then((module) => ({ default: module.ContactsPage })),
    ),
    permission: 'contact.read',
    menu: { group: 'attendance', icon: 'users', letter: 'l' },
  },
  {
    path: '/contacts/import',
    support: false,
    title: 'contacts',
    screen: lazy(() =>
      import('../features/contacts/import/import-page.tsx').then((module) => ({ default: module.ImportPage })),
    ),
    permission: 'contact.write',
  },
  {
    path: '/quick-messages',
    title: 'quickMessages',
    screen: lazy(() =>
      import('../features/quick-replies/quick-replies-page.tsx').then((module) => ({
        default: module.QuickRepliesPage,
      })),
    ),
    permission: 'quick-reply.use',
    menu: { group: 'attendance', icon: 'bolt', letter: 'r' },
  },
  {
    path: '/schedules',
    support: false,
    title: 'schedules',
    screen: lazy(() =>
      import('../features/schedules/schedules-page.tsx').then((module) => ({ default: module.SchedulesPage })),
    ),
    plan: 'schedules',
    permission: 'schedule.use',
    menu: { group: 'attendance', icon: 'calendar', letter: 'a' },
  },
  {
    path: '/tags',
    title: 'tags',
    screen: lazy(() => import('../features/tags/tags-page.tsx').then((module) => ({ default: module.TagsPage }))),
    permission: 'tag.read',
    menu: { group: 'attendance', icon: 'tag', letter: 't' },
  },
  {
    // One route with and without an open chat: opening one must not remount the list.
    path: '/chats/{-$uuid}',
    support: false,
    title: 'teamChat',
    screen: lazy(() =>
      import('../features/team-chats/team-chats-page.tsx').then((module) => ({ default: module.TeamChatsPage })),
    ),
    plan: 'internalChat',
    permission: 'team-chat.use',
    menu: { group: 'attendance', icon: 'chats', letter: 'b', counts: 'chats' },
  },
  {
    path: '/todolist',
    support: false,
    title: 'todo',
    screen: lazy(() => import('../features/todo/todo-page.tsx').then((module) => ({ default: module.TodoPage }))),
    permission: 'session.use',
    menu: { group: 'attendance', icon: 'tasks', letter: 'y' },
  },
  {
    path: '/helps',
    title: 'helps',
    screen: lazy(() => import('../features/helps/helps-page.tsx').then((module) => ({ default: module.HelpsPage }))),
    permission: 'help.read',
    menu: { group: 'attendance', icon: 'help', needs: 'helps' },
  },
  {
    path: '/campaigns',
    support: false,
    title: 'campaigns',
    screen: lazy(() =>
      import('../features/campaigns/campaigns-page.tsx').then((module) => ({ default: module.CampaignsPage })),
    ),
    plan: 'campaigns',
    permission: 'campaign.manage',
    menu: { group: 'campaigns', icon: 'megaphone', letter: 'g' },
  },
  {
    path: '/campaign/$campaignId/report',
    support: false,
    title: 'campaigns',
    screen: lazy(() =>
      import('../features/campaign-report/report-page.tsx').then((module) => ({ default: module.CampaignReportPage })),
    ),
    plan: 'campaigns',
    permission: 'campaign.manage',
  },
  {
    path: '/contact-lists',
    title: 'contactLists',
    screen: lazy(() =>
      import('../features/contact-lists/contact-lists-page.tsx').then((module) => ({
        default: module.ContactListsPage,
      })),
    ),
    plan: 'campaigns',
    permission: 'contact-list.manage',
    menu: { group: 'campaigns', icon: 'list', letter: 'j' },
  },
  {
    path: '/contact-lists/$contactListId/contacts',
    support: false,
    title: 'contactLists',
    screen: lazy(() =>
      import('../features/contact-lists/list-items-page.tsx').then((module) => ({ default: module.ListItemsPage })),
    ),
    plan: 'campaigns',
    permission: 'contact-list.manage',
  },
  {
    path: '/campaigns-config',
    title: 'campaignSettings',
    screen: lazy(() =>
      import('../features/campaign-settings/campaign-settings-page.tsx').then((module) => ({
        default: module.CampaignSettingsPage,
      })),
    ),
    plan: 'campaigns',
    permission: 'campaign.manage',
    menu: { group: 'campaigns', icon: 'sliders', letter: 'x' },
  },
  {
    path: '/flowbuilders',
    title: 'conversationFlows',
    screen: lazy(() =>
      import('../features/flows/list/flows-page.tsx').then((module) => ({ default: module.FlowsPage })),
    ),
    plan: 'integrations',
    permission: 'flow.manage',
    menu: { group: 'flows', icon: 'flow', letter: 'v' },
  },
  {
    // Without an id it leads to the list.
    path: '/flowbuilder/{-$id}',
    title: 'conversationFlows',
    screen: lazy(() =>
      import('../features/flows/editor/flow-editor-page.tsx').then((module) => ({ default: module.FlowEditorPage })),
    ),
    plan: 'integrations',
    permission: 'flow.manage',
  },
  {
    path: '/phrase-lists',
    title: 'phrases',
    screen: lazy(() =>
      import('../features/phrases/phrases-page.tsx').then((module) => ({ default: module.PhrasesPage })),
    ),
    plan: 'integrations',
    permission: 'flow.manage',
    menu: { group: 'flows', icon: 'phrase' },
  },
  {
    path: '/users',
    title: 'users',
    screen: lazy(() => import('../features/users/users-page.tsx').then((module) => ({ default: module.UsersPage }))),
    permission: 'user.manage',
    menu: { group: 'administration', icon: 'users', letter: 'u' },
  },
  {
    path: '/queues',
    title: 'queues',
    screen: lazy(() => import('../features/queues/queues-page.tsx').then((module) => ({ default: module.QueuesPage }))),
    permission: 'queue.manage',
    menu: { group: 'administration', icon: 'layers', letter: 'f' },
  },
  {
    path: '/connections',
    title: 'connections',
    screen: lazy(() =>
      import('../features/connections/connections-page.tsx').then((module) => ({ default: module.ConnectionsPage })),
    ),
    permission: 'connection.manage',
    menu: { group: 'administration', icon: 'device', letter: 'o', alert: 'connections' },
  },
  {
    path: '/files',
    title: 'files',
    screen: lazy(() =>
      import('../features/file-lists/file-lists-page.tsx').then((module) => ({ default: module.FileListsPage })),
    ),
    plan: 'integrations',
    permission: 'file-list.manage',
    menu: { group: 'administration', icon: 'folder', letter: 'q' },
  },
  {
    path: '/queue-integration',
    title: 'integrations',
    screen: lazy(() =>
      import('../features/integrations/integrations-page.tsx').then((module) => ({
        default: module.IntegrationsPage,
      })),
    ),
    plan: 'integrations',
    permission: 'integration.manage',
    menu: { group: 'administration', icon: 'plug', letter: 'i' },
  },
  {
    // With and without an open prompt.
    path: '/prompts/{-$prompt}',
    title: 'prompts',
    screen: lazy(() =>
      import('../features/prompts/prompts-page.tsx').then((module) => ({ default: module.PromptsPage })),
    ),
    plan: 'ai',
    permission: 'prompt.manage',
    menu: { group: 'administration', icon: 'spark', letter: 'd' },
  },
  {
    path: '/ai-usage',
    title: 'aiUsage',
    screen: lazy(() =>
      import('../features/ai-usage/ai-usage-page.tsx').then((module) => ({ default: module.AiUsagePage })),
    ),
    plan: 'ai',
    permission: 'prompt.manage',
    menu: { group: 'administration', icon: 'chart', alert: 'aiUsage' },
  },
  {
    // Open to every user of the plan; the menu shows it to those who can create a token.
    path: '/messages-api',
    support: false,
    title: 'messagesApi',
    screen: lazy(() =>
      import('../features/messages-api/messages-api-page.tsx').then((module) => ({ default: module.MessagesApiPage })),
    ),
    plan: 'externalApi',
    permission: 'message-api.use',
    menu: { group: 'administration', icon: 'code', only: (actor) => can(actor, 'connection.manage') },
  },
  {
    path: '/deliveries',
    support: false,
    title: 'deliveries',
    screen: lazy(() =>
      import('../features/deliveries/deliveries-page.tsx').then((module) => ({ default: module.DeliveriesPage })),
    ),
    permission: 'settings.manage',
    menu: { group: 'administration', icon: 'send', letter: 'e', alert: 'deliveries' },
  },
  {
    path: '/quarantine',
    support: false,
    title: 'quarantine',
    screen: lazy(() =>
      import('../features/quarantine/quarantine-page.tsx').then((module) => ({ default: module.QuarantinePage })),
    ),
    permission: 'settings.manage',
    menu: { group: 'administration', icon: 'requeue', letter: 'm', alert: 'quarantine' },
  },
  {
    path: '/sandbox',
    support: false,
    title: 'sandbox',
    screen: lazy(() =>
      import('../features/sandbox/sandbox-page.tsx').then((module) => ({ default: module.SandboxPage })),
    ),
    permission: 'connection.manage',
    bare: true,
    menu: { group: 'administration', icon: 'bot', letter: 's' },
  },
  {
    path: '/sandbox/correio',
    title: 'mails',
    screen: lazy(() => import('../features/mails/mails-page.tsx').then((module) => ({ default: module.MailsPage }))),
    permission: 'mail.read',
    denied: 'forbidden-page',
    menu: { group: 'administration', icon: 'mail', alert: 'mails' },
  },
  {
    path: '/sandbox/banco',
    title: 'simulatedBank',
    screen: lazy(() =>
      import('../features/sandbox/bank/bank-page.tsx').then((module) => ({ default: module.BankPage })),
    ),
    permission: 'billing.manage',
    denied: 'forbidden-page',
    bare: true,
    menu: { group: 'administration', icon: 'pix' },
  },
  {
    path: '/financeiro',
    support: false,
    title: 'billing',
    screen: lazy(() =>
      import('../features/billing/invoices-page.tsx').then((module) => ({ default: module.InvoicesPage })),
    ),
    permission: 'invoice.read',
    whenOverdue: true,
    menu: {
      group: 'administration',
      icon: 'wallet',
      letter: 'p',
      only: (actor) => actor.overdue || can(actor, 'invoice.pay'),
    },
  },
  {
    path: '/subscription',
    support: false,
    title: 'subscription',
    screen: lazy(() =>
      import('../features/billing/subscription-page.tsx').then((module) => ({ default: module.SubscriptionPage })),
    ),
    permission: 'invoice.read',
    whenOverdue: true,
    under: 'billing',
  },
  {
    // The open tab is in the path, so that it survives a reload.
    path: '/settings/{-$tab}',
    title: 'settings',
    screen: lazy(() => import('./settings-screen.tsx').then((module) => ({ default: module.SettingsScreen }))),
    permission: 'settings.manage',
    menu: { group: 'administration', icon: 'gear', letter: 'n' },
  },
];

export const groups: readonly { key: MenuGroup; icon: IconName }[] = [
  { key: 'platform', icon: 'building' },
  { key: 'management', icon: 'chart' },
  { key: 'attendance', icon: 'inbox' },
  { key: 'campaigns', icon: 'megaphone' },
  { key: 'flows', icon: 'flow' },
  { key: 'administration', icon: 'gear' },
];

/** These open the first screen the user may see, unless a screen of the table has the path. */
export const homePaths = ['/', '/tickets'];
export const FORBIDDEN_PATH = '/403';
export const OVERDUE_PATH = '/financeiro';

export type ScreenAccess =
  | 'open'
  | 'overdue'
  | 'plan-missing'
  | 'to-tickets'
  | Exclude<NonNullable<Screen['denied']>, 'admins-to-tickets'>;

/** The result of opening the screen as this user. */
export function screenAccess(screen: Screen, actor: Actor): ScreenAccess {
  if (screen.support === false && isSupportWindow()) return 'forbidden-page';
  if (actor.overdue && !screen.whenOverdue) return 'overdue';
  if (screen.plan && !actor.plan.has(screen.plan)) return 'plan-missing';
  if (!screen.permission || can(actor, screen.permission)) return 'open';
  const { denied = 'no-access-view' } = screen;
  if (denied !== 'admins-to-tickets') return denied;
  return can(actor, 'user.manage') ? 'to-tickets' : 'no-access-view';
}

const nothing: ReadonlySet<MenuNeed> = new Set();

/** The menu of this user; empty groups are omitted, and entries that need what is not in `existing`. */
export const menuOf = (actor: Actor, table: readonly Screen[] = screens, existing = nothing) =>
  groups
    .map((group) => ({ ...group, entries: table.flatMap((screen) => entryOf(screen, group.key, actor, existing)) }))
    .filter((group) => group.entries.length > 0);

export type VisibleMenuGroup = ReturnType<typeof menuOf>[number];
export type MenuEntry = VisibleMenuGroup['entries'][number];

function entryOf(screen: Screen, group: MenuGroup, actor: Actor, existing: ReadonlySet<MenuNeed>) {
  const { menu } = screen;
  if (menu?.group !== group || screenAccess(screen, actor) !== 'open' || menu.only?.(actor) === false) return [];
  if (menu.needs && !existing.has(menu.needs)) return [];
  const { icon, letter, alert, counts } = menu;
  return [{ path: addressOf(screen), title: screen.title, icon, letter, alert, counts }];
}

/** Super users start with the work of their own company, not with the platform. */
export const homeOf = (actor: Actor): string => {
  if (actor.overdue) return OVERDUE_PATH;
  const groupsOfWork = menuOf(actor).filter(({ key }) => key !== 'platform');
  return groupsOfWork[0]?.entries[0]?.path ?? FORBIDDEN_PATH;
};

/** The link to a screen, without the optional parts of its path. */
export const addressOf = ({ path }: Screen): string => path.replace(/\/\{-\$\w+\}/g, '');

/** The screen of a path, case-insensitive. */
export function screenAt(pathname: string, table: readonly Screen[] = screens): Screen | undefined {
  const segments = segmentsOf(pathname);
  return table.find((screen) => {
    const pattern = segmentsOf(screen.path);
    const requiredCount = pattern.filter((segment) => !segment.startsWith('{-$')).length;
    return (
      segments.length >= requiredCount &&
      segments.length <= pattern.length &&
      segments.every((segment, at) => /^(?:\$|\{-\$)/.test(pattern[at]!) || segment === pattern[at])
    );
  });
}

const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean);

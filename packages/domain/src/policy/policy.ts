import type { Actor } from './actor.ts';
import { isInScope, ticketScope, type ScopedTicket } from '../ticket/scope.ts';
import { admin, anyone, both, either, flag, plan, superUser, when, type Rule } from './rule.ts';

type Owned = { userId: number | null };
type Authored = Owned & { fromMe: boolean };
type Written = Authored & { createdAt: Date; now: Date };
type UserSubject = { id: number };
type QuickReply = Owned & { isVisible: boolean; isShared: boolean };

/** The channels refuse an edit after 15 minutes. */
const EDIT_WINDOW_MS = 15 * 60_000;

const ownUser = when<UserSubject>('the user itself', (actor, user) => user.id === actor.userId);
/** Messages of the bot, of the phone or of a colleague have another author, or none. */
const isAuthor = (actor: Actor, message: Authored) => message.fromMe && message.userId === actor.userId;
const ownRecentMessage = when<Written>(
  'its author, for 15 minutes',
  (actor, message) => isAuthor(actor, message) && +message.now - +message.createdAt <= EDIT_WINDOW_MS,
);
const ownQuickReply = when<QuickReply>('its author', (actor, message) => message.userId === actor.userId);
const visibleQuickReply = when<QuickReply>('everyone when it is visible', (_, message) => message.isVisible);
const sharedQuickReply = when<QuickReply>(
  'everyone when it is visible and shared',
  (_, message) => message.isVisible && message.isShared,
);
const authorHasLeft = when<QuickReply>(
  'its author has left',
  (_, message) => message.isVisible && message.userId === null,
);

/**
 * Every permission that the product enforces. The server checks these rows; the web shows its controls by them.
 * Each row is used by a contract endpoint or a use-case (`policy-usage.test.ts`).
 */
export const policy = {
  // Session and users
  'session.use': anyone,
  'user.read': anyone,
  'user.read-details': either(admin, ownUser),
  'user.edit': either(admin, ownUser),
  // Checked besides `user.edit` when the changed user is a super user.
  'user.edit-super': either(superUser, ownUser),
  'user.edit-profile': admin,
  // Sign-in and recovery use the e-mail, so a plain user asks an admin to change it.
  'user.edit-email': admin,
  'user.edit-queues': admin,
  'user.manage': admin,

  // Tickets: who sees a conversation, and what may be done with it
  'ticket.read': when<ScopedTicket>(
    'admins, or its own agent, or agents of its queue (without a queue: allTicket, or any group) while it is ' +
      'unassigned or a group or with allUserChat (groups: only with allowGroup)',
    (actor, ticket) => isInScope(ticketScope(actor), ticket),
  ),
  'ticket.use': anyone,
  'ticket.ignore': either(admin, flag('userClosePendingTicket')),
  'ticket.delete': admin,
  'ticket.close-all': admin,
  'ticket.see-all': either(admin, flag('allUserChat')),
  'ticket.filter-by-user': admin,
  'ticket.see-agent': admin,
  'ticket.see-groups': either(admin, flag('allowGroup')),
  'message.edit': ownRecentMessage,
  'message.delete': either(
    when<Authored & { isPrivate: boolean }>('its author', isAuthor),
    both(
      admin,
      when<Authored & { isPrivate: boolean }>('the message is an internal note', (_, message) => message.isPrivate),
    ),
  ),
  'contact-note.change': either(
    admin,
    when<Owned>('its author', (actor, note) => note.userId === actor.userId),
  ),

  // Contacts, tags, kanban
  'contact.read': anyone,
  'contact.write': anyone,
  'contact.delete': admin,
  'contact.export': admin,
  'contact.reveal-number': admin,
  'tag.read': anyone,
  'tag.create': anyone,
  'tag.manage': admin,
  'lane.manage': admin,
  'kanban.use': plan('kanban'),
  'kanban.add-lane': both(plan('kanban'), either(admin, flag('showDashboard'))),

  // Company setup
  'queue.read': anyone,
  'queue.manage': admin,
  'connection.read': anyone,
  'connection.manage': either(admin, flag('allowConnections')),
  'settings.read': anyone,
  'settings.manage': admin,
  'file-list.manage': both(admin, plan('integrations')),
  // Names and states of flows, for pickers; documents, runs and numbers need `flow.manage`.
  'flow.pick': anyone,
  'flow.manage': both(admin, plan('integrations')),
  // Names of prompts, for pickers; texts, knowledge, cost and ceilings need `prompt.manage`.
  'prompt.pick': anyone,
  'prompt.manage': both(admin, plan('ai')),
  // Names of integrations, for pickers; addresses, keys, tests and deliveries need `integration.manage`.
  'integration.pick': anyone,
  'integration.manage': both(admin, plan('integrations')),

  // Message API and quick replies
  'message-api.use': plan('externalApi'),
  'quick-reply.use': anyone,
  'quick-reply.read': either(ownQuickReply, visibleQuickReply),
  'quick-reply.change': either(ownQuickReply, sharedQuickReply, both(admin, authorHasLeft)),

  // Scheduled messages
  'schedule.use': plan('schedules'),
  'schedule.change': both(
    plan('schedules'),
    either(
      admin,
      when<Owned>('its author', (actor, schedule) => schedule.userId === actor.userId),
    ),
  ),

  // Team chat: a chat is found through the membership of the user, and only there
  'team-chat.use': plan('internalChat'),
  'team-chat.change': both(
    plan('internalChat'),
    when<{ ownerId: number | null }>('its owner', (actor, chat) => chat.ownerId === actor.userId),
  ),
  // Campaigns
  'campaign.manage': both(admin, plan('campaigns')),
  'contact-list.manage': both(admin, plan('campaigns')),

  // Dashboard and reports
  'dashboard.view': either(admin, flag('showDashboard')),
  'report.view': either(admin, flag('showDashboard')),
  'live-panel.view': either(admin, flag('allowRealTime')),

  // Billing
  'invoice.read': anyone,
  'invoice.pay': admin,
  // Subscriptions of all companies: due day, discount, limits, settled and voided invoices.
  'billing.manage': superUser,

  // The platform
  'company.read': when<{ companyId: number }>(
    'its own users, and super users',
    (actor, company) => actor.super || company.companyId === actor.companyId,
  ),
  'plan.manage': superUser,
  'company.manage': superUser,
  'platform-settings.manage': superUser,
  'mail.read': superUser,
  'announcement.read': anyone,
  'announcement.manage': superUser,
  'help.read': anyone,
  'help.manage': superUser,
} satisfies Record<string, Rule<never>>;

export type Permission = keyof typeof policy;
export type SubjectOf<P extends Permission> = (typeof policy)[P] extends Rule<infer S> ? S : never;
/** Permissions without a subject. A route checks them before any row is loaded. */
export type PlainPermission = {
  [P in Permission]: (typeof policy)[P] extends Rule<void> ? P : never;
}[Permission];

export type SubjectArgs<P extends Permission> = (typeof policy)[P] extends Rule<void> ? [] : [subject: SubjectOf<P>];

export const can = <P extends Permission>(actor: Actor, permission: P, ...subject: SubjectArgs<P>): boolean =>
  (policy[permission] as Rule<unknown>).allows(actor, subject[0]);

/** Names of the specification for some of these permissions; printed in docs/catalogue/permissions.md. */
export const specifiedNames = {
  'dashboard:view': 'dashboard.view',
  'drawer-admin-items:view': 'user.manage',
  'tickets-manager:showall': 'ticket.see-all',
  'user-modal:editProfile': 'user.edit-profile',
  'user-modal:editQueues': 'user.edit-queues',
  'ticket-options:deleteTicket': 'ticket.delete',
  'contacts-page:deleteContact': 'contact.delete',
  'connections-page:addConnection': 'connection.manage',
} as const satisfies Record<string, Permission>;

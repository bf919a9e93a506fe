import type { Actor } from './actor.ts';
import { admin, anyone, both, either, flag, plan, superUser, when, type Rule } from './rule.ts';

type Owned = { userId: number | null };
type AssignedTicket = Owned & { queueId: number | null; isGroup: boolean };
type Written = { fromMe: boolean; createdAt: Date; now: Date };
type UserSubject = { id: number };
type Chat = { ownerId: number; userIds: readonly number[] };
type QuickMessage = Owned & { isVisible: boolean; isShared: boolean };

/** After this the channels refuse an edit. */
const EDIT_WINDOW_MS = 15 * 60_000;

const ownTicket = when<Owned>('its own attendant', (actor, ticket) => ticket.userId === actor.userId);
const inMyQueues = when<AssignedTicket>(
  'attendants of its queue (without queue: allTicket, and any group)',
  (actor, ticket) =>
    ticket.queueId === null ? actor.flags.has('allTicket') || ticket.isGroup : actor.queueIds.includes(ticket.queueId),
);
/** A group is everybody's who may see groups, whoever took it last. */
const isGroup = when<AssignedTicket>('it is a group', (_, ticket) => ticket.isGroup);
const groupsAllowed = when<AssignedTicket>(
  'users with allowGroup when it is a group',
  (actor, ticket) => !ticket.isGroup || actor.flags.has('allowGroup'),
);
const unattended = when<Owned>('nobody attends it', (_, ticket) => ticket.userId === null);
const ownUser = when<UserSubject>('the user itself', (actor, user) => user.id === actor.userId);
const ownRecentMessage = when<Written>(
  'its sender, for 15 minutes',
  (_, message) => message.fromMe && +message.now - +message.createdAt <= EDIT_WINDOW_MS,
);
const takesPart = when<Chat>('its participants', (actor, chat) => chat.userIds.includes(actor.userId));
const ownsChat = when<Chat>('its owner', (actor, chat) => chat.ownerId === actor.userId);
const ownQuickMessage = when<QuickMessage>('its author', (actor, message) => message.userId === actor.userId);
const visibleQuickMessage = when<QuickMessage>('everyone when it is visible', (_, message) => message.isVisible);
const sharedQuickMessage = when<QuickMessage>(
  'everyone when it is visible and shared',
  (_, message) => message.isVisible && message.isShared,
);
const authorHasLeft = when<QuickMessage>(
  'its author has left',
  (_, message) => message.isVisible && message.userId === null,
);

/** Every permission of the product. The server enforces this table; the web draws its buttons from it. */
export const policy = {
  // Session and people
  'session.use': anyone,
  'user.read': anyone,
  'user.read-details': either(admin, ownUser),
  'user.edit': either(admin, ownUser),
  'user.edit-profile': admin,
  'user.edit-queues': admin,
  'user.manage': admin,

  // Tickets: who sees a conversation, and what may be done with it
  'ticket.read': either(
    admin,
    both(groupsAllowed, either(ownTicket, both(inMyQueues, either(unattended, isGroup, flag('allUserChat'))))),
  ),
  'ticket.attend': anyone,
  'ticket.ignore': either(admin, flag('userClosePendingTicket')),
  'ticket.delete': admin,
  'ticket.close-all': admin,
  'ticket.see-all': either(admin, flag('allUserChat')),
  'ticket.search-all': admin,
  'ticket.filter-by-user': admin,
  'ticket.see-attendant': admin,
  'ticket.see-groups': either(admin, flag('allowGroup')),
  'ticket.see-without-queue': either(admin, flag('allTicket')),
  'message.edit': ownRecentMessage,
  'message.delete': when<{ fromMe: boolean }>('its sender', (_, message) => message.fromMe),
  'history.other-queues': either(admin, flag('allHistoric')),
  'note.change': either(
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

  // Setting the company up
  'queue.read': anyone,
  'queue.manage': admin,
  'connection.read': anyone,
  'connection.manage': either(admin, flag('allowConnections')),
  'settings.read': anyone,
  'settings.manage': admin,
  'file-list.manage': both(admin, plan('integrations')),
  'integration.manage': both(admin, plan('integrations')),
  'prompt.manage': both(admin, plan('ai')),
  'flow.manage': admin,
  'phrase.read': anyone,
  'phrase.delete': admin,
  'default-flow.manage': both(admin, plan('integrations')),

  // Reaching out
  'campaign.manage': both(admin, plan('campaigns')),
  'schedule.use': plan('schedules'),
  'message-api.use': plan('externalApi'),
  'quick-message.use': anyone,
  'quick-message.read': either(ownQuickMessage, visibleQuickMessage),
  'quick-message.change': either(ownQuickMessage, sharedQuickMessage, both(admin, authorHasLeft)),

  // Internal chat
  'chat.use': plan('internalChat'),
  'chat.read': both(plan('internalChat'), takesPart),
  'chat.change': both(plan('internalChat'), ownsChat),

  // What managers see
  'dashboard.view': either(admin, flag('showDashboard')),
  'report.view': either(admin, flag('showDashboard')),
  'moments.view': either(admin, flag('allowRealTime')),
  'audit.view': admin,

  // Money
  'invoice.read': anyone,
  'invoice.pay': admin,

  // The platform
  'company.manage': superUser,
  'company.read': when<{ companyId: number }>(
    'its own people, and super users',
    (actor, company) => actor.super || company.companyId === actor.companyId,
  ),
  'plan.manage': superUser,
  'help.manage': superUser,
  'announcement.manage': superUser,
  'all-connections.manage': superUser,
  'platform-settings.manage': superUser,
  'white-label.manage': superUser,
  'certificate.manage': superUser,
} satisfies Record<string, Rule<never>>;

export type Permission = keyof typeof policy;
export type SubjectOf<P extends Permission> = (typeof policy)[P] extends Rule<infer S> ? S : never;
/** Permissions a route can check by itself, before any row is loaded. */
export type PlainPermission = {
  [P in Permission]: (typeof policy)[P] extends Rule<void> ? P : never;
}[Permission];

export type SubjectArgs<P extends Permission> = (typeof policy)[P] extends Rule<void> ? [] : [subject: SubjectOf<P>];

export const can = <P extends Permission>(actor: Actor, permission: P, ...subject: SubjectArgs<P>): boolean =>
  (policy[permission] as Rule<unknown>).allows(actor, subject[0]);

/** The specification's own names for some of these rules, for whoever looks them up. */
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

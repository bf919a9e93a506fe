import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { ticketScope, type ScopedTicket } from '@balcao/domain/ticket/scope';
import type { RoomNames } from '../../infrastructure/realtime/socket-server.ts';
import { roomsForScope, roomsForTicket } from '../../modules/tickets/index.ts';

/** The recipients of a socket message. The server puts sockets into rooms by permission; a client cannot ask for these. */
export type Audience =
  | 'company'
  /** Everyone of the company, also while its subscription is expired. */
  | 'subscription'
  | 'admins'
  /** Users who are not admins. */
  | 'plain'
  /** Users who may manage connections, and therefore see QR codes. */
  | 'connectors'
  /** Users who manage the companies of the platform. */
  | 'superUsers'
  | { user: number }
  | { session: string }
  | { queue: number }
  /** A room of `roomsForTicket`. */
  | { tickets: string }
  /** Sockets that show the live panel. */
  | { panel: PanelAudience };
/** Everyone who shows the live panel, admins among them, or users of a queue (for groups: with allowGroup). */
export type PanelAudience = 'viewers' | 'all' | { queue: number; isGroup: boolean };
export const panelRoom = (to: PanelAudience): string =>
  typeof to === 'string' ? `live-panel:${to}` : `live-panel:${to.isGroup ? 'groups' : 'tickets'}:${to.queue}`;

export const roomOf = (to: Audience): string => {
  if (typeof to === 'string') return to;
  if ('user' in to) return `user:${to.user}`;
  if ('tickets' in to) return to.tickets;
  if ('panel' in to) return panelRoom(to.panel);
  return 'session' in to ? `session:${to.session}` : `queue:${to.queue}`;
};

/**
 * Every room of an actor. Admins and other users receive different versions of some messages. With an expired subscription
 * only the end of the session and the payment arrive.
 */
export const roomsOf = (actor: Actor): string[] =>
  (['subscription', { session: actor.sessionId }, ...(actor.overdue ? [] : workRooms(actor))] as Audience[]).map(
    roomOf,
  );

const workRooms = (actor: Actor) => [
  'company',
  ticketScope(actor).all ? 'admins' : 'plain',
  { user: actor.userId },
  ...actor.queueIds.map((queue) => ({ queue })),
  ...(can(actor, 'connection.manage') ? ['connectors'] : []),
  ...(can(actor, 'company.manage') ? ['superUsers'] : []),
  ...roomsForScope(ticketScope(actor)).map((tickets) => ({ tickets })),
];

/** The users who may read the ticket. */
export const ticketAudience = (ticket: ScopedTicket): Audience[] =>
  roomsForTicket(ticket).map((tickets) => ({ tickets }));

/** Rooms that a client may join itself: the inbox tabs it shows. They grant no access to tickets. */
const TICKET_TABS = ['open', 'pending', 'group', 'closed', 'search'];
const tabRoom = (tab: string): string | undefined => (TICKET_TABS.includes(tab) ? `tab:${tab}` : undefined);

/** Viewers of a conversation. The server joins only sockets whose actor may read the ticket. */
export const conversationRoom = (ticketId: number): string => `conversation:${ticketId}`;
/** Editors of a flow. The server joins only sockets whose actor may manage flows. */
export const flowRoom = (flowId: number): string => `flow:${flowId}`;
/** Sockets whose permission for the conversation is still being checked. Nothing is published to this room. */
export const pendingJoinRoom = (ticketId: number): string => `pending-join:${ticketId}`;

export const roomNames: RoomNames = {
  ofActor: roomsOf,
  ofSession: (session) => roomOf({ session }),
  ofConversation: conversationRoom,
  ofFlow: flowRoom,
  ofTab: tabRoom,
  notification: 'notification',
  company: roomOf('company'),
  superUsers: roomOf('superUsers'),
};

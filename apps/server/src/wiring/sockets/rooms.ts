import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { ticketScope, type ScopedTicket } from '@balcao/domain/ticket/scope';
import { roomsForScope, roomsForTicket } from '../../modules/tickets/index.ts';

/** Who is meant: rooms are given by the server from what it knows of the person, never asked for by name. */
export type Audience =
  | 'company'
  | 'admins'
  | 'plain'
  /** Who may connect channels, and so may see a QR code. */
  | 'connectors'
  | { user: number }
  | { session: string }
  | { queue: number }
  /** A room of `roomsForTicket`. */
  | { tickets: string };

export const roomOf = (to: Audience): string => {
  if (typeof to === 'string') return to;
  if ('user' in to) return `user:${to.user}`;
  if ('tickets' in to) return to.tickets;
  return 'session' in to ? `session:${to.session}` : `queue:${to.queue}`;
};

/** Every room of this person. An admin hears what admins may know, everyone else what colleagues may. */
export const roomsOf = (actor: Actor): string[] =>
  (
    [
      'company',
      actor.profile === 'admin' ? 'admins' : 'plain',
      { user: actor.userId },
      { session: actor.sessionId },
      ...actor.queueIds.map((queue) => ({ queue })),
      ...(can(actor, 'connection.manage') ? ['connectors'] : []),
      ...roomsForScope(ticketScope(actor)).map((tickets) => ({ tickets })),
    ] as Audience[]
  ).map(roomOf);

/** The users who may read the ticket. */
export const ticketAudience = (ticket: ScopedTicket): Audience[] =>
  roomsForTicket(ticket).map((tickets) => ({ tickets }));

/** What a client may ask for besides: which tabs it shows. These decide what it hears, never what it may know. */
const TICKET_TABS = ['open', 'pending', 'group', 'closed', 'search'];
export const tabRoom = (status: unknown): string | undefined =>
  typeof status === 'string' && TICKET_TABS.includes(status) ? `tab:${status}` : undefined;
export const NOTIFICATION_ROOM = 'notification';
/** Opened by the server alone, to those who may read the ticket. */
export const conversationRoom = (ticketId: number): string => `conversation:${ticketId}`;
/** While it is being asked whether they may: nothing is told here. */
export const pendingJoinRoom = (ticketId: number): string => `doorstep:${ticketId}`;

import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';

/** Who is meant: rooms are given by the server from what it knows of the person, never asked for by name. */
export type Audience =
  | 'company'
  | 'admins'
  | 'plain'
  /** Who may connect channels, and so may see a QR code. */
  | 'connectors'
  | { user: number }
  /** This user as the attendant of a group: nobody there when it may not see groups. */
  | { groupsOf: number }
  | { session: string }
  | { queue: number }
  /** Everyone but admins and its own attendant who may see a ticket that stands here. */
  | { tickets: TicketRoom };
interface TicketRoom {
  queueId: number | null;
  isGroup: boolean;
  isAttended: boolean;
}

export const roomOf = (to: Audience): string => {
  if (typeof to === 'string') return to;
  if ('user' in to) return `user:${to.user}`;
  if ('groupsOf' in to) return `groups-of:${to.groupsOf}`;
  if ('tickets' in to) return ticketRoom(to.tickets);
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
      ...(can(actor, 'ticket.see-groups') ? [{ groupsOf: actor.userId }] : []),
      ...ticketRoomsOf(actor),
    ] as Audience[]
  ).map(roomOf);

const ticketRoom = ({ queueId, isGroup, isAttended }: TicketRoom): string =>
  `${isGroup ? 'groups' : 'tickets'}:${isAttended ? 'attended' : 'waiting'}:${queueId ?? 'none'}`;

/**
 * The same rule as `ticket.read` in the policy, said in rooms: waiting tickets of my queues, attended ones with
 * allUserChat; of groups those attended and those without queue too.
 */
function ticketRoomsOf({ profile, flags, queueIds }: Actor): Audience[] {
  if (profile === 'admin') return [];
  const rooms = (isGroup: boolean): Audience[] => {
    const queues = [...queueIds, ...(isGroup || flags.has('allTicket') ? [null] : [])];
    const states = isGroup || flags.has('allUserChat') ? [false, true] : [false];
    return queues.flatMap((queueId) => states.map((isAttended) => ({ tickets: { queueId, isGroup, isAttended } })));
  };
  return [...rooms(false), ...(flags.has('allowGroup') ? rooms(true) : [])];
}

/** What a client may ask for besides: which tabs it shows. These decide what it hears, never what it may know. */
const TICKET_TABS = ['open', 'pending', 'group', 'closed', 'search'];
export const tabRoom = (status: unknown): string | undefined =>
  typeof status === 'string' && TICKET_TABS.includes(status) ? `tab:${status}` : undefined;
export const NOTIFICATION_ROOM = 'notification';
/** Opened by the server alone, to those who may read the ticket. */
export const conversationRoom = (ticketId: number): string => `conversation:${ticketId}`;
/** While it is being asked whether they may: nothing is told here. */
export const pendingJoinRoom = (ticketId: number): string => `doorstep:${ticketId}`;

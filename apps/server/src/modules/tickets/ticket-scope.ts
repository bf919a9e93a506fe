import type { ScopedTicket, TicketScope } from '@balcao/domain/ticket/scope';

// Socket.IO rooms that repeat `isInScope`: a socket joins the rooms of its scope, an event goes to the rooms of its ticket.

const ALL_TICKETS = 'tickets:all';
const ownTickets = (userId: number): string => `tickets:of:${userId}`;
/** Separate from `ownTickets`: a user without groups may have a group assigned and must not receive it. */
const ownGroups = (userId: number): string => `groups:of:${userId}`;
const queueRoom = (queueId: number | null, isGroup: boolean, isAssigned: boolean): string =>
  `${isGroup ? 'groups' : 'tickets'}:${isAssigned ? 'assigned' : 'unassigned'}:${queueId ?? 'none'}`;

/** The rooms a socket joins. */
export function roomsForScope(scope: TicketScope): string[] {
  if (scope.all) return [ALL_TICKETS];
  const tickets = [...scope.queueIds, ...(scope.withoutQueue ? [null] : [])].flatMap((queueId) => [
    queueRoom(queueId, false, false),
    ...(scope.assignedToOthers ? [queueRoom(queueId, false, true)] : []),
  ]);
  const groups = [...scope.queueIds, null].flatMap((queueId) => [
    queueRoom(queueId, true, false),
    queueRoom(queueId, true, true),
  ]);
  return [ownTickets(scope.userId), ...tickets, ...(scope.groups ? [ownGroups(scope.userId), ...groups] : [])];
}

/** The rooms that receive the events of a ticket. */
export const roomsForTicket = ({ userId, queueId, isGroup }: ScopedTicket): string[] => [
  ALL_TICKETS,
  queueRoom(queueId, isGroup, userId !== null),
  ...(userId === null ? [] : [isGroup ? ownGroups(userId) : ownTickets(userId)]),
];

import type { ClientToServer, ServerToClient } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';

/** State of one connected socket. */
export interface SocketData {
  actor: Actor;
  tokenEndsAt: number;
  /** Unknown events and events above the rate limit. */
  violations: number;
  /** Joined conversations: ticket id → uuid. */
  conversations: Map<number, string>;
  /** Flows that are open in the editor. */
  flows: Set<number>;
  /** Rooms of the live panel, while it is shown. */
  panelRooms: string[];
  /** Conversation and flow events received since the window began. */
  eventWindow: { since: number; count: number };
}
export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveNamespace = Namespace<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** An older client may cause a few violations; more are treated as an attack. */
const MAX_VIOLATIONS = 20;
/** Counts an unknown or too frequent event; disconnects the socket after too many. */
export function countViolation(socket: LiveSocket) {
  if (++socket.data.violations >= MAX_VIOLATIONS) socket.disconnect(true);
}

export const socketsIn = (namespace: LiveNamespace | undefined, room: string): LiveSocket[] =>
  [...(namespace?.adapter.rooms.get(room) ?? [])].flatMap((id) => namespace?.sockets.get(id) ?? []);

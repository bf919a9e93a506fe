import type { ClientToServer, ServerToClient } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';

/** What is known of whoever is at the other end. */
export interface SocketData {
  actor: Actor;
  tokenEndsAt: number;
  unknownEvents: number;
  /** Joined conversations and their uuids. */
  conversations: Map<number, string>;
  /** Words about conversations since then. */
  eventWindow: { since: number; count: number };
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveNamespace = Namespace<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** Strange words, or too many of the known ones: a few may be an older client, more are an attack. */
const MAX_UNKNOWN_EVENTS = 20;
export function countViolation(socket: LiveSocket) {
  if (++socket.data.unknownEvents >= MAX_UNKNOWN_EVENTS) socket.disconnect(true);
}

export const socketsIn = (namespace: LiveNamespace | undefined, room: string): LiveSocket[] =>
  [...(namespace?.adapter.rooms.get(room) ?? [])].flatMap((id) => namespace?.sockets.get(id) ?? []);

export function answer(done: unknown, error?: string) {
  if (typeof done === 'function') (done as (error?: string) => void)(error);
}

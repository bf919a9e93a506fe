import type { ClientToServer, ServerToClient } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';

/** What is known of whoever is at the other end. */
export interface Known {
  actor: Actor;
  tokenEndsAt: number;
  strangeWords: number;
  /** Joined conversations and their uuids. */
  conversations: Map<number, string>;
  /** Words about conversations since then. */
  chatter: { since: number; words: number };
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, Known>;
export type LiveNamespace = Namespace<ClientToServer, ServerToClient, DefaultEventsMap, Known>;

/** Strange words, or too many of the known ones: a few may be an older client, more are an attack. */
const MOST_STRANGE_WORDS = 20;
export function countAgainst(socket: LiveSocket) {
  if (++socket.data.strangeWords >= MOST_STRANGE_WORDS) socket.disconnect(true);
}

export const socketsIn = (namespace: LiveNamespace | undefined, room: string): LiveSocket[] =>
  [...(namespace?.adapter.rooms.get(room) ?? [])].flatMap((id) => namespace?.sockets.get(id) ?? []);

export function answer(done: unknown, error?: string) {
  if (typeof done === 'function') (done as (error?: string) => void)(error);
}

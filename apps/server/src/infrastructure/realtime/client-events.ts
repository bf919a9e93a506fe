import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../app-error.ts';
import { createListener, guarded, type Listen } from './listener.ts';
import { countViolation, type LiveSocket } from './socket.ts';

export interface ClientEventDeps {
  authenticate(token: string): Promise<{ actor: Actor; endsAt: number }>;
  heartbeat(actor: Actor): Promise<void>;
  /** Moves the socket to the rooms of its actor's current permissions. */
  moveTo(socket: LiveSocket, actor: Actor): Promise<void>;
  /** Room of an inbox tab; undefined for an unknown tab. */
  tabRoom(tab: string): string | undefined;
  notificationRoom: string;
  /** Registers the handlers of conversation events. */
  listenToConversations(listen: Listen): void;
  onError(error: unknown): void;
}

/** Registers the handlers of every event that a client may send; returns a function that listens to a socket. */
export function createClientEvents(deps: ClientEventDeps): (socket: LiveSocket) => void {
  const { authenticate, heartbeat, moveTo, tabRoom, notificationRoom, listenToConversations, onError } = deps;
  const { listen, receive } = createListener(onError);
  const onTab = (isJoining: boolean) => async (socket: LiveSocket, tab: string) => {
    const room = tabRoom(tab);
    if (!room) return 'ERR_VALIDATION';
    await (isJoining ? socket.join(room) : socket.leave(room));
    return undefined;
  };
  listen('joinTickets', onTab(true));
  listen('leaveTickets', onTab(false));
  listen('joinTicketsLeave', onTab(false));
  listen('joinNotification', async (socket) => socket.join(notificationRoom));
  listen('leaveNotification', async (socket) => socket.leave(notificationRoom));
  listenToConversations(listen);
  listen('userStatus', (socket) => heartbeat(socket.data.actor));
  // Accepts a newer token of the same session. Another session must open a new socket.
  listen('renew', async (socket, token) => {
    const renewed = await authenticate(token);
    if (renewed.actor.sessionId !== socket.data.actor.sessionId) refuse('ERR_SESSION_EXPIRED');
    socket.data.tokenEndsAt = renewed.endsAt;
    // The due date passes without an event.
    if (renewed.actor.overdue !== socket.data.actor.overdue) await moveTo(socket, renewed.actor);
  });
  const onEvent = guarded((socket: LiveSocket, name: string, received: unknown[]) => {
    if (!receive(socket, name, received)) countViolation(socket);
  }, onError);
  return (socket) => void socket.onAny((name: string, ...received: unknown[]) => onEvent(socket, name, received));
}

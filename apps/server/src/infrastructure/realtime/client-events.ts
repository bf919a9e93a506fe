import { clientEvents } from '@balcao/contract';
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
  /** Registers the conversation events of a socket. */
  listenToConversations(socket: LiveSocket, listen: Listen): void;
  onError(error: unknown): void;
}

/** Registers the handlers of every event that a client may send. */
export function listenToClient(socket: LiveSocket, deps: ClientEventDeps): void {
  const { authenticate, heartbeat, moveTo, tabRoom, notificationRoom, listenToConversations, onError } = deps;
  const listen = createListener(socket, onError);
  const onTab = (isJoining: boolean) => async (tab: string) => {
    const room = tabRoom(tab);
    if (!room) return 'ERR_VALIDATION';
    await (isJoining ? socket.join(room) : socket.leave(room));
    return undefined;
  };
  listen('joinTickets', onTab(true));
  listen('leaveTickets', onTab(false));
  listen('joinTicketsLeave', onTab(false));
  listen('joinNotification', async () => socket.join(notificationRoom));
  listen('leaveNotification', async () => socket.leave(notificationRoom));
  listenToConversations(socket, listen);
  listen('userStatus', () => heartbeat(socket.data.actor));
  // Accepts a newer token of the same session. Another session must open a new socket.
  listen('renew', async (token) => {
    const renewed = await authenticate(token);
    if (renewed.actor.sessionId !== socket.data.actor.sessionId) refuse('ERR_SESSION_EXPIRED');
    socket.data.tokenEndsAt = renewed.endsAt;
    // The due date passes without an event.
    if (renewed.actor.overdue !== socket.data.actor.overdue) await moveTo(socket, renewed.actor);
  });
  socket.onAny(
    guarded((name: string) => {
      if (!(clientEvents as readonly string[]).includes(name)) countViolation(socket);
    }, onError),
  );
}

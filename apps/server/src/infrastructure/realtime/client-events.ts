import { clientEvents } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { AppError } from '../app-error.ts';
import { acknowledge, countViolation, type LiveSocket } from './socket.ts';

export interface ClientEventDeps {
  authenticate(token: string): Promise<{ actor: Actor; endsAt: number }>;
  heartbeat(actor: Actor): Promise<void>;
  /** Room of an inbox tab; undefined for an unknown tab. */
  tabRoom(tab: unknown): string | undefined;
  notificationRoom: string;
  /** Registers the conversation events of a socket. */
  listenToConversations(socket: LiveSocket): void;
  onError(error: unknown): void;
}

/** Registers the handlers of every event that a client may send. */
export function listenToClient(socket: LiveSocket, deps: ClientEventDeps): void {
  const { authenticate, heartbeat, tabRoom, notificationRoom, listenToConversations, onError } = deps;
  const { actor } = socket.data;
  const onTab = (isJoining: boolean) => (tab: unknown, done?: unknown) => {
    const room = tabRoom(tab);
    if (room) void (isJoining ? socket.join(room) : socket.leave(room));
    acknowledge(done, room ? undefined : 'ERR_VALIDATION');
  };
  socket.on('joinTickets', onTab(true));
  socket.on('leaveTickets', onTab(false));
  socket.on('joinTicketsLeave', onTab(false));
  socket.on('joinNotification', (done) => {
    void socket.join(notificationRoom);
    acknowledge(done);
  });
  socket.on('leaveNotification', (done) => {
    void socket.leave(notificationRoom);
    acknowledge(done);
  });
  listenToConversations(socket);
  socket.on('userStatus', () => void heartbeat(actor).catch(onError));
  socket.on('renew', (token, done) => {
    renew(token).then(
      () => acknowledge(done),
      (error: unknown) => acknowledge(done, error instanceof AppError ? error.code : 'ERR_INTERNAL'),
    );
  });
  socket.onAny((name: string) => {
    if (!(clientEvents as readonly string[]).includes(name)) countViolation(socket);
  });

  /** Accepts a newer token of the same session. Another session must open a new socket. */
  async function renew(token: unknown) {
    const renewed = await authenticate(typeof token === 'string' ? token : '');
    if (renewed.actor.sessionId !== socket.data.actor.sessionId) throw new AppError('ERR_SESSION_EXPIRED');
    socket.data.tokenEndsAt = renewed.endsAt;
  }
}

/** Socket topics for components. */
import type { ClientToServer, Payload, Topic } from '@balcao/contract/events/topics';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useSession } from './session.tsx';
import {
  connectionState,
  listen,
  onConnectionState,
  closeForGood,
  autoJoin,
  type ConnectionState,
  type OurSocket,
} from './socket.ts';
import { setSignOutReason } from './sign-out-reason.ts';
import { awaitRestart, clearToken } from './token.ts';
import { useOnline } from './use-online.ts';

export type { ConnectionState };

/** Subscribes to a topic while the component is mounted. `handler` need not be memoized. */
export function useTopic<T extends Topic>(topic: T, handler: (payload: Payload<T>) => void): void {
  const onPayload = useEffectEvent(handler);
  useEffect(() => listen(topic, (payload) => onPayload(payload)), [topic]);
}

/** Joins a Socket.IO room while the component is mounted and after each reconnect: `useRoom('tickets', 'open')`. */
export function useRoom(
  ...[room, name]: ['tickets', status: string] | ['conversation', ticket: string] | ['notification'] | ['livePanel']
): void {
  useEffect(() => {
    const { join, leave } = rooms[room];
    // These events take the room's name or nothing.
    const emitEvent = (eventName: typeof join | typeof leave) => (socket: OurSocket) => {
      if (name === undefined) socket.emit(eventName as 'joinNotification');
      else socket.emit(eventName as 'joinTickets', name);
    };
    return autoJoin(emitEvent(join), emitEvent(leave));
  }, [room, name]);
}

const rooms = {
  tickets: { join: 'joinTickets', leave: 'leaveTickets' },
  conversation: { join: 'joinChatBox', leave: 'joinChatBoxLeave' },
  notification: { join: 'joinNotification', leave: 'leaveNotification' },
  livePanel: { join: 'joinLivePanel', leave: 'leaveLivePanel' },
} as const satisfies Record<string, Record<'join' | 'leave', keyof ClientToServer>>;

export const useConnectionState = (): ConnectionState => useSyncExternalStore(onConnectionState, connectionState);

/** Whether events arrive. A socket notices a lost network late, the browser at once. */
export function useIsConnected(): boolean {
  const socket = useConnectionState();
  return useOnline() && socket === 'online';
}

const RELOAD_DELAY_MS = 1000;

/**
 * True from the moment this account signs in somewhere else.
 * One second later this browser's storage is cleared and the page reloads.
 */
export function useTakeover(): boolean {
  const { actor } = useSession();
  const [isTakenOver, setIsTakenOver] = useState(false);
  useTopic('auth', ({ user, sessionId }) => {
    if (user.id !== actor.userId || sessionId === actor.sessionId) return;
    // The server closes the old socket and refuses its requests at once; the notice must stay visible.
    awaitRestart();
    closeForGood();
    setIsTakenOver(true);
  });
  useEffect(() => {
    if (!isTakenOver) return;
    const timer = setTimeout(() => {
      clearToken();
      setSignOutReason('elsewhere');
      localStorage.clear();
      location.reload();
    }, RELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isTakenOver]);
  return isTakenOver;
}

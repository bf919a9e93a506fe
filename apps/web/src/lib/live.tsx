/** What the server tells without being asked, for components. */
import type { Told, Topic } from '@balcao/contract/events/topics';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useSession } from './session.tsx';
import { connectionState, listen, onConnectionState, stayAway, staysJoined, type ConnectionState } from './socket.ts';
import { awaitRestart, forgetToken } from './token.ts';

export type { ConnectionState };

/** Hears one topic for as long as the component is on screen. `hear` need not be memoised. */
export function useLive<T extends Topic>(topic: T, hear: (told: Told<T>) => void): void {
  const heard = useEffectEvent(hear);
  useEffect(() => listen(topic, (told) => heard(told)), [topic]);
}

/** In a room while the component is on screen, and again after each reconnect. */
export function useTicketsRoom(status: string): void {
  useEffect(
    () => staysJoined((socket) => socket.emit('joinTickets', status), (socket) => socket.emit('leaveTickets', status)),
    [status],
  );
}
export function useConversationRoom(ticket: string): void {
  useEffect(
    () => staysJoined((socket) => socket.emit('joinChatBox', ticket), (socket) => socket.emit('joinChatBoxLeave', ticket)),
    [ticket],
  );
}
export function useNotificationRoom(): void {
  useEffect(
    () => staysJoined((socket) => socket.emit('joinNotification'), (socket) => socket.emit('leaveNotification')),
    [],
  );
}

export const useConnectionState = (): ConnectionState => useSyncExternalStore(onConnectionState, connectionState);

const GOODBYE_MS = 1000;

/**
 * True from the moment this account signs in somewhere else.
 * One second later this browser's storage is emptied and the page starts again.
 */
export function useTakeover(): boolean {
  const { actor } = useSession();
  const [taken, setTaken] = useState(false);
  useLive('auth', ({ user, sessionId }) => {
    if (user.id !== actor.userId || sessionId === actor.sessionId) return;
    // The server closes the old socket at once and refuses its calls: none of that may cut the notice short.
    awaitRestart();
    stayAway();
    setTaken(true);
  });
  useEffect(() => {
    if (!taken) return;
    const goodbye = setTimeout(() => {
      forgetToken();
      localStorage.clear();
      location.reload();
    }, GOODBYE_MS);
    return () => clearTimeout(goodbye);
  }, [taken]);
  return taken;
}

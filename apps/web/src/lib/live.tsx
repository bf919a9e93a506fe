/** What the server tells without being asked, for components. */
import type { ClientToServer, Told, Topic } from '@balcao/contract/events/topics';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useSession } from './session.tsx';
import {
  connectionState,
  listen,
  onConnectionState,
  stayAway,
  staysJoined,
  type ConnectionState,
  type OurSocket,
} from './socket.ts';
import { awaitRestart, forgetToken } from './token.ts';

export type { ConnectionState };

/** Hears one topic for as long as the component is on screen. `hear` need not be memoised. */
export function useLive<T extends Topic>(topic: T, hear: (told: Told<T>) => void): void {
  const heard = useEffectEvent(hear);
  useEffect(() => listen(topic, (told) => heard(told)), [topic]);
}

/** In a room while the component is on screen, and again after each reconnect: `useRoom('tickets', 'open')`. */
export function useRoom(
  ...[room, name]: ['tickets', status: string] | ['conversation', ticket: string] | ['notification']
): void {
  useEffect(() => {
    const { join, leave } = rooms[room];
    // Each of them takes the room's name and nothing else, or nothing at all.
    const say = (word: typeof join | typeof leave) => (socket: OurSocket) => {
      if (name === undefined) socket.emit(word as 'joinNotification');
      else socket.emit(word as 'joinTickets', name);
    };
    return staysJoined(say(join), say(leave));
  }, [room, name]);
}

const rooms = {
  tickets: { join: 'joinTickets', leave: 'leaveTickets' },
  conversation: { join: 'joinChatBox', leave: 'joinChatBoxLeave' },
  notification: { join: 'joinNotification', leave: 'leaveNotification' },
} as const satisfies Record<string, Record<'join' | 'leave', keyof ClientToServer>>;

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

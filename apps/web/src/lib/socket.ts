/** The one socket of the page: opens, renews itself, remembers what it joined and where it was in the event log. */
import { HEARTBEAT_MS } from '@balcao/contract/events/names';
import type { ClientToServer, Presence, ServerToClient, Told, Topic } from '@balcao/contract/events/topics';
import { io, type Socket } from 'socket.io-client';
import { accessToken, onSession, refresh } from './token.ts';

export type ConnectionState = 'online' | 'connecting' | 'offline';
export type OurSocket = Socket<ServerToClient, ClientToServer>;
type Say = (to: OurSocket) => void;
type Ear = Topic | 'reload' | 'presence';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

let socket: OurSocket | undefined;
let lastEventId: string | undefined;
/** Until the gap has been told, a live event is no place to come back to: what lies before it may still be missing. */
let upToDate = false;
let cameFrom: string | undefined;
let away = false;
let state: ConnectionState = 'connecting';
const watchers = new Set<() => void>();
const ears = new Map<Ear, Set<(told: never) => void>>();
/** What the page has joined, to be said again after every reconnect. */
const joined = new Set<Say>();

/** Opens the socket of a company and answers with the way to close it. The session does this once. */
export function openSocket(companyId: number): () => void {
  const opened: OurSocket = io(`/${companyId}`, {
    auth: (give) => {
      cameFrom = lastEventId;
      give({ token: accessToken(), lastEventId, bundles: true });
    },
    reconnectionDelay: FIRST_WAIT_MS,
    reconnectionAttempts: Infinity,
    transports: ['websocket', 'polling'],
  });
  socket = opened;
  away = false;
  let refusals = 0;

  opened.on('connect', () => {
    refusals = 0;
    upToDate = false;
    become('online');
    opened.emit('userStatus');
    for (const say of joined) say(opened);
  });
  opened.on('disconnect', (reason) => {
    become('connecting');
    if (reason !== 'io client disconnect' && !opened.active) void comeBack(opened, refusals++);
  });
  opened.on('connect_error', () => {
    become('offline');
    // While it is active the library tries again by itself; a refused socket waits for us.
    if (!opened.active) void comeBack(opened, refusals++);
  });
  opened.on('bundle', (lines) => {
    for (const [topic, told, eventId] of lines) {
      if (upToDate) lastEventId = eventId;
      tell(topic, told);
    }
  });
  opened.on('resumed', (eventId) => {
    upToDate = true;
    lastEventId = eventId;
    // Without a place to resume from nothing was told of the time before: what was fetched then may be old already.
    if (cameFrom === undefined) tell('reload', undefined);
  });
  opened.on('reload', () => tell('reload', undefined));
  opened.on('presence', (told) => tell('presence', told));

  const heartbeat = setInterval(() => opened.connected && opened.emit('userStatus'), HEARTBEAT_MS);
  const stopRenewing = onSession(({ token }) => opened.connected && opened.emit('renew', token));
  return () => {
    clearInterval(heartbeat);
    stopRenewing();
    opened.close();
    socket = undefined;
    lastEventId = undefined;
    become('connecting');
  };
}

/** Closes the socket for good: the session it belongs to is no longer ours. */
export function stayAway(): void {
  away = true;
  socket?.close();
}

export function listen<T extends Topic>(topic: T, hear: (told: Told<T>) => void): () => void;
export function listen(topic: 'reload', hear: () => void): () => void;
export function listen(topic: 'presence', hear: (told: Presence) => void): () => void;
export function listen(topic: Ear, hear: (told: never) => void): () => void {
  const all = ears.get(topic) ?? new Set();
  ears.set(topic, all.add(hear));
  return () => all.delete(hear);
}

/** Says `join` now and after every reconnect, until the answered function says `leave`. */
export function staysJoined(join: Say, leave: Say): () => void {
  joined.add(join);
  if (socket?.connected) join(socket);
  return () => {
    joined.delete(join);
    if (socket?.connected) leave(socket);
  };
}

/** Says something that is worth nothing later: without a line it is not said at all. */
export function say(words: Say): void {
  if (socket?.connected) words(socket);
}

export const connectionState = (): ConnectionState => state;

export function onConnectionState(hear: () => void): () => void {
  watchers.add(hear);
  return () => watchers.delete(hear);
}

function tell(topic: Ear, told: unknown): void {
  for (const hear of ears.get(topic) ?? []) hear(told as never);
}

function become(next: ConnectionState): void {
  if (next === state) return;
  state = next;
  for (const hear of watchers) hear();
}

/** Comes back with a fresh token, at once the first time and ever more patiently after that. */
async function comeBack(refused: OurSocket, refusals: number): Promise<void> {
  if (away) return;
  if (refusals > 0) await pause(Math.min(FIRST_WAIT_MS * 2 ** refusals, LONGEST_WAIT_MS));
  await refresh().catch(() => pause(FIRST_WAIT_MS));
  if (!away && refused === socket && !refused.connected) refused.connect();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The page's only socket: reconnects, renews its token, joins again and resumes at its position in the event log. */
import { HEARTBEAT_MS } from '@balcao/contract/events/names';
import type {
  ClientToServer,
  AnnouncementNotice,
  ConnectionNotice,
  FlowEditors,
  HelpNotice,
  Payload,
  Presence,
  ServerToClient,
  Topic,
} from '@balcao/contract/events/topics';
import type { io, Socket } from 'socket.io-client';
import { accessToken, onSession, refresh } from './token.ts';

export type ConnectionState = 'online' | 'connecting' | 'offline';
export type OurSocket = Socket<ServerToClient, ClientToServer>;
type SocketAction = (to: OurSocket) => void;
type EventName =
  | Topic
  | 'reload'
  | 'presence'
  | 'flowEditors'
  | 'brand'
  | 'company-announcement'
  | 'admin-whatsapp'
  | 'help';

const INITIAL_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

let socket: OurSocket | undefined;
let lastEventId: string | undefined;
/** False until the missed events have arrived: a live event received before is no safe position to resume from. */
let isUpToDate = false;
let resumedFrom: string | undefined;
let isClosedForGood = false;
let state: ConnectionState = 'connecting';
const stateListeners = new Set<() => void>();
const listeners = new Map<EventName, Set<(payload: never) => void>>();
/** Repeated after every reconnect. */
const joined = new Set<SocketAction>();

let client: typeof io | undefined;

/** The library is not needed for the first paint, and is loaded beside the first data of the page. */
export async function loadSocketClient(): Promise<void> {
  client ??= (await import('socket.io-client')).io;
}

/** Opens the socket of a company and returns a function that closes it. Called once per session. */
export function openSocket(companyId: number): () => void {
  isClosedForGood = false;
  if (client) return connect(client, companyId);
  let close = () => {};
  let isClosed = false;
  void (async () => {
    for (let attempts = 0; !client; attempts++) {
      if (attempts > 0) {
        setState('offline');
        await pause(Math.min(INITIAL_WAIT_MS * 2 ** attempts, MAX_WAIT_MS));
      }
      await loadSocketClient().catch(() => {});
    }
    if (!isClosed && !isClosedForGood) close = connect(client, companyId);
  })();
  return () => {
    isClosed = true;
    close();
  };
}

function connect(connectTo: typeof io, companyId: number): () => void {
  const opened: OurSocket = connectTo(`/${companyId}`, {
    auth: (give) => {
      resumedFrom = lastEventId;
      give({ token: accessToken(), lastEventId, bundles: true });
    },
    reconnectionDelay: INITIAL_WAIT_MS,
    reconnectionAttempts: Infinity,
    transports: ['websocket', 'polling'],
  });
  socket = opened;
  let attempts = 0;

  opened.on('connect', () => {
    attempts = 0;
    opened.io.reconnectionDelay(INITIAL_WAIT_MS);
    isUpToDate = false;
    setState('online');
    opened.emit('userStatus');
    for (const join of joined) join(opened);
  });
  opened.on('disconnect', (reason) => {
    setState('connecting');
    if (reason !== 'io client disconnect' && !opened.active) void reconnect(opened, attempts++);
  });
  opened.on('connect_error', () => {
    setState('offline');
    // While active, the library reconnects by itself; after a refusal it does not.
    if (!opened.active) void reconnect(opened, attempts++);
  });
  opened.on('batch', (batch) => {
    for (const [topic, payload, eventId] of batch) {
      if (isUpToDate) lastEventId = eventId;
      dispatch(topic, payload);
    }
  });
  opened.on('resumed', (eventId) => {
    isUpToDate = true;
    lastEventId = eventId;
    // A first connect reports nothing of the time before it, so data fetched earlier may be outdated.
    if (resumedFrom === undefined) dispatch('reload', undefined);
  });
  opened.on('restarting', (reconnectMs) => void opened.io.reconnectionDelay(reconnectMs));
  opened.on('reload', () => dispatch('reload', undefined));
  opened.on('company-announcement', (notice) => dispatch('company-announcement', notice));
  opened.on('admin-whatsapp', (notice) => dispatch('admin-whatsapp', notice));
  opened.on(`company-${companyId}-help`, (notice) => dispatch('help', notice));
  opened.on('brand', () => dispatch('brand', undefined));
  opened.on('presence', (payload) => dispatch('presence', payload));
  opened.on('flowEditors', (payload) => dispatch('flowEditors', payload));

  const heartbeat = setInterval(() => opened.connected && opened.emit('userStatus'), HEARTBEAT_MS);
  const stopRenewing = onSession(({ token }) => opened.connected && opened.emit('renew', token));
  return () => {
    clearInterval(heartbeat);
    stopRenewing();
    opened.close();
    socket = undefined;
    lastEventId = undefined;
    setState('connecting');
  };
}

/** Closes the socket without reconnecting: its session belongs to another sign-in. */
export function closeForGood(): void {
  isClosedForGood = true;
  socket?.close();
}

export function listen<T extends Topic>(topic: T, listener: (payload: Payload<T>) => void): () => void;
export function listen(topic: 'reload' | 'brand', listener: () => void): () => void;
export function listen(topic: 'company-announcement', listener: (notice: AnnouncementNotice) => void): () => void;
export function listen(topic: 'admin-whatsapp', listener: (notice: ConnectionNotice) => void): () => void;
export function listen(topic: 'help', listener: (notice: HelpNotice) => void): () => void;
export function listen(topic: 'presence', listener: (payload: Presence) => void): () => void;
export function listen(topic: 'flowEditors', listener: (payload: FlowEditors) => void): () => void;
export function listen(topic: EventName, listener: (payload: never) => void): () => void {
  const all = listeners.get(topic) ?? new Set();
  listeners.set(topic, all.add(listener));
  return () => all.delete(listener);
}

/** Calls `join` now and after every reconnect; the returned function calls `leave`. */
export function autoJoin(join: SocketAction, leave: SocketAction): () => void {
  joined.add(join);
  if (socket?.connected) join(socket);
  return () => {
    joined.delete(join);
    if (socket?.connected) leave(socket);
  };
}

/** For messages that are worthless later: without a connection nothing is sent. */
export function sendIfConnected(action: SocketAction): void {
  if (socket?.connected) action(socket);
}

export const connectionState = (): ConnectionState => state;

export function onConnectionState(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

function dispatch(topic: EventName, payload: unknown): void {
  for (const listener of listeners.get(topic) ?? []) listener(payload as never);
}

function setState(next: ConnectionState): void {
  if (next === state) return;
  state = next;
  for (const listener of stateListeners) listener();
}

/** Reconnects with a fresh token: the first time at once, then with growing waits. */
async function reconnect(rejected: OurSocket, attempts: number): Promise<void> {
  if (isClosedForGood) return;
  if (attempts > 0) await pause(Math.min(INITIAL_WAIT_MS * 2 ** attempts, MAX_WAIT_MS));
  await refresh().catch(() => pause(INITIAL_WAIT_MS));
  if (!isClosedForGood && rejected === socket && !rejected.connected) rejected.connect();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

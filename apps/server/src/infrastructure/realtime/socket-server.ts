import type { Server as HttpServer } from 'node:http';
import {
  clientEvents,
  eventName,
  topics,
  type BatchEntry,
  type ClientToServer,
  type Presence,
  type ServerToClient,
  type Payload,
  type Topic,
} from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { Server, type DefaultEventsMap } from 'socket.io';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import { formatCursor, parseCursor, type LoggedEvent, type LogCursor } from '../events/event-log.store.ts';
import { AppError } from '../app-error.ts';
import { BATCH_ROOM, createFrameBatcher } from './frame-batcher.ts';
import { createConversations, type ConversationRef } from '../../wiring/sockets/conversations.ts';
import type { Presences } from './presence.ts';
import {
  conversationRoom,
  NOTIFICATION_ROOM,
  roomOf,
  roomsOf,
  tabRoom,
  type Audience,
} from '../../wiring/sockets/rooms.ts';
import { answer, countViolation, socketsIn, type SocketData, type LiveNamespace, type LiveSocket } from './socket.ts';

/** Something to be told: to whom, and to whom not. */
export type SocketMessage = {
  [T in Topic]: { topic: T; to: Audience[]; except?: Audience[]; payload: Payload<T> };
}[Topic];

interface Deps {
  server: HttpServer;
  /** Whose token this is, and when it ends (ms). Refuses like any call. */
  authenticate(token: string): Promise<{ actor: Actor; endsAt: number }>;
  isCompany(companyId: number): Promise<boolean>;
  heartbeat(actor: Actor): Promise<void>;
  /** A conversation this person may read, by its id or uuid. */
  conversation(actor: Actor, ticket: string): Promise<ConversationRef | undefined>;
  presence: Presences;
  /** What was missed since, in order; undefined when it is no longer kept or too much. */
  missed(companyId: number, after: LogCursor): Promise<LoggedEvent[] | undefined>;
  newest(): Promise<LogCursor>;
  /** What each of these events has to tell; looked up together, because they come in crowds. */
  buildMessages(companyId: number, events: LoggedEvent[]): Promise<SocketMessage[][]>;
  now(): number;
  onError(error: unknown): void;
  connected(): void;
  disconnected(): void;
}

/** How long a socket outlives its token before it must have shown a fresh one. */
const TOKEN_GRACE_MS = 30_000;
const TOKEN_CHECK_MS = 10_000;
const MAX_FRAME_BYTES = 100_000;

/** Tells screens what happened. Only a hint: whoever missed something resumes from the event log. */
export function createSocketServer(deps: Deps) {
  const {
    server,
    authenticate,
    isCompany,
    heartbeat,
    missed,
    newest,
    buildMessages,
    now,
    onError,
    connected,
    disconnected,
  } = deps;
  const io = new Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>(server, {
    serveClient: false,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    pingInterval: 25_000,
    allowRequest: (request, answer) => answer(null, isOwnPage(request.headers)),
  });
  // Nobody has business outside a company.
  io.use((_socket, next) => next(new Error('ERR_NOT_FOUND')));
  // A namespace exists only for a company that exists: strangers cannot make the server grow. It stays when the last
  // socket leaves: socket.io would take it from under a guest who is just entering, and that guest would hear nothing.
  const companies = io.of((name, _auth, next) => {
    const id = /^\/([1-9]\d{0,9})$/.exec(name)?.[1];
    if (id === undefined) return next(null, false);
    isCompany(Number(id)).then(
      (exists) => next(null, exists),
      () => next(null, false),
    );
  });

  companies.use((socket: LiveSocket, next) => {
    authenticateSocket(socket).then(
      () => next(),
      (error: unknown) => next(new Error(error instanceof AppError ? error.code : 'ERR_INTERNAL')),
    );
  });
  companies.on('connection', (socket: LiveSocket) => {
    connected();
    socket.on('disconnect', disconnected);
    listen(socket);
    // What was taken from this person while the door opened has reached no open socket: look once more.
    settle(socket, async () => (await authenticate(tokenOf(socket))).actor)
      .then(() => resume(socket))
      .catch(onError);
  });
  const batcher = createFrameBatcher();
  const conversations = createConversations({ presence: deps.presence, find: deps.conversation, now, onError });
  const expiry = setInterval(closeExpired, TOKEN_CHECK_MS);
  expiry.unref();

  async function authenticateSocket(socket: LiveSocket) {
    const { actor, endsAt } = await authenticate(tokenOf(socket));
    if (socket.nsp.name !== `/${actor.companyId}`) throw new AppError('ERR_NO_PERMISSION');
    const eventWindow = { since: now(), count: 0 };
    socket.data = { actor, tokenEndsAt: endsAt, unknownEvents: 0, conversations: new Map(), eventWindow };
    const rooms = roomsOf(actor);
    await socket.join(wantsBatches(socket) ? [...rooms, BATCH_ROOM] : rooms);
  }

  /** Gives the socket the rooms of the person as it is now; closes it when the session is over. */
  async function settle(socket: LiveSocket, current: () => Promise<Actor>) {
    try {
      const actor = await current();
      const nextRooms = roomsOf(actor);
      for (const room of roomsOf(socket.data.actor)) if (!nextRooms.includes(room)) await socket.leave(room);
      await socket.join(nextRooms);
      socket.data.actor = actor;
      await conversations.settle(socket);
    } catch {
      socket.disconnect(true);
    }
  }

  function listen(socket: LiveSocket) {
    const { actor } = socket.data;
    const status = (join: boolean) => (name: unknown, done?: unknown) => {
      const room = tabRoom(name);
      if (room) void (join ? socket.join(room) : socket.leave(room));
      answer(done, room ? undefined : 'ERR_VALIDATION');
    };
    socket.on('joinTickets', status(true));
    socket.on('leaveTickets', status(false));
    socket.on('joinTicketsLeave', status(false));
    socket.on('joinNotification', (done) => {
      void socket.join(NOTIFICATION_ROOM);
      answer(done);
    });
    socket.on('leaveNotification', (done) => {
      void socket.leave(NOTIFICATION_ROOM);
      answer(done);
    });
    conversations.listen(socket);
    socket.on('userStatus', () => void heartbeat(actor).catch(onError));
    socket.on('renew', (token, done) => {
      renew(socket, token).then(
        () => answer(done),
        (error: unknown) => answer(done, error instanceof AppError ? error.code : 'ERR_INTERNAL'),
      );
    });
    socket.onAny((name: string) => {
      if (!(clientEvents as readonly string[]).includes(name)) countViolation(socket);
    });
  }

  /** The same person with a fresh token; anyone else has to connect anew. */
  async function renew(socket: LiveSocket, token: unknown) {
    const { actor, endsAt } = await authenticate(typeof token === 'string' ? token : '');
    if (actor.sessionId !== socket.data.actor.sessionId) throw new AppError('ERR_SESSION_EXPIRED');
    socket.data.tokenEndsAt = endsAt;
  }

  /** Tells what was missed since the client's last event, then that it is up to date. */
  async function resume(socket: LiveSocket) {
    if (!socket.connected) return;
    const { actor } = socket.data;
    const upTo = await newest();
    const last = (socket.handshake.auth as { lastEventId?: unknown }).lastEventId;
    if (last !== undefined && last !== null && last !== '') {
      const cursor = parseCursor(last);
      const events = cursor && (await missed(actor.companyId, cursor));
      if (!events) socket.emit('reload');
      const all = await buildMessages(actor.companyId, events ?? []);
      for (const [n, event] of (events ?? []).entries()) {
        for (const message of all[n] ?? []) {
          if (!isRecipient(socket, message)) continue;
          if (wantsBatches(socket)) batcher.put(socket.nsp, [socket], toBatchEntry(message, event.cursor));
          else sendEntry(socket, actor.companyId, toBatchEntry(message, event.cursor));
        }
      }
      batcher.flushNow(socket.nsp);
    }
    socket.emit('resumed', formatCursor(upTo));
  }

  function closeExpired() {
    const before = now() - TOKEN_GRACE_MS;
    forEachSocket((socket) => {
      if (socket.data.tokenEndsAt < before) socket.disconnect(true);
    });
  }

  function forEachSocket(callback: (socket: LiveSocket) => void) {
    for (const namespace of io._nsps.values()) for (const socket of namespace.sockets.values()) callback(socket);
  }
  const namespaceOf = (companyId: number): LiveNamespace | undefined => io._nsps.get(`/${companyId}`);

  return {
    /** To everyone it is meant for on this node, in the order it happened. */
    async publish(companyId: number, events: LoggedEvent[], after: (event: LoggedEvent) => Promise<void>) {
      const namespace = namespaceOf(companyId);
      const all = namespace && namespace.sockets.size > 0 ? await buildMessages(companyId, events) : [];
      for (const [n, event] of events.entries()) {
        for (const message of all[n] ?? []) {
          // To no room at all means to everyone, for socket.io; for us it means to nobody.
          if (message.to.length === 0) continue;
          const entry = toBatchEntry(message, event.cursor);
          const batchingCount = namespace!.adapter.rooms.get(BATCH_ROOM)?.size ?? 0;
          if (batchingCount > 0) batcher.put(namespace!, batchingRecipients(namespace!, message), entry);
          if (batchingCount === namespace!.sockets.size) continue;
          const rooms = namespace!
            .to(message.to.map(roomOf))
            .except([...(message.except ?? []).map(roomOf), BATCH_ROOM]);
          sendEntry(rooms, companyId, entry);
        }
        // Who may hear the next one can depend on this one.
        await after(event);
      }
      if (namespace) batcher.flush(namespace);
    },
    /** After a change of rights: each of these sockets gets the rooms it has now, and loses the others. */
    async refreshRooms(companyId: number, audience: Audience, current: (actor: Actor) => Promise<Actor>) {
      for (const socket of socketsIn(namespaceOf(companyId), roomOf(audience))) {
        await settle(socket, () => current(socket.data.actor));
      }
    },
    /** Who looks at a conversation, to everyone else who does. */
    publishPresence: (companyId: number, presence: Presence) =>
      void namespaceOf(companyId)?.in(conversationRoom(presence.ticketId)).emit('presence', presence),
    /** Where a ticket stands now; null when it is gone. Who does not see it there looks at it no longer. */
    ticketMoved: (companyId: number, ticketId: number, assignment: TicketAssignment | null) =>
      conversations.moved(namespaceOf(companyId), ticketId, assignment),
    endSessions(companyId: number, sessionIds: readonly string[]) {
      const namespace = namespaceOf(companyId);
      // Why it ends has been told just before, and must arrive first.
      if (namespace) batcher.flushNow(namespace);
      for (const session of sessionIds) namespace?.in(roomOf({ session })).disconnectSockets(true);
    },
    count: () => io.engine.clientsCount,
    /** Clients reconnect by themselves, to another node or to this one when it is back. */
    async close() {
      clearInterval(expiry);
      batcher.close();
      await io.close();
    },
  };
}
export type SocketServer = ReturnType<typeof createSocketServer>;

const isRecipient = (socket: LiveSocket, { to, except = [] }: SocketMessage): boolean =>
  to.some((audience) => socket.rooms.has(roomOf(audience))) &&
  !except.some((audience) => socket.rooms.has(roomOf(audience)));

/** Who bundles and is meant: each is looked at once, through the smallest rooms there are. */
function* batchingRecipients(namespace: LiveNamespace, { to, except = [] }: SocketMessage): Iterable<LiveSocket> {
  const { rooms } = namespace.adapter;
  const seen = new Set<string>();
  for (const audience of to)
    for (const id of rooms.get(roomOf(audience)) ?? []) {
      const socket = namespace.sockets.get(id);
      if (seen.has(id) || !socket?.rooms.has(BATCH_ROOM)) continue;
      seen.add(id);
      if (!except.some((other) => socket.rooms.has(roomOf(other)))) yield socket;
    }
}

/** Through the contract's schema: what it does not name is not sent. */
const toBatchEntry = ({ topic, payload }: SocketMessage, cursor: LogCursor) =>
  [topic, topics[topic].parse(payload), formatCursor(cursor)] as BatchEntry;

function sendEntry(
  to: { emit: (...args: never[]) => unknown },
  companyId: number,
  [topic, payload, eventId]: BatchEntry,
) {
  const emit = to.emit as unknown as (event: string, payload: unknown, eventId: string) => void;
  emit.call(to, eventName(companyId, topic), payload, eventId);
}

const wantsBatches = (socket: LiveSocket): boolean => (socket.handshake.auth as { bundles?: unknown }).bundles === true;

/** In `auth`, or in the query for older clients; with or without the word Bearer. */
function tokenOf(socket: LiveSocket): string {
  const { auth, query } = socket.handshake;
  const token = (auth as { token?: unknown }).token ?? query['token'];
  return typeof token === 'string' ? token.replace(/^Bearer /i, '') : '';
}

/** Browsers tell which page opens a socket; another site's page is refused before anything is read. */
function isOwnPage({ origin, host }: { origin?: string | undefined; host?: string | undefined }): boolean {
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

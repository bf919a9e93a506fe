import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { AnnouncementNotice, ConnectionNotice, HelpNotice } from '@balcao/contract';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { Actor } from '@balcao/domain/policy/actor';
import { Server } from 'socket.io';
import { formatCursor, parseCursor, type LoggedEvent, type LogCursor } from '../events/event-log.store.ts';
import { createClientEvents } from './client-events.ts';
import { flowEditorsOf, type Viewer } from './conversation-presence.ts';
import { isOwnPage, openCompanyNamespaces, tokenOf } from './handshake.ts';
import { guarded, type Listen } from './listener.ts';
import { createPublisher, type BuildMessages } from './publisher.ts';
import { socketsIn, type LiveNamespace, type LiveServer, type LiveSocket } from './socket.ts';
import { limitTransports } from './transport-limits.ts';

/** Names of the Socket.IO rooms. Which actor joins which room is a business rule. */
export interface RoomNames {
  ofActor(actor: Actor): string[];
  ofSession(sessionId: string): string;
  ofConversation(ticketId: number): string;
  ofFlow(flowId: number): string;
  /** Room of an inbox tab; undefined for an unknown tab. */
  ofTab(tab: string): string | undefined;
  notification: string;
  /** Everyone of a company whose subscription is valid. */
  company: string;
  /** Super users of every company. */
  superUsers: string;
}
/** The open conversations and flows of sockets. */
export interface SocketConversations {
  listen(listen: Listen): void;
  enter(socket: LiveSocket): void;
  exit(socket: LiveSocket): void;
  /** Leaves what the socket's actor may no longer read. */
  refresh(socket: LiveSocket): Promise<void>;
  /** Removes the sockets that may not read the ticket under its new assignment; `null` for a removed ticket. */
  onTicketMoved(
    namespace: LiveNamespace | undefined,
    ticketId: number,
    assignment: TicketAssignment | null,
  ): Promise<void>;
}
/** The actors of sessions as they are now; without those whose session has ended. */
export type LoadActors = (sessionIds: string[]) => Promise<ReadonlyMap<string, Actor>>;
interface Deps {
  server: HttpServer;
  /** Authenticates a token; `endsAt` is its expiry in ms. Throws an `AppError` like an HTTP request. */
  authenticate(token: string): Promise<{ actor: Actor; endsAt: number }>;
  /** Company of a token with a valid signature, without a query. Throws an `AppError` for any other token. */
  verify(token: string): { companyId: number };
  /** The host that the browser asked for. */
  hostOf(request: IncomingMessage): string | undefined;
  heartbeat(actor: Actor): Promise<void>;
  /** Whether the subscription of the session's company is expired now. Asked often: answered from a cache. */
  isOverdue(companyId: number, sessionId: string): Promise<boolean>;
  loadActors(companyId: number, sessionIds: string[]): ReturnType<LoadActors>;
  rooms: RoomNames;
  conversations: SocketConversations;
  /** Events after a cursor, in order; undefined when they are pruned or too many. */
  missed(companyId: number, after: LogCursor): Promise<LoggedEvent[] | undefined>;
  newest(): Promise<LogCursor>;
  buildMessages: BuildMessages;
  now(): number;
  onError(error: unknown): void;
  connected(): void;
  disconnected(): void;
}

/** How long a socket stays open after its token expired, so that the client can renew it. */
const TOKEN_GRACE_MS = 30_000;
const TOKEN_CHECK_MS = 10_000;
const MAX_FRAME_BYTES = 100_000;
/** Thousands of clients do not reconnect in the same moment. */
const MIN_RECONNECT_MS = 500;
const MAX_RECONNECT_MS = 3_000;

/** The Socket.IO server of this node. Messages are hints: a client that missed some resumes from the event log. */
export function createSocketServer(deps: Deps) {
  const { server, authenticate, verify, rooms, conversations, now, onError, connected, disconnected } = deps;
  const io: LiveServer = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: MAX_FRAME_BYTES,
    pingInterval: 25_000,
    allowRequest: (request, decide) => decide(null, isOwnPage(request.headers.origin, deps.hostOf(request))),
  });
  limitTransports(io, now);
  const publisher = createPublisher(deps.buildMessages);
  const refresh = createRoomRefresh(rooms, conversations);
  const listenToClient = createClientEvents({
    authenticate,
    heartbeat: deps.heartbeat,
    moveTo: (socket: LiveSocket, actor: Actor) => refresh(socket, async () => actor),
    tabRoom: rooms.ofTab,
    notificationRoom: rooms.notification,
    listenToConversations: conversations.listen,
    onError,
  });
  const onDisconnected = guarded(disconnected, onError);
  const exit = guarded(conversations.exit, onError);
  openCompanyNamespaces(io, { authenticate, verify, roomsOf: rooms.ofActor, now }, (socket) => {
    connected();
    socket.on('disconnect', () => {
      onDisconnected();
      exit(socket);
    });
    conversations.enter(socket);
    listenToClient(socket);
    // A permission revoked during the handshake reached no open socket: authenticate once more.
    refresh(socket, async () => (await authenticate(tokenOf(socket))).actor)
      .then(() => resume(socket))
      .catch((error: unknown) => {
        onError(error);
        // An open socket without the events that it missed would stay outdated: it connects again.
        socket.disconnect(true);
      });
  });
  const expiryTimer = setInterval(() => {
    closeExpired(io, now() - TOKEN_GRACE_MS);
    void checkSubscriptions().catch(onError);
  }, TOKEN_CHECK_MS);
  expiryTimer.unref();

  /** Sends the events after the client's last event id, then `resumed` with the newest cursor. */
  async function resume(socket: LiveSocket) {
    if (!socket.connected) return;
    const upTo = await deps.newest();
    const last = (socket.handshake.auth as { lastEventId?: unknown }).lastEventId;
    if (last !== undefined && last !== null && last !== '') {
      const cursor = parseCursor(last);
      const events = cursor && (await deps.missed(socket.data.actor.companyId, cursor));
      if (!events) socket.emit('reload');
      await publisher.replay(socket, events ?? []);
    }
    socket.emit('resumed', formatCursor(upTo));
  }
  /** Updates the rooms of these sockets, with one read for all of them. */
  async function refreshAll(sockets: LiveSocket[], load: LoadActors) {
    if (sockets.length === 0) return;
    // Without an answer of the database the permissions are unknown: the sockets are closed and authenticate again.
    const actors = await load([...new Set(sockets.map(({ data }) => data.actor.sessionId))]).catch((error: unknown) => {
      onError(error);
      return new Map<string, Actor>();
    });
    for (const socket of sockets) await refresh(socket, async () => actors.get(socket.data.actor.sessionId));
  }

  /** A due date passes without an event. The sockets of a company agree, so one of them is asked about. */
  async function checkSubscriptions(): Promise<void> {
    for (const { sockets } of io._nsps.values()) {
      const [socket] = sockets.values();
      if (!socket) continue;
      const { companyId, sessionId, overdue } = socket.data.actor;
      if ((await deps.isOverdue(companyId, sessionId)) !== overdue)
        await refreshAll([...sockets.values()], (sessionIds) => deps.loadActors(companyId, sessionIds));
    }
  }
  const namespaceOf = (companyId: number): LiveNamespace | undefined => io._nsps.get(`/${companyId}`);

  return {
    /** Publishes events to their audience on this node, in log order. */
    publish: (companyId: number, events: LoggedEvent[], after: (event: LoggedEvent) => Promise<void>) =>
      publisher.publish(namespaceOf(companyId), companyId, events, after),
    /** After a change of permissions: updates the rooms of every socket in `room`, with one read for all of them. */
    refreshRooms: (companyId: number, room: string, load: LoadActors) =>
      refreshAll(socketsIn(namespaceOf(companyId), room), load),
    /** Runs every few seconds: sockets of a company that is overdue since leave the rooms of its work, or return. */
    checkSubscriptions,
    /** Sends the viewers of a conversation, or the editors of a flow, to each other. */
    publishPresence(companyId: number, subject: number, people: readonly Viewer[]) {
      const namespace = namespaceOf(companyId);
      if (subject > 0) namespace?.in(rooms.ofConversation(subject)).emit('presence', { ticketId: subject, people });
      else namespace?.in(rooms.ofFlow(-subject)).emit('flowEditors', flowEditorsOf(-subject, people));
    },
    /** To every window of every company. */
    publishBrandChange() {
      for (const namespace of io._nsps.values()) namespace.emit('brand');
    },
    /** To every window of every company that is not overdue. */
    publishAnnouncement(payload: AnnouncementNotice) {
      for (const namespace of io._nsps.values()) namespace.in(rooms.company).emit('company-announcement', payload);
    },
    /** To every window of a super user. */
    publishConnectionChange(payload: ConnectionNotice) {
      for (const namespace of io._nsps.values()) namespace.in(rooms.superUsers).emit('admin-whatsapp', payload);
    },
    publishHelp(payload: HelpNotice) {
      for (const namespace of io._nsps.values())
        namespace.in(rooms.company).emit(`company-${Number(namespace.name.slice(1))}-help`, payload);
    },
    ticketMoved: (companyId: number, ticketId: number, assignment: TicketAssignment | null) =>
      conversations.onTicketMoved(namespaceOf(companyId), ticketId, assignment),
    endSessions(companyId: number, sessionIds: readonly string[]) {
      const namespace = namespaceOf(companyId);
      // The message with the reason was published just before and must arrive first.
      if (namespace) publisher.flushNow(namespace);
      for (const sessionId of sessionIds) namespace?.in(rooms.ofSession(sessionId)).disconnectSockets(true);
    },
    count: () => io.engine.clientsCount,
    /** Sends each client its reconnect time. Before the port is closed, because a polling client needs it to receive this. */
    announceStop() {
      for (const namespace of io._nsps.values())
        for (const socket of namespace.sockets.values())
          socket.emit('restarting', randomInt(MIN_RECONNECT_MS, MAX_RECONNECT_MS));
    },
    /** Clients reconnect by themselves, to another node or to this one after its restart. */
    async close() {
      clearInterval(expiryTimer);
      for (const namespace of io._nsps.values()) publisher.flushNow(namespace);
      publisher.close();
      await io.close();
    },
  };
}
export type SocketServer = ReturnType<typeof createSocketServer>;

/** Moves a socket to the rooms of its actor's current permissions; closes it when the session has ended. */
const createRoomRefresh =
  (rooms: RoomNames, conversations: SocketConversations) =>
  async (socket: LiveSocket, current: () => Promise<Actor | undefined>): Promise<void> => {
    try {
      const actor = await current();
      if (!actor) return void socket.disconnect(true);
      const before = socket.data.actor;
      const nextRooms = rooms.ofActor(actor);
      for (const room of rooms.ofActor(before)) if (!nextRooms.includes(room)) await socket.leave(room);
      await socket.join(nextRooms);
      socket.data.actor = actor;
      // The same permissions read the same conversations: no query for the colleagues of a changed user.
      if (!isDeepStrictEqual(before, actor)) await conversations.refresh(socket);
    } catch {
      socket.disconnect(true);
    }
  };

function closeExpired(io: LiveServer, before: number) {
  for (const namespace of io._nsps.values())
    for (const socket of namespace.sockets.values()) if (socket.data.tokenEndsAt < before) socket.disconnect(true);
}

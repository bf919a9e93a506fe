import type { Server as HttpServer } from 'node:http';
import {
  clientEvents,
  eventName,
  topics,
  type BundledLine,
  type ClientToServer,
  type Presence,
  type ServerToClient,
  type Told,
  type Topic,
} from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { Server, type DefaultEventsMap } from 'socket.io';
import type { TicketPlace } from '../events/catalogue.ts';
import { placeText, readPlace, type LoggedEvent, type Place } from '../events/keep.store.ts';
import { Refusal } from '../refusal.ts';
import { BUNDLES_ROOM, createBundles } from './bundles.ts';
import { createConversations, type FoundConversation } from './conversations.ts';
import type { Presences } from './presence.ts';
import { conversationRoom, NOTIFICATION_ROOM, roomOf, roomsOf, tabRoom, type Audience } from './rooms.ts';
import { answer, countAgainst, socketsIn, type Known, type LiveNamespace, type LiveSocket } from './socket.ts';

/** Something to be told: to whom, and to whom not. */
export type Telling = {
  [T in Topic]: { topic: T; to: Audience[]; except?: Audience[]; told: Told<T> };
}[Topic];

interface Needs {
  server: HttpServer;
  /** Whose token this is, and when it ends (ms). Refuses like any call. */
  recognise(token: string): Promise<{ actor: Actor; endsAt: number }>;
  isCompany(companyId: number): Promise<boolean>;
  heartbeat(actor: Actor): Promise<void>;
  /** A conversation this person may read, by its id or uuid. */
  conversation(actor: Actor, ticket: string): Promise<FoundConversation | undefined>;
  presence: Presences;
  /** What was missed since, in order; undefined when it is no longer kept or too much. */
  missed(companyId: number, after: Place): Promise<LoggedEvent[] | undefined>;
  newest(): Promise<Place>;
  /** What each of these events has to tell; looked up together, because they come in crowds. */
  tellings(companyId: number, events: LoggedEvent[]): Promise<Telling[][]>;
  now(): number;
  failed(fault: unknown): void;
  connected(): void;
  disconnected(): void;
}

/** How long a socket outlives its token before it must have shown a fresh one. */
const TOKEN_GRACE_MS = 30_000;
const TOKEN_CHECK_MS = 10_000;
const MAX_FRAME_BYTES = 100_000;

/** Tells screens what happened. Only a hint: whoever missed something resumes from the event log. */
export function createLive(needs: Needs) {
  const { server, recognise, isCompany, heartbeat, missed, newest, tellings, now, failed, connected, disconnected } =
    needs;
  const io = new Server<ClientToServer, ServerToClient, DefaultEventsMap, Known>(server, {
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
    admit(socket).then(
      () => next(),
      (fault: unknown) => next(new Error(fault instanceof Refusal ? fault.code : 'ERR_INTERNAL')),
    );
  });
  companies.on('connection', (socket: LiveSocket) => {
    connected();
    socket.on('disconnect', disconnected);
    listen(socket);
    // What was taken from this person while the door opened has reached no open socket: look once more.
    settle(socket, async () => (await recognise(tokenOf(socket))).actor)
      .then(() => resume(socket))
      .catch(failed);
  });
  const bundles = createBundles();
  const conversations = createConversations({ presence: needs.presence, find: needs.conversation, now, failed });
  const expiry = setInterval(closeExpired, TOKEN_CHECK_MS);
  expiry.unref();

  async function admit(socket: LiveSocket) {
    const { actor, endsAt } = await recognise(tokenOf(socket));
    if (socket.nsp.name !== `/${actor.companyId}`) throw new Refusal('ERR_NO_PERMISSION');
    const chatter = { since: now(), words: 0 };
    socket.data = { actor, tokenEndsAt: endsAt, strangeWords: 0, conversations: new Map(), chatter };
    const rooms = roomsOf(actor);
    await socket.join(wantsBundles(socket) ? [...rooms, BUNDLES_ROOM] : rooms);
  }

  /** Gives the socket the rooms of the person as it is now; closes it when the session is over. */
  async function settle(socket: LiveSocket, current: () => Promise<Actor>) {
    try {
      const actor = await current();
      const wanted = roomsOf(actor);
      for (const room of roomsOf(socket.data.actor)) if (!wanted.includes(room)) await socket.leave(room);
      await socket.join(wanted);
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
    socket.on('userStatus', () => void heartbeat(actor).catch(failed));
    socket.on('renew', (token, done) => {
      renew(socket, token).then(
        () => answer(done),
        (fault: unknown) => answer(done, fault instanceof Refusal ? fault.code : 'ERR_INTERNAL'),
      );
    });
    socket.onAny((name: string) => {
      if (!(clientEvents as readonly string[]).includes(name)) countAgainst(socket);
    });
  }

  /** The same person with a fresh token; anyone else has to connect anew. */
  async function renew(socket: LiveSocket, token: unknown) {
    const { actor, endsAt } = await recognise(typeof token === 'string' ? token : '');
    if (actor.sessionId !== socket.data.actor.sessionId) throw new Refusal('ERR_SESSION_EXPIRED');
    socket.data.tokenEndsAt = endsAt;
  }

  /** Tells what was missed since the client's last event, then that it is up to date. */
  async function resume(socket: LiveSocket) {
    if (!socket.connected) return;
    const { actor } = socket.data;
    const upTo = await newest();
    const last = (socket.handshake.auth as { lastEventId?: unknown }).lastEventId;
    if (last !== undefined && last !== null && last !== '') {
      const place = readPlace(last);
      const events = place && (await missed(actor.companyId, place));
      if (!events) socket.emit('reload');
      const all = await tellings(actor.companyId, events ?? []);
      for (const [n, event] of (events ?? []).entries()) {
        for (const telling of all[n] ?? []) {
          if (!isMeant(socket, telling)) continue;
          if (wantsBundles(socket)) bundles.put(socket.nsp, [socket], lineOf(telling, event.place));
          else say(socket, actor.companyId, lineOf(telling, event.place));
        }
      }
      bundles.flushNow(socket.nsp);
    }
    socket.emit('resumed', placeText(upTo));
  }

  function closeExpired() {
    const before = now() - TOKEN_GRACE_MS;
    forEachSocket((socket) => {
      if (socket.data.tokenEndsAt < before) socket.disconnect(true);
    });
  }

  function forEachSocket(visit: (socket: LiveSocket) => void) {
    for (const namespace of io._nsps.values()) for (const socket of namespace.sockets.values()) visit(socket);
  }
  const namespaceOf = (companyId: number): LiveNamespace | undefined => io._nsps.get(`/${companyId}`);

  return {
    /** To everyone it is meant for on this node, in the order it happened. */
    async tell(companyId: number, events: LoggedEvent[], after: (event: LoggedEvent) => Promise<void>) {
      const namespace = namespaceOf(companyId);
      const all = namespace && namespace.sockets.size > 0 ? await tellings(companyId, events) : [];
      for (const [n, event] of events.entries()) {
        for (const telling of all[n] ?? []) {
          // To no room at all means to everyone, for socket.io; for us it means to nobody.
          if (telling.to.length === 0) continue;
          const line = lineOf(telling, event.place);
          const bundling = namespace!.adapter.rooms.get(BUNDLES_ROOM)?.size ?? 0;
          if (bundling > 0) bundles.put(namespace!, meantIn(namespace!, telling), line);
          if (bundling === namespace!.sockets.size) continue;
          const rooms = namespace!
            .to(telling.to.map(roomOf))
            .except([...(telling.except ?? []).map(roomOf), BUNDLES_ROOM]);
          say(rooms, companyId, line);
        }
        // Who may hear the next one can depend on this one.
        await after(event);
      }
      if (namespace) bundles.flush(namespace);
    },
    /** After a change of rights: each of these sockets gets the rooms it has now, and loses the others. */
    async reroom(companyId: number, whose: Audience, current: (actor: Actor) => Promise<Actor>) {
      for (const socket of socketsIn(namespaceOf(companyId), roomOf(whose))) {
        await settle(socket, () => current(socket.data.actor));
      }
    },
    /** Who looks at a conversation, to everyone else who does. */
    showPresence: (companyId: number, told: Presence) =>
      void namespaceOf(companyId)?.in(conversationRoom(told.ticketId)).emit('presence', told),
    /** Where a ticket stands now; null when it is gone. Who does not see it there looks at it no longer. */
    ticketMoved: (companyId: number, ticketId: number, place: TicketPlace | null) =>
      conversations.moved(namespaceOf(companyId), ticketId, place),
    endSessions(companyId: number, sessionIds: readonly string[]) {
      const namespace = namespaceOf(companyId);
      // Why it ends has been told just before, and must arrive first.
      if (namespace) bundles.flushNow(namespace);
      for (const session of sessionIds) namespace?.in(roomOf({ session })).disconnectSockets(true);
    },
    count: () => io.engine.clientsCount,
    /** Clients reconnect by themselves, to another node or to this one when it is back. */
    async close() {
      clearInterval(expiry);
      bundles.close();
      await io.close();
    },
  };
}
export type Live = ReturnType<typeof createLive>;

const isMeant = (socket: LiveSocket, { to, except = [] }: Telling): boolean =>
  to.some((one) => socket.rooms.has(roomOf(one))) && !except.some((one) => socket.rooms.has(roomOf(one)));

/** Who bundles and is meant: each is looked at once, through the smallest rooms there are. */
function* meantIn(namespace: LiveNamespace, { to, except = [] }: Telling): Iterable<LiveSocket> {
  const { rooms } = namespace.adapter;
  const seen = new Set<string>();
  for (const one of to)
    for (const id of rooms.get(roomOf(one)) ?? []) {
      const socket = namespace.sockets.get(id);
      if (seen.has(id) || !socket?.rooms.has(BUNDLES_ROOM)) continue;
      seen.add(id);
      if (!except.some((other) => socket.rooms.has(roomOf(other)))) yield socket;
    }
}

/** Through the contract's schema: what it does not name is not sent. */
const lineOf = ({ topic, told }: Telling, place: Place) =>
  [topic, topics[topic].parse(told), placeText(place)] as BundledLine;

function say(to: { emit: (...args: never[]) => unknown }, companyId: number, [topic, told, eventId]: BundledLine) {
  const emit = to.emit as unknown as (event: string, told: unknown, eventId: string) => void;
  emit.call(to, eventName(companyId, topic), told, eventId);
}

const wantsBundles = (socket: LiveSocket): boolean => (socket.handshake.auth as { bundles?: unknown }).bundles === true;

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

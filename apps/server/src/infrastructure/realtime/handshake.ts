import type { Actor } from '@balcao/domain/policy/actor';
import { AppError } from '../app-error.ts';
import { BATCH_ROOM } from './frame-batcher.ts';
import type { LiveServer, LiveSocket } from './socket.ts';

export interface HandshakeDeps {
  /** Authenticates a token; `endsAt` is its expiry in ms. Throws an `AppError` like an HTTP request. */
  authenticate(token: string): Promise<{ actor: Actor; endsAt: number }>;
  /** Company of a token with a valid signature, without a query. Throws an `AppError` for any other token. */
  verify(token: string): { companyId: number };
  /** Socket.IO rooms that an actor joins. */
  roomsOf(actor: Actor): string[];
  now(): number;
}

/** The part of an Engine.IO connection's first request that Socket.IO reads when a socket opens. */
interface FirstRequest {
  _query?: Record<string, unknown>;
  headers: object;
  connection: object;
}
interface Connection {
  request: FirstRequest;
  send(packet: string): void;
  on(event: 'packet', listener: () => void): void;
}

/** Opens one namespace per company, `/{companyId}`, for authenticated sockets of that company. */
export function openCompanyNamespaces(
  io: LiveServer,
  { authenticate, verify, roomsOf, now }: HandshakeDeps,
  onConnection: (socket: LiveSocket) => void,
): void {
  // Socket.IO does not pass the connection that asks for a namespace. Packets are decoded synchronously: it is the last one.
  let asking: Connection | undefined;
  io.engine.on('connection', (connection: Connection) => {
    // The rest of the first request, with its headers, would stay in memory as long as the connection.
    const { _query } = connection.request;
    connection.request = { ...(_query && { _query }), headers: {}, connection: {} };
    connection.on('packet', () => void (asking = connection));
  });
  // The default namespace serves no client.
  io.use((_socket, next) => next(new Error('ERR_NOT_FOUND')));
  // Only companies that a valid token names get a namespace, so that unknown clients cannot make the server grow or query
  // the database. A namespace stays when its last socket leaves: socket.io would also remove it during another handshake,
  // and that socket would receive nothing.
  const companies = io.of((name, auth, next) => {
    const id = /^\/([1-9]\d{0,9})$/.exec(name)?.[1];
    const connection = asking;
    if (id === undefined || !connection) return next(null, false);
    try {
      const { companyId } = verify(tokenIn(auth, connection.request._query));
      if (companyId !== Number(id)) throw new AppError('ERR_NO_PERMISSION');
      next(null, true);
    } catch (error) {
      // Without this packet (CONNECT_ERROR) the client would only learn «Invalid namespace».
      connection.send(`4${name},${JSON.stringify({ message: codeOf(error) })}`);
    }
  });
  companies.use((socket: LiveSocket, next) => {
    authenticateSocket(socket).then(
      () => next(),
      (error: unknown) => next(new Error(codeOf(error))),
    );
  });
  companies.on('connection', onConnection);

  async function authenticateSocket(socket: LiveSocket) {
    const { actor, endsAt } = await authenticate(tokenOf(socket));
    if (socket.nsp.name !== `/${actor.companyId}`) throw new AppError('ERR_NO_PERMISSION');
    const eventWindow = { since: now(), count: 0 };
    socket.data = {
      actor,
      tokenEndsAt: endsAt,
      violations: 0,
      conversations: new Map(),
      flows: new Set(),
      panelRooms: [],
      eventWindow,
    };
    const rooms = roomsOf(actor);
    await socket.join(wantsBatches(socket) ? [...rooms, BATCH_ROOM] : rooms);
  }
}

export const wantsBatches = (socket: LiveSocket): boolean =>
  (socket.handshake.auth as { bundles?: unknown }).bundles === true;

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : 'ERR_INTERNAL');

export const tokenOf = ({ handshake: { auth, query } }: LiveSocket): string => tokenIn(auth, query);

/** From `auth`, or from the query for older clients; with or without the prefix `Bearer`. */
function tokenIn(auth: { token?: unknown }, query: { token?: unknown } = {}): string {
  const token = auth.token ?? query.token;
  return typeof token === 'string' ? token.replace(/^Bearer /i, '') : '';
}

/** Browsers send the origin of the page that opens a socket. A page of another site is rejected before anything is read. */
export function isOwnPage(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

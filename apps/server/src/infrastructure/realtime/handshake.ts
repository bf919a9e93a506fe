import type { Actor } from '@balcao/domain/policy/actor';
import { AppError } from '../app-error.ts';
import { BATCH_ROOM } from './frame-batcher.ts';
import type { LiveServer, LiveSocket } from './socket.ts';

export interface HandshakeDeps {
  /** Authenticates a token; `endsAt` is its expiry in ms. Throws an `AppError` like an HTTP request. */
  authenticate(token: string): Promise<{ actor: Actor; endsAt: number }>;
  isCompany(companyId: number): Promise<boolean>;
  /** Socket.IO rooms that an actor joins. */
  roomsOf(actor: Actor): string[];
  now(): number;
}

/** Opens one namespace per company, `/{companyId}`, for authenticated sockets of that company. */
export function openCompanyNamespaces(
  io: LiveServer,
  { authenticate, isCompany, roomsOf, now }: HandshakeDeps,
  onConnection: (socket: LiveSocket) => void,
): void {
  // The default namespace serves no client.
  io.use((_socket, next) => next(new Error('ERR_NOT_FOUND')));
  // Only existing companies get a namespace, so unknown clients cannot make the server grow. A namespace stays when its
  // last socket leaves: socket.io would also remove it during another handshake, and that socket would receive nothing.
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
  companies.on('connection', onConnection);

  async function authenticateSocket(socket: LiveSocket) {
    const { actor, endsAt } = await authenticate(tokenOf(socket));
    if (socket.nsp.name !== `/${actor.companyId}`) throw new AppError('ERR_NO_PERMISSION');
    const eventWindow = { since: now(), count: 0 };
    socket.data = { actor, tokenEndsAt: endsAt, violations: 0, conversations: new Map(), eventWindow };
    const rooms = roomsOf(actor);
    await socket.join(wantsBatches(socket) ? [...rooms, BATCH_ROOM] : rooms);
  }
}

export const wantsBatches = (socket: LiveSocket): boolean =>
  (socket.handshake.auth as { bundles?: unknown }).bundles === true;

/** From `auth`, or from the query for older clients; with or without the prefix `Bearer`. */
export function tokenOf(socket: LiveSocket): string {
  const { auth, query } = socket.handshake;
  const token = (auth as { token?: unknown }).token ?? query['token'];
  return typeof token === 'string' ? token.replace(/^Bearer /i, '') : '';
}

/** Browsers send the origin of the page that opens a socket. A page of another site is rejected before anything is read. */
export function isOwnPage({ origin, host }: { origin?: string | undefined; host?: string | undefined }): boolean {
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}

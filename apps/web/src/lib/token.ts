/** The access token: in memory only, renewed before it expires. The only place where a session is dropped. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import { entryPathOf } from './entry-paths.ts';
import { ApiError, request } from './http.ts';
import { setSignOutReason, signOutReason } from './sign-out-reason.ts';
import { read, write } from './storage.ts';
import { supportSession } from './support-session.ts';
import { forgetSupport, isSupportWindow } from './support-window.ts';

export interface SignedIn {
  token: string;
  user: SessionUser;
  sessionId: string;
}

/** Hint for the sign-in page that a refresh may succeed. It grants nothing. */
export const SIGNED_IN_HINT = 'balcao.signedIn';
const RENEW_BEFORE_MS = 60_000;
/** Prevents a renewal loop when a server issues tokens with a very short lifetime. */
const MIN_WAIT_MS = 5_000;

let token: string | undefined;
let session: SignedIn | undefined;
let renewal: ReturnType<typeof setTimeout> | undefined;
let running: Promise<SignedIn> | undefined;
let restarting = false;
const listeners = new Set<(session: SignedIn) => void>();

export const accessToken = (): string | undefined => token;
/** For parts of the page loaded after the sign-in. */
export const currentSession = (): SignedIn | undefined => session;

/** Calls back with each new session; returns a function that unsubscribes. */
export function onSession(listener: (session: SignedIn) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** One refresh at a time. Other tabs wait, because the cookie can be used only once. */
export function refresh(): Promise<SignedIn> {
  running ??= (isSupportWindow() ? supportSession(token) : refreshByCookie())
    .then(saveSession, (error: unknown) => {
      // A support window has nothing but its token: when that is refused, the access is over.
      if (error instanceof ApiError && (error.status === 401 || isSupportWindow())) dropSession();
      throw error;
    })
    .finally(() => {
      running = undefined;
    });
  return running;
}

const refreshByCookie = () => withLock(() => request<SignedIn>({ method: 'POST', path: '/auth/refresh_token' }));

/** Drops this browser's session and opens the sign-in page, which leads back to the current page. */
export function dropSession({ shouldReturn = true }: { shouldReturn?: boolean } = {}): void {
  if (isSupportWindow()) {
    clearTimeout(renewal);
    token = undefined;
    session = undefined;
    forgetSupport();
    return;
  }
  // The reason of a takeover was stored before the page reloaded. Who leaves on purpose needs none.
  if (!shouldReturn) setSignOutReason(undefined);
  else if (read(SIGNED_IN_HINT) !== null) setSignOutReason(signOutReason() ?? 'expired');
  clearToken();
  if ((restarting && shouldReturn) || entryPathOf(location.pathname)) return;
  const currentPath = location.pathname + location.search;
  location.assign(shouldReturn && currentPath !== '/' ? `/login?next=${encodeURIComponent(currentPath)}` : '/login');
}

/** The page is about to reload; until then a refused request must not open the sign-in page. */
export function awaitRestart(): void {
  restarting = true;
}

export function clearToken(): void {
  clearTimeout(renewal);
  token = undefined;
  session = undefined;
  write(SIGNED_IN_HINT, null);
}

function saveSession(newSession: SignedIn): SignedIn {
  session = newSession;
  token = newSession.token;
  // The hints are those of the browser's own session.
  if (!isSupportWindow()) {
    write(SIGNED_IN_HINT, '1');
    setSignOutReason(undefined);
  }
  clearTimeout(renewal);
  const lifetimeMs = tokenLifetimeMs(newSession.token);
  if (lifetimeMs !== undefined) {
    // A failed renewal is not fatal: the next request finds the token expired and tries again.
    renewal = setTimeout(() => void refresh().catch(() => {}), Math.max(lifetimeMs - RENEW_BEFORE_MS, MIN_WAIT_MS));
  }
  for (const listener of listeners) listener(newSession);
  return newSession;
}

/** Computed from the token's own two times, so that a wrong clock on this computer does no harm. */
function tokenLifetimeMs(jwt: string): number | undefined {
  try {
    const payload = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp, iat } = JSON.parse(atob(payload)) as { exp?: number; iat?: number };
    return exp === undefined ? undefined : (exp - (iat ?? Date.now() / 1000)) * 1000;
  } catch {
    return undefined;
  }
}

// Locks need https or localhost. On a plain-http LAN address the server's grace period for reused cookies suffices.
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('balcao.refresh', work) : work();

/** The signed-in user, the user's permissions and the socket of the session. */
import { useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Actor } from '@balcao/domain/policy/actor';
import { can, type Permission, type SubjectArgs } from '@balcao/domain/policy/policy';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { actorOf } from './actor.ts';
import { api, ApiError } from './api.ts';
import { applyTheme, loadPublicSettings } from './appearance.ts';
import { runBeforeSignOut } from './before-sign-out.ts';
import { setHomeTimeZone } from './format.ts';
import { refetchAll } from './cache-updates.ts';
import { clockChanged, settingChanged, userChanged } from './session-updates.ts';
import { listen, openSocket, closeForGood } from './socket.ts';
import { isSupportWindow, supportAccess } from './support-window.ts';
import { awaitRestart, dropSession, onSession, refresh } from './token.ts';

export interface Session {
  user: SessionUser;
  actor: Actor;
  companyId: number;
  /** Fetches the session again. */
  refreshSession(): Promise<void>;
  signOut(): Promise<void>;
}

interface SessionData {
  user: SessionUser;
  sessionId: string;
}

const Current = createContext<Session | null>(null);

export interface SessionProviderProps {
  /** Rendered until the session is loaded. */
  loading?: ReactNode;
  /** Rendered when the server cannot be reached; without a session nothing else can be shown. */
  failed?: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Needs a QueryClientProvider. Without a session it opens /login. */
export function SessionProvider({ loading = null, failed, children }: SessionProviderProps) {
  const [sessionData, setSessionData] = useState<SessionData | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => onSession(({ user, sessionId }) => setSessionData({ user, sessionId })), []);
  const start = () => {
    setFailure(null);
    refresh().catch((error: unknown) => {
      // 401: no user is signed in, and the page is already leaving for /login.
      if (!(error instanceof ApiError && error.status === 401)) setFailure(error);
    });
  };
  useEffect(start, []);
  useSessionUpdates(sessionData?.user.companyId, setSessionData);
  useUserTheme(sessionData?.user.defaultTheme);

  // Before anything is rendered with it.
  setHomeTimeZone(sessionData?.user.company.timeZone);
  const session = useMemo<Session | null>(() => sessionData && sessionOf(sessionData, setSessionData), [sessionData]);
  if (session) return <Current value={session}>{children}</Current>;
  return failure !== null && failed ? failed(failure, start) : loading;
}

export function useSession(): Session {
  const session = useContext(Current);
  if (!session) throw new Error('useSession needs a SessionProvider around it');
  return session;
}

/** For components that are also used on pages without a session. */
export const useSessionIfAny = (): Session | null => useContext(Current);

export function useCan<P extends Permission>(permission: P, ...subject: SubjectArgs<P>): boolean {
  return can(useSession().actor, permission, ...subject);
}

type CanProps<P extends Permission> = { do: P; children: ReactNode } & (SubjectArgs<P> extends []
  ? { to?: never }
  : { to: SubjectArgs<P>[0] });

/** Renders its children only with the permission: `<Can do="tag.manage">…</Can>`. */
export function Can<P extends Permission>({ do: permission, to, children }: CanProps<P>) {
  const args = (to === undefined ? [] : [to]) as SubjectArgs<P>;
  return useCan(permission, ...args) ? children : null;
}

function sessionOf(sessionData: SessionData, setSessionData: (sessionData: SessionData) => void): Session {
  return {
    user: sessionData.user,
    actor: actorOf(sessionData.user, sessionData.sessionId),
    companyId: sessionData.user.companyId,
    async refreshSession() {
      const { user } = await api.access.me();
      setSessionData({ ...sessionData, user });
    },
    async signOut() {
      await runBeforeSignOut();
      // The server closes the socket of an ended session, which must not trigger a reconnect.
      closeForGood();
      // A request that is still under way is refused from now on; only this function opens the sign-in page.
      awaitRestart();
      // This browser is signed out even if the request fails; the cookie then expires by itself.
      const access = supportAccess();
      await (access ? api.support.end({ params: { id: access.id } }) : api.access.signOut()).catch(() => {});
      dropSession({ shouldReturn: false });
    },
  };
}

function useSessionUpdates(
  companyId: number | undefined,
  setSessionData: (change: (sessionData: SessionData | null) => SessionData | null) => void,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (companyId === undefined) return;
    const change = (next: (user: SessionUser) => SessionUser) =>
      setSessionData((sessionData) => sessionData && { ...sessionData, user: next(sessionData.user) });
    const stops = [
      listen('user', (payload) => change((user) => userChanged(user, payload))),
      listen('settings', (payload) => change((user) => settingChanged(user, payload))),
      listen('companyHours', (payload) => change((user) => clockChanged(user, payload))),
      listen('reload', () => refetchAll(client)),
      listen('brand', () => void loadPublicSettings()),
      // Support access is no user: it is not online and receives no events.
      ...(isSupportWindow() ? [] : [openSocket(companyId)]),
    ];
    return () => stops.forEach((stop) => stop());
  }, [companyId, client, setSessionData]);
}

function useUserTheme(theme: SessionUser['defaultTheme'] | undefined): void {
  useEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
}

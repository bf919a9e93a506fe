/** Who is signed in, what that person may do, and the socket that belongs to the session. */
import { useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Actor } from '@balcao/domain/policy/actor';
import { may, type Permission, type SubjectArgs } from '@balcao/domain/policy/policy';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { actorOf } from './actor.ts';
import { api, ApiError } from './api.ts';
import { applyTheme } from './appearance.ts';
import { giveBack } from './signing-out.ts';
import { keepTimeZone } from './format.ts';
import { askAgain } from './news.ts';
import { clockChanged, settingChanged, userChanged } from './session-news.ts';
import { listen, openSocket, stayAway } from './socket.ts';
import { dropSession, onSession, refresh } from './token.ts';

export interface Session {
  user: SessionUser;
  actor: Actor;
  companyId: number;
  /** Asks the server again who we are. */
  refreshSession(): Promise<void>;
  signOut(): Promise<void>;
}

interface Known {
  user: SessionUser;
  sessionId: string;
}

const Current = createContext<Session | null>(null);

export interface SessionProviderProps {
  /** Drawn until the server has told who this is. */
  loading?: ReactNode;
  /** Drawn when the server cannot be reached; without a session there is nothing else to show. */
  failed?: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Needs a QueryClientProvider around it. Without a session it leaves for /login. */
export function SessionProvider({ loading = null, failed, children }: SessionProviderProps) {
  const [known, setKnown] = useState<Known | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => onSession(({ user, sessionId }) => setKnown({ user, sessionId })), []);
  const start = () => {
    setFailure(null);
    refresh().catch((error: unknown) => {
      // Nobody is signed in: the page is already leaving for /login.
      if (!(error instanceof ApiError && error.status === 401)) setFailure(error);
    });
  };
  useEffect(start, []);
  useNews(known?.user.companyId, setKnown);
  useTheirTheme(known?.user.defaultTheme);

  // Before anything is drawn with it.
  keepTimeZone(known?.user.company.timeZone);
  const session = useMemo<Session | null>(() => known && sessionOf(known, setKnown), [known]);
  if (session) return <Current value={session}>{children}</Current>;
  return failure !== null && failed ? failed(failure, start) : loading;
}

export function useSession(): Session {
  const session = useContext(Current);
  if (!session) throw new Error('useSession needs a SessionProvider around it');
  return session;
}

/** For parts that also live where nobody is signed in. */
export const useSessionIfAny = (): Session | null => useContext(Current);

export function useMay<P extends Permission>(permission: P, ...subject: SubjectArgs<P>): boolean {
  return may(useSession().actor, permission, ...subject);
}

type MayProps<P extends Permission> = { do: P; children: ReactNode } & (SubjectArgs<P> extends []
  ? { to?: never }
  : { to: SubjectArgs<P>[0] });

/** Draws its children only for those who may: `<May do="tag.manage">…</May>`. */
export function May<P extends Permission>({ do: permission, to, children }: MayProps<P>) {
  const args = (to === undefined ? [] : [to]) as SubjectArgs<P>;
  return useMay(permission, ...args) ? children : null;
}

function sessionOf(known: Known, setKnown: (known: Known) => void): Session {
  return {
    user: known.user,
    actor: actorOf(known.user, known.sessionId),
    companyId: known.user.companyId,
    async refreshSession() {
      const { user } = await api.access.me();
      setKnown({ ...known, user });
    },
    async signOut() {
      await giveBack();
      // The server closes the socket of an ended session: that must not be taken for a loss to come back from.
      stayAway();
      // Whatever the server answers, this browser is signed out; the cookie ends by itself if the call was lost.
      await api.access.signOut().catch(() => {});
      dropSession({ comeBack: false });
    },
  };
}

function useNews(
  companyId: number | undefined,
  setKnown: (change: (known: Known | null) => Known | null) => void,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (companyId === undefined) return;
    const change = (next: (user: SessionUser) => SessionUser) =>
      setKnown((known) => known && { ...known, user: next(known.user) });
    const stops = [
      listen('user', (told) => change((user) => userChanged(user, told))),
      listen('settings', (told) => change((user) => settingChanged(user, told))),
      listen('companyHours', (told) => change((user) => clockChanged(user, told))),
      listen('reload', () => askAgain(client)),
      openSocket(companyId),
    ];
    return () => stops.forEach((stop) => stop());
  }, [companyId, client, setKnown]);
}

function useTheirTheme(theme: SessionUser['defaultTheme'] | undefined): void {
  useEffect(() => {
    if (theme) applyTheme(theme);
  }, [theme]);
}

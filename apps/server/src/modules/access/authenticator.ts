import { userFlags, type Actor, type UserFlag } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { AccessClaims, AccessTokens } from '../../infrastructure/tokens/access-token.ts';
import { featuresOf, type Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { isDemoAccount } from './demo-accounts.ts';
import { sessionStore, type BearerRow } from './sessions.store.ts';
import { supportStore } from './support.store.ts';

interface CachedSession {
  actor: Actor;
  tokenVersion: number;
  dueDate: Date;
}
interface Deps {
  db: Db;
  clock: Clock;
  tokens: AccessTokens;
  companies: Pick<Companies, 'isOverdue'>;
  settings: Pick<Settings, 'get'>;
  /** Whether users of the demo data may sign in and keep their sessions. */
  allowsDemo: boolean;
}
/** Beyond this many cached sessions the oldest ones are dropped. */
const MAX_CACHED_SESSIONS = 50_000;

/**
 * Authenticates callers. A session is cached until an event invalidates it, so a revoked session, a removed permission or
 * a changed plan takes effect with the next request.
 */
export function createAuthenticator({ db, clock, tokens, companies, settings, allowsDemo }: Deps) {
  const cache = new Map<string, CachedSession>();
  /** Raised with each invalidation: a row that was read before it is not cached after it. */
  let generation = 0;

  const authenticateClaims = async (claims: AccessClaims): Promise<Actor> =>
    claims.support ? authenticateSupport(claims, claims.support) : actorNow(await sessionOf(claims, claims.companyId));

  async function sessionOf({ id, sid, ver }: AccessClaims, companyId: number): Promise<CachedSession> {
    const session = cache.get(sid) ?? (await read(sid, companyId));
    if (
      !session ||
      session.tokenVersion !== ver ||
      session.actor.userId !== id ||
      session.actor.companyId !== companyId
    ) {
      refuse('ERR_SESSION_EXPIRED');
    }
    return session;
  }

  /** Nothing of it is cached: it ends with the session, the permission or the setting of the company. */
  async function authenticateSupport(
    claims: AccessClaims,
    { access, home }: NonNullable<AccessClaims['support']>,
  ): Promise<Actor> {
    const { actor: superUser } = await sessionOf(claims, home);
    if (!can(superUser, 'company.manage')) refuse('ERR_SUPPORT_ENDED');
    const { companyId, sid } = claims;
    const company = await db.readCompany(companyId, async (tx) =>
      (await settings.get(tx, 'supportAccess')) === 'enabled'
        ? supportStore.bearer(tx, access, sid, clock.now())
        : undefined,
    );
    if (!company?.isActive) refuse('ERR_SUPPORT_ENDED');
    return {
      userId: superUser.userId,
      companyId,
      sessionId: sid,
      profile: 'admin',
      super: false,
      flags: new Set(),
      queueIds: [],
      plan: featuresOf(company),
      overdue: await companies.isOverdue({ companyId, dueDate: company.dueDate }),
      support: { accessId: access, superCompanyId: home },
    };
  }

  /** The due date may have passed since the session was cached. */
  async function actorNow({ actor, dueDate }: CachedSession): Promise<Actor> {
    const overdue = await companies.isOverdue({ companyId: actor.companyId, dueDate });
    return overdue === actor.overdue ? actor : { ...actor, overdue };
  }

  const read = async (sid: string, companyId: number): Promise<CachedSession | undefined> =>
    (await readAll([sid], companyId)).get(sid);

  /** Sessions that are valid now, with one query. */
  async function readAll(sids: string[], companyId: number): Promise<Map<string, CachedSession>> {
    const before = generation;
    const rows = await db.readCompany(companyId, (tx) => sessionStore.bearers(tx, sids));
    const sessions = new Map<string, CachedSession>();
    for (const row of rows) {
      if (!row.isActive) continue;
      if (!allowsDemo && isDemoAccount(row, { companyId, demoState: row.demoState })) continue;
      const actor = actorOf(row, companyId, row.sessionId);
      const session = { actor, tokenVersion: row.tokenVersion, dueDate: row.dueDate };
      sessions.set(row.sessionId, session);
      if (generation !== before) continue;
      if (cache.size >= MAX_CACHED_SESSIONS) cache.delete(cache.keys().next().value!);
      cache.set(row.sessionId, session);
    }
    return sessions;
  }

  function invalidate(matches: (actor: Actor) => boolean) {
    generation++;
    for (const [sid, { actor }] of cache) if (matches(actor)) cache.delete(sid);
  }

  /** The content of a valid token. Its session may have ended meanwhile: only `authenticate` knows. */
  function verify(token: string): AccessClaims {
    const claims = tokens.verify(token);
    return claims === 'expired' || claims === 'invalid' ? refuse('ERR_TOKEN_EXPIRED') : claims;
  }

  return {
    verify,
    /** Without a token: 401. Invalid or expired token: 403, so that the client refreshes it. Ended session: 401. */
    async authenticate(bearer: string | undefined): Promise<Actor> {
      if (bearer === undefined) refuse('ERR_SESSION_EXPIRED');
      return authenticateClaims(verify(bearer));
    },
    /** The caller and the expiry of the token, for a socket that outlives one request. */
    async authenticateSocket(token: string): Promise<{ actor: Actor; endsAt: number }> {
      const actor = await this.authenticate(token);
      // Support access is no user: it is not online and receives no events.
      if (actor.support) refuse('ERR_SUPPORT_REFUSED');
      return { actor, endsAt: expiryOf(token) };
    },
    /** Reads the session again; refuses if it has ended. */
    async current(companyId: number, sessionId: string): Promise<Actor> {
      return actorNow((await read(sessionId, companyId)) ?? refuse('ERR_SESSION_EXPIRED'));
    },
    /** Reads many sessions again with one query; sessions that have ended are missing. */
    async loadCurrent(companyId: number, sessionIds: string[]): Promise<Map<string, Actor>> {
      const sessions = await readAll(sessionIds, companyId);
      const actors = new Map<string, Actor>();
      for (const [sid, session] of sessions) actors.set(sid, await actorNow(session));
      return actors;
    },
    /** Whether the company of a session is overdue now; false for a session that has ended. */
    async isOverdue(companyId: number, sessionId: string): Promise<boolean> {
      const session = cache.get(sessionId) ?? (await read(sessionId, companyId));
      return session !== undefined && (await actorNow(session)).overdue;
    },
    /** Admin without a session, for setting up a demo or the first super user. Never for a request. */
    asAdmin: (companyId: number, userId: number): Actor => ({
      userId,
      companyId,
      sessionId: 'set-up',
      profile: 'admin',
      super: false,
      flags: new Set(),
      queueIds: [],
      plan: new Set(),
      overdue: false,
    }),
    invalidateSessions(ids: readonly string[]) {
      generation++;
      for (const id of ids) cache.delete(id);
    },
    invalidateUser: (companyId: number, userId: number) =>
      invalidate((actor) => actor.companyId === companyId && actor.userId === userId),
    invalidateCompany: (companyId: number) => invalidate((actor) => actor.companyId === companyId),
  };
}
export type Authenticator = ReturnType<typeof createAuthenticator>;

const actorOf = (row: BearerRow, companyId: number, sessionId: string): Actor => ({
  userId: row.userId,
  companyId,
  sessionId,
  profile: row.profile,
  super: row.isSuper,
  flags: new Set<UserFlag>(userFlags.filter((flag) => row[flag])),
  queueIds: row.queueIds,
  plan: featuresOf(row),
  overdue: false,
});

/** Only for a verified token. */
const expiryOf = (token: string): number =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number }).exp * 1000;

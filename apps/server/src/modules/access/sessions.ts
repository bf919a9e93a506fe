import { clockTimeIn, isWorking } from '@balcao/domain/access/work-hours';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { UserRow } from '../../infrastructure/db/schema/access.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { SessionEnd } from '@balcao/domain/events/catalogue';
import type { RequestInfo } from '../../infrastructure/http/handle.ts';
import type { Counted, Limits } from '../../infrastructure/limits/limits.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { AccessTokens } from '../../infrastructure/tokens/access-token.ts';
import { verifyPassword } from '../../infrastructure/tokens/passwords.ts';
import { hashToken, newRefreshToken, successorOf } from '../../infrastructure/tokens/refresh-token.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { presentSessionUser, type SignPicture } from './access.wire.ts';
import { sessionStore } from './sessions.store.ts';
import { userStore } from './users.store.ts';

/** A used token still answers for this long, with the same successor: the first answer may have been lost. */
const GRACE_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Counted from the last renewal. Without "remember me" the cookie dies with the browser, and the session overnight. */
const LIFETIME_MS = { remembered: 7 * 24 * HOUR_MS, temporary: 16 * HOUR_MS };
/** No user has this id: looked up for unknown e-mails, so that they take as long as known ones. */
const NO_USER_ID = 0;

export interface SessionDeps {
  db: Db;
  clock: Clock;
  tokens: AccessTokens;
  limits: Limits;
  companies: Companies;
  settings: Settings;
  signPicture: SignPicture;
  refreshSecret: string;
}

/** Who is signed in, where, and until when. One live session a user; each renewal replaces the token before it. */
export function createSessions({
  db,
  clock,
  tokens,
  limits,
  companies,
  settings,
  signPicture,
  refreshSecret,
}: SessionDeps) {
  const expiryFor = (isRemembered: boolean) =>
    new Date(+clock.now() + (isRemembered ? LIFETIME_MS.remembered : LIFETIME_MS.temporary));

  /** The answer to a sign-in or renewal: a fresh access token and the person with company and settings. */
  async function buildSessionResponse(tx: Tx, userId: number, sessionId: string) {
    const user = assertFound(await userStore.byId(tx, userId), 'ERR_SESSION_EXPIRED');
    const home = { ...(await companies.inTx.get(tx)), settings: await settings.all(tx) };
    return {
      token: tokens.sign({
        id: userId,
        profile: user.profile,
        companyId: tx.companyId,
        sid: sessionId,
        ver: user.tokenVersion,
      }),
      user: presentSessionUser(user, home, signPicture, clock.now()),
      sessionId,
    };
  }

  async function issueToken(tx: Tx, sessionId: string, token: string) {
    const hash = hashToken(token);
    await sessionStore.addToken(tx, sessionId, hash);
    await directoryStore.add(tx, 'refresh', hash, sessionId);
  }

  /** For the rooms beside: ends a user's sessions inside their unit of work. */
  async function endAll(tx: Tx, userId: number, reason: SessionEnd, except?: string) {
    const sessionIds = await sessionStore.end(tx, userId, reason, clock.now(), except);
    if (sessionIds.length > 0) tx.emit({ type: 'session.ended', userId, sessionIds, reason });
  }

  async function findByEmail(email: string): Promise<{ companyId: number; user: UserRow | undefined }> {
    const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'email', hashKey(email)));
    const { companyId, rowId } = entry ?? { companyId: OWNER_COMPANY_ID, rowId: String(NO_USER_ID) };
    const user = await db.readCompany(companyId, (tx) => userStore.byId(tx, Number(rowId)));
    return { companyId, user };
  }

  return {
    endAll,
    /** Before a user goes: the directory's entries would outlive the sessions they lead to. */
    removeRefreshKeys: async (tx: Tx, userId: number) =>
      directoryStore.removeRows(tx, 'refresh', await sessionStore.idsOf(tx, userId)),

    async signIn(
      { email, password, rememberMe }: { email: string; password: string; rememberMe: boolean },
      requestInfo: RequestInfo,
    ) {
      const addressLimit: Counted = {
        limit: 'sign-in of an e-mail from an address',
        of: `${requestInfo.address} ${email}`,
      };
      const emailLimit: Counted = { limit: 'sign-in of an e-mail', of: email };
      // Counted as failures before they are: many guesses at once must not all find the count at zero.
      await limits.use(addressLimit);
      await limits.use(emailLimit);
      const { companyId, user } = await findByEmail(email);
      const isRight = await verifyPassword(user?.passwordHash, password).catch(async (error: unknown) => {
        // Too busy to look: nobody has guessed anything.
        await limits.release([addressLimit, emailLimit]);
        throw error;
      });
      if (!isRight || !user) refuse('ERR_INVALID_CREDENTIALS');
      await limits.clear([addressLimit]);
      await limits.release([emailLimit]);

      const token = newRefreshToken();
      const answer = await db.inCompany(companyId, async (tx) => {
        const current = assertFound(await userStore.lock(tx, user.id), 'ERR_INVALID_CREDENTIALS');
        // The password may have been changed while it was being checked.
        if (current.passwordHash !== user.passwordHash) refuse('ERR_INVALID_CREDENTIALS');
        const { company } = await companies.inTx.get(tx);
        if (!company.isActive) refuse('ERR_COMPANY_INACTIVE');
        const isOnDuty = current.profile === 'admin' || isWorking(current, clockTimeIn(company.timeZone, clock.now()));
        if (!isOnDuty) refuse('ERR_OUT_OF_HOURS');

        const session = await sessionStore.insert(tx, {
          userId: user.id,
          isRemembered: rememberMe,
          address: requestInfo.address,
          userAgent: requestInfo.userAgent,
          expiresAt: expiryFor(rememberMe),
        });
        // Told before the others end: their screens must hear why.
        tx.emit({ type: 'session.started', userId: user.id, sessionId: session.id });
        await endAll(tx, user.id, 'taken-over', session.id);
        await issueToken(tx, session.id, token);
        if (await userStore.recordSeen(tx, user.id, clock.now()))
          tx.emit({ type: 'user.presence-changed', userId: user.id });
        await companies.recordSignIn(tx, clock.now());
        await audit(tx, {
          userId: user.id,
          action: 'session.started',
          subject: `user ${user.id}`,
          data: { address: requestInfo.address },
        });
        return buildSessionResponse(tx, user.id, session.id);
      });
      requestInfo.setRefreshToken(token, rememberMe);
      return answer;
    },

    async refresh(requestInfo: RequestInfo) {
      const token = requestInfo.refreshToken();
      const entry = token && (await db.onPlatform((tx) => directoryStore.find(tx, 'refresh', hashToken(token))));
      const renewed = entry ? await db.inCompany(entry.companyId, (tx) => renew(tx, token)) : undefined;
      if (!renewed) {
        requestInfo.dropRefreshToken();
        refuse('ERR_SESSION_EXPIRED');
      }
      const { successor, isRemembered, rotated, ...answer } = renewed;
      // First, because the old token is used up: who is told to wait comes back with the new one.
      requestInfo.setRefreshToken(successor, isRemembered);
      if (rotated) await limits.use({ limit: 'refresh of a session', of: answer.sessionId });
      return answer;
    },

    signOut: (actor: Actor, requestInfo: RequestInfo) =>
      db.inCompany(actor.companyId, async (tx) => {
        await sessionStore.endById(tx, actor.sessionId, 'signed-out', clock.now());
        await userStore.update(tx, actor.userId, { isOnline: false });
        tx.emit({ type: 'session.ended', userId: actor.userId, sessionIds: [actor.sessionId], reason: 'signed-out' });
        tx.emit({ type: 'user.presence-changed', userId: actor.userId });
        requestInfo.dropRefreshToken();
      }),

    signOutEverywhere: (actor: Actor, requestInfo: RequestInfo) =>
      db.inCompany(actor.companyId, async (tx) => {
        await endAll(tx, actor.userId, 'signed-out');
        requestInfo.dropRefreshToken();
      }),

    me: (actor: Actor) =>
      db.readCompany(actor.companyId, async (tx) => ({
        user: (await buildSessionResponse(tx, actor.userId, actor.sessionId)).user,
      })),

    /** Sessions long over, with their tokens' entries in the directory. */
    async prune() {
      const before = new Date(+clock.now() - 30 * 24 * HOUR_MS);
      for (const companyId of await db.onPlatform((tx) => sessionStore.companiesWithExpired(tx, before))) {
        await db.inCompany(companyId, async (tx) => {
          await directoryStore.removeRows(tx, 'refresh', await sessionStore.removeExpired(tx, before));
        });
      }
    },
  };

  async function renew(tx: Tx, token: string) {
    const locked = await sessionStore.lockToken(tx, hashToken(token));
    if (!locked || locked.session.endedAt || locked.session.expiresAt <= clock.now()) return undefined;
    const { session } = locked;
    const { usedAt } = locked.token;

    if (usedAt && +clock.now() - +usedAt > GRACE_MS) {
      // Two people hold this family: one of them stole it, and nobody can tell which.
      await endAll(tx, session.userId, 'token-reused');
      await audit(tx, { userId: session.userId, action: 'session.token-reused', subject: `session ${session.id}` });
      return undefined;
    }
    const { company } = await companies.inTx.get(tx);
    if (!company.isActive) return undefined;

    const successor = successorOf(token, refreshSecret);
    if (!usedAt) {
      await sessionStore.markUsed(tx, hashToken(token), clock.now());
      await issueToken(tx, session.id, successor);
      await sessionStore.extend(tx, session.id, expiryFor(session.isRemembered));
    }
    const answer = await buildSessionResponse(tx, session.userId, session.id);
    return { ...answer, successor, isRemembered: session.isRemembered, rotated: !usedAt };
  }
}
export type Sessions = ReturnType<typeof createSessions>;

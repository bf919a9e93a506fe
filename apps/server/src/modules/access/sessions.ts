import { clockTimeIn, isWorking } from '@balcao/domain/access/work-hours';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/standing';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Clock } from '../../foundation/clock.ts';
import { directoryStore, hashKey } from '../../foundation/db/directory.store.ts';
import type { UserRow } from '../../foundation/db/schema/access.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import type { SessionEnd } from '../../foundation/events/catalogue.ts';
import type { Visit } from '../../foundation/http/handle.ts';
import type { Counted, Limits } from '../../foundation/limits/limits.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import type { AccessTokens } from '../../foundation/tokens/access-token.ts';
import { verifyPassword } from '../../foundation/tokens/passwords.ts';
import { hashToken, newRefreshToken, successorOf } from '../../foundation/tokens/refresh-token.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { showSessionUser, type SignPicture } from './access.wire.ts';
import { sessionStore } from './sessions.store.ts';
import { userStore } from './users.store.ts';

/** A used token still answers for this long, with the same successor: the first answer may have been lost. */
const GRACE_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Counted from the last renewal. Without "remember me" the cookie dies with the browser, and the session overnight. */
const LIFE_MS = { remembered: 7 * 24 * HOUR_MS, forgotten: 16 * HOUR_MS };
/** No user has this id: looked up for unknown e-mails, so that they take as long as known ones. */
const NOBODY = 0;

export interface SessionNeeds {
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
}: SessionNeeds) {
  const lifeOf = (isRemembered: boolean) =>
    new Date(+clock.now() + (isRemembered ? LIFE_MS.remembered : LIFE_MS.forgotten));

  /** The answer to a sign-in or renewal: a fresh access token and the person with company and settings. */
  async function welcome(tx: Tx, userId: number, sessionId: string) {
    const user = found(await userStore.byId(tx, userId), 'ERR_SESSION_EXPIRED');
    const home = { ...(await companies.within(tx)), settings: await settings.all(tx) };
    return {
      token: tokens.sign({
        id: userId,
        profile: user.profile,
        companyId: tx.companyId,
        sid: sessionId,
        ver: user.tokenVersion,
      }),
      user: showSessionUser(user, home, signPicture, clock.now()),
      sessionId,
    };
  }

  async function giveToken(tx: Tx, sessionId: string, token: string) {
    const hash = hashToken(token);
    await sessionStore.addToken(tx, sessionId, hash);
    await directoryStore.add(tx, 'refresh', hash, sessionId);
  }

  /** For the rooms beside: ends a user's sessions inside their unit of work. */
  async function endAll(tx: Tx, userId: number, why: SessionEnd, except?: string) {
    const sessionIds = await sessionStore.end(tx, userId, why, clock.now(), except);
    if (sessionIds.length > 0) tx.emit({ is: 'session.ended', userId, sessionIds, why });
  }

  async function whoseEmail(email: string): Promise<{ companyId: number; user: UserRow | undefined }> {
    const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'email', hashKey(email)));
    const { companyId, rowId } = entry ?? { companyId: OWNER_COMPANY_ID, rowId: String(NOBODY) };
    const user = await db.readCompany(companyId, (tx) => userStore.byId(tx, Number(rowId)));
    return { companyId, user };
  }

  return {
    endAll,
    /** Before a user goes: the directory's entries would outlive the sessions they lead to. */
    forgetKeys: async (tx: Tx, userId: number) =>
      directoryStore.removeRows(tx, 'refresh', await sessionStore.idsOf(tx, userId)),

    async signIn(
      { email, password, rememberMe }: { email: string; password: string; rememberMe: boolean },
      visit: Visit,
    ) {
      const fromHere: Counted = { limit: 'sign-in of an e-mail from an address', of: `${visit.address} ${email}` };
      const fromAnywhere: Counted = { limit: 'sign-in of an e-mail', of: email };
      // Counted as failures before they are: many guesses at once must not all find the count at zero.
      await limits.use(fromHere);
      await limits.use(fromAnywhere);
      const { companyId, user } = await whoseEmail(email);
      const isRight = await verifyPassword(user?.passwordHash, password).catch(async (fault: unknown) => {
        // Too busy to look: nobody has guessed anything.
        await limits.giveBack([fromHere, fromAnywhere]);
        throw fault;
      });
      if (!isRight || !user) refuse('ERR_INVALID_CREDENTIALS');
      await limits.clear([fromHere]);
      await limits.giveBack([fromAnywhere]);

      const token = newRefreshToken();
      const answer = await db.inCompany(companyId, async (tx) => {
        const known = found(await userStore.lock(tx, user.id), 'ERR_INVALID_CREDENTIALS');
        // The password may have been changed while it was being checked.
        if (known.passwordHash !== user.passwordHash) refuse('ERR_INVALID_CREDENTIALS');
        const { company } = await companies.within(tx);
        if (!company.isActive) refuse('ERR_COMPANY_INACTIVE');
        const isOnDuty = known.profile === 'admin' || isWorking(known, clockTimeIn(company.timeZone, clock.now()));
        if (!isOnDuty) refuse('ERR_OUT_OF_HOURS');

        const session = await sessionStore.insert(tx, {
          userId: user.id,
          isRemembered: rememberMe,
          address: visit.address,
          userAgent: visit.userAgent,
          expiresAt: lifeOf(rememberMe),
        });
        // Told before the others end: their screens must hear why.
        tx.emit({ is: 'session.started', userId: user.id, sessionId: session.id });
        await endAll(tx, user.id, 'taken-over', session.id);
        await giveToken(tx, session.id, token);
        if (await userStore.seen(tx, user.id, clock.now())) tx.emit({ is: 'user.presence-changed', userId: user.id });
        await companies.noteSignIn(tx, clock.now());
        await audit(tx, {
          userId: user.id,
          act: 'session.started',
          subject: `user ${user.id}`,
          data: { address: visit.address },
        });
        return welcome(tx, user.id, session.id);
      });
      visit.keepRefreshToken(token, rememberMe);
      return answer;
    },

    async refresh(visit: Visit) {
      const token = visit.refreshToken();
      const entry = token && (await db.onPlatform((tx) => directoryStore.find(tx, 'refresh', hashToken(token))));
      const renewed = entry ? await db.inCompany(entry.companyId, (tx) => renew(tx, token)) : undefined;
      if (!renewed) {
        visit.dropRefreshToken();
        refuse('ERR_SESSION_EXPIRED');
      }
      const { successor, isRemembered, rotated, ...answer } = renewed;
      // First, because the old token is used up: who is told to wait comes back with the new one.
      visit.keepRefreshToken(successor, isRemembered);
      if (rotated) await limits.use({ limit: 'refresh of a session', of: answer.sessionId });
      return answer;
    },

    signOut: (actor: Actor, visit: Visit) =>
      db.inCompany(actor.companyId, async (tx) => {
        await sessionStore.endOne(tx, actor.sessionId, 'signed-out', clock.now());
        await userStore.update(tx, actor.userId, { isOnline: false });
        tx.emit({ is: 'session.ended', userId: actor.userId, sessionIds: [actor.sessionId], why: 'signed-out' });
        tx.emit({ is: 'user.presence-changed', userId: actor.userId });
        visit.dropRefreshToken();
      }),

    signOutEverywhere: (actor: Actor, visit: Visit) =>
      db.inCompany(actor.companyId, async (tx) => {
        await endAll(tx, actor.userId, 'signed-out');
        visit.dropRefreshToken();
      }),

    me: (actor: Actor) =>
      db.readCompany(actor.companyId, async (tx) => ({
        user: (await welcome(tx, actor.userId, actor.sessionId)).user,
      })),

    /** Sessions long over, with their tokens' entries in the directory. */
    async prune() {
      const before = new Date(+clock.now() - 30 * 24 * HOUR_MS);
      for (const companyId of await db.onPlatform((tx) => sessionStore.overIn(tx, before))) {
        await db.inCompany(companyId, async (tx) => {
          await directoryStore.removeRows(tx, 'refresh', await sessionStore.removeOver(tx, before));
        });
      }
    },
  };

  async function renew(tx: Tx, token: string) {
    const held = await sessionStore.lockToken(tx, hashToken(token));
    if (!held || held.session.endedAt || held.session.expiresAt <= clock.now()) return undefined;
    const { session } = held;
    const { usedAt } = held.token;

    if (usedAt && +clock.now() - +usedAt > GRACE_MS) {
      // Two people hold this family: one of them stole it, and nobody can tell which.
      await endAll(tx, session.userId, 'token-reused');
      await audit(tx, { userId: session.userId, act: 'session.token-reused', subject: `session ${session.id}` });
      return undefined;
    }
    const { company } = await companies.within(tx);
    if (!company.isActive) return undefined;

    const successor = successorOf(token, refreshSecret);
    if (!usedAt) {
      await sessionStore.markUsed(tx, hashToken(token), clock.now());
      await giveToken(tx, session.id, successor);
      await sessionStore.extend(tx, session.id, lifeOf(session.isRemembered));
    }
    const answer = await welcome(tx, session.userId, session.id);
    return { ...answer, successor, isRemembered: session.isRemembered, rotated: !usedAt };
  }
}
export type Sessions = ReturnType<typeof createSessions>;

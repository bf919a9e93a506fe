import { canSignInAt, clockTimeIn } from '@balcao/domain/access/work-hours';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { Actor } from '@balcao/domain/policy/actor';
import { directoryStore } from '../../infrastructure/db/directory.store.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { RequestInfo } from '../../infrastructure/http/handle.ts';
import { createSessionRefresh } from './session-refresh.ts';
import { createSessionTokens, type SessionDeps } from './session-tokens.ts';
import { sessionStore } from './sessions.store.ts';
import { createSignIn } from './sign-in.ts';
import { userRecordStore } from './user-records.store.ts';

/** Sessions are removed this long after they expired. */
const RETENTION_MS = 30 * 24 * 3_600_000;

/** Sign-in sessions: one live session per user, renewed by refresh tokens that each work once. */
export function createSessions(deps: SessionDeps) {
  const { db, clock } = deps;
  const sessionTokens = createSessionTokens(deps);

  return {
    endAll: sessionTokens.endAll,
    /** Call it before a user is removed: directory entries would outlive the sessions. */
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
        if (!canSignInAt(current, clockTimeIn(company.timeZone, clock.now()))) refuse('ERR_OUT_OF_HOURS');

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
        await userRecordStore.update(tx, actor.userId, { isOnline: false });
        tx.emit({ type: 'session.ended', userId: actor.userId, sessionIds: [actor.sessionId], reason: 'signed-out' });
        tx.emit({ type: 'user.presence-changed', userId: actor.userId });
        requestInfo.dropRefreshToken();
      }),

    signOutEverywhere: (actor: Actor, requestInfo: RequestInfo) =>
      db.inCompany(actor.companyId, async (tx) => {
        await sessionTokens.endAll(tx, actor.userId, 'signed-out');
        requestInfo.dropRefreshToken();
      }),

    me: (actor: Actor) =>
      db.readCompany(actor.companyId, async (tx) => ({
        user: (await sessionTokens.buildResponse(tx, actor.userId, actor.sessionId)).user,
      })),

    /** Removes old sessions and the directory entries of their tokens. */
    async prune() {
      const before = new Date(+clock.now() - RETENTION_MS);
      for (const companyId of await db.onPlatform((tx) => sessionStore.companiesWithExpired(tx, before))) {
        await db.inCompany(companyId, async (tx) => {
          await directoryStore.removeRows(tx, 'refresh', await sessionStore.removeExpired(tx, before));
        });
      }
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;

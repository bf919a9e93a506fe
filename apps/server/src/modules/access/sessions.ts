import type { Actor } from '@balcao/domain/policy/actor';
import { inPortions } from '../../infrastructure/db/portions.ts';
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

    signIn: createSignIn({ ...deps, sessionTokens }),
    refresh: createSessionRefresh({ ...deps, sessionTokens }),

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

    /** Ends every session of a company; clients read their session again because of the event. */
    endAllOfCompany: (companyId: number) =>
      db.inCompany(companyId, async (tx) => {
        await sessionStore.endAllOfCompany(tx, 'signed-out', clock.now());
        tx.emit({ type: 'company.changed' });
      }),

    me: (actor: Actor) =>
      db.readCompany(actor.companyId, async (tx) => ({
        user: (await sessionTokens.buildResponse(tx, actor.userId, actor.sessionId)).user,
      })),

    /** Removes old sessions and the directory entries of their tokens. */
    async prune() {
      const before = new Date(+clock.now() - RETENTION_MS);
      for (const companyId of await db.onPlatform((tx) => sessionStore.companiesWithExpired(tx, before))) {
        await inPortions((limit) =>
          db.inCompany(companyId, async (tx) => {
            const ids = await sessionStore.removeExpired(tx, before, limit);
            await directoryStore.removeRows(tx, 'refresh', ids);
            return ids.length;
          }),
        );
      }
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;

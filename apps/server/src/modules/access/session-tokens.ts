import type { SessionEnd } from '@balcao/domain/events/catalogue';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import { assertFound } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { directoryStore } from '../../infrastructure/db/directory.store.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import type { AccessTokens } from '../../infrastructure/tokens/access-token.ts';
import { hashToken } from '../../infrastructure/tokens/refresh-token.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { presentSessionUser, type SignPicture } from './access.wire.ts';
import { sessionStore } from './sessions.store.ts';
import { userStore } from './users.store.ts';

export interface SessionDeps {
  db: Db;
  clock: Clock;
  tokens: AccessTokens;
  limits: Limits;
  companies: Companies;
  settings: Settings;
  signPicture: SignPicture;
  refreshSecret: string;
  /** Whether users of the demo data may sign in. */
  allowsDemo: boolean;
}

/** Counted from the last refresh. Without "remember me" the cookie ends with the browser and the session overnight. */
const LIFETIME_MS = { remembered: 7 * 24 * HOUR_MS, temporary: 16 * HOUR_MS };

type Deps = Pick<SessionDeps, 'clock' | 'tokens' | 'companies' | 'settings' | 'signPicture'>;

/** Steps that signing in, refreshing and ending a session share. All run in the caller's transaction. */
export const createSessionTokens = ({ clock, tokens, companies, settings, signPicture }: Deps) => ({
  expiryFor: (isRemembered: boolean) =>
    new Date(+clock.now() + (isRemembered ? LIFETIME_MS.remembered : LIFETIME_MS.temporary)),

  /** Response to a sign-in or refresh: a new access token and the user with company and settings. */
  async buildResponse(tx: Tx, userId: number, sessionId: string) {
    const user = assertFound(await userStore.byId(tx, userId), 'ERR_SESSION_EXPIRED');
    const company = { ...(await companies.inTx.get(tx)), settings: await settings.all(tx) };
    return {
      token: tokens.sign({
        id: userId,
        profile: user.profile,
        companyId: tx.companyId,
        sid: sessionId,
        ver: user.tokenVersion,
      }),
      user: presentSessionUser(user, company, signPicture, await companies.isOverdue(company.company, tx)),
      sessionId,
    };
  },

  async saveRefreshToken(tx: Tx, sessionId: string, token: string) {
    const hash = hashToken(token);
    await sessionStore.addToken(tx, sessionId, hash);
    await directoryStore.add(tx, 'refresh', hash, sessionId);
  },

  /** Ends a user's live sessions, except one if given. */
  async endAll(tx: Tx, userId: number, reason: SessionEnd, except?: string) {
    const sessionIds = await sessionStore.end(tx, userId, reason, clock.now(), except);
    if (sessionIds.length > 0) tx.emit({ type: 'session.ended', userId, sessionIds, reason });
  },
});
export type SessionTokens = ReturnType<typeof createSessionTokens>;

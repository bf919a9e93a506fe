import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore } from '../../infrastructure/db/directory.store.ts';
import type { SessionRow } from '../../infrastructure/db/schema/access.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { RequestInfo } from '../../infrastructure/http/handle.ts';
import { hashToken, successorOf } from '../../infrastructure/tokens/refresh-token.ts';
import { isDemoAccount } from './demo-accounts.ts';
import type { SessionDeps, SessionTokens } from './session-tokens.ts';
import { sessionStore } from './sessions.store.ts';
import { userStore } from './users.store.ts';

/** A used token is accepted for this long and gets the same successor, because the first response may have been lost. */
const GRACE_MS = 10_000;
/** A session is refreshed at most thirty times a minute, so fewer tokens follow one another within the grace period. */
const MAX_CHAIN = 50;
/** A used token is stored this long, so that its theft is noticed: a browser keeps its cookie no longer. */
const USED_TOKENS_KEPT_MS = 7 * 24 * 3_600_000;

interface Deps extends Pick<SessionDeps, 'db' | 'clock' | 'limits' | 'companies' | 'refreshSecret' | 'allowsDemo'> {
  sessionTokens: SessionTokens;
}

/** Exchanges a refresh token for its successor and a new access token. */
export function createSessionRefresh({ db, clock, limits, companies, refreshSecret, allowsDemo, sessionTokens }: Deps) {
  /** The unused end of the chain that follows a used token: a token that another tab has used by now ends the session. */
  async function newestSuccessor(tx: Tx, token: string): Promise<string | undefined> {
    let successor = successorOf(token, refreshSecret);
    for (let length = 0; length < MAX_CHAIN; length++) {
      const state = await sessionStore.findToken(tx, hashToken(successor));
      if (!state) return undefined;
      if (!state.usedAt) return successor;
      successor = successorOf(successor, refreshSecret);
    }
    return undefined;
  }

  /** Replaces an unused token by its successor. */
  async function rotate(tx: Tx, token: string, session: SessionRow): Promise<string> {
    const successor = successorOf(token, refreshSecret);
    await sessionStore.markUsed(tx, hashToken(token), clock.now());
    await sessionTokens.saveRefreshToken(tx, session.id, successor);
    await sessionStore.extend(tx, session.id, sessionTokens.expiryFor(session.isRemembered));
    const before = new Date(+clock.now() - USED_TOKENS_KEPT_MS);
    await directoryStore.removeKeys(tx, 'refresh', await sessionStore.removeUsedTokens(tx, session.id, before));
    return successor;
  }

  async function mayContinue(tx: Tx, userId: number): Promise<boolean> {
    const { company } = await companies.inTx.get(tx);
    if (!company.isActive) return false;
    if (allowsDemo) return true;
    const user = await userStore.byId(tx, userId);
    return user !== undefined && !isDemoAccount(user, company);
  }

  async function renew(tx: Tx, token: string) {
    const locked = await sessionStore.lockToken(tx, hashToken(token));
    if (!locked || locked.session.endedAt || locked.session.expiresAt <= clock.now()) return undefined;
    const { session } = locked;
    const { usedAt } = locked.token;

    if (usedAt && +clock.now() - +usedAt > GRACE_MS) {
      // Two clients hold this token family, so it was stolen. Both lose their session.
      await sessionTokens.endAll(tx, session.userId, 'token-reused');
      await audit(tx, { userId: session.userId, action: 'session.token-reused', subject: `session ${session.id}` });
      return undefined;
    }
    if (!(await mayContinue(tx, session.userId))) return undefined;

    const successor = usedAt ? await newestSuccessor(tx, token) : await rotate(tx, token, session);
    if (successor === undefined) return undefined;
    const response = await sessionTokens.buildResponse(tx, session.userId, session.id);
    return { ...response, successor, isRemembered: session.isRemembered, rotated: !usedAt };
  }

  return async (requestInfo: RequestInfo) => {
    const token = requestInfo.refreshToken();
    const entry = token && (await db.onPlatform((tx) => directoryStore.find(tx, 'refresh', hashToken(token))));
    const renewed = entry ? await db.inCompany(entry.companyId, (tx) => renew(tx, token)) : undefined;
    if (!renewed) {
      requestInfo.dropRefreshToken();
      refuse('ERR_SESSION_EXPIRED');
    }
    const { successor, isRemembered, rotated, ...response } = renewed;
    // Set before the limit is checked: the old token is used up, so a rate-limited client must return with the new one.
    requestInfo.setRefreshToken(successor, isRemembered);
    if (rotated) await limits.use({ limit: 'refresh of a session', of: response.sessionId });
    return response;
  };
}

import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore } from '../../infrastructure/db/directory.store.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { RequestInfo } from '../../infrastructure/http/handle.ts';
import { hashToken, successorOf } from '../../infrastructure/tokens/refresh-token.ts';
import type { SessionDeps, SessionTokens } from './session-tokens.ts';
import { sessionStore } from './sessions.store.ts';

/** A used token is accepted for this long and gets the same successor, because the first response may have been lost. */
const GRACE_MS = 10_000;

interface Deps extends Pick<SessionDeps, 'db' | 'clock' | 'limits' | 'companies' | 'refreshSecret'> {
  sessionTokens: SessionTokens;
}

/** Exchanges a refresh token for its successor and a new access token. */
export function createSessionRefresh({ db, clock, limits, companies, refreshSecret, sessionTokens }: Deps) {
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
    const { company } = await companies.inTx.get(tx);
    if (!company.isActive) return undefined;

    const successor = successorOf(token, refreshSecret);
    if (!usedAt) {
      await sessionStore.markUsed(tx, hashToken(token), clock.now());
      await sessionTokens.saveRefreshToken(tx, session.id, successor);
      await sessionStore.extend(tx, session.id, sessionTokens.expiryFor(session.isRemembered));
    }
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

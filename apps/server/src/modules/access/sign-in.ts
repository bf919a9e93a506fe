import { canSignInAt, clockTimeIn } from '@balcao/domain/access/work-hours';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { UserRow } from '../../infrastructure/db/schema/access.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { RequestInfo } from '../../infrastructure/http/handle.ts';
import type { Counted } from '../../infrastructure/limits/limits.ts';
import { networkOf } from '../../infrastructure/limits/network.ts';
import { verifyPassword } from '../../infrastructure/tokens/passwords.ts';
import { newRefreshToken } from '../../infrastructure/tokens/refresh-token.ts';
import { isDemoAccount } from './demo-accounts.ts';
import type { SessionDeps, SessionTokens } from './session-tokens.ts';
import { sessionStore } from './sessions.store.ts';
import { userStore } from './users.store.ts';

/** No user has this id. It is looked up for unknown e-mail addresses, so that they take as long as known ones. */
const NO_USER_ID = 0;

/** An address from which the user signed in within this time is known. */
const KNOWN_ADDRESS_MS = 30 * 24 * 3_600_000;

interface Deps extends Pick<SessionDeps, 'db' | 'clock' | 'limits' | 'companies' | 'allowsDemo'> {
  sessionTokens: SessionTokens;
}

/** Signs in by e-mail address and password. A user has one live session, so the others end. */
export function createSignIn({ db, clock, limits, companies, allowsDemo, sessionTokens }: Deps) {
  async function findByEmail(email: string): Promise<{ companyId: number; user: UserRow | undefined }> {
    const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'email', hashKey(email)));
    const { companyId, rowId } = entry ?? { companyId: OWNER_COMPANY_ID, rowId: String(NO_USER_ID) };
    const user = await db.readCompany(companyId, (tx) => userStore.byId(tx, Number(rowId)));
    return { companyId, user };
  }

  /** Failures of others must not lock a user out where it usually signs in. */
  const isKnownAddress = (companyId: number, user: UserRow | undefined, address: string): Promise<boolean> =>
    db.readCompany(companyId, (tx) =>
      sessionStore.hasSignedInFrom(tx, user?.id ?? NO_USER_ID, address, new Date(+clock.now() - KNOWN_ADDRESS_MS)),
    );

  async function checkCredentials(email: string, password: string, address: string) {
    const addressLimit: Counted = {
      limit: 'sign-in of an e-mail from an address',
      of: `${networkOf(address)} ${email}`,
    };
    const shared: Counted[] = [{ limit: 'sign-ins from an address', of: networkOf(address) }];
    // Counted as failures in advance: otherwise many parallel guesses would all find the count at zero.
    await limits.use(addressLimit);
    await limits.use(shared[0]!);
    const { companyId, user } = await findByEmail(email);
    if (!(await isKnownAddress(companyId, user, address))) {
      const emailLimit: Counted = { limit: 'sign-in of an e-mail', of: email };
      await limits.use(emailLimit);
      shared.push(emailLimit);
    }
    const isRight = await verifyPassword(user?.passwordHash, password).catch(async (error: unknown) => {
      // The server was too busy to check the password, so this was no guess.
      await limits.release([addressLimit, ...shared]);
      throw error;
    });
    if (!isRight || !user) refuse('ERR_INVALID_CREDENTIALS');
    await limits.clear([addressLimit]);
    await limits.release(shared);
    return { companyId, user };
  }

  async function assertMaySignIn(tx: Tx, user: UserRow) {
    const current = assertFound(await userStore.lock(tx, user.id), 'ERR_INVALID_CREDENTIALS');
    // The password may have changed while it was checked.
    if (current.passwordHash !== user.passwordHash) refuse('ERR_INVALID_CREDENTIALS');
    const { company } = await companies.inTx.get(tx);
    if (!company.isActive) refuse('ERR_COMPANY_INACTIVE');
    if (!allowsDemo && isDemoAccount(current, company)) refuse('ERR_DEMO_USER');
    if (!canSignInAt(current, clockTimeIn(company.timeZone, clock.now()))) refuse('ERR_OUT_OF_HOURS');
  }

  return async (
    { email, password, rememberMe }: { email: string; password: string; rememberMe: boolean },
    requestInfo: RequestInfo,
  ) => {
    const { address, userAgent } = requestInfo;
    const { companyId, user } = await checkCredentials(email, password, address);
    const token = newRefreshToken();
    const response = await db.inCompany(companyId, async (tx) => {
      await assertMaySignIn(tx, user);
      const sessionId = await sessionStore.insert(tx, {
        userId: user.id,
        isRemembered: rememberMe,
        address,
        userAgent,
        expiresAt: sessionTokens.expiryFor(rememberMe),
      });
      // Emitted before the other sessions end, so that their screens can show the reason.
      tx.emit({ type: 'session.started', userId: user.id, sessionId });
      await sessionTokens.endAll(tx, user.id, 'taken-over', sessionId);
      await sessionTokens.saveRefreshToken(tx, sessionId, token);
      if (await userStore.recordSeen(tx, user.id, clock.now()))
        tx.emit({ type: 'user.presence-changed', userId: user.id });
      await companies.recordSignIn(tx, clock.now());
      await audit(tx, {
        userId: user.id,
        action: 'session.started',
        subject: `user ${user.id}`,
        data: { address },
      });
      return sessionTokens.buildResponse(tx, user.id, sessionId);
    });
    requestInfo.setRefreshToken(token, rememberMe);
    return response;
  };
}

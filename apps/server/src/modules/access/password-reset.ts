import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import type { MailLanguage } from '@balcao/domain/mail/letters';
import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { RequestInfo } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { networkOf } from '../../infrastructure/limits/network.ts';
import type { QueueMail } from '../../infrastructure/mail/outgoing-mails.ts';
import { deriveKey } from '../../infrastructure/secrets/derive-key.ts';
import { hashPassword } from '../../infrastructure/tokens/passwords.ts';
import type { Companies } from '../companies/index.ts';
import { isDemoAccount } from './demo-accounts.ts';
import { deviceName } from './device-name.ts';
import { resetCodeStore } from './reset-codes.store.ts';
import type { Sessions } from './sessions.ts';
import { userRecordStore } from './user-records.store.ts';
import { userStore } from './users.store.ts';

export interface RecoveryDeps {
  db: Db;
  clock: Clock;
  limits: Limits;
  companies: Companies;
  queueMail: QueueMail;
  /** Complete address of a page. */
  linkTo(path: string): string;
  /** Hashes codes, so that a copy of the database does not reveal them. */
  codeSecret: string;
  allowsDemo: boolean;
}
interface Deps extends RecoveryDeps {
  sessions: Sessions;
}
interface Account {
  companyId: number;
  userId: number;
}

const CODE_LIFETIME_MS = 15 * MINUTE_MS;
const CODE_LENGTH = 8;
/** No 0, 1, 8 or 9, which look like letters. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const MAX_ATTEMPTS = 5;
/** No user has this id: unknown e-mails take the same way as known ones. */
const NOBODY: Account = { companyId: OWNER_COMPANY_ID, userId: 0 };

/** Lets users who forgot their password choose a new one with a code that they get by mail. */
export function createPasswordReset(deps: Deps) {
  const { db, clock, limits, companies, sessions, queueMail, linkTo, allowsDemo } = deps;
  const key = deriveKey(deps.codeSecret, 'reset-code');
  const hashOf = ({ companyId, userId }: Account, code: string) =>
    createHmac('sha256', key).update(`${companyId}\n${userId}\n${code}`).digest();

  async function accountOf(email: string): Promise<Account> {
    const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'email', hashKey(email)));
    return entry ? { companyId: entry.companyId, userId: Number(entry.rowId) } : NOBODY;
  }

  return {
    /** Answers the same for every e-mail. The job decides whether a mail is sent. */
    async request(email: string, { address, language }: Pick<RequestInfo, 'address' | 'language'>) {
      await limits.use({ limit: 'reset requests from an address', of: networkOf(address) });
      await limits.use({ limit: 'reset mails of an e-mail in a minute', of: email });
      await limits.use({ limit: 'reset mails of an e-mail', of: email });
      const { companyId, userId } = await accountOf(email);
      await db.inCompany(companyId, (tx) => tx.enqueue('reset-code.send', { companyId, userId, language }));
    },

    /** Creates a code and stores its mail. */
    send: ({ companyId, userId, language }: Account & { language: MailLanguage }) =>
      db.inCompany(companyId, async (tx) => {
        const user = await userStore.lock(tx, userId);
        if (!user) return;
        const { company } = await companies.inTx.get(tx);
        if (!company.isActive || (!allowsDemo && isDemoAccount(user, company))) return;
        const code = Array.from({ length: CODE_LENGTH }, () => BASE32[randomInt(BASE32.length)]).join('');
        const now = clock.now();
        const until = new Date(+now + CODE_LIFETIME_MS);
        await resetCodeStore.save(tx, userId, hashOf({ companyId, userId }, code), until, now);
        await queueMail(tx, {
          kind: 'reset-code',
          about: `user ${companyId}/${userId} ${now.toISOString()}`,
          companyId,
          address: user.email,
          language,
          data: {
            code,
            until,
            timeZone: company.timeZone,
            // After the number sign, which no browser sends to a server.
            url: linkTo(`/forgetpsw#${new URLSearchParams({ email: user.email, code }).toString()}`),
          },
        });
      }),

    /** Replaces the password, ends every session and notifies the user by mail. */
    async reset(
      { email, token, password }: { email: string; token: string; password: string },
      { address, userAgent, language }: Pick<RequestInfo, 'address' | 'userAgent' | 'language'>,
    ) {
      await limits.use({ limit: 'reset attempts from an address', of: networkOf(address) });
      const account = await accountOf(email);
      const { companyId, userId } = account;
      const stored = await db.inCompany(companyId, (tx) =>
        resetCodeStore.countAttempt(tx, userId, clock.now(), MAX_ATTEMPTS),
      );
      const codeHash = hashOf(account, token);
      if (!stored || !timingSafeEqual(stored, codeHash)) refuse('ERR_RESET_CODE');
      const passwordHash = await hashPassword(password);
      await db.inCompany(companyId, async (tx) => {
        const user = await userStore.lock(tx, userId);
        if (!user || !(await resetCodeStore.use(tx, userId, codeHash))) refuse('ERR_RESET_CODE');
        await userRecordStore.update(tx, userId, { passwordHash });
        await sessions.endAll(tx, userId, 'password-changed');
        await audit(tx, { userId, action: 'user.password-reset', subject: `user ${userId}`, data: { address } });
        tx.emit({ type: 'user.saved', userId, isNew: false });
        const { company } = await companies.inTx.get(tx);
        const now = clock.now();
        await queueMail(tx, {
          kind: 'password-changed',
          about: `user ${companyId}/${userId} ${now.toISOString()}`,
          companyId,
          address: user.email,
          language,
          data: { at: now, timeZone: company.timeZone, device: deviceName(userAgent), url: linkTo('/forgetpsw') },
        });
      });
      await limits.release([{ limit: 'reset attempts from an address', of: networkOf(address) }]);
    },

    /**
     * By an operator at the machine, for a super user who forgot the password: replaces it and ends every session.
     * False when the e-mail is not that of a super user.
     */
    async setAtMachine(email: string, password: string): Promise<boolean> {
      const { companyId, userId } = await accountOf(email);
      if (companyId === NOBODY.companyId && userId === NOBODY.userId) return false;
      const passwordHash = await hashPassword(password);
      return db.inCompany(companyId, async (tx) => {
        const user = await userStore.lock(tx, userId);
        if (!user?.isSuper) return false;
        await userRecordStore.update(tx, userId, { passwordHash });
        await sessions.endAll(tx, userId, 'password-changed');
        await audit(tx, { userId: null, action: 'user.password-set-at-machine', subject: `user ${userId}` });
        tx.emit({ type: 'user.saved', userId, isNew: false });
        return true;
      });
    },

    prune: (companyId: number) =>
      inPortions((limit) => db.inCompany(companyId, (tx) => resetCodeStore.prune(tx, clock.now(), limit))),
  };
}
export type PasswordReset = ReturnType<typeof createPasswordReset>;

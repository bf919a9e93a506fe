/** Confirms the e-mail that a company signed up with, by a link that works once. */
import type { Language } from '@balcao/contract';
import { dateIn } from '@balcao/domain/hours/hours';
import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { directoryStore } from '../../infrastructure/db/directory.store.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { RequestInfo } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { networkOf } from '../../infrastructure/limits/network.ts';
import type { MailMode, QueueMail } from '../../infrastructure/mail/outgoing-mails.ts';
import { hashToken, newRefreshToken } from '../../infrastructure/tokens/refresh-token.ts';
import type { Companies } from '../companies/index.ts';
import { emailConfirmationStore } from './email-confirmations.store.ts';
import { userStore } from './users.store.ts';

const LIFETIME_MS = 24 * 3_600_000;
const CONFIRMATION_PATH = '/confirm-email';

interface Deps {
  db: Db;
  clock: Clock;
  limits: Limits;
  companies: Companies;
  queueMail: QueueMail;
  mailMode: MailMode;
  linkTo(path: string): string;
}
export interface Recipient {
  email: string;
  name: string;
  language: Language;
}

export function createEmailConfirmation({ db, clock, limits, companies, queueMail, mailMode, linkTo }: Deps) {
  /** Replaces the link before. Runs in the caller's transaction. */
  async function sendLink(tx: Tx, { email, name, language }: Recipient, company: string) {
    const former = await emailConfirmationStore.find(tx);
    if (former) await directoryStore.remove(tx, 'confirmation', former.tokenHash);
    const token = newRefreshToken();
    const tokenHash = hashToken(token);
    await emailConfirmationStore.save(tx, tokenHash, new Date(+clock.now() + LIFETIME_MS));
    await directoryStore.add(tx, 'confirmation', tokenHash, String(tx.companyId));
    await queueMail(tx, {
      kind: 'confirm-email',
      about: `company ${tx.companyId} ${tokenHash.toString('hex').slice(0, 16)}`,
      companyId: tx.companyId,
      address: email,
      language,
      data: { name, company, url: linkTo(`${CONFIRMATION_PATH}#${token}`) },
    });
  }

  async function sendWelcome(tx: Tx, { email, name, language }: Recipient) {
    const { company, plan } = await companies.inTx.get(tx);
    await queueMail(tx, {
      kind: 'welcome',
      about: `company ${tx.companyId}`,
      companyId: tx.companyId,
      address: email,
      language,
      data: {
        name,
        company: company.name,
        plan: plan.name,
        day: dateIn(company.timeZone, company.dueDate),
        url: linkTo('/login'),
      },
    });
  }

  return {
    /** Without mail nothing could be confirmed. */
    isRequired: mailMode !== 'none',
    inTx: { sendLink, sendWelcome },

    async confirm(token: string, { address, language }: Pick<RequestInfo, 'address' | 'language'>): Promise<void> {
      await limits.use({ limit: 'confirmation links from an address', of: networkOf(address) });
      const tokenHash = hashToken(token);
      const entry = await db.onPlatform((tx) => directoryStore.find(tx, 'confirmation', tokenHash));
      if (!entry) refuse('ERR_CONFIRMATION_LINK');
      await db.inCompany(entry.companyId, async (tx) => {
        const open = await emailConfirmationStore.find(tx);
        if (!open?.tokenHash.equals(tokenHash) || open.expiresAt <= clock.now()) refuse('ERR_CONFIRMATION_LINK');
        await emailConfirmationStore.remove(tx);
        await directoryStore.remove(tx, 'confirmation', tokenHash);
        await companies.change(tx, { verifiedAt: clock.now() });
        const { company } = await companies.inTx.get(tx);
        await audit(tx, { userId: null, action: 'company.email-confirmed', subject: `company ${tx.companyId}` });
        const [first] = await userStore.pick(tx);
        if (company.email && first) await sendWelcome(tx, { email: company.email, name: first.name, language });
      });
    },

    async resend(actor: Actor, language: Language): Promise<void> {
      await limits.use({ limit: 'confirmation mails of a company', of: String(actor.companyId) });
      await db.inCompany(actor.companyId, async (tx) => {
        const { company } = await companies.inTx.get(tx);
        if (company.verifiedAt !== null || company.email === null) return;
        const user = await userStore.byId(tx, actor.userId);
        const recipient = { email: company.email, name: user?.name ?? company.name, language };
        await sendLink(tx, recipient, company.name);
      });
    },
  };
}
export type EmailConfirmation = ReturnType<typeof createEmailConfirmation>;

import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { MailData, MailKind, MailLanguage } from '@balcao/domain/mail/letters';
import type { Clock } from '../clock.ts';
import { hashKey } from '../db/directory.store.ts';
import type { Db } from '../db/tx.ts';
import type { Vault } from '../secrets/secrets.ts';
import { mailStore, type MailTx } from './mails.store.ts';

export interface NewMail<K extends MailKind> {
  kind: K;
  /** The record that the mail is about. A second mail of the same kind about it is not sent. */
  about: string;
  /** Null for mails that belong to no company. */
  companyId: number | null;
  address: string;
  language: MailLanguage;
  data: MailData[K];
  /** One of thousands that a job stores: it costs no answer of the database, and the job wakes the sending once for many. */
  isBulk?: boolean;
}
/** Stores a mail in the transaction that makes it necessary; a job sends it after the commit. */
export type QueueMail = <K extends MailKind>(tx: MailTx, mail: NewMail<K>) => Promise<void>;

/** `send`: there is a mail server. `keep`: mails can only be read here. `none`: they wait for a mail server. */
export type MailMode = 'send' | 'keep' | 'none';

/** What is sealed of a mail. It is written as text and HTML when it is sent. */
export interface MailContent {
  language: MailLanguage;
  data: MailData[MailKind];
}

/** Repeated on their own, so that an address that refuses mail is left alone. */
const REMINDERS: ReadonlySet<MailKind> = new Set(['invoice-reminder', 'ai-ceiling']);
const DATES: ReadonlySet<string> = new Set(['until', 'at']);
/** Mails without a company are sealed for company 0. */
const sealedFor = (companyId: number | null) => ({ company: companyId ?? 0, table: 'mails', field: 'content' });

interface Deps {
  clock: Clock;
  vault: Vault;
  mode: MailMode;
}

/** Mails that wait to be sent. */
export function createOutgoingMails({ clock, vault, mode }: Deps) {
  const queueMail: QueueMail = async (tx, { kind, about, companyId, address, language, data, isBulk = false }) => {
    if (REMINDERS.has(kind) && (await findUndeliverable(tx, address))) return;
    const content: MailContent = { language, data };
    const mail = {
      kind,
      about,
      companyId,
      address,
      content: Buffer.from(vault.seal(JSON.stringify(content), sealedFor(companyId))),
      state: mode === 'keep' ? 'kept' : 'waiting',
      at: clock.now(),
    } as const;
    if (isBulk && 'write' in tx) return mailStore.insertUnanswered(tx, mail);
    const id = await mailStore.insert(tx, mail);
    // Without a company transaction the schedule of the job finds it.
    if (id !== undefined && mode === 'send' && 'enqueue' in tx) await tx.enqueue('mail.send', {});
  };
  return {
    mode,
    queueMail,
    /** Bulk mails are sent now, not only by the next scheduled run. The job belongs to no company in particular. */
    async wakeMails(db: Db): Promise<void> {
      if (mode === 'send') await db.inCompany(OWNER_COMPANY_ID, (tx) => tx.enqueue('mail.send', {}));
    },
    /** How contents begin that the present secret sealed. */
    sealPrefix: Buffer.from(`v1.${vault.newestKeyId}.`),
    /** The content sealed with the present secret; throws if no known secret opens it. */
    reseal: (companyId: number | null, sealed: Buffer): Buffer =>
      Buffer.from(vault.reseal(sealed.toString(), sealedFor(companyId))),
    /** Throws if the content was sealed with another secret. */
    open(companyId: number | null, sealed: Buffer): MailContent {
      const text = vault.open(sealed.toString(), sealedFor(companyId)).reveal();
      return JSON.parse(text, (key, value: unknown) =>
        DATES.has(key) && typeof value === 'string' ? new Date(value) : value,
      ) as MailContent;
    },
  };
}
export type OutgoingMails = ReturnType<typeof createOutgoingMails>;

export const addressHash = (address: string): Buffer => hashKey(address.toLowerCase());

/** Why a mail server refused this address for good; undefined while it takes mails. */
export const findUndeliverable = async (
  tx: MailTx,
  address: string,
): Promise<{ error: string; at: Date } | undefined> => (await mailStore.undeliverable(tx, [addressHash(address)]))[0];

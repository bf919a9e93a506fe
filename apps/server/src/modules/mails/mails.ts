/** Sends the mails that wait, and shows those that were kept because there is no mail server. */
import { HOUR_MS, MINUTE_MS } from '@balcao/domain/kit/durations';
import { renderLetter, type MailBrand, type RenderedLetter } from '@balcao/domain/mail/letter';
import { footerOf, writeLetter, type MailKind } from '@balcao/domain/mail/letters';
import { MailRefused, type MailServer } from '../../gateways/mail/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { mailStore, type ClaimedMail } from '../../infrastructure/mail/mails.store.ts';
import { addressHash, type OutgoingMails } from '../../infrastructure/mail/outgoing-mails.ts';
import { CannotOpen } from '../../infrastructure/secrets/secrets.ts';

interface Deps {
  db: Db;
  clock: Clock;
  outgoingMails: Pick<OutgoingMails, 'mode' | 'open' | 'reseal' | 'sealPrefix'>;
  /** Undefined if none is configured. */
  mailServer: MailServer | undefined;
  /** Name, color and logo of the platform. */
  brand(): Promise<Omit<MailBrand, 'footer'>>;
  onOutcome(kind: MailKind, outcome: MailOutcome): void;
  onError(error: unknown): void;
}
export type MailOutcome = 'sent' | 'retried' | 'failed';

/** Longer than an attempt can take. */
const LEASE_MS = 5 * MINUTE_MS;
const CLAIMED = 10;
/** Mails per run; the job runs every minute. */
const MAX_PER_RUN = 500;
/** Pauses after failed attempts; after the last one the mail fails. */
const PAUSES_MS = [1, 5, 15, 60, 240, 480, 720].map((minutes) => minutes * MINUTE_MS);
/** A code that arrives after it expired only confuses. */
const MAX_AGE_MS: Partial<Record<MailKind, number>> = { 'reset-code': 15 * MINUTE_MS };
const OTHER_MAX_AGE_MS = 48 * HOUR_MS;
export const STORED_MS = 24 * HOUR_MS;
/** As long as a job may ask for the same mail again. */
const ROW_LIFETIME_MS = 90 * 24 * HOUR_MS;
const MAX_SHOWN = 100;
const MAX_ERROR_LENGTH = 300;
const NO_SERVER = 'No mail server';
const RESEALED_AT_ONCE = 100;

export function createMails({ db, clock, outgoingMails, mailServer, brand, onOutcome, onError }: Deps) {
  async function render({ kind, companyId, content }: Pick<ClaimedMail, 'kind' | 'companyId' | 'content'>) {
    const { language, data } = outgoingMails.open(companyId, content ?? Buffer.alloc(0));
    const own = await brand();
    const letter = writeLetter(kind, data as never, language, own);
    return { name: own.name, letter: renderLetter(letter, { ...own, footer: footerOf(language, own.name) }) };
  }

  async function fail(mail: ClaimedMail, error: string) {
    const isOwn = await db.onPlatform((tx) => mailStore.markFailed(tx, mail, error.slice(0, MAX_ERROR_LENGTH)));
    if (isOwn) onOutcome(mail.kind, 'failed');
  }

  async function markSent(mail: ClaimedMail) {
    await db.onPlatform(async (tx) => {
      await mailStore.markSent(tx, mail, clock.now());
      await mailStore.markDeliverable(tx, addressHash(mail.address));
    });
    onOutcome(mail.kind, 'sent');
  }

  async function onFailure(mail: ClaimedMail, error: unknown) {
    const text = error instanceof Error ? error.message : String(error);
    if (error instanceof CannotOpen) return fail(mail, text);
    if (error instanceof MailRefused) {
      if (error.of === 'address')
        await db.onPlatform((tx) =>
          mailStore.markUndeliverable(tx, addressHash(mail.address), text.slice(0, MAX_ERROR_LENGTH), clock.now()),
        );
      return fail(mail, text);
    }
    onError(error);
    const pause = PAUSES_MS[mail.attempts - 1];
    if (pause === undefined) return fail(mail, text);
    await db.onPlatform((tx) =>
      mailStore.retryLater(tx, mail, new Date(+clock.now() + pause), text.slice(0, MAX_ERROR_LENGTH)),
    );
    onOutcome(mail.kind, 'retried');
  }

  async function send(server: MailServer, mail: ClaimedMail) {
    if (+clock.now() - +mail.createdAt > (MAX_AGE_MS[mail.kind] ?? OTHER_MAX_AGE_MS)) return fail(mail, 'Too late');
    try {
      const { name, letter } = await render(mail);
      const id = `mail-${mail.id}-${+mail.createdAt}`;
      await server.send({ id, senderName: name, to: mail.address, ...letter });
    } catch (error) {
      return onFailure(mail, error);
    }
    await markSent(mail);
  }

  return {
    mode: outgoingMails.mode,
    /** Hands over what is due, outside transactions. Another process that runs at the same time gets other mails. */
    async send() {
      if (!mailServer) return;
      for (let count = 0; count < MAX_PER_RUN; count += CLAIMED) {
        const until = new Date(+clock.now() + LEASE_MS);
        const claimed = await db.onPlatform((tx) => mailStore.claim(tx, clock.now(), until, CLAIMED));
        await Promise.all(claimed.map((mail) => send(mailServer, mail)));
        if (claimed.length < CLAIMED) return;
      }
    },
    /** Mails that were kept instead of sent, newest first. */
    async stored() {
      const rows = await mailStore.stored(db, MAX_SHOWN);
      const mails = [];
      for (const row of rows) mails.push({ ...row, letter: await readable(row) });
      return mails;
    },
    /**
     * Seals mails again that a former secret sealed, so that they can be sent without it; returns their number. One that no
     * known secret opens fails when it is sent.
     */
    async reseal(): Promise<number> {
      let resealed = 0;
      for (let afterId = 0; ;) {
        const rows = await db.onPlatform((tx) =>
          mailStore.sealedByOthers(tx, outgoingMails.sealPrefix, afterId, RESEALED_AT_ONCE),
        );
        for (const { id, companyId, content } of rows) {
          const after = resealedContent(companyId, content);
          if (after && (await db.onPlatform((tx) => mailStore.replaceContent(tx, id, { before: content, after }))))
            resealed += 1;
        }
        if (rows.length < RESEALED_AT_ONCE) return resealed;
        afterId = rows.at(-1)!.id;
      }
    },
    status: async () => ({ mode: outgoingMails.mode, ...(await mailStore.waiting(db)) }),
    async prune() {
      const before = (ms: number) => new Date(+clock.now() - ms);
      await inPortions((limit) =>
        db.onPlatform((tx) => mailStore.expireStored(tx, before(STORED_MS), NO_SERVER, limit)),
      );
      await inPortions((limit) =>
        db.onPlatform((tx) => mailStore.expireWaiting(tx, before(OTHER_MAX_AGE_MS), NO_SERVER, limit)),
      );
      await inPortions((limit) => db.onPlatform((tx) => mailStore.prune(tx, before(ROW_LIFETIME_MS), limit)));
    },
  };

  function resealedContent(companyId: number | null, content: Buffer): Buffer | undefined {
    try {
      return outgoingMails.reseal(companyId, content);
    } catch (error) {
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }
  async function readable(row: Parameters<typeof render>[0]): Promise<RenderedLetter | undefined> {
    try {
      return (await render(row)).letter;
    } catch (error) {
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }
}
export type Mails = ReturnType<typeof createMails>;

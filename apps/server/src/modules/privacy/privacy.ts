import { maskName } from '@balcao/domain/contact/mask';
import type { Actor } from '@balcao/domain/policy/actor';
import { confirmsName } from '@balcao/domain/privacy/confirm';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import type { Contacts } from '../contacts/index.ts';
import { hashOf } from './consents.ts';
import { consentStore } from './consents.store.ts';
import { createCopying } from './copying.ts';
import { createErasing } from './erasing.ts';
import { erasureStore } from './erasures.store.ts';
import { exportStore } from './exports.store.ts';
import { withheldStore } from './withheld.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  storage: Storage;
  contacts: Contacts;
  /** What a customer took back is shown to nobody. */
  hidesDeleted(tx: Tx): Promise<boolean>;
  nameOfUser(tx: Tx, id: number): Promise<string>;
}
/** As long as a copy lies ready to be fetched. */
const KEPT_MS = 24 * 3_600_000;

/** What the law lets people ask of a company: what they agreed to, what is known of them, and to be forgotten. */
export function createPrivacy({ db, clock, storage, contacts, hidesDeleted, nameOfUser }: Needs) {
  const copying = createCopying({ db, clock, storage });
  const erasing = createErasing({ db, clock, storage });
  const person = async (tx: Tx, id: number) => {
    const contact = found(await contacts.within(tx, id), 'ERR_NO_CONTACT_FOUND');
    if (contact.isGroup) refuse('ERR_NOT_A_PERSON');
    return contact;
  };

  const beginCopy = (companyId: number, exportId: number) =>
    db.inCompany(companyId, (tx) => tx.enqueue('person.copy', { companyId, exportId }));
  const beginErasure = (companyId: number, erasureId: number) =>
    db.inCompany(companyId, (tx) => tx.enqueue('person.erase', { companyId, erasureId }));

  return {
    consents: (actor: Actor, contactId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        found(await contacts.within(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        return { rows: await consentStore.of(tx, contactId), masked: await contacts.hidesNumbers(tx) };
      }),

    /** Said in the ledger, and from now on as if never asked. */
    withdraw: (actor: Actor, contactId: number, reason: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        found(await contacts.hold(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        const last = (await consentStore.of(tx, contactId)).find(({ act }) => act !== 'refused');
        if (last?.act !== 'given') refuse('ERR_NO_CONSENT');
        await consentStore.add(tx, {
          contactId,
          ticketId: null,
          connectionId: last.connectionId,
          act: 'withdrawn',
          askedText: last.askedText,
          askedLink: last.askedLink,
          askedHash: hashOf({ text: last.askedText, link: last.askedLink }),
          answerText: reason,
          messageId: null,
          identityKind: last.identityKind,
          identityValue: last.identityValue,
          userId: actor.userId,
          at: clock.now(),
        });
        await contacts.consent(tx, contactId, null);
        await audit(tx, { userId: actor.userId, act: 'contact.consent-withdrawn', subject: `contact ${contactId}` });
        return { rows: await consentStore.of(tx, contactId), masked: await contacts.hidesNumbers(tx) };
      }),

    exports: (actor: Actor, contactId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        found(await contacts.within(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        return exportStore.of(tx, contactId);
      }),

    makeExport: (actor: Actor, contactId: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await person(tx, contactId);
        await contacts.hold(tx, contactId);
        const [last] = await exportStore.of(tx, contactId);
        if (last && (last.state === 'waiting' || last.state === 'making')) return last;
        const endsAt = new Date(+clock.now() + KEPT_MS);
        const id = await exportStore.insert(tx, { contactId, userId: actor.userId, endsAt });
        tx.emit({ is: 'person-export.asked', exportId: id });
        await audit(tx, {
          userId: actor.userId,
          act: 'contact.data-exported',
          subject: `contact ${contactId}`,
          data: { exportId: id },
        });
        return found(await exportStore.byId(tx, id), 'ERR_NO_CONTACT_FOUND');
      }),

    erase: (actor: Actor, contactId: number, typed: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        const contact = await person(tx, contactId);
        await contacts.hold(tx, contactId);
        // Whoever is called by a number may be shown without its digits.
        if (!confirmsName(typed, contact.name) && !confirmsName(typed, maskName(contact.name)))
          refuse('ERR_VALIDATION', { field: 'name', rule: 'invalid' });
        const running = await erasureStore.running(tx, contactId);
        if (running) return running;
        const people = await erasureStore.peopleOf(tx, contactId);
        const erasure = await erasureStore.insert(tx, {
          contactId,
          userId: actor.userId,
          userName: await nameOfUser(tx, actor.userId),
          askedAt: clock.now(),
          total: await erasureStore.messageCount(tx, people),
        });
        tx.emit({ is: 'erasure.asked', erasureId: erasure.id });
        await audit(tx, {
          userId: actor.userId,
          act: 'contact.erasure-asked',
          subject: `contact ${contactId}`,
          data: { erasureId: erasure.id },
        });
        return erasure;
      }),

    erasures: (actor: Actor, page: number) => db.readCompany(actor.companyId, (tx) => erasureStore.page(tx, page)),
    erasure: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => found(await erasureStore.byId(tx, id), 'ERR_NOT_FOUND')),

    /** A link that was good once opens nothing that was taken back since. */
    withholds: (companyId: number, key: string) =>
      db.readCompany(companyId, async (tx) => (await hidesDeleted(tx)) && withheldStore.isTakenBack(tx, key)),

    /** What was asked for is done by jobs; each may be begun twice and is done once. */
    beginCopy,
    beginErasure,
    copy: copying.make,
    eraseNow: erasing.erase,
    /** What nobody began, or whoever was at it died without a word. */
    async sweep(companyId: number): Promise<void> {
      await copying.prune(companyId);
      const { copies, erasures } = await db.readCompany(companyId, async (tx) => ({
        copies: await exportStore.stuck(tx, new Date(Date.now() - STUCK_MS)),
        erasures: await erasureStore.stuck(tx, new Date(Date.now() - STUCK_MS)),
      }));
      for (const { id } of copies) await beginCopy(companyId, id);
      for (const { id } of erasures) await beginErasure(companyId, id);
    },
  };
}
export type Privacy = ReturnType<typeof createPrivacy>;
const STUCK_MS = 5 * 60_000;

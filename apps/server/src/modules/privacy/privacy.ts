import { maskName } from '@balcao/domain/contact/mask';
import type { Actor } from '@balcao/domain/policy/actor';
import { confirmsName } from '@balcao/domain/privacy/confirm';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Contacts } from '../contacts/index.ts';
import type { OptOuts } from '../opt-outs/index.ts';
import { hashOf } from './consents.ts';
import { consentStore } from './consents.store.ts';
import { createPersonExport } from './person-export.ts';
import { createErasure } from './erasure.ts';
import { erasureRecordStore } from './erasure-records.store.ts';
import { erasureStore } from './erasures.store.ts';
import { exportStore } from './exports.store.ts';
import { deletedMediaStore } from './deleted-media.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  storage: Storage;
  contacts: Contacts;
  optOuts: Pick<OptOuts, 'resolveKey' | 'inTx'>;
  onFilesErased(keys: string[]): Promise<void>;
  /** Whether the company hides messages that the customer deleted. */
  hidesDeleted(tx: Tx): Promise<boolean>;
  nameOfUser(tx: Tx, id: number): Promise<string>;
}
/** How long an export can be downloaded. */
const EXPORT_LIFETIME_MS = 24 * 3_600_000;

/** Data protection rights of contacts: consents, a copy of their data, and its erasure. */
export function createPrivacy({
  db,
  clock,
  storage,
  contacts,
  optOuts,
  onFilesErased,
  hidesDeleted,
  nameOfUser,
}: Deps) {
  const exportWorker = createPersonExport({ db, clock, storage });
  const erasureWorker = createErasure({ db, clock, storage, optOuts, onFilesErased });
  const requirePerson = async (tx: Tx, id: number) => {
    const contact = assertFound(await contacts.inTx.find(tx, id), 'ERR_NO_CONTACT_FOUND');
    if (contact.isGroup) refuse('ERR_NOT_A_PERSON');
    return contact;
  };

  const startExport = (companyId: number, exportId: number) =>
    db.inCompany(companyId, (tx) => tx.enqueue('person-export.run', { companyId, exportId }));
  const startErasure = (companyId: number, erasureId: number) =>
    db.inCompany(companyId, (tx) => tx.enqueue('person.erase', { companyId, erasureId }));

  return {
    consents: (actor: Actor, contactId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        assertFound(await contacts.inTx.find(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        return { rows: await consentStore.of(tx, contactId), masked: await contacts.inTx.hidesNumbers(tx) };
      }),

    /** Appends the withdrawal. The bot then asks for consent again. */
    withdraw: (actor: Actor, contactId: number, reason: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        assertFound(await contacts.inTx.lock(tx, contactId), 'ERR_NO_CONTACT_FOUND');
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
        await contacts.inTx.consent(tx, contactId, null);
        await audit(tx, { userId: actor.userId, action: 'contact.consent-withdrawn', subject: `contact ${contactId}` });
        return { rows: await consentStore.of(tx, contactId), masked: await contacts.inTx.hidesNumbers(tx) };
      }),

    exports: (actor: Actor, contactId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        assertFound(await contacts.inTx.find(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        return exportStore.of(tx, contactId);
      }),

    requestExport: (actor: Actor, contactId: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await requirePerson(tx, contactId);
        await contacts.inTx.lock(tx, contactId);
        const [last] = await exportStore.of(tx, contactId);
        if (last && (last.state === 'waiting' || last.state === 'making')) return last;
        const endsAt = new Date(+clock.now() + EXPORT_LIFETIME_MS);
        const id = await exportStore.insert(tx, { contactId, userId: actor.userId, endsAt });
        tx.emit({ type: 'person-export.asked', exportId: id });
        await audit(tx, {
          userId: actor.userId,
          action: 'contact.data-exported',
          subject: `contact ${contactId}`,
          data: { exportId: id },
        });
        return assertFound(await exportStore.byId(tx, id), 'ERR_NO_CONTACT_FOUND');
      }),

    erase: (actor: Actor, contactId: number, typed: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        const contact = await requirePerson(tx, contactId);
        await contacts.inTx.lock(tx, contactId);
        // A contact named by its number may be shown with a masked name.
        if (!confirmsName(typed, contact.name) && !confirmsName(typed, maskName(contact.name)))
          refuse('ERR_VALIDATION', { field: 'name', rule: 'invalid' });
        const running = await erasureStore.running(tx, contactId);
        if (running) return running;
        const contactIds = await erasureStore.contactIdsOf(tx, contactId);
        const erasure = await erasureRecordStore.insert(tx, {
          contactId,
          userId: actor.userId,
          userName: await nameOfUser(tx, actor.userId),
          askedAt: clock.now(),
          total: await erasureStore.messageCount(tx, contactIds),
        });
        tx.emit({ type: 'erasure.asked', erasureId: erasure.id });
        await audit(tx, {
          userId: actor.userId,
          action: 'contact.erasure-asked',
          subject: `contact ${contactId}`,
          data: { erasureId: erasure.id },
        });
        return erasure;
      }),

    erasures: (actor: Actor, page: number) => db.readCompany(actor.companyId, (tx) => erasureStore.page(tx, page)),
    erasure: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => assertFound(await erasureStore.byId(tx, id), 'ERR_NOT_FOUND')),

    /** A signed link does not serve media that the customer deleted meanwhile. */
    isDeletedMedia: (companyId: number, key: string) =>
      db.readCompany(companyId, async (tx) => (await hidesDeleted(tx)) && deletedMediaStore.isDeleted(tx, key)),

    /** Enqueue the jobs. A job may start twice; its work is done once. */
    startExport,
    startErasure,
    runExport: exportWorker.run,
    runErasure: erasureWorker.erase,
    /** After a restore: erases a person again who was erased since that moment. False if the contact is not there. */
    async eraseAgain({ companyId, contactId, userId, askedAt }: FormerErasure): Promise<boolean> {
      const id = await db.inCompany(companyId, async (tx) => {
        const contact = await contacts.inTx.lock(tx, contactId);
        // A contact that is younger than the request is another person: numbers are given again after a restore.
        if (!contact || contact.createdAt > askedAt) return undefined;
        const running = await erasureStore.running(tx, contactId);
        if (running) return running.id;
        const total = await erasureStore.messageCount(tx, await erasureStore.contactIdsOf(tx, contactId));
        const erasure = { contactId, userId, userName: await nameOfUser(tx, userId), askedAt, total };
        return (await erasureRecordStore.insert(tx, erasure)).id;
      });
      if (id !== undefined) await erasureWorker.erase({ companyId, erasureId: id });
      return id !== undefined;
    },
    /** Removes expired exports and restarts work that was not started or whose worker died. */
    async sweep(companyId: number): Promise<void> {
      await exportWorker.prune(companyId);
      const { exports, erasures } = await db.readCompany(companyId, async (tx) => ({
        exports: await exportStore.stuck(tx, new Date(Date.now() - STUCK_MS)),
        erasures: await erasureStore.stuck(tx, new Date(Date.now() - STUCK_MS)),
      }));
      for (const { id } of exports) await startExport(companyId, id);
      for (const { id } of erasures) await startErasure(companyId, id);
    },
  };
}
interface FormerErasure {
  companyId: number;
  contactId: number;
  userId: number;
  askedAt: Date;
}
export type Privacy = ReturnType<typeof createPrivacy>;
const STUCK_MS = 5 * 60_000;

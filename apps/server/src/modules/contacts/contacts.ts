import { digitsOf } from '@balcao/domain/contact/phone';
import { parsePhone, writtenDigits } from '@balcao/domain/phone/parse-phone';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Peer } from '../../channels/port.ts';
import { assertFound } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ContactRow, StoredSource } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { bulkStore } from './bulk-upsert.store.ts';
import { upsertMany } from './bulk-upsert.ts';
import { createContactEdits, type ContactEditDeps } from './contact-edits.ts';
import { createContactMerges } from './contact-merges.ts';
import { contactRecordStore } from './contact-records.store.ts';
import {
  contactSearchStore,
  matchOf,
  matching,
  type ContactFilter,
  type ContactSearch,
} from './contact-search.store.ts';
import { createContactTagging, flowEdits, type ContactTaggingDeps } from './contact-tags.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore, keyOf } from './identities.store.ts';
import { createIncompleteNumbers } from './incomplete-numbers.ts';
import { createNumberLookups } from './number-lookups.ts';
import { findKnownContacts, renumber, resolveContact } from './resolve-contact.ts';

interface Deps extends Omit<ContactEditDeps, 'lookups'>, ContactTaggingDeps {
  clock: Clock;
}

/** Contacts of a company and their identities on its channels. */
export function createContacts(deps: Deps) {
  const { db, settings, clock } = deps;
  const lookups = createNumberLookups(clock);
  /** Whether the company hides numbers from its users. */
  const hidesNumbers = async (tx: Tx) => (await settings.privacy(tx)).hidesNumbers;
  const searchFor = async (tx: Tx, search: string, masked: boolean): Promise<ContactSearch> => ({
    search,
    masked,
    // Only numbers need it.
    country: writtenDigits(search) === '' ? 'other' : await settings.defaultCountry(tx),
  });

  return {
    /** Run in the caller's transaction. */
    inTx: {
      find: (tx: Tx, id: number) => contactStore.byId(tx, id),
      load: (tx: Tx, ids: number[]) => contactStore.byIds(tx, ids),
      loadOfTickets: contactStore.ofTickets,
      resolveContact,
      findKnownContacts,
      renumber,
      /** The contact that has one of these identities; creates none. */
      findIdByPeer: async (tx: Tx, peer: Peer) => (await identityStore.find(tx, peer.identities))[0],
      /** All contacts with one of these identities; more than one until they are merged. */
      findIdsByPeer: (tx: Tx, peer: Peer) => identityStore.find(tx, peer.identities),
      /** Identities for a channel, with the number as its owner writes it. */
      peerOf: (tx: Tx, contactId: number) => identityStore.written(tx, contactId),
      peersOf: identityStore.writtenOf,
      /** The contact of each of these phone numbers, by the number as given; those without one are missing. */
      async findIdsByPhone(tx: Tx, numbers: string[]): Promise<Map<string, number>> {
        if (numbers.length === 0) return new Map();
        const phones = numbers.map((value) => ({ kind: 'phone' as const, value }));
        const holders = await identityStore.holders(tx, phones);
        return new Map(
          phones.flatMap((phone) => {
            const id = holders.get(keyOf(phone));
            return id === undefined ? [] : [[phone.value, id] as const];
          }),
        );
      },
      hidesNumbers,
      defaultCountry: settings.defaultCountry,
      matchOf: async (tx: Tx, text: string, masked: boolean) => matchOf(await searchFor(tx, text, masked)),
      /** Creates or updates many contacts at once. */
      upsertMany,
      bulk: bulkStore,
      acceptsAudio: async (tx: Tx) => (await settings.get(tx, 'acceptAudioMessageContact')) === 'enabled',
      /** Counts a search by number, which is limited while numbers are hidden. */
      countLookup: lookups.use,
      /** Saves when the contact gave consent; null if it did not or withdrew it. */
      consent: async (tx: Tx, id: number, at: Date | null) => {
        await contactRecordStore.update(tx, id, { consentedAt: at });
        tx.emit({ type: 'contact.saved', contactId: id, isNew: false });
      },
      /** Saves where the contact came from. It is new until a message carries it. */
      saveSource: async (tx: Tx, contact: ContactRow, source: StoredSource, isNew: boolean) => {
        contact.source = source;
        contact.hasNewSource = isNew;
        await contactRecordStore.update(tx, contact.id, { source, hasNewSource: isNew });
        tx.emit({ type: 'contact.saved', contactId: contact.id, isNew: false });
      },
      ...flowEdits,
      /** Locks the contact until the transaction ends; opening a ticket with the contact waits for it. */
      lock: (tx: Tx, id: number) => contactStore.lock(tx, id),
      lockOfTicket: contactStore.lockOfTicket,
      lockMany: async (tx: Tx, ids: number[]) => (ids.length === 0 ? [] : contactStore.lockMany(tx, ids)),
    },
    /** SQL condition that the contact of a column matches a search text. */
    matching,

    ...createContactEdits({ ...deps, lookups }),
    ...createContactTagging(deps),
    ...createContactMerges(deps),
    ...createIncompleteNumbers(deps),

    list: (actor: Actor, filter: Omit<ContactFilter, 'masked' | 'country'>) =>
      db.readCompany(actor.companyId, async (tx) => {
        const masked = await hidesNumbers(tx);
        if (masked) lookups.use(actor, filter.search);
        const search = await searchFor(tx, filter.search, masked);
        return { ...(await contactSearchStore.page(tx, { ...filter, ...search })), masked };
      }),
    pick: (actor: Actor, search: string) =>
      db.readCompany(actor.companyId, async (tx) => {
        const masked = await hidesNumbers(tx);
        if (masked) lookups.use(actor, search);
        return contactSearchStore.pick(tx, await searchFor(tx, search, masked));
      }),
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => contactStore.byId(tx, id)),
    /** Undefined also while numbers are hidden: an answer would reveal whether a guess is right. */
    byNumber: (actor: Actor, number: string) =>
      db.readCompany(actor.companyId, async (tx) => {
        if (await hidesNumbers(tx)) return undefined;
        const parsed = parsePhone(number, await settings.defaultCountry(tx));
        const value = parsed.type === 'phone' ? parsed.number : digitsOf(number);
        const [id] = await identityStore.find(tx, [{ kind: 'phone', value }]);
        return id === undefined ? undefined : contactStore.byId(tx, id);
      }),
    reveal: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { number } = assertFound(await contactStore.byId(tx, id), 'ERR_NO_CONTACT_FOUND');
        await audit(tx, { userId: actor.userId, action: 'contact.number-revealed', subject: `contact ${id}` });
        return number;
      }),
  };
}
export type Contacts = ReturnType<typeof createContacts>;

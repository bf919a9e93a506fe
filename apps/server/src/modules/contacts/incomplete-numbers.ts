import { phoneKey } from '@balcao/domain/contact/phone';
import { planOf, type DefaultCountry } from '@balcao/domain/phone/countries';
import { completionOf, type Completion } from '@balcao/domain/phone/incomplete-number';
import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Settings } from '../settings/index.ts';
import { contactRecordStore } from './contact-records.store.ts';
import { contactStore, type FullContact } from './contacts.store.ts';
import { identityStore } from './identities.store.ts';
import { incompleteNumberStore } from './incomplete-numbers.store.ts';

const PAGE = 50;

export interface IncompleteNumber extends Completion {
  contact: FullContact;
}
interface Correction {
  corrected: number;
  /** Another contact has the complete number, or the number is not incomplete any more. */
  skipped: number;
}

/** Finds and corrects numbers that were stored without their calling code. */
export function createIncompleteNumbers({ db, settings }: { db: Db; settings: Settings }) {
  /** Contacts whose complete number is free; the others are duplicates and are listed as such. */
  async function correctable(tx: Tx, ids: number[], country: DefaultCountry): Promise<IncompleteNumber[]> {
    const found = (await contactStore.byIds(tx, ids)).flatMap((contact) => {
      const completion = completionOf(contact.number, country);
      return completion && contact.mergedIntoId === null ? [{ contact, ...completion }] : [];
    });
    const wrote = await incompleteNumberStore.whoWrote(
      tx,
      found.map(({ contact }) => contact.id),
    );
    const holders = await identityStore.holders(
      tx,
      found.map(({ number }) => ({ kind: 'phone', value: number })),
    );
    const taken = new Set([...holders.keys()].map((key) => key.split('\n')[2]));
    return found
      .filter(({ contact, number }) => !wrote.has(contact.id) && !taken.has(phoneKey(number)))
      .sort((a, b) => a.contact.id - b.contact.id);
  }

  async function correctOne(tx: Tx, contact: ContactRow, country: DefaultCountry): Promise<boolean> {
    const completion = completionOf(contact.number, country);
    if (!completion) return false;
    const { number } = completion;
    if ((await identityStore.add(tx, contact.id, [{ kind: 'phone', value: number }])) === 0) return false;
    await identityStore.removePhone(tx, contact.id, contact.number);
    await contactRecordStore.update(tx, contact.id, {
      number,
      ...(contact.name === contact.number && { name: number }),
    });
    return true;
  }

  return {
    /** A page of contacts with the number that each of them would get. */
    incompleteNumbers: (actor: Actor, after: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        const country = await settings.defaultCountry(tx);
        if (country === 'other') return { found: [], next: null, count: 0 };
        const { lengths } = planOf(country);
        const ids = await incompleteNumberStore.page(tx, lengths, after, PAGE);
        return {
          found: await correctable(tx, ids, country),
          next: ids.length < PAGE ? null : ids.at(-1)!,
          count: after === 0 ? await incompleteNumberStore.count(tx, lengths) : null,
        };
      }),

    /** Completes the numbers of these contacts, at most a page of them. */
    correctNumbers: (actor: Actor, ids: number[]): Promise<Correction> =>
      db.inCompany(actor.companyId, async (tx) => {
        const country = await settings.defaultCountry(tx);
        const uniqueIds = [...new Set(ids)];
        if ((await contactStore.byIds(tx, uniqueIds)).length < uniqueIds.length) refuse('ERR_NO_CONTACT_FOUND');
        const correctableIds = (await correctable(tx, uniqueIds, country)).map(({ contact }) => contact.id);
        const correctedIds: number[] = [];
        for (const contact of await contactStore.lockMany(tx, correctableIds))
          if (await correctOne(tx, contact, country)) correctedIds.push(contact.id);
        for (const contactId of correctedIds) tx.emit({ type: 'contact.saved', contactId, isNew: false });
        if (correctedIds.length > 0)
          await audit(tx, {
            userId: actor.userId,
            action: 'contact.number-corrected',
            subject: correctedIds.length === 1 ? `contact ${correctedIds[0]}` : `${correctedIds.length} contacts`,
            data: { contactIds: correctedIds },
          });
        return { corrected: correctedIds.length, skipped: uniqueIds.length - correctedIds.length };
      }),
  };
}

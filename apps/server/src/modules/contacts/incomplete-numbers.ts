import { phoneKey } from '@balcao/domain/contact/phone';
import { planOf, type DefaultCountry } from '@balcao/domain/phone/countries';
import { completionOf, type Completion } from '@balcao/domain/phone/incomplete-number';
import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { ContactRow, NumberCorrectionRow } from '../../infrastructure/db/schema/contacts.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Settings } from '../settings/index.ts';
import { contactRecordStore } from './contact-records.store.ts';
import { contactStore, type FullContact } from './contacts.store.ts';
import { identityStore, valueOfKey } from './identities.store.ts';
import { incompleteNumberStore } from './incomplete-numbers.store.ts';
import { numberCorrectionStore } from './number-corrections.store.ts';

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
    const wrote = await incompleteNumberStore.idsOfContactsWhoWrote(
      tx,
      found.map(({ contact }) => contact.id),
    );
    const holders = await identityStore.holders(
      tx,
      found.map(({ number }) => ({ kind: 'phone', value: number })),
    );
    const taken = new Set([...holders.keys()].map(valueOfKey));
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

  /** Completes the numbers of these contacts and returns the ids of those that changed. */
  async function correct(tx: Tx, userId: number, ids: number[], country: DefaultCountry): Promise<number[]> {
    const correctedIds: number[] = [];
    for (const contact of await contactStore.lockMany(tx, ids))
      if (await correctOne(tx, contact, country)) correctedIds.push(contact.id);
    for (const contactId of correctedIds) tx.emit({ type: 'contact.saved', contactId, isNew: false });
    if (correctedIds.length > 0)
      await audit(tx, {
        userId,
        action: 'contact.number-corrected',
        subject: correctedIds.length === 1 ? `contact ${correctedIds[0]}` : `${correctedIds.length} contacts`,
        data: { contactIds: correctedIds },
      });
    return correctedIds;
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
        const { length: corrected } = await correct(tx, actor.userId, correctableIds, country);
        return { corrected, skipped: uniqueIds.length - corrected };
      }),

    /** The last correction of all numbers, running or over. */
    numberCorrection: (actor: Actor) => db.readCompany(actor.companyId, numberCorrectionStore.latest),

    /** Starts the correction of all numbers, or goes on with the running one. */
    correctAllNumbers: (actor: Actor, includesUncertain: boolean): Promise<NumberCorrectionRow> =>
      db.inCompany(actor.companyId, async (tx) => {
        const country = await settings.defaultCountry(tx);
        const total = country === 'other' ? 0 : await incompleteNumberStore.count(tx, planOf(country).lengths);
        const started = await numberCorrectionStore.insert(tx, { userId: actor.userId, includesUncertain, total });
        const correction = started ?? (await numberCorrectionStore.latest(tx))!;
        await tx.enqueue('number-correction.run', { companyId: actor.companyId, correctionId: correction.id });
        return correction;
      }),

    /** One portion of a correction; the job for the next one is enqueued with it. */
    runCorrection: ({ companyId, correctionId }: { companyId: number; correctionId: number }): Promise<void> =>
      db.inCompany(companyId, async (tx) => {
        const correction = await numberCorrectionStore.lockRunning(tx, correctionId);
        if (!correction) return;
        const country = await settings.defaultCountry(tx);
        const lengths = country === 'other' ? [] : planOf(country).lengths;
        const ids = await incompleteNumberStore.page(tx, lengths, correction.afterContactId, PAGE);
        const found = (await correctable(tx, ids, country)).filter(
          ({ isUncertain }) => correction.includesUncertain || !isUncertain,
        );
        const foundIds = found.map(({ contact }) => contact.id);
        const { length: corrected } = await correct(tx, correction.userId, foundIds, country);
        const isLast = ids.length < PAGE;
        const afterContactId = ids.at(-1) ?? correction.afterContactId;
        await numberCorrectionStore.advance(tx, correctionId, {
          afterContactId,
          checked: ids.length,
          corrected,
          isLast,
        });
        if (!isLast) await tx.enqueue('number-correction.run', { companyId, correctionId });
      }),
  };
}

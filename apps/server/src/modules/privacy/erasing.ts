import { phoneForms } from '@balcao/domain/contact/phone';
import { createHash } from 'node:crypto';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ErasureRow, Sought } from '../../foundation/db/schema/privacy.ts';
import { patiently, type Db, type Tx } from '../../foundation/db/tx.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import { erasureStore } from './erasures.store.ts';
import { sheetStore } from './sheets.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  storage: Storage;
}
type Counts = Record<string, number>;
const PORTION = 500;
/** Then the rest is another job's: none of them takes longer than jobs may. */
const MOST_AT_ONCE = 200;
/** What is on its way into the house is waited for; what could not be opened for so long never will be. */
const LOOK_AGAIN_MS = 2000;
const UNOPENED_MS = 60_000;
/** Shorter names are no proof that bytes nobody can read are about this person. */
const SHORTEST_NAME = 5;

/**
 * Erases one person, portion by portion. Each portion is a transaction of its own that also says how far it is, so it can
 * be stopped anywhere and goes on there. Bytes go before the rows that name them: what was begun is never only half found.
 */
export function createErasing({ db, clock, storage }: Needs) {
  async function erase({ companyId, erasureId }: { companyId: number; erasureId: number }): Promise<void> {
    for (let portions = 0; portions < MOST_AT_ONCE; portions++) {
      const erasure = await db.readCompany(companyId, (tx) => erasureStore.byId(tx, erasureId));
      if (!erasure || erasure.state === 'done') return;
      if (erasure.state === 'waiting') await begin(companyId, erasure);
      else if (!(await eraseMessages(companyId, erasure)) && (await finish(companyId, erasure)) === 'later') break;
    }
    await db.inCompany(companyId, (tx) =>
      tx.enqueue('person.erase', { companyId, erasureId }, { after: new Date(Date.now() + LOOK_AGAIN_MS) }),
    );
  }

  /** From here on nobody is recognised as this person: what comes later is a new acquaintance. */
  async function begin(companyId: number, { id, contactId }: ErasureRow) {
    const { sought, keys } = await db.readCompany(companyId, async (tx) => {
      const people = await erasureStore.peopleOf(tx, contactId);
      const names = (await erasureStore.namesOf(tx, people)).flatMap(({ kind, value }) =>
        kind === 'phone' ? phoneForms(value) : [value],
      );
      return { sought: { people, names: [...new Set(names)] }, keys: await erasureStore.fileKeys(tx, people) };
    });
    await removeBytes(keys);
    await db.inCompany(companyId, async (tx) => {
      const held = await erasureStore.lock(tx, id);
      if (held?.state !== 'waiting') return;
      const places = await erasureStore.placesOf(tx, sought.people);
      const counts = await erasureStore.begin(tx, sought.people);
      await erasureStore.update(tx, id, { state: 'running', sought, counts: plus(held.counts, counts) });
      for (const { ticketId, ...from } of places) tx.emit({ is: 'ticket.removed', ticketId, from });
      for (const one of sought.people) tx.emit({ is: 'contact.removed', contactId: one });
    });
  }

  /** False when nothing was left to do. */
  async function eraseMessages(companyId: number, { id, sought }: ErasureRow): Promise<boolean> {
    const { people } = sought!;
    const said = await db.readCompany(companyId, (tx) => erasureStore.said(tx, people, PORTION));
    // In groups the others' conversation stays in order; the words go.
    const portion =
      said.ids.length > 0 ? said : await db.readCompany(companyId, (tx) => erasureStore.authored(tx, people, PORTION));
    if (portion.ids.length === 0) return false;
    await removeBytes(portion.keys);
    await progress(companyId, id, portion.ids.length, (tx) =>
      said.ids.length > 0 ? erasureStore.eraseMessages(tx, portion) : erasureStore.eraseAuthored(tx, portion),
    );
    return true;
  }

  async function finish(companyId: number, { id, sought, askedAt }: ErasureRow): Promise<'done' | 'later'> {
    const { people, names } = sought!;
    const before = await db.readCompany(companyId, async (tx) => ({
      unopened: await erasureStore.unopened(tx, longEnough(names), askedAt),
      isImporting: await sheetStore.isImporting(tx, askedAt),
      keys: [...(await sheetStore.keys(tx, askedAt)), ...(await erasureStore.fileKeys(tx, people))],
    }));
    const isLate = +clock.now() - +askedAt > UNOPENED_MS;
    if (before.isImporting || (before.unopened.length > 0 && !isLate)) return 'later';
    await removeBytes(before.keys);
    await db.inCompany(companyId, async (tx) => {
      await patiently(tx);
      const held = await erasureStore.lock(tx, id);
      if (held?.state !== 'running') return;
      const counts = [
        await erasureStore.dropUnopened(tx, before.unopened),
        await erasureStore.eraseElsewhere(tx, people, names, askedAt),
        await sheetStore.forget(tx, people, askedAt),
        await erasureStore.finish(tx, people),
      ].reduce(plus, held.counts);
      await receipt(tx, held, counts);
    });
    return 'done';
  }

  async function receipt(tx: Tx, erasure: ErasureRow, all: Counts) {
    const counts = Object.fromEntries(Object.entries(all).filter(([, n]) => n > 0));
    const doneAt = clock.now();
    const hash = hashOf({ ...erasure, counts, doneAt });
    await erasureStore.update(tx, erasure.id, {
      state: 'done',
      done: erasure.total,
      sought: null,
      counts,
      doneAt,
      hash,
    });
    await audit(tx, {
      userId: erasure.userId,
      act: 'contact.erased',
      subject: `contact ${erasure.contactId}`,
      data: { erasureId: erasure.id, hash },
    });
  }

  const progress = (companyId: number, id: number, more: number, work: (tx: Tx) => Promise<Counts>) =>
    db.inCompany(companyId, async (tx) => {
      const held = await erasureStore.lock(tx, id);
      if (held?.state !== 'running') return;
      const counts = plus(held.counts, await work(tx));
      await erasureStore.update(tx, id, { counts, done: Math.min(held.total, held.done + more) });
    });
  const removeBytes = async (keys: string[]) => {
    for (const key of keys) await storage.remove(key);
  };

  return { erase };
}

const longEnough = (names: Sought['names']) => names.filter((name) => name.length >= SHORTEST_NAME);
const plus = (one: Counts, other: Counts): Counts =>
  Object.entries(other).reduce((sum, [table, n]) => ({ ...sum, [table]: (sum[table] ?? 0) + n }), one);

/** Whoever doubts a receipt makes the same of what it says. */
export function hashOf(
  receipt: Pick<ErasureRow, 'id' | 'companyId' | 'contactId' | 'userId' | 'askedAt' | 'doneAt' | 'counts'>,
) {
  const { id, companyId, contactId, userId, askedAt, doneAt, counts } = receipt;
  const tables = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  const told = [companyId, id, contactId, userId, askedAt.toISOString(), doneAt?.toISOString(), tables];
  return createHash('sha256').update(JSON.stringify(told)).digest('hex');
}

import { phoneForms } from '@balcao/domain/contact/phone';
import { createHash } from 'node:crypto';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ErasureRow, Sought } from '../../infrastructure/db/schema/privacy.ts';
import { extendTimeout, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { erasureStore } from './erasures.store.ts';
import { spreadsheetStore } from './spreadsheets.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  storage: Storage;
}
type Counts = Record<string, number>;
const PORTION = 500;
/** Then the rest is another job's: none of them takes longer than jobs may. */
const MAX_PORTIONS_PER_JOB = 200;
/** What is on its way into the house is waited for; what could not be opened for so long never will be. */
const RETRY_MS = 2000;
const UNOPENED_MS = 60_000;
/** Shorter names are no proof that bytes nobody can read are about this person. */
const MIN_NAME_LENGTH = 5;

/**
 * Erases one person, portion by portion. Each portion is a transaction of its own that also says how far it is, so it can
 * be stopped anywhere and goes on there. Bytes go before the rows that name them: what was begun is never only half found.
 */
export function createErasure({ db, clock, storage }: Deps) {
  async function erase({ companyId, erasureId }: { companyId: number; erasureId: number }): Promise<void> {
    for (let portions = 0; portions < MAX_PORTIONS_PER_JOB; portions++) {
      const erasure = await db.readCompany(companyId, (tx) => erasureStore.byId(tx, erasureId));
      if (!erasure || erasure.state === 'done') return;
      if (erasure.state === 'waiting') await start(companyId, erasure);
      else if (!(await eraseMessages(companyId, erasure)) && (await finish(companyId, erasure)) === 'later') break;
    }
    await db.inCompany(companyId, (tx) =>
      tx.enqueue('person.erase', { companyId, erasureId }, { after: new Date(Date.now() + RETRY_MS) }),
    );
  }

  /** From here on nobody is recognised as this person: what comes later is a new acquaintance. */
  async function start(companyId: number, { id, contactId }: ErasureRow) {
    const { sought, keys } = await db.readCompany(companyId, async (tx) => {
      const contactIds = await erasureStore.contactIdsOf(tx, contactId);
      const names = (await erasureStore.namesOf(tx, contactIds)).flatMap(({ kind, value }) =>
        kind === 'phone' ? phoneForms(value) : [value],
      );
      return {
        sought: { people: contactIds, names: [...new Set(names)] },
        keys: await erasureStore.fileKeys(tx, contactIds),
      };
    });
    await removeBytes(keys);
    await db.inCompany(companyId, async (tx) => {
      const locked = await erasureStore.lock(tx, id);
      if (locked?.state !== 'waiting') return;
      const assignments = await erasureStore.assignmentsOf(tx, sought.people);
      const counts = await erasureStore.start(tx, sought.people);
      await erasureStore.update(tx, id, { state: 'running', sought, counts: plus(locked.counts, counts) });
      for (const { ticketId, ...from } of assignments) tx.emit({ type: 'ticket.removed', ticketId, from });
      for (const erasedId of sought.people) tx.emit({ type: 'contact.removed', contactId: erasedId });
    });
  }

  /** False when nothing was left to do. */
  async function eraseMessages(companyId: number, { id, sought }: ErasureRow): Promise<boolean> {
    const { people: contactIds } = sought!;
    const ownMessages = await db.readCompany(companyId, (tx) => erasureStore.ownMessages(tx, contactIds, PORTION));
    // In groups the others' conversation stays in order; the words go.
    const portion =
      ownMessages.ids.length > 0
        ? ownMessages
        : await db.readCompany(companyId, (tx) => erasureStore.authored(tx, contactIds, PORTION));
    if (portion.ids.length === 0) return false;
    await removeBytes(portion.keys);
    await progress(companyId, id, portion.ids.length, (tx) =>
      ownMessages.ids.length > 0 ? erasureStore.eraseMessages(tx, portion) : erasureStore.eraseAuthored(tx, portion),
    );
    return true;
  }

  async function finish(companyId: number, { id, sought, askedAt }: ErasureRow): Promise<'done' | 'later'> {
    const { people: contactIds, names } = sought!;
    const before = await db.readCompany(companyId, async (tx) => ({
      unopened: await erasureStore.unopened(tx, longEnough(names), askedAt),
      isImporting: await spreadsheetStore.isImporting(tx, askedAt),
      keys: [...(await spreadsheetStore.keys(tx, askedAt)), ...(await erasureStore.fileKeys(tx, contactIds))],
    }));
    const isLate = +clock.now() - +askedAt > UNOPENED_MS;
    if (before.isImporting || (before.unopened.length > 0 && !isLate)) return 'later';
    await removeBytes(before.keys);
    await db.inCompany(companyId, async (tx) => {
      await extendTimeout(tx);
      const locked = await erasureStore.lock(tx, id);
      if (locked?.state !== 'running') return;
      const counts = [
        await erasureStore.dropUnopened(tx, before.unopened),
        await erasureStore.eraseElsewhere(tx, contactIds, names, askedAt),
        await spreadsheetStore.erase(tx, contactIds, askedAt),
        await erasureStore.finish(tx, contactIds),
      ].reduce(plus, locked.counts);
      await receipt(tx, locked, counts);
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
      action: 'contact.erased',
      subject: `contact ${erasure.contactId}`,
      data: { erasureId: erasure.id, hash },
    });
  }

  const progress = (companyId: number, id: number, more: number, work: (tx: Tx) => Promise<Counts>) =>
    db.inCompany(companyId, async (tx) => {
      const locked = await erasureStore.lock(tx, id);
      if (locked?.state !== 'running') return;
      const counts = plus(locked.counts, await work(tx));
      await erasureStore.update(tx, id, { counts, done: Math.min(locked.total, locked.done + more) });
    });
  const removeBytes = async (keys: string[]) => {
    for (const key of keys) await storage.remove(key);
  };

  return { erase };
}

const longEnough = (names: Sought['names']) => names.filter((name) => name.length >= MIN_NAME_LENGTH);
const plus = (base: Counts, other: Counts): Counts =>
  Object.entries(other).reduce((sum, [table, n]) => ({ ...sum, [table]: (sum[table] ?? 0) + n }), base);

/** Whoever doubts a receipt makes the same of what it says. */
export function hashOf(
  receipt: Pick<ErasureRow, 'id' | 'companyId' | 'contactId' | 'userId' | 'askedAt' | 'doneAt' | 'counts'>,
) {
  const { id, companyId, contactId, userId, askedAt, doneAt, counts } = receipt;
  const tables = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  const receiptFields = [companyId, id, contactId, userId, askedAt.toISOString(), doneAt?.toISOString(), tables];
  return createHash('sha256').update(JSON.stringify(receiptFields)).digest('hex');
}

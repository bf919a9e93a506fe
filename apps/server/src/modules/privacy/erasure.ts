import { phoneForms } from '@balcao/domain/contact/phone';
import { createHash } from 'node:crypto';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ErasureRow, Sought } from '../../infrastructure/db/schema/privacy.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { OptOuts } from '../opt-outs/index.ts';
import { eraseElsewhere } from './erase-elsewhere.ts';
import { erasureRecordStore } from './erasure-records.store.ts';
import { erasureStore } from './erasures.store.ts';
import { spreadsheetStore } from './spreadsheets.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  storage: Storage;
  /** Opt-outs outlive the person: an erasure leaves a keyed hash of the address. */
  optOuts: Pick<OptOuts, 'resolveKey' | 'inTx'>;
  /** Called before the files are removed: their copies in the backups are removed too. */
  onFilesErased(keys: string[]): Promise<void>;
}
type Counts = Record<string, number>;
const BATCH_SIZE = 500;
/** After this many batches another job continues, because a job has a time limit. */
const MAX_BATCHES_PER_JOB = 200;
/** Webhook payloads that are not parsed yet are waited for. After a minute they are considered unparsable and dropped. */
const RETRY_MS = 2000;
const UNPARSED_MS = 60_000;
/** A shorter name in an unparsed payload does not prove that it concerns this person. */
const MIN_NAME_LENGTH = 5;

/**
 * Erases the data of one person in batches. Each batch is one transaction that also saves the progress, so a stopped job
 * continues there. Files are deleted before the rows that refer to them, so that an interrupted batch finds them again.
 */
export function createErasure({ db, clock, storage, optOuts, onFilesErased }: Deps) {
  async function erase({ companyId, erasureId }: { companyId: number; erasureId: number }): Promise<void> {
    for (let batches = 0; batches < MAX_BATCHES_PER_JOB; batches++) {
      const erasure = await db.readCompany(companyId, (tx) => erasureStore.byId(tx, erasureId));
      if (!erasure || erasure.state === 'done') return;
      if (erasure.state === 'waiting') await start(companyId, erasure);
      else if (!(await eraseMessages(companyId, erasure)) && (await finish(companyId, erasure)) === 'later') break;
    }
    await db.inCompany(companyId, (tx) =>
      tx.enqueue('person.erase', { companyId, erasureId }, { after: new Date(Date.now() + RETRY_MS) }),
    );
  }

  /** Removes the identities first: a later message creates a new contact. */
  async function start(companyId: number, { id, contactId }: ErasureRow) {
    await optOuts.resolveKey();
    const { sought, keys, identities } = await db.readCompany(companyId, async (tx) => {
      const contactIds = await erasureStore.contactIdsOf(tx, contactId);
      const identities = await erasureStore.identitiesOf(tx, contactIds);
      const names = identities.flatMap(({ kind, value }) => (kind === 'phone' ? phoneForms(value) : [value]));
      const ofPerson = { people: contactIds, names: [...new Set(names)] };
      return { sought: ofPerson, identities, keys: await erasureStore.fileKeys(tx, contactIds) };
    });
    await removeFiles(keys);
    await db.inCompany(companyId, async (tx) => {
      const locked = await erasureStore.lock(tx, id);
      if (locked?.state !== 'waiting') return;
      const assignments = await erasureStore.assignmentsOf(tx, sought.people);
      const counts = await erasureStore.start(tx, sought.people);
      await optOuts.inTx.erase(tx, identities);
      await erasureRecordStore.update(tx, id, { state: 'running', sought, counts: plus(locked.counts, counts) });
      for (const { ticketId, ...from } of assignments) tx.emit({ type: 'ticket.removed', ticketId, from });
      for (const erasedId of sought.people) tx.emit({ type: 'contact.removed', contactId: erasedId });
    });
  }

  /** False if no messages are left. */
  async function eraseMessages(companyId: number, { id, sought }: ErasureRow): Promise<boolean> {
    const { people: contactIds } = sought!;
    const ownMessages = await db.readCompany(companyId, (tx) => erasureStore.ownMessages(tx, contactIds, BATCH_SIZE));
    // In groups only the content is erased, so that the conversation of the others stays in order.
    const batch =
      ownMessages.ids.length > 0
        ? ownMessages
        : await db.readCompany(companyId, (tx) => erasureStore.authored(tx, contactIds, BATCH_SIZE));
    if (batch.ids.length === 0) return false;
    await removeFiles(batch.keys);
    await progress(companyId, id, batch.ids.length, (tx) =>
      ownMessages.ids.length > 0 ? erasureStore.eraseMessages(tx, batch) : erasureStore.eraseAuthored(tx, batch),
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
    const isLate = +clock.now() - +askedAt > UNPARSED_MS;
    if (before.isImporting || (before.unopened.length > 0 && !isLate)) return 'later';
    await removeFiles(before.keys);
    if (!sought!.isElsewhereDone) {
      await eraseElsewhere({
        db,
        companyId,
        sought: sought!,
        before: askedAt,
        inErasure: (work) => inErasure(companyId, id, work),
      });
      // Only while it runs: another worker may have finished the erasure and removed what was sought.
      await inErasure(companyId, id, async (tx) => {
        await erasureRecordStore.update(tx, id, { sought: { ...sought!, isElsewhereDone: true } });
        return { counts: {}, result: undefined };
      });
    }
    while (await eraseTickets(companyId, id, contactIds));
    await db.inCompany(companyId, async (tx) => {
      const locked = await erasureStore.lock(tx, id);
      if (locked?.state !== 'running') return;
      const counts = [
        await erasureStore.dropUnopened(tx, before.unopened),
        await erasureStore.eraseChannelData(tx, contactIds, names, askedAt),
        await spreadsheetStore.erase(tx, contactIds, askedAt),
        await erasureStore.finish(tx, contactIds),
      ].reduce(plus, locked.counts);
      await saveReceipt(tx, locked, counts, clock.now());
    });
    return 'done';
  }

  /** False if no tickets are left. */
  const eraseTickets = (companyId: number, id: number, contactIds: number[]) =>
    inErasure(companyId, id, async (tx) => {
      const counts = await erasureStore.eraseTickets(tx, contactIds, BATCH_SIZE);
      return { counts, result: Object.keys(counts).length > 0 };
    });

  /**
   * One batch with its counts; undefined if the erasure is no longer running. The erasure is locked before any other row:
   * two workers of one erasure would deadlock otherwise.
   */
  const inErasure = <T>(
    companyId: number,
    id: number,
    work: (tx: Tx) => Promise<{ counts: Counts; result: T }>,
  ): Promise<T | undefined> =>
    db.inCompany(companyId, async (tx) => {
      const locked = await erasureStore.lock(tx, id);
      if (locked?.state !== 'running') return undefined;
      const { counts, result } = await work(tx);
      if (Object.values(counts).some((n) => n > 0))
        await erasureRecordStore.update(tx, id, { counts: plus(locked.counts, counts) });
      return result;
    });

  const progress = (companyId: number, id: number, more: number, work: (tx: Tx) => Promise<Counts>) =>
    db.inCompany(companyId, async (tx) => {
      const locked = await erasureStore.lock(tx, id);
      if (locked?.state !== 'running') return;
      const counts = plus(locked.counts, await work(tx));
      await erasureRecordStore.update(tx, id, { counts, done: Math.min(locked.total, locked.done + more) });
    });
  const removeFiles = async (keys: string[]) => {
    if (keys.length > 0) await onFilesErased(keys);
    for (const key of keys) await storage.remove(key);
  };

  return { erase };
}

const longEnough = (names: Sought['names']) => names.filter((name) => name.length >= MIN_NAME_LENGTH);
const plus = (base: Counts, other: Counts): Counts =>
  Object.entries(other).reduce((sum, [table, n]) => ({ ...sum, [table]: (sum[table] ?? 0) + n }), base);

/** Hash over the fields of a receipt, so that the receipt can be verified. */
export function hashOf(
  receipt: Pick<ErasureRow, 'id' | 'companyId' | 'contactId' | 'userId' | 'askedAt' | 'doneAt' | 'counts'>,
) {
  const { id, companyId, contactId, userId, askedAt, doneAt, counts } = receipt;
  const tables = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  const receiptFields = [companyId, id, contactId, userId, askedAt.toISOString(), doneAt?.toISOString(), tables];
  return createHash('sha256').update(JSON.stringify(receiptFields)).digest('hex');
}

async function saveReceipt(tx: Tx, erasure: ErasureRow, all: Counts, doneAt: Date) {
  const counts = Object.fromEntries(Object.entries(all).filter(([, n]) => n > 0));
  const hash = hashOf({ ...erasure, counts, doneAt });
  await erasureRecordStore.update(tx, erasure.id, {
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

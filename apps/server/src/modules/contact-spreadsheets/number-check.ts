import { LOOKUP_BATCH } from '../connections/index.ts';
import { importStore } from './imports.store.ts';
import { texts, type SpreadsheetDeps } from './spreadsheet-deps.ts';

type Deps = Pick<SpreadsheetDeps, 'db' | 'clock' | 'contacts' | 'tags' | 'connections'>;
export interface NumberCheckJob {
  companyId: number;
  importId: number;
  /** First row of the import batch, and how many of its contacts are checked. */
  firstRow: number;
  done: number;
}
/** Retry interval and limit while no channel can be queried. */
const RETRY_MS = 10 * 60_000;
const GIVE_UP_MS = 24 * 3_600_000;
/** A million numbers take days; the check stops after 30 days. */
const UNTIL_MS = 30 * GIVE_UP_MS;

/** Checks the numbers of a finished import with the channel, slowly. Unknown numbers get a tag. */
export const createNumberCheck = ({ db, clock, contacts, tags, connections }: Deps) => ({
  async run({ companyId, importId, firstRow, done }: NumberCheckJob): Promise<void> {
    const work = await db.readCompany(companyId, async (tx) => {
      const row = await importStore.byId(tx, importId);
      if (!row || row.status !== 'done' || +clock.now() - +(row.finishedAt ?? 0) > UNTIL_MS) return undefined;
      const batch = await importStore.batchFrom(tx, importId, firstRow);
      if (!batch) return undefined;
      // The next batch: none of its contacts are checked.
      const from = batch.firstRow === firstRow ? done : 0;
      const batchContacts = await contacts.inTx.load(tx, batch.created.slice(from, from + LOOKUP_BATCH));
      return { row, batch, from, batchContacts };
    });
    if (!work) return;
    const { row, batch, from, batchContacts } = work;
    const lookups = await connections.findNumbers(
      companyId,
      batchContacts.map(({ number }) => number),
    );
    if (lookups.length < batchContacts.length) {
      if (+clock.now() - +row.finishedAt! < GIVE_UP_MS)
        await retryLater({ firstRow: batch.firstRow, done: from }, RETRY_MS);
      return;
    }
    const unknown: number[] = [];
    const corrected: { id: number; number: string }[] = [];
    for (const [index, { exists, number }] of lookups.entries()) {
      const contact = batchContacts[index]!;
      if (!exists) unknown.push(contact.id);
      else if (number !== contact.number) corrected.push({ id: contact.id, number });
    }
    await db.inCompany(companyId, async (tx) => {
      await contacts.inTx.bulk.updateNumbers(tx, corrected);
      if (unknown.length > 0) {
        const tag = texts.unknownNumberTag;
        const tagId = (await tags.resolveByNames(tx, [tag], { userId: null, maxNewTags: 1 })).get(tag.toLowerCase());
        await contacts.inTx.bulk.addTags(
          tx,
          unknown.map((id) => ({ id, tagId: tagId! })),
        );
      }
      if (unknown.length + corrected.length > 0) tx.emit({ type: 'contacts.changed' });
      const isBatchDone = from + LOOKUP_BATCH >= batch.created.length;
      const next = isBatchDone
        ? { firstRow: batch.firstRow + 1, done: 0 }
        : { firstRow: batch.firstRow, done: from + LOOKUP_BATCH };
      await tx.enqueue('contact-import.check', { companyId, importId, ...next });
    });

    async function retryLater(position: { firstRow: number; done: number }, afterMs: number) {
      await db.inCompany(companyId, (tx) =>
        tx.enqueue(
          'contact-import.check',
          { companyId, importId, ...position },
          { after: new Date(Date.now() + afterMs) },
        ),
      );
    }
  },
});

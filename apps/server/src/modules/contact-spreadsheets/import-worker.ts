import { setTimeout as pause } from 'node:timers/promises';
import type { ImportFailure } from '@balcao/domain/contact/import-types';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { ImportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { databaseTroubleOf } from '../../infrastructure/db/transient-errors.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import {
  storedSource,
  UnreadableSpreadsheet,
  type SpreadsheetSource,
} from '../../infrastructure/spreadsheets/read/source.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import { writeErrorSpreadsheet } from './error-spreadsheet.ts';
import { importRecordStore } from './import-records.store.ts';
import { badRows, prefetch, readBatches, type RowBatch } from './import-rows.ts';
import { importStore } from './imports.store.ts';
import { createRowWriter, ListRemoved, TooManyTags } from './row-writer.ts';
import { texts, type SpreadsheetDeps } from './spreadsheet-deps.ts';

type Deps = Pick<SpreadsheetDeps, 'db' | 'clock' | 'storage' | 'contacts' | 'tags' | 'optOuts' | 'contactLists'>;
const PROGRESS_INTERVAL_MS = 700;
const MAX_TRIES = 5;

/** Another worker claimed the import, or a user canceled it. */
class LostLease extends Error {}

/** Imports a spreadsheet in batches. Each batch is one transaction that also saves the position. */
export function createImportWorker({ db, clock, storage, contacts, tags, optOuts, contactLists }: Deps) {
  const { addToList, addContacts } = createRowWriter({ contacts, tags, optOuts, contactLists });
  /** Retries a batch after a lock conflict, for example with an import of the same contacts. */
  async function retryOnConflict(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= MAX_TRIES || databaseTroubleOf(error) !== 'contention') throw error;
        await pause(50 * attempt + Math.random() * 200);
      }
    }
  }

  async function lockJob(tx: Tx, { id, fence }: ImportRow): Promise<ImportRow> {
    const row = await importStore.lock(tx, id);
    if (!row || row.fence !== fence || row.status !== 'running') throw new LostLease();
    return row;
  }

  async function importBatch(job: ImportRow, batch: RowBatch, emitsProgress: boolean) {
    await db.inCompany(job.companyId, async (tx) => {
      const row = await lockJob(tx, job);
      if (row.position >= batch.to) throw new LostLease();
      const outcomes = await (row.target === 'list' ? addToList(tx, row, batch) : addContacts(tx, row, batch));
      await importStore.progress(tx, job.id, batch.to, { ...batch.counts, ...outcomes });
      if (emitsProgress) tx.emit({ type: 'contact-import.changed', importId: job.id });
    });
  }
  async function work(job: ImportRow, source: SpreadsheetSource) {
    let lastProgressAt = 0;
    const country = await db.readCompany(job.companyId, contacts.inTx.defaultCountry);
    for await (const batch of prefetch(readBatches(job, source, country))) {
      const emitsProgress = Date.now() - lastProgressAt > PROGRESS_INTERVAL_MS;
      if (emitsProgress) lastProgressAt = Date.now();
      await retryOnConflict(() => importBatch(job, batch, emitsProgress));
      // Lets pending requests of this process run first.
      await pause(0);
    }
    const errorSheetKey = await saveErrorSpreadsheet(job, source);
    await db.inCompany(job.companyId, async (tx) => {
      const row = await lockJob(tx, job);
      await finish(tx, row, { status: 'done', errorSheetKey });
      if (row.target === 'contacts' && row.validates && row.created > 0)
        await tx.enqueue('contact-import.check', { companyId: job.companyId, importId: job.id, firstRow: 0, done: 0 });
      const { created, changed } = row;
      await audit(tx, {
        userId: row.userId,
        action: 'contacts.imported',
        subject: row.target === 'list' ? `contact list ${row.contactListId}` : `contact import ${row.id}`,
        data: { created, changed },
      });
    });
  }

  async function finish(
    tx: Tx,
    row: ImportRow,
    end: { status: 'done' | 'failed'; failure?: ImportFailure; errorSheetKey?: string | null },
  ) {
    const read = row.created + row.changed + row.unchanged + row.ignored + row.invalid + row.excludedCount;
    if (row.sheetKey !== null) await fileStore.remove(tx, row.sheetKey);
    await importRecordStore.update(tx, row.id, {
      ...end,
      sheetKey: null,
      leaseUntil: null,
      finishedAt: clock.now(),
      ...(end.status === 'done' && { rowCount: read, rowsExact: true }),
    });
    tx.emit({ type: 'contact-import.changed', importId: row.id });
    if (row.target === 'contacts') tx.emit({ type: 'contacts.changed' });
    else if (row.contactListId !== null) await contactLists.inTx.filled(tx, row.contactListId);
  }

  /** Writes the rejected rows. Reads the spreadsheet again, because almost every import rejects none. */
  async function saveErrorSpreadsheet(job: ImportRow, source: SpreadsheetSource): Promise<string | null> {
    const row = await db.readCompany(job.companyId, (tx) => importStore.byId(tx, job.id));
    if (!row || row.ignored + row.invalid === 0) return null;
    const headers = row.columns.map(({ header }) => header);
    const country = await db.readCompany(job.companyId, contacts.inTx.defaultCountry);
    const stored = await storage.put(writeErrorSpreadsheet({ headers, rows: badRows(row, source, country), texts }), {
      companyId: job.companyId,
      kind: 'sheet',
    });
    await db.inCompany(job.companyId, (tx) =>
      fileStore.insert(tx, {
        ...stored,
        purpose: 'contact sheet',
        mime: 'text/csv',
        name: `${texts.errorFilePrefix}-${row.fileName.replace(/\.[^.]*$/, '')}.csv`,
        createdBy: row.userId,
      }),
    );
    return stored.key;
  }

  return {
    /** Continues from the saved position to the end of the spreadsheet. */
    async run(job: ImportRow): Promise<void> {
      try {
        if (job.sheetKey === null) throw new UnreadableSpreadsheet('removed');
        await work(job, await storedSource(storage, job.sheetKey));
        // The contacts are saved, so the uploaded file is not needed any more.
        await storage.remove(job.sheetKey);
      } catch (error) {
        if (error instanceof LostLease) return;
        const failure = failureOf(error, job);
        // Any other error may be temporary: the lease expires and a worker continues.
        if (failure === undefined) throw error;
        const isFinished = await db.inCompany(job.companyId, async (tx) => {
          const row = await importStore.lock(tx, job.id);
          if (row?.fence !== job.fence || row.status !== 'running') return false;
          await finish(tx, row, { status: 'failed', failure });
          return true;
        });
        if (isFinished && job.sheetKey !== null) await storage.remove(job.sheetKey);
      }
    },
  };
}

function failureOf(error: unknown, { tries }: ImportRow): ImportFailure | undefined {
  if (error instanceof UnreadableSpreadsheet) return 'unreadable';
  if (error instanceof TooManyTags) return 'tooManyTags';
  if (error instanceof ListRemoved) return 'listRemoved';
  return tries >= MAX_TRIES ? 'fault' : undefined;
}

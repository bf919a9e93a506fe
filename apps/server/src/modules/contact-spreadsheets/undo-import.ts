import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { ImportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { importRecordStore } from './import-records.store.ts';
import { importStore } from './imports.store.ts';
import type { SpreadsheetDeps } from './spreadsheet-deps.ts';

type Deps = Pick<SpreadsheetDeps, 'db' | 'clock' | 'contacts'>;
const PROGRESS_INTERVAL_MS = 700;
/** Contacts per transaction: far below the second that a writing transaction may take. */
const UNDO_ROWS = 200;

/**
 * Undoes an import in portions, newest first. Contacts that are in use and fields that changed since stay; both are
 * counted for the screen.
 */
export function createUndoImport({ db, clock, contacts }: Deps) {
  async function undoBatch({ companyId, id, fence }: ImportRow, emitsProgress: boolean): Promise<boolean> {
    return db.inCompany(companyId, async (tx) => {
      const row = await importStore.lock(tx, id);
      if (!row || row.fence !== fence || row.status !== 'undoing') return false;
      const batch = await importStore.lastBatch(tx, id);
      if (!batch) {
        await importRecordStore.update(tx, id, { status: 'undone', leaseUntil: null, finishedAt: clock.now() });
        await audit(tx, {
          userId: row.userId,
          action: 'contacts.import-undone',
          subject: `contact import ${id}`,
          data: { removed: row.removed, restored: row.restored, kept: row.kept },
        });
        tx.emit({ type: 'contact-import.changed', importId: id });
        tx.emit({ type: 'contacts.changed' });
        return false;
      }
      const portion = { created: batch.created.slice(-UNDO_ROWS), changed: batch.changed.slice(-UNDO_ROWS) };
      const locked = await contacts.inTx.bulk.lock(tx, [
        ...portion.created,
        ...portion.changed.map((change) => change.id),
      ]);
      const existingIds = new Set(locked.map((contact) => contact.id));
      const createdIds = portion.created.filter((contactId) => existingIds.has(contactId));
      const removed = await contacts.inTx.bulk.removeUnused(tx, createdIds);
      const changed = portion.changed.filter((change) => existingIds.has(change.id));
      const restored = await contacts.inTx.bulk.revert(tx, changed);
      const rest = { created: batch.created.slice(0, -UNDO_ROWS), changed: batch.changed.slice(0, -UNDO_ROWS) };
      if (rest.created.length + rest.changed.length > 0) await importStore.shrinkBatch(tx, id, batch.firstRow, rest);
      else await importStore.dropBatch(tx, id, batch.firstRow);
      await importStore.progress(tx, id, row.position, {
        removed: removed.length,
        restored: restored.length,
        kept: createdIds.length - removed.length + changed.length - restored.length,
      });
      if (emitsProgress) tx.emit({ type: 'contact-import.changed', importId: id });
      return true;
    });
  }

  return {
    async run(job: ImportRow): Promise<void> {
      let lastProgressAt = Date.now();
      for (;;) {
        const emitsProgress = Date.now() - lastProgressAt > PROGRESS_INTERVAL_MS;
        if (emitsProgress) lastProgressAt = Date.now();
        if (!(await undoBatch(job, emitsProgress))) return;
        await pause(0);
      }
    },
  };
}

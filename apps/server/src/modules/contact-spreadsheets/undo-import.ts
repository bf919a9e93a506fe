import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ImportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { extendTimeout, type Db } from '../../infrastructure/db/tx.ts';
import type { Contacts } from '../contacts/index.ts';
import { importStore } from './imports.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  contacts: Contacts;
}
const PROGRESS_INTERVAL_MS = 700;

/**
 * Takes an import back, piece by piece and the newest first. Whoever something refers to by now stays, and so does what
 * somebody has changed since; both are counted, so that the screen can tell.
 */
export function createUndoImport({ db, clock, contacts }: Deps) {
  async function undoBatch({ companyId, id, fence }: ImportRow, emitsProgress: boolean): Promise<boolean> {
    return db.inCompany(companyId, async (tx) => {
      const row = await importStore.lock(tx, id);
      if (!row || row.fence !== fence || row.status !== 'undoing') return false;
      const batch = await importStore.lastBatch(tx, id);
      if (!batch) {
        await importStore.change(tx, id, { status: 'undone', leaseUntil: null, finishedAt: clock.now() });
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
      await extendTimeout(tx);
      const locked = await contacts.bulk.lock(tx, [...batch.created, ...batch.changed.map((change) => change.id)]);
      const existingIds = new Set(locked.map((contact) => contact.id));
      const createdIds = batch.created.filter((contactId) => existingIds.has(contactId));
      const removed = await contacts.bulk.removeUnused(tx, createdIds);
      const changed = batch.changed.filter((change) => existingIds.has(change.id));
      const restored = await contacts.bulk.revert(tx, changed);
      await importStore.dropBatch(tx, id, batch.firstRow);
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

import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ImportRow } from '../../foundation/db/schema/contact-sheets.ts';
import { patiently, type Db } from '../../foundation/db/tx.ts';
import type { Contacts } from '../contacts/index.ts';
import { importStore } from './imports.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  contacts: Contacts;
}
const TOLD_EVERY_MS = 700;

/**
 * Takes an import back, piece by piece and the newest first. Whoever something refers to by now stays, and so does what
 * somebody has changed since; both are counted, so that the screen can tell.
 */
export function createUndoing({ db, clock, contacts }: Needs) {
  async function piece({ companyId, id, fence }: ImportRow, tells: boolean): Promise<boolean> {
    return db.inCompany(companyId, async (tx) => {
      const row = await importStore.lock(tx, id);
      if (!row || row.fence !== fence || row.status !== 'undoing') return false;
      const batch = await importStore.lastBatch(tx, id);
      if (!batch) {
        await importStore.change(tx, id, { status: 'undone', leaseUntil: null, finishedAt: clock.now() });
        await audit(tx, {
          userId: row.userId,
          act: 'contacts.import-undone',
          subject: `contact import ${id}`,
          data: { removed: row.removed, restored: row.restored, kept: row.kept },
        });
        tx.emit({ is: 'contact-import.changed', importId: id });
        tx.emit({ is: 'contacts.changed' });
        return false;
      }
      await patiently(tx);
      const held = await contacts.crowd.hold(tx, [...batch.created, ...batch.changed.map((change) => change.id)]);
      const there = new Set(held.map((one) => one.id));
      const made = batch.created.filter((one) => there.has(one));
      const removed = await contacts.crowd.removeUnused(tx, made);
      const changed = batch.changed.filter((change) => there.has(change.id));
      const restored = await contacts.crowd.putBack(tx, changed);
      await importStore.dropBatch(tx, id, batch.firstRow);
      await importStore.progress(tx, id, row.position, {
        removed: removed.length,
        restored: restored.length,
        kept: made.length - removed.length + changed.length - restored.length,
      });
      if (tells) tx.emit({ is: 'contact-import.changed', importId: id });
      return true;
    });
  }

  return {
    async run(job: ImportRow): Promise<void> {
      let told = Date.now();
      for (;;) {
        const tells = Date.now() - told > TOLD_EVERY_MS;
        if (tells) told = Date.now();
        if (!(await piece(job, tells))) return;
        await pause(0);
      }
    },
  };
}

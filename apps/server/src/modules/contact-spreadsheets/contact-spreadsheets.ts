import type { Actor } from '@balcao/domain/policy/actor';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import { duplicates, markNotDuplicates, unmarkNotDuplicates } from './duplicates.ts';
import { createExportWorker } from './export-worker.ts';
import { importRecordStore } from './import-records.store.ts';
import { createImportWorker } from './import-worker.ts';
import { importStore } from './imports.store.ts';
import { createNumberCheck } from './number-check.ts';
import type { SpreadsheetDeps } from './spreadsheet-deps.ts';
import { createSyncImport } from './sync-import.ts';
import { createUndoImport } from './undo-import.ts';
import { createUpload } from './upload.ts';

const SWEEP_LIMIT = 50;
const HEARTBEAT_MS = 15_000;
/** Imports and exports that one node runs at once; the others wait for the next sweep. */
const MAX_CONCURRENT_JOBS = 4;

/** Imports and exports of contacts as spreadsheets. Both run as jobs and continue after a crash of the node. */
export function createContactSpreadsheets(deps: SpreadsheetDeps) {
  const { db, storage } = deps;
  const importWorker = createImportWorker(deps);
  const undoImport = createUndoImport(deps);
  const exportWorker = createExportWorker(deps);
  const numberCheck = createNumberCheck(deps);

  /** Continues an import or its undo, unless another worker holds it. */
  async function run({ companyId, importId }: { companyId: number; importId: number }): Promise<void> {
    const job = await db.inCompany(companyId, (tx) => importStore.claim(tx, importId));
    if (!job) return;
    // Skipping imported rows and writing the error spreadsheet save no batch and may take longer than a lease.
    const heartbeat = setInterval(() => {
      db.inCompany(companyId, (tx) => importStore.heartbeat(tx, importId, job.fence)).catch(deps.onError);
    }, HEARTBEAT_MS);
    try {
      await (job.status === 'undoing' ? undoImport : importWorker).run(job);
    } finally {
      clearInterval(heartbeat);
    }
  }

  async function cleanUp(companyId: number, id: number): Promise<void> {
    const removedKeys = await db.inCompany(companyId, async (tx) => {
      const row = await importStore.lock(tx, id);
      if (!row) return [];
      if (row.status === 'waiting' || row.status === 'running' || row.status === 'undoing') {
        await tx.enqueue('contact-import.run', { companyId, importId: id });
        return [];
      }
      const keys = [row.sheetKey, row.errorSheetKey].filter((key) => key !== null);
      for (const key of keys) await fileStore.remove(tx, key);
      await importStore.dropBatches(tx, id);
      await importRecordStore.update(tx, id, {
        sheetKey: null,
        errorSheetKey: null,
        ...(row.status === 'draft' && { status: 'canceled' as const }),
      });
      return keys;
    });
    for (const key of removedKeys) await storage.remove(key);
  }

  let runningJobs = 0;
  /** Does not block the job queue behind a spreadsheet of a million rows. The sweep continues interrupted work. */
  function startInBackground(work: () => Promise<void>): void {
    if (runningJobs >= MAX_CONCURRENT_JOBS) return;
    runningJobs += 1;
    void work()
      .catch(deps.onError)
      .finally(() => (runningJobs -= 1));
  }
  const runExport = ({ companyId, exportId }: { companyId: number; exportId: number }) =>
    exportWorker.run(companyId, exportId);

  return {
    upload: createUpload(deps),
    syncImport: createSyncImport(deps),
    exportWorker,
    duplicates: (companyId: number, after: string) => duplicates(db, deps.contacts, companyId, after),
    markNotDuplicates: (actor: Actor, ids: number[]) => markNotDuplicates(db, deps.contacts, actor, ids),
    unmarkNotDuplicates: (actor: Actor, ids: number[]) => unmarkNotDuplicates(db, deps.contacts, actor, ids),
    run,
    runExport,
    startImport: (job: Parameters<typeof run>[0]) => startInBackground(() => run(job)),
    startExport: (job: Parameters<typeof runExport>[0]) => startInBackground(() => runExport(job)),
    check: numberCheck.run,
    /** Continues the work of crashed nodes and removes old files. */
    async sweep(): Promise<void> {
      for (const { companyId, id } of await importStore.due(db, SWEEP_LIMIT)) await cleanUp(companyId, id);
      await exportWorker.sweep(SWEEP_LIMIT);
    },
  };
}
export type ContactSpreadsheets = ReturnType<typeof createContactSpreadsheets>;

import type { Actor } from '@balcao/domain/policy/actor';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { createSyncImport } from './sync-import.ts';
import { createUpload } from './upload.ts';
import { createNumberCheck } from './number-check.ts';
import { duplicates, unmarkNotDuplicates, markNotDuplicates } from './duplicates.ts';
import { createExportWorker } from './export-worker.ts';
import { createImportWorker } from './import-worker.ts';
import { importStore } from './imports.store.ts';
import { createUndoImport } from './undo-import.ts';

interface Deps {
  db: Db;
  clock: Clock;
  storage: Storage;
  limits: Limits;
  contacts: Contacts;
  tags: Tags;
  connections: Connections;
  onError(error: unknown): void;
}
const SWEEP_LIMIT = 50;
const HEARTBEAT_MS = 15_000;
/** So many sheets are worked on at once by one node; the others wait for the next sweep. */
const MAX_CONCURRENT_JOBS = 4;

/** Contacts in and out, by the sheet: an import that survives whoever works on it, and an export that nobody waits for. */
export function createContactSpreadsheets(deps: Deps) {
  const { db, storage } = deps;
  const importWorker = createImportWorker(deps);
  const undoImport = createUndoImport(deps);
  const exportWorker = createExportWorker(deps);
  const numberCheck = createNumberCheck(deps);

  /** Does what is left of an import, unless somebody else has it in hand. */
  async function run({ companyId, importId }: { companyId: number; importId: number }): Promise<void> {
    const job = await db.inCompany(companyId, (tx) => importStore.claim(tx, importId));
    if (!job) return;
    // Skipping what is done, or writing down what was left out, takes longer than a lease without a piece being kept.
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
      await importStore.change(tx, id, {
        sheetKey: null,
        errorSheetKey: null,
        ...(row.status === 'draft' && { status: 'canceled' as const }),
      });
      return keys;
    });
    for (const key of removedKeys) await storage.remove(key);
  }

  let runningJobs = 0;
  /** Not waited for: the queue behind a sheet of a million rows is for others, too. What is cut off is taken up again. */
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
    /** What a node left behind when it died is taken up again; what nobody needs any more is forgotten. */
    async sweep(): Promise<void> {
      for (const { company_id: companyId, id } of await importStore.due(db, SWEEP_LIMIT)) await cleanUp(companyId, id);
      await exportWorker.sweep(SWEEP_LIMIT);
    },
  };
}
export type ContactSpreadsheets = ReturnType<typeof createContactSpreadsheets>;

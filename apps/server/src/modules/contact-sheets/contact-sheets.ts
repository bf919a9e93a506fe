import type { Actor } from '@balcao/domain/policy/actor';
import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../foundation/db/tx.ts';
import type { Limits } from '../../foundation/limits/limits.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { createAtOnce } from './at-once.ts';
import { createBringing } from './bringing.ts';
import { createChecking } from './checking.ts';
import { duplicates, offerAgain, tellApart } from './duplicates.ts';
import { createExporting } from './exporting.ts';
import { createImporting } from './importing.ts';
import { importStore } from './imports.store.ts';
import { createUndoing } from './undoing.ts';

interface Needs {
  db: Db;
  clock: Clock;
  storage: Storage;
  limits: Limits;
  contacts: Contacts;
  tags: Tags;
  connections: Connections;
  failed(fault: unknown): void;
}
const SWEPT = 50;
const BEAT_MS = 15_000;
/** So many sheets are worked on at once by one node; the others wait for the next sweep. */
const MOST_AT_ONCE = 4;

/** Contacts in and out, by the sheet: an import that survives whoever works on it, and an export that nobody waits for. */
export function createContactSheets(needs: Needs) {
  const { db, storage } = needs;
  const importing = createImporting(needs);
  const undoing = createUndoing(needs);
  const exporting = createExporting(needs);
  const checking = createChecking(needs);

  /** Does what is left of an import, unless somebody else has it in hand. */
  async function run({ companyId, importId }: { companyId: number; importId: number }): Promise<void> {
    const job = await db.inCompany(companyId, (tx) => importStore.claim(tx, importId));
    if (!job) return;
    // Skipping what is done, or writing down what was left out, takes longer than a lease without a piece being kept.
    const beating = setInterval(() => {
      db.inCompany(companyId, (tx) => importStore.beat(tx, importId, job.fence)).catch(needs.failed);
    }, BEAT_MS);
    try {
      await (job.status === 'undoing' ? undoing : importing).run(job);
    } finally {
      clearInterval(beating);
    }
  }

  async function tidyUp(companyId: number, id: number): Promise<void> {
    const gone = await db.inCompany(companyId, async (tx) => {
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
    for (const key of gone) await storage.remove(key);
  }

  let atWork = 0;
  /** Not waited for: the queue behind a sheet of a million rows is for others, too. What is cut off is taken up again. */
  function begin(work: () => Promise<void>): void {
    if (atWork >= MOST_AT_ONCE) return;
    atWork += 1;
    void work()
      .catch(needs.failed)
      .finally(() => (atWork -= 1));
  }
  const runExport = ({ companyId, exportId }: { companyId: number; exportId: number }) =>
    exporting.run(companyId, exportId);

  return {
    bringing: createBringing(needs),
    atOnce: createAtOnce(needs),
    exporting,
    duplicates: (companyId: number, after: string) => duplicates(db, needs.contacts, companyId, after),
    tellApart: (actor: Actor, ids: number[]) => tellApart(db, needs.contacts, actor, ids),
    offerAgain: (actor: Actor, ids: number[]) => offerAgain(db, needs.contacts, actor, ids),
    run,
    runExport,
    begin: (wanted: Parameters<typeof run>[0]) => begin(() => run(wanted)),
    beginExport: (wanted: Parameters<typeof runExport>[0]) => begin(() => runExport(wanted)),
    check: checking.run,
    /** What a node left behind when it died is taken up again; what nobody needs any more is forgotten. */
    async sweep(): Promise<void> {
      for (const { company_id: companyId, id } of await importStore.due(db, SWEPT)) await tidyUp(companyId, id);
      await exporting.sweep(SWEPT);
    },
  };
}
export type ContactSheets = ReturnType<typeof createContactSheets>;

import { setTimeout as pause } from 'node:timers/promises';
import type { ReportFilter } from '@balcao/contract/endpoints/reports';
import { reportTexts } from '@balcao/domain/insight/report-texts';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { ReportExportRow } from '../../infrastructure/db/schema/insight.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { writeXlsx, type Rows, type Worksheet } from '../../infrastructure/spreadsheets/write/xlsx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { presentAgent } from '../dashboard/index.ts';
import { reportExportStore } from './report-exports.store.ts';
import { reportRowStore, type ReportCursor, type ReportScope } from './report-rows.store.ts';
import { agentSheet, summarySheet, ticketCells, ticketSheet } from './report-workbook.ts';
import type { ReportDeps, Reports } from './reports.ts';

export interface ReportExportDeps extends ReportDeps {
  storage: Storage;
  limits: Limits;
  reports: Reports;
  onError(error: unknown): void;
}
const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const PROGRESS_INTERVAL_MS = 700;
const MAX_TRIES = 3;
/**
 * Few rows, so that they are garbage before the second collection of the young generation: what survives it stays until the
 * whole heap is collected. With 500 rows an export of 200,000 made a server grow by 218 MB.
 */
const PAGE = 100;
/** Exports of this node at the same time; each holds a connection of the pool while it reads. */
const MAX_CONCURRENT = 1;

/** Exports that wait on this node for the running one; the sweep starts the others. */
const MAX_WAITING = 100;

/** Ends the writing of a file that is not wanted any more; the storage drops what it has of it. */
class ExportCanceled extends Error {}

interface ExportJob {
  companyId: number;
  exportId: number;
}
/** Starts exports one after the other. */
function createExportQueue(run: (job: ExportJob) => Promise<void>, onError: (error: unknown) => void) {
  let running = 0;
  const waiting: ExportJob[] = [];
  return function start(job: ExportJob): void {
    if (running >= MAX_CONCURRENT) {
      const isKnown = waiting.some(
        ({ companyId, exportId }) => companyId === job.companyId && exportId === job.exportId,
      );
      if (!isKnown && waiting.length < MAX_WAITING) waiting.push(job);
      return;
    }
    running += 1;
    void run(job)
      .catch(onError)
      .finally(() => {
        running -= 1;
        const next = waiting.shift();
        if (next) start(next);
      });
  };
}

/** Exports reports to a workbook: a job writes it from one snapshot, a signed link downloads it for a day. */
export function createReportExports(deps: ReportExportDeps) {
  const { db, clock, storage, limits, reports, dashboard, onError } = deps;

  /** What is written so far. A timer saves it, because the snapshot's transaction only reads. */
  interface Progress {
    rows: number;
    total: number;
    isCanceled: boolean;
  }
  async function* ticketRows(
    tx: Tx,
    scope: ReportScope & { masked: boolean },
    progress: Progress,
  ): AsyncGenerator<Rows> {
    let after: ReportCursor | undefined;
    for (;;) {
      if (progress.isCanceled) throw new ExportCanceled();
      const { rows, keys } = await reportRowStore.page(tx, scope, { after, limit: PAGE, offset: 0 });
      if (rows.length === 0) break;
      const named = await reports.inTx.withNames(tx, rows, scope.masked);
      yield named.map((row) => ticketCells(row, scope.timeZone));
      progress.rows += rows.length;
      after = keys.at(-1);
      await pause(0);
    }
    // Within the writing of the file, so that the storage drops it.
    if (progress.rows !== progress.total)
      throw new Error(`report export: ${progress.rows} rows written, ${progress.total} counted`);
  }

  async function worksheets(tx: Tx, job: ReportExportRow, progress: Progress): Promise<Worksheet[]> {
    const scope = await reports.inTx.scopeOf(tx, job.filter);
    const { filter, timeZone } = scope;
    const summaryOf = { filter, names: await reports.inTx.namesOf(tx, scope), timeZone, now: clock.now() };
    if (job.kind === 'attendants') {
      const range = { from: filter.dateFrom, to: filter.dateTo, timeZone };
      const { agents } = await dashboard.inTx.agents(tx, range);
      progress.rows = progress.total = agents.length;
      return [agentSheet(agents.map(presentAgent)), summarySheet(summaryOf)];
    }
    const summary = await reportRowStore.summary(tx, scope);
    progress.total = summary.tickets;
    return [ticketSheet(summary.tickets, ticketRows(tx, scope, progress)), summarySheet(summaryOf, summary)];
  }

  async function write(job: ReportExportRow): Promise<void> {
    const progress: Progress = { rows: 0, total: job.total, isCanceled: false };
    const timer = setInterval(() => {
      void db
        .inCompany(job.companyId, async (tx) => {
          progress.isCanceled = !(await reportExportStore.progress(tx, job.id, progress.rows, progress.total));
          tx.emit({ type: 'report-export.changed', exportId: job.id });
        })
        .catch(onError);
    }, PROGRESS_INTERVAL_MS);
    try {
      const stored = await db.snapshotCompany(job.companyId, async (tx) =>
        storage.put(writeXlsx(...(await worksheets(tx, job, progress))), { companyId: job.companyId, kind: 'sheet' }),
      );
      const isSaved = await save(job, stored, progress.rows);
      if (!isSaved) await storage.remove(stored.key);
    } catch (error) {
      if (!(error instanceof ExportCanceled)) throw error;
    } finally {
      clearInterval(timer);
    }
  }
  /** False if the export was canceled while its file was written. */
  const save = (job: ReportExportRow, stored: Awaited<ReturnType<Storage['put']>>, rowCount: number) =>
    db.inCompany(job.companyId, async (tx) => {
      const end = { status: 'done' as const, storageKey: stored.key, rowCount, finishedAt: clock.now() };
      if (!(await reportExportStore.finish(tx, job.id, end))) return false;
      const name = fileNameOf(job);
      await fileStore.insert(tx, { ...stored, purpose: 'report', mime: MIME, name, createdBy: job.userId });
      tx.emit({ type: 'report-export.changed', exportId: job.id });
      return true;
    });

  async function run({ companyId, exportId }: ExportJob): Promise<void> {
    const job = await db.inCompany(companyId, (tx) => reportExportStore.claim(tx, exportId));
    if (!job) return;
    try {
      await write(job);
    } catch (error) {
      if (job.tries < MAX_TRIES) throw error;
      await db.inCompany(companyId, async (tx) => {
        await reportExportStore.finish(tx, exportId, { status: 'failed', finishedAt: clock.now() });
        tx.emit({ type: 'report-export.changed', exportId });
      });
    }
  }

  const ownExport = async (tx: Tx, actor: Actor, id: number) => {
    const row = assertFound(await reportExportStore.byId(tx, id), 'ERR_NO_EXPORT_FOUND');
    return row.userId === actor.userId ? row : refuse('ERR_NO_EXPORT_FOUND');
  };

  return {
    async request(actor: Actor, kind: ReportExportRow['kind'], filter: ReportFilter): Promise<ReportExportRow> {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      return db.inCompany(actor.companyId, async (tx) => {
        const scope = await reports.inTx.scopeOf(tx, filter);
        const { rows } = await reportRowStore.page(tx, scope, { limit: 1, offset: 0 });
        if (kind === 'tickets' && rows.length === 0) refuse('ERR_NOTHING_TO_EXPORT');
        const row = await reportExportStore.insert(tx, { userId: actor.userId, kind, filter: scope.filter, total: 0 });
        const subject = `report export ${row.id}`;
        await audit(tx, { userId: actor.userId, action: 'report.exported', subject, data: { kind, ...scope.filter } });
        await tx.enqueue('report-export.run', { companyId: actor.companyId, exportId: row.id });
        return row;
      });
    },
    list: (actor: Actor) => db.readCompany(actor.companyId, (tx) => reportExportStore.of(tx, actor.userId)),
    /** Only for the user who requested it: the file holds what that user may see. */
    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => ownExport(tx, actor, id)),
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => reportExportStore.byId(tx, id)),
    cancel: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const row = await ownExport(tx, actor, id);
        const canceled = await reportExportStore.cancel(tx, id, clock.now());
        if (canceled) tx.emit({ type: 'report-export.changed', exportId: id });
        return canceled ?? row;
      }),
    run,
    /** Does not block the job queue behind a million rows. The sweep continues interrupted work. */
    start: createExportQueue(run, onError),
    /** Enqueues interrupted exports and removes files that are a day old. */
    async sweep(limit = 100): Promise<void> {
      for (const { companyId, id } of await reportExportStore.due(db, limit)) {
        const removedKey = await db.inCompany(companyId, async (tx) => {
          const row = await reportExportStore.byId(tx, id);
          if (row?.status === 'waiting' || row?.status === 'running') {
            await tx.enqueue('report-export.run', { companyId, exportId: id });
            return null;
          }
          if (!row?.storageKey) return null;
          await fileStore.remove(tx, row.storageKey);
          await reportExportStore.clearFile(tx, id);
          return row.storageKey;
        });
        if (removedKey !== null) await storage.remove(removedKey);
      }
    },
  };
}
export type ReportExports = ReturnType<typeof createReportExports>;

export const fileNameOf = ({ kind }: Pick<ReportExportRow, 'kind'>): string =>
  kind === 'tickets' ? reportTexts.ticketFile : reportTexts.agentFile;

/** The work of an import: pieces of a sheet, each in one transaction with how far it has come. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  eachOnce,
  exclusion,
  rowReader,
  type ReadRow,
  type SpreadsheetContact,
} from '@balcao/domain/contact/spreadsheet-row';
import type { ImportFailure } from '@balcao/domain/contact/import-types';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { ImportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import { extendTimeout as withPatience, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { importStore, type ImportCount } from './imports.store.ts';
import { headersOf } from './inspect.ts';
import type { Encoding } from '../../infrastructure/spreadsheets/read/csv.ts';
import { readSpreadsheetRows, type SpreadsheetKind } from '../../infrastructure/spreadsheets/read/spreadsheet.ts';
import {
  storedSource,
  UnreadableSpreadsheet,
  type SpreadsheetSource,
} from '../../infrastructure/spreadsheets/read/source.ts';
import { writeErrorSpreadsheet, type BadRow } from '../../infrastructure/spreadsheets/write/error-spreadsheet.ts';

interface Deps {
  db: Db;
  clock: Clock;
  storage: Storage;
  contacts: Contacts;
  tags: Tags;
}
/** Rows, or letters where rows are long: what one transaction takes, and what the memory holds. */
const ROWS_PER_BATCH = 1000;
const CHARACTERS_PER_BATCH = 2_000_000;
/** Nobody works with more tags; a column of remarks taken for tags would make a million. */
export const MAX_TAGS = 1000;
const PROGRESS_INTERVAL_MS = 700;
const MAX_TRIES = 5;

/** Somebody else has it in hand now, or it was stopped. */
class LostLease extends Error {}
class TooManyTags extends Error {}

interface Batch {
  from: number;
  to: number;
  contacts: SpreadsheetContact[];
  counts: Record<'ignored' | 'invalid' | 'excludedCount', number>;
}

export function createImportWorker({ db, clock, storage, contacts, tags }: Deps) {
  /** One piece, again while others stand in the way for a moment: two crowds with the same people may have to wait. */
  async function retryOnConflict(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= MAX_TRIES || !isLockConflict(error)) throw error;
        await pause(50 * attempt + Math.random() * 200);
      }
    }
  }

  async function lockJob(tx: Tx, { id, fence }: ImportRow): Promise<ImportRow> {
    const row = await importStore.lock(tx, id);
    if (!row || row.fence !== fence || row.status !== 'running') throw new LostLease();
    return row;
  }

  async function importBatch(job: ImportRow, batch: Batch, emitsProgress: boolean) {
    await db.inCompany(job.companyId, async (tx) => {
      // An index that is brought up to date meanwhile takes its time.
      await withPatience(tx);
      const { position, userId, tagIds } = await lockJob(tx, job);
      if (position >= batch.to) throw new LostLease();
      const names = await resolveTags(tx, batch.contacts, userId);
      const result = await contacts.upsertMany(
        tx,
        batch.contacts.map((contact) => ({
          ...contact,
          tagIds: [...new Set([...tagIds, ...contact.tags.map((name) => names.get(name.toLowerCase())!)])],
        })),
        { acceptsAudio: await contacts.acceptsAudio(tx), connectionId: null, overwrites: true },
      );
      const counts: Partial<Record<ImportCount, number>> = { ...batch.counts };
      for (const outcome of result.outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (result.created.length + result.changed.length > 0) {
        const { created, changed } = result;
        await importStore.addBatch(tx, { importId: job.id, firstRow: batch.from, created, changed });
      }
      await importStore.progress(tx, job.id, batch.to, counts);
      if (emitsProgress) tx.emit({ type: 'contact-import.changed', importId: job.id });
    });
  }
  async function resolveTags(tx: Tx, rows: SpreadsheetContact[], userId: number | null): Promise<Map<string, number>> {
    const tagNames = eachOnce(rows.flatMap((contact) => contact.tags));
    if (tagNames.length === 0) return new Map();
    const names = await tags.resolveByNames(tx, tagNames, { userId, maxNewTags: MAX_TAGS - (await tags.count(tx)) });
    if (names.size < tagNames.length) throw new TooManyTags();
    return names;
  }

  async function work(job: ImportRow, source: SpreadsheetSource) {
    let lastProgressAt = 0;
    for await (const batch of prefetch(readBatches(job, source))) {
      const emitsProgress = Date.now() - lastProgressAt > PROGRESS_INTERVAL_MS;
      if (emitsProgress) lastProgressAt = Date.now();
      await retryOnConflict(() => importBatch(job, batch, emitsProgress));
      // Whoever waits for an answer of this process comes first.
      await pause(0);
    }
    const errorSheetKey = await saveErrorSpreadsheet(job, source);
    await db.inCompany(job.companyId, async (tx) => {
      const row = await lockJob(tx, job);
      await finish(tx, row, { status: 'done', errorSheetKey });
      if (row.validates && row.created > 0)
        await tx.enqueue('contact-import.check', { companyId: job.companyId, importId: job.id, firstRow: 0, done: 0 });
      const { created, changed } = row;
      await audit(tx, {
        userId: row.userId,
        action: 'contacts.imported',
        subject: `contact import ${row.id}`,
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
    await importStore.change(tx, row.id, {
      ...end,
      sheetKey: null,
      leaseUntil: null,
      finishedAt: clock.now(),
      ...(end.status === 'done' && { rowCount: read, rowsExact: true }),
    });
    tx.emit({ type: 'contact-import.changed', importId: row.id });
    tx.emit({ type: 'contacts.changed' });
  }

  /** What was left out, and why: read once more, because nearly every sheet leaves out nothing. */
  async function saveErrorSpreadsheet(job: ImportRow, source: SpreadsheetSource): Promise<string | null> {
    const row = await db.readCompany(job.companyId, (tx) => importStore.byId(tx, job.id));
    if (!row || row.ignored + row.invalid === 0) return null;
    const headers = row.columns.map(({ header }) => header);
    const stored = await storage.put(writeErrorSpreadsheet(headers, badRows(row, source)), {
      companyId: job.companyId,
      kind: 'sheet',
    });
    await db.inCompany(job.companyId, (tx) =>
      fileStore.insert(tx, {
        ...stored,
        purpose: 'contact sheet',
        mime: 'text/csv',
        name: `erros-${row.fileName.replace(/\.[^.]*$/, '')}.csv`,
        createdBy: row.userId,
      }),
    );
    return stored.key;
  }

  return {
    /** Goes on from where it stands to the end of the sheet. */
    async run(job: ImportRow): Promise<void> {
      try {
        if (job.sheetKey === null) throw new UnreadableSpreadsheet('forgotten');
        await work(job, await storedSource(storage, job.sheetKey));
        // What it said is in the house now; the paper itself is nobody's business any more.
        await storage.remove(job.sheetKey);
      } catch (error) {
        if (error instanceof LostLease) return;
        const failure = failureOf(error, job);
        // Anything else may be better in a minute: its lease runs out and it is taken up again.
        if (failure === undefined) throw error;
        const isOver = await db.inCompany(job.companyId, async (tx) => {
          const row = await importStore.lock(tx, job.id);
          if (row?.fence !== job.fence || row.status !== 'running') return false;
          await finish(tx, row, { status: 'failed', failure });
          return true;
        });
        if (isOver && job.sheetKey !== null) await storage.remove(job.sheetKey);
      }
    },
  };
}

function failureOf(error: unknown, { tries }: ImportRow): ImportFailure | undefined {
  if (error instanceof UnreadableSpreadsheet) return 'unreadable';
  if (error instanceof TooManyTags) return 'tooManyTags';
  return tries >= MAX_TRIES ? 'fault' : undefined;
}

/** A lock that was not given in time, or two who waited for each other. */
const isLockConflict = (error: unknown): boolean => {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string };
  return code === '55P03' || code === '40P01' || code === '40001';
};

/** The next one is read while the last one is kept: two who would wait for each other work side by side. */
async function* prefetch<T>(upstream: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = upstream.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done === true) return;
      next = upstream.next();
      // Whoever stops now is no longer interested in what comes.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await upstream.return(undefined);
  }
}

async function* readBatches(job: ImportRow, source: SpreadsheetSource): AsyncGenerator<Batch> {
  let batch: Batch | undefined;
  let characters = 0;
  let rows = 0;
  for await (const chunk of readRows(job, source)) {
    for (const { row, read, cells } of chunk) {
      if (row <= job.position) continue;
      batch ??= { from: row, to: row, contacts: [], counts: { ignored: 0, invalid: 0, excludedCount: 0 } };
      batch.to = row;
      if (read === 'excluded') batch.counts.excludedCount += 1;
      else if (read.outcome === 'person') batch.contacts.push(read.contact);
      else batch.counts[read.outcome] += 1;
      characters += cells.reduce((sum, cell) => sum + cell.length, 0);
      rows += 1;
      if (rows < ROWS_PER_BATCH && characters < CHARACTERS_PER_BATCH) continue;
      yield batch;
      [batch, characters, rows] = [undefined, 0, 0];
    }
  }
  if (batch) yield batch;
}

async function* badRows(job: ImportRow, source: SpreadsheetSource): AsyncGenerator<BadRow[]> {
  for await (const chunk of readRows(job, source))
    yield chunk.flatMap(({ row, read, cells }) =>
      read === 'excluded' || read.outcome === 'person' ? [] : [{ row, errors: read.errors, cells }],
    );
}

/** What each row of a sheet says; the first one is its header where it has one. */
export async function* readRows(
  job: Pick<ImportRow, 'columns' | 'mapping' | 'excluded' | 'format' | 'encoding' | 'delimiter'>,
  source: SpreadsheetSource,
): AsyncGenerator<{ row: number; cells: string[]; read: ReadRow | 'excluded' }[]> {
  const { columns, mapping, excluded } = job;
  const read = rowReader(mapping, headersOf(columns, mapping));
  const isExcluded = exclusion(excluded);
  let isFirst = mapping.hasHeader;
  for await (const chunk of readSpreadsheetRows(source, kindOf(job))) {
    const own = isFirst ? chunk.slice(1) : chunk;
    isFirst = false;
    yield own.map(({ row, cells }) => ({ row, cells, read: isExcluded(row) ? ('excluded' as const) : read(cells) }));
  }
}

const kindOf = ({
  format,
  encoding,
  delimiter,
}: Pick<ImportRow, 'format' | 'encoding' | 'delimiter'>): SpreadsheetKind =>
  format === 'xlsx' ? { format } : { format, encoding: encoding as Encoding, delimiter };

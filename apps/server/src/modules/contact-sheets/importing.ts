/** The work of an import: pieces of a sheet, each in one transaction with how far it has come. */
import { setTimeout as pause } from 'node:timers/promises';
import { eachOnce, exclusion, rowReader, type ReadRow, type SheetPerson } from '@balcao/domain/contact/sheet-row';
import type { ImportEnd } from '@balcao/domain/contact/sheet-words';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ImportRow } from '../../foundation/db/schema/contact-sheets.ts';
import { patiently as withPatience, type Db, type Tx } from '../../foundation/db/tx.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { importStore, type ImportCount } from './imports.store.ts';
import { headersOf } from './looking.ts';
import type { Encoding } from './reading/csv.ts';
import { readSheetRows, type SheetKind } from './reading/sheet.ts';
import { storedSource, UnreadableSheet, type SheetSource } from './reading/source.ts';
import { writeErrorSheet, type BadRow } from './writing/error-sheet.ts';

interface Needs {
  db: Db;
  clock: Clock;
  storage: Storage;
  contacts: Contacts;
  tags: Tags;
}
/** Rows, or letters where rows are long: what one transaction takes, and what the memory holds. */
const ROWS_A_PIECE = 1000;
const LETTERS_A_PIECE = 2_000_000;
/** Nobody works with more tags; a column of remarks taken for tags would make a million. */
export const MOST_TAGS = 1000;
const TOLD_EVERY_MS = 700;
const PATIENCE = 5;

/** Somebody else has it in hand now, or it was stopped. */
class Lost extends Error {}
class TooManyTags extends Error {}

interface Piece {
  from: number;
  to: number;
  people: SheetPerson[];
  counts: Record<'ignored' | 'invalid' | 'excludedCount', number>;
}

export function createImporting({ db, clock, storage, contacts, tags }: Needs) {
  /** One piece, again while others stand in the way for a moment: two crowds with the same people may have to wait. */
  async function patiently(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (fault) {
        if (attempt >= PATIENCE || !isCollision(fault)) throw fault;
        await pause(50 * attempt + Math.random() * 200);
      }
    }
  }

  async function held(tx: Tx, { id, fence }: ImportRow): Promise<ImportRow> {
    const row = await importStore.lock(tx, id);
    if (!row || row.fence !== fence || row.status !== 'running') throw new Lost();
    return row;
  }

  async function take(job: ImportRow, piece: Piece, tells: boolean) {
    await db.inCompany(job.companyId, async (tx) => {
      // An index that is brought up to date meanwhile takes its time.
      await withPatience(tx);
      const { position, userId, tagIds } = await held(tx, job);
      if (position >= piece.to) throw new Lost();
      const names = await tagsNamed(tx, piece.people, userId);
      const taken = await contacts.takeIn(
        tx,
        piece.people.map((person) => ({
          ...person,
          tagIds: [...new Set([...tagIds, ...person.tags.map((name) => names.get(name.toLowerCase())!)])],
        })),
        { acceptsAudio: await contacts.acceptsAudio(tx), connectionId: null, overwrites: true },
      );
      const counts: Partial<Record<ImportCount, number>> = { ...piece.counts };
      for (const fate of taken.fates) counts[fate] = (counts[fate] ?? 0) + 1;
      if (taken.created.length + taken.changed.length > 0) {
        const { created, changed } = taken;
        await importStore.addBatch(tx, { importId: job.id, firstRow: piece.from, created, changed });
      }
      await importStore.progress(tx, job.id, piece.to, counts);
      if (tells) tx.emit({ is: 'contact-import.changed', importId: job.id });
    });
  }
  async function tagsNamed(tx: Tx, people: SheetPerson[], userId: number | null): Promise<Map<string, number>> {
    const wanted = eachOnce(people.flatMap((person) => person.tags));
    if (wanted.length === 0) return new Map();
    const names = await tags.named(tx, wanted, { userId, mayMake: MOST_TAGS - (await tags.howMany(tx)) });
    if (names.size < wanted.length) throw new TooManyTags();
    return names;
  }

  async function work(job: ImportRow, source: SheetSource) {
    let told = 0;
    for await (const piece of ahead(pieces(job, source))) {
      const tells = Date.now() - told > TOLD_EVERY_MS;
      if (tells) told = Date.now();
      await patiently(() => take(job, piece, tells));
      // Whoever waits for an answer of this process comes first.
      await pause(0);
    }
    const errorSheetKey = await errorSheet(job, source);
    await db.inCompany(job.companyId, async (tx) => {
      const row = await held(tx, job);
      await finish(tx, row, { status: 'done', errorSheetKey });
      if (row.validates && row.created > 0)
        await tx.enqueue('contact-import.check', { companyId: job.companyId, importId: job.id, firstRow: 0, done: 0 });
      const { created, changed } = row;
      await audit(tx, {
        userId: row.userId,
        act: 'contacts.imported',
        subject: `contact import ${row.id}`,
        data: { created, changed },
      });
    });
  }

  async function finish(
    tx: Tx,
    row: ImportRow,
    end: { status: 'done' | 'failed'; failure?: ImportEnd; errorSheetKey?: string | null },
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
    tx.emit({ is: 'contact-import.changed', importId: row.id });
    tx.emit({ is: 'contacts.changed' });
  }

  /** What was left out, and why: read once more, because nearly every sheet leaves out nothing. */
  async function errorSheet(job: ImportRow, source: SheetSource): Promise<string | null> {
    const row = await db.readCompany(job.companyId, (tx) => importStore.byId(tx, job.id));
    if (!row || row.ignored + row.invalid === 0) return null;
    const headers = row.columns.map(({ header }) => header);
    const stored = await storage.put(writeErrorSheet(headers, badRows(row, source)), {
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
        if (job.sheetKey === null) throw new UnreadableSheet('forgotten');
        await work(job, await storedSource(storage, job.sheetKey));
        // What it said is in the house now; the paper itself is nobody's business any more.
        await storage.remove(job.sheetKey);
      } catch (fault) {
        if (fault instanceof Lost) return;
        const failure = endOf(fault, job);
        // Anything else may be better in a minute: its lease runs out and it is taken up again.
        if (failure === undefined) throw fault;
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

function endOf(fault: unknown, { tries }: ImportRow): ImportEnd | undefined {
  if (fault instanceof UnreadableSheet) return 'unreadable';
  if (fault instanceof TooManyTags) return 'tooManyTags';
  return tries >= PATIENCE ? 'fault' : undefined;
}

/** A lock that was not given in time, or two who waited for each other. */
const isCollision = (fault: unknown): boolean => {
  const { code } = ((fault as { cause?: unknown }).cause ?? fault) as { code?: string };
  return code === '55P03' || code === '40P01' || code === '40001';
};

/** The next one is read while the last one is kept: two who would wait for each other work side by side. */
async function* ahead<T>(coming: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = coming.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done === true) return;
      next = coming.next();
      // Whoever stops now is no longer interested in what comes.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await coming.return(undefined);
  }
}

async function* pieces(job: ImportRow, source: SheetSource): AsyncGenerator<Piece> {
  let piece: Piece | undefined;
  let letters = 0;
  let rows = 0;
  for await (const some of readRows(job, source)) {
    for (const { row, read, cells } of some) {
      if (row <= job.position) continue;
      piece ??= { from: row, to: row, people: [], counts: { ignored: 0, invalid: 0, excludedCount: 0 } };
      piece.to = row;
      if (read === 'excluded') piece.counts.excludedCount += 1;
      else if (read.fate === 'person') piece.people.push(read.person);
      else piece.counts[read.fate] += 1;
      letters += cells.reduce((sum, cell) => sum + cell.length, 0);
      rows += 1;
      if (rows < ROWS_A_PIECE && letters < LETTERS_A_PIECE) continue;
      yield piece;
      [piece, letters, rows] = [undefined, 0, 0];
    }
  }
  if (piece) yield piece;
}

async function* badRows(job: ImportRow, source: SheetSource): AsyncGenerator<BadRow[]> {
  for await (const some of readRows(job, source))
    yield some.flatMap(({ row, read, cells }) =>
      read === 'excluded' || read.fate === 'person' ? [] : [{ row, faults: read.faults, cells }],
    );
}

/** What each row of a sheet says; the first one is its header where it has one. */
export async function* readRows(
  job: Pick<ImportRow, 'columns' | 'mapping' | 'excluded' | 'format' | 'encoding' | 'delimiter'>,
  source: SheetSource,
): AsyncGenerator<{ row: number; cells: string[]; read: ReadRow | 'excluded' }[]> {
  const { columns, mapping, excluded } = job;
  const read = rowReader(mapping, headersOf(columns, mapping));
  const isExcluded = exclusion(excluded);
  let isFirst = mapping.hasHeader;
  for await (const some of readSheetRows(source, kindOf(job))) {
    const own = isFirst ? some.slice(1) : some;
    isFirst = false;
    yield own.map(({ row, cells }) => ({ row, cells, read: isExcluded(row) ? ('excluded' as const) : read(cells) }));
  }
}

const kindOf = ({ format, encoding, delimiter }: Pick<ImportRow, 'format' | 'encoding' | 'delimiter'>): SheetKind =>
  format === 'xlsx' ? { format } : { format, encoding: encoding as Encoding, delimiter };

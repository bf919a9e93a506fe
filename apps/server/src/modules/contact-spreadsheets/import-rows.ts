import { listRow } from '@balcao/domain/contact/list-row';
import { exclusion, rowReader, type ReadRow, type SpreadsheetContact } from '@balcao/domain/contact/spreadsheet-row';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import type { ImportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import type { Encoding } from '../../infrastructure/spreadsheets/read/csv.ts';
import type { SpreadsheetSource } from '../../infrastructure/spreadsheets/read/source.ts';
import { readSpreadsheetRows, type SpreadsheetKind } from '../../infrastructure/spreadsheets/read/spreadsheet.ts';
import type { BadRow } from './error-spreadsheet.ts';
import { headersOf } from './inspect.ts';

/** Bounds of one transaction and of the memory it needs: rows, or characters if the rows are long. */
const ROWS_PER_BATCH = 500;
const CHARACTERS_PER_BATCH = 1_000_000;

/** Rows of a spreadsheet that are imported in one transaction. */
export interface RowBatch {
  from: number;
  to: number;
  contacts: SpreadsheetContact[];
  counts: Record<'ignored' | 'invalid' | 'excludedCount', number>;
}

/** Reads the next item while the current one is processed. */
export async function* prefetch<T>(upstream: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = upstream.next();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done === true) return;
      next = upstream.next();
      // An error is reported by the next iteration, or ignored if the consumer stops.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await upstream.return(undefined);
  }
}

/** Rows after the job's position, in batches. */
export async function* readBatches(
  job: ImportRow,
  source: SpreadsheetSource,
  country: DefaultCountry,
): AsyncGenerator<RowBatch> {
  let batch: RowBatch | undefined;
  let characters = 0;
  let rows = 0;
  for await (const chunk of readRows(job, source, country)) {
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

/** Rows that the import ignores or rejects. */
export async function* badRows(
  job: ImportRow,
  source: SpreadsheetSource,
  country: DefaultCountry,
): AsyncGenerator<BadRow[]> {
  for await (const chunk of readRows(job, source, country))
    yield chunk.flatMap(({ row, read, cells }) =>
      read === 'excluded' || read.outcome === 'person' ? [] : [{ row, errors: read.errors, cells }],
    );
}

/** Parsed rows of a spreadsheet without its header. */
export async function* readRows(
  job: Pick<ImportRow, 'columns' | 'mapping' | 'excluded' | 'format' | 'encoding' | 'delimiter' | 'target'>,
  source: SpreadsheetSource,
  country: DefaultCountry,
): AsyncGenerator<{ row: number; cells: string[]; read: ReadRow | 'excluded' }[]> {
  const { columns, mapping, excluded } = job;
  const readContact = rowReader(mapping, headersOf(columns, mapping), country);
  const read = (cells: string[]) => (job.target === 'list' ? listRow(readContact(cells)) : readContact(cells));
  const isExcluded = exclusion(excluded);
  let isFirst = mapping.hasHeader;
  for await (const chunk of readSpreadsheetRows(source, kindOf(job))) {
    const dataRows = isFirst ? chunk.slice(1) : chunk;
    isFirst = false;
    yield dataRows.map(({ row, cells }) => ({
      row,
      cells,
      read: isExcluded(row) ? ('excluded' as const) : read(cells),
    }));
  }
}

const kindOf = ({
  format,
  encoding,
  delimiter,
}: Pick<ImportRow, 'format' | 'encoding' | 'delimiter'>): SpreadsheetKind => {
  if (format === 'xlsx' || format === 'xls') return { format };
  const kind = { format, encoding: encoding as Encoding };
  return format === 'html' ? { ...kind, format } : { ...kind, format, delimiter };
};

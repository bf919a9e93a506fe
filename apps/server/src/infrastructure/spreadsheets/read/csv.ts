/** Reads text spreadsheets with any common encoding, delimiter and line ending. */
import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import { parse } from 'csv-parse';
import { cellsOf, MAX_COLUMNS, type SpreadsheetRows } from './rows.ts';
import { headOf, UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export interface CsvKind {
  encoding: Encoding;
  delimiter: string;
}
const DELIMITERS = [';', ',', '\t', '|'] as const;
const HEAD_BYTES = 1_048_576;
/** A longer row means a missing closing quote or an attack. */
const MAX_RECORD_BYTES = 2 * 1_048_576;
const ROWS_PER_BATCH = 500;

/** Detects encoding and delimiter from the first megabyte. Rejects binary data. */
export async function detectCsvKind(source: SpreadsheetSource): Promise<CsvKind> {
  const head = await headOf(source, HEAD_BYTES);
  const encoding = encodingOf(head);
  const text = new TextDecoder(encoding).decode(head);
  if (text.includes('\0')) throw new UnreadableSpreadsheet('contains NUL');
  return { encoding, delimiter: delimiterOf(text) };
}

function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  try {
    // `stream` accepts a character that is cut off at the end of the head.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The delimiter that occurs in most lines as often as in the first one, outside of quotes. */
function delimiterOf(text: string): string {
  const named = /^sep=(.)[\r\n]/.exec(text.replace(/^\ufeff/, ''));
  if (named) return named[1]!;
  const lines = text
    .slice(0, 65_536)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  const occurrences = (line: string, delimiter: string) => line.split(delimiter).length - 1;
  const scored = DELIMITERS.map((delimiter) => {
    const first = occurrences(lines[0] ?? '', delimiter);
    const same = first === 0 ? 0 : lines.filter((line) => occurrences(line, delimiter) === first).length;
    return { delimiter, first, same };
  });
  const best = scored.reduce((a, b) => (b.same > a.same || (b.same === a.same && b.first > a.first) ? b : a));
  return best.first === 0 ? ',' : best.delimiter;
}

/** All rows in order, in batches. Empty lines are skipped and not counted. */
export async function* readCsv(source: SpreadsheetSource, { encoding, delimiter }: CsvKind): SpreadsheetRows {
  const parser = parse({
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote inside an unquoted cell is part of its text.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  const flowing = pipeline(await source.open(), decoder(encoding), parser);
  // A consumer that stops early destroys the stream. Real errors are thrown by the loop below.
  flowing.catch(() => {});
  let row = 0;
  let batch: { row: number; cells: string[] }[] = [];
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (row === 0 && record[0]?.startsWith('sep=') === true) continue;
      row += 1;
      if (record.length > MAX_COLUMNS && record.slice(MAX_COLUMNS).some((cell) => cell !== ''))
        throw new UnreadableSpreadsheet('too many columns');
      batch.push({ row, cells: cellsOf(record) });
      if (batch.length < ROWS_PER_BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    throw error instanceof Error && error.constructor.name === 'CsvError'
      ? new UnreadableSpreadsheet(error.message)
      : error;
  } finally {
    parser.destroy();
  }
  if (batch.length > 0) yield batch;
}

/** Converts a stream to UTF-8 and rejects NUL characters. */
function decoder(encoding: Encoding): Transform {
  const text = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
  const rejectNul = (chunk: string | Buffer): string | Buffer => {
    if (typeof chunk === 'string' ? chunk.includes('\0') : chunk.includes(0))
      throw new UnreadableSpreadsheet('contains NUL');
    return chunk;
  };
  const attempt = (done: (error: Error | null, chunk?: string | Buffer) => void, produce: () => string | Buffer) => {
    try {
      done(null, rejectNul(produce()));
    } catch (error) {
      done(error as Error);
    }
  };
  return new Transform({
    transform: (chunk: Buffer, _, done) => attempt(done, () => text?.decode(chunk, { stream: true }) ?? chunk),
    flush: (done) => attempt(done, () => text?.decode() ?? ''),
  });
}

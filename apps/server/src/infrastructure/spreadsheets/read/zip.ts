/** Opens the zip archive of an xlsx file. Declared sizes are not trusted; bytes are counted while reading. */
import { PassThrough, type Readable } from 'node:stream';
import yauzl from 'yauzl';
import { UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';

const MAX_ENTRIES = 2000;
/** Enough for a million rows with many columns. */
const MAX_INFLATED = 2 * 1024 ** 3;
/** Real spreadsheets compress well, but only a zip bomb exceeds this ratio. */
const MAX_RATIO = 250;
/** Smaller entries are accepted with any ratio. */
const SMALL_BYTES = 4 * 1_048_576;

export interface Archive {
  names: string[];
  open(name: string): Promise<Readable>;
  close(): void;
}

export async function openArchive(source: SpreadsheetSource): Promise<Archive> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) => {
    yauzl.fromRandomAccessReader(
      new SourceReader(source),
      source.bytes,
      { lazyEntries: true, validateEntrySizes: true, autoClose: false, strictFileNames: true },
      (error, opened) => (error ? reject(new UnreadableSpreadsheet(error.message)) : resolve(opened)),
    );
  });
  try {
    const entries = await entriesOf(zip);
    return {
      names: [...entries.keys()],
      open: (name) => {
        const entry = entries.get(name);
        if (!entry) throw new UnreadableSpreadsheet(`${name} is missing`);
        return openEntry(zip, entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnreadableSpreadsheet('too many files in the archive');
  const entries = new Map<string, yauzl.Entry>();
  let inflated = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => reject(new UnreadableSpreadsheet(error.message)));
    zip.on('end', () => resolve());
    zip.on('entry', (entry: yauzl.Entry) => {
      inflated += entry.uncompressedSize;
      if (entry.isEncrypted() || inflated > MAX_INFLATED || isBomb(entry.uncompressedSize, entry.compressedSize))
        return reject(new UnreadableSpreadsheet('larger inside than allowed'));
      if (entries.has(entry.fileName)) return reject(new UnreadableSpreadsheet('two files with one name'));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  // Overlapping entries are another form of zip bomb.
  const byOffset = [...entries.values()].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  byOffset.forEach((entry, index) => {
    const next = byOffset[index + 1];
    if (next && entry.relativeOffsetOfLocalHeader + entry.compressedSize > next.relativeOffsetOfLocalHeader)
      throw new UnreadableSpreadsheet('files inside overlap');
  });
  return entries;
}

const isBomb = (inflated: number, packed: number): boolean => inflated > SMALL_BYTES && inflated > packed * MAX_RATIO;

const openEntry = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(new UnreadableSpreadsheet(error.message));
      else resolve(stream);
    });
  });

/** Reads ranges of the source, because the directory of a zip archive is at its end. */
class SourceReader extends yauzl.RandomAccessReader {
  readonly source: SpreadsheetSource;
  constructor(source: SpreadsheetSource) {
    super();
    this.source = source;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const through = new PassThrough();
    this.source.open({ start, end: end - 1 }).then(
      (stream) => {
        stream.on('error', (error) => through.destroy(error));
        // Closes the file if the reader stops early.
        through.on('close', () => stream.destroy());
        stream.pipe(through);
      },
      (error: Error) => through.destroy(error),
    );
    return through;
  }
}

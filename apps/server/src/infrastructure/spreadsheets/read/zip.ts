/** The archive that an xlsx is. Nothing in it is believed: sizes are counted again while they flow. */
import { PassThrough, type Readable } from 'node:stream';
import yauzl from 'yauzl';
import { UnreadableSpreadsheet, type SpreadsheetSource } from './source.ts';

const MAX_ENTRIES = 2000;
/** A million rows with many columns; more is no list of contacts. */
const MAX_INFLATED = 2 * 1024 ** 3;
/** Sheets repeat themselves and shrink well; beyond this only what was made for it does. */
const MAX_RATIO = 250;
const SMALL = 4 * 1_048_576;

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
        return opened(zip, entry);
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnreadableSpreadsheet('too many files in one');
  const entries = new Map<string, yauzl.Entry>();
  let inflated = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('error', (error: Error) => reject(new UnreadableSpreadsheet(error.message)));
    zip.on('end', () => resolve());
    zip.on('entry', (entry: yauzl.Entry) => {
      inflated += entry.uncompressedSize;
      if (entry.isEncrypted() || inflated > MAX_INFLATED || isBomb(entry.uncompressedSize, entry.compressedSize))
        return reject(new UnreadableSpreadsheet('larger inside than it may be'));
      if (entries.has(entry.fileName)) return reject(new UnreadableSpreadsheet('two files of one name'));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  // Files that share their bytes are the other way to make much of little.
  const byOffset = [...entries.values()].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  byOffset.forEach((entry, index) => {
    const next = byOffset[index + 1];
    if (next && entry.relativeOffsetOfLocalHeader + entry.compressedSize > next.relativeOffsetOfLocalHeader)
      throw new UnreadableSpreadsheet('files inside overlap');
  });
  return entries;
}

const isBomb = (inflated: number, packed: number): boolean => inflated > SMALL && inflated > packed * MAX_RATIO;

const opened = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(new UnreadableSpreadsheet(error.message));
      else resolve(stream);
    });
  });

/** The archive's directory stands at its end: the file is read here and there, never as a whole. */
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
        // Whoever stops early lets the file go.
        through.on('close', () => stream.destroy());
        stream.pipe(through);
      },
      (error: Error) => through.destroy(error),
    );
    return through;
  }
}

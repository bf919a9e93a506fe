import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { fileName, pageFoot, pageHead, pageRow, CSV_HEADER, csvRow } from './person-export-pages.ts';
import { erasureStore } from './erasures.store.ts';
import { exportStore } from './exports.store.ts';
import { personDataStore, type ExportedMessage } from './person-data.store.ts';
import { personTables } from './personal-tables.ts';

interface Deps {
  db: Db;
  clock: Clock;
  storage: Storage;
}
/** Messages per transaction and in memory. */
const PAGE = 500;
/** Every message is written three times: as JSON, as CSV and as HTML. */
const FORMATS = 3;
/** Tables that are exported row by row. */
const rowTables = Object.entries(personTables).flatMap(([table, { link, exported }]) =>
  typeof exported === 'string' && link !== 'message' && link !== 'file' ? [{ table, name: exported }] : [],
);

/** Writes all data of one person into a zip archive. After a crash it starts again from the beginning. */
export function createPersonExport({ db, clock, storage }: Deps) {
  async function run({ companyId, exportId }: { companyId: number; exportId: number }): Promise<void> {
    const exportRow = await db.readCompany(companyId, (tx) => exportStore.byId(tx, exportId));
    if (!exportRow || exportRow.state === 'ready') return;
    try {
      await write(companyId, exportId, exportRow.contactId);
    } catch (error) {
      await db.inCompany(companyId, (tx) => exportStore.fail(tx, exportId));
      throw error;
    }
  }

  async function write(companyId: number, exportId: number, contactId: number) {
    const contactIds = await db.readCompany(companyId, (tx) => erasureStore.contactIdsOf(tx, contactId));
    const ids = await db.readCompany(companyId, (tx) => personDataStore.messageIds(tx, contactIds));
    await db.inCompany(companyId, (tx) => exportStore.start(tx, exportId, ids.length));
    const sections = await db.readCompany(companyId, async (tx) => {
      const collected: { name: string; rows: Record<string, unknown>[] }[] = [];
      for (const { table, name } of rowTables)
        collected.push({ name, rows: await personDataStore.rows(tx, table, contactIds) });
      return collected;
    });

    let written = 0;
    async function* pages(): AsyncGenerator<ExportedMessage[]> {
      for (let from = 0; from < ids.length; from += PAGE) {
        const batch = ids.slice(from, from + PAGE);
        yield await db.readCompany(companyId, (tx) => personDataStore.messages(tx, batch, contactIds));
        written += batch.length;
        const done = Math.floor(written / FORMATS);
        await db.inCompany(companyId, (tx) => exportStore.progress(tx, exportId, done));
      }
    }
    const zip = new ZipFile();
    const out = zip.outputStream as Readable;
    zip.on('error', (error: Error) => out.destroy(error));
    const add = (name: string, text: () => AsyncGenerator<string>) =>
      zip.addReadStreamLazy(name, (done) => done(null, Readable.from(text(), { objectMode: false })));
    const data = Object.fromEntries(sections.map(({ name, rows }) => [name, rows]));
    zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'dados.json');
    add('mensagens.json', () => asJson(pages()));
    add('mensagens.csv', () => asCsv(pages()));
    add('leia-me.html', () =>
      asPage(
        pages(),
        pageHead(
          sections.map(({ name, rows }) => ({ title: name, rows })),
          clock.now().toISOString(),
        ).text,
      ),
    );
    for (let from = 0; from < ids.length; from += PAGE) {
      const batch = ids.slice(from, from + PAGE);
      const media = await db.readCompany(companyId, (tx) => personDataStore.media(tx, batch));
      for (const file of media) addFile(zip, file.mediaKey, fileName(file));
    }
    const pictures = await db.readCompany(companyId, (tx) => personDataStore.pictures(tx, contactIds));
    for (const [index, key] of pictures.entries()) addFile(zip, key, `midia/foto-${index + 1}.webp`);
    zip.end();

    const stored = await storage.put(out, { companyId, kind: 'person-export' });
    const isSaved = await db.inCompany(companyId, async (tx) => {
      // Another worker finished first, or the person was erased meanwhile: this archive is dropped.
      if (!(await exportStore.finish(tx, exportId, { fileKey: stored.key, bytes: stored.bytes, done: ids.length })))
        return false;
      const name = `dados-pessoais-${contactId}.zip`;
      await fileStore.insert(tx, {
        ...stored,
        purpose: 'person-export',
        mime: 'application/zip',
        name,
        createdBy: null,
      });
      return true;
    });
    if (!isSaved) await storage.remove(stored.key);
  }

  /** A file missing in the storage becomes an empty file with its name. */
  const addFile = (zip: ZipFile, key: string, name: string) =>
    zip.addReadStreamLazy(name, { compress: false }, (done) => {
      storage.open(key).then(
        (file) => done(null, file?.stream ?? Readable.from([])),
        (error: Error) => done(error, Readable.from([])),
      );
    });

  return {
    run,
    /** Removes expired exports with their files. */
    async prune(companyId: number): Promise<void> {
      const expired = await db.readCompany(companyId, (tx) => exportStore.expired(tx, clock.now()));
      if (expired.length === 0) return;
      for (const { fileKey } of expired) if (fileKey !== null) await storage.remove(fileKey);
      await db.inCompany(companyId, async (tx) => {
        for (const { fileKey } of expired) if (fileKey !== null) await fileStore.remove(tx, fileKey);
        await exportStore.remove(
          tx,
          expired.map(({ id }) => id),
        );
      });
    },
  };
}

async function* asJson(pages: AsyncGenerator<ExportedMessage[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages)
    for (const message of page) {
      const file = message.mediaKey === null ? null : fileName(message);
      yield `${before}\n${JSON.stringify({ ...message.columns, file })}`;
      before = ',';
    }
  yield before === '[' ? '[]\n' : '\n]\n';
}
async function* asCsv(pages: AsyncGenerator<ExportedMessage[]>): AsyncGenerator<string> {
  yield CSV_HEADER;
  for await (const page of pages) yield page.map(csvRow).join('');
}
async function* asPage(pages: AsyncGenerator<ExportedMessage[]>, head: string): AsyncGenerator<string> {
  yield head;
  for await (const page of pages) yield page.map((message) => pageRow(message).text).join('');
  yield pageFoot.text;
}

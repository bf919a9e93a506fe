import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import { fileName, pageFoot, pageHead, pageLine, SHEET_HEAD, sheetLine } from './copy-pages.ts';
import { erasureStore } from './erasures.store.ts';
import { exportStore } from './exports.store.ts';
import { gatheringStore, type SaidRow } from './gathering.store.ts';
import { aboutPerson } from './personal-tables.ts';

interface Needs {
  db: Db;
  clock: Clock;
  storage: Storage;
}
/** Messages read at once; nothing longer is held in memory, nor any transaction. */
const PAGE = 500;
/** Every message is written three times: for machines, for sheets and to be read. */
const FORMS = 3;
const byRow = Object.entries(aboutPerson).flatMap(([table, { link, exported }]) =>
  typeof exported === 'string' && link !== 'message' && link !== 'file' ? [{ table, name: exported }] : [],
);

/** Gathers everything about one person into one file; begun again after a crash, it begins anew. */
export function createCopying({ db, clock, storage }: Needs) {
  async function make({ companyId, exportId }: { companyId: number; exportId: number }): Promise<void> {
    const wanted = await db.readCompany(companyId, (tx) => exportStore.byId(tx, exportId));
    if (!wanted || wanted.state === 'ready') return;
    try {
      await write(companyId, exportId, wanted.contactId);
    } catch (fault) {
      await db.inCompany(companyId, (tx) => exportStore.update(tx, exportId, { state: 'failed' }));
      throw fault;
    }
  }

  async function write(companyId: number, exportId: number, contactId: number) {
    const people = await db.readCompany(companyId, (tx) => erasureStore.peopleOf(tx, contactId));
    const ids = await db.readCompany(companyId, (tx) => gatheringStore.messageIds(tx, people));
    await db.inCompany(companyId, (tx) =>
      exportStore.update(tx, exportId, { state: 'making', done: 0, total: ids.length }),
    );
    const sections = await db.readCompany(companyId, async (tx) => {
      const gathered: { name: string; rows: Record<string, unknown>[] }[] = [];
      for (const { table, name } of byRow) gathered.push({ name, rows: await gatheringStore.rows(tx, table, people) });
      return gathered;
    });

    let written = 0;
    async function* pages(): AsyncGenerator<SaidRow[]> {
      for (let from = 0; from < ids.length; from += PAGE) {
        const some = ids.slice(from, from + PAGE);
        yield await db.readCompany(companyId, (tx) => gatheringStore.messages(tx, some, people));
        written += some.length;
        const done = Math.floor(written / FORMS);
        await db.inCompany(companyId, (tx) => exportStore.update(tx, exportId, { done }));
      }
    }
    const zip = new ZipFile();
    const out = zip.outputStream as Readable;
    zip.on('error', (fault: Error) => out.destroy(fault));
    const add = (name: string, text: () => AsyncGenerator<string>) =>
      zip.addReadStreamLazy(name, (done) => done(null, Readable.from(text(), { objectMode: false })));
    const data = Object.fromEntries(sections.map(({ name, rows }) => [name, rows]));
    zip.addBuffer(Buffer.from(JSON.stringify(data, null, 2)), 'dados.json');
    add('mensagens.json', () => asJson(pages()));
    add('mensagens.csv', () => asSheet(pages()));
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
      const some = ids.slice(from, from + PAGE);
      const media = await db.readCompany(companyId, (tx) => gatheringStore.media(tx, some));
      for (const file of media) addFile(zip, file.media_key, fileName(file));
    }
    const pictures = await db.readCompany(companyId, (tx) => gatheringStore.pictures(tx, people));
    for (const [place, key] of pictures.entries()) addFile(zip, key, `midia/foto-${place + 1}.webp`);
    zip.end();

    const stored = await storage.put(out, { companyId, kind: 'person-export' });
    const isKept = await db.inCompany(companyId, async (tx) => {
      // Another worker was faster, or the person was erased meanwhile: then this one never was.
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
    if (!isKept) await storage.remove(stored.key);
  }

  /** One that is lost leaves an empty place; the copy says by its name what was there. */
  const addFile = (zip: ZipFile, key: string, name: string) =>
    zip.addReadStreamLazy(name, { compress: false }, (done) => {
      storage.open(key).then(
        (file) => done(null, file?.stream ?? Readable.from([])),
        (fault: Error) => done(fault, Readable.from([])),
      );
    });

  return {
    make,
    /** What was made a day ago is thrown away. */
    async prune(companyId: number): Promise<void> {
      const over = await db.readCompany(companyId, (tx) => exportStore.over(tx, clock.now()));
      if (over.length === 0) return;
      for (const { fileKey } of over) if (fileKey !== null) await storage.remove(fileKey);
      await db.inCompany(companyId, async (tx) => {
        for (const { fileKey } of over) if (fileKey !== null) await fileStore.remove(tx, fileKey);
        await exportStore.remove(
          tx,
          over.map(({ id }) => id),
        );
      });
    },
  };
}

async function* asJson(pages: AsyncGenerator<SaidRow[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages)
    for (const { media_key, ...message } of page) {
      const file = media_key === null ? null : fileName(message);
      yield `${before}\n${JSON.stringify({ ...message, file })}`;
      before = ',';
    }
  yield before === '[' ? '[]\n' : '\n]\n';
}
async function* asSheet(pages: AsyncGenerator<SaidRow[]>): AsyncGenerator<string> {
  yield SHEET_HEAD;
  for await (const page of pages) yield page.map(sheetLine).join('');
}
async function* asPage(pages: AsyncGenerator<SaidRow[]>, head: string): AsyncGenerator<string> {
  yield head;
  for await (const page of pages) yield page.map((message) => pageLine(message).text).join('');
  yield pageFoot.text;
}

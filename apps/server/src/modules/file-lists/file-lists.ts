import { createReadStream } from 'node:fs';
import { MOST_FILES_IN_LIST } from '@balcao/contract/endpoints/files';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { FileListItemRow } from '../../foundation/db/schema/file-lists.ts';
import { brokenConstraint, type Db, type Tx } from '../../foundation/db/tx.ts';
import type { SentFile } from '../../foundation/http/handle.ts';
import type { Limits } from '../../foundation/limits/limits.ts';
import { sniff, type SniffedType } from '../../foundation/media/sniff.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { Storage, StoredFile } from '../../foundation/storage/storage.ts';
import { fileListStore, type CountedFileList, type ItemFile } from './file-lists.store.ts';

interface Needs {
  db: Db;
  storage: Storage;
  limits: Limits;
}
export interface FileListWords {
  name: string;
  message: string;
  /** The whole list in its order; one without an id is new. */
  items: { id: number | null; name: string }[];
}
export interface WholeFileList extends CountedFileList {
  items: FileListItemRow[];
}
/** A file as it is sent. */
export interface ListedFile {
  /** What stands under it. */
  name: string;
  type: SniffedType;
  media: { key: string; mime: string; fileName: string; bytes: number };
}
interface Kept extends StoredFile {
  mime: string;
  mediaName: string;
  wishes: { itemId: number | null; name: string };
}
const LONGEST_NAME = 200;

/** Files under one name, which the bot sends one after the other. */
export function createFileLists({ db, storage, limits }: Needs) {
  const whole = async (tx: Tx, id: number): Promise<WholeFileList> => ({
    ...found(await fileListStore.byId(tx, id), 'ERR_NO_FILE_FOUND'),
    items: await fileListStore.items(tx, id),
  });
  const held = async (tx: Tx, id: number) => {
    found(await fileListStore.lock(tx, id), 'ERR_NO_FILE_FOUND');
    return fileListStore.items(tx, id);
  };
  /** What the list lets go of; what a customer was sent stays, since a conversation shows it. */
  async function letGo(tx: Tx, items: FileListItemRow[]): Promise<string[]> {
    const keys = items.flatMap(({ mediaKey, wasSent }) => (mediaKey === null || wasSent ? [] : [mediaKey]));
    for (const key of keys) await fileStore.remove(tx, key);
    return keys;
  }
  /** After the commit: until then the row still names them. */
  const forget = (keys: string[]) => Promise.all(keys.map((key) => storage.remove(key)));

  async function arrange(tx: Tx, listId: number, before: FileListItemRow[], wanted: FileListWords['items']) {
    const known = new Map(before.map((item) => [item.id, item]));
    for (const [position, { id, name }] of wanted.entries()) {
      if (id === null) await fileListStore.addItem(tx, { listId, name, position });
      // Named twice, or of another list: there is none such to be moved here.
      else if (!known.delete(id)) refuse('ERR_NO_FILE_FOUND');
      else await fileListStore.setItem(tx, id, { name, position });
    }
    const gone = [...known.values()];
    await fileListStore.removeItems(
      tx,
      gone.map((item) => item.id),
    );
    return letGo(tx, gone);
  }

  async function keep(actor: Actor, file: SentFile): Promise<Kept> {
    const mediaName = nameOf(file.fileName);
    const { mime } = sniff(file.head, mediaName);
    const stored = await storage.put(createReadStream(file.path), { companyId: actor.companyId, kind: 'media' });
    const wishes = { itemId: itemIdOf(file), name: (file.beside['name'] ?? '').trim().slice(0, LONGEST_NAME) };
    return { ...stored, mime, mediaName, wishes };
  }

  return {
    list: (actor: Actor, filter: { search: string; page: number }) =>
      db.readCompany(actor.companyId, (tx) => fileListStore.page(tx, filter)),
    pick: (actor: Actor) => db.readCompany(actor.companyId, (tx) => fileListStore.pick(tx)),
    show: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => whole(tx, id)),
    /** For telling. */
    standing: (companyId: number, id: number) => db.readCompany(companyId, (tx) => fileListStore.byId(tx, id)),
    /** Which of these are there, for whoever wants to name one. */
    known: async (tx: Tx, id: number): Promise<boolean> => (await fileListStore.byId(tx, id)) !== undefined,

    /** For the bot: what it says and what it sends, in order. From here on the files belong to conversations too. */
    async filesOf(tx: Tx, listId: number): Promise<{ message: string; files: ListedFile[] } | undefined> {
      const list = await fileListStore.byId(tx, listId);
      if (!list) return undefined;
      const items = (await fileListStore.items(tx, listId)).filter((item) => item.mediaKey !== null);
      await fileListStore.markSent(
        tx,
        items.filter((item) => !item.wasSent).map((item) => item.id),
      );
      return { message: list.message, files: items.map(listed) };
    },

    create: (actor: Actor, { items, ...words }: FileListWords) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          const id = await fileListStore.insert(tx, { ...words, userId: actor.userId });
          await arrange(tx, id, [], items);
          tx.emit({ is: 'file-list.saved', fileListId: id, isNew: true });
          return whole(tx, id);
        })
        .catch(refuseTaken),

    async update(actor: Actor, id: number, { items, ...words }: FileListWords) {
      const { list, keys } = await db
        .inCompany(actor.companyId, async (tx) => {
          const before = await held(tx, id);
          await fileListStore.update(tx, id, words);
          const gone = await arrange(tx, id, before, items);
          tx.emit({ is: 'file-list.saved', fileListId: id, isNew: false });
          return { list: await whole(tx, id), keys: gone };
        })
        .catch(refuseTaken);
      await forget(keys);
      return list;
    },

    async remove(actor: Actor, id: number) {
      const keys = await db.inCompany(actor.companyId, async (tx) => {
        const { name, items } = await whole(tx, id);
        await fileListStore.remove(tx, id);
        await audit(tx, { userId: actor.userId, act: 'file-list.removed', subject: `file list ${id}`, data: { name } });
        tx.emit({ is: 'file-list.removed', fileListId: id });
        return letGo(tx, items);
      });
      await forget(keys);
    },

    async upload(actor: Actor, listId: number, files: SentFile[]) {
      await limits.use({ limit: 'files sent by a user', of: `${actor.companyId} ${actor.userId}` });
      // Before anything is stored: what is not there, or has no room, leaves no file behind.
      const { items } = await db.readCompany(actor.companyId, (tx) => whole(tx, listId));
      const fresh = files.filter((file) => itemIdOf(file) === null);
      if (items.length + fresh.length > MOST_FILES_IN_LIST) refuse('ERR_FILE_LIST_FULL');
      if (files.length === 0 || files.some((file) => file.bytes === 0))
        refuse('ERR_VALIDATION', { field: 'files', rule: 'required' });
      const kept: Kept[] = [];
      for (const file of files) kept.push(await keep(actor, file));
      const keys = await db.inCompany(actor.companyId, async (tx) => {
        const before = await held(tx, listId);
        const replaced: FileListItemRow[] = [];
        let last = before.length;
        for (const { key, bytes, sha256, mime, mediaName, wishes } of kept) {
          const file: ItemFile = { mediaKey: key, mediaName, mediaMime: mime, mediaBytes: bytes };
          const purpose = { purpose: 'media', mime, name: mediaName, createdBy: actor.userId };
          await fileStore.insert(tx, { key, bytes, sha256, ...purpose });
          if (wishes.itemId === null) {
            if (last >= MOST_FILES_IN_LIST) refuse('ERR_FILE_LIST_FULL');
            await fileListStore.addItem(tx, { listId, name: wishes.name || mediaName, position: last++, ...file });
            continue;
          }
          const at = before.findIndex((item) => item.id === wishes.itemId);
          if (at < 0) refuse('ERR_NO_FILE_FOUND');
          replaced.push(before[at]!);
          await fileListStore.setItem(tx, wishes.itemId, file);
        }
        tx.emit({ is: 'file-list.saved', fileListId: listId, isNew: false });
        return letGo(tx, replaced);
      });
      await forget(keys);
    },
  };
}
export type FileLists = ReturnType<typeof createFileLists>;

/** Which row of the list the file is for; none is a new one. */
const itemIdOf = ({ beside: { id = '' } }: SentFile): number | null => (/^[1-9]\d{0,8}$/.test(id) ? Number(id) : null);

const listed = ({ name, mediaKey, mediaName, mediaMime, mediaBytes }: FileListItemRow): ListedFile => ({
  name,
  type: typeOf(mediaMime),
  media: { key: mediaKey!, mime: mediaMime, fileName: mediaName, bytes: mediaBytes },
});
export const typeOf = (mime: string): SniffedType =>
  (/^(image|audio|video)\//.exec(mime)?.[1] as SniffedType | undefined) ?? 'document';

/** As it is shown and saved: without spaces and without a way into another folder. */
const nameOf = (fileName: string): string =>
  fileName.replaceAll(/[\\/]/g, '-').replaceAll(/\s/g, '_').slice(0, LONGEST_NAME);

function refuseTaken(fault: unknown): never {
  if (brokenConstraint(fault) === 'file_lists_name')
    refuse('ERR_FILE_LIST_ALREADY_EXISTS', { field: 'name', rule: 'taken' });
  throw fault;
}

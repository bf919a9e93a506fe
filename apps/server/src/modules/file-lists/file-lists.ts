import { MAX_FILES_IN_LIST } from '@balcao/contract/endpoints/files';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { FileListItemRow } from '../../infrastructure/db/schema/file-lists.ts';
import { brokenConstraint, type Db, type Tx } from '../../infrastructure/db/tx.ts';
import type { SentFile } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { sniff, type SniffedType } from '../../infrastructure/media/sniff.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { sanitizeFileName } from '../../infrastructure/storage/file-name.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage, StoredFile } from '../../infrastructure/storage/storage.ts';
import { fileListRecords, type ItemFile } from './file-list-records.store.ts';
import { fileListStore, type CountedFileList } from './file-lists.store.ts';

interface Deps {
  db: Db;
  storage: Storage;
  limits: Limits;
}
export interface FileListInput {
  name: string;
  message: string;
  /** The complete list in order; an item without an id is new. */
  items: { id: number | null; name: string }[];
}
export interface FullFileList extends CountedFileList {
  items: FileListItemRow[];
}
/** File to send. */
export interface ListedFile {
  /** Caption. */
  name: string;
  type: SniffedType;
  media: { key: string; mime: string; fileName: string; bytes: number };
}
interface StoredUpload extends StoredFile {
  mime: string;
  mediaName: string;
  target: { itemId: number | null; name: string };
}
const MAX_NAME_LENGTH = 200;

/** Named lists of files, which the bot sends in order. */
export function createFileLists({ db, storage, limits }: Deps) {
  const getFull = async (tx: Tx, id: number): Promise<FullFileList> => ({
    ...assertFound(await fileListStore.byId(tx, id), 'ERR_NO_FILE_FOUND'),
    items: await fileListRecords.items(tx, id),
  });
  const lockItems = async (tx: Tx, id: number) => {
    assertFound(await fileListRecords.lock(tx, id), 'ERR_NO_FILE_FOUND');
    return fileListRecords.items(tx, id);
  };
  /** Releases the files of removed items and returns those that nothing uses: conversations still show files that were sent. */
  const releaseFiles = (tx: Tx, items: FileListItemRow[]): Promise<string[]> =>
    fileStore.release(
      tx,
      items.flatMap(({ mediaKey }) => mediaKey ?? []),
    );
  /** Call it after the commit: until then rows still refer to the files. */
  const removeFromStorage = (keys: string[]) => Promise.all(keys.map((key) => storage.remove(key)));

  async function arrange(tx: Tx, listId: number, before: FileListItemRow[], newItems: FileListInput['items']) {
    const remaining = new Map(before.map((item) => [item.id, item]));
    for (const [position, { id, name }] of newItems.entries()) {
      if (id === null) await fileListRecords.addItem(tx, { listId, name, position });
      // A repeated id, or an item of another list.
      else if (!remaining.delete(id)) refuse('ERR_NO_FILE_FOUND');
      else await fileListRecords.setItem(tx, id, { name, position });
    }
    const removed = [...remaining.values()];
    await fileListRecords.removeItems(
      tx,
      removed.map((item) => item.id),
    );
    return releaseFiles(tx, removed);
  }

  async function storeUpload(actor: Actor, file: SentFile): Promise<StoredUpload> {
    const mediaName = sanitizeFileName(file.fileName);
    const { mime } = sniff(file.head, mediaName);
    const stored = await storage.put({ path: file.path }, { companyId: actor.companyId, kind: 'media' });
    const target = { itemId: itemIdOf(file), name: (file.otherFields['name'] ?? '').trim().slice(0, MAX_NAME_LENGTH) };
    return { ...stored, mime, mediaName, target };
  }

  return {
    list: (actor: Actor, filter: { search: string; page: number }) =>
      db.readCompany(actor.companyId, (tx) => fileListStore.page(tx, filter)),
    pick: (actor: Actor) => db.readCompany(actor.companyId, (tx) => fileListStore.pick(tx)),
    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => getFull(tx, id)),
    /** For realtime events. */
    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => fileListStore.byId(tx, id)),
    /** For modules that refer to a list by id. */
    exists: async (tx: Tx, id: number): Promise<boolean> => (await fileListStore.byId(tx, id)) !== undefined,

    /** Message and files that the bot sends, in order. Marks the files as sent: conversations refer to them from now on. */
    async filesOf(tx: Tx, listId: number): Promise<{ message: string; files: ListedFile[] } | undefined> {
      const list = await fileListStore.byId(tx, listId);
      if (!list) return undefined;
      const items = (await fileListRecords.items(tx, listId)).filter((item) => item.mediaKey !== null);
      // Locked until the messages with them are stored.
      await fileStore.share(
        tx,
        items.map((item) => item.mediaKey!),
      );
      await fileListRecords.markSent(
        tx,
        items.filter((item) => !item.wasSent).map((item) => item.id),
      );
      return { message: list.message, files: items.map(listed) };
    },

    create: (actor: Actor, { items, ...fields }: FileListInput) =>
      db
        .inCompany(actor.companyId, async (tx) => {
          const id = await fileListRecords.insert(tx, { ...fields, userId: actor.userId });
          await arrange(tx, id, [], items);
          tx.emit({ type: 'file-list.saved', fileListId: id, isNew: true });
          return getFull(tx, id);
        })
        .catch(refuseDuplicateName),

    async update(actor: Actor, id: number, { items, ...fields }: FileListInput) {
      const { list, keys } = await db
        .inCompany(actor.companyId, async (tx) => {
          const before = await lockItems(tx, id);
          await fileListRecords.update(tx, id, fields);
          const removedKeys = await arrange(tx, id, before, items);
          tx.emit({ type: 'file-list.saved', fileListId: id, isNew: false });
          return { list: await getFull(tx, id), keys: removedKeys };
        })
        .catch(refuseDuplicateName);
      await removeFromStorage(keys);
      return list;
    },

    async remove(actor: Actor, id: number) {
      const keys = await db.inCompany(actor.companyId, async (tx) => {
        const { name, items } = await getFull(tx, id);
        await fileListRecords.remove(tx, id);
        await audit(tx, {
          userId: actor.userId,
          action: 'file-list.removed',
          subject: `file list ${id}`,
          data: { name },
        });
        tx.emit({ type: 'file-list.removed', fileListId: id });
        return releaseFiles(tx, items);
      });
      await removeFromStorage(keys);
    },

    /** Before the files are read: the list exists, and the user has not sent too many files. */
    async admitUpload(actor: Actor, listId: number): Promise<void> {
      await limits.use({ limit: 'files sent by a user', of: `${actor.companyId} ${actor.userId}` });
      await db.readCompany(actor.companyId, (tx) => getFull(tx, listId));
    },

    async upload(actor: Actor, listId: number, files: SentFile[]) {
      // Checked before anything is stored: a missing or full list leaves no orphan file.
      const { items } = await db.readCompany(actor.companyId, (tx) => getFull(tx, listId));
      const newFiles = files.filter((file) => itemIdOf(file) === null);
      if (items.length + newFiles.length > MAX_FILES_IN_LIST) refuse('ERR_FILE_LIST_FULL');
      if (files.length === 0 || files.some((file) => file.bytes === 0))
        refuse('ERR_VALIDATION', { field: 'files', rule: 'required' });
      const uploads: StoredUpload[] = [];
      for (const file of files) uploads.push(await storeUpload(actor, file));
      const keys = await db.inCompany(actor.companyId, async (tx) => {
        const before = await lockItems(tx, listId);
        const replaced: FileListItemRow[] = [];
        let last = before.length;
        for (const { key, bytes, sha256, mime, mediaName, target } of uploads) {
          const file: ItemFile = { mediaKey: key, mediaName, mediaMime: mime, mediaBytes: bytes };
          const purpose = { purpose: 'media', mime, name: mediaName, createdBy: actor.userId };
          await fileStore.insert(tx, { key, bytes, sha256, ...purpose });
          if (target.itemId === null) {
            if (last >= MAX_FILES_IN_LIST) refuse('ERR_FILE_LIST_FULL');
            await fileListRecords.addItem(tx, { listId, name: target.name || mediaName, position: last++, ...file });
            continue;
          }
          const at = before.findIndex((item) => item.id === target.itemId);
          if (at < 0) refuse('ERR_NO_FILE_FOUND');
          replaced.push(before[at]!);
          await fileListRecords.setItem(tx, target.itemId, file);
        }
        tx.emit({ type: 'file-list.saved', fileListId: listId, isNew: false });
        return releaseFiles(tx, replaced);
      });
      await removeFromStorage(keys);
    },
  };
}
export type FileLists = ReturnType<typeof createFileLists>;

/** Item that receives the file; null for a new item. */
const itemIdOf = ({ otherFields: { id = '' } }: SentFile): number | null =>
  /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;

const listed = ({ name, mediaKey, mediaName, mediaMime, mediaBytes }: FileListItemRow): ListedFile => ({
  name,
  type: typeOf(mediaMime),
  media: { key: mediaKey!, mime: mediaMime, fileName: mediaName, bytes: mediaBytes },
});
export const typeOf = (mime: string): SniffedType =>
  (/^(image|audio|video)\//.exec(mime)?.[1] as SniffedType | undefined) ?? 'document';

function refuseDuplicateName(error: unknown): never {
  if (brokenConstraint(error) === 'file_lists_name')
    refuse('ERR_FILE_LIST_ALREADY_EXISTS', { field: 'name', rule: 'taken' });
  throw error;
}

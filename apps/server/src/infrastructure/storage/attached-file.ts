/** One uploaded file that belongs to a row, is sent with its message and is replaced as a whole. */
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../db/tx.ts';
import type { Upload } from '../http/handle.ts';
import type { Limits } from '../limits/limits.ts';
import { HEAD_BYTES, sniff } from '../media/sniff.ts';
import { sanitizeFileName } from './file-name.ts';
import { fileStore } from './files.store.ts';
import type { Storage } from './storage.ts';

interface Media {
  mediaKey: string | null;
  mediaName: string;
  mediaMime: string;
}
const NO_MEDIA: Media = { mediaKey: null, mediaName: '', mediaMime: '' };

interface Deps {
  db: Db;
  storage: Storage;
  limits: Limits;
}
interface Owner<Row extends { mediaKey: string | null }> {
  /** Refuses when the caller may not change the row. */
  assertChangeable(tx: Tx, actor: Actor, id: number): Promise<unknown>;
  /** The same, and locks the row. */
  lockChangeable(tx: Tx, actor: Actor, id: number): Promise<Row>;
  /** Refuses files of a type that cannot be sent. */
  assertType(mime: string): void;
  save(tx: Tx, before: Row, media: Media): Promise<void>;
}

export function createAttachedFile<Row extends { mediaKey: string | null }>(
  { db, storage, limits }: Deps,
  owner: Owner<Row>,
) {
  /** Replaces the file; returns the keys of files that nothing uses any more. */
  async function replace(tx: Tx, before: Row, media: Media): Promise<string[]> {
    await owner.save(tx, before, media);
    return before.mediaKey === null ? [] : fileStore.release(tx, [before.mediaKey]);
  }
  /** Call it after the commit: until then the row still refers to the file. */
  const removeFromStorage = (keys: string[]) => Promise.all(keys.map((key) => storage.remove(key)));

  return {
    async attach(actor: Actor, id: number, file: Upload): Promise<void> {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      // Checked before anything is stored: a refused upload leaves no orphan file.
      await db.readCompany(actor.companyId, (tx) => owner.assertChangeable(tx, actor, id));
      const mediaName = sanitizeFileName(file.fileName);
      const { mime } = sniff(file.bytes.subarray(0, HEAD_BYTES), mediaName);
      owner.assertType(mime);
      const stored = await storage.put(file.bytes, { companyId: actor.companyId, kind: 'media' });
      const released = await db.inCompany(actor.companyId, async (tx) => {
        const before = await owner.lockChangeable(tx, actor, id);
        await fileStore.insert(tx, { ...stored, purpose: 'media', mime, name: mediaName, createdBy: actor.userId });
        return replace(tx, before, { mediaKey: stored.key, mediaName, mediaMime: mime });
      });
      await removeFromStorage(released);
    },

    async detach(actor: Actor, id: number): Promise<void> {
      const released = await db.inCompany(actor.companyId, async (tx) => {
        const before = await owner.lockChangeable(tx, actor, id);
        return before.mediaKey === null ? [] : replace(tx, before, NO_MEDIA);
      });
      await removeFromStorage(released);
    },
  };
}

import type { Actor } from '@balcao/domain/policy/actor';
import type { Upload } from '../infrastructure/http/handle.ts';
import { sniff } from '../infrastructure/media/sniff.ts';
import { assertFound } from '../infrastructure/app-error.ts';
import { fileStore } from '../infrastructure/storage/files.store.ts';
import type { Modules } from './modules.ts';

/** Saves and removes the greeting file of a connection. */
export function attachments({ connections, db, limits, storage }: Modules) {
  async function removeFile(actor: Actor, key: string | null) {
    if (key === null) return;
    // Messages that were sent with the greeting still show it.
    const released = await db.inCompany(actor.companyId, (tx) => fileStore.release(tx, [key]));
    for (const unused of released) await storage.remove(unused);
  }
  return {
    async save(actor: Actor, id: number, file: Upload) {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      // Checked before the file is stored: an unknown connection must not leave a file behind.
      assertFound(await connections.find(actor.companyId, id), 'ERR_NO_WAPP_FOUND');
      const { mime } = sniff(file.bytes.subarray(0, 64), file.fileName);
      const stored = await storage.put(file.bytes, { companyId: actor.companyId, kind: 'media' });
      await db.inCompany(actor.companyId, (tx) =>
        fileStore.insert(tx, { ...stored, purpose: 'media', mime, createdBy: actor.userId }),
      );
      await removeFile(
        actor,
        await connections.saveAttachment(actor, id, { key: stored.key, name: file.fileName.slice(0, 200) }),
      );
    },
    async drop(actor: Actor, id: number) {
      await removeFile(actor, await connections.saveAttachment(actor, id, null));
    },
  };
}

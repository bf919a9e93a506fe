import { createReadStream } from 'node:fs';
import type { Actor } from '@balcao/domain/policy/actor';
import type { MediaType, StoredMedia } from '../../channels/port.ts';
import type { Db } from '../../foundation/db/tx.ts';
import type { SentFile } from '../../foundation/http/handle.ts';
import { refuse } from '../../foundation/refusal.ts';
import { sniff } from '../../foundation/media/sniff.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { Storage } from '../../foundation/storage/storage.ts';
import type { OutContent } from './content.ts';

/** Files that agents send: kept under a name of ours, with the type the bytes tell. */
export const createOutMedia = ({ db, storage }: { db: Db; storage: Storage }) => {
  async function keep(
    actor: Actor,
    content: Buffer | NodeJS.ReadableStream,
    mime: string,
    fileName: string,
  ): Promise<StoredMedia> {
    const stored = await storage.put(content as never, { companyId: actor.companyId, kind: 'media' });
    await db.inCompany(actor.companyId, (tx) =>
      fileStore.insert(tx, { ...stored, purpose: 'media', mime, createdBy: actor.userId }),
    );
    return { key: stored.key, mime, fileName, bytes: stored.bytes };
  }
  return {
    async ofUpload(actor: Actor, file: SentFile, caption: string): Promise<OutContent> {
      const { mime, type } = sniff(file.head, file.fileName);
      const media = await keep(actor, createReadStream(file.path), mime, file.fileName);
      return {
        kind: 'media',
        type,
        media,
        ...(caption !== '' && { caption }),
        ...(type === 'audio' && { isVoice: true }),
      };
    },
    async ofBase64(actor: Actor, base64: string): Promise<StoredMedia> {
      const bytes = Buffer.from(base64, 'base64');
      const { mime, type } = sniff(bytes.subarray(0, 64), 'image');
      if (type !== 'image') refuse('ERR_VALIDATION', { field: 'image', rule: 'image' });
      return keep(actor, bytes, mime, 'image');
    },
  };
};
export type OutMedia = ReturnType<typeof createOutMedia>;
export type { MediaType };

import { randomBytes } from 'node:crypto';
import { MAX_FLOW_FILE_BYTES } from '@balcao/contract/endpoints/flows';
import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { SentFile } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { sniff } from '../../infrastructure/media/sniff.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Content, Storage, StoredFile } from '../../infrastructure/storage/storage.ts';
import { flowFileStore, type NewFlowFile } from './flow-files.store.ts';

export interface FlowFileDeps {
  db: Db;
  storage: Storage;
  limits: Limits;
}
/** A file whose bytes are stored, before its rows exist. */
export interface PutFile extends StoredFile {
  name: string;
  original: string;
  mime: string;
}
export type FlowMedia = keyof typeof MAX_FLOW_FILE_BYTES;

/** Files that a company may keep for its flows. */
const MAX_FILES = 5000;
const MAX_ORIGINAL_LENGTH = 150;
/** What the editor accepts. Clients recognize the kind of a stored file by its extension. */
const accepted: Record<string, { media: FlowMedia; extension: string }> = {
  'image/png': { media: 'image', extension: 'png' },
  'image/jpeg': { media: 'image', extension: 'jpg' },
  'audio/ogg': { media: 'audio', extension: 'ogg' },
  'audio/mpeg': { media: 'audio', extension: 'mp3' },
  'video/mp4': { media: 'video', extension: 'mp4' },
};

/** Files that nodes send: images, audios and videos. */
export function createFlowFiles({ db, storage, limits }: FlowFileDeps) {
  /** Type and size by the bytes; refuses other files. */
  function inspect(head: Buffer, fileName: string, bytes: number, kinds?: readonly FlowMedia[]) {
    const { mime } = sniff(head, fileName);
    const type = accepted[mime];
    if (!type || (kinds && !kinds.includes(type.media)))
      return refuse('ERR_FLOW_FILE_TYPE', { field: 'medias', rule: 'invalid' });
    if (bytes === 0) refuse('ERR_VALIDATION', { field: 'medias', rule: 'required' });
    if (bytes > MAX_FLOW_FILE_BYTES[type.media]) refuse('ERR_VALIDATION', { field: 'medias', rule: 'fileTooLarge' });
    return { mime, ...type };
  }

  async function put(
    companyId: number,
    content: Content,
    { fileName, mime, extension, media }: { fileName: string; mime: string; extension: string; media: FlowMedia },
  ): Promise<PutFile> {
    const stored = await storage.put(content, { companyId, kind: 'media', maxBytes: MAX_FLOW_FILE_BYTES[media] });
    const original = fileName.replaceAll(/[\\/]/g, '-').slice(-MAX_ORIGINAL_LENGTH);
    const stem = original
      .replace(/\.[^.]*$/, '')
      .replaceAll(/[^\p{L}\p{N}_-]+/gu, '_')
      .slice(0, 80);
    const name = `${randomBytes(6).toString('hex')}_${stem}.${extension}`;
    return { ...stored, name, original, mime };
  }

  /** Saves the rows of stored files; returns their ids. */
  async function insert(tx: Tx, actor: Actor, files: PutFile[]): Promise<number[]> {
    if ((await flowFileStore.count(tx)) + files.length > MAX_FILES) refuse('ERR_FLOW_FILE_LIMIT_REACHED');
    const ids: number[] = [];
    for (const { key, bytes, sha256, name, original, mime } of files) {
      const createdBy = actor.userId;
      await fileStore.insert(tx, { key, bytes, sha256, purpose: 'media', mime, name: original, createdBy });
      const row: NewFlowFile = { name, storageKey: key, originalName: original, mime, bytes };
      ids.push(await flowFileStore.insert(tx, row, actor.userId));
    }
    return ids;
  }

  return {
    /** Undefined for a file that flows cannot send. */
    typeOf(head: Buffer, fileName: string, bytes: number) {
      const { mime } = sniff(head, fileName);
      const type = accepted[mime];
      return type && bytes > 0 && bytes <= MAX_FLOW_FILE_BYTES[type.media] ? { mime, ...type } : undefined;
    },
    put,
    inTx: { insert },
    /** Before the files are read. */
    admit: (actor: Actor) => limits.use({ limit: 'files sent by a user', of: `${actor.companyId} ${actor.userId}` }),

    async upload(
      actor: Actor,
      files: SentFile[],
      kinds?: readonly FlowMedia[],
    ): Promise<{ id: number; name: string }[]> {
      if (files.length === 0) refuse('ERR_VALIDATION', { field: 'medias', rule: 'required' });
      const inspected = files.map((file) => ({ file, type: inspect(file.head, file.fileName, file.bytes, kinds) }));
      const stored: PutFile[] = [];
      for (const { file, type } of inspected)
        stored.push(await put(actor.companyId, { path: file.path }, { fileName: file.fileName, ...type }));
      const ids = await db.inCompany(actor.companyId, (tx) => insert(tx, actor, stored));
      return stored.map(({ name }, index) => ({ id: ids[index]!, name }));
    },
  };
}
export type FlowFiles = ReturnType<typeof createFlowFiles>;

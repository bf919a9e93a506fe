import type { CallReply } from '@balcao/domain/flow/service-call';
import { ServiceError, withinTime, type BotReply, type FileFetcher } from '../../gateways/bots/port.ts';
import { HEAD_BYTES, sniff } from '../../infrastructure/media/sniff.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';

export interface BotMediaDeps {
  db: Db;
  storage: Storage;
  files: FileFetcher;
}
/** What every channel accepts. */
const MAX_BYTES = { image: 5 * 1_048_576, audio: 16 * 1_048_576, video: 16 * 1_048_576 } as const;
/** Files of one turn; more would not be loaded before the call is over. */
const MAX_FILES = 5;
const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
};
const names = { image: 'imagem', audio: 'audio', video: 'video' } as const;

/** Stores the files that a bot sends. One that cannot be loaded, or is of another kind than the bot says, is left out. */
export function createBotMedia({ db, storage, files }: BotMediaDeps) {
  async function load(companyId: number, type: keyof typeof MAX_BYTES, url: string): Promise<CallReply | undefined> {
    const bytes = await files.fetch(url, MAX_BYTES[type]);
    const { mime, type: sniffed } = sniff(bytes.subarray(0, HEAD_BYTES), '', type === 'audio');
    const extension = extensions[mime];
    if (sniffed !== type || extension === undefined) return undefined;
    const stored = await storage.put(bytes, { companyId, kind: 'media' });
    const fileName = `${names[type]}.${extension}`;
    await db.inCompany(companyId, (tx) =>
      fileStore.insert(tx, { ...stored, purpose: 'media', mime, name: fileName, createdBy: null }),
    );
    const file = { key: stored.key, mime, fileName, bytes: stored.bytes };
    return { type: 'media', media: type, file, isVoice: mime === 'audio/ogg' };
  }

  return async function storeReplies(
    companyId: number,
    replies: readonly BotReply[],
    signal: AbortSignal,
  ): Promise<CallReply[]> {
    const stored: CallReply[] = [];
    let count = 0;
    for (const reply of replies) {
      if (reply.type === 'text') stored.push(reply);
      else if (++count <= MAX_FILES && !signal.aborted) {
        const loaded = await withinTime(load(companyId, reply.type, reply.url), signal).catch((error: unknown) => {
          if (error instanceof ServiceError) return undefined;
          throw error;
        });
        if (loaded) stored.push(loaded);
      }
    }
    return stored;
  };
}
export type StoreReplies = ReturnType<typeof createBotMedia>;

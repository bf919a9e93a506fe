import { createReadStream } from 'node:fs';
import type { MediaType, StoredMedia } from '../../channels/port.ts';
import type { Db } from '../../foundation/db/tx.ts';
import type { SentFile } from '../../foundation/http/handle.ts';
import type { Ffmpeg, SoundFormat } from '../../foundation/media/ffmpeg.ts';
import { previewOf } from '../../foundation/media/preview.ts';
import { sniff } from '../../foundation/media/sniff.ts';
import { refuse } from '../../foundation/refusal.ts';
import { fileStore } from '../../foundation/storage/files.store.ts';
import type { Storage, StoredFile } from '../../foundation/storage/storage.ts';
import type { Sendable } from './content.ts';

/** Whose file it will be; a program has no user. */
export interface Owner {
  companyId: number;
  userId: number | null;
}
interface Wish {
  caption: string;
  /** Recorded here: goes out as a voice message, in the form this channel takes. */
  voice?: SoundFormat | undefined;
}
export interface HeaderMedia {
  media: StoredMedia;
  previewKey: string | undefined;
}
/** What recorders call their files. */
const RECORDED = /^(audio-record|recording|gravacao|voice)/i;
const endings: Record<SoundFormat, string> = { ogg: 'ogg', m4a: 'm4a', mp3: 'mp3' };

/** Files that we send: kept under a name of ours, with the type that the bytes tell. */
export const createOutMedia = ({ db, storage, ffmpeg }: { db: Db; storage: Storage; ffmpeg: Ffmpeg }) => {
  const put = (owner: Owner, content: Parameters<Storage['put']>[0]) =>
    storage.put(content, { companyId: owner.companyId, kind: 'media' });
  const register = (owner: Owner, file: StoredFile, as: { purpose: string; mime: string; name?: string }) =>
    db.inCompany(owner.companyId, (tx) => fileStore.insert(tx, { ...file, ...as, createdBy: owner.userId }));

  async function keep(
    owner: Owner,
    content: Parameters<Storage['put']>[0],
    mime: string,
    fileName: string,
  ): Promise<StoredMedia> {
    const stored = await put(owner, content);
    await register(owner, stored, { purpose: 'media', mime, name: fileName });
    return { key: stored.key, mime, fileName, bytes: stored.bytes };
  }
  async function keepPreview(owner: Owner, content: Parameters<Storage['put']>[0], mime: string): Promise<string> {
    const stored = await put(owner, content);
    await register(owner, stored, { purpose: 'preview', mime });
    return stored.key;
  }

  /** The sound in another form, kept; undefined when it cannot be made. */
  async function converted<T>(
    file: SentFile,
    mime: string,
    to: SoundFormat,
    take: (path: string, mime: string) => Promise<T>,
  ) {
    const sound = await ffmpeg.convert({ path: file.path, mime, bytes: file.bytes }, to);
    if (!sound) return undefined;
    try {
      return await take(sound.path, sound.mime);
    } finally {
      await sound.done();
    }
  }

  /** As the channel takes a voice, and once more as mp3 for whoever listens here or saves it. */
  async function ofVoice(owner: Owner, file: SentFile, mime: string, to: SoundFormat): Promise<Sendable> {
    const isReady = isAlready(file.head, mime, to);
    const asItIs = () => keep(owner, createReadStream(file.path), mime, file.fileName);
    const spoken = isReady
      ? await asItIs()
      : await converted(file, mime, to, (path, newMime) =>
          keep(owner, createReadStream(path), newMime, withEnding(file.fileName, endings[to])),
        );
    const previewKey =
      mime === 'audio/mpeg' || spoken?.mime === 'audio/mpeg'
        ? undefined
        : await converted(file, mime, 'mp3', (path, newMime) => keepPreview(owner, createReadStream(path), newMime));
    // Not to be converted here: it goes as the file it is, which every channel takes.
    const content = { kind: 'media' as const, type: 'audio' as const, media: spoken ?? (await asItIs()) };
    return { content: spoken ? { ...content, isVoice: true } : content, previewKey };
  }

  /** A file as it is, and a smaller picture beside one that is large. */
  async function whole(owner: Owner, file: SentFile, { mime, type }: ReturnType<typeof sniff>) {
    const media = await keep(owner, createReadStream(file.path), mime, file.fileName);
    const small = type === 'image' ? await previewOf(storage, media.key) : undefined;
    return { media, previewKey: small && (await keepPreview(owner, small, 'image/webp')) };
  }

  return {
    async ofUpload(owner: Owner, file: SentFile, { caption, voice }: Wish): Promise<Sendable> {
      if (file.bytes === 0) refuse('ERR_VALIDATION', { field: 'medias', rule: 'required' });
      const isRecorded = voice !== undefined || RECORDED.test(file.fileName);
      const sniffed = sniff(file.head, file.fileName, isRecorded);
      const { mime, type } = sniffed;
      if (type === 'audio' && voice !== undefined) return ofVoice(owner, file, mime, voice);
      const { media, previewKey } = await whole(owner, file, sniffed);
      return { content: { kind: 'media', type, media, ...(caption !== '' && { caption }) }, previewKey };
    },
    /** What its bytes say it is, before any of them is kept. */
    mimeOf: (file: SentFile): string => sniff(file.head, file.fileName).mime,
    /** A file that stands above an approved text. */
    ofHeader: (owner: Owner, file: SentFile): Promise<HeaderMedia> =>
      whole(owner, file, sniff(file.head, file.fileName)),
    /** Is this one of those that a recorder made? */
    isRecorded: (file: SentFile): boolean => RECORDED.test(file.fileName),

    async ofBase64(owner: Owner, base64: string): Promise<StoredMedia> {
      const bytes = Buffer.from(base64, 'base64');
      const { mime, type } = sniff(bytes.subarray(0, 64), 'image');
      if (type !== 'image') refuse('ERR_VALIDATION', { field: 'image', rule: 'image' });
      return keep(owner, bytes, mime, 'image');
    },
  };
};
export type OutMedia = ReturnType<typeof createOutMedia>;
export type { MediaType };

/** Opus says its name in the first page of an Ogg file; any other sound in there is no voice message. */
function isAlready(head: Buffer, mime: string, to: SoundFormat): boolean {
  if (to === 'ogg') return mime === 'audio/ogg' && head.includes('OpusHead');
  return mime === { m4a: 'audio/mp4', mp3: 'audio/mpeg' }[to];
}

const withEnding = (fileName: string, ending: string): string => `${fileName.replace(/\.\w{1,5}$/, '')}.${ending}`;

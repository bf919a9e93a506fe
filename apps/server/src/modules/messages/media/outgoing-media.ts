import { createReadStream } from 'node:fs';
import type { MediaType, StoredMedia } from '../../../channels/port.ts';
import type { Db } from '../../../infrastructure/db/tx.ts';
import type { SentFile } from '../../../infrastructure/http/handle.ts';
import type { Ffmpeg, SoundFormat } from '../../../infrastructure/media/ffmpeg.ts';
import { previewOf } from '../../../infrastructure/media/preview.ts';
import { sniff } from '../../../infrastructure/media/sniff.ts';
import { refuse } from '../../../infrastructure/app-error.ts';
import { fileStore } from '../../../infrastructure/storage/files.store.ts';
import type { Storage, StoredFile } from '../../../infrastructure/storage/storage.ts';
import type { Sendable } from '../content.ts';

/** Whose file it will be; a program has no user. */
export interface Owner {
  companyId: number;
  userId: number | null;
}
interface UploadOptions {
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
const extensions: Record<SoundFormat, string> = { ogg: 'ogg', m4a: 'm4a', mp3: 'mp3' };

/** Files that we send: kept under a name of ours, with the type that the bytes tell. */
export const createOutgoingMedia = ({ db, storage, ffmpeg }: { db: Db; storage: Storage; ffmpeg: Ffmpeg }) => {
  const put = (owner: Owner, content: Parameters<Storage['put']>[0]) =>
    storage.put(content, { companyId: owner.companyId, kind: 'media' });
  const register = (owner: Owner, file: StoredFile, as: { purpose: string; mime: string; name?: string }) =>
    db.inCompany(owner.companyId, (tx) => fileStore.insert(tx, { ...file, ...as, createdBy: owner.userId }));

  async function store(
    owner: Owner,
    content: Parameters<Storage['put']>[0],
    mime: string,
    fileName: string,
  ): Promise<StoredMedia> {
    const stored = await put(owner, content);
    await register(owner, stored, { purpose: 'media', mime, name: fileName });
    return { key: stored.key, mime, fileName, bytes: stored.bytes };
  }
  async function storePreview(owner: Owner, content: Parameters<Storage['put']>[0], mime: string): Promise<string> {
    const stored = await put(owner, content);
    await register(owner, stored, { purpose: 'preview', mime });
    return stored.key;
  }

  /** The sound in another form, kept; undefined when it cannot be made. */
  async function convert<T>(
    file: SentFile,
    mime: string,
    to: SoundFormat,
    consume: (path: string, mime: string) => Promise<T>,
  ) {
    const sound = await ffmpeg.convert({ path: file.path, mime, bytes: file.bytes }, to);
    if (!sound) return undefined;
    try {
      return await consume(sound.path, sound.mime);
    } finally {
      await sound.done();
    }
  }

  /** As the channel takes a voice, and once more as mp3 for whoever listens here or saves it. */
  async function fromVoice(owner: Owner, file: SentFile, mime: string, to: SoundFormat): Promise<Sendable> {
    const isRightFormat = isInFormat(file.head, mime, to);
    const storeOriginal = () => store(owner, createReadStream(file.path), mime, file.fileName);
    const voiceFile = isRightFormat
      ? await storeOriginal()
      : await convert(file, mime, to, (path, newMime) =>
          store(owner, createReadStream(path), newMime, withExtension(file.fileName, extensions[to])),
        );
    const previewKey =
      mime === 'audio/mpeg' || voiceFile?.mime === 'audio/mpeg'
        ? undefined
        : await convert(file, mime, 'mp3', (path, newMime) => storePreview(owner, createReadStream(path), newMime));
    // Not to be converted here: it goes as the file it is, which every channel takes.
    const content = { kind: 'media' as const, type: 'audio' as const, media: voiceFile ?? (await storeOriginal()) };
    return { content: voiceFile ? { ...content, isVoice: true } : content, previewKey };
  }

  /** A file as it is, and a smaller picture beside one that is large. */
  async function storeWithPreview(owner: Owner, file: SentFile, { mime, type }: ReturnType<typeof sniff>) {
    const media = await store(owner, createReadStream(file.path), mime, file.fileName);
    const preview = type === 'image' ? await previewOf(storage, media.key) : undefined;
    return { media, previewKey: preview && (await storePreview(owner, preview, 'image/webp')) };
  }

  return {
    async fromUpload(owner: Owner, file: SentFile, { caption, voice }: UploadOptions): Promise<Sendable> {
      if (file.bytes === 0) refuse('ERR_VALIDATION', { field: 'medias', rule: 'required' });
      const isRecorded = voice !== undefined || RECORDED.test(file.fileName);
      const sniffed = sniff(file.head, file.fileName, isRecorded);
      const { mime, type } = sniffed;
      if (type === 'audio' && voice !== undefined) return fromVoice(owner, file, mime, voice);
      const { media, previewKey } = await storeWithPreview(owner, file, sniffed);
      return { content: { kind: 'media', type, media, ...(caption !== '' && { caption }) }, previewKey };
    },
    /** What its bytes say it is, before any of them is kept. */
    mimeOf: (file: SentFile): string => sniff(file.head, file.fileName).mime,
    /** A file that stands above an approved text. */
    fromHeader: (owner: Owner, file: SentFile): Promise<HeaderMedia> =>
      storeWithPreview(owner, file, sniff(file.head, file.fileName)),
    /** Is this one of those that a recorder made? */
    isRecorded: (file: SentFile): boolean => RECORDED.test(file.fileName),

    async fromBase64(owner: Owner, base64: string): Promise<StoredMedia> {
      const bytes = Buffer.from(base64, 'base64');
      const { mime, type } = sniff(bytes.subarray(0, 64), 'image');
      if (type !== 'image') refuse('ERR_VALIDATION', { field: 'image', rule: 'image' });
      return store(owner, bytes, mime, 'image');
    },
  };
};
export type OutgoingMedia = ReturnType<typeof createOutgoingMedia>;
export type { MediaType };

/** Opus says its name in the first page of an Ogg file; any other sound in there is no voice message. */
function isInFormat(head: Buffer, mime: string, to: SoundFormat): boolean {
  if (to === 'ogg') return mime === 'audio/ogg' && head.includes('OpusHead');
  return mime === { m4a: 'audio/mp4', mp3: 'audio/mpeg' }[to];
}

const withExtension = (fileName: string, extension: string): string =>
  `${fileName.replace(/\.\w{1,5}$/, '')}.${extension}`;

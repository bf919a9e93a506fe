import type { MediaType, StoredMedia } from '../../../channels/port.ts';
import type { Db } from '../../../infrastructure/db/tx.ts';
import type { SentFile } from '../../../infrastructure/http/handle.ts';
import type { Ffmpeg, SoundFormat } from '../../../infrastructure/media/ffmpeg.ts';
import { previewOf } from '../../../infrastructure/media/preview.ts';
import { sniff } from '../../../infrastructure/media/sniff.ts';
import { refuse } from '../../../infrastructure/app-error.ts';
import { fileStore } from '../../../infrastructure/storage/files.store.ts';
import type { Content, Storage, StoredFile } from '../../../infrastructure/storage/storage.ts';
import type { Sendable } from '../content.ts';

/** Owner of the file; the API has no user. */
export interface Owner {
  companyId: number;
  userId: number | null;
}
interface UploadOptions {
  caption: string;
  /** Recorded in the app: sent as a voice message in this format of the channel. */
  voice?: SoundFormat | undefined;
}
export interface HeaderMedia {
  media: StoredMedia;
  previewKey: string | undefined;
}
/** File names of recorders. */
const RECORDED = /^(audio-record|recording|gravacao|voice)/i;
const extensions: Record<SoundFormat, string> = { ogg: 'ogg', m4a: 'm4a', mp3: 'mp3' };

/** Stores files to send, under generated keys; the type comes from the bytes. */
export const createOutgoingMedia = ({ db, storage, ffmpeg }: { db: Db; storage: Storage; ffmpeg: Ffmpeg }) => {
  const put = (owner: Owner, content: Content) => storage.put(content, { companyId: owner.companyId, kind: 'media' });
  /** Saves the row of a stored file. The same content that was sent before is stored once: the earlier file is used. */
  async function register(owner: Owner, file: StoredFile, as: { purpose: string; mime: string; name?: string }) {
    const key = await db.inCompany(owner.companyId, async (tx) => {
      const existing = await fileStore.reuse(tx, { ...file, ...as });
      if (existing === undefined) await fileStore.insert(tx, { ...file, ...as, createdBy: owner.userId });
      return existing ?? file.key;
    });
    if (key !== file.key) await storage.remove(file.key);
    return key;
  }

  async function store(owner: Owner, content: Content, mime: string, fileName: string): Promise<StoredMedia> {
    const stored = await put(owner, content);
    const key = await register(owner, stored, { purpose: 'media', mime, name: fileName });
    return { key, mime, fileName, bytes: stored.bytes };
  }
  async function storePreview(owner: Owner, content: Content, mime: string): Promise<string> {
    const stored = await put(owner, content);
    return register(owner, stored, { purpose: 'preview', mime });
  }

  /** Converts a sound and passes it to `consume`; undefined when it cannot be converted. */
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

  /** Stores the voice in the channel's format and as mp3, which every browser plays. */
  async function fromVoice(owner: Owner, file: SentFile, mime: string, to: SoundFormat): Promise<Sendable> {
    const isRightFormat = isInFormat(file.head, mime, to);
    const storeOriginal = () => store(owner, { path: file.path }, mime, file.fileName);
    const voiceFile = isRightFormat
      ? await storeOriginal()
      : await convert(file, mime, to, (path, newMime) =>
          store(owner, { path }, newMime, withExtension(file.fileName, extensions[to])),
        );
    const previewKey =
      mime === 'audio/mpeg' || voiceFile?.mime === 'audio/mpeg'
        ? undefined
        : await convert(file, mime, 'mp3', (path, newMime) => storePreview(owner, { path }, newMime));
    // Not convertible: sent as a plain file, which every channel accepts.
    const content = { kind: 'media' as const, type: 'audio' as const, media: voiceFile ?? (await storeOriginal()) };
    return { content: voiceFile ? { ...content, isVoice: true } : content, previewKey };
  }

  /** Stores a file unchanged, and a preview of a large image. */
  async function storeWithPreview(owner: Owner, file: SentFile, { mime, type }: ReturnType<typeof sniff>) {
    const media = await store(owner, { path: file.path }, mime, file.fileName);
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
    /** Type from the bytes, before the file is stored. */
    mimeOf: (file: SentFile): string => sniff(file.head, file.fileName).mime,
    /** Header file of a template. */
    fromHeader: (owner: Owner, file: SentFile): Promise<HeaderMedia> =>
      storeWithPreview(owner, file, sniff(file.head, file.fileName)),
    /** Whether the file name is that of a recorder. */
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

/** Opus is named in the first page of an Ogg file; other codecs are not accepted as voice messages. */
function isInFormat(head: Buffer, mime: string, to: SoundFormat): boolean {
  if (to === 'ogg') return mime === 'audio/ogg' && head.includes('OpusHead');
  return mime === { m4a: 'audio/mp4', mp3: 'audio/mpeg' }[to];
}

const withExtension = (fileName: string, extension: string): string =>
  `${fileName.replace(/\.\w{1,5}$/, '')}.${extension}`;

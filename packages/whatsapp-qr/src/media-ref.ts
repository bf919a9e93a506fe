/** Everything needed to download a file, as one opaque text. */
import type { MediaType, WAMessageKey } from 'baileys';
import type { FileType } from './wire.ts';

export interface MediaKey {
  type: FileType;
  mediaKey: Uint8Array;
  directPath: string;
  /** The message to request a new upload from the sender's phone. */
  key: { remoteJid: string; id: string; fromMe: boolean; participant?: string };
}
interface Media {
  mediaKey?: Uint8Array | null;
  directPath?: string | null;
}
export const libraryType: Record<FileType, MediaType> = {
  image: 'image',
  audio: 'audio',
  video: 'video',
  document: 'document',
  sticker: 'sticker',
};

/**
 * Only the path is stored, never the URL: the sender chooses both, and a URL could point into our own network.
 * A path without a leading slash would become part of the host name.
 */
const isPath = (path: string): boolean => /^\/[\w~.][^\s\\]{0,2000}$/.test(path);

export function refOf(type: FileType, { mediaKey, directPath }: Media, key: WAMessageKey): string | undefined {
  if (!mediaKey || mediaKey.length === 0 || !directPath || !isPath(directPath)) return undefined;
  const fields = [
    type,
    Buffer.from(mediaKey).toString('base64url'),
    directPath,
    key.remoteJid ?? '',
    key.id ?? '',
    key.fromMe ? 1 : 0,
    key.participant ?? '',
  ];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** Undefined for a text that `refOf` did not create. */
export function parseRef(ref: string): MediaKey | undefined {
  try {
    const fields: unknown = JSON.parse(Buffer.from(ref, 'base64url').toString());
    if (!Array.isArray(fields) || fields.length !== 7) return undefined;
    const [type, key, directPath, remoteJid, id, fromMe, participant] = fields as unknown[];
    if (typeof type !== 'string' || !Object.hasOwn(libraryType, type)) return undefined;
    if (typeof key !== 'string' || typeof directPath !== 'string' || !isPath(directPath)) return undefined;
    if (typeof remoteJid !== 'string' || typeof id !== 'string' || typeof participant !== 'string') return undefined;
    return {
      type: type as FileType,
      mediaKey: Buffer.from(key, 'base64url'),
      directPath,
      key: { remoteJid, id, fromMe: fromMe === 1, ...(participant !== '' && { participant }) },
    };
  } catch {
    return undefined;
  }
}

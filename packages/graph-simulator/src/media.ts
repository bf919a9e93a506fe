import { createHash, createHmac } from 'node:crypto';
import type { MediaGiven } from './acts.ts';
import { madeUpFile } from './made-up-files.ts';
import type { Media, World } from './world.ts';

type MediaType = 'image' | 'audio' | 'video' | 'document' | 'sticker';

/** A file that came into the network: sent by a customer, or uploaded by a business. */
export function keepMedia(
  world: World,
  file: { mime: string; bytes: Buffer; fileName?: string | undefined; accountId: string; isPublic: boolean },
): Media {
  const media = { id: world.random.digits(16), fileName: undefined, ...file };
  world.media.set(media.id, media);
  return media;
}

export function customersMedia(
  world: World,
  accountId: string,
  type: MediaType,
  given: MediaGiven,
  isPublic: boolean,
): Media {
  const usual = madeUpFile(type);
  return keepMedia(world, {
    mime: given.mime ?? usual.mime,
    bytes: given.base64 === undefined ? usual.bytes : Buffer.from(given.base64, 'base64'),
    fileName: given.fileName,
    accountId,
    isPublic,
  });
}

/** Where the bytes are; the hash is what makes a link that needs no token hard to guess. */
export function linkOf(world: World, { id }: Media): string {
  return `${world.url}/_cdn/${id}?ext=${Math.floor(Date.now() / 1000) + 300}&hash=${hashOf(world, id)}`;
}
export const hashOf = (world: World, id: string): string =>
  createHmac('sha256', world.app.secret).update(id).digest('base64url').slice(0, 22);

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

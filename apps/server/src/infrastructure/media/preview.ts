import { buffer } from 'node:stream/consumers';
import type { Storage } from '../storage/storage.ts';

/** Width of a message bubble on screens with double density. */
const SIDE = 480;

/** Makes a small preview of a stored image, without metadata. Undefined when the image cannot be decoded. */
export async function previewOf(storage: Storage, key: string): Promise<Buffer | undefined> {
  // Loaded with the first image: the decoder is large, and most processes never need it.
  const { reencode, IMAGE_LIMITS, NotAnImage, ImageTooLarge } = await import('../images/images.ts');
  const file = await storage.open(key);
  if (!file) return undefined;
  if (file.bytes > IMAGE_LIMITS.bytes) {
    file.stream.destroy();
    return undefined;
  }
  try {
    return (await reencode(await buffer(file.stream), { maxSide: SIDE })).data;
  } catch (error) {
    if (error instanceof NotAnImage || error instanceof ImageTooLarge) return undefined;
    throw error;
  }
}

import { buffer } from 'node:stream/consumers';
import type { Storage } from '../storage/storage.ts';

/** As wide as a bubble, on screens of twice the density. */
const SIDE = 480;

/** A small picture of ours, made of a kept one: pixels survive, everything else in the file is gone. Undefined when it cannot be. */
export async function previewOf(storage: Storage, key: string): Promise<Buffer | undefined> {
  // Loaded when the first picture comes: the decoder is large, and most starts never need it.
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

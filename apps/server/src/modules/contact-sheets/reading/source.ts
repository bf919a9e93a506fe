import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ByteRange, Storage } from '../../../foundation/storage/storage.ts';

/** Where the bytes of a sheet are: a file that just came, or one that is kept. */
export interface SheetSource {
  bytes: number;
  open(range?: ByteRange): Promise<Readable>;
}

/** It is no sheet, or one that nobody should read: too deep, too wide, too long, or made to hurt. */
export class UnreadableSheet extends Error {
  override name = 'UnreadableSheet';
}

export const fileSource = (path: string, bytes: number): SheetSource => ({
  bytes,
  open: async (range) => createReadStream(path, range),
});

export async function storedSource(storage: Pick<Storage, 'open'>, key: string): Promise<SheetSource> {
  const whole = await storage.open(key);
  if (!whole) throw new UnreadableSheet('the file is no longer kept');
  whole.stream.destroy();
  return {
    bytes: whole.bytes,
    async open(range) {
      const part = await storage.open(key, range);
      if (!part) throw new UnreadableSheet('the file is no longer kept');
      return part.stream;
    },
  };
}

/** The first bytes, as many as there are. */
export async function headOf(source: SheetSource, length: number): Promise<Buffer> {
  if (source.bytes === 0) return Buffer.alloc(0);
  const pieces: Buffer[] = [];
  for await (const piece of await source.open({ start: 0, end: Math.min(length, source.bytes) - 1 }))
    pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

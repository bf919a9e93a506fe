import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ByteRange, Storage } from '../../storage/storage.ts';

/** Where the bytes of a sheet are: a file that just came, or one that is kept. */
export interface SpreadsheetSource {
  bytes: number;
  open(range?: ByteRange): Promise<Readable>;
}

/** It is no sheet, or one that nobody should read: too deep, too wide, too long, or made to hurt. */
export class UnreadableSpreadsheet extends Error {
  override name = 'UnreadableSheet';
}

export const fileSource = (path: string, bytes: number): SpreadsheetSource => ({
  bytes,
  open: async (range) => createReadStream(path, range),
});

export async function storedSource(storage: Pick<Storage, 'open'>, key: string): Promise<SpreadsheetSource> {
  const file = await storage.open(key);
  if (!file) throw new UnreadableSpreadsheet('the file is no longer kept');
  file.stream.destroy();
  return {
    bytes: file.bytes,
    async open(range) {
      const part = await storage.open(key, range);
      if (!part) throw new UnreadableSpreadsheet('the file is no longer kept');
      return part.stream;
    },
  };
}

/** The first bytes, as many as there are. */
export async function headOf(source: SpreadsheetSource, length: number): Promise<Buffer> {
  if (source.bytes === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of await source.open({ start: 0, end: Math.min(length, source.bytes) - 1 }))
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

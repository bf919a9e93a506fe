import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { ByteRange, Storage } from '../../storage/storage.ts';

/** The bytes of a spreadsheet: an uploaded temporary file or a stored one. */
export interface SpreadsheetSource {
  bytes: number;
  open(range?: ByteRange): Promise<Readable>;
}

/** The file is no spreadsheet, or it exceeds a limit that protects the server. */
export class UnreadableSpreadsheet extends Error {
  override name = 'UnreadableSpreadsheet';
}

export const fileSource = (path: string, bytes: number): SpreadsheetSource => ({
  bytes,
  open: async (range) => createReadStream(path, range),
});

export async function storedSource(storage: Pick<Storage, 'open'>, key: string): Promise<SpreadsheetSource> {
  const file = await storage.open(key);
  if (!file) throw new UnreadableSpreadsheet('the file no longer exists');
  file.stream.destroy();
  return {
    bytes: file.bytes,
    async open(range) {
      const part = await storage.open(key, range);
      if (!part) throw new UnreadableSpreadsheet('the file no longer exists');
      return part.stream;
    },
  };
}

/** The first `length` bytes, or fewer if the file is shorter. */
export async function headOf(source: SpreadsheetSource, length: number): Promise<Buffer> {
  if (source.bytes === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of await source.open({ start: 0, end: Math.min(length, source.bytes) - 1 }))
    chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

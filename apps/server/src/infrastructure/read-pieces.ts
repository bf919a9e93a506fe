import { open } from 'node:fs/promises';

const PIECE_BYTES = 64 * 1024;

/** Reads a file piece by piece. All pieces share one buffer, so each must be used before the next one is taken. */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

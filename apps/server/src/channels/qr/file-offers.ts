import type { Readable } from 'node:stream';
import { createOffers, type Chunk } from '@balcao/whatsapp-qr/file-transfer';

/** Files that child processes may pull. Each file is visible to one session only. */
export function createFileOffers() {
  const offers = createOffers();
  const sessionOf = new Map<number, string>();
  return {
    offer(session: string, file: Readable): number {
      const stream = offers.offer(file);
      sessionOf.set(stream, session);
      return stream;
    },
    async pull(session: string, stream: number): Promise<Chunk> {
      if (sessionOf.get(stream) !== session) throw new Error('this file is no longer offered');
      return offers.pull(stream);
    },
    remove(stream: number): void {
      offers.remove(stream);
      sessionOf.delete(stream);
    },
    close: offers.close,
  };
}
export type FileOffers = ReturnType<typeof createFileOffers>;

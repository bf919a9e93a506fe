/** Files between two processes: the receiver pulls chunk by chunk, which gives backpressure. */
import { Readable } from 'node:stream';

const CHUNK_BYTES = 256 * 1024;
/** A stream without pulls for this long is dropped. */
const IDLE_MS = 120_000;
export interface Chunk {
  /** Base64; empty at the end. */
  bytes: string;
  isLast: boolean;
}

/** Registry of the streams that the other process may pull from. */
export function createOffers() {
  const offers = new Map<number, { take(): Promise<Chunk>; drop(): void; timer: NodeJS.Timeout }>();
  let count = 0;

  function remove(id: number) {
    const offer = offers.get(id);
    if (!offer) return;
    offers.delete(id);
    clearTimeout(offer.timer);
    offer.drop();
  }
  return {
    offer(stream: Readable): number {
      const id = (count += 1);
      // An early error must not crash the process; the iterator reports it to the next pull.
      stream.on('error', () => {});
      const chunks = stream[Symbol.asyncIterator]();
      let remainder: Buffer = Buffer.alloc(0);
      const take = async (): Promise<Chunk> => {
        while (remainder.length < CHUNK_BYTES) {
          const { value, done } = await chunks.next();
          if (done) {
            const bytes = remainder;
            remove(id);
            return { bytes: bytes.toString('base64'), isLast: true };
          }
          remainder = Buffer.concat([remainder, Buffer.from(value as Uint8Array)]);
        }
        const bytes = remainder.subarray(0, CHUNK_BYTES);
        remainder = remainder.subarray(CHUNK_BYTES);
        return { bytes: bytes.toString('base64'), isLast: false };
      };
      const timer = setTimeout(() => remove(id), IDLE_MS).unref();
      offers.set(id, { take, drop: () => stream.destroy(), timer });
      return id;
    },
    async pull(id: number): Promise<Chunk> {
      const offer = offers.get(id);
      if (!offer) throw new Error('this file is no longer offered');
      offer.timer.refresh();
      try {
        return await offer.take();
      } catch (error) {
        remove(id);
        throw error;
      }
    },
    remove,
    close() {
      for (const id of offers.keys()) remove(id);
    },
  };
}

/** Readable stream of a file that the other process offers. */
export function pullStream(pull: () => Promise<Chunk>): Readable {
  return Readable.from(
    (async function* () {
      for (;;) {
        const { bytes, isLast } = await pull();
        if (bytes !== '') yield Buffer.from(bytes, 'base64');
        if (isLast) return;
      }
    })(),
    { objectMode: false },
  );
}

/** Fails as soon as the stream exceeds the limit. */
export function limitBytes(stream: Readable, maxBytes: number): Readable {
  return Readable.from(
    (async function* () {
      let seen = 0;
      for await (const chunk of stream) {
        seen += (chunk as Uint8Array).length;
        if (seen > maxBytes) {
          stream.destroy();
          throw new Error(`more than ${maxBytes} bytes`);
        }
        yield chunk as Uint8Array;
      }
    })(),
    { objectMode: false },
  );
}

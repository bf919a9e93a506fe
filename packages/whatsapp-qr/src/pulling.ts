/** Files between two processes: whoever needs one pulls the next piece when it has room for it. */
import { Readable } from 'node:stream';

const PIECE_BYTES = 256 * 1024;
/** A stream that nobody pulls from for so long is let go. */
const IDLE_MS = 120_000;
export interface Piece {
  /** Base64; empty at the end. */
  bytes: string;
  isLast: boolean;
}

/** The streams of this side that the other may pull from. */
export function createOffers() {
  const offers = new Map<number, { take(): Promise<Piece>; drop(): void; timer: NodeJS.Timeout }>();
  let count = 0;

  function forget(id: number) {
    const offer = offers.get(id);
    if (!offer) return;
    offers.delete(id);
    clearTimeout(offer.timer);
    offer.drop();
  }
  return {
    offer(stream: Readable): number {
      const id = (count += 1);
      // A fault before anybody pulls is told to whoever pulls.
      stream.on('error', () => {});
      const pieces = stream[Symbol.asyncIterator]();
      let rest: Buffer = Buffer.alloc(0);
      const take = async (): Promise<Piece> => {
        while (rest.length < PIECE_BYTES) {
          const { value, done } = await pieces.next();
          if (done) {
            const bytes = rest;
            forget(id);
            return { bytes: bytes.toString('base64'), isLast: true };
          }
          rest = Buffer.concat([rest, Buffer.from(value as Uint8Array)]);
        }
        const bytes = rest.subarray(0, PIECE_BYTES);
        rest = rest.subarray(PIECE_BYTES);
        return { bytes: bytes.toString('base64'), isLast: false };
      };
      const timer = setTimeout(() => forget(id), IDLE_MS).unref();
      offers.set(id, { take, drop: () => stream.destroy(), timer });
      return id;
    },
    async pull(id: number): Promise<Piece> {
      const offer = offers.get(id);
      if (!offer) throw new Error('this file is no longer offered');
      offer.timer.refresh();
      try {
        return await offer.take();
      } catch (fault) {
        forget(id);
        throw fault;
      }
    },
    forget,
    close() {
      for (const id of offers.keys()) forget(id);
    },
  };
}

/** The other side's stream, here. */
export function pulled(pull: () => Promise<Piece>): Readable {
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

/** Breaks off as soon as more comes than was allowed. */
export function atMost(stream: Readable, maxBytes: number): Readable {
  return Readable.from(
    (async function* () {
      let seen = 0;
      for await (const piece of stream) {
        seen += (piece as Uint8Array).length;
        if (seen > maxBytes) {
          stream.destroy();
          throw new Error(`more than ${maxBytes} bytes`);
        }
        yield piece as Uint8Array;
      }
    })(),
    { objectMode: false },
  );
}

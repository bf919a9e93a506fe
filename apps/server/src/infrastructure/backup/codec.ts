/** Compresses and encrypts the objects of a backup, so that the age and zstd programs can read them too. */
import { Transform, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import type { Destination, PutResult } from './destination.ts';

/** An object that was changed, belongs to another key, or is no object of ours. */
export class UnreadableObject extends Error {
  override readonly name = 'UnreadableObject';
}

export interface Codec {
  /** Ending of the names of compressed objects; files are encrypted only, as most are compressed already. */
  compressed: string;
  stored: string;
  put(destination: Destination, name: string, content: Readable): Promise<PutResult>;
  /** Undefined when there is no such object. Reading throws `UnreadableObject`. */
  open(destination: Destination, name: string): Promise<Readable | undefined>;
}
interface Keys {
  /** Public keys that can open the backup; none leaves it unencrypted. */
  recipients: readonly string[];
  /** Private keys, for reading. */
  identities?: readonly string[];
}

export function createCodec({ recipients, identities = [] }: Keys): Codec {
  const isPlain = recipients.length === 0 && identities.length === 0;
  const compressed = isPlain ? '.zst' : '.zst.age';
  const stored = isPlain ? '' : '.age';
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);

  return {
    compressed,
    stored,
    async put(destination, name, content) {
      const packed = name.endsWith(compressed) ? piped(content, createZstdCompress()) : content;
      const stored = isPlain ? packed : await encrypted(encrypter, packed);
      // A destination that refused at once reads nothing: an error of the source would end the process.
      stored.on('error', () => {});
      try {
        return await destination.put(name, stored);
      } catch (error) {
        stored.destroy();
        content.destroy();
        throw error;
      }
    },
    async open(destination, name) {
      const content = await destination.get(name);
      if (!content) return undefined;
      const plain = isPlain ? content : await decrypted(identities, name, content);
      const unpacked = name.endsWith(compressed) ? piped(plain, createZstdDecompress()) : plain;
      return piped(unpacked, new Transform({ transform: (chunk, _, done) => done(null, chunk) }), (error) =>
        error instanceof UnreadableObject ? error : new UnreadableObject(`${name} was changed: ${error.message}`),
      );
    },
  };
}

export async function readJson(codec: Codec, destination: Destination, name: string): Promise<unknown> {
  const content = await codec.open(destination, name);
  if (!content) return undefined;
  const json = await text(content);
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new UnreadableObject(`${name} was changed: it is not JSON`);
  }
}

async function encrypted(encrypter: Encrypter, content: Readable): Promise<Readable> {
  return fromWeb(await encrypter.encrypt(toWeb(content)));
}

async function decrypted(identities: readonly string[], name: string, content: Readable): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(content)));
  } catch (error) {
    content.destroy();
    const isOtherKey = /no identity matched/.test((error as Error).message);
    throw new UnreadableObject(
      isOtherKey ? `${name} is encrypted for another key` : `${name} was changed: ${(error as Error).message}`,
    );
  }
}

/** Node's own conversion ends the process when the source fails before the first read. */
function toWeb(content: Readable): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  content.on('error', () => {});
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    },
    cancel: () => void content.destroy(),
  });
}

function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  const reader = stream.getReader();
  const output = new Transform({ transform: (chunk, _, done) => done(null, chunk) });
  let resume = () => {};
  output.on('drain', () => resume()).on('close', () => resume());
  void (async () => {
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        if (!output.write(value)) await new Promise<void>((done) => (resume = done));
        if (output.destroyed) {
          await reader.cancel();
          return;
        }
      }
      output.end();
    } catch (error) {
      output.destroy(error as Error);
    }
  })();
  return output;
}

/** `pipe` with errors passed on, so that a failed source never leaves a waiting reader. */
function piped<Out extends Transform>(source: Readable, target: Out, rename = (error: Error) => error): Out {
  source.on('error', (error) => target.destroy(rename(error)));
  target.on('close', () => source.destroy());
  return source.pipe(target);
}

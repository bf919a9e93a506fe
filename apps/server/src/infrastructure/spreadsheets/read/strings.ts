import { UnreadableSpreadsheet } from './source.ts';

/** Memory limit of the shared strings of one workbook. */
const MAX_BYTES = 160 * 1_048_576;
const MAX_STRINGS = 8_000_000;
const CHUNK_BYTES = 1_048_576;

/**
 * Shared strings of a workbook, which cells reference by index. Millions of them would take hundreds of megabytes as
 * strings, so they are stored as bytes and decoded on access.
 */
export class StringTable {
  readonly #chunks: Buffer[] = [];
  /** Start of each string: chunk index × 2^32 + offset in the chunk. */
  #starts = new Float64Array(4096);
  #lengths = new Uint32Array(4096);
  #used = CHUNK_BYTES;
  #size = CHUNK_BYTES;
  #bytes = 0;
  count = 0;

  add(text: string): void {
    const length = Buffer.byteLength(text);
    this.#bytes += length;
    if (this.#bytes > MAX_BYTES || this.count >= MAX_STRINGS) throw new UnreadableSpreadsheet('too many strings');
    if (this.#used + length > this.#size) {
      this.#size = Math.max(CHUNK_BYTES, length);
      this.#chunks.push(Buffer.allocUnsafe(this.#size));
      this.#used = 0;
    }
    if (this.count === this.#lengths.length) this.#grow();
    this.#chunks.at(-1)!.write(text, this.#used);
    this.#starts[this.count] = (this.#chunks.length - 1) * 2 ** 32 + this.#used;
    this.#lengths[this.count] = length;
    this.#used += length;
    this.count += 1;
  }

  get(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.count)
      throw new UnreadableSpreadsheet('a string is missing');
    const start = this.#starts[index]!;
    const chunkIndex = Math.floor(start / 2 ** 32);
    const from = start - chunkIndex * 2 ** 32;
    return this.#chunks[chunkIndex]!.toString('utf8', from, from + this.#lengths[index]!);
  }

  #grow(): void {
    const [starts, lengths] = [new Float64Array(this.count * 2), new Uint32Array(this.count * 2)];
    starts.set(this.#starts);
    lengths.set(this.#lengths);
    [this.#starts, this.#lengths] = [starts, lengths];
  }
}

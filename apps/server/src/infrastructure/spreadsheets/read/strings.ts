import { UnreadableSpreadsheet } from './source.ts';

/** So much of a sheet's words is held while it is read. */
const MAX_BYTES = 160 * 1_048_576;
const MAX_STRINGS = 8_000_000;
const CHUNK_BYTES = 1_048_576;

/**
 * The words that a workbook keeps apart and names by number. Millions of them would be hundreds of megabytes as strings:
 * they are kept as bytes, and become strings when a cell asks.
 */
export class StringTable {
  readonly #pieces: Buffer[] = [];
  /** Where each begins and ends: the piece times its size, plus the place in it. */
  #starts = new Float64Array(4096);
  #lengths = new Uint32Array(4096);
  #used = CHUNK_BYTES;
  #size = CHUNK_BYTES;
  #bytes = 0;
  count = 0;

  add(text: string): void {
    const length = Buffer.byteLength(text);
    this.#bytes += length;
    if (this.#bytes > MAX_BYTES || this.count >= MAX_STRINGS) throw new UnreadableSpreadsheet('too many words');
    if (this.#used + length > this.#size) {
      this.#size = Math.max(CHUNK_BYTES, length);
      this.#pieces.push(Buffer.allocUnsafe(this.#size));
      this.#used = 0;
    }
    if (this.count === this.#lengths.length) this.#grow();
    this.#pieces.at(-1)!.write(text, this.#used);
    this.#starts[this.count] = (this.#pieces.length - 1) * 2 ** 32 + this.#used;
    this.#lengths[this.count] = length;
    this.#used += length;
    this.count += 1;
  }

  get(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.count)
      throw new UnreadableSpreadsheet('a word is missing');
    const start = this.#starts[index]!;
    const chunkIndex = Math.floor(start / 2 ** 32);
    const from = start - chunkIndex * 2 ** 32;
    return this.#pieces[chunkIndex]!.toString('utf8', from, from + this.#lengths[index]!);
  }

  #grow(): void {
    const [starts, lengths] = [new Float64Array(this.count * 2), new Uint32Array(this.count * 2)];
    starts.set(this.#starts);
    lengths.set(this.#lengths);
    [this.#starts, this.#lengths] = [starts, lengths];
  }
}

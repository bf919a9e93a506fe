/** Cuts the text of a COPY into portions of whole rows. A row ends with a line break; those in values are escaped. */
export interface Portion {
  chunks: Buffer[];
  rows: number;
}
const MAX_ROWS = 5000;
const MAX_BYTES = 4 * 1024 * 1024;
const LINE_BREAK = 0x0a;

/** Small enough that each is imported within a second. */
export async function* portionsOf(
  text: AsyncIterable<Buffer>,
  { maxRows = MAX_ROWS, maxBytes = MAX_BYTES } = {},
): AsyncGenerator<Portion> {
  let chunks: Buffer[] = [];
  let rows = 0;
  let bytes = 0;
  for await (const chunk of text) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, at + 1)) {
      rows += 1;
      if (rows < maxRows && bytes + at + 1 - from < maxBytes) continue;
      yield { chunks: [...chunks, chunk.subarray(from, at + 1)], rows };
      chunks = [];
      rows = 0;
      bytes = 0;
      from = at + 1;
    }
    if (from === chunk.length) continue;
    chunks.push(chunk.subarray(from));
    bytes += chunk.length - from;
  }
  if (bytes > 0) yield { chunks, rows };
}

import { z } from 'zod';

/** NOTIFY takes 8,000 bytes. */
const MOST_BYTES = 7_000;
/** Among the conversations that nodes tell each other of: the company's hall. */
export const HALL = 0;

/** A company, a conversation of it, and everyone of the speaking node who is there: id, name, whether writing. */
const PlaceWord = z.tuple([
  z.number().int().positive(),
  z.number().int().nonnegative(),
  z.array(z.tuple([z.number().int().positive(), z.string(), z.union([z.literal(0), z.literal(1)])])),
]);
const Said = z.object({ from: z.string().max(64), places: z.array(PlaceWord) });
export type PlaceWord = z.infer<typeof PlaceWord>;

/** What one node has to say, in as few words as fit. */
export function wordsOf(from: string, places: Iterable<PlaceWord>): string[] {
  const words: string[] = [];
  let some: PlaceWord[] = [];
  let bytes = 0;
  const end = () => {
    if (some.length > 0) words.push(JSON.stringify({ from, places: some }));
    [some, bytes] = [[], 0];
  };
  for (const place of places) {
    const size = Buffer.byteLength(JSON.stringify(place));
    if (bytes + size > MOST_BYTES) end();
    some.push(place);
    bytes += size;
  }
  end();
  return words;
}

/** Undefined for what another version said. */
export function readWord(text: string): z.infer<typeof Said> | undefined {
  try {
    return Said.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

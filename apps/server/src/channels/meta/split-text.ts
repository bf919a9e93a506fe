/** A text in as many pieces as the channel needs; put together they are the text again, character by character. */

export interface TextLimit {
  max: number;
  /** Messenger counts characters, Instagram the bytes they take. */
  costOf(text: string): number;
}
export const textLimits: Record<'facebook' | 'instagram', TextLimit> = {
  facebook: { max: 2000, costOf: (text) => text.length },
  instagram: { max: 1000, costOf: (text) => Buffer.byteLength(text) },
};

/** Cut after a space or a line where there is one in the second half of a piece; never inside what is seen as one sign. */
export function splitText(text: string, { max, costOf }: TextLimit): string[] {
  if (costOf(text) <= max) return [text];
  const chunks: string[] = [];
  let chunk = '';
  let cost = 0;
  /** Up to where the piece could end. */
  let lastBreak = 0;
  for (const grapheme of graphemesOf(text, max, costOf)) {
    if (cost + costOf(grapheme) > max) {
      const end = costOf(chunk.slice(0, lastBreak)) > max / 2 ? lastBreak : chunk.length;
      chunks.push(chunk.slice(0, end));
      chunk = chunk.slice(end);
      cost = costOf(chunk);
      lastBreak = 0;
    }
    chunk += grapheme;
    cost += costOf(grapheme);
    if (/\s/.test(grapheme)) lastBreak = chunk.length;
  }
  return chunk === '' ? chunks : [...chunks, chunk];
}

/** What people see as one, however many characters it is made of. */
export const graphemes = new Intl.Segmenter('pt', { granularity: 'grapheme' });
/** A sign that is longer than a whole piece (letters can be piled up without end) goes apart into what it is made of. */
function* graphemesOf(text: string, max: number, costOf: TextLimit['costOf']): Generator<string> {
  for (const { segment } of graphemes.segment(text)) {
    if (costOf(segment) <= max / 2) yield segment;
    else yield* segment;
  }
}

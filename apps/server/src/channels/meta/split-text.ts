/** Splits a text into parts within the channel's limit. Joined, the parts are the text again. */

export interface TextLimit {
  max: number;
  /** Messenger counts characters, Instagram counts bytes. */
  costOf(text: string): number;
}
export const textLimits: Record<'facebook' | 'instagram', TextLimit> = {
  facebook: { max: 2000, costOf: (text) => text.length },
  instagram: { max: 1000, costOf: (text) => Buffer.byteLength(text) },
};

/** Cuts after whitespace if there is any in the second half of a part, and never inside a grapheme. */
export function splitText(text: string, { max, costOf }: TextLimit): string[] {
  if (costOf(text) <= max) return [text];
  const chunks: string[] = [];
  let chunk = '';
  let cost = 0;
  /** Last position after whitespace. */
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

/** Segments by what a reader sees as one character. */
export const graphemes = new Intl.Segmenter('pt', { granularity: 'grapheme' });
/** A grapheme longer than half a part (combining marks are unbounded) is split into its code points. */
function* graphemesOf(text: string, max: number, costOf: TextLimit['costOf']): Generator<string> {
  for (const { segment } of graphemes.segment(text)) {
    if (costOf(segment) <= max / 2) yield segment;
    else yield* segment;
  }
}

/** A text in as many pieces as the channel needs; put together they are the text again, character by character. */

export interface TextLimit {
  most: number;
  /** Messenger counts characters, Instagram the bytes they take. */
  costOf(text: string): number;
}
export const textLimits: Record<'facebook' | 'instagram', TextLimit> = {
  facebook: { most: 2000, costOf: (text) => text.length },
  instagram: { most: 1000, costOf: (text) => Buffer.byteLength(text) },
};

/** Cut after a space or a line where there is one in the second half of a piece; never inside what is seen as one sign. */
export function piecesOf(text: string, { most, costOf }: TextLimit): string[] {
  if (costOf(text) <= most) return [text];
  const pieces: string[] = [];
  let piece = '';
  let cost = 0;
  /** Up to where the piece could end. */
  let gap = 0;
  for (const sign of signsOf(text, most, costOf)) {
    if (cost + costOf(sign) > most) {
      const end = costOf(piece.slice(0, gap)) > most / 2 ? gap : piece.length;
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
      cost = costOf(piece);
      gap = 0;
    }
    piece += sign;
    cost += costOf(sign);
    if (/\s/.test(sign)) gap = piece.length;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

/** What people see as one, however many characters it is made of. */
export const signs = new Intl.Segmenter('pt', { granularity: 'grapheme' });
/** A sign that is longer than a whole piece (letters can be piled up without end) goes apart into what it is made of. */
function* signsOf(text: string, most: number, costOf: TextLimit['costOf']): Generator<string> {
  for (const { segment } of signs.segment(text)) {
    if (costOf(segment) <= most / 2) yield segment;
    else yield* segment;
  }
}

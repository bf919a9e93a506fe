/** A chunk is found and given to the model as a whole. */
export const MAX_CHUNK_LENGTH = 1200;
export const MAX_CHUNKS = 2000;

/** Splits a text at paragraphs, then sentences, then words. Joined, the chunks contain every word in its order. */
export function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let chunk = '';
  const add = (piece: string, separator: string) => {
    if (chunk !== '' && chunk.length + separator.length + piece.length > MAX_CHUNK_LENGTH) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk = chunk === '' ? piece : chunk + separator + piece;
  };
  for (const paragraph of paragraphsOf(text)) {
    if (paragraph.length <= MAX_CHUNK_LENGTH) add(paragraph, '\n\n');
    else for (const [at, piece] of piecesOf(paragraph).entries()) add(piece, at === 0 ? '\n\n' : ' ');
  }
  if (chunk !== '') chunks.push(chunk);
  return chunks.slice(0, MAX_CHUNKS);
}

const paragraphsOf = (text: string): string[] =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

const piecesOf = (paragraph: string): string[] =>
  paragraph
    .split(/(?<=[.!?;:])\s/)
    .flatMap((sentence) => (sentence.length <= MAX_CHUNK_LENGTH ? [sentence] : sentence.split(/\s/)))
    .flatMap((piece) => sliced(piece.trim()))
    .filter((piece) => piece !== '');

/** A word that is longer than a chunk: a link or text without spaces. */
function sliced(piece: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < piece.length;) {
    const isSplit = /[\uD800-\uDBFF]/.test(piece.charAt(at + MAX_CHUNK_LENGTH - 1));
    const to = at + MAX_CHUNK_LENGTH - (isSplit ? 1 : 0);
    parts.push(piece.slice(at, to));
    at = to;
  }
  return parts;
}

/** Reads a file of the user for the simulated phone. */

/** base64 grows by a third, and the server accepts 12 million characters. */
export const MAX_BYTES = 8 * 1024 * 1024;

export async function fileOf(file: File) {
  return {
    type: typeOf(file.type),
    file: {
      fileName: file.name,
      mime: file.type || 'application/octet-stream',
      base64: base64Of(new Uint8Array(await file.arrayBuffer())),
    },
  };
}

const typeOf = (mime: string): 'image' | 'audio' | 'video' | 'document' =>
  (['image', 'audio', 'video'] as const).find((type) => mime.startsWith(`${type}/`)) ?? 'document';

/** In chunks: all bytes at once would be too many arguments. */
const CHUNK_BYTES = 8192;
function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(text);
}

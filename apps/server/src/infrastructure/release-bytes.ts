/** Smaller pieces may be slices of a buffer that others use, and are not worth it. */
const MIN_BYTES = 4096;

/**
 * Frees the memory of a piece of a stream that is not read any more. The collector frees such pieces only after a hundred
 * megabytes of them, because it counts their small objects and not their bytes. A slice of a larger buffer is left alone.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength >= MIN_BYTES && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

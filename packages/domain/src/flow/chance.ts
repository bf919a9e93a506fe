/** A number from 0 up to but not including 1 that depends on the seed and the position in the run only. */
export function chanceOf(seed: number, position: number): number {
  // Murmur3's finalizer: neighboring positions get unrelated numbers.
  let bits = (Math.imul(seed, 0x9e3779b1) + Math.imul(position + 1, 0x85ebca6b)) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

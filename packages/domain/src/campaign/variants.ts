/** Numbers (from 1) of the texts that can be chosen. */
export const activeVariants = (texts: readonly string[], stopped: readonly number[] = []): number[] =>
  texts.flatMap((text, index) => (text.trim() === '' || stopped.includes(index + 1) ? [] : [index + 1]));

/** Equal probability, and the same choice for the same recipient after a restart; null without a text. */
export function chooseVariant(seed: number, recipientId: number, variants: readonly number[]): number | null {
  if (variants.length === 0) return null;
  return variants[mix(seed, recipientId) % variants.length]!;
}

/** Two rounds of a 32-bit finalizer: neighbouring ids are spread evenly. */
function mix(seed: number, id: number): number {
  let hash = (seed ^ Math.imul(id % 0x1_0000_0000, 0x9e3779b1) ^ Math.floor(id / 0x1_0000_0000)) >>> 0;
  for (let round = 0; round < 2; round += 1) {
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
    hash = (hash ^ (hash >>> 16)) >>> 0;
  }
  return hash;
}

/** Reproducible random values: the same seed gives the same ids, duplicates and delays. */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  const randomText = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[below(alphabet.length)]!).join('');
  return {
    next,
    below,
    digits: (length: number) => String(1 + below(9)) + randomText('0123456789', length - 1),
    hex: (length: number) => randomText('0123456789ABCDEF', length),
    word: (length: number) => randomText('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', length),
    shuffle<T>(list: T[]): T[] {
      for (let last = list.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [list[last], list[other]] = [list[other]!, list[last]!];
      }
      return list;
    },
  };
}
export type Random = ReturnType<typeof seeded>;

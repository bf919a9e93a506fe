/** Repeatable random numbers: the same seed gives the same faults in the same order. */
export interface Seeded {
  /** From 0 to 1. */
  next(): number;
  between(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  /** A separate sequence for one part, so that the draws of another part do not shift it. */
  part(name: string): Seeded;
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  /** mulberry32: small, even enough, and the same on every machine. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
    part: (name) => seeded([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed)),
  };
}

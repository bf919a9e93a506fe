const BARS = 44;
const shapes = new Map<string, readonly number[]>();
const MAX_CACHED = 500;

/** A decorative shape, always the same for the same audio. Heights in percent. */
export function shapeOf(name: string): readonly number[] {
  const cached = shapes.get(name);
  if (cached) return cached;
  let seed = 2166136261;
  for (const letter of name) seed = Math.imul(seed ^ letter.codePointAt(0)!, 16777619) >>> 0;
  const bars: number[] = [];
  let height = 40;
  for (let index = 0; index < BARS; index++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const target = 14 + (seed >>> 24) / 3;
    height = Math.round(height * 0.35 + target * 0.65);
    // Lower bars, like pauses between words.
    bars.push(seed % 7 === 0 ? Math.round(height / 3) : height);
  }
  if (shapes.size >= MAX_CACHED) shapes.clear();
  shapes.set(name, bars);
  return bars;
}

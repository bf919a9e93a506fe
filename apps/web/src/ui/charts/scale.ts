/** Round steps of an axis: 1, 2, 2.5 or 5 times a power of ten, never below one. */
const STEPS = [1, 2, 2.5, 5, 10];
const MAX_INTERVALS = 4;

/** The labelled values of an axis from zero to at least `max`. */
export function ticksOf(max: number): number[] {
  const least = Math.max(1, max) / MAX_INTERVALS;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, Math.ceil((STEPS.find((size) => size * power >= least) ?? 10) * power));
  return Array.from({ length: Math.max(1, Math.ceil(Math.max(1, max) / step)) + 1 }, (_, at) => at * step);
}

/** Labels are drawn at every n-th point, so that they do not overlap. */
export const labelInterval = (count: number, width: number, labelPx: number): number =>
  Math.max(1, Math.ceil((count * labelPx) / Math.max(1, width)));

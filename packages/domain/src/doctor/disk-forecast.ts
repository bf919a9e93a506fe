/** How long the space of a disk lasts if it fills as it did in the last week. */
import { DAY_MS } from '../kit/durations.ts';

export interface DiskSample {
  at: Date;
  freeBytes: number;
}
export const FORECAST_WINDOW_MS = 7 * DAY_MS;
/** A busy hour says nothing about the coming days. */
const MIN_SPAN_MS = DAY_MS;
/** Beyond a year a forecast means «long enough». */
const MAX_DAYS = 365;

/** Days until nothing is free, at most a year; undefined if the samples cover less than a day. */
export function daysUntilFull(samples: readonly DiskSample[], now: Date): number | undefined {
  const recent = samples
    .filter(({ at }) => at <= now && +now - +at <= FORECAST_WINDOW_MS)
    .toSorted((a, b) => +a.at - +b.at);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || +last.at - +first.at < MIN_SPAN_MS) return undefined;
  const bytesPerDay = slopeOf(recent.map(({ at, freeBytes }) => [(+at - +first.at) / DAY_MS, freeBytes] as const));
  if (bytesPerDay >= 0) return MAX_DAYS;
  return Math.min(MAX_DAYS, last.freeBytes / -bytesPerDay);
}

/** Least squares: a backup that is removed once a day must not look like space that grows. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

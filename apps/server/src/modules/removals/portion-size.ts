/** Rows of the first portion. */
export const FIRST_LIMIT = 200;
export const MIN_LIMIT = 20;
const MAX_LIMIT = 1000;
/** A portion aims at this time, far below the second that a writing transaction may take. */
const AIM_MS = 100;

/** The size of the next portion: in proportion to the time of the last one, at most twice as many rows. */
export function nextLimit(limit: number, tookMs: number): number {
  const factor = Math.min(2, AIM_MS / Math.max(tookMs, 1));
  return Math.min(MAX_LIMIT, Math.max(MIN_LIMIT, Math.round(limit * factor)));
}

interface Batch {
  /** Rows or events of the last batch. */
  size: number;
  tookMs: number;
  /** The time that the next batch should take. */
  aimMs: number;
  min: number;
  max: number;
}
/** A batch that took this many times its aim met a busy machine or expensive rows: the next one starts small again. */
const FAR_TOO_SLOW = 4;

/** The size of the next batch: in proportion to the time of the last one, at most twice as many rows. */
export function nextBatchSize({ size, tookMs, aimMs, min, max }: Batch): number {
  if (tookMs > FAR_TOO_SLOW * aimMs) return min;
  const factor = Math.min(2, aimMs / Math.max(tookMs, 1));
  return Math.min(max, Math.max(min, Math.round(size * factor)));
}

interface Batch {
  /** Rows or events of the last batch. */
  size: number;
  tookMs: number;
  /** The time that the next batch should take. */
  aimMs: number;
  min: number;
  max: number;
}

/** The size of the next batch: in proportion to the time of the last one, at most twice as many rows. */
export function nextBatchSize({ size, tookMs, aimMs, min, max }: Batch): number {
  const factor = Math.min(2, aimMs / Math.max(tookMs, 1));
  return Math.min(max, Math.max(min, Math.round(size * factor)));
}

import { nextBatchSize } from '../limits/batch-size.ts';

/** Rows per transaction: deleting them takes far less than the second that a writing transaction may take. */
export const PRUNE_ROWS = 2000;
/** Portions start small, and grow while each takes less than 200 ms. */
const PORTION = { aimMs: 200, min: 50 };
const FIRST_ROWS = 200;

/** Repeats a change of at most `limit` rows, never more than `max`, until none are left. Each call is a transaction of its own. */
export async function inPortions(change: (limit: number) => Promise<number>, max = PRUNE_ROWS): Promise<void> {
  let limit = Math.min(FIRST_ROWS, max);
  for (;;) {
    const startedAt = performance.now();
    if ((await change(limit)) < limit) return;
    const tookMs = performance.now() - startedAt;
    limit = nextBatchSize({ size: limit, tookMs, aimMs: PORTION.aimMs, min: Math.min(PORTION.min, max), max });
  }
}

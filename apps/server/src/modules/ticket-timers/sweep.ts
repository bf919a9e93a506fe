import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Statement, Tx } from '../../infrastructure/db/tx.ts';

interface Deps {
  db: Db;
  clock: Clock;
  onError(error: unknown): void;
}
const BATCH_SIZE = 200;
/** What a run leaves is found by the next one, a minute later. */
const MAX_ROUNDS = 1000;

/** Tries one that was found; false when there was nothing to do any more, or nobody to do it. */
export type SweepHandler = (tx: Tx, id: number) => Promise<boolean>;

/**
 * Finds what is due and does it, each in a unit of work of its own. Whatever it finds is looked at again under its lock:
 * another node may have been here, or somebody may have spoken. One that fails stops no other.
 */
export async function sweep(
  { db, clock, onError }: Deps,
  due: Statement,
  handler: SweepHandler,
  /** Places that are given up for this run; it rises while the run goes on. */
  skippedIds?: number[],
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const values = [clock.now(), BATCH_SIZE, ...(skippedIds ? [skippedIds] : [])];
    const dueRows = await db.query<{ company_id: number; id: number }>(due, values);
    const skippedCount = skippedIds?.length;
    let done = 0;
    for (const { company_id: companyId, id } of dueRows) {
      try {
        if (await db.inCompany(companyId, (tx) => handler(tx, id))) done++;
      } catch (error) {
        onError(error);
      }
      // Much of what was found may wait in the place that was just given up.
      if (skippedIds?.length !== skippedCount) break;
    }
    const isOver = dueRows.length < BATCH_SIZE || done === 0;
    if (isOver && skippedIds?.length === skippedCount) return;
  }
}

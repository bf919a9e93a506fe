import type { Clock } from '../../foundation/clock.ts';
import type { Db, Hot, Tx } from '../../foundation/db/tx.ts';

interface Needs {
  db: Db;
  clock: Clock;
  failed(fault: unknown): void;
}
const BATCH = 200;
/** What a run leaves is found by the next one, a minute later. */
const MOST_ROUNDS = 1000;

/** Tries one that was found; false when there was nothing to do any more, or nobody to do it. */
export type Each = (tx: Tx, id: number) => Promise<boolean>;

/**
 * Finds what is due and does it, each in a unit of work of its own. Whatever it finds is looked at again under its lock:
 * another node may have been here, or somebody may have spoken. One that fails stops no other.
 */
export async function sweep(
  { db, clock, failed }: Needs,
  due: Hot,
  each: Each,
  /** Places that are given up for this run; it rises while the run goes on. */
  besides?: number[],
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const values = [clock.now(), BATCH, ...(besides ? [besides] : [])];
    const found = await db.look<{ company_id: number; id: number }>(due, values);
    const givenUp = besides?.length;
    let done = 0;
    for (const { company_id: companyId, id } of found) {
      try {
        if (await db.inCompany(companyId, (tx) => each(tx, id))) done++;
      } catch (fault) {
        failed(fault);
      }
      // Much of what was found may wait in the place that was just given up.
      if (besides?.length !== givenUp) break;
    }
    const isOver = found.length < BATCH || done === 0;
    if (isOver && besides?.length === givenUp) return;
  }
}

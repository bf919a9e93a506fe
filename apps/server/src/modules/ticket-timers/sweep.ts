import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { loadDue, type DueStatements } from './ticket-timers.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  onError(error: unknown): void;
}
interface Options {
  /** Queues left out for the rest of this run; the handler appends to it. */
  skippedQueueIds?: number[];
  /** Only tickets of this company. */
  companyId?: number | undefined;
}
const BATCH_SIZE = 200;
/** What a run leaves over is found by the next run, a minute later. */
const MAX_ROUNDS = 1000;

/** Handles one due ticket in its own transaction; false when nothing was due any more or nothing could be done. */
export type SweepHandler = (tx: Tx, ticketId: number) => Promise<boolean>;

/**
 * Finds due tickets and handles each in its own transaction; a failed one does not stop the others. The handler checks
 * again under the ticket's lock, because another node may have handled it or a message may have arrived meanwhile.
 */
export async function sweep(
  { db, clock, onError }: Deps,
  due: DueStatements,
  handler: SweepHandler,
  { skippedQueueIds, companyId: onlyCompanyId }: Options = {},
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const own = { at: clock.now(), skippedQueueIds, companyId: onlyCompanyId, limit: BATCH_SIZE };
    const dueTickets = await loadDue(db, due, own);
    const skippedCount = skippedQueueIds?.length;
    let done = 0;
    for (const { companyId, id } of dueTickets) {
      try {
        if (await db.inCompany(companyId, (tx) => handler(tx, id))) done++;
      } catch (error) {
        onError(error);
      }
      // Much of this batch may wait in the queue that was just skipped.
      if (skippedQueueIds?.length !== skippedCount) break;
    }
    const isOver = dueTickets.length < BATCH_SIZE || done === 0;
    if (isOver && skippedQueueIds?.length === skippedCount) return;
  }
}

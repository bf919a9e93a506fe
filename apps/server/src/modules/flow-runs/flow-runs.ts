import { MAX_LIFETIME_MS } from '@balcao/domain/flow/bounds';
import type { EndReason } from '@balcao/domain/flow/run';
import type { Clock } from '../../infrastructure/clock.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { flowCountStore } from './flow-counts.store.ts';
import { flowRunStore } from './flow-runs.store.ts';

/** Answers and path of a run are kept this long after its end. */
const RUNS_KEPT_MS = 30 * 24 * 3_600_000;
const MAX_COMPANIES = 1000;
/** Runs that one transaction ends: with the row of its path each takes about a tenth of a millisecond. */
const PORTION = 1000;
/** Steps that one transaction counts. */
const COUNTED_STEPS = 5000;
/** Each is removed with some dozens of steps. */
const PRUNED_RUNS = 200;

/** Conversations in flows: their runs, the ends that others cause, and the numbers. */
export function createFlowRuns({ db, clock }: { db: Db; clock: Clock }) {
  /** A portion of each company, then the next portion of those that have more. */
  async function countStepsOf(companyIds: number[]): Promise<void> {
    const unfinished: number[] = [];
    for (const companyId of companyIds) {
      const counted = await db.inCompany(companyId, (tx) => flowCountStore.count(tx, COUNTED_STEPS));
      if (counted >= COUNTED_STEPS) unfinished.push(companyId);
    }
    if (unfinished.length > 0) await countStepsOf(unfinished);
  }

  return {
    inTx: {
      live: flowRunStore.live,
      lock: flowRunStore.lock,
      hadRun: flowRunStore.hadRun,
      save: flowRunStore.save,
      recordLate: flowRunStore.recordLate,
      /** Ends the run of a ticket and voids its timer, in the transaction in which a human takes over. */
      end: (tx: Tx, ticketId: number, reason: EndReason) => flowRunStore.end(tx, ticketId, reason),
      endOfContact: (tx: Tx, contactId: number, reason: EndReason) => flowRunStore.endOfContact(tx, contactId, reason),
      /** The first runs of a flow that is deleted; `endOfFlow` ends the others afterwards. */
      endSome: (tx: Tx, flowId: number, reason: EndReason) => flowRunStore.endOfFlow(tx, flowId, reason, PORTION),
      moveToVersion: flowRunStore.moveToVersion,
      age: flowRunStore.age,
    },
    /** Companies take turns; at most `perCompany` runs of one. */
    due: (at: Date, perCompany: number, limit: number) => flowRunStore.due(db, at, perCompany, limit),
    postpone: (companyId: number, id: number, until: Date) =>
      db.inCompany(companyId, (tx) => flowRunStore.postpone(tx, id, until)),
    endOfFlow: (companyId: number, flowId: number, reason: EndReason) =>
      inPortions((limit) => db.inCompany(companyId, (tx) => flowRunStore.endOfFlow(tx, flowId, reason, limit))),

    /** Adds new steps to the numbers per day. */
    async count(): Promise<void> {
      for (let after = 0; ;) {
        const companyIds = await flowCountStore.companiesToCount(db, after, MAX_COMPANIES);
        await countStepsOf(companyIds);
        if (companyIds.length < MAX_COMPANIES) return;
        after = companyIds.at(-1)!;
      }
    },
    async prune(companyId: number): Promise<void> {
      const before = new Date(+clock.now() - RUNS_KEPT_MS);
      await inPortions((limit) => db.inCompany(companyId, (tx) => flowRunStore.prune(tx, before, limit)), PRUNED_RUNS);
      const started = new Date(+clock.now() - MAX_LIFETIME_MS);
      await inPortions((limit) => db.inCompany(companyId, (tx) => flowRunStore.endOld(tx, started, limit)));
    },
  };
}
export type FlowRuns = ReturnType<typeof createFlowRuns>;

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
/** Each is removed with some dozens of steps. */
const PRUNED_RUNS = 200;

/** Conversations in flows: their runs, the ends that others cause, and the numbers. */
export function createFlowRuns({ db, clock }: { db: Db; clock: Clock }) {
  return {
    inTx: {
      live: flowRunStore.live,
      lock: flowRunStore.lock,
      hadRun: flowRunStore.hadRun,
      save: flowRunStore.save,
      /** Ends the run of a ticket and voids its timer, in the transaction in which a human takes over. */
      end: (tx: Tx, ticketId: number, reason: EndReason) => flowRunStore.end(tx, ticketId, reason),
      endOfContact: (tx: Tx, contactId: number, reason: EndReason) => flowRunStore.endOfContact(tx, contactId, reason),
      /** The first runs of a flow that is deleted; `endOfFlow` ends the others afterwards. */
      endSome: (tx: Tx, flowId: number, reason: EndReason) => flowRunStore.endOfFlow(tx, flowId, reason, PORTION),
      moveToVersion: flowRunStore.moveToVersion,
      age: flowRunStore.age,
    },
    due: (at: Date, limit: number) => flowRunStore.due(db, at, limit),
    endOfFlow: (companyId: number, flowId: number, reason: EndReason) =>
      inPortions((limit) => db.inCompany(companyId, (tx) => flowRunStore.endOfFlow(tx, flowId, reason, limit))),

    /** Adds new steps to the numbers per day. */
    async count(): Promise<void> {
      for (const companyId of await flowCountStore.companiesToCount(db, MAX_COMPANIES))
        await db.inCompany(companyId, flowCountStore.count);
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

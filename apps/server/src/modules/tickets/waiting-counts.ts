import { ticketScope, type Viewer } from '@balcao/domain/ticket/scope';
import { createCompanyCache } from '../../infrastructure/db/company-cache.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { countStore } from './counts.store.ts';

/**
 * Customers who wait, by queue. Counted once for all users of a company and again after a waiting ticket has changed,
 * not at each request.
 */
export function createWaitingCounts() {
  const cache = createCompanyCache();
  const load = (tx: Tx) => cache.getOrLoad(tx.companyId, 'waiting-by-queue', true, () => countStore.waitingByQueue(tx));

  return {
    /** Customers whom the viewer sees only with «show all»: in queues of others, or in no queue. Read-only `tx`. */
    async elsewhere(tx: Tx, viewer: Viewer): Promise<number> {
      const scope = ticketScope(viewer);
      // For users who do not read every ticket, «show all» shows no other queues.
      if (!scope.all) return 0;
      let count = 0;
      for (const [queueId, waitingCount] of await load(tx)) {
        const isShown = queueId === null ? scope.withoutQueue : scope.queueIds.includes(queueId);
        if (!isShown) count += waitingCount;
      }
      return count;
    },
    invalidate: cache.invalidate,
  };
}

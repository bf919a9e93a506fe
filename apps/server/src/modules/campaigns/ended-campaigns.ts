import type { Tx } from '../../infrastructure/db/tx.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignStore } from './campaigns.store.ts';
import { createPagedRounds, type PageLimits } from './paged-rounds.ts';

/**
 * Settles running campaigns whose last recipient has an outcome that no process remembers, as after an erasure or a crash.
 * Companies beyond the pages of one run have their turn in the next.
 */
export function createEndedCampaigns(
  { db, onError }: Pick<CampaignDeps, 'db' | 'onError'>,
  settle: (tx: Tx, campaignIds: number[]) => Promise<void>,
  pages: PageLimits,
) {
  const nextRunning = createPagedRounds({
    ...pages,
    first: { companyId: 0, connectionId: -1 },
    load: (after, limit) => campaignStore.runningConnections(db, after, limit),
    cursorOf: (row) => row,
  });
  return async function settleEnded(): Promise<void> {
    const { rows } = await nextRunning();
    for (const companyId of new Set(rows.map((row) => row.companyId)))
      await db.inCompany(companyId, async (tx) => settle(tx, await campaignStore.ended(tx))).catch(onError);
  };
}

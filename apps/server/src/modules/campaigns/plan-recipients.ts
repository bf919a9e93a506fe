import { startsBefore } from '@balcao/domain/campaign/machine';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignRecords } from './campaign-records.store.ts';
import { campaignStore } from './campaigns.store.ts';
import { planningStore, PLAN_PORTION } from './plan-recipients.store.ts';

const MAX_DUE = 200;

/** Starts campaigns whose date is near, and finds out who their recipients are, in portions that a restart continues. */
export function createPlanning({ db, clock, onError }: Pick<CampaignDeps, 'db' | 'clock' | 'onError'>) {
  /** True when there is more to plan. */
  const planPortion = (companyId: number, id: number): Promise<boolean> =>
    db.inCompany(companyId, async (tx) => {
      const campaign = await campaignRecords.lock(tx, id);
      if (campaign?.status !== 'EM_ANDAMENTO' || campaign.plannedAt !== null) return false;
      const { count, position } = await planningStore.portion(tx, campaign, campaign.scheduledAt ?? clock.now());
      const isDone = count < PLAN_PORTION;
      await planningStore.move(tx, id, position, isDone);
      tx.emit({ type: 'campaign.saved', campaignId: id, isNew: false });
      return !isDone;
    });

  return {
    async startDue(): Promise<void> {
      const before = startsBefore(clock.now());
      for (const { companyId, id } of await campaignStore.due(db, before, MAX_DUE))
        await db
          .inCompany(companyId, async (tx) => {
            if (await campaignStore.start(tx, id, clock.now(), before))
              tx.emit({ type: 'campaign.saved', campaignId: id, isNew: false });
          })
          .catch(onError);
    },
    /** Returns the campaigns whose recipients are all known now. */
    async planAll(isStopped: () => boolean = () => false): Promise<{ companyId: number; id: number }[]> {
      const listed = await campaignStore.unplanned(db, MAX_DUE);
      for (const { companyId, id } of listed) {
        try {
          while (!isStopped() && (await planPortion(companyId, id)));
        } catch (error) {
          onError(error);
        }
      }
      return listed;
    },
  };
}

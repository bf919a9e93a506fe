import type { Forecast } from '@balcao/contract/endpoints/campaigns';
import { forecast } from '@balcao/domain/campaign/forecast';
import { accountStep, meanDelayMs, recoveredShare, usesAccountRate } from '@balcao/domain/campaign/pace';
import type { CampaignRow, StoredCounts } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { audienceOf, audienceStore } from './audience.store.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignRecords } from './campaign-records.store.ts';
import type { CampaignSettings } from './campaign-settings.ts';
import { campaignStore } from './campaigns.store.ts';
import { paceStore } from './pace.store.ts';

type Reason = Forecast['reason'];
export interface CampaignEnd {
  endsAt: Date | null;
  reason: Reason;
  days: { date: string; count: number }[];
  isLimitedByBudget: boolean;
}
export interface Remaining {
  remaining: number;
  costing: number;
}
type Planned = Pick<CampaignRow, 'connectionId' | 'scheduledAt' | 'rateMode'>;
const DEFAULT_PER_SECOND = 10;
const noEnd = (reason: Reason): CampaignEnd => ({ endsAt: null, reason, days: [], isLimitedByBudget: false });

/** When a campaign ends, or why it does not end by itself. */
export function createCampaignForecast(
  deps: Pick<CampaignDeps, 'clock' | 'connections' | 'connectionHealth' | 'rateLimitOf'>,
  settings: CampaignSettings,
) {
  const { clock, connections, connectionHealth } = deps;

  async function endOf(tx: Tx, campaign: Planned, { remaining, costing }: Remaining, isRunning: boolean) {
    const now = clock.now();
    const connection =
      campaign.connectionId === null ? undefined : await connections.inTx.find(tx, campaign.connectionId);
    if (!connection) return noEnd('connection');
    const values = await settings.inTx.get(tx);
    const pace = await paceStore.find(tx, connection.id);
    const share = pace ? recoveredShare(pace.share, new Date(0), new Date(pace.shareMinutes * 60_000)) : 1;
    const running = (await campaignStore.running(tx, connection.id)).filter(({ hold }) => hold === null).length;
    const turns = Math.max(1, isRunning ? running : running + 1);
    const perSecond = deps.rateLimitOf(connection)?.perSecond ?? DEFAULT_PER_SECOND;
    const step = accountStep(perSecond, share);
    const isAccountRate = usesAccountRate(campaign.rateMode, connection.channel);
    const ownMs = isAccountRate ? step.delayMs / step.count : meanDelayMs(values) / share;
    const { maxPerDay } = await connectionHealth.budget.summary(tx, connection);
    return forecast({
      now,
      startsAt: campaign.scheduledAt ?? now,
      remaining,
      costing,
      meanDelayMs: ownMs * turns,
      hours: await settings.inTx.hours(tx, values),
      perDay: maxPerDay,
      taken: maxPerDay === null ? [] : await connectionHealth.budget.takenSlots(tx, connection),
    });
  }

  return {
    /** End of a draft, or of a saved campaign that does not run yet. */
    ofPlan: (tx: Tx, campaign: Planned, remaining: Remaining): Promise<CampaignEnd> =>
      endOf(tx, campaign, remaining, false),
    /** Undefined for a campaign that has ended. */
    async ofCampaign(tx: Tx, id: number, counts?: StoredCounts): Promise<CampaignEnd | undefined> {
      const campaign = await campaignRecords.find(tx, id);
      if (!campaign || campaign.status === 'FINALIZADA' || campaign.status === 'CANCELADA') return undefined;
      if (campaign.hold !== null) return noEnd(campaign.hold);
      if (campaign.scheduledAt === null && campaign.status !== 'EM_ANDAMENTO') return noEnd('no-date');
      const known = counts ?? campaign.counts;
      const audience = audienceOf(campaign);
      const isKnown = campaign.plannedAt !== null;
      const remaining = isKnown
        ? (known.planned ?? 0) + (known.confirmed ?? 0)
        : audience
          ? await audienceStore.total(tx, audience)
          : 0;
      if (isKnown && remaining === 0 && (known.asking ?? 0) + (known.asked ?? 0) > 0) return noEnd('asked');
      const isFree = campaign.connectionId !== null && campaign.templateId === null;
      const costing = isFree && !(await isPhone(tx, campaign.connectionId!)) ? 0 : remaining;
      return endOf(tx, campaign, { remaining, costing }, campaign.status === 'EM_ANDAMENTO');
    },
  };

  async function isPhone(tx: Tx, connectionId: number): Promise<boolean> {
    return (await connections.inTx.find(tx, connectionId))?.channel === 'whatsapp';
  }
}
export type CampaignForecast = ReturnType<typeof createCampaignForecast>;

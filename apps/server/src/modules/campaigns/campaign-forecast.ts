import type { Forecast } from '@balcao/contract/endpoints/campaigns';
import { forecastWithCold, sharedTurns, type Remaining } from '@balcao/domain/campaign/forecast';
import { accountStep, coldDays, meanDelayMs, recoveredShare, usesAccountRate } from '@balcao/domain/campaign/pace';
import { COLD_FIRST_DAYS } from '@balcao/domain/connection-health/budget';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { CampaignRow, StoredCounts } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
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
/** Recipients that are left. */
interface Left extends Remaining {
  /** Those of them who never wrote to the connection. */
  cold: number;
  /** The message to some of them follows an answer, which may take a week. */
  areAsked: boolean;
}
type Planned = Pick<CampaignRow, 'connectionId' | 'scheduledAt' | 'rateMode' | 'coldAllowedAt'>;
const DEFAULT_PER_SECOND = 10;
const noEnd = (reason: Reason): CampaignEnd => ({ endsAt: null, reason, days: [], isLimitedByBudget: false });
const leftOf = ({ planned = 0, confirmed = 0 }: StoredCounts): number => planned + confirmed;

/** When a campaign ends, or why it does not end by itself. */
export function createCampaignForecast(
  deps: Pick<CampaignDeps, 'clock' | 'connections' | 'connectionHealth' | 'rateLimitOf'>,
  settings: CampaignSettings,
) {
  const { clock, connections, connectionHealth } = deps;

  /** Others that take turns with the campaign, and the budget that they use up meanwhile. */
  async function othersOf(tx: Tx, { id, channel }: FullConnection, ownId: number | undefined): Promise<Remaining[]> {
    const running = await campaignStore.running(tx, id);
    return running
      .filter((campaign) => campaign.id !== ownId && campaign.hold === null)
      .map(({ counts, templateId }) => {
        const remaining = leftOf(counts);
        return { remaining, costing: templateId === null && channel !== 'whatsapp' ? 0 : remaining };
      });
  }

  /** Cold contacts have a lower limit of their own. */
  async function coldFacts(tx: Tx, connection: FullConnection, campaign: Planned, cold: number, now: Date) {
    const none = { remaining: 0, perDay: 0, laterPerDay: 0, laterFrom: now, taken: [] };
    const { coldAllowedAt, scheduledAt } = campaign;
    if (cold === 0 || coldAllowedAt === null) return none;
    const coldAllowedDays = coldDays(coldAllowedAt, scheduledAt, now);
    const limits = await connectionHealth.budget.coldLimits(tx, connection, { coldAllowedDays });
    if (limits === null) return none;
    const firstAt = Math.max(+coldAllowedAt, +(scheduledAt ?? coldAllowedAt));
    const taken = (await connectionHealth.budget.takenSlots(tx, connection))
      .filter((slot) => slot.cold > 0)
      .map((slot) => ({ slot: slot.slot, people: slot.cold }));
    return { remaining: cold, ...limits, laterFrom: new Date(firstAt + COLD_FIRST_DAYS * DAY_MS), taken };
  }

  async function endOf(tx: Tx, campaign: Planned, left: Left, ownId?: number): Promise<CampaignEnd> {
    const { remaining, costing, cold, areAsked } = left;
    const now = clock.now();
    const connection =
      campaign.connectionId === null ? undefined : await connections.inTx.find(tx, campaign.connectionId);
    if (!connection) return noEnd('connection');
    const values = await settings.inTx.get(tx);
    const pace = await paceStore.find(tx, connection.id);
    const share = pace ? recoveredShare(pace.share, new Date(0), new Date(pace.shareMinutes * 60_000)) : 1;
    const { turns, othersCost } = sharedTurns(remaining, await othersOf(tx, connection, ownId));
    const perSecond = deps.rateLimitOf(connection)?.perSecond ?? DEFAULT_PER_SECOND;
    const step = accountStep(perSecond, share);
    const isAccountRate = usesAccountRate(campaign.rateMode, connection.channel);
    const ownMs = isAccountRate ? step.delayMs / step.count : meanDelayMs(values) / share;
    const { maxPerDay } = await connectionHealth.budget.summary(tx, connection);
    const facts = {
      now,
      startsAt: campaign.scheduledAt ?? now,
      remaining,
      costing,
      othersCost,
      meanDelayMs: ownMs * turns,
      hours: await settings.inTx.hours(tx, values),
      perDay: maxPerDay,
      taken: maxPerDay === null ? [] : await connectionHealth.budget.takenSlots(tx, connection),
    };
    const end = forecastWithCold(facts, await coldFacts(tx, connection, campaign, cold, now));
    return areAsked ? { ...end, endsAt: null, reason: end.reason ?? 'asked' } : end;
  }

  async function isPhone(tx: Tx, connectionId: number | null): Promise<boolean> {
    return connectionId !== null && (await connections.inTx.find(tx, connectionId))?.channel === 'whatsapp';
  }

  /** Before the recipients are known it is everybody in the audience. */
  async function leftIn(tx: Tx, campaign: CampaignRow, counts: StoredCounts): Promise<Left> {
    const { id, connectionId, templateId, coldAllowedAt, plannedAt, asksConfirmation } = campaign;
    const ofPhone = await isPhone(tx, connectionId);
    const audience = audienceOf(campaign);
    const isKnown = plannedAt !== null;
    const remaining = isKnown ? leftOf(counts) : audience ? await audienceStore.total(tx, audience) : 0;
    const costing = templateId === null && !ofPhone ? 0 : remaining;
    const { planned = 0, asking = 0, asked = 0 } = counts;
    const areAsked = asksConfirmation && (!isKnown || planned + asking + asked > 0);
    const left = { remaining, costing, areAsked, cold: 0 };
    if (!ofPhone || coldAllowedAt === null || remaining === 0) return left;
    if (isKnown) return { ...left, cold: await audienceStore.coldLeft(tx, id, connectionId!) };
    const groups = audience ? await audienceStore.groups(tx, audience, connectionId!, clock.now()) : [];
    const cold = groups.filter(({ hasWritten, isValid }) => !hasWritten && isValid !== false);
    return { ...left, cold: cold.reduce((sum, { count }) => sum + count, 0) };
  }

  return {
    /** End of a draft, or of a saved campaign that does not run yet. */
    ofPlan: (tx: Tx, campaign: Planned, left: Left): Promise<CampaignEnd> => endOf(tx, campaign, left),
    /** Undefined for a campaign that has ended. */
    async ofCampaign(tx: Tx, id: number, counts?: StoredCounts): Promise<CampaignEnd | undefined> {
      const campaign = await campaignRecords.find(tx, id);
      if (!campaign || campaign.status === 'FINALIZADA' || campaign.status === 'CANCELADA') return undefined;
      if (campaign.hold !== null) return noEnd(campaign.hold);
      if (campaign.scheduledAt === null && campaign.status !== 'EM_ANDAMENTO') return noEnd('no-date');
      return endOf(tx, campaign, await leftIn(tx, campaign, counts ?? campaign.counts), id);
    },
  };
}
export type CampaignForecast = ReturnType<typeof createCampaignForecast>;

import { coldDays } from '@balcao/domain/campaign/pace';
import { nextCommonTime, zoneOfNumber } from '@balcao/domain/campaign/sending-hours';
import { DAY_MS, HOUR_MS } from '@balcao/domain/kit/durations';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { CampaignChanged, createRecipientFacts, type Judged, type SendContext } from './recipient-facts.ts';
import { createQueueMessages, RecipientFailed } from './queue-messages.ts';
import { recipientStore, type Candidate } from './recipients.store.ts';

/** Why the first recipient that is left cannot be sent to now. */
export type Obstacle =
  /** The number must be asked about on the channel first, outside of a transaction. */
  | { type: 'check'; candidate: Candidate }
  | { type: 'wait'; reason: 'budget' | 'cold' | 'rate'; until: Date }
  | { type: 'unhealthy'; until: Date | null };
/** With neither sent nor skipped recipients nor an obstacle, none is due. */
export interface PortionResult {
  sent: number;
  skipped: number;
  obstacle?: Obstacle;
  /** Cold contacts beyond the limit of the day were postponed until then; they count as skipped here. */
  coldUntil?: Date;
}
/** It is not known for which of several recipients it failed. */
export class PortionFailed extends Error {}

/** Sends to the next recipients of a campaign, in the transaction of the send step. */
export function createSendPortion(deps: CampaignDeps) {
  const { connectionHealth } = deps;
  const facts = createRecipientFacts(deps);
  const queueMessages = createQueueMessages(deps, facts);

  /** Those whom the budget grants, and why the first of the others has to wait. */
  async function reserve(
    tx: Tx,
    campaign: CampaignRow,
    people: Judged[],
    { connection, now }: SendContext,
  ): Promise<{ granted: Judged[]; obstacle?: Obstacle }> {
    const costing = people.filter(({ decision }) => decision.costs);
    if (costing.length === 0) return { granted: people };
    const { granted, reason, retryAt } = await connectionHealth.budget.reserve(
      tx,
      connection.id,
      costing.map(personOf),
      coldSince(campaign, now),
    );
    const addresses = new Set(granted);
    const allowed = people.filter(({ candidate, decision }) => !decision.costs || addresses.has(candidate.addressKey));
    if (allowed.length === people.length) return { granted: allowed };
    if (reason === 'unhealthy') return { granted: allowed, obstacle: { type: 'unhealthy', until: retryAt } };
    const wait = reason === 'rate' || reason === 'cold' ? reason : 'budget';
    const until = retryAt ?? new Date(+now + HOUR_MS);
    return { granted: allowed, obstacle: { type: 'wait', reason: wait, until } };
  }

  /** Postpones cold contacts beyond the limit of the day, so that people who wrote before do not wait behind them. */
  async function withinColdLimit(tx: Tx, campaign: CampaignRow, people: Judged[], { connection, now }: SendContext) {
    const costing = people.filter(({ decision }) => decision.costs);
    const { addresses, isUsedUp, retryAt } = await connectionHealth.budget.coldBeyondLimit(
      tx,
      connection,
      costing.map(personOf),
      coldSince(campaign, now),
    );
    if (addresses.length === 0) return { within: people };
    const beyond = new Set(addresses);
    const isBeyond = ({ candidate, decision }: Judged) => decision.costs && beyond.has(candidate.addressKey);
    const within = people.filter((person) => !isBeyond(person));
    // Some of those before them may turn out to be unreachable: the next step decides.
    if (!isUsedUp) return { within };
    const coldUntil = retryAt !== null && retryAt > now ? retryAt : new Date(+now + HOUR_MS);
    const waiting = people.filter(isBeyond).map(({ candidate }) => candidate.id);
    await recipientStore.postpone(tx, waiting, coldUntil);
    return { within, coldUntil };
  }

  /** Postpones those whose own hours are closed; returns the others. */
  async function openNow(tx: Tx, campaign: CampaignRow, candidates: Candidate[], { hours, now }: SendContext) {
    if (!campaign.localHours) return candidates;
    const open: Candidate[] = [];
    for (const candidate of candidates) {
      const zone = zoneOfNumber(candidate.number);
      const opensAt = zone === undefined ? now : nextCommonTime(hours, { ...hours, timeZone: zone }, now);
      if (opensAt !== undefined && opensAt <= now) open.push(candidate);
      else await recipientStore.postpone(tx, [candidate.id], opensAt ?? new Date(+now + DAY_MS));
    }
    return open;
  }

  /** At most `limit` recipients. An obstacle is reported only when no recipient could be sent to before it. */
  return async function sendPortion(
    tx: Tx,
    campaign: CampaignRow,
    context: SendContext,
    limit: number,
  ): Promise<PortionResult> {
    const { connection, now } = context;
    const candidates = await recipientStore.next(tx, campaign.id, now, limit);
    if (candidates.length === 0) return { sent: 0, skipped: 0 };
    const single = candidates.length === 1 ? candidates[0]! : undefined;
    try {
      const open = await openNow(tx, campaign, candidates, context);
      const { fit: judged, unfit } = await facts.judge(tx, campaign, open, context);
      if (unfit.length > 0) await recipientStore.skip(tx, unfit);
      const { within: fit, coldUntil } = await withinColdLimit(tx, campaign, judged, context);
      const skipped = candidates.length - open.length + unfit.length + (coldUntil ? judged.length - fit.length : 0);
      const none = { sent: 0, skipped, ...(coldUntil && { coldUntil }) };
      // Writing to a number without WhatsApp harms a phone: its validity is asked first.
      const unchecked = fit.findIndex(
        ({ candidate, decision }) =>
          decision.isCold &&
          connection.channel === 'whatsapp' &&
          candidate.isValid === null &&
          candidate.reason !== 'checked',
      );
      if (unchecked === 0) return { ...none, obstacle: { type: 'check', candidate: fit[0]!.candidate } };
      const checked = unchecked === -1 ? fit : fit.slice(0, unchecked);
      if (checked.length === 0) return none;
      const { granted, obstacle } = await reserve(tx, campaign, checked, context);
      if (granted.length === 0) return { ...none, ...(obstacle && { obstacle }) };
      await queueMessages(tx, campaign, granted, context);
      return { ...none, sent: granted.length };
    } catch (error) {
      if (error instanceof CampaignChanged || error instanceof RecipientFailed) throw error;
      throw single ? new RecipientFailed(single, error) : new PortionFailed('portion failed', { cause: error });
    }
  };
}

const personOf = ({ candidate, decision }: Judged) => ({ address: candidate.addressKey, isCold: decision.isCold });
const coldSince = ({ coldAllowedAt, scheduledAt }: CampaignRow, now: Date): { coldAllowedDays?: number } =>
  coldAllowedAt === null ? {} : { coldAllowedDays: coldDays(coldAllowedAt, scheduledAt, now) };

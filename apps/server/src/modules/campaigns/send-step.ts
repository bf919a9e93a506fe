import { permanentErrors } from '../messages/index.ts';
import type { ErrorCode } from '@balcao/contract';
import {
  accountStep,
  delayAfter,
  MAX_PER_STEP,
  portionOf,
  recoveredShare,
  usesAccountRate,
} from '@balcao/domain/campaign/pace';
import type { WaitReason } from '@balcao/domain/campaign/campaign';
import { nextSendingTime } from '@balcao/domain/campaign/sending-hours';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { AppError } from '../../infrastructure/app-error.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import type { CampaignSettings } from './campaign-settings.ts';
import { createAutomaticHolds } from './automatic-holds.ts';
import { campaignStore } from './campaigns.store.ts';
import { paceStore, type Pace } from './pace.store.ts';
import { recipientStore, type Candidate } from './recipients.store.ts';
import { CampaignChanged, type SendContext } from './recipient-facts.ts';
import { createRecipientOutcomes, TEMPLATE_CODES } from './recipient-outcomes.ts';
import { RecipientFailed } from './queue-messages.ts';
import { createSendPortion, PortionFailed } from './send-portion.ts';
import { HOLD_CHECK_MS, type StepResult } from './step-result.ts';

/** These fail only this recipient; every other error is left to the next step. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...permanentErrors,
  'ERR_IDEMPOTENCY_REUSED',
  'ERR_CAMPAIGN_VALUE_EMPTY',
]);
/**
 * Hours and dates are read anew in each step: a change of the settings counts at once. The limit of cold contacts postpones
 * only them.
 */
const UNBLOCKING: ReadonlySet<WaitReason> = new Set<WaitReason>(['hours', 'start', 'cold']);
/** Skipped recipients in one transaction, so that it stays short. */
const MAX_SKIPPED = 40;
/** The connection of these campaigns was deleted. */
const DELETED = 0;
const BUSY_MS = 1000;
const MAX_WAIT_MS = 60_000;
/** Without a known rate limit. */
const DEFAULT_PER_SECOND = 10;

/**
 * One step of a connection: one owner, one transaction. A crash leaves everything or nothing of it. Campaigns of the
 * connection take turns and share its pace. Without an interval between messages a step takes several recipients.
 */
export function createSendStep(deps: CampaignDeps, settings: CampaignSettings) {
  const { db, clock, connections, optOuts } = deps;
  const random = deps.random ?? Math.random;
  const sendPortion = createSendPortion(deps);
  const applyHolds = createAutomaticHolds(deps);
  const { recordFailure, checkNumber } = createRecipientOutcomes(deps);

  async function step(
    tx: Tx,
    connectionId: number,
    maxRecipients: number,
  ): Promise<StepResult & { check?: Candidate }> {
    if (connectionId === DELETED) {
      const orphans = await campaignStore.running(tx, DELETED);
      const { changed } = await applyHolds(tx, orphans, undefined, clock.now());
      for (const campaignId of changed) tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
      return { sent: 0, nextInMs: MAX_WAIT_MS, touched: [] };
    }
    const pace = await paceStore.begin(tx, connectionId);
    if (!pace) return { sent: 0, nextInMs: BUSY_MS, touched: [] };
    const now = clock.now();
    const all = await campaignStore.running(tx, connectionId);
    if (all.length === 0) return { sent: 0, nextInMs: null, touched: [] };
    const connection = await connections.inTx.find(tx, connectionId);
    const { runnable, changed } = await applyHolds(tx, all, connection, now);
    for (const campaignId of changed) tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
    if (runnable.length === 0 || !connection) return { sent: 0, nextInMs: HOLD_CHECK_MS, touched: [] };
    if (pace.dueInMs > 0) return { sent: 0, nextInMs: Math.min(HOLD_CHECK_MS, pace.dueInMs), touched: [] };

    const started = runnable.filter(({ scheduledAt }) => scheduledAt === null || scheduledAt <= now);
    const values = await settings.inTx.get(tx);
    const hours = await settings.inTx.hours(tx, values);
    const opensAt = nextSendingTime(hours, now);
    const waiting = started.filter(
      ({ waitReason, waitUntil }) =>
        (waitReason !== null && UNBLOCKING.has(waitReason)) || waitUntil === null || waitUntil <= now,
    );
    if (opensAt === undefined || opensAt > now) {
      await setWait(tx, started, 'hours', opensAt ?? new Date(+now + DAY_MS));
      return { sent: 0, nextInMs: msUntil(opensAt, now), touched: [] };
    }
    const context = { connection, settings: values, hours, now };
    return takeTurns(tx, inTurn(waiting, pace.lastCampaignId), pace, context, runnable, maxRecipients);
  }

  async function setWait(tx: Tx, campaigns: CampaignRow[], reason: CampaignRow['waitReason'], until: Date | null) {
    const ids = campaigns.map(({ id }) => id);
    for (const campaignId of await campaignStore.setWait(tx, ids, reason, until))
      tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
  }

  /** After the last lock of a contact. It stays while others are sent to: at their end it says who is left. */
  async function setColdWait(tx: Tx, campaign: CampaignRow, until: Date | undefined): Promise<void> {
    if (until) await setWait(tx, [campaign], 'cold', until);
  }

  async function takeTurns(
    tx: Tx,
    campaigns: CampaignRow[],
    pace: Pace,
    context: SendContext,
    runnable: CampaignRow[],
    maxRecipients: number,
  ) {
    const { connection, now, settings: values } = context;
    const touched: number[] = [];
    let skipped = 0;
    const share = recoveredShare(pace.share, new Date(0), new Date(pace.shareMinutes * 60_000));
    const perSecond = deps.rateLimitOf(connection)?.perSecond ?? DEFAULT_PER_SECOND;
    for (const campaign of campaigns) {
      const isAccountRate = usesAccountRate(campaign.rateMode, connection.channel);
      const account = isAccountRate ? accountStep(perSecond, share) : undefined;
      const allowed = Math.min(
        maxRecipients,
        account?.count ?? portionOf(values, { sendsSincePause: pace.sendsSincePause, share }),
      );
      let sent = 0;
      let coldUntil: Date | undefined;
      // What follows a message is left to the next step: its locks would be taken in another order.
      while (sent === 0) {
        const { obstacle, ...portion } = await sendPortion(tx, campaign, context, allowed);
        coldUntil = portion.coldUntil ?? coldUntil;
        if (obstacle?.type === 'check') {
          await setColdWait(tx, campaign, coldUntil);
          return { sent, nextInMs: 0, touched, check: obstacle.candidate };
        }
        if (obstacle?.type === 'unhealthy') {
          const ids = runnable.map(({ id }) => id);
          for (const campaignId of await campaignStore.setHold(tx, ids, 'health', obstacle.until))
            tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
          return { sent, nextInMs: HOLD_CHECK_MS, touched };
        }
        if (obstacle) {
          if (obstacle.reason === 'rate') {
            await setColdWait(tx, campaign, coldUntil);
            await paceStore.postpone(tx, connection.id, Math.max(0, +obstacle.until - +now));
            return { sent, nextInMs: Math.max(10, +obstacle.until - +now), touched };
          }
          await setWait(tx, [campaign], obstacle.reason, obstacle.until);
          coldUntil = undefined;
          break;
        }
        if (portion.sent === 0 && portion.skipped === 0) break;
        if (!touched.includes(campaign.id)) touched.push(campaign.id);
        sent = portion.sent;
        skipped += portion.skipped;
        if (sent === 0 && skipped >= MAX_SKIPPED) {
          await setColdWait(tx, campaign, coldUntil);
          return { sent, nextInMs: 0, touched };
        }
      }
      await setColdWait(tx, campaign, coldUntil);
      if (sent === 0) continue;
      const isColdWaiting = campaign.waitReason === 'cold' && campaign.waitUntil !== null && campaign.waitUntil > now;
      if (campaign.waitReason !== null && !coldUntil && !isColdWaiting) await setWait(tx, [campaign], null, null);
      // Fewer than the step may take cover less time.
      const next = account
        ? { delayMs: Math.ceil((account.delayMs * sent) / account.count), sendsSincePause: pace.sendsSincePause }
        : delayAfter(values, { sends: pace.sendsSincePause + sent, random: random(), share });
      await paceStore.advance(tx, connection.id, { ...next, lastCampaignId: campaign.id });
      return { sent, nextInMs: next.delayMs, touched };
    }
    const next = await nextTime(tx, runnable, now);
    return { sent: 0, nextInMs: Math.min(HOLD_CHECK_MS, msUntil(next, now)), touched };
  }

  async function runStepOf(companyId: number, connectionId: number, maxRecipients: number): Promise<StepResult> {
    try {
      const { check, ...result } = await db.inCompany(companyId, (tx) => step(tx, connectionId, maxRecipients));
      // A channel that cannot look up one number is not asked about the next one at once.
      if (check && !(await checkNumber(companyId, connectionId, check))) return { ...result, nextInMs: BUSY_MS };
      return result;
    } catch (error) {
      if (error instanceof CampaignChanged) return { sent: 0, nextInMs: 0, touched: [] };
      if (!(error instanceof RecipientFailed) && !(error instanceof PortionFailed)) throw error;
      const { cause } = error;
      const isOwn = cause instanceof AppError && (PERMANENT.has(cause.code) || TEMPLATE_CODES.has(cause.code));
      if (!isOwn) throw cause;
      // One at a time, the recipient who fails is found; the others are not held up.
      return error instanceof PortionFailed ? runStepOf(companyId, connectionId, 1) : recordFailure(companyId, error);
    }
  }

  return async function runStep(companyId: number, connectionId: number): Promise<StepResult> {
    // Inside the transaction it would need a second connection.
    await optOuts.loadKey();
    return runStepOf(companyId, connectionId, MAX_PER_STEP);
  };
}
export type SendStep = ReturnType<typeof createSendStep>;

/** Those behind the last one first. */
const inTurn = (campaigns: CampaignRow[], last: number): CampaignRow[] => [
  ...campaigns.filter(({ id }) => id > last),
  ...campaigns.filter(({ id }) => id <= last),
];
/** When one of these has something to do again. */
async function nextTime(tx: Tx, campaigns: CampaignRow[], now: Date): Promise<Date | undefined> {
  const times = await Promise.all(campaigns.map(({ id }) => recipientStore.nextTime(tx, id)));
  return [...times, ...campaigns.flatMap(({ waitUntil, scheduledAt }) => [waitUntil, scheduledAt])]
    .filter((at): at is Date => at !== null && at > now)
    .sort((a, b) => +a - +b)[0];
}
const msUntil = (at: Date | undefined, now: Date): number =>
  at === undefined ? MAX_WAIT_MS : Math.min(MAX_WAIT_MS, Math.max(0, +at - +now));

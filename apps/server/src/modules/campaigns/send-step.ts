import type { ErrorCode } from '@balcao/contract';
import { accountStep, delayAfter, MAX_PER_STEP, portionOf, recoveredShare } from '@balcao/domain/campaign/pace';
import { nextSendingTime } from '@balcao/domain/campaign/sending-hours';
import { AppError } from '../../infrastructure/app-error.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { saveItemValidity } from '../contact-lists/index.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import type { CampaignSettings } from './campaign-settings.ts';
import { createAutomaticHolds } from './automatic-holds.ts';
import { campaignStore } from './campaigns.store.ts';
import { paceStore, type Pace } from './pace.store.ts';
import { recipientStore, type Candidate } from './recipients.store.ts';
import { CampaignChanged, type SendContext } from './recipient-facts.ts';
import { RecipientFailed } from './queue-messages.ts';
import { createSendPortion, PortionFailed } from './send-portion.ts';

export interface StepResult {
  /** Messages that were queued. */
  sent: number;
  /** When the connection has something to do again; null: only after a change. */
  nextInMs: number | null;
  /** Campaigns whose recipients changed. */
  touched: number[];
}
/** These fail only this recipient; every other error is left to the next step. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ERR_REPLY_WINDOW',
  'ERR_CONTENT_UNSUPPORTED',
  'ERR_EMPTY_MESSAGE',
  'ERR_NO_CONTACT_FOUND',
  'ERR_CONTACT_BLOCKED',
  'ERR_IDEMPOTENCY_REUSED',
]);
const TEMPLATE_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_NOT_SENDABLE',
  'ERR_VALIDATION',
]);
/** Skipped recipients in one transaction, so that it stays short. */
const MAX_SKIPPED = 40;
/** The connection of these campaigns was deleted. */
const DELETED = 0;
const BUSY_MS = 1000;
const IDLE_MS = 5000;
const MAX_WAIT_MS = 60_000;
const DAY_MS = 86_400_000;
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
    if (pace.dueInMs > 0) return { sent: 0, nextInMs: pace.dueInMs, touched: [] };
    const now = clock.now();
    const all = await campaignStore.running(tx, connectionId);
    if (all.length === 0) return { sent: 0, nextInMs: null, touched: [] };
    const connection = await connections.inTx.find(tx, connectionId);
    const { runnable, changed } = await applyHolds(tx, all, connection, now);
    for (const campaignId of changed) tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
    if (runnable.length === 0 || !connection) return { sent: 0, nextInMs: IDLE_MS, touched: [] };

    const started = runnable.filter(({ scheduledAt }) => scheduledAt === null || scheduledAt <= now);
    const values = await settings.inTx.get(tx);
    const hours = await settings.inTx.hours(tx, values);
    const opensAt = nextSendingTime(hours, now);
    // Hours and dates are read anew in each step: a change of the settings counts at once.
    const waiting = started.filter(
      ({ waitReason, waitUntil }) =>
        waitReason === 'hours' || waitReason === 'start' || waitUntil === null || waitUntil <= now,
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
      const account = campaign.rateMode === 'account' ? accountStep(perSecond, share) : undefined;
      const allowed = Math.min(maxRecipients, account?.count ?? portionOf(values, pace.sendsSincePause));
      let sent = 0;
      // What follows a message is left to the next step: its locks would be taken in another order.
      while (sent === 0) {
        const { obstacle, ...portion } = await sendPortion(tx, campaign, context, allowed);
        if (obstacle?.type === 'check') return { sent, nextInMs: 0, touched, check: obstacle.candidate };
        if (obstacle?.type === 'unhealthy') {
          const ids = runnable.map(({ id }) => id);
          for (const campaignId of await campaignStore.setHold(tx, ids, 'health', obstacle.until))
            tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
          return { sent, nextInMs: IDLE_MS, touched };
        }
        if (obstacle) {
          if (obstacle.reason === 'rate') {
            await paceStore.postpone(tx, connection.id, Math.max(0, +obstacle.until - +now));
            return { sent, nextInMs: Math.max(10, +obstacle.until - +now), touched };
          }
          await setWait(tx, [campaign], obstacle.reason, obstacle.until);
          break;
        }
        if (portion.sent === 0 && portion.skipped === 0) break;
        if (!touched.includes(campaign.id)) touched.push(campaign.id);
        sent = portion.sent;
        skipped += portion.skipped;
        if (sent === 0 && skipped >= MAX_SKIPPED) return { sent, nextInMs: 0, touched };
      }
      if (sent === 0) continue;
      if (campaign.waitReason !== null) await setWait(tx, [campaign], null, null);
      // Fewer than the step may take cover less time.
      const next = account
        ? { delayMs: Math.ceil((account.delayMs * sent) / account.count), sendsSincePause: pace.sendsSincePause }
        : delayAfter(values, { sends: pace.sendsSincePause + sent, random: random(), share });
      await paceStore.advance(tx, connection.id, { ...next, lastCampaignId: campaign.id });
      return { sent, nextInMs: next.delayMs, touched };
    }
    const next = await nextTime(tx, runnable, now);
    return { sent: 0, nextInMs: Math.min(IDLE_MS, msUntil(next, now)), touched };
  }

  /** In a transaction of its own: what the step did for the recipient is rolled back. */
  async function recordFailure(companyId: number, { candidate, cause }: RecipientFailed): Promise<StepResult> {
    const code = cause instanceof AppError ? cause.code : undefined;
    const { campaignId } = candidate;
    return db.inCompany(companyId, async (tx) => {
      if (code !== undefined && TEMPLATE_CODES.has(code))
        await campaignStore.setHold(tx, [campaignId], 'template', null, code);
      else await recipientStore.settle(tx, candidate.id, 'failed', code ?? 'ERR_INTERNAL');
      tx.emit({ type: 'campaign.saved', campaignId, isNew: false });
      return { sent: 0, nextInMs: 0, touched: [campaignId] };
    });
  }

  /** Asks the channel about a number that never wrote. */
  async function checkNumber(companyId: number, connectionId: number, { id, number, listItemId }: Candidate) {
    const found = await connections.checkNumber(companyId, number, connectionId);
    await db.inCompany(companyId, async (tx) => {
      if (listItemId !== null && found !== 'unchecked') await saveItemValidity(tx, [listItemId], found !== 'unknown');
      if (found === 'unknown') await recipientStore.settle(tx, id, 'skipped', 'invalid');
      else await recipientStore.markChecked(tx, id);
    });
  }

  async function runStepOf(companyId: number, connectionId: number, maxRecipients: number): Promise<StepResult> {
    try {
      const { check, ...result } = await db.inCompany(companyId, (tx) => step(tx, connectionId, maxRecipients));
      if (check) await checkNumber(companyId, connectionId, check);
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

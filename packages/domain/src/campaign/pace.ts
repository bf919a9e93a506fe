import { DAY_MS, MINUTE_MS } from '../kit/durations.ts';
import type { RateMode } from './campaign.ts';
import type { EligibilityFacts } from './eligibility.ts';

export interface PaceSettings {
  /** Seconds between two messages of a connection; 0 means none. */
  messageInterval: number;
  /** After this many messages the longer interval follows; 0 means never. */
  longerIntervalAfter: number;
  /** Seconds; 0 means none. */
  greaterInterval: number;
}
/** Share of the rate limit of an account that campaigns use; the rest is for agents. */
export const CAMPAIGN_SHARE = 0.5;
/** A send step at the rate of an account covers this time; every step takes at most this many recipients. */
export const STEP_MS = 250;
export const MAX_PER_STEP = 20;
/** The share never falls below this: otherwise it would take hours to notice that the channel accepts messages again. */
const MIN_SHARE = 0.05;
const RECOVERY_PER_MINUTE = 0.1;

/**
 * Milliseconds until the next message of the connection, after this one. `random` is in [0, 1). `sends` counts messages
 * since the last long pause, this one included.
 */
export function delayAfter(
  { messageInterval, longerIntervalAfter, greaterInterval }: PaceSettings,
  { sends, random, share = 1 }: { sends: number; random: number; share?: number },
): { delayMs: number; sendsSincePause: number } {
  const plainMs = messageInterval * 1000 * (1 + random / 2);
  const isPause = longerIntervalAfter > 0 && sends >= longerIntervalAfter;
  const gapMs = isPause ? Math.max(plainMs, greaterInterval * 1000) : plainMs;
  return { delayMs: Math.max(Math.ceil(gapMs / share), slowedStepMs(share)), sendsSincePause: isPause ? 0 : sends };
}
/** Without an interval too, steps follow each other more slowly after the channel asked for it. */
const slowedStepMs = (share: number): number => Math.ceil(STEP_MS / share - STEP_MS);

/** Mean of the delay, for forecasts. */
export function meanDelayMs({ messageInterval, longerIntervalAfter, greaterInterval }: PaceSettings): number {
  const plainMs = messageInterval * 1250;
  if (longerIntervalAfter <= 0) return plainMs;
  const pauseMs = Math.max(plainMs, greaterInterval * 1000);
  return ((longerIntervalAfter - 1) * plainMs + pauseMs) / longerIntervalAfter;
}

/** How many recipients a step takes: several only without an interval, and none beyond the next long pause. */
export function portionOf(
  { messageInterval, longerIntervalAfter }: PaceSettings,
  { sendsSincePause, share = 1 }: { sendsSincePause: number; share?: number },
): number {
  if (messageInterval > 0) return 1;
  const most = Math.max(1, Math.floor(MAX_PER_STEP * share));
  return longerIntervalAfter <= 0 ? most : Math.min(most, Math.max(1, longerIntervalAfter - sendsSincePause));
}

/** Whole days since cold contacts may be written to: from the permission on, but not before the first message. */
export const coldDays = (allowedAt: Date, startsAt: Date | null, now: Date): number =>
  Math.floor((+now - Math.max(+allowedAt, +(startsAt ?? allowedAt))) / DAY_MS);

/** Whether the rate of the account counts instead of the intervals. On a phone it would lead to a block. */
export const usesAccountRate = (rateMode: RateMode, channel: EligibilityFacts['channel']): boolean =>
  rateMode === 'account' && channel === 'whatsappapi';

/** How many recipients a step at the rate of an account takes, and how long it covers. */
export function accountStep(perSecond: number, share: number): { count: number; delayMs: number } {
  const perMs = (perSecond * CAMPAIGN_SHARE * share) / 1000;
  const count = Math.min(MAX_PER_STEP, Math.max(1, Math.floor(perMs * STEP_MS)));
  return { count, delayMs: Math.ceil(count / perMs) };
}

/** The channel asked to slow down. */
export const halvedShare = (share: number): number => Math.max(MIN_SHARE, share / 2);
/** Ten percent more for each whole minute without such an answer. */
export const recoveredShare = (share: number, since: Date, now: Date): number =>
  Math.min(1, share + RECOVERY_PER_MINUTE * Math.max(0, Math.floor((+now - +since) / MINUTE_MS)));

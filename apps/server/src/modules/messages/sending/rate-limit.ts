import type { Abilities } from '../../../channels/port.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { ACCOUNT, rateLimitStore } from './rate-limit.store.ts';

/** Meta accepts a burst of 45 messages to one contact; we use fewer, because clocks differ. */
const PAIR_BURST = 40;
/** A node reserves a tenth of a second's messages at a time, nine times per second, so that no second exceeds the limit. */
const SLICES = 10;
const SLICE_MS = Math.ceil(1000 / (SLICES - 1));

type RateLimit = NonNullable<Abilities['rateLimit']>;
interface Slice {
  remaining: number;
  /** Unused capacity expires: saved up, it would exceed the limit of a later second. */
  until: number;
}

/** The channel's limit per second, or the connection's own where it is lower. */
export const rateLimitOf = (
  channelLimit: Abilities['rateLimit'],
  { perSecond }: { perSecond: number | null },
): RateLimit | undefined =>
  channelLimit && perSecond !== null
    ? { ...channelLimit, perSecond: Math.min(channelLimit.perSecond, perSecond) }
    : channelLimit;

/**
 * Rate limits per account and per contact, shared by all nodes through rows in the database. The account's capacity is
 * reserved in slices, so that few messages need a query for it.
 */
export function createRateLimit() {
  const slices = new Map<number, Slice>();

  async function reserveAccount(tx: Tx, connectionId: number, perSecond: number): Promise<number> {
    const slice = slices.get(connectionId);
    if (slice && slice.remaining > 0 && Date.now() < slice.until) {
      slice.remaining -= 1;
      return 0;
    }
    const size = Math.max(1, Math.floor(perSecond / SLICES));
    const intervalMs = perSecond >= SLICES ? SLICE_MS : Math.ceil(1000 / perSecond);
    const waitMs = await rateLimitStore.reserve(tx, { connectionId, peer: ACCOUNT, intervalMs, burstMs: 0 });
    if (waitMs === 0) slices.set(connectionId, { remaining: size - 1, until: Date.now() + intervalMs });
    return waitMs;
  }

  return {
    /** What has to wait, and how long; undefined when the message may be sent now. */
    async reserve(
      tx: Tx,
      { connectionId, contactId, limit }: { connectionId: number; contactId: number; limit: RateLimit },
    ): Promise<{ scope: 'account' | 'pair'; waitMs: number } | undefined> {
      const accountWaitMs = await reserveAccount(tx, connectionId, limit.perSecond);
      if (accountWaitMs > 0) return { scope: 'account', waitMs: accountWaitMs };
      if (limit.pairEveryMs <= 0) return undefined;
      const { pairEveryMs: intervalMs } = limit;
      const burstMs = (PAIR_BURST - 1) * intervalMs;
      const waitMs = await rateLimitStore.reserve(tx, { connectionId, peer: contactId, intervalMs, burstMs });
      if (waitMs === 0) return undefined;
      // The account's reservation is unused; the next message may take it.
      const slice = slices.get(connectionId);
      if (slice) slice.remaining += 1;
      return { scope: 'pair', waitMs };
    },
  };
}
export type RateLimiter = ReturnType<typeof createRateLimit>;

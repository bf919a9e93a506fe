import type { Abilities } from '../../../channels/port.ts';
import type { Tx } from '../../../infrastructure/db/tx.ts';
import { ACCOUNT, rateLimitStore } from './rate-limit.store.ts';

/** Meta lets 45 go to one person at once, on credit; a little less is asked for, because clocks differ. */
const PAIR_BURST = 40;
/** A node is given a tenth of a second's worth at a time; nine such pieces a second, so that no second holds more. */
const SLICES = 10;
const SLICE_MS = Math.ceil(1000 / (SLICES - 1));

type RateLimit = NonNullable<Abilities['rateLimit']>;
interface Slice {
  remaining: number;
  /** What is not used by then is gone: hoarded, it would be too much for one second. */
  until: number;
}

/** What an account may send a second: what its channel allows, or less where the account itself says so. */
export const rateLimitOf = (
  channelLimit: Abilities['rateLimit'],
  { perSecond }: { perSecond: number | null },
): RateLimit | undefined =>
  channelLimit && perSecond !== null
    ? { ...channelLimit, perSecond: Math.min(channelLimit.perSecond, perSecond) }
    : channelLimit;

/**
 * Keeps to the pace of an account and of each person on it, together with all other nodes: both are rows of the
 * database. An account's is taken in pieces, so that few of its messages ask for it.
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
    /** Who has to wait, and for how long; undefined when it may leave now. */
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
      // Nobody leaves with it: the next one may.
      const slice = slices.get(connectionId);
      if (slice) slice.remaining += 1;
      return { scope: 'pair', waitMs };
    },
  };
}
export type RateLimiter = ReturnType<typeof createRateLimit>;

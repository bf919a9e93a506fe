import { MINUTE_MS } from '@balcao/domain/kit/durations';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { TokenHolder } from '../../infrastructure/http/handle.ts';
import { connectionStore } from './connections.store.ts';

/** A token that sends without pause is written once in this time by all nodes together. */
const INTERVAL_MS = MINUTE_MS;
/** Bound of memory; without its time a token costs one statement that changes nothing. */
const MAX_TOKENS = 10_000;

/** Stores when an API token was last used. */
export function createTokenUses({ clock }: { clock: Clock }) {
  const savedAt = new Map<string, number>();
  return {
    /** In the transaction of what the token did: a refused request changes nothing. */
    async recordTokenUse(tx: Tx, { connectionId, tokenHash }: TokenHolder): Promise<void> {
      const now = clock.now();
      const key = tokenHash.toString('base64');
      if (+now - (savedAt.get(key) ?? -INTERVAL_MS) < INTERVAL_MS) return;
      if (savedAt.size >= MAX_TOKENS) savedAt.clear();
      savedAt.set(key, +now);
      await connectionStore.saveTokenUse(tx, connectionId, tokenHash, now, INTERVAL_MS);
    },
  };
}

import { MINUTE_MS } from '@balcao/domain/kit/durations';
import type { Clock } from '../../infrastructure/clock.ts';
import { hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { connectionStore } from './connections.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
}
/** A token that sends without pause is written once in this time by all nodes together. */
const INTERVAL_MS = MINUTE_MS;
/** Bound of memory; without its time a token costs one statement that changes nothing. */
const MAX_TOKENS = 10_000;

/** Stores when an API token was last used. */
export function createTokenUses({ db, clock }: Deps) {
  const savedAt = new Map<string, number>();
  return {
    async recordTokenUse(companyId: number, connectionId: number, token: string): Promise<void> {
      const now = clock.now();
      const hash = hashKey(token);
      const key = hash.toString('base64');
      if (+now - (savedAt.get(key) ?? -INTERVAL_MS) < INTERVAL_MS) return;
      if (savedAt.size >= MAX_TOKENS) savedAt.clear();
      savedAt.set(key, +now);
      await db.inCompany(companyId, (tx) => connectionStore.saveTokenUse(tx, connectionId, hash, now, INTERVAL_MS));
    },
  };
}

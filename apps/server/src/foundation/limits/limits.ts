import { createHash } from 'node:crypto';
import type { Db } from '../db/tx.ts';
import { Refusal } from '../refusal.ts';
import { limitStore } from './limits.store.ts';

interface Rule {
  times: number;
  seconds: number;
}
/** How often, and for how long the counting lasts. An office behind one address is not one caller: see sign-in. */
export const limitRules = {
  'sign-in of an e-mail from an address': { times: 5, seconds: 300 },
  'sign-in of an e-mail': { times: 10, seconds: 900 },
  'refresh of a session': { times: 30, seconds: 60 },
  'upload of a user': { times: 30, seconds: 300 },
} as const satisfies Record<string, Rule>;
export type LimitName = keyof typeof limitRules;
export interface Counted {
  limit: LimitName;
  of: string;
}

const keyOf = ({ limit, of }: Counted) => createHash('sha256').update(`${limit}\n${of}`).digest();

/** Counts kept in the database: they survive a restart and hold over several nodes. */
export const createLimits = ({ db }: { db: Db }) => ({
  /** Refuses when any of these has been used up; counts nothing. */
  async check(counted: Counted[]) {
    const rows = await db.onPlatform((tx) => limitStore.read(tx, counted.map(keyOf)));
    for (const one of counted) {
      const row = rows.find((r) => r.key_hash.equals(keyOf(one)));
      if (row && row.hits >= limitRules[one.limit].times) tooMany(row.seconds_left);
    }
  },
  /** Counts a failure. */
  count: (counted: Counted[]) =>
    db.onPlatform(async (tx) => {
      for (const one of counted) await limitStore.hit(tx, keyOf(one), limitRules[one.limit].seconds);
    }),
  /** Counts one use and refuses the one too many. */
  async use(counted: Counted) {
    const row = await db.onPlatform((tx) => limitStore.hit(tx, keyOf(counted), limitRules[counted.limit].seconds));
    if (row.hits > limitRules[counted.limit].times) tooMany(row.seconds_left);
  },
  clear: (counted: Counted[]) => db.onPlatform((tx) => limitStore.clear(tx, counted.map(keyOf))),
  prune: (before: Date) => db.onPlatform((tx) => limitStore.prune(tx, before)),
});
export type Limits = ReturnType<typeof createLimits>;

function tooMany(secondsLeft: number): never {
  throw new Refusal('ERR_TOO_MANY_TRIES', { retryAfterSeconds: Math.max(1, Math.ceil(secondsLeft)) });
}

import { createHash } from 'node:crypto';
import type { Db } from '../db/tx.ts';
import { AppError } from '../app-error.ts';
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
  'files sent by a user': { times: 120, seconds: 300 },
  'pushes of a conversation to a user': { times: 1, seconds: 10 },
  'transcriptions of a user': { times: 60, seconds: 300 },
  'sends of an API token': { times: 600, seconds: 60 },
} as const satisfies Record<string, Rule>;
export type LimitName = keyof typeof limitRules;
export interface Counted {
  limit: LimitName;
  of: string;
}

const keyOf = ({ limit, of }: Counted) => createHash('sha256').update(`${limit}\n${of}`).digest();

/** Counts kept in the database: they survive a restart and hold over several nodes. */
export const createLimits = ({ db }: { db: Db }) => ({
  /** Counts one use before it happens and refuses the one too many: a hundred at once are a hundred in a row. */
  async use(counted: Counted) {
    const row = await db.onPlatform((tx) => limitStore.hit(tx, keyOf(counted), limitRules[counted.limit].seconds));
    if (row.hits > limitRules[counted.limit].times) tooMany(row.seconds_left);
  },
  /** For a use that turned out not to count. */
  release: (counted: Counted[]) => db.onPlatform((tx) => limitStore.release(tx, counted.map(keyOf))),
  clear: (counted: Counted[]) => db.onPlatform((tx) => limitStore.clear(tx, counted.map(keyOf))),
  prune: (before: Date) => db.onPlatform((tx) => limitStore.prune(tx, before)),
});
export type Limits = ReturnType<typeof createLimits>;

function tooMany(secondsLeft: number): never {
  throw new AppError('ERR_TOO_MANY_TRIES', { retryAfterSeconds: Math.max(1, Math.ceil(secondsLeft)) });
}

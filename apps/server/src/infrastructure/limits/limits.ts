import { inPortions } from '../db/portions.ts';
import { createHash } from 'node:crypto';
import type { Db } from '../db/tx.ts';
import { AppError } from '../app-error.ts';
import { limitStore } from './limits.store.ts';

interface Rule {
  times: number;
  seconds: number;
}
/** Uses per window in seconds. An office behind one IP address is not one caller: see the sign-in rules. */
export const limitRules = {
  'sign-in of an e-mail from an address': { times: 5, seconds: 300 },
  'sign-in of an e-mail': { times: 10, seconds: 900 },
  'sign-ins from an address': { times: 100, seconds: 900 },
  'current password of a user': { times: 5, seconds: 300 },
  'reset mails of an e-mail in a minute': { times: 1, seconds: 60 },
  'reset mails of an e-mail': { times: 3, seconds: 3600 },
  'reset requests from an address': { times: 5, seconds: 1800 },
  'reset attempts from an address': { times: 20, seconds: 1800 },
  'invitations of a company': { times: 20, seconds: 3600 },
  'invitation links from an address': { times: 60, seconds: 1800 },
  'confirmation links from an address': { times: 60, seconds: 1800 },
  'foreign e-mails of a company': { times: 10, seconds: 3600 },
  'sign-ups from an address': { times: 5, seconds: 1800 },
  'use of a puzzle': { times: 1, seconds: 1200 },
  'confirmation mails of a company': { times: 3, seconds: 1800 },
  'refresh of a session': { times: 30, seconds: 60 },
  'upload of a user': { times: 30, seconds: 300 },
  'files sent by a user': { times: 120, seconds: 300 },
  'pushes of a conversation to a user': { times: 1, seconds: 10 },
  'calls of services in tests of a user': { times: 60, seconds: 300 },
  'transcriptions of a user': { times: 60, seconds: 300 },
  'sends of an API token': { times: 600, seconds: 60 },
} as const satisfies Record<string, Rule>;
export type LimitName = keyof typeof limitRules;
export interface Counted {
  limit: LimitName;
  of: string;
}

const keyOf = ({ limit, of }: Counted) => createHash('sha256').update(`${limit}\n${of}`).digest();

/** Rate limits counted in the database: they survive a restart and apply across nodes. */
export const createLimits = ({ db }: { db: Db }) => ({
  /** Counts a use before it happens and refuses uses over the limit; concurrent uses count like sequential ones. */
  async use(counted: Counted) {
    const row = await db.onPlatform((tx) => limitStore.hit(tx, keyOf(counted), limitRules[counted.limit].seconds));
    if (row.hits > limitRules[counted.limit].times) tooMany(row.secondsLeft);
  },
  /** Counts a use like `use`; false if it is over the limit. */
  async tryUse(counted: Counted): Promise<boolean> {
    const row = await db.onPlatform((tx) => limitStore.hit(tx, keyOf(counted), limitRules[counted.limit].seconds));
    return row.hits <= limitRules[counted.limit].times;
  },
  /** Reverts a use that must not count. */
  release: (counted: Counted[]) => db.onPlatform((tx) => limitStore.release(tx, counted.map(keyOf))),
  clear: (counted: Counted[]) => db.onPlatform((tx) => limitStore.clear(tx, counted.map(keyOf))),
  prune: (before: Date) => inPortions((limit) => db.onPlatform((tx) => limitStore.prune(tx, before, limit))),
});
export type Limits = ReturnType<typeof createLimits>;

function tooMany(secondsLeft: number): never {
  throw new AppError('ERR_TOO_MANY_TRIES', { retryAfterSeconds: Math.max(1, Math.ceil(secondsLeft)) });
}

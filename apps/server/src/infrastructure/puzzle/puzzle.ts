/** A proof of work for forms that anybody may send: a browser computes for a moment, the server checks it at once. */
import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { limitRules } from '../limits/limits.ts';
import { deriveKey } from '../secrets/derive-key.ts';

const ALGORITHM = 'PBKDF2/SHA-256';
/** COST and COUNTERS take a desktop about 0.3 s. */
const COST = 5_000;
const COUNTERS = { min: 100, max: 200 };
/** Equals the retention of used puzzles, so none works twice. */
const LIFETIME_MS = limitRules['use of a puzzle'].seconds * 1000;

const Solved = z.object({
  challenge: z.object({
    parameters: z.looseObject({ algorithm: z.literal(ALGORITHM), cost: z.literal(COST) }),
    signature: z.string().max(200),
  }),
  solution: z.object({ counter: z.number().int().nonnegative(), derivedKey: z.string().max(200) }),
});

export function createPuzzles({ secret, clock }: { secret: string; clock: Clock }) {
  const keys = {
    hmacSignatureSecret: deriveKey(secret, 'puzzle').toString('base64url'),
    hmacKeySignatureSecret: deriveKey(secret, 'puzzle-key').toString('base64url'),
    deriveKey: pbkdf2,
  };
  return {
    create: (): Promise<Challenge> =>
      createChallenge({
        ...keys,
        algorithm: ALGORITHM,
        cost: COST,
        counter: randomInt(COUNTERS.min, COUNTERS.max + 1),
        expiresAt: new Date(+clock.now() + LIFETIME_MS),
      }),

    /** The id of a puzzle that was solved, under which it is used up; undefined if it was not solved or is too old. */
    async check(text: string): Promise<string | undefined> {
      const solved = parse(text);
      if (!solved) return undefined;
      const challenge = solved.challenge as unknown as Challenge;
      const result = await verifySolution({ ...keys, challenge, solution: solved.solution }).catch(() => undefined);
      return result?.verified ? solved.challenge.signature : undefined;
    },
  };
}
export type Puzzles = ReturnType<typeof createPuzzles>;

function parse(text: string): z.infer<typeof Solved> | undefined {
  try {
    return Solved.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

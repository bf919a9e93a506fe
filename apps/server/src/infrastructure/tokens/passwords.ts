/** Hashes and verifies passwords with argon2id: the same time for unknown users, and bounded concurrent work. */
import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from './concurrency-limit.ts';

export { Busy } from './concurrency-limit.ts';

export type Passwords = {
  /** Throws {@link PasswordRefused} for a password that must not be hashed. */
  hash(typed: string): Promise<string>;
  /** Without a stored hash it takes the same time and returns false, so that timing reveals no e-mail address. */
  verify(stored: string | undefined, typed: string): Promise<boolean>;
};

export class PasswordRefused extends Error {
  override name = 'PasswordRefused';
  constructor() {
    super('this password cannot be used');
  }
}

// OWASP's smallest recommended setting: 19 MiB and two passes, about 20 ms on a small machine.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const ARGON2ID = 2;
const MAX_BYTES = 1024;
// Dummy hash with the cost of a real one. Its digest is 32 zero bytes, for which no password is known.
const DUMMY_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Each hash holds 19 MiB and a thread: 4 at once are 76 MiB, 200 waiting take about 2 s on two cores. */
export function createPasswords({ atOnce = 4, waiting = 200 } = {}): Passwords {
  const withLimit = createConcurrencyLimit({ atOnce, waiting });
  return {
    async hash(typed) {
      const password = usable(typed);
      if (password === undefined) throw new PasswordRefused();
      return withLimit(() => hash(password, { ...COST, algorithm: ARGON2ID }));
    },

    async verify(stored, typed) {
      const password = usable(typed);
      if (password === undefined) return false;
      const matches = await withLimit(() => verify(stored ?? DUMMY_HASH, password).catch(() => false));
      return matches && stored !== undefined;
    },
  };
}

/** One limit per process, because memory and threads are shared. */
export const { hash: hashPassword, verify: verifyPassword } = createPasswords();

/** Bytes of the password without normalization: a similar spelling is another password. Undefined when refused before hashing. */
function usable(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed === '' || typed.length > MAX_BYTES || typed.includes('\0')) return undefined;
  return Buffer.byteLength(typed) > MAX_BYTES ? undefined : typed;
}

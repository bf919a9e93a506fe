/** Keeps and checks passwords: argon2id, the same time for a stranger as for a user, and never more work than the machine bears. */
import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from './concurrency-limit.ts';

export { Busy } from './concurrency-limit.ts';

export type Passwords = {
  /** Throws {@link PasswordRefused} for what no hash may be made of. */
  hash(typed: string): Promise<string>;
  /** With no stored hash it spends the same time and says no, so that a guesser learns no e-mail address. */
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
// Same cost as a real one. Its digest is 32 zero bytes, of which nobody knows a password.
const DUMMY_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Each hash holds 19 MiB and a thread: 4 at once are 76 MiB, 200 waiting are about 2 s of patience on two cores. */
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

/** One gate for the whole process, because its memory and threads are one. */
export const { hash: hashPassword, verify: verifyPassword } = createPasswords();

/** Byte for byte as it was set: a look-alike spelling is another password. Undefined for what is refused before any hashing. */
function usable(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed === '' || typed.length > MAX_BYTES || typed.includes('\0')) return undefined;
  return Buffer.byteLength(typed) > MAX_BYTES ? undefined : typed;
}

import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { AppError } from '../../infrastructure/app-error.ts';
import type { Clock } from '../../infrastructure/clock.ts';

/** Different whole numbers that a user may look up in an hour while numbers are hidden: a mask leaves 10,000 to try. */
const MAX_NUMBERS = 100;
const WINDOW_MS = 3_600_000;
/** Fewer digits find no contact by its number. */
const MIN_DIGITS = 8;
/** Bound of memory; the oldest windows are dropped first. */
const MAX_USERS = 20_000;

/** Limits guesses of hidden numbers. Counted in memory of this server, because a search must not write. */
export function createNumberLookups(clock: Clock) {
  const windows = new Map<string, { endsAt: number; numbers: Set<string> }>();
  return {
    /** Counts a lookup of a whole number; the same number counts once. Refuses further ones over the limit. */
    use(actor: Actor, text: string): void {
      // Who may reveal a number, with an audit entry, has nothing to guess.
      if (can(actor, 'contact.reveal-number')) return;
      const { companyId, userId } = actor;
      const digits = text.replace(/\D/g, '');
      if (digits.length < MIN_DIGITS) return;
      const key = `${companyId} ${userId}`;
      const now = +clock.now();
      let window = windows.get(key);
      if (!window || window.endsAt <= now) {
        windows.delete(key);
        if (windows.size >= MAX_USERS) windows.delete(windows.keys().next().value!);
        window = { endsAt: now + WINDOW_MS, numbers: new Set() };
        windows.set(key, window);
      }
      if (window.numbers.has(digits)) return;
      if (window.numbers.size >= MAX_NUMBERS)
        throw new AppError('ERR_TOO_MANY_TRIES', { retryAfterSeconds: Math.ceil((window.endsAt - now) / 1000) });
      window.numbers.add(digits);
    },
  };
}
export type NumberLookups = ReturnType<typeof createNumberLookups>;

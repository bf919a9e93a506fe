import type { Random } from './random.ts';

/** Which calls it happens to; without anything: every Graph call. */
export interface FaultScope {
  accountId?: string;
  /** Only what is for this person. */
  to?: string;
  /**
   * The last word of the path: messages, media, message_templates …; `download` is the fetching of a file, `signs` are
   * read marks and typing, which share a path with messages and none of their mishaps.
   */
  call?: string;
}

/** How a call ends. What ends «after» was done before the line went dead; a `trickle` (a byte in ten seconds) too. */
export type Fault =
  | 'closed-before'
  | 'silent-before'
  | 'silent-after'
  | 'reset-after'
  | 'garbage'
  | 'garbage-after'
  | 'trickle'
  | { status: 429 | 500 | 502 | 503; retryAfterSeconds?: number }
  /** A Graph error by its code; the rest of the `error` object comes from the catalogue of errors. */
  | { code: number; subcode?: number; retryAfterSeconds?: number }
  /** The call is answered well, and a webhook tells later that it failed (WhatsApp). */
  | { failsLater: number };

interface Planned {
  scope: FaultScope;
  fault: Fault;
  times: number;
  share: number;
}

export function createFaults(random: Random) {
  let planned: Planned[] = [];
  const fits = (scope: FaultScope, call: Required<FaultScope>) =>
    (scope.accountId ?? call.accountId) === call.accountId &&
    (scope.to ?? call.to) === call.to &&
    (scope.call ?? call.call) === call.call;

  return {
    plan(scope: FaultScope, fault: Fault, how: { times?: number; share?: number } = {}): void {
      const defaultTimes = how.share === undefined ? 1 : Number.POSITIVE_INFINITY;
      planned.push({ scope, fault, times: how.times ?? defaultTimes, share: how.share ?? 1 });
    },
    /** The one that happens to this call; what was planned first happens first. */
    take(call: Required<FaultScope>): Fault | undefined {
      for (const plan of planned) {
        if (!fits(plan.scope, call) || (plan.share < 1 && random.next() >= plan.share)) continue;
        plan.times -= 1;
        if (plan.times <= 0) planned = planned.filter((other) => other !== plan);
        return plan.fault;
      }
      return undefined;
    },
    clear(): void {
      planned = [];
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;

import type { Random } from './random.ts';

/** Calls to which a fault applies; an empty scope is every Graph call. */
export interface FaultScope {
  accountId?: string;
  /** Only calls for this recipient. */
  to?: string;
  /**
   * Last segment of the path: messages, media, message_templates …; `download` is a file download, `signs` are read marks
   * and typing indicators, which share the path of messages but not their faults.
   */
  call?: string;
}

/** How a call ends. With `…-after` and `trickle` (one byte in ten seconds) the call was carried out. */
export type Fault =
  | 'closed-before'
  | 'silent-before'
  | 'silent-after'
  | 'reset-after'
  | 'garbage'
  | 'garbage-after'
  | 'trickle'
  | { status: 429 | 500 | 502 | 503; retryAfterSeconds?: number }
  /** A Graph error by its code; its text comes from the error catalogue. */
  | { code: number; subcode?: number; retryAfterSeconds?: number }
  /** WhatsApp: the call succeeds and a later webhook reports the failure. */
  | { failsLater: number }
  /** WhatsApp: accepted as `held_for_quality_assessment`; `status` releases it (`sent`) or drops it (`failed`). */
  | 'held';

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
    /** The fault for this call; earlier plans apply first. */
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

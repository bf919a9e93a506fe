export interface GuardFacts {
  /** Failures among the last FAILED_OF recipients with an outcome. */
  failed: number;
  /** Opt-outs among the last OPTED_OUT_OF recipients to whom a message was sent. */
  optedOut: number;
  failedPercent: number;
  optedOutPercent: number;
}
export const FAILED_OF = 50;
export const OPTED_OUT_OF = 200;

/**
 * Whether the results are so bad that a user must look at them. The counts are compared with the share of the whole
 * window, so that a campaign that only fails stops after its sixth message.
 */
export function decideGuard({
  failed,
  optedOut,
  failedPercent,
  optedOutPercent,
}: GuardFacts): 'failed' | 'opted-out' | null {
  if (failed > (FAILED_OF * failedPercent) / 100) return 'failed';
  return optedOut > (OPTED_OUT_OF * optedOutPercent) / 100 ? 'opted-out' : null;
}

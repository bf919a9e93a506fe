/**
 * - `notSent`: the service has not read the request, or asked to wait; a repetition is harmless.
 * - `refused`: the service answered and does not carry it out; a repetition changes nothing.
 * - `unknown`: the request may have been carried out, and paid for.
 */
export type ServiceOutcome = 'notSent' | 'refused' | 'unknown';

export const serviceReasons = [
  /** Our own rules refuse the address: private network, port, scheme. */
  'address',
  'unreachable',
  'tooSlow',
  /** The service asked to wait. */
  'busy',
  /** The service failed. */
  'down',
  /** The account has no credit. */
  'quota',
  /** The key is wrong or may not do this. */
  'key',
  /** The service refuses this request: model, size, content. */
  'request',
  /** The session no longer exists. */
  'session',
  'tooLarge',
  /** The answer is in no format we know. */
  'answer',
] as const;
export type ServiceReason = (typeof serviceReasons)[number];

/** A failed call of a model, a bot, a webhook or an HTTP service. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly outcome: ServiceOutcome;
  readonly reason: ServiceReason;
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  /** The message names outcome, reason and status only: an answer may repeat our key or the customer's text. */
  constructor(
    outcome: ServiceOutcome,
    reason: ServiceReason,
    {
      status,
      retryAfterMs,
      cause,
    }: { status?: number | undefined; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(`${outcome}: ${reason}${status === undefined ? '' : ` (HTTP ${status})`}`, { cause });
    this.outcome = outcome;
    this.reason = reason;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

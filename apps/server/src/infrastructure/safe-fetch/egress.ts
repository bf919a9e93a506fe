/** How an outgoing call can end badly. Both kinds say the same words, so that nobody maps our network by reading errors. */

export type EgressRefusedReason =
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'name'
  | 'address'
  | 'port'
  | 'method'
  | 'header'
  | 'redirect'
  | 'encoding'
  | 'too-large'
  | 'too-slow';

const MESSAGE = 'the address could not be used';

/** We did not want to, or no longer wanted to: a rule or a limit of ours. `reason` is for the log, not for the tenant. */
export class EgressRefused extends Error {
  override name = 'EgressRefused';
  readonly reason: EgressRefusedReason;
  /** True once the other side may have read a part of the request: then a retry may do the thing twice. */
  readonly sent: boolean;

  constructor(reason: EgressRefusedReason, sent = false) {
    super(MESSAGE);
    this.reason = reason;
    this.sent = sent;
  }
}

/** The world failed: no such name, connection refused or reset, bad certificate. The details are in `cause`. */
export class EgressFailed extends Error {
  override name = 'EgressFailed';
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super(MESSAGE, { cause });
    this.sent = sent;
  }
}

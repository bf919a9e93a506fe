/** Errors of outgoing requests. Both have the same message, so that errors do not reveal our network. */

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
  | 'too-slow'
  | 'passive';

const MESSAGE = 'the address could not be used';

/** Refused or aborted by a rule or limit of ours. `reason` is for the log, not for the company. */
export class EgressRefused extends Error {
  override name = 'EgressRefused';
  readonly reason: EgressRefusedReason;
  /** True once the server may have read a part of the request: a retry may then repeat its effect. */
  readonly sent: boolean;

  constructor(reason: EgressRefusedReason, sent = false) {
    super(MESSAGE);
    this.reason = reason;
    this.sent = sent;
  }
}

/** Network failure: unknown name, connection refused or reset, bad certificate. The details are in `cause`. */
export class EgressFailed extends Error {
  override name = 'EgressFailed';
  readonly sent: boolean;

  constructor(sent: boolean, cause: unknown) {
    super(MESSAGE, { cause });
    this.sent = sent;
  }
}

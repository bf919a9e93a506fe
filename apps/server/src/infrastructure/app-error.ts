import { errors, type ErrorCode, type FieldError } from '@balcao/contract';
import type { Result } from '@balcao/domain/kit/result';
import type { Actor } from '@balcao/domain/policy/actor';
import { can, type Permission, type SubjectArgs } from '@balcao/domain/policy/policy';

/** The only error type sent to clients. Any other error is logged and answered as ERR_INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** The blocking record. The wire sends it as JSON in place of the error code. */
  readonly conflict: object | undefined;
  constructor(code: ErrorCode, more: { fields?: FieldError[]; retryAfterSeconds?: number; conflict?: object } = {}) {
    super(errors[code].en);
    this.code = code;
    this.status = errors[code].status;
    this.fields = more.fields ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.conflict = more.conflict;
  }
}

export function refuse(code: ErrorCode, ...fields: FieldError[]): never {
  throw new AppError(code, { fields });
}
export const assertFound = <T>(row: T | null | undefined, code: ErrorCode): T => row ?? refuse(code);
/** Converts a refused domain decision into a thrown refusal. */
export const unwrap = <T, C extends ErrorCode>(result: Result<T, C>): T =>
  result.ok ? result.value : refuse(result.code);

export function authorize<P extends Permission>(actor: Actor, permission: P, ...subject: SubjectArgs<P>): void {
  if (!can(actor, permission, ...subject)) refuse('ERR_NO_PERMISSION');
}

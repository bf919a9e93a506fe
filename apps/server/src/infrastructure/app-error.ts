import { errors, type ErrorCode, type FieldError } from '@balcao/contract';
import type { Result } from '@balcao/domain/kit/result';
import type { Actor } from '@balcao/domain/policy/actor';
import { can, type Permission, type SubjectArgs } from '@balcao/domain/policy/policy';

/** The one error that may cross the wire. Everything else is a fault of ours: logged, and told as ERR_INTERNAL. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** What stands in the way; this wire tells it as JSON in place of the code. */
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
/** Where a pure decision meets the world: a refused decision becomes a Refusal. */
export const unwrap = <T, C extends ErrorCode>(result: Result<T, C>): T =>
  result.ok ? result.value : refuse(result.code);

export function authorize<P extends Permission>(actor: Actor, permission: P, ...subject: SubjectArgs<P>): void {
  if (!can(actor, permission, ...subject)) refuse('ERR_NO_PERMISSION');
}

/** Result of a decision: a value or an error code. The domain throws no exceptions. */
export type Result<T, Code extends string> = { ok: true; value: T } | { ok: false; code: Code };

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const no = <Code extends string>(code: Code): { ok: false; code: Code } => ({ ok: false, code });

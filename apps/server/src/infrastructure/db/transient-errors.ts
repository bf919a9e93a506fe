/** Failures of the database that pass by themselves: they say nothing about the work that met them. */

/** `contention`: other work had the same rows or took the time; `unavailable`: the database itself is in trouble. */
export type DatabaseTrouble = 'contention' | 'unavailable';

/** Serialization failure, deadlock, lock timeout, statement timeout or cancelled statement. */
const CONTENTION = new Set(['40001', '40P01', '55P03', '57014']);
/** Connection; disk, memory and connections; operator intervention; input or output of the database's files. */
const UNAVAILABLE =
  /^(08...|53...|57P0.|58030|25P0[34]|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_BUSY)$/;
/** The driver's own errors have no code. */
const LOST_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error and is not queryable|Client was closed/;

export function databaseTroubleOf(error: unknown): DatabaseTrouble | undefined {
  // Drizzle and our own errors wrap the cause.
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (code !== undefined && CONTENTION.has(code)) return 'contention';
    if ((code !== undefined && UNAVAILABLE.test(code)) || LOST_CONNECTION.test(cause.message)) return 'unavailable';
    // The Unix socket of a database that has not started yet does not exist.
    if (code === 'ENOENT' && syscall === 'connect') return 'unavailable';
  }
  return undefined;
}

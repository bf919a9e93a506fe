/** Server log: one JSON object per line, or one readable line in a terminal, always redacted. */
import { pino } from 'pino';
import type { Logger } from 'pino';
import { redactError, redactValue } from './redact.ts';
import { lineForTerminal } from './terminal.ts';
import type { LogRecord } from './terminal.ts';

export type Log = Logger;

export type LogOptions = {
  level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Readable lines instead of JSON; the default when the output is a terminal. */
  pretty?: boolean;
  out?: { write(line: string): void };
};

export function createLog({
  level,
  pretty = process.stdout.isTTY,
  out = pino.destination({ dest: 1, sync: true }),
}: LogOptions): Log {
  const format = pretty ? lineForTerminal : lineForMachine;
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { req: describeRequest, res: describeResponse, err: describeError, error: describeError },
    },
    // The only point of redaction: fields, child fields, messages and stacks all pass through here.
    { write: (line) => out.write(`${format(readable(line))}\n`) },
  );
}

function readable(line: string): LogRecord {
  try {
    return redactValue(JSON.parse(line)) as LogRecord;
  } catch {
    return { level: 'error', time: new Date().toISOString(), msg: 'a log line could not be written' };
  }
}

/** JSON already escapes line breaks and ESC; these characters also control a terminal or break lines in some viewers. */
const lineForMachine = (record: LogRecord): string =>
  JSON.stringify(record).replace(
    /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

type RequestLike = {
  id?: unknown;
  method?: string;
  url?: string;
  ip?: string;
  socket?: { remoteAddress?: string | undefined };
};

/** Listed fields only: headers and body are never logged, not even redacted. */
const describeRequest = (request: RequestLike) => ({
  id: request.id,
  method: request.method,
  url: request.url,
  from: request.ip ?? request.socket?.remoteAddress,
});

const describeResponse = (response: { statusCode?: number }) => ({ status: response.statusCode });

type ErrorLike = {
  name?: string;
  message?: string;
  code?: unknown;
  reason?: unknown;
  constraint?: unknown;
  stack?: string;
  cause?: unknown;
};

/** Listed fields only: a database error carries the offending row in `detail`, a client error the whole request. */
function describeError(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { name, message, code, reason, constraint, stack, cause } = error as ErrorLike;
  const causedBy = cause === undefined || depth >= 3 ? undefined : describeError(cause, depth + 1);
  return {
    type: name,
    message: typeof message === 'string' ? redactError(message) : undefined,
    code,
    reason: typeof reason === 'string' ? reason : undefined,
    constraint,
    stack: typeof stack === 'string' ? redactError(stack) : undefined,
    cause: causedBy,
  };
}

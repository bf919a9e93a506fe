/** Why a connection ended, and what follows from it. */
import type { Reason } from './wire.ts';

export interface Disconnect {
  reason?: Reason;
  /** `at-once` and `again` connect with what is known, `afresh` forgets it first, `rest` waits for a person. */
  next: 'at-once' | 'again' | 'afresh' | 'rest';
}

/** The code is the network's own, or the library's word for what happened to the line. */
export function parseDisconnect(code: number | undefined, isPaired: boolean): Disconnect {
  switch (code) {
    // Asked for by the network, right after pairing for instance.
    case 515:
      return { next: 'at-once' };
    case 401:
    case 406:
      return isPaired ? { reason: 'logged-out', next: 'afresh' } : { reason: 'unanswered', next: 'rest' };
    case 440:
      return { reason: 'replaced', next: 'rest' };
    case 402:
    case 403:
      return { reason: 'banned', next: 'rest' };
    case 405:
    case 409:
      return { reason: 'outdated', next: 'rest' };
    case 411:
      return { reason: 'broken', next: 'rest' };
    case 408:
      // All codes were shown and nobody has read one; of a paired device it is the line that was lost.
      return isPaired ? { reason: 'network', next: 'again' } : { reason: 'unanswered', next: 'rest' };
    default:
      return { reason: 'network', next: 'again' };
  }
}

export function codeOf(error: unknown): number | undefined {
  const { output } = (error ?? {}) as { output?: { statusCode?: unknown } };
  return typeof output?.statusCode === 'number' ? output.statusCode : undefined;
}

/** Grows from two seconds to a minute; a quarter more or less, so that many do not come back in the same moment. */
export function reconnectDelay(attempt: number, chance: number): number {
  const ms = Math.min(60_000, 2000 * 2 ** Math.min(attempt, 10));
  return Math.round(ms * (0.75 + chance * 0.5));
}

// How a send ended ------------------------------------------------------------------------------------------------------

export interface SendFailure {
  end: 'not-sent' | 'refused' | 'unknown';
  code: string;
  detail: string;
  retryAfterMs?: number;
  isAccountDead?: boolean;
}
export class SendFailed extends Error {
  override name = 'SendFailed';
  readonly failure: SendFailure;
  constructor(failure: SendFailure) {
    super(failure.detail);
    this.failure = failure;
  }
}

const RATE_WAIT_MS = 60_000;

/** What the server's word on a message means; undefined is well. */
export function parseAck(stanza: unknown): SendFailure | undefined {
  const { tag, attrs } = (stanza ?? {}) as { tag?: unknown; attrs?: Record<string, string | undefined> };
  // Somebody has received it: quicker than the server's own word.
  if (tag === 'receipt') return undefined;
  if (tag !== 'ack' || typeof attrs !== 'object')
    return { end: 'unknown', code: 'no-answer', detail: 'no answer that can be read' };
  const error = attrs['error'];
  if (error === undefined) return undefined;
  return failureOf(Number(error), `the server answered ${error}`, Number(attrs['backoff'] ?? 0) * 1000);
}

/** Thrown while the message was being made or written. */
export function parseThrown(error: unknown): SendFailure {
  const detail = String((error as Error | undefined)?.message ?? error).slice(0, 200);
  const { data } = (error ?? {}) as { data?: unknown };
  const code = codeOf(error);
  // Written for too long: perhaps it went out.
  if (code === 408) return { end: 'unknown', code: 'no-answer', detail };
  // What the server says to a question is in the data; the code is the library's own.
  return typeof data === 'number' && data >= 400 && data < 600
    ? failureOf(data, detail, 0)
    : { end: 'not-sent', code: 'down', detail };
}

function failureOf(code: number, detail: string, backOffMs: number): SendFailure {
  if (code === 429)
    return { end: 'not-sent', code: 'rate', detail, retryAfterMs: backOffMs > 0 ? backOffMs : RATE_WAIT_MS };
  if (code >= 500) return { end: 'not-sent', code: 'down', detail, ...(backOffMs > 0 && { retryAfterMs: backOffMs }) };
  if (code === 404) return { end: 'refused', code: 'no-account', detail };
  if (code === 401) return { end: 'refused', code: 'account', detail, isAccountDead: true };
  // New conversations are not allowed for a while; existing ones go on.
  if (code === 463) return { end: 'refused', code: 'restricted', detail };
  return { end: 'refused', code: 'refused', detail };
}

/** Why a connection ended or a send failed, and what follows from it. */
import type { Reason } from './wire.ts';

export interface Disconnect {
  reason?: Reason;
  /** `relink` clears the stored state before it connects; `stop` waits for a user. */
  next: 'reconnect-now' | 'reconnect' | 'relink' | 'stop';
}

/** The code comes from the network or, for a lost connection, from the library. */
export function parseDisconnect(code: number | undefined, isPaired: boolean): Disconnect {
  switch (code) {
    // Requested by the network, for example right after pairing.
    case 515:
      return { next: 'reconnect-now' };
    case 401:
    case 406:
      return isPaired ? { reason: 'logged-out', next: 'relink' } : { reason: 'unanswered', next: 'stop' };
    case 440:
      return { reason: 'replaced', next: 'stop' };
    case 402:
    case 403:
      return { reason: 'banned', next: 'stop' };
    case 405:
    case 409:
      return { reason: 'outdated', next: 'stop' };
    case 411:
      return { reason: 'broken', next: 'stop' };
    case 408:
      // Unpaired: all codes expired without a scan. Paired: the connection timed out.
      return isPaired ? { reason: 'network', next: 'reconnect' } : { reason: 'unanswered', next: 'stop' };
    default:
      return { reason: 'network', next: 'reconnect' };
  }
}

export function codeOf(error: unknown): number | undefined {
  const { output } = (error ?? {}) as { output?: { statusCode?: unknown } };
  return typeof output?.statusCode === 'number' ? output.statusCode : undefined;
}

/** Grows from two seconds to a minute, ±25 % so that many sessions do not reconnect in the same moment. */
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

/** Meaning of WhatsApp's answer to a message; undefined is success. */
export function parseAck(stanza: unknown): SendFailure | undefined {
  const { tag, attrs } = (stanza ?? {}) as { tag?: unknown; attrs?: Record<string, string | undefined> };
  // The receipt of a recipient can arrive before the acknowledgement.
  if (tag === 'receipt') return undefined;
  if (tag !== 'ack' || typeof attrs !== 'object')
    return { end: 'unknown', code: 'no-answer', detail: 'no answer that can be read' };
  const error = attrs['error'];
  if (error === undefined) return undefined;
  return failureOf(Number(error), `the server answered ${error}`, Number(attrs['backoff'] ?? 0) * 1000);
}

/** Failure of an error thrown while the message was built or written. */
export function parseThrown(error: unknown): SendFailure {
  const detail = String((error as Error | undefined)?.message ?? error).slice(0, 200);
  const { data } = (error ?? {}) as { data?: unknown };
  const code = codeOf(error);
  // The write timed out: the message may have been sent.
  if (code === 408) return { end: 'unknown', code: 'no-answer', detail };
  // `data` holds the server's answer to a query; the code is the library's own.
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
  // New conversations are blocked for a while; existing ones continue.
  if (code === 463) return { end: 'refused', code: 'restricted', detail };
  return { end: 'refused', code: 'refused', detail };
}

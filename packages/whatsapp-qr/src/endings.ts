/** Why a connection ended, and what follows from it. */
import type { Reason } from './wire.ts';

export interface Ending {
  why?: Reason;
  /** `at-once` and `again` connect with what is known, `afresh` forgets it first, `rest` waits for a person. */
  next: 'at-once' | 'again' | 'afresh' | 'rest';
}

/** The code is the network's own, or the library's word for what happened to the line. */
export function endingOf(code: number | undefined, isPaired: boolean): Ending {
  switch (code) {
    // Asked for by the network, right after pairing for instance.
    case 515:
      return { next: 'at-once' };
    case 401:
    case 406:
      return isPaired ? { why: 'logged-out', next: 'afresh' } : { why: 'unanswered', next: 'rest' };
    case 440:
      return { why: 'replaced', next: 'rest' };
    case 402:
    case 403:
      return { why: 'banned', next: 'rest' };
    case 405:
    case 409:
      return { why: 'outdated', next: 'rest' };
    case 411:
      return { why: 'broken', next: 'rest' };
    case 408:
      // All codes were shown and nobody has read one; of a paired device it is the line that was lost.
      return isPaired ? { why: 'network', next: 'again' } : { why: 'unanswered', next: 'rest' };
    default:
      return { why: 'network', next: 'again' };
  }
}

export function codeOf(fault: unknown): number | undefined {
  const { output } = (fault ?? {}) as { output?: { statusCode?: unknown } };
  return typeof output?.statusCode === 'number' ? output.statusCode : undefined;
}

/** Grows from two seconds to a minute; a quarter more or less, so that many do not come back in the same moment. */
export function waitBefore(attempt: number, chance: number): number {
  const ms = Math.min(60_000, 2000 * 2 ** Math.min(attempt, 10));
  return Math.round(ms * (0.75 + chance * 0.5));
}

// How a send ended ------------------------------------------------------------------------------------------------------

export interface SendFault {
  end: 'not-sent' | 'refused' | 'unknown';
  code: string;
  detail: string;
  retryAfterMs?: number;
  isAccountDead?: boolean;
}
export class SendFailed extends Error {
  override name = 'SendFailed';
  readonly fault: SendFault;
  constructor(fault: SendFault) {
    super(fault.detail);
    this.fault = fault;
  }
}

const RATE_WAIT_MS = 60_000;

/** What the server's word on a message means; undefined is well. */
export function readAck(told: unknown): SendFault | undefined {
  const { tag, attrs } = (told ?? {}) as { tag?: unknown; attrs?: Record<string, string | undefined> };
  // Somebody has received it: quicker than the server's own word.
  if (tag === 'receipt') return undefined;
  if (tag !== 'ack' || typeof attrs !== 'object')
    return { end: 'unknown', code: 'no-answer', detail: 'no answer that can be read' };
  const error = attrs['error'];
  if (error === undefined) return undefined;
  return refusalOf(Number(error), `the server answered ${error}`, Number(attrs['backoff'] ?? 0) * 1000);
}

/** Thrown while the message was being made or written. */
export function readThrown(fault: unknown): SendFault {
  const detail = String((fault as Error | undefined)?.message ?? fault).slice(0, 200);
  const { data } = (fault ?? {}) as { data?: unknown };
  const code = codeOf(fault);
  // Written for too long: perhaps it went out.
  if (code === 408) return { end: 'unknown', code: 'no-answer', detail };
  // What the server says to a question is in the data; the code is the library's own.
  return typeof data === 'number' && data >= 400 && data < 600
    ? refusalOf(data, detail, 0)
    : { end: 'not-sent', code: 'down', detail };
}

function refusalOf(code: number, detail: string, backOffMs: number): SendFault {
  if (code === 429)
    return { end: 'not-sent', code: 'rate', detail, retryAfterMs: backOffMs > 0 ? backOffMs : RATE_WAIT_MS };
  if (code >= 500) return { end: 'not-sent', code: 'down', detail, ...(backOffMs > 0 && { retryAfterMs: backOffMs }) };
  if (code === 404) return { end: 'refused', code: 'no-account', detail };
  if (code === 401) return { end: 'refused', code: 'account', detail, isAccountDead: true };
  // New conversations are not allowed for a while; existing ones go on.
  if (code === 463) return { end: 'refused', code: 'restricted', detail };
  return { end: 'refused', code: 'refused', detail };
}

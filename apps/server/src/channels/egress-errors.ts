/** Maps failures of an HTTP call to the errors of the channel port: not sent, refused or unknown. */
import { z } from 'zod';
import { EgressFailed, EgressRefused } from '../infrastructure/safe-fetch/safe-fetch.ts';
import { NotSent, OutcomeUnknown, Refused } from './port.ts';

export const withChannelErrors = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw toChannelError(error);
  });

function toChannelError(error: unknown): unknown {
  if (error instanceof EgressRefused || error instanceof EgressFailed) {
    const detail = error instanceof EgressRefused ? error.reason : causeOf(error);
    return error.sent ? new OutcomeUnknown(detail) : new NotSent({ code: 'ERR_CHANNEL_DOWN', detail });
  }
  // The request was accepted, but its result cannot be read.
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return new OutcomeUnknown('the answer could not be read');
  return error;
}
const causeOf = (error: EgressFailed) => (error.cause instanceof Error ? error.cause.message : 'failed').slice(0, 200);

/** For downloads: a body over the limit is refused, other errors pass. */
export function throwTooLarge(error: unknown): never {
  if (error instanceof EgressRefused && error.reason === 'too-large')
    throw new Refused({ code: 'ERR_BODY_TOO_LARGE', detail: 'more bytes than allowed' });
  throw error;
}

/** For calls that send no message: an unknown outcome means that the message was not sent. */
export const asNotSent = (error: unknown): unknown =>
  error instanceof OutcomeUnknown ? new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: error.message }) : error;

export const fileNotFound = (detail: string) => new Refused({ code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail });

export const MAX_RETRY_AFTER_MS = 24 * 3_600_000;
/** Value of the `Retry-After` header in seconds; dates are ignored. */
export function retryAfterMs(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  return header !== null && /^\d{1,9}$/.test(header) ? Math.min(Number(header) * 1000, MAX_RETRY_AFTER_MS) : undefined;
}

/** One call to the network, and what its end says about the message: surely not sent, refused, or nobody can tell. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import {
  EgressFailed,
  EgressRefused,
  type SafeFetch,
  type SafeInit,
  type SafeResponse,
} from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { NotSent, OutcomeUnknown, Refused, type Account } from '../port.ts';
import { faultOf } from './faults.ts';
import { WireError } from './wire-format.ts';

interface SandboxClientDeps {
  networkUrl: string;
  safeFetch: SafeFetch;
  timeoutMs: number;
  /** The network forgot this account: it is told again. */
  reopen(account: Account): Promise<unknown>;
}
const MEDIA_TIMEOUT_MS = 60_000;

export function createSandboxClient({ networkUrl, safeFetch, timeoutMs, reopen }: SandboxClientDeps) {
  const address = (account: Account, path: string) =>
    `${networkUrl}/v1/accounts/${encodeURIComponent(account.secrets['account'] ?? '')}/${path}`;

  async function exchange(account: Account, path: string, init: SafeInit): Promise<SafeResponse> {
    const headers = {
      ...(init.headers as Record<string, string> | undefined),
      authorization: `Bearer ${account.secrets['apiToken'] ?? ''}`,
    };
    const once = () => safeFetch(address(account, path), { timeoutMs, ...init, headers });
    const answer = await once();
    if (answer.status !== 404 || path.startsWith('session/')) return answer;
    const errorBody = await errorBodyOf(answer);
    if (errorBody.error !== 'unknown-account') throw errorFor(404, errorBody, answer);
    await reopen(account).catch((cause: unknown) => {
      throw asNotSent(cause);
    });
    return once();
  }

  async function call<T extends z.ZodType = z.ZodUnknown>(
    account: Account,
    method: 'POST' | 'GET',
    path: string,
    body?: object,
    reply?: T,
  ): Promise<z.output<T>> {
    return withChannelErrors(async () => {
      const answer = await exchange(account, path, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      if (!answer.ok) throw errorFor(answer.status, await errorBodyOf(answer), answer);
      const json = await answer.json();
      return (reply ? reply.parse(json) : json) as z.output<T>;
    });
  }

  return {
    call,
    /** Undefined when what is asked for is not there. */
    async find<T extends z.ZodType>(account: Account, path: string, reply: T): Promise<z.output<T> | undefined> {
      try {
        return await call(account, 'GET', path, undefined, reply);
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
    /** A file goes before its message: whatever happens here, the message was not sent. */
    put: (account: Account, bytes: Buffer, { mime, fileName }: { mime: string; fileName: string }): Promise<unknown> =>
      withChannelErrors(async () => {
        const answer = await exchange(account, 'media', {
          method: 'PUT',
          headers: { 'content-type': mime, 'x-file-name': encodeURIComponent(fileName) },
          body: new Uint8Array(bytes),
          timeoutMs: MEDIA_TIMEOUT_MS,
        });
        if (!answer.ok) throw errorFor(answer.status, await errorBodyOf(answer), answer);
        return answer.json();
      }).catch((error: unknown) => {
        throw asNotSent(error);
      }),
    /** Asking for a file again does no harm. The stream itself breaks when more comes than was announced. */
    get: (account: Account, ref: string, maxBytes: number): Promise<Readable> =>
      withChannelErrors(async () => {
        const answer = await exchange(account, `media/${encodeURIComponent(ref)}`, {
          maxBytes,
          timeoutMs: MEDIA_TIMEOUT_MS,
        });
        if (!answer.ok) throw errorFor(answer.status, await errorBodyOf(answer), answer);
        return answer.body;
      }).catch((error: unknown) => {
        if (error instanceof NotFound) throw fileNotFound(error);
        throw asNotSent(error);
      }),
  };
}

/** Refused because it is not there. */
export class NotFound extends Refused {}

async function errorBodyOf(answer: SafeResponse): Promise<z.output<typeof WireError>> {
  try {
    return WireError.parse(await answer.json());
  } catch {
    return { error: 'other', message: `status ${answer.status}` };
  }
}

function errorFor(
  status: number,
  { error, message }: { error: string; message: string },
  { headers }: SafeResponse,
): Error {
  const detail = message === '' ? error : `${error}: ${message}`;
  if (status === 429) return new NotSent({ code: 'ERR_CHANNEL_RATE', detail }, retryAfter(headers));
  if (status === 503) return new NotSent({ code: 'ERR_CHANNEL_DOWN', detail }, retryAfter(headers));
  if (status === 401 || status === 403) return new Refused({ code: 'ERR_CHANNEL_ACCOUNT', detail }, true);
  if (status === 404) return new NotFound({ code: 'ERR_FETCH_WAPP_MSG', detail });
  if (status >= 400 && status < 500) return new Refused(faultOf(error, message));
  // They stumbled while working on it: it may be done or not.
  return new OutcomeUnknown(detail);
}

const MAX_RETRY_AFTER_SECONDS = 24 * 3600;
function retryAfter(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  return header !== null && /^\d{1,9}$/.test(header)
    ? Math.min(Number(header), MAX_RETRY_AFTER_SECONDS) * 1000
    : undefined;
}

/** Failures on the way, by whether anything may have been read. */
const withChannelErrors = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw toChannelError(error);
  });

function toChannelError(error: unknown): unknown {
  if (error instanceof EgressRefused && error.reason === 'too-large') {
    return new Refused({ code: 'ERR_BODY_TOO_LARGE', detail: 'more bytes than allowed' });
  }
  if (error instanceof EgressRefused || error instanceof EgressFailed) {
    const detail = error instanceof EgressRefused ? error.reason : causeOf(error);
    return error.sent ? new OutcomeUnknown(detail) : new NotSent({ code: 'ERR_CHANNEL_DOWN', detail });
  }
  // An answer that says nothing we understand: it was taken, and we do not know as what.
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return new OutcomeUnknown('the answer could not be read');
  return error;
}
const causeOf = (error: EgressFailed) => (error.cause instanceof Error ? error.cause.message : 'failed').slice(0, 200);
/** Where an unknown end of this call leaves no doubt about the message. */
const asNotSent = (error: unknown): unknown =>
  error instanceof OutcomeUnknown ? new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: error.message }) : error;
const fileNotFound = ({ fault }: Refused) => new Refused({ code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: fault.detail });

/** HTTP client of the sandbox network. The error class states whether a message was not sent, refused, or possibly sent. */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import {
  StreamedBody,
  type SafeFetch,
  type SafeInit,
  type SafeResponse,
} from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { TRANSFER_RATE } from '../../infrastructure/transfer-rate.ts';
import { asNotSent, fileNotFound, retryAfterMs, throwTooLarge, withChannelErrors } from '../egress-errors.ts';
import { NotSent, OutcomeUnknown, Refused, type Account } from '../port.ts';
import { faultOf } from './faults.ts';
import { WireError } from './wire-format.ts';

interface SandboxClientDeps {
  networkUrl: string;
  safeFetch: SafeFetch;
  timeoutMs: number;
  /** Registers an account that the network no longer knows. */
  reopen(account: Account): Promise<unknown>;
}

export function createSandboxClient({ networkUrl, safeFetch, timeoutMs, reopen }: SandboxClientDeps) {
  const address = (account: Account, path: string) =>
    `${networkUrl}/v1/accounts/${encodeURIComponent(account.secrets['account'] ?? '')}/${path}`;

  /** `init` may be a function: a streamed body is opened for each try. */
  async function exchange(
    account: Account,
    path: string,
    init: SafeInit | (() => Promise<SafeInit>),
  ): Promise<SafeResponse> {
    const once = async () => {
      const { headers, ...rest } = typeof init === 'function' ? await init() : init;
      const allHeaders = {
        ...(headers as Record<string, string> | undefined),
        authorization: `Bearer ${account.secrets['apiToken'] ?? ''}`,
      };
      return safeFetch(address(account, path), { timeoutMs, ...rest, headers: allHeaders });
    };
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
    return withSandboxErrors(async () => {
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
    /** Undefined when the resource does not exist. */
    async find<T extends z.ZodType>(account: Account, path: string, reply: T): Promise<z.output<T> | undefined> {
      try {
        return await call(account, 'GET', path, undefined, reply);
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },
    /** Uploads the file of a message. If this fails, the message was not sent. */
    put: (
      account: Account,
      open: () => Promise<{ stream: Readable; bytes: number }>,
      { mime, fileName }: { mime: string; fileName: string },
    ): Promise<unknown> =>
      withSandboxErrors(async () => {
        const answer = await exchange(account, 'media', async () => {
          const { stream, bytes: length } = await open();
          return {
            method: 'PUT',
            headers: { 'x-file-name': encodeURIComponent(fileName) },
            body: new StreamedBody({ stream, length, contentType: mime }),
            rate: TRANSFER_RATE,
          };
        });
        if (!answer.ok) throw errorFor(answer.status, await errorBodyOf(answer), answer);
        return answer.json();
      }).catch((error: unknown) => {
        throw asNotSent(error);
      }),
    /** Downloads a file; safe to repeat. The stream fails when it exceeds the limit. */
    get: (account: Account, ref: string, maxBytes: number): Promise<Readable> =>
      withSandboxErrors(async () => {
        const answer = await exchange(account, `media/${encodeURIComponent(ref)}`, {
          maxBytes,
          rate: TRANSFER_RATE,
        });
        if (!answer.ok) throw errorFor(answer.status, await errorBodyOf(answer), answer);
        return answer.body;
      }).catch((error: unknown) => {
        if (error instanceof NotFound) throw fileNotFound(error.fault.detail);
        throw asNotSent(error);
      }),
  };
}

/** Refused because the resource does not exist. */
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
  if (status === 429) return new NotSent({ code: 'ERR_CHANNEL_RATE', detail }, retryAfterMs(headers));
  if (status === 503) return new NotSent({ code: 'ERR_CHANNEL_DOWN', detail }, retryAfterMs(headers));
  if (status === 401 || status === 403) return new Refused({ code: 'ERR_CHANNEL_ACCOUNT', detail }, true);
  if (status === 404) return new NotFound({ code: 'ERR_FETCH_WAPP_MSG', detail });
  if (status >= 400 && status < 500) return new Refused(faultOf(error, message));
  // A server error: the request may have been carried out or not.
  return new OutcomeUnknown(detail);
}

const withSandboxErrors = <T>(work: () => Promise<T>): Promise<T> =>
  withChannelErrors(() => work().catch(throwTooLarge));

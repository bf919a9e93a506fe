/** One call to the network, and what its end says about the message: surely not sent, refused, or nobody can tell. */
import type { Readable } from 'node:stream';
import { z } from 'zod';
import {
  EgressFailed,
  EgressRefused,
  type SafeFetch,
  type SafeInit,
  type SafeResponse,
} from '../../foundation/safe-fetch/safe-fetch.ts';
import { NotSent, OutcomeUnknown, Refused, type Account } from '../port.ts';
import { faultOf } from './faults.ts';
import { WireError } from './wire-format.ts';

interface Needs {
  networkUrl: string;
  safeFetch: SafeFetch;
  timeoutMs: number;
  /** The network forgot this account: it is told again. */
  reopen(account: Account): Promise<unknown>;
}
const MEDIA_WITHIN_MS = 60_000;

export function createLine({ networkUrl, safeFetch, timeoutMs, reopen }: Needs) {
  const address = (account: Account, rest: string) =>
    `${networkUrl}/v1/accounts/${encodeURIComponent(account.secrets['account'] ?? '')}/${rest}`;

  async function exchange(account: Account, rest: string, init: SafeInit): Promise<SafeResponse> {
    const headers = {
      ...(init.headers as Record<string, string> | undefined),
      authorization: `Bearer ${account.secrets['apiToken'] ?? ''}`,
    };
    const once = () => safeFetch(address(account, rest), { timeoutMs, ...init, headers });
    const answer = await once();
    if (answer.status !== 404 || rest.startsWith('session/')) return answer;
    const fault = await faultIn(answer);
    if (fault.error !== 'unknown-account') throw refusalOf(404, fault, answer);
    await reopen(account).catch((cause: unknown) => {
      throw surelyNot(cause);
    });
    return once();
  }

  async function call<T extends z.ZodType = z.ZodUnknown>(
    account: Account,
    method: 'POST' | 'GET',
    rest: string,
    body?: object,
    reply?: T,
  ): Promise<z.output<T>> {
    return named(async () => {
      const answer = await exchange(account, rest, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      if (!answer.ok) throw refusalOf(answer.status, await faultIn(answer), answer);
      const told = await answer.json();
      return (reply ? reply.parse(told) : told) as z.output<T>;
    });
  }

  return {
    call,
    /** Undefined when what is asked for is not there. */
    async ask<T extends z.ZodType>(account: Account, rest: string, reply: T): Promise<z.output<T> | undefined> {
      try {
        return await call(account, 'GET', rest, undefined, reply);
      } catch (fault) {
        if (fault instanceof NotThere) return undefined;
        throw fault;
      }
    },
    /** A file goes before its message: whatever happens here, the message was not sent. */
    put: (account: Account, bytes: Buffer, { mime, fileName }: { mime: string; fileName: string }): Promise<unknown> =>
      named(async () => {
        const answer = await exchange(account, 'media', {
          method: 'PUT',
          headers: { 'content-type': mime, 'x-file-name': encodeURIComponent(fileName) },
          body: new Uint8Array(bytes),
          timeoutMs: MEDIA_WITHIN_MS,
        });
        if (!answer.ok) throw refusalOf(answer.status, await faultIn(answer), answer);
        return answer.json();
      }).catch((fault: unknown) => {
        throw surelyNot(fault);
      }),
    /** Asking for a file again does no harm. The stream itself breaks when more comes than was announced. */
    get: (account: Account, ref: string, maxBytes: number): Promise<Readable> =>
      named(async () => {
        const answer = await exchange(account, `media/${encodeURIComponent(ref)}`, {
          maxBytes,
          timeoutMs: MEDIA_WITHIN_MS,
        });
        if (!answer.ok) throw refusalOf(answer.status, await faultIn(answer), answer);
        return answer.body;
      }).catch((fault: unknown) => {
        if (fault instanceof NotThere) throw fileGone(fault);
        throw surelyNot(fault);
      }),
  };
}

/** Refused because it is not there. */
export class NotThere extends Refused {}

async function faultIn(answer: SafeResponse): Promise<z.output<typeof WireError>> {
  try {
    return WireError.parse(await answer.json());
  } catch {
    return { error: 'other', message: `status ${answer.status}` };
  }
}

function refusalOf(
  status: number,
  { error, message }: { error: string; message: string },
  { headers }: SafeResponse,
): Error {
  const detail = message === '' ? error : `${error}: ${message}`;
  if (status === 429) return new NotSent({ code: 'ERR_CHANNEL_RATE', detail }, retryAfter(headers));
  if (status === 503) return new NotSent({ code: 'ERR_CHANNEL_DOWN', detail }, retryAfter(headers));
  if (status === 401 || status === 403) return new Refused({ code: 'ERR_CHANNEL_ACCOUNT', detail }, true);
  if (status === 404) return new NotThere({ code: 'ERR_FETCH_WAPP_MSG', detail });
  if (status >= 400 && status < 500) return new Refused(faultOf(error, message));
  // They stumbled while working on it: it may be done or not.
  return new OutcomeUnknown(detail);
}

const LONGEST_SECONDS = 24 * 3600;
function retryAfter(headers: Headers): number | undefined {
  const told = headers.get('retry-after');
  return told !== null && /^\d{1,9}$/.test(told) ? Math.min(Number(told), LONGEST_SECONDS) * 1000 : undefined;
}

/** Failures on the way, by whether anything may have been read. */
const named = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((fault: unknown) => {
    throw inOurWords(fault);
  });

function inOurWords(fault: unknown): unknown {
  if (fault instanceof EgressRefused && fault.reason === 'too-large') {
    return new Refused({ code: 'ERR_BODY_TOO_LARGE', detail: 'more bytes than allowed' });
  }
  if (fault instanceof EgressRefused || fault instanceof EgressFailed) {
    const detail = fault instanceof EgressRefused ? fault.reason : causeOf(fault);
    return fault.sent ? new OutcomeUnknown(detail) : new NotSent({ code: 'ERR_CHANNEL_DOWN', detail });
  }
  // An answer that says nothing we understand: it was taken, and we do not know as what.
  if (fault instanceof SyntaxError || fault instanceof z.ZodError)
    return new OutcomeUnknown('the answer could not be read');
  return fault;
}
const causeOf = (fault: EgressFailed) => (fault.cause instanceof Error ? fault.cause.message : 'failed').slice(0, 200);
/** Where an unknown end of this call leaves no doubt about the message. */
const surelyNot = (fault: unknown): unknown =>
  fault instanceof OutcomeUnknown ? new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: fault.message }) : fault;
const fileGone = ({ fault }: Refused) => new Refused({ code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail: fault.detail });

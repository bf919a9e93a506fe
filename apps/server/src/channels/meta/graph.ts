/** One call to the Graph, and what its end says about the message: surely not sent, refused, or nobody can tell. */
import { createHmac } from 'node:crypto';
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
import { toSendError, GraphErrorBody, type GraphError } from './faults.ts';

/** The platform's own app; a company may bring its own in its secrets. */
export interface MetaApp {
  id?: string | undefined;
  secret?: string | undefined;
  verifyToken?: string | undefined;
}
interface GraphDeps {
  safeFetch: SafeFetch;
  graphUrl: string;
  version: string;
  app: MetaApp;
  /** How long an answer is waited for. */
  timeoutMs?: number;
}
interface GraphInput {
  query?: Readonly<Record<string, string>>;
  body?: object;
  form?: FormData;
  timeoutMs?: number;
}
/** Parts of a path, each encoded: an id from outside never leads anywhere else. */
type GraphPath = readonly string[];
export type Graph = ReturnType<typeof createGraph>;

const ANSWER_TIMEOUT_MS = 15_000;
const MEDIA_TIMEOUT_MS = 60_000;
/** Together with the send that follows it, less than the minute after which a worker is taken for dead. */
const UPLOAD_TIMEOUT_MS = 40_000;

export function createGraph({ safeFetch, graphUrl, version, app, timeoutMs = ANSWER_TIMEOUT_MS }: GraphDeps) {
  const base = `${graphUrl.replace(/\/+$/, '')}/${version}`;

  async function exchange(account: Account, method: string, path: GraphPath, input: GraphInput): Promise<SafeResponse> {
    const token = tokenOf(account);
    const url = new URL(`${base}/${path.map(segment).join('/')}`);
    for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, value);
    const secret = secretOf(account, app);
    if (secret) url.searchParams.set('appsecret_proof', proofOf(token, secret));
    const init: SafeInit = { method, timeoutMs: input.timeoutMs ?? timeoutMs };
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (input.form) return safeFetch(url, { ...init, headers, body: input.form });
    if (!input.body) return safeFetch(url, { ...init, headers });
    headers['content-type'] = 'application/json';
    return safeFetch(url, { ...init, headers, body: JSON.stringify(input.body) });
  }

  /** For sends: an end that nobody can interpret is `OutcomeUnknown`. */
  const call = <T extends z.ZodType>(
    account: Account,
    method: 'GET' | 'POST' | 'DELETE',
    path: GraphPath,
    input: GraphInput,
    reply: T,
  ): Promise<z.output<T>> =>
    withChannelErrors(async () => {
      const answer = await exchange(account, method, path, input);
      if (!answer.ok) throw await errorIn(answer, account);
      return reply.parse(await answer.json());
    });

  return {
    call,
    /**
     * For everything that says nothing to a customer: asked again it does no harm, so an unknown end is `NotSent`. That
     * a right is missing for it does not make the account dead: it may still be able to send.
     */
    request: <T extends z.ZodType>(
      account: Account,
      method: 'GET' | 'POST' | 'DELETE',
      path: GraphPath,
      input: GraphInput,
      reply: T,
    ): Promise<z.output<T>> => call(account, method, path, input, reply).catch(throwAsNotSent),
    /** A file before its message. One that takes too long is this message's trouble: only its conversation waits. */
    upload: <T extends z.ZodType>(account: Account, path: GraphPath, form: FormData, reply: T): Promise<z.output<T>> =>
      call(account, 'POST', path, { form, timeoutMs: UPLOAD_TIMEOUT_MS }, reply)
        .catch(throwAsNotSent)
        .catch((error: unknown) => {
          if (!(error instanceof NotSent) || error.fault.code !== 'ERR_CHANNEL_DOWN') throw error;
          throw new NotSent(error.fault, error.retryAfterMs, 'pair');
        }),
    /**
     * A file that the channel keeps, at an address of its own. With `account` the token goes along: only to an address
     * that the Graph itself has just told us. The stream breaks when more comes than was allowed.
     */
    fetchFile: (url: string, maxBytes: number, account?: Account): Promise<Readable> =>
      withChannelErrors(async () => {
        const answer = await safeFetch(url, {
          maxBytes,
          timeoutMs: MEDIA_TIMEOUT_MS,
          ...(account && { headers: { authorization: `Bearer ${tokenOf(account)}` } }),
        }).catch(throwTooLarge);
        if (answer.ok) return answer.body;
        if (answer.status === 404 || answer.status === 410) throw fileNotFound(`status ${answer.status}`);
        throw await errorIn(answer, account);
      }).catch(throwAsNotSent),
  };
}

/** The Graph said no, with a number. */
export class GraphRefused extends Refused {
  /** The numbers only: its words may repeat the token, and errors are logged whole. */
  readonly graph: Pick<GraphError, 'code' | 'error_subcode'>;
  constructor(refused: Refused, { code, error_subcode }: Pick<GraphError, 'code' | 'error_subcode'>) {
    super(refused.fault, refused.isAccountDead);
    this.graph = { code, error_subcode };
  }
}

export const fileNotFound = (detail: string) => new Refused({ code: 'ERR_WAPP_DOWNLOAD_MEDIA', detail });

/** A company's own app before the platform's: tokens and deliveries of an account belong to one of them. */
export const secretOf = (account: Account, app: MetaApp): string | undefined =>
  account.secrets['appSecret'] || app.secret || undefined;

/** Shows that whoever uses the token knows the app's secret. */
export const proofOf = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('hex');

function tokenOf({ secrets }: Account): string {
  const token = secrets['accessToken'];
  // Anything else could not stand in a header, and is not a token.
  if (token && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new Refused({ code: 'ERR_CHANNEL_ACCOUNT', detail: 'the account has no token' }, true);
}

function segment(part: string): string {
  if (part === '' || part === '.' || part === '..')
    throw new Refused({ code: 'ERR_CHANNEL_REFUSED', detail: 'a part of the address is missing' });
  return encodeURIComponent(part);
}

async function errorIn(answer: SafeResponse, account: Account | undefined): Promise<Error> {
  const body = GraphErrorBody.safeParse(await answer.json().catch(() => undefined));
  const error = body.success ? body.data.error : undefined;
  const sendError = toSendError(error, { status: answer.status, retryAfterMs: retryAfter(answer.headers) }, (text) =>
    withoutTokens(text, account),
  );
  return sendError instanceof Refused && error ? new GraphRefused(sendError, error) : sendError;
}

/** The Graph repeats a bad token in its complaint, and complaints are shown to people. */
function withoutTokens(text: string, account: Account | undefined): string {
  const token = account?.secrets['accessToken'];
  return (token ? text.replaceAll(token, '…') : text).replace(/EAA[\w-]{16,}/g, '…');
}

const MAX_RETRY_AFTER_MS = 24 * 3_600_000;
/** Said plainly, or in minutes among the figures of use. */
function retryAfter(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  if (header !== null && /^\d{1,9}$/.test(header)) return Math.min(Number(header) * 1000, MAX_RETRY_AFTER_MS);
  const minutes = [...(headers.get('x-business-use-case-usage') ?? '').matchAll(USE)].map(([, digits]) =>
    Number(digits),
  );
  const maxMinutes = Math.max(0, ...minutes);
  return maxMinutes === 0 ? undefined : Math.min(maxMinutes * 60_000, MAX_RETRY_AFTER_MS);
}
const USE = /"estimated_time_to_regain_access"\s*:\s*(\d{1,6})/g;

/** Failures on the way, by whether anything may have been read. */
const withChannelErrors = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw toChannelError(error);
  });

function toChannelError(error: unknown): unknown {
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

/** Of a file, that is its fault; of an answer to a send it says nothing about the send. */
function throwTooLarge(error: unknown): never {
  if (error instanceof EgressRefused && error.reason === 'too-large')
    throw new Refused({ code: 'ERR_BODY_TOO_LARGE', detail: 'more bytes than allowed' });
  throw error;
}

function throwAsNotSent(error: unknown): never {
  if (error instanceof OutcomeUnknown) throw new NotSent({ code: 'ERR_CHANNEL_DOWN', detail: error.message });
  if (error instanceof GraphRefused && error.fault.code === 'ERR_CHANNEL_RIGHTS')
    throw new GraphRefused(new Refused(error.fault), error.graph);
  throw error;
}

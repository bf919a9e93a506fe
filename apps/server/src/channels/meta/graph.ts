/** Calls of the Graph API. The error class states whether the message was not sent, refused, or possibly sent. */
import { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { SafeFetch, SafeInit, SafeResponse, StreamedBody } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { TRANSFER_RATE, type TransferRate } from '../../infrastructure/transfer-rate.ts';
import {
  asNotSent,
  fileNotFound,
  MAX_RETRY_AFTER_MS,
  retryAfterMs,
  throwTooLarge,
  withChannelErrors,
} from '../egress-errors.ts';
import { NotSent, Refused, type Account } from '../port.ts';
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
  /** How long to wait for a response. */
  timeoutMs?: number;
  /** Least rate of files in both directions. */
  rate?: TransferRate;
}
interface GraphInput {
  query?: Readonly<Record<string, string>>;
  body?: object;
  form?: StreamedBody;
}
/** Segments of a path, each encoded: an id from outside cannot change the path. */
type GraphPath = readonly string[];
export type Graph = ReturnType<typeof createGraph>;

const ANSWER_TIMEOUT_MS = 15_000;

export function createGraph({
  safeFetch,
  graphUrl,
  version,
  app,
  timeoutMs = ANSWER_TIMEOUT_MS,
  rate = TRANSFER_RATE,
}: GraphDeps) {
  const base = `${graphUrl.replace(/\/+$/, '')}/${version}`;

  async function exchange(account: Account, method: string, path: GraphPath, input: GraphInput): Promise<SafeResponse> {
    const token = tokenOf(account);
    const url = new URL(`${base}/${path.map(segment).join('/')}`);
    for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, value);
    const secret = secretOf(account, app);
    if (secret) url.searchParams.set('appsecret_proof', proofOf(token, secret));
    const init: SafeInit = { method, timeoutMs };
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (input.form) return safeFetch(url, { ...init, rate, headers, body: input.form });
    if (!input.body) return safeFetch(url, { ...init, headers });
    headers['content-type'] = 'application/json';
    return safeFetch(url, { ...init, headers, body: JSON.stringify(input.body) });
  }

  /** For sends: an uninterpretable response is `OutcomeUnknown`. */
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
     * For calls that send no message: repeating them does no harm, so an unknown outcome is `NotSent`. A missing
     * permission does not make the account dead: it may still be able to send.
     */
    request: <T extends z.ZodType>(
      account: Account,
      method: 'GET' | 'POST' | 'DELETE',
      path: GraphPath,
      input: GraphInput,
      reply: T,
    ): Promise<z.output<T>> => call(account, method, path, input, reply).catch(throwAsNotSent),
    /** Uploads the file of a message. A timeout concerns this message only, so only its conversation waits. */
    upload: <T extends z.ZodType>(
      account: Account,
      path: GraphPath,
      form: StreamedBody,
      reply: T,
    ): Promise<z.output<T>> =>
      call(account, 'POST', path, { form }, reply)
        .catch(throwAsNotSent)
        .catch((error: unknown) => {
          if (!(error instanceof NotSent) || error.fault.code !== 'ERR_CHANNEL_DOWN') throw error;
          throw new NotSent(error.fault, error.retryAfterMs, 'pair');
        }),
    /**
     * Downloads a file. With `account` the token is sent along: only for a URL that the Graph API has just returned. The
     * stream fails when it exceeds the limit.
     */
    fetchFile: (url: string, maxBytes: number, account?: Account): Promise<Readable> =>
      withChannelErrors(async () => {
        const answer = await safeFetch(url, {
          maxBytes,
          rate,
          ...(account && { headers: { authorization: `Bearer ${tokenOf(account)}` } }),
        }).catch(throwTooLarge);
        if (answer.ok) return answer.body;
        if (answer.status === 404 || answer.status === 410) throw fileNotFound(`status ${answer.status}`);
        throw await errorIn(answer, account);
      }).catch(throwAsNotSent),
  };
}

/** The Graph API refused the call with an error code. */
export class GraphRefused extends Refused {
  /** Only the codes: the message may repeat the token, and errors are logged in full. */
  readonly graph: Pick<GraphError, 'code' | 'error_subcode'>;
  constructor(refused: Refused, { code, error_subcode }: Pick<GraphError, 'code' | 'error_subcode'>) {
    super(refused.fault, refused.isAccountDead);
    this.graph = { code, error_subcode };
  }
}

/** The secret of the company's own app, else the platform's. Tokens and webhooks of an account belong to one app. */
export const secretOf = (account: Account, app: MetaApp): string | undefined =>
  account.secrets['appSecret'] || app.secret || undefined;

/** `appsecret_proof`: proves that the caller knows the app secret. */
export const proofOf = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('hex');

function tokenOf({ secrets }: Account): string {
  const token = secrets['accessToken'];
  // Other characters are invalid in a header and in tokens.
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

/** The Graph API repeats a bad token in its error message, and error messages are shown to users. */
function withoutTokens(text: string, account: Account | undefined): string {
  const token = account?.secrets['accessToken'];
  return (token ? text.replaceAll(token, '…') : text).replace(/EAA[\w-]{16,}/g, '…');
}

/** From `Retry-After`, else from the minutes in the usage header. */
function retryAfter(headers: Headers): number | undefined {
  const fromHeader = retryAfterMs(headers);
  if (fromHeader !== undefined) return fromHeader;
  const minutes = [...(headers.get('x-business-use-case-usage') ?? '').matchAll(USE)].map(([, digits]) =>
    Number(digits),
  );
  const maxMinutes = Math.max(0, ...minutes);
  return maxMinutes === 0 ? undefined : Math.min(maxMinutes * 60_000, MAX_RETRY_AFTER_MS);
}
const USE = /"estimated_time_to_regain_access"\s*:\s*(\d{1,6})/g;

function throwAsNotSent(error: unknown): never {
  if (error instanceof GraphRefused && error.fault.code === 'ERR_CHANNEL_RIGHTS')
    throw new GraphRefused(new Refused(error.fault), error.graph);
  throw asNotSent(error);
}

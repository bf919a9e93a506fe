/** Signed requests to an S3-compatible server, repeated when it fails. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { isLoopbackAddress } from '../safe-fetch/address.ts';
import { createSafeFetch, EgressFailed, EgressRefused, type SafeResponse } from '../safe-fetch/safe-fetch.ts';
import { bareHost } from '../safe-fetch/exchange.ts';
import { textOf } from './xml.ts';

export interface S3Access {
  /** Origin, such as https://s3.example.com. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}
interface RequestOptions {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Statuses besides the successful ones that are no error. */
  accepted?: number[];
  /** The body is read as fast as its reader takes it, so only the answer has a deadline. */
  isFile?: boolean;
}
type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';

/** The storage does not answer, or refuses. The message is for the operator and contains no key. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
}

const ATTEMPTS = 3;
const PAUSE_MS = 150;
const ANSWER_MS = 15_000;
const MIN_BYTES_PER_MS = 128;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** A paused reader, such as a video player, may keep a file open so long. */
const READER_RATE = { minBytesPerSecond: 1, windowMs: 15 * 60_000 };

export function createS3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Access) {
  const origin = new URL(endpoint);
  const host = bareHost(origin);
  const port = Number(origin.port || (origin.protocol === 'https:' ? 443 : 80));
  // The operator chose this host, so it may be in a private network.
  const safeFetch = createSafeFetch({
    allowLoopback: host === 'localhost' || isLoopbackAddress(host),
    privateHosts: [{ host, port }],
  });
  const keys = new Map<string, ArrayBuffer>();

  async function attempt(method: Method, url: URL, { headers, body, isFile }: RequestOptions): Promise<SafeResponse> {
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': sha256 },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      cache: keys,
    }).sign();
    const init = { method, headers: signed.headers, ...(body && { body: new Uint8Array(body) }) };
    if (!isFile)
      return safeFetch(signed.url, {
        ...init,
        timeoutMs: ANSWER_MS + Math.ceil((body?.length ?? 0) / MIN_BYTES_PER_MS),
        maxBytes: MAX_PAGE_BYTES,
      });
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new EgressRefused('too-slow')), ANSWER_MS);
    try {
      return await safeFetch(signed.url, { ...init, rate: READER_RATE, maxBytes: Infinity, signal: late.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  return async (method: Method, path: string, options: RequestOptions = {}): Promise<SafeResponse> => {
    const url = new URL(`/${path}`, endpoint);
    for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, value);
    for (let count = 1; ; count += 1) {
      const answer = await attempt(method, url, options).catch((error: unknown) => {
        if (!isTransient(error) || count === ATTEMPTS) throw new S3Failure(complaintOf(host, error), { cause: error });
      });
      if (answer && (answer.ok || options.accepted?.includes(answer.status))) return answer;
      if (answer && (!isBusy(answer.status) || count === ATTEMPTS)) throw await refusalOf(host, answer);
      answer?.body.destroy();
      await pause(PAUSE_MS * 2 ** count * (0.5 + Math.random()));
    }
  };
}

const isBusy = (status: number) => status >= 500 || status === 429;
const isTransient = (error: unknown) =>
  error instanceof EgressFailed || (error instanceof EgressRefused && error.reason === 'too-slow');

function complaintOf(host: string, error: unknown): string {
  if (error instanceof EgressRefused) return `the storage at ${host} cannot be used: ${error.reason}`;
  const cause = error instanceof EgressFailed ? error.cause : error;
  return `the storage at ${host} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`;
}

async function refusalOf(host: string, answer: SafeResponse): Promise<S3Failure> {
  const code = textOf('Code', await answer.text().catch(() => ''));
  return new S3Failure(`the storage at ${host} answered ${answer.status}${code ? ` ${code}` : ''}`);
}

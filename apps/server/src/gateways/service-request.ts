import { setTimeout as sleep } from 'node:timers/promises';
import { jsonDepth } from '@balcao/domain/integration/json-values';
import type { z } from 'zod';
import { EgressFailed, EgressRefused, type SafeFetch, type SafeInit } from '../infrastructure/safe-fetch/safe-fetch.ts';
import { ServiceError, type ServiceReason } from './service-error.ts';

/** Time of an operation with all its requests and its repetition. */
const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;
const PAUSE_MS = 300;
/** A longer wait is not worth it: the customer is waiting too. */
const MAX_RETRY_AFTER_MS = 3_000;

export interface ServiceCall {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  /** A plain object or array is sent as JSON. */
  json?: unknown;
  body?: SafeInit['body'];
  maxBytes?: number;
  /** A repetition does nothing twice, so a failure of the service may be tried again. */
  isHarmless: boolean;
  /** What the service means by an error; undefined: what its status means. */
  reasonOf?: (status: number, body: unknown) => ServiceReason | undefined;
}
/** Any answer that is not worth a repetition, errors included. */
export interface ServiceAnswer {
  status: number;
  bytes: Buffer;
  /** Undefined if the answer is no JSON. */
  body: unknown;
  reason: ServiceReason | undefined;
  retryAfterMs: number | undefined;
}
export type ServiceRequest = (call: ServiceCall) => Promise<ServiceAnswer>;

/** Starts operations against services outside. The requests of one operation share its deadline and its one repetition. */
export function createOperations(safeFetch: SafeFetch, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}) {
  return (): ServiceRequest => {
    const endsAt = performance.now() + timeoutMs;
    const leftMs = () => Math.max(1, Math.floor(endsAt - performance.now()));
    let canRepeat = true;

    async function repeatAfter(ms: number): Promise<boolean> {
      if (!canRepeat || ms >= leftMs()) return false;
      canRepeat = false;
      await sleep(ms);
      return true;
    }
    return async function request(call) {
      for (;;) {
        const result = await exchange(safeFetch, call, leftMs());
        if (result instanceof ServiceError) {
          if (result.outcome === 'notSent' && (await repeatAfter(PAUSE_MS))) continue;
          throw result;
        }
        const pause = pauseBefore(result, call);
        if (pause === undefined || !(await repeatAfter(pause))) return result;
      }
    };
  };
}
export type Operations = ReturnType<typeof createOperations>;

/** Undefined: the answer is final. */
function pauseBefore({ reason, retryAfterMs }: ServiceAnswer, { isHarmless }: ServiceCall): number | undefined {
  if (reason === 'busy')
    return retryAfterMs !== undefined && retryAfterMs <= MAX_RETRY_AFTER_MS ? retryAfterMs : undefined;
  return reason === 'down' && isHarmless ? PAUSE_MS : undefined;
}

async function exchange(
  safeFetch: SafeFetch,
  call: ServiceCall,
  timeoutMs: number,
): Promise<ServiceAnswer | ServiceError> {
  const { url, method = 'POST', headers, json, body, maxBytes = MAX_RESPONSE_BYTES, reasonOf } = call;
  try {
    const response = await safeFetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
      timeoutMs,
      maxBytes,
    });
    const bytes = await response.buffer();
    const read = jsonOf(bytes);
    const { status } = response;
    return {
      status,
      bytes,
      body: read,
      reason: status < 300 ? undefined : (reasonOf?.(status, read) ?? reasonOfStatus(status)),
      retryAfterMs: retryAfterOf(response.headers.get('retry-after')),
    };
  } catch (error) {
    return errorOf(error);
  }
}

/** Redirects were followed by the request itself, so one that is left over leads nowhere. */
function reasonOfStatus(status: number): ServiceReason {
  if (status === 401 || status === 403) return 'key';
  if (status === 402) return 'quota';
  if (status === 413) return 'tooLarge';
  if (status === 429) return 'busy';
  return status >= 500 ? 'down' : 'request';
}

function errorOf(error: unknown): ServiceError {
  if (error instanceof EgressFailed)
    return new ServiceError(error.sent ? 'unknown' : 'notSent', 'unreachable', { cause: error });
  if (!(error instanceof EgressRefused)) return new ServiceError('unknown', 'unreachable', { cause: error });
  switch (error.reason) {
    case 'too-slow':
      return new ServiceError(error.sent ? 'unknown' : 'notSent', 'tooSlow', { cause: error });
    case 'too-large':
      return new ServiceError('unknown', 'tooLarge', { cause: error });
    case 'encoding':
      return new ServiceError('unknown', 'answer', { cause: error });
    case 'header':
    case 'method':
      return new ServiceError('refused', 'request', { cause: error });
    default:
      return new ServiceError('refused', 'address', { cause: error });
  }
}

/** Seconds, or a date that we do not wait for. */
function retryAfterOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,5}$/.test(header.trim()) ? Number(header) * 1000 : undefined;
}

/** The error of an answer; undefined for a success. */
export function failureOf({ status, reason, retryAfterMs }: ServiceAnswer): ServiceError | undefined {
  if (reason === undefined) return undefined;
  const outcome = reason === 'busy' ? 'notSent' : reason === 'down' ? 'unknown' : 'refused';
  return new ServiceError(outcome, reason, { status, retryAfterMs });
}

/** Reads a successful answer, or throws: a service that changed its format must not be misread. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: ServiceAnswer): T {
  const failure = failureOf(answer);
  if (failure) throw failure;
  const result = schema.safeParse(answer.body);
  if (result.success) return result.data;
  throw new ServiceError('unknown', 'answer', { status: answer.status, cause: result.error });
}

/** An address below a base that a company entered. */
export function addressBelow(base: string, path: string): string {
  const isUsable = URL.canParse(base) && /^https?:\/\/[^?#@\\\s]+$/i.test(base);
  if (!isUsable) throw new ServiceError('refused', 'address');
  return base.replace(/\/+$/, '') + path;
}

/** Deeper values would exhaust the stack of code that goes through them. */
const MAX_JSON_DEPTH = 60;

function jsonOf(bytes: Buffer): unknown {
  const text = bytes.toString();
  try {
    return jsonDepth(text) > MAX_JSON_DEPTH ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

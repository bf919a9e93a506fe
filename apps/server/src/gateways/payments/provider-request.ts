import { centsOf } from '@balcao/domain/billing/money';
import type { z } from 'zod';
import {
  EgressFailed,
  EgressRefused,
  type ClientCertificate,
  type SafeFetch,
} from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { ProviderError } from './port.ts';

const TIMEOUT_MS = 10_000;
const MAX_MESSAGE = 300;

export interface ProviderCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
}
export interface ProviderAnswer {
  status: number;
  body: unknown;
}

/** Sends a call to one provider. The answer is any status below 500 except 401, 403 and 429, which throw. */
export function createProviderRequest(
  safeFetch: SafeFetch,
  {
    baseUrl,
    messageOf,
    client,
  }: { baseUrl: string; messageOf(body: unknown): string | undefined; client?: ClientCertificate },
) {
  return async function request({
    method = 'GET',
    path,
    headers = {},
    json,
    form,
  }: ProviderCall): Promise<ProviderAnswer> {
    const isWrite = method !== 'GET';
    let status: number;
    let text: string;
    try {
      const response = await safeFetch(baseUrl + path, {
        method,
        headers: {
          accept: 'application/json',
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(form && { body: new URLSearchParams(form) }),
        timeoutMs: TIMEOUT_MS,
        ...(client && { client }),
      });
      status = response.status;
      text = await response.text();
    } catch (error) {
      const isSent = (error instanceof EgressFailed || error instanceof EgressRefused) && error.sent;
      throw new ProviderError(isSent && isWrite ? 'unknown' : 'unavailable', reasonOf(error), undefined, error);
    }
    const body = text.trim() === '' ? {} : jsonOf(text);
    const message = (body !== undefined && messageOf(body)) || `HTTP ${status}`;
    if (status === 401 || status === 403)
      throw new ProviderError('configuration', message.slice(0, MAX_MESSAGE), status);
    if (status === 429) throw new ProviderError('unavailable', message.slice(0, MAX_MESSAGE), status);
    if (status >= 500 || body === undefined)
      throw new ProviderError(isWrite ? 'unknown' : 'unavailable', message.slice(0, MAX_MESSAGE), status);
    return { status, body };
  };
}
export type ProviderRequest = ReturnType<typeof createProviderRequest>;

function reasonOf(error: unknown): string {
  const cause = error instanceof EgressFailed ? error.cause : error;
  if (!(cause instanceof Error)) return 'no connection';
  // Several addresses that were tried have a common code, and no message.
  return (cause.message || String((cause as NodeJS.ErrnoException).code ?? 'no connection')).slice(0, MAX_MESSAGE);
}

/** Reads an answer, or throws: a provider that changed its format must not be misread. */
export function read<T>(
  schema: z.ZodType<T>,
  { status, body }: ProviderAnswer,
  messageOf: (body: unknown) => string | undefined,
): T {
  if (status >= 400)
    throw new ProviderError('refused', (messageOf(body) ?? `HTTP ${status}`).slice(0, MAX_MESSAGE), status);
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new ProviderError('unknown', 'the answer of the provider has an unknown format', status, result.error);
}

/** Payment pages are shown as links: only https addresses of the provider's own hosts. */
export function pageUrl(url: string, hosts: readonly string[]): string {
  const parsedUrl = URL.canParse(url) ? new URL(url) : undefined;
  const isOwn =
    parsedUrl && hosts.some((host) => parsedUrl.hostname === host || parsedUrl.hostname.endsWith(`.${host}`));
  const isLoopback = parsedUrl && hosts.includes('127.0.0.1') && parsedUrl.hostname === '127.0.0.1';
  if (parsedUrl && ((isOwn && parsedUrl.protocol === 'https:') || isLoopback)) return url;
  throw new ProviderError('refused', 'the provider returned the address of another host');
}

export const headerOf = (headers: Readonly<Record<string, string | string[] | undefined>>, name: string): string => {
  const value = headers[name];
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
};

/** Cents of an amount of a provider, as text or JSON number. */
export function amountOf(amount: string | number): number {
  const cents = centsOf(String(amount));
  if (cents === undefined) throw new ProviderError('unknown', 'an amount has an unknown format');
  return cents;
}

/** Undefined for what is no JSON. */
export function jsonOf(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** Undefined when the call succeeds; the provider's error otherwise. */
export async function errorOf(call: () => Promise<unknown>): Promise<ProviderError | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
}

/** One HTTP request to our API, without a library: small enough for the sign-in page. */
import { currentLanguage } from './language.tsx';
import { isSupportWindow } from './support-window.ts';

export interface FieldError {
  field: string;
  rule: string;
  /** In the user's language. */
  message: string;
}

/** The server refused the request. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: string;
  readonly status: number;
  readonly fields: readonly FieldError[] | undefined;

  constructor(status: number, code: string, message = code, fields?: readonly FieldError[]) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** The server could not be reached. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  readonly code = 'offline';
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under /api, with its parameters filled in. */
  path: string;
  body?: unknown;
  token?: string | undefined;
  signal?: AbortSignal | undefined;
  /** The browser completes the request even if the page is closed; the body is limited to 64 KB. */
  keepalive?: boolean | undefined;
  /** Idempotency key: two requests with the same key have one effect. */
  key?: string | undefined;
}

export async function request<T>({ method, path, body, token, signal, keepalive, key }: HttpRequest): Promise<T> {
  const response = await fetchOrThrow(`/api${path}`, {
    method,
    // A support window never uses the cookie of the super user's own session.
    credentials: isSupportWindow() ? 'omit' : 'same-origin',
    headers: headersFor(body, token, key),
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  });
  const data = await readBody(response);
  if (!response.ok) throw toApiError(response.status, data);
  return data as T;
}

async function fetchOrThrow(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    // The caller aborted the request: not a network failure.
    if (init.signal?.aborted) throw error;
    throw new NetworkError('offline', { cause: error });
  }
}

export function headersFor(body: unknown, token: string | undefined, key?: string): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': currentLanguage(),
    // Pages of other sites cannot send this header without a CORS preflight, so the server knows the request is ours.
    'x-requested-with': 'balcao',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    // The browser sets the content type of a form, with its boundary.
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
  };
}

async function readBody(response: Response): Promise<unknown> {
  return readText(await response.text().catch(() => ''));
}

export function readText(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page or plain text is never shown; the status is enough.
    return undefined;
  }
}

export function toApiError(status: number, data: unknown): ApiError {
  const body = (data ?? {}) as { error?: unknown; message?: unknown; fields?: unknown };
  const code = typeof body.error === 'string' ? body.error : (codeByStatus[status] ?? 'ERR_INTERNAL');
  return new ApiError(
    status,
    code,
    typeof body.message === 'string' ? body.message : code,
    Array.isArray(body.fields) ? (body.fields as FieldError[]) : undefined,
  );
}

/** Codes for responses without our error body, sent by a proxy in front of the server. */
const codeByStatus: Record<number, string> = {
  404: 'ERR_NOT_FOUND',
  413: 'ERR_BODY_TOO_LARGE',
  429: 'ERR_TOO_MANY_TRIES',
  502: 'ERR_BUSY',
  503: 'ERR_BUSY',
  504: 'ERR_BUSY',
};

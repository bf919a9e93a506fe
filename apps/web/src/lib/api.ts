/** The typed client of the contract: `api.tags.list({ query })`, with keys and queries for the cache. */
import type { Endpoints, ModuleName } from '@balcao/contract/endpoints/index';
import type { RequestInput, Endpoint, ResponseData } from '@balcao/contract/kernel/endpoint';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import routes, { type RouteInfo } from 'virtual:contract-routes';
import { ApiError, request } from './http.ts';
import { accessToken, dropSession, refresh } from './token.ts';

export { ApiError, NetworkError, type FieldError } from './http.ts';

type Api = {
  [M in ModuleName]: { [N in keyof Endpoints[M]]: Endpoints[M][N] extends Endpoint ? Caller<Endpoints[M][N]> : never };
};

export const api = mapped(routes, (group, module) =>
  mapped(group, (route, name) => createCaller(module, name, route)),
) as unknown as Api;

/** Marks everything cached of one module as stale; visible queries are fetched again. */
export const invalidateModule = (client: QueryClient, module: ModuleName): Promise<void> =>
  client.invalidateQueries({ queryKey: [module] });

interface Caller<E extends Endpoint> {
  (...args: CallArgs<E>): Promise<ResponseData<E>>;
  key(...args: QueryArgs<E>): readonly unknown[];
  query(
    ...args: QueryArgs<E>
  ): ReturnType<typeof queryOptions<ResponseData<E>, Error, ResponseData<E>, readonly unknown[]>>;
}

interface CallOptions {
  signal?: AbortSignal;
  /** The request is completed even if the page is closed meanwhile. */
  keepalive?: boolean;
}
type CallArgs<E extends Endpoint> =
  object extends CallInput<E> ? [ask?: CallInput<E>, how?: CallOptions] : [ask: CallInput<E>, how?: CallOptions];
type QueryArgs<E extends Endpoint> = object extends CallInput<E> ? [ask?: CallInput<E>] : [ask: CallInput<E>];

/** What the contract requires of a caller. Numbers are accepted where a path or query carries text. */
type CallInput<E extends Endpoint> = OptionalParts<AsText<RequestInput<E>>> &
  (E extends { files: string } ? { files: File } : E extends { optionalFiles: string } ? { files?: File } : unknown);
type AsText<A> = { [K in keyof A]: K extends 'params' | 'query' ? { [F in keyof A[K]]: OrNumber<A[K][F]> } : A[K] };
type OrNumber<T> = string extends T ? T | number : T;
/** A part whose fields are all optional is itself optional. */
type OptionalParts<A> = { [K in keyof A as object extends A[K] ? never : K]: A[K] } & {
  [K in keyof A as object extends A[K] ? K : never]?: A[K];
};

function mapped<T, R>(record: Record<string, T>, change: (value: T, name: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}

interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  files?: File;
}

function createCaller(module: string, name: string, route: RouteInfo) {
  const call = (input: AnyInput = {}, options: CallOptions = {}) =>
    authorized((token) =>
      request({
        method: route.method,
        path: urlOf(route.path, input),
        body: bodyOf(route, input),
        token,
        ...options,
      }),
    );
  const key = (input?: AnyInput) => [module, name, input ?? {}] as const;
  const query = (input?: AnyInput) =>
    queryOptions({ queryKey: key(input), queryFn: ({ signal }) => call(input, { signal }) });
  return Object.assign(call, { key, query });
}

/** Renews an expired token once and repeats the request once. A missing permission is final. */
export async function authorized<T>(call: (token: string | undefined) => Promise<T>): Promise<T> {
  try {
    return await call(accessToken());
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) dropSession();
    // 402: the subscription has expired. The refreshed session replaces every screen with the notice.
    if (error instanceof ApiError && error.status === 402) void refresh().catch(() => {});
    if (!(error instanceof ApiError && error.code === 'ERR_TOKEN_EXPIRED')) throw error;
  }
  const { token } = await refresh();
  return call(token);
}

function urlOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function bodyOf(route: RouteInfo, { body, files }: AnyInput): unknown {
  if (route.files === undefined || files === undefined) return body;
  const form = new FormData();
  // Fields precede the file, so that a server that streams the body has read them before the file.
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) form.set(name, String(value));
  form.set(route.files, files);
  return form;
}

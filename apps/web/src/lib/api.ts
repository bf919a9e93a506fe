/** The typed client over the contract: `api.tags.list({ query })`, with keys and queries for the cache. */
import type { Endpoints, ModuleName } from '@balcao/contract/endpoints/index';
import type { Ask, Endpoint, Received } from '@balcao/contract/kernel/endpoint';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import lines, { type Line } from 'virtual:contract-lines';
import { ApiError, plainCall } from './plain-call.ts';
import { accessToken, dropSession, refresh } from './token.ts';

export { ApiError, NetworkError, type FieldError } from './plain-call.ts';

type Api = {
  [M in ModuleName]: { [N in keyof Endpoints[M]]: Endpoints[M][N] extends Endpoint ? Caller<Endpoints[M][N]> : never };
};

export const api = mapped(lines, (group, module) =>
  mapped(group, (line, name) => callerOf(module, name, line)),
) as unknown as Api;

/** Everything cached of one module is stale: what is on screen is fetched again. */
export const forget = (client: QueryClient, module: ModuleName): Promise<void> =>
  client.invalidateQueries({ queryKey: [module] });

interface Caller<E extends Endpoint> {
  (...given: Given<E>): Promise<Received<E>>;
  key(...given: OnlyAsk<E>): readonly unknown[];
  query(...given: OnlyAsk<E>): ReturnType<typeof queryOptions<Received<E>, Error, Received<E>, readonly unknown[]>>;
}

interface How {
  signal?: AbortSignal;
}
type Given<E extends Endpoint> = object extends Asking<E> ? [ask?: Asking<E>, how?: How] : [ask: Asking<E>, how?: How];
type OnlyAsk<E extends Endpoint> = object extends Asking<E> ? [ask?: Asking<E>] : [ask: Asking<E>];

/** What the contract wants of a caller; numbers are welcome where a path or query carries text. */
type Asking<E extends Endpoint> = Easy<AsText<Ask<E>>> & (E extends { files: string } ? { files: File } : unknown);
type AsText<A> = { [K in keyof A]: K extends 'params' | 'query' ? { [F in keyof A[K]]: OrNumber<A[K][F]> } : A[K] };
type OrNumber<T> = string extends T ? T | number : T;
/** A part whose every field may be left out may itself be left out. */
type Easy<A> = { [K in keyof A as object extends A[K] ? never : K]: A[K] } & {
  [K in keyof A as object extends A[K] ? K : never]?: A[K];
};

function mapped<T, R>(things: Record<string, T>, change: (thing: T, name: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(things).map(([name, thing]) => [name, change(thing, name)]));
}

interface AnyAsk {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  files?: File;
}

function callerOf(module: string, name: string, line: Line) {
  const call = (ask: AnyAsk = {}, how: How = {}) =>
    authorised((token) =>
      plainCall({
        method: line.method,
        path: addressOf(line.path, ask),
        body: bodyOf(line, ask),
        token,
        ...how,
      }),
    );
  const key = (ask?: AnyAsk) => [module, name, ask ?? {}] as const;
  const query = (ask?: AnyAsk) => queryOptions({ queryKey: key(ask), queryFn: ({ signal }) => call(ask, { signal }) });
  return Object.assign(call, { key, query });
}

/** An expired token is renewed once and the call repeated once; a missing permission is final. */
export async function authorised<T>(call: (token: string | undefined) => Promise<T>): Promise<T> {
  try {
    return await call(accessToken());
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) dropSession();
    // The session learns that the subscription has run out, and every screen gives way to the notice.
    if (error instanceof ApiError && error.status === 402) void refresh().catch(() => {});
    if (!(error instanceof ApiError && error.code === 'ERR_TOKEN_EXPIRED')) throw error;
  }
  const { token } = await refresh();
  return call(token);
}

function addressOf(path: string, { params = {}, query = {} }: AnyAsk): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function bodyOf(line: Line, { body, files }: AnyAsk): unknown {
  if (line.files === undefined || files === undefined) return body;
  const form = new FormData();
  // Fields go before the file: a server that reads as it comes knows them by then.
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) form.set(name, String(value));
  form.set(line.files, files);
  return form;
}

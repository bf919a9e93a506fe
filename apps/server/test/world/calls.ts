import { endpoints, type Ask, type Endpoint, type Endpoints, type Group, type ModuleName } from '@balcao/contract';
import { jsonSchemaOf, type JsonSchema } from '../../src/foundation/http/json-schema.ts';
import { API_PREFIX } from '../../src/foundation/http/mount.ts';
import type { TestHouse } from '../house.ts';

// The contract as one list: every sweep walks it, so a new call is swept from its first day.

export type CallName = { [M in ModuleName]: `${M}.${Extract<keyof Endpoints[M], string>}` }[ModuleName];
export type EndpointOf<C extends CallName> = C extends `${infer M extends ModuleName}.${infer N}`
  ? N extends keyof Endpoints[M]
    ? Endpoints[M][N] extends Endpoint
      ? Endpoints[M][N]
      : never
    : never
  : never;
export interface Call {
  name: CallName;
  endpoint: Endpoint;
}

export const calls: Call[] = Object.entries(endpoints as Record<string, Group>).flatMap(([module, group]) =>
  Object.entries(group).map(([name, endpoint]) => ({ name: `${module}.${name}` as CallName, endpoint })),
);
export const reads = calls.filter(({ endpoint }) => endpoint.method === 'GET');
export const writes = calls.filter(({ endpoint }) => endpoint.method !== 'GET');
export const callNamed = (name: CallName): Call => calls.find((call) => call.name === name)!;

/** What is sent with one call; `headers` only where the call itself needs one (the refresh cookie). */
export type Sent<C extends CallName = CallName> = Ask<EndpointOf<C>> & {
  headers?: Record<string, string>;
  file?: Buffer;
};
/** The same, for sweeps that change it. */
export interface AnySent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  file?: Buffer;
}

export const PARTS = ['params', 'query', 'body'] as const;
export type Part = (typeof PARTS)[number];
/** One place of a call where a value goes: `body` `schedules.0.weekday`. */
export interface Place {
  call: CallName;
  in: Part;
  path: string;
  schema: JsonSchema;
}

/** Every place where a caller may put a single value, as the contract's own schemas tell. */
export const places: Place[] = calls.flatMap(({ name, endpoint }) =>
  PARTS.flatMap((part) => {
    const schema = endpoint[part];
    return schema ? leaves(jsonSchemaOf(schema, 'input')).map((leaf) => ({ call: name, in: part, ...leaf })) : [];
  }),
);

function leaves(schema: JsonSchema, path = ''): { path: string; schema: JsonSchema }[] {
  // Of several forms of one object the first is walked (it is the one of the sample); what may be null is not nothing.
  const whole = (schema.oneOf ?? schema.anyOf)?.find((form) => form.properties);
  if (whole) return leaves(whole, path);
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, part]) => leaves(part, at(key)));
  if (schema.type === 'array' && typeof schema.items === 'object') return leaves(schema.items, at('0'));
  return [{ path, schema }];
}

/** May this place hold text of the caller's choice, as far as its type goes? */
export const takesText = (schema: JsonSchema): boolean =>
  schema.type === 'string' || (schema.anyOf?.some(takesText) ?? false);

/** The same call with another value in one place. */
export function withValue(sent: AnySent, { in: part, path }: Pick<Place, 'in' | 'path'>, value: unknown): AnySent {
  const changed = structuredClone({ ...sent, file: undefined }) as Record<string, unknown>;
  const keys = [part, ...path.split('.')];
  let holder = changed;
  for (const [i, key] of keys.slice(0, -1).entries()) {
    holder = (holder[key] ??= /^\d+$/.test(keys[i + 1]!) ? [] : {}) as Record<string, unknown>;
  }
  // Defined, not assigned: `__proto__` is a name like any other here.
  Object.defineProperty(holder, keys.at(-1)!, { value, enumerable: true, configurable: true, writable: true });
  return { ...changed, ...(sent.file && { file: sent.file }) };
}

export type Answer = Awaited<ReturnType<TestHouse['app']['inject']>>;
export interface As {
  token?: string | undefined;
  headers?: Record<string, string>;
}

/** Makes the call as it goes over the wire, path, query, body and all. */
export function send(
  house: Pick<TestHouse, 'app'>,
  name: CallName,
  sent: AnySent,
  { token, headers = {} }: As = {},
): Promise<Answer> {
  const { endpoint } = callNamed(name);
  const field = endpoint.files ?? (sent.file && endpoint.optionalFiles);
  const upload = field === undefined ? undefined : multipart(field, sent.file ?? Buffer.alloc(0));
  return house.app.inject({
    method: endpoint.method,
    url: addressOf(endpoint, sent),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...sent.headers,
      ...upload?.headers,
      ...headers,
    },
    ...(upload ? { payload: upload.payload } : sent.body !== undefined && { payload: sent.body as object }),
  });
}

export function addressOf({ path }: Endpoint, { params = {}, query = {} }: AnySent): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const search = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(textOf(value))}`],
  );
  return `${API_PREFIX}${filled}${search.length === 0 ? '' : `?${search.join('&')}`}`;
}

/** Lone surrogates cannot be written in an address at all; a caller's encoder would replace them too. */
const textOf = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();

function multipart(field: string, file: Buffer) {
  const boundary = 'one-part-after-another';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="picture.png"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

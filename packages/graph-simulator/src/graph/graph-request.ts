import type { SimulatorState } from '../state.ts';

export interface File {
  field: string;
  name: string;
  mime: string;
  bytes: Buffer;
}
/** One Graph call; parameters come from the query, JSON, a form or multipart. */
export interface GraphRequest {
  method: string;
  /** Path segments after the version: `['1234', 'messages']`. */
  parts: string[];
  query: Record<string, string>;
  params: Record<string, unknown>;
  files: File[];
  token: string;
}

export async function parseGraphRequest(input: {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer | undefined;
}): Promise<GraphRequest> {
  const url = new URL(input.url, 'http://graph');
  const query = Object.fromEntries(url.searchParams);
  const { params, files } = await bodyOf(input.body, headerOf(input.headers, 'content-type'));
  const all = { ...query, ...params };
  const bearer = /^(?:Bearer|OAuth) (.+)$/i.exec(headerOf(input.headers, 'authorization'))?.[1];
  const named = all['access_token'];
  return {
    method: input.method,
    parts: url.pathname.split('/').filter((part) => part !== '' && !/^v\d+\.\d+$/.test(part)),
    query,
    params: all,
    files,
    token: bearer ?? (typeof named === 'string' ? named : ''),
  };
}

const headerOf = (headers: Record<string, string | string[] | undefined>, name: string): string => {
  const value = headers[name];
  return Array.isArray(value) ? (value[0] ?? '') : (value ?? '');
};

async function bodyOf(
  body: Buffer | undefined,
  type: string,
): Promise<{ params: Record<string, unknown>; files: File[] }> {
  if (!body || body.length === 0) return { params: {}, files: [] };
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return { params: Object.fromEntries(new URLSearchParams(body.toString())), files: [] };
  }
  if (type.startsWith('multipart/form-data')) return await formOf(body, type);
  const value = JSON.parse(body.toString()) as unknown;
  return { params: isRecord(value) ? value : {}, files: [] };
}

async function formOf(body: Buffer, type: string): Promise<{ params: Record<string, unknown>; files: File[] }> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const params: Record<string, unknown> = {};
  const files: File[] = [];
  for (const [field, value] of form) {
    if (typeof value === 'string') params[field] = value;
    else files.push({ field, name: value.name, mime: value.type, bytes: Buffer.from(await value.arrayBuffer()) });
  }
  return { params, files };
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In forms an object is JSON text. */
export function recordOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'string') return isRecord(value) ? value : undefined;
  try {
    const parsed = JSON.parse(value) as unknown;
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

/** `id,name,instagram_business_account{id,username}` as a tree. */
export interface Fields {
  [name: string]: Fields;
}
export function fieldsOf(text: string): Fields {
  const fields: Fields = {};
  let depth = 0;
  let fieldText = '';
  const addField = () => {
    const [, name, inner] = /^([\w.]+)(?:\.\w+\([^)]*\))?(?:\{(.*)\})?$/s.exec(fieldText.trim()) ?? [];
    if (name !== undefined) fields[name] = fieldsOf(inner ?? '');
    fieldText = '';
  };
  for (const letter of text) {
    if (letter === ',' && depth === 0) addField();
    else fieldText += letter;
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
  }
  addField();
  return fields;
}

/** One page of a list with its cursors. */
export function paged<T>(state: SimulatorState, request: GraphRequest, list: T[], idOf: (item: T) => string) {
  const limit = Math.min(Math.max(1, Number(request.params['limit'] ?? 25) || 25), 1000);
  const after = textOf(request.params['after']);
  const from = after === undefined ? 0 : list.findIndex((item) => cursorOf(idOf(item)) === after) + 1;
  const data = list.slice(from, from + limit);
  const first = data[0];
  const last = data.at(-1);
  const next = new URL(`${state.url}/v24.0/${request.parts.join('/')}`);
  for (const [key, value] of Object.entries(request.query)) next.searchParams.set(key, value);
  if (last !== undefined) next.searchParams.set('after', cursorOf(idOf(last)));
  return {
    data,
    ...(first !== undefined &&
      last !== undefined && {
        paging: {
          cursors: { before: cursorOf(idOf(first)), after: cursorOf(idOf(last)) },
          ...(from + limit < list.length && { next: next.href }),
        },
      }),
  };
}
const cursorOf = (id: string): string => Buffer.from(`QVFI${id}`).toString('base64url');

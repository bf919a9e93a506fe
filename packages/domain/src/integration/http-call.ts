import { no, ok, type Result } from '../kit/result.ts';

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof httpMethods)[number];

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A request as a company wrote it: texts may contain {{variables}}, the host may not. */
export interface HttpTemplate {
  method: HttpMethod;
  url: string;
  headers: readonly HeaderTemplate[];
  /** Null sends no body. Variables are filled into its texts, never into its structure. */
  body: Json;
  /** What is taken from the answer: the name of a variable and a JSON pointer. */
  select: readonly Selection[];
}
/** A key is named, not written: `keyRef` refers to a stored one. */
export type HeaderTemplate = { name: string; value: string } | { name: string; keyRef: string };
export interface Selection {
  name: string;
  pointer: string;
}

/** A request ready to be sent, except for its keys. */
export interface HttpCall extends Omit<HttpTemplate, 'headers'> {
  headers: HeaderTemplate[];
}

const PLACEHOLDER = /\{\{\s*([\p{L}_][\p{L}\p{N}_]{0,39})\s*\}\}/gu;
/** Scheme, host and the rest. The host is literal, without user name: a variable can never choose who is called. */
const PARTS = /^(https?:\/\/[^/?#\\\s{}@%]+)([/?][^#]*)?(?:#.*)?$/i;
const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,60}$/i;
/** Headers that select the server, frame the request or belong to our own signature. */
const RESERVED_HEADER =
  /^(host|connection|content-length|transfer-encoding|upgrade|expect|te|trailer|cookie|proxy-.*|x-balcao-.*)$/i;
const MAX_URL_LENGTH = 4096;

/** Whether a company may choose the header. */
export const isUsableHeader = (name: string): boolean => HEADER_NAME.test(name) && !RESERVED_HEADER.test(name);

/** Fills variables in. `valueOf` is asked once per place; what it returns is data and never searched again. */
export function renderHttpCall(
  template: HttpTemplate,
  valueOf: (name: string) => string,
): Result<HttpCall, 'unusableUrl' | 'unusableHeader'> {
  const [, origin, rest = ''] = PARTS.exec(template.url.trim()) ?? [];
  if (origin === undefined) return no('unusableUrl');
  const url = origin + fill(rest, (name) => encodeURIComponent(valueOf(name).toWellFormed()));
  if (!isSamePath(url, origin + fill(rest, () => 'x')) || url.length > MAX_URL_LENGTH) return no('unusableUrl');
  if (!template.headers.every(({ name }) => isUsableHeader(name))) return no('unusableHeader');
  return ok({
    method: template.method,
    url,
    headers: template.headers.map((header) =>
      'value' in header ? { name: header.name, value: fill(header.value, (name) => oneLine(valueOf(name))) } : header,
    ),
    body: template.method === 'GET' ? null : fillJson(template.body, valueOf),
    select: template.select,
  });
}

/** Whether a template can be sent at all; for the check of a flow. */
export const isUsableHttpTemplate = (template: HttpTemplate): boolean => renderHttpCall(template, () => 'x').ok;

const fill = (text: string, valueOf: (name: string) => string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => valueOf(name));

const fillJson = (value: Json, valueOf: (name: string) => string): Json => {
  if (typeof value === 'string') return fill(value, valueOf);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, valueOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillJson(item, valueOf)]));
};

/** A value of `..` would climb to another path of the host, and parsers decode `%2e` too. */
function isSamePath(url: string, expected: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(expected)) return false;
  const [one, other] = [new URL(url), new URL(expected)];
  return one.host === other.host && one.pathname.split('/').length === other.pathname.split('/').length;
}

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ');

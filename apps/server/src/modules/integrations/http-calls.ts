import type { HttpCall } from '@balcao/domain/integration/http-call';
import { doneResult, type CallHandler } from '@balcao/domain/flow/service-call';
import type { HttpCaller } from '../../gateways/bots/port.ts';
import type { Secret } from '../../infrastructure/secrets/secrets.ts';
import type { FlowKeys } from './flow-keys.ts';
import { failedCall, type FailedCall } from './service-failures.ts';

interface Deps {
  http: HttpCaller;
  flowKeys: FlowKeys;
  storeContent(companyId: number, callId: string, content: { request: string; response: string }): Promise<void>;
}
const WRONG_KEY: FailedCall = { type: 'failed', reason: 'key' };

/** Requests of HTTP nodes. A key is sent only to the host that it was typed for. */
export const createHttpCalls = ({ http, flowKeys, storeContent }: Deps): CallHandler<'http'> =>
  async function callHttp({ companyId, id, request: { call } }) {
    const references = call.headers.flatMap((header) => ('keyRef' in header ? header.keyRef : []));
    const stored = await flowKeys.open(companyId, references);
    const host = URL.parse(call.url)?.host ?? '';
    if (references.some((reference) => stored.get(reference)?.host !== host)) return WRONG_KEY;
    const keys = Object.fromEntries([...stored].map(([reference, { key }]) => [reference, key]));
    let response = '';
    const withoutKeys = remover(Object.values(keys));
    const onAnswer = (text: string) => void (response = withoutKeys(text));
    try {
      const { status, values } = await http.call(call, keys, onAnswer);
      const named = Object.entries(values).map(([name, value]) => [name, withoutKeys(value)]);
      return doneResult({ isOver: true, values: Object.fromEntries(named), status });
    } catch (error) {
      return failedCall(error);
    } finally {
      await storeContent(companyId, id, { request: requestText(call), response });
    }
  };

/** Without headers: they contain keys. */
const requestText = ({ method, url, body }: HttpCall): string =>
  [`${method} ${url}`, ...(body === null ? [] : [JSON.stringify(body, null, 2)])].join('\n');

const REMOVED_KEY = '[chave]';
/** A shorter text is no secret, and may be a part of any word. */
const MIN_SECRET_LENGTH = 6;
/** Removes keys that a service echoes: a whole header, or the part after a word such as Bearer, also as JSON writes it. */
function remover(keys: readonly Secret[]): (text: string) => string {
  const parts = keys.map((key) => key.reveal().toWellFormed()).flatMap((key) => [key, ...key.split(/\s+/).slice(1)]);
  const written = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)]);
  const secrets = [...new Set(written)]
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .toSorted((one, other) => other.length - one.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, REMOVED_KEY), text);
}

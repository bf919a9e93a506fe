import { renderHttpCall, type HttpTemplate, type Json } from '../../integration/http-call.ts';
import { jsonDepth } from '../../integration/json-values.ts';
import type { HttpFields } from '../document.ts';
import { isVariableName, runValue } from '../variables.ts';
import { failed, goOn, leave, next, type NodeBehavior, type NodeDescription } from './node-kind.ts';
import { callService } from './service.ts';

const MAX_DEPTH = 20;
/** RFC 6901: «~» is written ~0, «/» in a name ~1. */
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const USABLE_ADDRESS = 'https://service.example';

/** Calls a service of the company and stores values of its answer. */
export const http: NodeDescription<'http'> = {
  defaults: (): HttpFields => ({ method: 'GET', url: '', headers: [], body: '', select: [], sample: '' }),
  ports: () => [next, failed],
  inspect(data, inspector) {
    inspector.required('url', data.url);
    if (data.url.trim() !== '' && !isSendable({ url: data.url })) inspector.error('unusableUrl', 'url');
    data.headers.forEach((header, index) => {
      inspector.required(`headers.${index}.name`, header.name);
      if (header.name.trim() !== '' && !isSendable({ headers: [header] }))
        inspector.error('unusableHeader', `headers.${index}.name`, header.name);
      if ('keyRef' in header) inspector.required(`headers.${index}.keyRef`, header.keyRef);
    });
    if (bodyOf(data) === undefined) inspector.error('unusableJson', 'body');
    data.select.forEach(({ name, pointer }, index) => {
      inspector.required(`select.${index}.name`, name);
      if (name !== '' && !isVariableName(name)) inspector.error('invalidData', `select.${index}.name`, name);
      if (!POINTER.test(pointer)) inspector.error('unusablePointer', `select.${index}.pointer`, pointer);
    });
  },
  texts: ({ url, headers, body }) => [
    url,
    body,
    ...headers.flatMap((header) => ('value' in header ? [header.value] : [])),
  ],
  sets: ({ select }) => select.map(({ name }) => name),
};
export const httpBehavior: NodeBehavior<'http'> = {
  enter(data, context) {
    const { method, url, headers, select } = data;
    const body = bodyOf(data);
    if (body === undefined) return leave(failed.id, 'request');
    const call = renderHttpCall(
      { method, url, headers, body, select },
      (name) => runValue(name, context.run.vars, context.facts) ?? '',
    );
    if (!call.ok) return leave(failed.id, call.code === 'unusableUrl' ? 'address' : 'request');
    return callService(context, { kind: 'http', call: call.value });
  },
  receiveResult({ select }, context, result) {
    if (result.type === 'failed') return leave(failed.id, result.reason);
    for (const { name } of select)
      context.setVariable(name, Object.hasOwn(result.values, name) ? result.values[name]! : '');
    return goOn;
  },
};

/** Null without a body; undefined for a text that is no JSON, or too deeply nested. */
function bodyOf({ method, body }: HttpFields): Json | undefined {
  if (method === 'GET' || body.trim() === '') return null;
  if (jsonDepth(body) > MAX_DEPTH) return undefined;
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

const isSendable = (part: Partial<HttpTemplate>): boolean =>
  renderHttpCall({ method: 'GET', url: USABLE_ADDRESS, headers: [], body: null, select: [], ...part }, () => 'x').ok;

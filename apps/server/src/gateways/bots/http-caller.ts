import type { Json } from '@balcao/domain/integration/http-call';
import { jsonDepth, valueAt } from '@balcao/domain/integration/json-values';
import { ServiceError } from '../service-error.ts';
import { failureOf, type Operations } from '../service-request.ts';
import type { HttpCaller } from './port.ts';

const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_DEPTH = 20;
const harmless = new Set(['GET', 'PUT', 'DELETE']);

/** Carries out the requests of flows. */
export function createHttpCaller(operations: Operations): HttpCaller {
  return {
    async call({ method, url, headers, body, select }, keys, onAnswer) {
      const sent = headers.map((header) => {
        if ('value' in header) return [header.name.toLowerCase(), header.value] as const;
        const key = Object.hasOwn(keys, header.keyRef) ? keys[header.keyRef] : undefined;
        if (!key) throw new ServiceError('refused', 'key');
        return [header.name.toLowerCase(), key.reveal()] as const;
      });
      const answer = await operations()({
        method,
        url,
        headers: Object.fromEntries(sent),
        ...(body !== null && { json: body }),
        maxBytes: MAX_RESPONSE_BYTES,
        isHarmless: harmless.has(method),
      });
      onAnswer?.(answer.bytes.toString());
      const failure = failureOf(answer);
      if (failure) throw failure;
      if (select.length === 0) return { status: answer.status, values: {} };
      const isReadable = answer.body !== undefined && jsonDepth(answer.bytes.toString()) <= MAX_DEPTH;
      if (!isReadable) throw new ServiceError('unknown', 'answer', { status: answer.status });
      const values = select.map(({ name, pointer }) => [name, valueAt(answer.body as Json, pointer)] as const);
      return { status: answer.status, values: Object.fromEntries(values) };
    },
  };
}

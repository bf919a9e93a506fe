import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReceivedDelivery } from '../control.ts';
import { headerOf, type SimulatedService } from '../service.ts';

const plain = (status: number) => ({ status, body: { error: status } });
const errors = { busy: plain(429), quota: plain(402), key: plain(401), down: plain(503) };
const MAX_AGE_SECONDS = 300;

export interface WebhookAccount {
  secret: string;
  header: { name: string; value: string };
}

/** `POST /webhook`: a receiver that checks signature, age and repetition, as our documentation asks of it. */
export function createWebhookReceiver({ secret, header }: WebhookAccount) {
  let deliveries: ReceivedDelivery[] = [];
  const signatures = new Set<string>();

  function check(body: Buffer, given: (name: string) => string): ReceivedDelivery['result'] {
    const [, seconds = '', digest = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(given('x-balcao-signature')) ?? [];
    if (digest === '') return 'unsigned';
    const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
    if (!timingSafeEqual(expected, Buffer.from(digest, 'hex'))) return 'wrong';
    if (Math.abs(Date.now() / 1000 - Number(seconds)) > MAX_AGE_SECONDS) return 'stale';
    if (signatures.has(digest)) return 'repeated';
    signatures.add(digest);
    return given(header.name) === header.value ? 'valid' : 'wrongHeader';
  }

  const service: SimulatedService = {
    name: 'webhook',
    errors,
    routes(app) {
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
      app.post('/webhook', async ({ body, headers }, reply) => {
        const bytes = body as Buffer;
        const given = (name: string) => headerOf(headers, name);
        const result = check(bytes, given);
        deliveries.push({ id: given('x-balcao-delivery'), body: jsonOf(bytes), result });
        return reply.code(result === 'valid' ? 200 : 401).send({ ok: result === 'valid' });
      });
    },
    reset() {
      deliveries = [];
      signatures.clear();
    },
  };
  return { service, deliveries: () => deliveries };
}

/** `/http/echo/…` repeats the request; `/http/json` returns what the control set; `/http/redirect` leads elsewhere. */
export function createHttpService() {
  let json: unknown = { ok: true };
  const service: SimulatedService = {
    name: 'http',
    errors,
    routes(app) {
      app.all<{ Params: { '*': string } }>('/http/echo/*', async ({ method, url, headers, body }) => ({
        method,
        url,
        headers,
        body: body ?? null,
      }));
      app.all('/http/json', async (_, reply) => reply.type('application/json').send(JSON.stringify(json)));
      app.all<{ Querystring: { to: string } }>('/http/redirect', async ({ query }, reply) =>
        reply.redirect(query.to, 307),
      );
    },
    reset: () => void (json = { ok: true }),
  };
  return { service, setJson: (next: unknown) => void (json = next) };
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return bytes.toString();
  }
}

import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { watchBodies } from './body-rate.ts';
import { createHttpServer } from './server.ts';

const rate = { minBytesPerSecond: 5_000, windowMs: 200 };
const PIECE = Buffer.alloc(1_000);
const app = Fastify({ requestTimeout: 0 });
let port: number;
beforeAll(async () => {
  watchBodies(app.server, rate);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/', (request) => ({ bytes: (request.body as Buffer).length }));
  // A handler that begins to read late.
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-late']) await new Promise((done) => setTimeout(done, 600));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

async function post(pieces: number, { length = pieces * PIECE.length, headers = {} } = {}) {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-length': length, ...headers },
  });
  request.on('error', () => {});
  const answered = once(request, 'response');
  for (let n = 0; n < pieces; n += 1) {
    request.write(PIECE);
    await new Promise((done) => setTimeout(done, 20));
  }
  if (length === pieces * PIECE.length) request.end();
  const [response] = await answered;
  const body = String(await response.toArray());
  return { status: response.statusCode, body };
}

it('a body that takes longer than the window is read to its end while bytes flow [F-M19]', async () => {
  expect(await post(40)).toEqual({ status: 200, body: '{"bytes":40000}' });
});

it('a body that stops is answered with 408', async () => {
  expect(await post(3, { length: 40_000 })).toMatchObject({ status: 408 });
});

it('a body that this server reads late is not cut', async () => {
  expect(await post(3, { headers: { 'x-late': '1' } })).toEqual({ status: 200, body: '{"bytes":3000}' });
});

it('the server has no time limit for a whole body', async () => {
  const server = await createHttpServer({
    routes: [],
    authHooks: {} as Parameters<typeof createHttpServer>[0]['authHooks'],
    log: createLog({ level: 'silent' }),
    uploadDir: '',
    trustProxy: [],
    registerRawRoutes: async () => {},
    answered: () => {},
  });
  expect([server.server.requestTimeout, createServer().headersTimeout]).toEqual([0, server.server.headersTimeout]);
  await server.close();
});

import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createReadiness, livenessHandler, metricsHandler, type LagProbe, type Probe } from './health.ts';

function createHealthServer(
  parts: Record<string, Probe>,
  isStopping = () => false,
  { lags = {}, isStuck = () => false }: { lags?: Record<string, LagProbe>; isStuck?: () => boolean } = {},
) {
  const app = Fastify();
  app.get('/health/live', livenessHandler(isStuck));
  app.get('/health/ready', createReadiness({ parts, lags, isStopping }).handler);
  return app;
}
const ready = async (parts: Record<string, Probe>, isStopping?: () => boolean) => {
  const { statusCode, body } = await createHealthServer(parts, isStopping).inject('/health/ready');
  return { statusCode, ...(JSON.parse(body) as { status: string; parts: object }) };
};

describe('health', () => {
  it('is live without probing any part', async () => {
    const app = createHealthServer({ database: () => Promise.reject(new Error('down')) });
    expect((await app.inject('/health/live')).statusCode).toBe(200);
  });

  it('is not live when the process itself hangs [F-A10] [OP-03]', async () => {
    let isStuck = false;
    const app = createHealthServer({}, undefined, { isStuck: () => isStuck });
    expect((await app.inject('/health/live')).json()).toEqual({ status: 'live', forwarding: 'none' });
    isStuck = true;
    const { statusCode, body } = await app.inject('/health/live');
    expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'stuck', forwarding: 'none' }]);
  });

  it('is degraded but ready while the inbox is more than a minute behind [F-A10] [OP-03]', async () => {
    let lagSeconds = 60;
    const app = createHealthServer({ database: () => true }, undefined, { lags: { inbox: () => lagSeconds } });
    const report = async () => {
      const { statusCode, body } = await app.inject('/health/ready');
      return [statusCode, JSON.parse(body)];
    };
    expect(await report()).toEqual([200, { status: 'ready', parts: { database: 'ok', inbox: 'ok' } }]);
    lagSeconds = 61;
    expect(await report()).toEqual([200, { status: 'degraded', parts: { database: 'ok', inbox: 'behind' } }]);
  });

  it('is ready when every part works', async () => {
    expect(await ready({ database: async () => true, events: () => true })).toEqual({
      statusCode: 200,
      status: 'ready',
      parts: { database: 'ok', events: 'ok' },
    });
  });

  it('names the failed parts without the error', async () => {
    const parts = {
      database: () => Promise.reject(new Error('password wrong')),
      migrations: () => false,
      events: () => true,
    };
    expect(await ready(parts)).toEqual({
      statusCode: 503,
      status: 'not-ready',
      parts: { database: 'failed', migrations: 'failed', events: 'ok' },
    });
  });

  it('is reported to the metrics by the same parts', async () => {
    let isUp = true;
    let isStopping = false;
    const { isReady } = createReadiness({ parts: { database: () => isUp }, isStopping: () => isStopping });
    expect(await isReady()).toBe(true);
    isUp = false;
    expect(await isReady()).toBe(false);
    [isUp, isStopping] = [true, true];
    expect(await isReady()).toBe(false);
  });

  it('does not wait for a hanging part and does not probe it again meanwhile', async () => {
    let probeCount = 0;
    const app = createHealthServer({
      database: () => {
        probeCount += 1;
        return new Promise(() => {});
      },
    });
    const startedAt = performance.now();
    const [first, second] = await Promise.all([app.inject('/health/ready'), app.inject('/health/ready')]);
    await app.inject('/health/ready');
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(first.json()).toEqual({ status: 'not-ready', parts: { database: 'slow' } });
    expect(second.statusCode).toBe(503);
    expect(probeCount).toBe(1);
  });

  it('is not ready while the server stops', async () => {
    let stopping = false;
    const app = createHealthServer({ database: () => true }, () => stopping);
    expect((await app.inject('/health/ready')).statusCode).toBe(200);
    stopping = true;
    const { statusCode, body } = await app.inject('/health/ready');
    expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'stopping', parts: { database: 'ok' } }]);
    expect((await app.inject('/health/live')).statusCode).toBe(200);
  });
});

describe('metrics', () => {
  const registry = { contentType: 'text/plain; version=0.0.4', metrics: async () => 'up 1\n' };
  function withMetrics(token?: string, trustProxy = false) {
    const app = Fastify({ trustProxy });
    app.get('/metrics', metricsHandler({ token, registry }));
    return app;
  }

  it('are readable only from this machine without a configured token', async () => {
    const app = withMetrics();
    const from = async (remoteAddress: string, headers = {}) =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect(await from('127.0.0.1')).toBe(200);
    expect(await from('::1')).toBe(200);
    expect(await from('::ffff:127.0.0.1')).toBe(200);
    expect(await from('203.0.113.9')).toBe(403);
    expect(await from('128.0.0.1')).toBe(403);
  });

  it('are not readable through a proxy on this machine, trusted or not', async () => {
    for (const app of [withMetrics(), withMetrics(undefined, true)]) {
      for (const headers of [
        { 'x-forwarded-for': '203.0.113.9' },
        { 'x-forwarded-for': '127.0.0.1' },
        { via: '1.1 proxy' },
      ]) {
        expect((await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers })).statusCode).toBe(403);
      }
    }
  });

  it('require the token if one is configured', async () => {
    const app = withMetrics('a-token-of-the-metrics');
    const statusFor = async (authorization?: string) =>
      app.inject({ url: '/metrics', remoteAddress: '203.0.113.9', headers: authorization ? { authorization } : {} });
    const good = await statusFor('Bearer a-token-of-the-metrics');
    expect([good.statusCode, good.body, good.headers['content-type']]).toEqual([
      200,
      'up 1\n',
      'text/plain; version=0.0.4',
    ]);
    for (const wrong of [undefined, 'Bearer ', 'Bearer a-token', 'Basic a-token-of-the-metrics']) {
      expect((await statusFor(wrong)).statusCode, wrong).toBe(401);
    }
    expect((await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(401);
  });

  it('are readable over a real connection from this machine', async () => {
    const app = withMetrics();
    await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      await once(socket, 'connect');
      socket.end('GET /metrics HTTP/1.0\r\n\r\n');
      expect(await text(socket)).toContain('up 1');
    } finally {
      await app.close();
    }
  });
});

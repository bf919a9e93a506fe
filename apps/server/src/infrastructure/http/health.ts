/** How the outside learns whether this process is well: for load balancers, supervisors and Prometheus. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Answers whether its part works; failing to answer is a no. */
export type Probe = () => boolean | Promise<boolean>;
type State = 'ok' | 'failed' | 'slow';

interface HealthDeps {
  /** Every part that must work before requests are sent here: the database, its migrations, the event tail. */
  parts: Record<string, Probe>;
  /** The process has begun to stop: no new requests, please. */
  isStopping(): boolean;
}

const PROBE_TIMEOUT_MS = 1_000;

export function healthRoutes(app: FastifyInstance, { parts, isStopping }: HealthDeps): void {
  const checks = Object.entries(parts).map(([name, probe]) => ({ name, check: watched(probe) }));

  app.get('/health/live', () => ({ status: 'live' }));

  app.get('/health/ready', async (request, reply) => {
    const states = await Promise.all(checks.map(async ({ name, check }) => [name, await check()] as const));
    const isReady = !isStopping() && states.every(([, state]) => state === 'ok');
    if (!isReady && !isStopping()) request.log.warn({ parts: Object.fromEntries(states) }, 'not ready');
    const status = isStopping() ? 'stopping' : isReady ? 'ready' : 'not-ready';
    return reply.status(isReady ? 200 : 503).send({ status, parts: Object.fromEntries(states) });
  });
}

interface MetricsDeps {
  token?: string | undefined;
  /** A registry of prom-client. */
  registry: { contentType: string; metrics(): Promise<string> };
}

export function metricsRoute(app: FastifyInstance, { token, registry }: MetricsDeps): void {
  app.get('/metrics', async (request, reply) => {
    if (token !== undefined && !hasToken(request, token)) {
      return reply
        .status(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain')
        .send('The token of METRICS_TOKEN is needed.\n');
    }
    if (token === undefined && !isFromThisMachine(request)) {
      return reply
        .status(403)
        .type('text/plain')
        .send('Without METRICS_TOKEN only this machine may read the metrics.\n');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** However often it is asked, a part is probed once at a time: a hanging database must not eat the connections too. */
function watched(probe: Probe): () => Promise<State> {
  let running: Promise<State> | undefined;
  return () => {
    running ??= stateOf(probe).finally(() => {
      running = undefined;
    });
    return Promise.race([running, pause(PROBE_TIMEOUT_MS, 'slow' as const, { ref: false })]);
  };
}

async function stateOf(probe: Probe): Promise<State> {
  try {
    return (await probe()) ? 'ok' : 'failed';
  } catch {
    return 'failed';
  }
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const presented = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
  return timingSafeEqual(digest(presented), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A proxy on this machine makes the whole world look local; it gives itself away by what it adds. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const isPassedOn = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => name in request.headers,
  );
  return !isPassedOn && isLoopback(request.socket.remoteAddress) && isLoopback(request.ip);
}

const isLoopback = (address = ''): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);

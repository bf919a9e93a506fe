/** Health checks and metrics for load balancers, supervisors and Prometheus. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { isSameSecret } from '../secrets/same-secret.ts';
import type { RawHandler } from './raw-body.ts';

/** Whether a part works; a probe that throws counts as failed. */
export type Probe = () => boolean | Promise<boolean>;
type State = 'ok' | 'failed' | 'slow';
/** Seconds that a part is behind. */
export type LagProbe = () => number | Promise<number>;

interface HealthDeps {
  /** Parts that must work before the node receives requests: the database, its migrations, the event tail. */
  parts: Record<string, Probe>;
  /**
   * Work that may be behind. It is reported as `degraded` and the node stays ready: every node has the same backlog, and
   * without requests users would be cut off from what does work.
   */
  lags?: Record<string, LagProbe>;
  /** The process is stopping and takes no new requests. */
  isStopping(): boolean;
}

const PROBE_TIMEOUT_MS = 1_000;
/** A customer who waits longer for the bot or an agent notices it. */
const MAX_LAG_SECONDS = 60;

/** Live unless the process itself hangs: a restart helps nothing else, least of all an unavailable database. */
export const livenessHandler =
  (isStuck: () => boolean): RawHandler =>
  (request, reply) => {
    const forwarding = forwardingOf(request);
    return isStuck() ? reply.status(503).send({ status: 'stuck', forwarding }) : { status: 'live', forwarding };
  };

/** What a proxy says about its client: nothing, something that is believed, or something that TRUST_PROXY rules out. */
export type Forwarding = 'none' | 'believed' | 'ignored';
function forwardingOf({ headers, ips = [] }: FastifyRequest): Forwarding {
  if (headers['x-forwarded-for'] === undefined) return 'none';
  // The first is that of the connection; more are read from the header if it may be believed.
  return ips.length > 1 ? 'believed' : 'ignored';
}

export function createReadiness({ parts, lags = {}, isStopping }: HealthDeps) {
  const checks = Object.entries(parts).map(([name, probe]) => ({ name, check: singleProbe(probe) }));
  const lagChecks = Object.entries(lags).map(([name, probe]) => ({
    name,
    check: singleProbe(async () => (await probe()) <= MAX_LAG_SECONDS),
  }));
  const statesOf = (all: typeof checks) =>
    Promise.all(all.map(async ({ name, check }) => [name, await check()] as const));
  const isReadyWith = (states: Awaited<ReturnType<typeof statesOf>>) =>
    !isStopping() && states.every(([, state]) => state === 'ok');

  const handler: RawHandler = async (request, reply) => {
    const [states, lagStates] = await Promise.all([statesOf(checks), statesOf(lagChecks)]);
    const isReady = isReadyWith(states);
    const isBehind = lagStates.some(([, state]) => state !== 'ok');
    const behind = lagStates.map(([name, state]) => [name, state === 'failed' ? 'behind' : state] as const);
    const report = Object.fromEntries([...states, ...behind]);
    const status = isStopping() ? 'stopping' : !isReady ? 'not-ready' : isBehind ? 'degraded' : 'ready';
    if (status === 'not-ready' || status === 'degraded') request.log.warn({ parts: report }, status);
    return reply.status(isReady ? 200 : 503).send({ status, parts: report });
  };
  return { handler, isReady: async () => isReadyWith(await statesOf(checks)) };
}

interface MetricsDeps {
  token?: string | undefined;
  /** Registry of prom-client. */
  registry: { contentType: string; metrics(): Promise<string> };
}

/** Serves the metrics to requests with the token, or to this machine when no token is configured. */
export function metricsHandler({ token, registry }: MetricsDeps): RawHandler {
  return async (request, reply) => {
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
  };
}

/** Runs one probe at a time, so that health checks of a hanging database do not use up the connection pool. */
function singleProbe(probe: Probe): () => Promise<State> {
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
  return isSameSecret(presented, token);
}

/** A proxy on this machine makes every client look local; the headers it adds reveal it. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const isProxied = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some(
    (name) => name in request.headers,
  );
  return !isProxied && isLoopback(request.socket.remoteAddress) && isLoopback(request.ip);
}

const isLoopback = (address = ''): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);

/** The built web app: its files, and its page for every address that nobody else answers. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../app-error.ts';
import { namedAfter, withBrand, type Brand } from './branded-page.ts';
import { cachedValue } from './cached-value.ts';

interface Deps {
  /** The folder that the build of apps/web fills. */
  dist: string;
  /** The public settings of the platform: name, colours, logos. */
  brand(): Promise<Brand>;
  /** How long a page may show the brand of before. */
  brandMaxAgeMs?: number;
}

/** Addresses of others: nothing below them is ever a page of the app. */
const OTHERS = ['/api', '/socket.io', '/webhooks', '/public', '/media', '/health', '/metrics', '/docs'];
const APP_PAGE = 'index.html';
/** Its own small page, so that signing in does not wait for the whole app. */
const SIGN_IN_PAGE = 'sign-in.html';
/** What a browser asks before it installs the app. */
const MANIFEST = 'manifest.webmanifest';
const YEAR_SECONDS = 31_536_000;
const BRAND_MAX_AGE_MS = 5_000;
/** A page without its colours is better than none while the database is slow. */
const BRAND_TIMEOUT_MS = 500;

export async function webApp(
  app: FastifyInstance,
  { dist, brand, brandMaxAgeMs = BRAND_MAX_AGE_MS }: Deps,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
    suppressWarning: true,
  });
  const brandNow = cachedValue<Brand | undefined>(brand, {
    start: undefined,
    maxAgeMs: brandMaxAgeMs,
    timeoutMs: BRAND_TIMEOUT_MS,
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply, name: string) {
    const page = await readFile(join(dist, name), 'utf8').catch(() => undefined);
    if (page === undefined)
      return reply.status(503).type('text/plain; charset=utf-8').send('The web app is not built yet: npm run build\n');
    const isManifest = name === MANIFEST;
    const text = (isManifest ? namedAfter : withBrand)(page, await brandNow());
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type(isManifest ? 'application/manifest+json' : 'text/html; charset=utf-8').send(text);
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: '/login',
    handler: (request, reply) => sendPage(request, reply, SIGN_IN_PAGE),
  });
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (OTHERS.some((other) => `/${path}/`.startsWith(`${other}/`))) refuse('ERR_NOT_FOUND');
      if (path === APP_PAGE || path === SIGN_IN_PAGE || path === MANIFEST) return sendPage(request, reply, path);
      if (await isBuilt(dist, path)) return reply.header('cache-control', cacheOf(path)).sendFile(path);
      return wantsPage(path, request.headers.accept) ? sendPage(request, reply, APP_PAGE) : refuse('ERR_NOT_FOUND');
    },
  });
}

/** The name of a built file carries a hash of its content; anything else is asked for again each time. */
const cacheOf = (path: string): string =>
  /^assets\/.*-[\w-]{8}\.\w+$/.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';

/** A missing script must be missing: a page in its place would be a puzzle in the console. */
function wantsPage(path: string, accept = '*/*'): boolean {
  if (path.startsWith('assets/')) return false;
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path));
}

/** No segment begins with a dot: nothing to climb with, and nothing hidden is found. */
const PLAIN_PATH = /^(?:[\w-][\w.@-]*\/)*[\w-][\w.@-]*$/;

const isBuilt = async (dist: string, path: string): Promise<boolean> =>
  PLAIN_PATH.test(path) &&
  (await stat(join(dist, path)).then(
    (stats) => stats.isFile(),
    () => false,
  ));

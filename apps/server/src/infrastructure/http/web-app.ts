/** The built web app: its files, and its page for every URL without another handler. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../app-error.ts';
import { brandedManifest, withBrand, type Brand } from './branded-page.ts';
import { cachedValue } from './cached-value.ts';
import { pathParam, type RawHandler } from './raw-body.ts';

interface Deps {
  /** Output folder of the build of apps/web. */
  dist: string;
  /** Public settings of the platform: name, colors, logos. */
  brand(): Promise<Brand>;
  /** Path prefixes of other handlers: nothing below them is a page of the app. */
  reservedPaths: readonly string[];
  /** How long a page may show a previous brand. */
  brandMaxAgeMs?: number;
}

const APP_PAGE = 'index.html';
/** A separate small page, so that the sign-in does not load the whole app. */
const SIGN_IN_PAGE = 'sign-in.html';
/** Read by browsers before they install the app. */
const MANIFEST = 'manifest.webmanifest';
const YEAR_SECONDS = 31_536_000;
const BRAND_MAX_AGE_MS = 5_000;
/** While the database is slow, the page is served without the brand. */
const BRAND_TIMEOUT_MS = 500;

/** Handlers of the sign-in page and of every other URL (path `/*`). */
export async function webAppHandlers(
  app: FastifyInstance,
  { dist, brand, reservedPaths, brandMaxAgeMs = BRAND_MAX_AGE_MS }: Deps,
): Promise<Record<'signIn' | 'app', RawHandler>> {
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
    const text = (isManifest ? brandedManifest : withBrand)(page, await brandNow());
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.status(304).send();
    return reply.type(isManifest ? 'application/manifest+json' : 'text/html; charset=utf-8').send(text);
  }

  return {
    signIn: (request, reply) => sendPage(request, reply, SIGN_IN_PAGE),
    app: async (request, reply) => {
      const path = pathParam(request, '*');
      if (reservedPaths.some((prefix) => `/${path}/`.startsWith(`${prefix}/`))) refuse('ERR_NOT_FOUND');
      if (path === APP_PAGE || path === SIGN_IN_PAGE || path === MANIFEST) return sendPage(request, reply, path);
      if (await isBuilt(dist, path)) return reply.header('cache-control', cacheOf(path)).sendFile(path);
      return wantsPage(path, request.headers.accept) ? sendPage(request, reply, APP_PAGE) : refuse('ERR_NOT_FOUND');
    },
  };
}

/** The name of a built file contains a hash of its content; browsers revalidate every other file. */
const cacheOf = (path: string): string =>
  /^assets\/.*-[\w-]{8}\.\w+$/.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';

/** A missing script must be a 404: an HTML page in its place causes a misleading error in the console. */
function wantsPage(path: string, accept = '*/*'): boolean {
  if (path.startsWith('assets/')) return false;
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(path));
}

/** No segment starts with a dot: no parent folders and no hidden files. */
const PLAIN_PATH = /^(?:[\w-][\w.@-]*\/)*[\w-][\w.@-]*$/;

/** Source maps are built for reading stack traces on the server. They contain the sources and are never sent. */
const SOURCE_MAP = /\.map(?:\.\w+)?$/;

const isBuilt = async (dist: string, path: string): Promise<boolean> =>
  PLAIN_PATH.test(path) &&
  !SOURCE_MAP.test(path) &&
  (await stat(join(dist, path)).then(
    (stats) => stats.isFile(),
    () => false,
  ));

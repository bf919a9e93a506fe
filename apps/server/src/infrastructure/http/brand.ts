/** The platform's own pictures, for everybody: uploaded logos under their exact stored names, and our own drawings. */
import type { FastifyInstance } from 'fastify';
import { refuse } from '../app-error.ts';
import type { Storage } from '../storage/storage.ts';

interface Deps {
  storage: Pick<Storage, 'open'>;
  /** Where the picture with this name is kept; undefined unless it is in use as branding right now. */
  find(name: string): Promise<{ key: string; mime: string } | undefined>;
}

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;
/** Only what we have re-encoded ourselves; an uploaded SVG is a program. */
const RASTER = new Set(['image/webp', 'image/png', 'image/jpeg', 'image/gif']);

const PLAIN_NAME = /^[\w-][\w.-]{0,119}$/;

export function brandRoute(app: FastifyInstance, { storage, find }: Deps): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/public/:name',
    handler: async (request, reply) => {
      const { name } = request.params;
      reply.header('content-security-policy', "sandbox; default-src 'none'");
      const drawing = drawings.get(name);
      if (drawing !== undefined) {
        return reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).type('image/svg+xml').send(drawing);
      }
      const picture = PLAIN_NAME.test(name) ? await find(name) : undefined;
      if (!picture || !RASTER.has(picture.mime)) refuse('ERR_NOT_FOUND');
      const file = (await storage.open(picture.key)) ?? refuse('ERR_NOT_FOUND');
      // A new upload gets a new name, so what has this name never changes.
      reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
      reply.type(picture.mime).header('content-length', file.bytes);
      if (request.method !== 'HEAD') return reply.send(file.stream);
      file.stream.destroy();
      return reply.send();
    },
  });
}

/** A speech bubble on a counter, on a grid of 24; the same mark that the web app draws. */
const logoMark = (color: string): string =>
  `<g fill="${color}"><path d="M6.5 5.2h11a2.3 2.3 0 0 1 2.3 2.3v4a2.3 2.3 0 0 1-2.3 2.3h-5.3l-3.6 2.7v-2.7H6.5a2.3 2.3 0 0 1-2.3-2.3v-4a2.3 2.3 0 0 1 2.3-2.3z"/>` +
  '<rect x="2.5" y="18" width="19" height="2.8" rx="1.4"/></g>';
const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="96" height="96">${content}</svg>\n`;

const drawings = new Map([
  [
    'favicon.svg',
    svg(
      `<rect width="24" height="24" rx="6" fill="#0000ff"/><g transform="translate(3.6 2.9) scale(.7)">${logoMark('#fff')}</g>`,
    ),
  ],
  ['logo.svg', svg(logoMark('#0000ff'))],
  ['logo-dark.svg', svg(logoMark('#39ace7'))],
]);

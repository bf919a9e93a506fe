/** The platform's public pictures: uploaded logos under their exact stored names, and built-in drawings. */
import { refuse } from '../app-error.ts';
import type { Storage } from '../storage/storage.ts';
import { pathParam, type RawHandler } from './raw-body.ts';

interface Deps {
  storage: Pick<Storage, 'open'>;
  /** Storage key of the picture with this name; undefined unless it is in use as branding. */
  find(name: string): Promise<{ key: string; mime: string } | undefined>;
}

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;
/** Types that the server re-encodes itself; an uploaded SVG can contain scripts. */
const RASTER = new Set(['image/webp', 'image/png', 'image/jpeg', 'image/gif']);

const PLAIN_NAME = /^[\w-][\w.-]{0,119}$/;

/** For a path with the parameter `name`. */
export function brandHandler({ storage, find }: Deps): RawHandler {
  return async (request, reply) => {
    const name = pathParam(request, 'name');
    reply.header('content-security-policy', "sandbox; default-src 'none'");
    const drawing = drawings.get(name);
    if (drawing !== undefined) {
      return reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).type('image/svg+xml').send(drawing);
    }
    const picture = PLAIN_NAME.test(name) ? await find(name) : undefined;
    if (!picture || !RASTER.has(picture.mime)) refuse('ERR_NOT_FOUND');
    const file = (await storage.open(picture.key)) ?? refuse('ERR_NOT_FOUND');
    // Every upload gets a new name, so the content of a name never changes.
    reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`);
    reply.type(picture.mime).header('content-length', file.bytes);
    if (request.method !== 'HEAD') return reply.send(file.stream);
    file.stream.destroy();
    return reply.send();
  };
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

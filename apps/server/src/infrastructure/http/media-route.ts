/** Serves files of conversations by signed link. Responses cannot run scripts. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { refuse } from '../app-error.ts';
import { verifyMedia, type MediaQuery } from '../storage/signed-url.ts';
import type { ByteRange, OpenFile, Storage } from '../storage/storage.ts';
import { readRange } from './byte-range.ts';
import { pathParam, type RawHandler } from './raw-body.ts';

interface Deps {
  storage: Pick<Storage, 'open'>;
  /** Current signing secret and, during a rotation, the previous one. */
  secrets: readonly string[];
  clock: Clock;
  /** The stored record of a file: its type, detected from the bytes, and its original name. */
  describe(key: string): Promise<{ mime: string; fileName: string } | undefined>;
}

const MAX_CACHE_SECONDS = 86_400;

/** Types shown inline. Everything else is a download: SVG, HTML and PDF can contain scripts. */
const INLINE_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'audio/ogg',
  'audio/mpeg',
  'audio/mp4',
  'audio/aac',
  'audio/amr',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/3gpp',
  'video/quicktime',
]);

/** For a path that ends in `*`, the key of the file. */
export function mediaHandler({ storage, secrets, clock, describe }: Deps): RawHandler {
  return async (request, reply) => {
    const key = pathParam(request, '*');
    const query = request.query as MediaQuery;
    if (verifyMedia(key, query, { secrets, now: clock.now() }) !== 'good') refuse('ERR_NOT_FOUND');
    const file = (await describe(key)) ?? refuse('ERR_NOT_FOUND');
    const whole = (await storage.open(key)) ?? refuse('ERR_NOT_FOUND');
    const secondsLeft = Number(query.e) - Math.floor(clock.now().getTime() / 1000);
    reply.headers(headersOf(key, file, secondsLeft));
    return sendFile(request, reply, whole, (range) => storage.open(key, range));
  };
}

function headersOf(
  key: string,
  { mime, fileName }: { mime: string; fileName: string },
  secondsLeft: number,
): Record<string, string> {
  // Parameters and case are ignored: `image/svg+xml; x` and `IMAGE/PNG` count as their plain types.
  const type = mime.split(';', 1)[0]!.trim().toLowerCase();
  const isInline = INLINE_TYPES.has(type);
  return {
    'content-type': isInline ? type : 'application/octet-stream',
    'content-disposition': `${isInline ? 'inline' : 'attachment'}; ${fileNameParts(fileName)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': `private, max-age=${Math.min(secondsLeft, MAX_CACHE_SECONDS)}`,
    'accept-ranges': 'bytes',
    etag: etagOf(key),
  };
}

/** A stored file never changes, so the random part of its key identifies the version. */
const etagOf = (key: string): string => `"${key.slice(key.lastIndexOf('/') + 1)}"`;

type OpenPart = (range: ByteRange) => Promise<OpenFile | undefined>;

async function sendFile(request: FastifyRequest, reply: FastifyReply, whole: OpenFile, openPart: OpenPart) {
  const etag = String(reply.getHeader('etag'));
  const { 'if-none-match': ifNoneMatch = '', 'if-range': ifRange = etag } = request.headers;
  if (ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    whole.stream.destroy();
    return reply.status(304).send();
  }
  const range = ifRange === etag ? readRange(request.headers.range, whole.bytes) : undefined;
  if (range === undefined && request.method === 'GET')
    return reply.header('content-length', whole.bytes).send(whole.stream);
  whole.stream.destroy();
  if (range === undefined) return reply.header('content-length', whole.bytes).send();
  if (range === 'impossible') return reply.status(416).header('content-range', `bytes */${whole.bytes}`).send();
  const part = request.method === 'GET' ? await openPart(range) : undefined;
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${whole.bytes}`)
    .header('content-length', range.end - range.start + 1)
    .send(part?.stream);
}

/** The full Unicode name, and an ASCII one for old clients. Neither can end the header or disguise its file extension. */
function fileNameParts(fileName: string): string {
  const name = fileName
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '')
    .trim()
    .slice(-150)
    .toWellFormed();
  const full = name === '' ? 'file' : name;
  const plain = full
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .-]/g, '_');
  const encoded = encodeURIComponent(full).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Response whose body is limited while it streams, however it is read. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer, json, text } from 'node:stream/consumers';
import { EgressRefused } from './egress.ts';
import type { Outgoing } from './exchange.ts';

export type SafeResponse = {
  status: number;
  ok: boolean;
  headers: Headers;
  /** Final URL after redirects. */
  url: string;
  /** The body can be read once, by any of these methods. An unread body is closed at the deadline. */
  body: Readable;
  buffer(): Promise<Buffer>;
  text(): Promise<string>;
  json(): Promise<unknown>;
};

type Limits = {
  request: Outgoing;
  maxBytes: number;
  named: (cause: unknown) => unknown;
  onProgress?: ((bytes: number) => void) | undefined;
  onEnd?: (() => void) | undefined;
};

export function limitedResponse(answer: IncomingMessage, limits: Limits): SafeResponse {
  const refused = refusedByHeaders(answer, limits);
  // Errors are thrown to the reader of the body; without this listener an unread body would end the process.
  answer.on('error', () => {});
  if (refused) {
    answer.destroy();
    throw refused;
  }
  const status = answer.statusCode ?? 0;
  const body = Readable.from(counted(answer, limits), { objectMode: false });
  body.on('error', () => {});
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: headersOf(answer),
    url: limits.request.url.href,
    body,
    buffer: () => buffer(body),
    text: () => text(body),
    json: () => json(body),
  };
}

function refusedByHeaders(answer: IncomingMessage, { request, maxBytes }: Limits): EgressRefused | undefined {
  // The request accepts identity encoding only; a compressed response may be a decompression bomb.
  if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity') return new EgressRefused('encoding');
  const announced = request.method === 'HEAD' ? 0 : Number(answer.headers['content-length'] ?? 0);
  return announced > maxBytes ? new EgressRefused('too-large') : undefined;
}

async function* counted(
  answer: IncomingMessage,
  { maxBytes, named, onProgress, onEnd }: Limits,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new EgressRefused('too-large');
      onProgress?.(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw named(error);
  } finally {
    onEnd?.();
  }
}

function headersOf(answer: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
}

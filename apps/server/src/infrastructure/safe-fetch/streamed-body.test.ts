import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetch, StreamedBody, streamedForm } from './safe-fetch.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const safeFetch = createSafeFetch({ allowLoopback: true });
/** 1 KB in each window; the pieces below come ten times as fast. */
const rate = { minBytesPerSecond: 5_000, windowMs: 200 };
const PIECE = Buffer.alloc(1_000);
async function* pieces(count: number, everyMs: number) {
  for (let n = 0; n < count; n += 1) {
    await new Promise((done) => setTimeout(done, everyMs));
    yield PIECE;
  }
}
const slowBody = (count: number, length = count * PIECE.length) =>
  new StreamedBody({ length, contentType: 'text/plain', stream: Readable.from(pieces(count, 20)) });
const echoLength = (request: IncomingMessage, response: ServerResponse) => {
  let length = 0;
  request.on('data', (chunk: Buffer) => (length += chunk.length)).on('error', () => {});
  request.on('end', () => response.end(String(length)));
};
const post = (body: StreamedBody) => safeFetch(url, { method: 'POST', body, rate });

describe('with a least rate', () => {
  it('an upload that takes longer than the window is finished while bytes flow [F-M12]', async () => {
    answer = echoLength;
    expect(await (await post(slowBody(40))).text()).toBe('40000');
  });

  it('an upload whose source stops is aborted', async () => {
    answer = echoLength;
    const stream = new Readable({ read() {} });
    stream.push(PIECE);
    const body = new StreamedBody({ length: 5_000, contentType: 'text/plain', stream });
    await expect(post(body)).rejects.toMatchObject({ reason: 'too-slow', sent: true });
    expect(stream.destroyed).toBe(true);
  });

  it('a download that takes longer than the window is finished, and one that stops is aborted [F-M19]', async () => {
    answer = (_, response) => void Readable.from(pieces(40, 20)).pipe(response);
    expect((await (await safeFetch(url, { rate })).buffer()).length).toBe(40_000);
    answer = (_, response) => void response.write(PIECE);
    const stalled = async () => (await safeFetch(url, { rate })).buffer();
    await expect(stalled()).rejects.toMatchObject({ reason: 'too-slow', sent: true });
  });

  it('a server that never answers a complete upload is given up', async () => {
    answer = (request) => void request.resume();
    await expect(post(slowBody(2))).rejects.toMatchObject({ reason: 'too-slow', sent: true });
  });
});

describe('a streamed body', () => {
  it('arrives as a form with its length, and no name or type starts a header of its own', async () => {
    let received: Response | undefined;
    answer = async (request, response) => {
      const bytes = Buffer.concat(await request.toArray());
      expect(request.headers['content-length']).toBe(String(bytes.length));
      received = new Response(new Uint8Array(bytes), { headers: { 'content-type': request.headers['content-type']! } });
      response.end();
    };
    const file = { field: 'file', fileName: 'a"b\r\nc.txt', mime: 'text/plain\r\nx-y: z', bytes: 9 };
    await post(streamedForm({ olá: 'ç' }, { ...file, stream: Readable.from([Buffer.from('conteúdo')]) }));
    const form = await received!.formData();
    expect([...form.keys()]).toEqual(['olá', 'file']);
    expect(form.get('olá')).toBe('ç');
    expect(await (form.get('file') as File).text()).toBe('conteúdo');
  });

  it('frees the memory of what was sent', async () => {
    answer = echoLength;
    const sent = Array.from({ length: 50 }, () => Buffer.allocUnsafeSlow(65_536));
    const body = new StreamedBody({ length: 50 * 65_536, contentType: 'text/plain', stream: Readable.from(sent) });
    expect(await (await post(body)).text()).toBe(String(50 * 65_536));
    expect(sent.filter(({ length }) => length > 0)).toEqual([]);
  });

  it('that is shorter or longer than announced fails the request', async () => {
    answer = echoLength;
    for (const length of [500, 5_000]) await expect(post(slowBody(2, length))).rejects.toThrow('could not be used');
  });

  it('ends early when the server answers before it has read everything', async () => {
    answer = (_, response) => response.writeHead(413).end('too large');
    const body = slowBody(1_000);
    const response = await post(body);
    expect([response.status, await response.text()]).toEqual([413, 'too large']);
    expect(body.stream.destroyed).toBe(true);
  });

  it('is not sent again to the target of a redirect', async () => {
    answer = (request, response) => response.writeHead(request.url === '/' ? 307 : 200, { location: '/b' }).end();
    await expect(post(slowBody(1))).rejects.toMatchObject({ reason: 'redirect' });
  });
});

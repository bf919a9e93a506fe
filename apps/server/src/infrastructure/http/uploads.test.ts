import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import { pieceMemoryDuring } from '../../../test/fixtures/piece-memory.ts';
import { allowUploads, sentFiles } from './uploads.ts';

const MB = 1024 * 1024;
const FILES_AT_ONCE = 8;
const PIECES = 24;
const dir = mkdtempSync(join(tmpdir(), 'balcao-uploads-'));
let app: FastifyInstance;
let sizes: number[] = [];
beforeAll(async () => {
  app = Fastify({ bodyLimit: 1000 * MB });
  await allowUploads(app);
  app.post('/messages', async (request) => {
    const { files, body } = await sentFiles(request, 'medias', { dir });
    sizes.push(...files.map(({ path }) => statSync(path).size));
    return { body: body['body'] };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});
beforeEach(() => void (sizes = []));

const { headers, payload } = createForm([['body', 'oi']], [{ name: 'a.pdf', bytes: Buffer.from('@') }]);
const at = payload.indexOf('@');
/** The same megabyte again and again, so that the sender allocates nothing. */
const piece = Buffer.alloc(MB, 'x');
const openSocket = (pieces: number) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const length = payload.length - 1 + pieces * MB;
  socket.write(
    `POST /messages HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  socket.write(payload.subarray(0, at));
  return socket;
};
async function upload(): Promise<string> {
  const socket = openSocket(PIECES);
  const answer = text(socket);
  for (let n = 0; n < PIECES; n += 1) if (!socket.write(piece)) await once(socket, 'drain');
  socket.write(payload.subarray(at + 1));
  return answer;
}

it('many large uploads at once take the memory of the pieces under way, not of all that were received', async () => {
  const most = await pieceMemoryDuring(async () => {
    const answers = await Promise.all(Array.from({ length: FILES_AT_ONCE }, upload));
    for (const answer of answers) expect(answer).toContain('{"body":"oi"}');
  });
  expect(sizes).toEqual(Array.from({ length: FILES_AT_ONCE }, () => PIECES * MB));
  expect(Math.round(most / MB)).toBeLessThanOrEqual(20);
  await expect.poll(() => readdirSync(dir)).toEqual([]);
});

it('an upload that is broken off leaves no file', async () => {
  const socket = openSocket(PIECES);
  socket.write(piece);
  await expect.poll(() => readdirSync(dir).length).toBe(1);
  socket.destroy();
  await expect.poll(() => readdirSync(dir)).toEqual([]);
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MB = 1024 * 1024;
let dir: string;
let uploads: { announced: number; received: number; isUnderWay: boolean }[];
const server = createServer(async (request, response) => {
  if (!request.url?.includes('/media')) return response.end('{"messages":[{"id":"wamid.1"}]}');
  const upload = { announced: Number(request.headers['content-length']), received: 0, isUnderWay: true };
  uploads.push(upload);
  for await (const chunk of request as AsyncIterable<Buffer>) upload.received += chunk.length;
  upload.isUnderWay = false;
  response.end('{"id":"1"}');
  return undefined;
});
beforeAll(async () => {
  uploads = [];
  dir = await mkdtemp(join(tmpdir(), 'large-uploads-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await rm(dir, { recursive: true });
});

it('sixteen uploads of 100 MB at once raise the memory by at most 150 MB [F-H5]', { timeout: 120_000 }, async () => {
  const path = join(dir, 'file');
  await writeFile(path, '');
  await truncate(path, 100 * MB);
  const { port } = server.address() as AddressInfo;
  const script = new URL('./large-uploads.fixture.ts', import.meta.url).pathname;
  const { stdout } = await promisify(execFile)(process.execPath, [script, `http://127.0.0.1:${port}`, path, '16']);
  expect(uploads).toHaveLength(16);
  for (const { announced, received } of uploads) expect(received).toBe(announced);
  expect(uploads[0]!.received).toBeGreaterThan(100 * MB);
  expect(Number(stdout)).toBeLessThan(150 * MB);
});

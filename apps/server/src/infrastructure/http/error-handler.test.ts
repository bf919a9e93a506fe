import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForm } from '../../../test/form.ts';
import { handleErrors } from './error-handler.ts';
import { allowUploads, sentFiles, uploadOf } from './uploads.ts';

let app: FastifyInstance;
let failure: unknown;
const dir = mkdtempSync(join(tmpdir(), 'balcao-uploads-'));
beforeAll(async () => {
  app = Fastify();
  await allowUploads(app);
  handleErrors(app);
  app.get('/', () => {
    throw failure;
  });
  app.post('/picture', async (request) => (await uploadOf(request, 'medias')).fileName);
  app.post('/messages', async (request) => (await sentFiles(request, 'medias', { dir })).files.length);
});
afterAll(async () => {
  await app.close();
  rmSync(dir, { recursive: true });
});

describe('error handler', () => {
  it.each([
    ['a full disk', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
    ['a full disk of the database', Object.assign(new Error('could not extend file'), { code: '53100' })],
    ['a failed query on a full disk', new Error('Failed query', { cause: { code: '53100' } })],
  ])('answers 503 for %s [F-A10]', async (_, error) => {
    failure = error;
    const { statusCode, headers, body } = await app.inject('/');
    expect([statusCode, JSON.parse(body).error]).toEqual([503, 'ERR_DISK_FULL']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each(['/picture', '/messages'])('answers 400 for a malformed form at %s [F-A10]', async (url) => {
    const form = createForm([['body', 'oi']], [{ name: 'a.png', bytes: Buffer.alloc(1000, 1) }]);
    const send = (headers: Record<string, string>, payload: Buffer) =>
      app.inject({ method: 'POST', url, headers, payload });
    expect((await send(form.headers, form.payload)).statusCode).toBe(200);
    const malformed: [headers: Record<string, string>, payload: Buffer][] = [
      [form.headers, form.payload.subarray(0, form.payload.length - 30)],
      [form.headers, form.payload.subarray(0, 20)],
      [form.headers, Buffer.from('not a form')],
      [{ 'content-type': 'multipart/form-data' }, form.payload],
      [{ 'content-type': 'multipart/form-data; boundary=' }, form.payload],
      [{ 'content-type': 'multipart/form-data; boundary=another' }, form.payload],
    ];
    for (const [headers, payload] of malformed) {
      const { statusCode, body } = await send(headers, payload);
      expect([headers['content-type'], statusCode], body).toEqual([headers['content-type'], 400]);
    }
  });
});

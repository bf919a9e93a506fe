import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';
import type { Caller } from './users.ts';

const lines: string[] = [];
let server: TestServer;
let admin: Caller;
let webApp: string;
beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: 'trace' }, logTo: (line) => lines.push(line) });
  admin = await server.createAdmin();
  webApp = (await server.app.inject({ url: '/a-page-of-the-web-app' })).body;
});
afterAll(() => server.stop());

/** What an answer would contain that shows the inside of the server. */
const INSIDE =
  /node_modules|at .+\.(?:ts|js):\d+|select |insert into|postgres:\/\/|APP_SECRET|DATABASE_URL|PATH=|\[core\]|"dependencies"|heapUsed|\bpid\b/;

describe('no caller outside sees the inside of the server [SE-10]', () => {
  it.each([
    '/.env',
    '/.env.local',
    '/.git/config',
    '/.git/HEAD',
    '/.npmrc',
    '/package.json',
    '/package-lock.json',
    '/apps/server/src/main.ts',
    '/src/main.ts',
    '/env',
    '/api/env',
    '/api/config',
    '/api/debug',
    '/debug',
    '/debug/pprof',
    '/debug/vars',
    '/actuator/env',
    '/server-status',
    '/proc/self/environ',
    '/..%2f..%2fproc/self/environ',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/public/..%2f..%2f.env',
    '/media/..%2f..%2fsecret',
    '/docs/..%2f..%2fpackage.json',
    '/health/..%2f..%2f.env',
    '/graphql',
    '/admin/queues',
    '/assets/app.js.map',
  ])('%s', async (url) => {
    for (const headers of [{}, { authorization: `Bearer ${admin.token}` }, { accept: '*/*' }])
      for (const method of ['GET', 'POST'] as const) {
        const answer = await server.app.inject({ method, url, headers });
        // A page that does not exist is shown by the web app, where it was built.
        if (answer.statusCode === 200) expect(answer.body).toBe(webApp);
        else expect([400, 401, 404, 405, 503], `${method}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode);
        expect(answer.body).not.toMatch(INSIDE);
      }
  });

  it('not by an error: neither the stack nor the statement is answered, while the log has them', async () => {
    await server.asOwner.query('alter table tags rename to tags_away');
    try {
      const answer = await admin.request('GET', '/tags');
      expect([answer.statusCode, answer.json().error]).toEqual([500, 'ERR_INTERNAL']);
      expect(answer.body).not.toMatch(INSIDE);
      expect(answer.body).not.toContain('tags');
    } finally {
      await server.asOwner.query('alter table tags_away rename to tags');
    }
    expect(lines.some((line) => line.includes('request failed') && /\.ts:\d+/.test(line))).toBe(true);
    for (const payload of ['{', '[1,', '"', '{"__proto__":'] as const) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` };
      const answer = await server.app.inject({ method: 'POST', url: '/api/tags', headers, payload });
      expect(answer.statusCode).toBe(400);
      expect(answer.body).not.toMatch(INSIDE);
    }
  });
});

describe('one record per event [IJ-07]', () => {
  it('names and headers of a request add no line and no field to the log', async () => {
    const forged = '","level":60,"msg":"forged"}\r\n{"level":60,"msg":"forged"}\n\u001b[2J\u2028';
    const start = lines.length;
    const headers = {
      'user-agent': '\u009b31m","msg":"forged"}',
      'x-forwarded-for': '{"msg":"forged"}',
      referer: '"}',
    };
    // Each request fails, so each is logged.
    await server.asOwner.query('alter table tags rename to tags_away');
    try {
      await admin.request('POST', '/tags', { name: forged.slice(0, 50), color: '#123456' }, headers);
      await admin.request('GET', `/tags?searchParam=${encodeURIComponent(forged)}`, undefined, headers);
      await admin.request('GET', `/tags?pageNumber=1&${encodeURIComponent(forged)}=1`, undefined, headers);
    } finally {
      await server.asOwner.query('alter table tags_away rename to tags');
    }
    const written = lines.slice(start);
    expect(written.filter((line) => line.includes('request failed'))).toHaveLength(3);
    for (const line of written) {
      expect(line.match(/[\n\r\u0085\u2028\u2029]/g)).toEqual(['\n']);
      expect(line.slice(0, -1)).not.toMatch(/\p{Cc}/u);
      expect(JSON.parse(line).msg).not.toBe('forged');
    }
  });
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, type Endpoint } from '@balcao/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { API_PREFIX } from '../infrastructure/http/mount.ts';
import { rawRoutes } from './raw-routes.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const sourceFolder = join(import.meta.dirname, '..');

describe('raw routes', () => {
  it('are registered with every method of the table', () => {
    for (const { method, path } of rawRoutes)
      for (const single of [method].flat())
        expect(server.app.hasRoute({ method: single, url: path }), `${single} ${path}`).toBe(true);
  });

  it('name an existing source file and a purpose', () => {
    for (const { path, source, purpose } of rawRoutes) {
      expect(existsSync(join(sourceFolder, source)), `${path}: ${source}`).toBe(true);
      expect(purpose, path).not.toBe('');
    }
  });

  it('and the contract are the only URLs of the server', () => {
    const contract = Object.values(endpoints).flatMap((group) =>
      Object.values<Endpoint>(group).flatMap(({ path, alias }) => [path, alias ?? path].map((url) => API_PREFIX + url)),
    );
    const known = new Set([...contract, ...rawRoutes.map(({ path }) => path)].map(segmentsOf));
    const registered = routesOf(server.app.printRoutes({ commonPrefix: false }));
    expect(registered.length).toBeGreaterThan(100);
    expect(registered.filter((url) => !known.has(segmentsOf(url)))).toEqual([]);
  });

  it('keep their prefixes from the web app', async () => {
    for (const prefix of ['/api', '/webhooks', '/public', '/media', '/health', '/docs', '/socket.io']) {
      const { statusCode } = await server.app.inject({
        url: `${prefix}/unknown/deep/page`,
        headers: { accept: 'text/html' },
      });
      expect(statusCode, prefix).toBe(404);
    }
  });
});

/** Parameters may have several names in the printed tree, such as `:ticketId|:id`. */
const segmentsOf = (url: string) =>
  url
    .replace(/^\*$/, '/*')
    .replace(/\/$/, '')
    .replace(/:[\w:|]+/g, ':');

/** The URLs in the tree that Fastify prints: a child is indented by four columns below its parent. */
function routesOf(tree: string): string[] {
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([│├└─ ]*)(\S+)(.*)$/.exec(line);
    if (!match) return [];
    const [, indent = '', segment = '', rest = ''] = match;
    path.length = Math.floor(indent.length / 4);
    path.push(segment);
    return rest.includes('(') ? [path.join('')] : [];
  });
}

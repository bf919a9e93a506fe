import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
let canary: Server;
let connections = 0;
let url: string;
beforeAll(async () => {
  canary = createServer((_, response) => response.end('picture'));
  canary.on('connection', () => (connections += 1));
  canary.listen(0, '127.0.0.1');
  await once(canary, 'listening');
  url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/picture.png`;
  // Nothing but the code itself prevents a request to the canary.
  server = await startTestServer({ reachesLoopback: true });
  await server.work();
});
afterAll(async () => {
  await server.stop();
  canary.close();
});

it('the address of a picture that a client sends is neither fetched nor stored [UP-08]', async () => {
  const admin = await server.createAdmin();
  const pictures = {
    urlPicture: url,
    profilePicUrl: url,
    picture: url,
    pictureKey: url,
    profileImage: url,
    avatar: url,
  };
  const created = await admin.request('POST', '/contacts', { name: 'Helena', number: '5511987650001', ...pictures });
  expect(created.statusCode, created.body).toBe(200);
  const { id } = created.json<{ id: number }>();
  const changed = await admin.request('PUT', `/contacts/${id}`, { name: 'Helena Prado', ...pictures });
  expect(changed.statusCode, changed.body).toBe(200);
  const user = await admin.request('PUT', `/users/${admin.user.id}`, { name: 'Ana', ...pictures });
  expect(user.statusCode, user.body).toBe(200);
  const tag = await admin.request('POST', '/tags', { name: 'VIP', color: '#123456', ...pictures });
  expect(tag.statusCode, tag.body).toBe(200);
  for (const answer of [created, changed, user, tag, await admin.request('GET', `/contacts/${id}`)])
    expect(answer.body).not.toContain(url);
  // Work that these requests had stored would be done before this answer.
  await expect.poll(() => server.asOwner.query('select from files').then(({ rowCount }) => rowCount)).toBe(0);
  expect(connections).toBe(0);
});

import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';
import { createSocket } from './sockets.ts';
import { lockTable } from './table-lock.ts';

const CLIENTS = 20;
const MAX_STOP_MS = 10_000;

/** Status of a request over a kept connection; `refused` when the connection could not be opened. */
const send = (server: TestServer, agent: Agent, token: string, method: string, path: string, body?: object) =>
  new Promise<number | 'refused' | 'cut'>((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = request(`${server.url}/api${path}`, { agent, method, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode!));
      response.on('error', () => resolve('cut'));
    });
    call.on('error', (error: { code?: string }) => resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'cut'));
    call.end(body && JSON.stringify(body));
  });

it('a stop under load finishes requests, then closes sockets with a reconnect hint, within 10 s [F-A9] [OP-01]', async () => {
  const server = await startTestServer({ open: true });
  const admin = await server.createAdmin();
  const sockets = (['websocket', 'polling'] as const).map((transport) => {
    const socket = createSocket(server, admin.companyId, { auth: { token: admin.token }, transports: [transport] });
    const resumed = new Promise((resolve) => socket.on('resumed', resolve));
    const hint = new Promise<number>((resolve) => socket.on('restarting', resolve));
    const closed = new Promise<string>((resolve) => socket.on('disconnect', resolve));
    return { socket, resumed, hint, closed };
  });
  await Promise.all(sockets.map(({ resumed }) => resumed));

  const lock = await lockTable(server, 'tags', 'share row exclusive');
  const slow = send(server, new Agent(), admin.token, 'POST', '/tags', { name: 'Em andamento' });
  await lock.waiting(1);
  // After it, because the load would delay its start beyond the lock timeout of the server.
  const results = new Map<number | string, number>();
  const clients = Array.from({ length: CLIENTS }, () => {
    const first = Promise.withResolvers<void>();
    return { first: first.promise, ended: callUntilRefused(first.resolve) };
  });
  async function callUntilRefused(onAnswer: () => void): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let result: number | string = 200; result !== 'refused';) {
      result = await send(server, agent, admin.token, 'GET', '/tags');
      results.set(result, (results.get(result) ?? 0) + 1);
      onAnswer();
    }
    agent.destroy();
  }
  // A connection that waits to be accepted when the server stops listening is cut by the system.
  await Promise.all(clients.map(({ first }) => first));

  const startedAt = performance.now();
  const stopping = server.stop();
  await pause(300);
  await lock.release();
  expect(await slow).toBe(200);
  await stopping;
  expect(performance.now() - startedAt).toBeLessThan(MAX_STOP_MS);
  await Promise.all(clients.map(({ ended }) => ended));
  expect(new Set(results.keys())).toEqual(new Set([200, 'refused']));
  for (const { socket, hint, closed } of sockets) {
    expect(await hint).toBeGreaterThan(0);
    // Not «io server disconnect», after which clients do not reconnect by themselves.
    expect(await closed).toMatch(/^transport/);
    socket.close();
  }
}, 60_000);

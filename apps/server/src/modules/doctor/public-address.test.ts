import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { opensWebSocket, reachesProduct } from './public-address.ts';

/** A proxy between the public address and the product. */
const proxy = { target: 0, addsForwardedFor: true, passesUpgrades: true };
let entrance: Server;
let publicUrl: string;
let server: TestServer;

beforeAll(async () => {
  entrance = createServer((client) => {
    const upstream = connect(proxy.target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      socket.on('error', () => {}).on('close', () => other.destroy());
    client.on('data', (chunk: Buffer) => upstream.write(asForwarded(chunk.toString('latin1')), 'latin1'));
    upstream.pipe(client);
  });
  publicUrl = await listen(entrance);
  server = await startTestServer({ open: true, env: { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' } });
  proxy.target = Number(new URL(server.url!).port);
});
afterAll(async () => {
  await server.stop();
  entrance.close();
});

async function listen(listener: Pick<Server, 'listen' | 'address' | 'once'>): Promise<string> {
  listener.listen(0, '127.0.0.1');
  await once(listener as Server, 'listening');
  return `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
}

function asForwarded(request: string): string {
  const passed = proxy.passesUpgrades ? request : request.replace(/^(?:Upgrade|Connection): .*\r\n/gim, '');
  return proxy.addsForwardedFor ? passed.replace('\r\n', '\r\nX-Forwarded-For: 198.51.100.7\r\n') : passed;
}

async function stateOf(id: string): Promise<string | undefined> {
  const { checks } = await server.doctor.report({ isNow: true });
  return checks.find((check) => check.id === id)?.state;
}

describe('the public address', () => {
  it('finds out whether an address leads to the product', async () => {
    expect(await reachesProduct(publicUrl)).toBe(true);
    const other = createHttpServer((_, response) => response.end('<html>'));
    const otherUrl = await listen(other);
    expect(await reachesProduct(otherUrl)).toBe(false);
    expect(await opensWebSocket(otherUrl)).toBe(false);
    await new Promise((done) => other.close(done));
    expect([await reachesProduct(otherUrl), await opensWebSocket(otherUrl)]).toEqual([false, false]);
  });

  it('is an error when the proxy passes no WebSockets', async () => {
    expect(await stateOf('webSocket')).toBe('ok');
    proxy.passesUpgrades = false;
    expect(await stateOf('webSocket')).toBe('error');
    expect(await stateOf('publicUrl')).toBe('ok');
    proxy.passesUpgrades = true;
  });

  it('is a warning when TRUST_PROXY is set and the proxy forwards no addresses', async () => {
    expect(await stateOf('trustProxy')).toBe('ok');
    proxy.addsForwardedFor = false;
    expect(await stateOf('trustProxy')).toBe('warning');
    proxy.addsForwardedFor = true;
  });

  it('is a warning when addresses are forwarded and TRUST_PROXY is not set', async () => {
    const other = await startTestServer({ open: true, env: { PUBLIC_URL: publicUrl } });
    const target = proxy.target;
    proxy.target = Number(new URL(other.url!).port);
    const trustProxy = async () =>
      (await other.doctor.report({ isNow: true })).checks.find(({ id }) => id === 'trustProxy')?.state;
    try {
      expect(await trustProxy()).toBe('warning');
      // Without a proxy nothing is forwarded.
      proxy.addsForwardedFor = false;
      expect(await trustProxy()).toBe('ok');
    } finally {
      Object.assign(proxy, { target, addsForwardedFor: true });
      await other.stop();
    }
  });

  it('is unknown while the product cannot be reached', async () => {
    const { target } = proxy;
    proxy.target = 1;
    expect([await stateOf('publicUrl'), await stateOf('webSocket'), await stateOf('trustProxy')]).toEqual([
      'error',
      'error',
      'unknown',
    ]);
    proxy.target = target;
  });
});

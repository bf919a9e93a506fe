import { createServer } from 'node:http';
import { once } from 'node:events';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { exchange } from './exchange.ts';

const watch = { signal: new AbortController().signal, canReach: () => true, onSent: () => undefined };
const hop = (url: string) => ({
  url: new URL(url),
  method: 'GET',
  headers: new Headers(),
  body: undefined,
  addresses: ['127.0.0.1'],
});

it('a socket that reached a forbidden address is closed before any byte is sent', async () => {
  const received: string[] = [];
  const server = createTcpServer((socket) =>
    socket.on('data', (data) => received.push(String(data))).on('error', () => {}),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const checkedAddresses: string[] = [];
  const canReach = (address: string) => checkedAddresses.push(address) < 0;
  let sent = false;
  const arrived = once(server, 'connection');
  await expect(
    exchange(hop(`http://pinned.example.com:${port}/`), { ...watch, canReach, onSent: () => (sent = true) }),
  ).rejects.toMatchObject({ reason: 'address' });
  const [socket] = await arrived;
  if (!socket.closed) await once(socket, 'close');
  expect({ checkedAddresses, received, sent }).toEqual({ checkedAddresses: ['127.0.0.1'], received: [], sent: false });
  server.close();
});

it('the request connects to the checked address and sends the host name', async () => {
  const server = createServer((request, response) => response.end(`${request.headers.host} ${request.url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await exchange(hop(`http://pinned.example.com:${port}/a%20b?c=d#never-sent`), watch);
  expect(String(await answer.toArray())).toBe(`pinned.example.com:${port} /a%20b?c=d`);
  server.close();
});

it('TLS sends the host name as SNI, and nothing counts as sent before the handshake', async () => {
  const server = createTcpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let sent = false;
  const answer = exchange(hop(`https://pinned.example.com:${port}/`), { ...watch, onSent: () => (sent = true) });
  const [socket] = await once(server, 'connection');
  const [hello] = await once(socket, 'data');
  expect(hello.includes('pinned.example.com')).toBe(true);
  socket.end('this is not TLS');
  await expect(answer).rejects.toThrow();
  expect(sent).toBe(false);
  server.close();
});

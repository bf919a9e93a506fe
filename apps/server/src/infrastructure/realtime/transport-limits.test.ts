import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { expect, it } from 'vitest';
import { limitTransports } from './transport-limits.ts';

const MESSAGE = 'x'.repeat(64 * 1024);

it('a client that stops reading is disconnected with a bounded buffer; others receive everything [SK-13]', async () => {
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  const io = new Server(http);
  let time = 0;
  limitTransports(io, () => time);
  const open = async () => {
    const arrived = once(io, 'connection');
    const client = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    const [socket] = await arrived;
    return { client, socket };
  };
  const [slow, fast] = [await open(), await open()];
  let fastCount = 0;
  fast.client.on('news', () => void (fastCount += 1));
  const engine = slow.client.io.engine as unknown as { transport: { ws: { pause(): void } } };
  engine.transport.ws.pause();
  const connection = slow.socket.conn as { writeBuffer: { data?: string }[] };
  const closed = once(slow.socket, 'disconnect');

  let sent = 0;
  let mostUnsent = 0;
  // The system's own buffers take the first megabytes.
  while (slow.socket.connected && sent < 2_000) {
    io.emit('news', MESSAGE);
    sent += 1;
    time += 100;
    mostUnsent = Math.max(
      mostUnsent,
      connection.writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0),
    );
    await turn();
  }
  await closed;
  // One message every 100 ms: what waits for five seconds, and no more.
  expect(mostUnsent).toBeLessThan(5 * 1024 * 1024);
  await expect.poll(() => fastCount).toBe(sent);
  expect(fast.socket.connected).toBe(true);
  fast.client.close();
  await io.close();
}, 30_000);

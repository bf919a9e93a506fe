/** Local WebSocket server in place of WhatsApp: accepts connections, reads the hello, then hangs up or stays silent. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export async function startFakeWhatsApp({ hangsUp = true } = {}) {
  const sockets = new Set<Socket>();
  const attempts: { at: number; hello: Promise<Buffer> }[] = [];
  const server = createServer();
  server.on('upgrade', (request, socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    // Without a reader the end of the connection would go unnoticed.
    socket.on('data', () => {}).on('end', () => socket.destroy());
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const hello = new Promise<Buffer>((done) => socket.once('data', done));
    attempts.push({ at: Date.now(), hello });
    void hello.then(() => hangsUp && socket.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws/chat`,
    attempts,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

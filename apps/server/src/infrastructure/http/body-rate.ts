/** Ends requests whose body stopped arriving, with 408. A slow body that still flows is never cut. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { TransferRate } from '../transfer-rate.ts';

interface Watched {
  response: ServerResponse;
  /** Bytes of the socket when the window began. */
  bytesRead: number;
  since: number;
}

/** The time limit of Node's HTTP server covers the whole body, however fast it flows; switch that off. */
export function watchBodies(server: Server, { minBytesPerSecond, windowMs }: TransferRate): void {
  const watched = new Map<IncomingMessage, Watched>();
  const minBytes = (minBytesPerSecond * windowMs) / 1000;

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.complete || !hasBody(request)) return;
    watched.set(request, { response, bytesRead: request.socket.bytesRead, since: Date.now() });
    request.once('end', () => watched.delete(request)).once('close', () => watched.delete(request));
  });
  const timer = setInterval(() => {
    const now = Date.now();
    for (const [request, entry] of watched) {
      if (now - entry.since < windowMs) continue;
      const { bytesRead } = request.socket;
      // Bytes that wait to be read mean that this server is slow, not the client.
      const isSlow = bytesRead - entry.bytesRead < minBytes && request.readableLength === 0;
      if (isSlow) refuseSlow(request, entry.response);
      else watched.set(request, { ...entry, bytesRead, since: now });
    }
  }, windowMs / 4).unref();
  server.once('close', () => clearInterval(timer));
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function refuseSlow(request: IncomingMessage, response: ServerResponse): void {
  const answer = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';
  if (!response.headersSent) request.socket.write(answer);
  request.socket.destroySoon();
}

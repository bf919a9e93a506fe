import { Server } from 'node:net';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

const MAX_DRAIN_MS = 3_000;
/** A client that reuses its connection sends its next request within this time after an answer. */
const QUIET_MS = 250;
const CHECK_MS = 20;
const MAX_CLOSE_MS = 500;

/** Counts requests in progress, so that a stop can finish them. Sockets do not count. */
export function createDrain(app: FastifyInstance) {
  const inProgress = new Set<ServerResponse>();
  let isDraining = false;
  let closed: Promise<void> | undefined;
  app.addHook('onRequest', (_request, { raw }, done) => {
    inProgress.add(raw);
    const onEnd = () => void inProgress.delete(raw);
    raw.once('finish', onEnd);
    raw.once('close', onEnd);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done();
  });

  return {
    /** Accepts no new connection, answers what arrives on open ones and asks their clients to close them. */
    async drain() {
      isDraining = true;
      if (!app.server.listening) return;
      // The `close` of HTTP servers would also cut idle connections on which a request is just arriving.
      closed = new Promise((resolve) => void Server.prototype.close.call(app.server, () => resolve()));
      const end = Date.now() + MAX_DRAIN_MS;
      let quietSince = Date.now();
      while (Date.now() < end && Date.now() - quietSince < QUIET_MS) {
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
        if (inProgress.size > 0) quietSince = Date.now();
      }
    },
    /** Closes the server; connections that are still busy are cut. */
    async close() {
      app.server.closeIdleConnections();
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, MAX_CLOSE_MS).unref())]);
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
export type Drain = ReturnType<typeof createDrain>;

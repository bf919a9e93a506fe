import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Received } from '../control.ts';
import { GraphError } from '../errors.ts';
import type { Mishap } from '../mishaps.ts';
import type { World } from '../world.ts';
import { refuse } from './refusing.ts';

const BYTE_EVERY_MS = 10_000;
const GARBAGE = '<html><body>Sorry, something went wrong.</body>{"error":';

/** Ends calls the way that was planned for them. What is left hanging is let go when the simulator closes. */
export function createWreck() {
  const hanging = new Set<ServerResponse>();
  const timers = new Set<NodeJS.Timeout>();
  const hang = (reply: FastifyReply) => {
    reply.hijack();
    hanging.add(reply.raw);
    reply.raw.on('close', () => hanging.delete(reply.raw));
  };
  const became = (entry: Received, how: Received['became'], status = 0) =>
    Object.assign(entry, { became: how, status });

  function trickle(reply: FastifyReply): void {
    hang(reply);
    reply.raw.writeHead(200, { 'content-type': 'application/json' });
    let at = 0;
    const drip = () => reply.raw.write(GARBAGE[at++ % GARBAGE.length]!);
    drip();
    const timer = setInterval(drip, BYTE_EVERY_MS);
    timers.add(timer);
    reply.raw.on('close', () => clearInterval(timer));
  }

  return {
    /** True when the call ends here, undone. */
    async before(
      request: FastifyRequest,
      reply: FastifyReply,
      entry: Received,
      mishap: Mishap,
      isWhatsApp: boolean,
      world: World,
    ): Promise<boolean> {
      if (mishap === 'closed-before') {
        became(entry, 'cut');
        reply.hijack();
        request.raw.socket.destroy();
        return true;
      }
      if (mishap === 'silent-before') {
        became(entry, 'silent');
        hang(reply);
        return true;
      }
      if (mishap === 'garbage') {
        became(entry, 'answered');
        await reply.code(200).type('text/html').send(GARBAGE);
        return true;
      }
      if (typeof mishap !== 'object' || 'failsLater' in mishap) return false;
      if ('status' in mishap) {
        became(entry, 'refused', mishap.status);
        if (mishap.retryAfterSeconds !== undefined) reply.header('retry-after', String(mishap.retryAfterSeconds));
        await reply.code(mishap.status).type('text/html').send(GARBAGE);
        return true;
      }
      const fault = new GraphError(mishap.code, mishap.subcode === undefined ? {} : { subcode: mishap.subcode });
      became(entry, 'refused', fault.status);
      entry.errorCode = fault.code;
      await refuse(reply, world, fault, isWhatsApp, mishap.retryAfterSeconds);
      return true;
    },
    /** True when what was done is not answered as it should be. */
    after(request: FastifyRequest, reply: FastifyReply, entry: Received, mishap: Mishap): boolean {
      switch (mishap) {
        case 'silent-after':
          became(entry, 'silent');
          hang(reply);
          return true;
        case 'reset-after':
          became(entry, 'cut');
          reply.hijack();
          request.raw.socket.resetAndDestroy();
          return true;
        case 'garbage-after':
          became(entry, 'answered');
          void reply.code(200).type('text/html').send(GARBAGE);
          return true;
        case 'trickle':
          became(entry, 'silent');
          trickle(reply);
          return true;
        default:
          return false;
      }
    },
    letGo(): void {
      for (const timer of timers) clearInterval(timer);
      for (const response of hanging) response.destroy();
    },
  };
}
export type Wreck = ReturnType<typeof createWreck>;

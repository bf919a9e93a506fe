import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Received } from '../control.ts';
import { GraphError } from '../errors.ts';
import type { Fault } from '../faults.ts';
import type { SimulatorState } from '../state.ts';
import { errorResponse } from './error-response.ts';

const BYTE_EVERY_MS = 10_000;
const GARBAGE = '<html><body>Sorry, something went wrong.</body>{"error":';

/** Ends calls with their planned fault. Unanswered calls are closed with the simulator. */
export function createFaultInjection() {
  const hanging = new Set<ServerResponse>();
  const timers = new Set<NodeJS.Timeout>();
  const hang = (reply: FastifyReply) => {
    reply.hijack();
    hanging.add(reply.raw);
    reply.raw.on('close', () => hanging.delete(reply.raw));
  };
  const setOutcome = (entry: Received, became: Received['became'], status = 0) =>
    Object.assign(entry, { became, status });

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
    /** True when the call ends here without being carried out. */
    async before(
      request: FastifyRequest,
      reply: FastifyReply,
      entry: Received,
      fault: Fault,
      isWhatsApp: boolean,
      state: SimulatorState,
    ): Promise<boolean> {
      if (fault === 'closed-before') {
        setOutcome(entry, 'cut');
        reply.hijack();
        request.raw.socket.destroy();
        return true;
      }
      if (fault === 'silent-before') {
        setOutcome(entry, 'silent');
        hang(reply);
        return true;
      }
      if (fault === 'garbage') {
        setOutcome(entry, 'answered');
        await reply.code(200).type('text/html').send(GARBAGE);
        return true;
      }
      if (typeof fault !== 'object' || 'failsLater' in fault) return false;
      if ('status' in fault) {
        setOutcome(entry, 'refused', fault.status);
        if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds));
        await reply.code(fault.status).type('text/html').send(GARBAGE);
        return true;
      }
      const error = new GraphError(fault.code, fault.subcode === undefined ? {} : { subcode: fault.subcode });
      setOutcome(entry, 'refused', error.status);
      entry.errorCode = error.code;
      await errorResponse(reply, state, error, isWhatsApp, fault.retryAfterSeconds);
      return true;
    },
    /** True when a call that was carried out gets no regular response. */
    after(request: FastifyRequest, reply: FastifyReply, entry: Received, fault: Fault): boolean {
      switch (fault) {
        case 'silent-after':
          setOutcome(entry, 'silent');
          hang(reply);
          return true;
        case 'reset-after':
          setOutcome(entry, 'cut');
          reply.hijack();
          request.raw.socket.resetAndDestroy();
          return true;
        case 'garbage-after':
          setOutcome(entry, 'answered');
          void reply.code(200).type('text/html').send(GARBAGE);
          return true;
        case 'trickle':
          setOutcome(entry, 'silent');
          trickle(reply);
          return true;
        default:
          return false;
      }
    },
    close(): void {
      for (const timer of timers) clearInterval(timer);
      for (const response of hanging) response.destroy();
    },
  };
}
export type FaultInjection = ReturnType<typeof createFaultInjection>;

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, ServiceName } from './control.ts';

/** Faults that replace the reply of a model; the service itself works. */
const inReply = new Set<Fault['type']>(['foreignLink', 'loop', 'empty', 'cut', 'filtered']);
const DEFAULT_DELAY_MS = 60_000;
const LARGE_BYTES = 5 * 1024 * 1024;

/** How a service words an error. */
export interface ErrorBody {
  status: number;
  body: unknown;
}
export type ErrorBodies = Record<'busy' | 'quota' | 'key' | 'down', ErrorBody>;

export function createFaults() {
  const planned = new Map<ServiceName, Fault>();

  function take(service: ServiceName, applies: (fault: Fault) => boolean): Fault | undefined {
    const fault = planned.get(service);
    if (!fault || !applies(fault) || fault.times === 0) return undefined;
    if (fault.times !== undefined) fault.times -= 1;
    return fault;
  }

  return {
    set(service: ServiceName, fault: Fault | null): void {
      if (fault) planned.set(service, { ...fault });
      else planned.delete(service);
    },
    reset: () => planned.clear(),
    /** The fault that changes the reply of this call. */
    inReply: (service: ServiceName) => take(service, ({ type }) => inReply.has(type))?.type,
    /** Before the body is read; true if the call ends here. */
    beforeReading(service: ServiceName, request: FastifyRequest, reply: FastifyReply): boolean {
      if (!take(service, ({ type }) => type === 'resetBefore')) return false;
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return true;
    },
    /** Answers instead of the service. */
    async instead(service: ServiceName, reply: FastifyReply, errors: ErrorBodies): Promise<void> {
      const fault = take(service, ({ type }) => !inReply.has(type) && !type.startsWith('reset'));
      switch (fault?.type) {
        case 'busy':
        case 'quota':
        case 'key':
        case 'down': {
          const { status, body } = errors[fault.type];
          if (fault.retryAfterSeconds !== undefined) void reply.header('retry-after', String(fault.retryAfterSeconds));
          return void (await reply.code(status).send(body));
        }
        case 'slow': {
          const { promise, resolve } = Promise.withResolvers<void>();
          const timer = setTimeout(resolve, fault.delayMs ?? DEFAULT_DELAY_MS);
          reply.raw.once('close', resolve);
          await promise;
          return clearTimeout(timer);
        }
        case 'large':
          return void (await reply.type('application/json').send(`{"text":"${'a'.repeat(LARGE_BYTES)}"}`));
        case 'html':
          return void (await reply.type('text/html').send('<!doctype html><title>Bad gateway</title>'));
        case 'badJson':
          return void (await reply.type('application/json').send('{"choices":[{"message":'));
        default:
          return undefined;
      }
    },
    /** After the call was carried out. */
    afterwards(service: ServiceName, request: FastifyRequest): void {
      if (take(service, ({ type }) => type === 'resetAfter')) request.raw.socket.resetAndDestroy();
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;

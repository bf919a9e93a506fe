import type { FastifyInstance } from 'fastify';
import type { BotControl } from './control.ts';

/** `POST /_control/<method>` with the arguments as a JSON list. */
export function addControlRoutes(app: FastifyInstance, control: BotControl, token: string): void {
  app.post<{ Params: { method: string }; Body: unknown[] }>('/_control/:method', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${token}`) return reply.code(401).send({ error: 'unauthorized' });
    const { method } = request.params;
    if (!Object.hasOwn(control, method)) return reply.code(404).send({ error: `no method ${method}` });
    const call = control[method as keyof BotControl] as (...args: unknown[]) => Promise<unknown>;
    try {
      return reply.send({ value: (await call(...request.body)) ?? null });
    } catch (error) {
      return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
    }
  });
}

import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { GraphControl } from './control.ts';

export type RemoteName = Exclude<keyof GraphControl, 'customer'>;
/** Methods that another process may call. */
export const remoteNames: readonly RemoteName[] = [
  'addWhatsApp',
  'addPage',
  'addUser',
  'userToken',
  'platformWebhook',
  'addTemplate',
  'performAction',
  'event',
  'raw',
  'hold',
  'release',
  'webhooks',
  'redeliver',
  'deliveries',
  'idle',
  'handshake',
  'injectFault',
  'clearFaults',
  'received',
  'inbox',
  'statuses',
  'status',
  'revokeToken',
  'clock',
  'reset',
];

/** POST /_control/{name} with the arguments as a JSON list; the response is `{ value }` or `{ error }`. */
export function controlRoutes(server: FastifyInstance, control: GraphControl, token: string): void {
  server.post<{ Params: { name: string } }>('/_control/:name', async (request, reply) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      return reply.code(401).send({ error: 'wrong control token' });
    const name = remoteNames.find((candidate) => candidate === request.params.name);
    if (!name) return reply.code(404).send({ error: `There is no ${request.params.name}.` });
    try {
      const args = JSON.parse((request.body as Buffer | undefined)?.toString() || '[]') as unknown[];
      const method = control[name] as (...args: unknown[]) => Promise<unknown>;
      return await reply.send({ value: (await method(...args)) ?? null });
    } catch (error) {
      return reply.code(400).send({ error: (error as Error).message });
    }
  });
}

function isSame(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

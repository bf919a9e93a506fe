import type { FastifyInstance } from 'fastify';
import { originOf } from './request-info.ts';

const MAX_LENGTH = 4000;
const text = (value: unknown): string => (typeof value === 'string' && value.length <= MAX_LENGTH ? value : '');

/**
 * Where a browser comes back to from signing in at a foreign site: a plain page load without a bearer. What it brings is
 * judged by whoever began it; the browser is sent on to a page of ours, and never to an address that it named.
 */
export function linkCallback(
  app: FastifyInstance,
  path: string,
  callback: (query: { state: string; code: string }, origin: string) => Promise<string>,
): void {
  app.get<{ Querystring: Record<string, unknown> }>(path, async (request, reply) => {
    const { state, code } = request.query;
    const next = await callback({ state: text(state), code: text(code) }, originOf(request));
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(next, 303);
  });
}

import type { FastifyReply } from 'fastify';
import { errorBody, type GraphError } from '../errors.ts';
import { newTrace } from '../ids.ts';
import type { World } from '../world.ts';

/** How the Graph API says no, with what it says beside the body. */
export function refuse(
  reply: FastifyReply,
  world: World,
  fault: GraphError,
  isWhatsApp: boolean,
  retryAfter?: number,
): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (fault.code === 190)
    reply.header('www-authenticate', `OAuth "Facebook Platform" "invalid_token" "${fault.title}"`);
  return reply.code(fault.status).send(errorBody(fault, isWhatsApp, newTrace(world.random)));
}

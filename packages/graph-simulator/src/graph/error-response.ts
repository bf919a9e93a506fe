import type { FastifyReply } from 'fastify';
import { errorBody, type GraphError } from '../errors.ts';
import { newTrace } from '../ids.ts';
import type { SimulatorState } from '../state.ts';

/** Error response of the Graph API with its headers. */
export function errorResponse(
  reply: FastifyReply,
  state: SimulatorState,
  error: GraphError,
  isWhatsApp: boolean,
  retryAfter?: number,
): FastifyReply {
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (error.code === 190)
    reply.header('www-authenticate', `OAuth "Facebook Platform" "invalid_token" "${error.title}"`);
  return reply.code(error.status).send(errorBody(error, isWhatsApp, newTrace(state.random)));
}

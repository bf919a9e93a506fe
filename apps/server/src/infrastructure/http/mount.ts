import type { Endpoint } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { can, type PlainPermission } from '@balcao/domain/policy/policy';
import { fieldErrors } from '@balcao/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, refuse } from '../app-error.ts';
import type { Route, SentFile, TokenHolder, Upload, RequestInfo } from './handle.ts';
import { isForeignPage, requestInfo, type CookieSettings } from './request-info.ts';

export const API_PREFIX = '/api';

export interface AuthHooks {
  /** Who holds this bearer token; refuses when nobody does, or no longer. */
  authenticate(bearer: string | undefined): Promise<Actor>;
  /** Whose connection this token is of; refuses when it is nobody's, or the company may not use it. */
  authenticateToken(bearer: string | undefined): Promise<TokenHolder>;
  /** Somebody named another company in a call: it is ignored, and remembered. */
  noteForeignCompany(actor: Actor, call: string, companyId: string): Promise<void>;
  uploadOf(request: FastifyRequest, field: string): Promise<Upload>;
  sentFiles(
    request: FastifyRequest,
    field: string,
    maxBytes?: number,
  ): Promise<{ body: Record<string, unknown>; files: SentFile[] }>;
  cookie: CookieSettings;
}

/** The whole life of a request, for every endpoint: recognise, permit, parse, answer, and only what the contract names. */
export function mount(app: FastifyInstance, routes: Route[], authHooks: AuthHooks): void {
  for (const { endpoint, run } of routes) {
    const answer = run as (input: object) => Promise<unknown>;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.method !== 'GET' && isForeignPage(request)) refuse('ERR_FOREIGN_ORIGIN');
      const actor = await callerOf(endpoint, request, authHooks);
      const info: RequestInfo = requestInfo(request, reply, authHooks.cookie);
      const sent =
        endpoint.optionalFiles && request.isMultipart()
          ? await authHooks.sentFiles(request, endpoint.optionalFiles, endpoint.maxFileBytes)
          : undefined;
      const value = await answer({
        actor,
        info,
        params: parsed(endpoint.params, request.params),
        query: parsed(endpoint.query, request.query),
        body: parsed(endpoint.body, sent?.body ?? request.body),
        files: endpoint.optionalFiles ? (sent?.files ?? []) : null,
        file: endpoint.files ? await authHooks.uploadOf(request, endpoint.files) : null,
      });
      reply.status(endpoint.status ?? 200);
      const responseBody: unknown = endpoint.reply.parse(value);
      if (responseBody === undefined) return reply.send();
      // A bare string or null is JSON too.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(responseBody));
    };
    for (const path of endpoint.alias === undefined ? [endpoint.path] : [endpoint.path, endpoint.alias])
      app.route({ method: endpoint.method, url: API_PREFIX + path, handler });
  }
}

async function callerOf(endpoint: Endpoint, request: FastifyRequest, authHooks: AuthHooks) {
  if (endpoint.access === 'public') return null;
  if (endpoint.access === 'api-token') return authHooks.authenticateToken(bearerOf(request));
  return authorizeRequest(endpoint, endpoint.access, request, authHooks);
}

async function authorizeRequest(
  endpoint: Endpoint,
  permission: PlainPermission,
  request: FastifyRequest,
  authHooks: AuthHooks,
): Promise<Actor> {
  const actor = await authHooks.authenticate(bearerOf(request));
  if (actor.overdue && !endpoint.whenOverdue) refuse('ERR_SUBSCRIPTION_EXPIRED');
  if (!can(actor, permission)) refuse('ERR_NO_PERMISSION');
  const named = foreignCompany(request, actor);
  if (named !== undefined) await authHooks.noteForeignCompany(actor, `${endpoint.method} ${endpoint.path}`, named);
  return actor;
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : header.replace(/^Bearer /i, '');
}

/** A company id that a caller names never decides anything; a foreign one is worth remembering. */
function foreignCompany(request: FastifyRequest, actor: Actor): string | undefined {
  const inPath = (request.params as { companyId?: unknown }).companyId;
  const named = [
    // Super users read other companies by their id in the path.
    can(actor, 'company.read', { companyId: Number(inPath) }) ? undefined : inPath,
    (request.body as { companyId?: unknown } | null | undefined)?.companyId,
    (request.query as { companyId?: unknown }).companyId,
    request.headers['x-company-id'],
  ]
    .filter((id) => id !== undefined && id !== null && id !== '')
    // Anything may come here: an object has no text of its own that could be trusted to exist.
    .map((id) => (typeof id === 'string' ? id : JSON.stringify(id)))
    .find((id) => id !== String(actor.companyId));
  return named?.slice(0, 40);
}

/** `reportInput` lets a fault tell an empty field from a wrong one; the input itself is never sent back. */
function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {}, { reportInput: true });
  if (result.success) return result.data;
  throw new AppError('ERR_VALIDATION', { fields: fieldErrors(result.error.issues) });
}

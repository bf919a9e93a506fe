import type { Endpoint } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { may, type PlainPermission } from '@balcao/domain/policy/policy';
import { fieldFaults } from '@balcao/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal, refuse } from '../refusal.ts';
import type { Route, SentFile, TokenHolder, Upload, Visit } from './handle.ts';
import { isForeignPage, visitOf, type CookieSettings } from './visit.ts';

export const API_PREFIX = '/api';

export interface Gatekeepers {
  /** Who holds this bearer token; refuses when nobody does, or no longer. */
  whoIs(bearer: string | undefined): Promise<Actor>;
  /** Whose connection this token is of; refuses when it is nobody's, or the company may not use it. */
  whoseToken(bearer: string | undefined): Promise<TokenHolder>;
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
export function mount(app: FastifyInstance, routes: Route[], gatekeepers: Gatekeepers): void {
  for (const { endpoint, run } of routes) {
    const answer = run as (ask: object) => Promise<unknown>;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.method !== 'GET' && isForeignPage(request)) refuse('ERR_FOREIGN_ORIGIN');
      const actor = await callerOf(endpoint, request, gatekeepers);
      const visit: Visit = visitOf(request, reply, gatekeepers.cookie);
      const sent =
        endpoint.optionalFiles && request.isMultipart()
          ? await gatekeepers.sentFiles(request, endpoint.optionalFiles, endpoint.maxFileBytes)
          : undefined;
      const value = await answer({
        actor,
        visit,
        params: parsed(endpoint.params, request.params),
        query: parsed(endpoint.query, request.query),
        body: parsed(endpoint.body, sent?.body ?? request.body),
        files: endpoint.optionalFiles ? (sent?.files ?? []) : null,
        file: endpoint.files ? await gatekeepers.uploadOf(request, endpoint.files) : null,
      });
      reply.status(endpoint.status ?? 200);
      const told: unknown = endpoint.reply.parse(value);
      if (told === undefined) return reply.send();
      // A bare string or null is JSON too.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(told));
    };
    for (const path of endpoint.also === undefined ? [endpoint.path] : [endpoint.path, endpoint.also])
      app.route({ method: endpoint.method, url: API_PREFIX + path, handler });
  }
}

async function callerOf(endpoint: Endpoint, request: FastifyRequest, gatekeepers: Gatekeepers) {
  if (endpoint.may === 'public') return null;
  if (endpoint.may === 'api-token') return gatekeepers.whoseToken(bearerOf(request));
  return admit(endpoint, endpoint.may, request, gatekeepers);
}

async function admit(
  endpoint: Endpoint,
  permission: PlainPermission,
  request: FastifyRequest,
  gatekeepers: Gatekeepers,
): Promise<Actor> {
  const actor = await gatekeepers.whoIs(bearerOf(request));
  if (actor.overdue && !endpoint.whenOverdue) refuse('ERR_SUBSCRIPTION_EXPIRED');
  if (!may(actor, permission)) refuse('ERR_NO_PERMISSION');
  const named = foreignCompany(request, actor);
  if (named !== undefined) await gatekeepers.noteForeignCompany(actor, `${endpoint.method} ${endpoint.path}`, named);
  return actor;
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : header.replace(/^Bearer /i, '');
}

/** A company id that a caller names never decides anything; a foreign one is worth remembering. */
function foreignCompany(request: FastifyRequest, actor: Actor): string | undefined {
  const named = [
    // In a path it is how super users look at other companies.
    actor.super ? undefined : (request.params as { companyId?: unknown }).companyId,
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
  throw new Refusal('ERR_VALIDATION', { fields: fieldFaults(result.error.issues) });
}

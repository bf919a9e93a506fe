import { fieldErrors, isOpenToSupport, type Endpoint } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import { can, type PlainPermission } from '@balcao/domain/policy/policy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, refuse } from '../app-error.ts';
import type { Route, SentFile, TokenHolder, Upload, RequestInfo } from './handle.ts';
import { isForeignPage, requestInfo, type CookieSettings } from './request-info.ts';

export const API_PREFIX = '/api';

export interface AuthHooks {
  /** The actor of a bearer token; throws for an invalid or expired one. */
  authenticate(bearer: string | undefined): Promise<Actor>;
  /** The connection of an API token; throws for an unknown token or a company without the feature. */
  authenticateToken(bearer: string | undefined): Promise<TokenHolder>;
  /** A request names another company: the id is ignored and audited. */
  noteForeignCompany(actor: Actor, call: string, companyId: string): Promise<void>;
  /** A write in support access, before it happens: audited in both companies. */
  noteSupportWrite(actor: Actor, call: string): Promise<void>;
  uploadOf(request: FastifyRequest, field: string): Promise<Upload>;
  sentFiles(
    request: FastifyRequest,
    field: string,
    maxBytes: number | undefined,
  ): Promise<{ body: Record<string, unknown>; files: SentFile[] }>;
  announcedBytes(request: FastifyRequest, maxBytes: number | undefined): number | undefined;
  /** Refuses uploads of a company that has used up its storage. */
  reserveStorage(companyId: number, bytes: number): Promise<void>;
  cookie: CookieSettings;
}

/** Registers every endpoint: authenticate, authorize, parse the request, call the handler, parse the response. */
export function mount(app: FastifyInstance, routes: Route[], authHooks: AuthHooks): void {
  for (const { endpoint, run, admit } of routes) {
    const respond = run as (input: object) => Promise<unknown>;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.method !== 'GET' && isForeignPage(request)) refuse('ERR_FOREIGN_ORIGIN');
      const actor = await callerOf(endpoint, request, authHooks);
      const info: RequestInfo = requestInfo(request, reply, authHooks.cookie);
      const params = parsed(endpoint.params, request.params);
      const query = parsed(endpoint.query, request.query);
      const hasFiles = (endpoint.optionalFiles ?? endpoint.files) !== undefined && request.isMultipart();
      await (admit as ((input: object) => Promise<void>) | undefined)?.({ actor, params, hasFiles });
      const sent = hasFiles ? await receiveFiles(endpoint, request, actor, authHooks) : undefined;
      const value = await respond({
        actor,
        info,
        params,
        query,
        body: parsed(endpoint.body, sent?.body ?? request.body),
        files: endpoint.optionalFiles ? (sent?.files ?? []) : null,
        file: endpoint.files ? await authHooks.uploadOf(request, endpoint.files) : null,
      });
      reply.status(endpoint.status ?? 200);
      const responseBody: unknown = endpoint.reply.parse(value);
      if (responseBody === undefined) return reply.send();
      // A bare string or null is serialized as JSON too.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(responseBody));
    };
    for (const path of endpoint.alias === undefined ? [endpoint.path] : [endpoint.path, endpoint.alias])
      app.route({ method: endpoint.method, url: API_PREFIX + path, handler });
  }
}

/** Reserves the space of the files before they are read. Pictures and logos are read by `uploadOf`. */
async function receiveFiles(
  { optionalFiles, maxFileBytes }: Endpoint,
  request: FastifyRequest,
  actor: { companyId: number } | null,
  { announcedBytes, sentFiles, reserveStorage }: AuthHooks,
) {
  const reserve = (bytes: number) => actor && reserveStorage(actor.companyId, bytes);
  const announced = announcedBytes(request, maxFileBytes);
  await reserve(announced ?? 0);
  if (!optionalFiles) return undefined;
  const sent = await sentFiles(request, optionalFiles, maxFileBytes);
  if (announced === undefined) await reserve(sent.files.reduce((sum, file) => sum + file.bytes, 0));
  return sent;
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
  // The only place that decides what support access includes.
  if (actor.support && !isOpenToSupport(endpoint)) refuse('ERR_SUPPORT_REFUSED');
  if (actor.overdue && !endpoint.whenOverdue) refuse('ERR_SUBSCRIPTION_EXPIRED');
  if (!can(actor, permission)) refuse('ERR_NO_PERMISSION');
  const call = `${endpoint.method} ${endpoint.path}`;
  const named = foreignCompany(request, actor);
  if (named !== undefined) await authHooks.noteForeignCompany(actor, call, named);
  if (actor.support && endpoint.method !== 'GET') await authHooks.noteSupportWrite(actor, call);
  return actor;
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header === undefined ? undefined : header.replace(/^Bearer /i, '');
}

/** A company id in a request never selects the company; the id of another company is audited. */
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
    // The value may be any JSON type; an object without `toString` would throw.
    .map((id) => (typeof id === 'string' ? id : JSON.stringify(id)))
    .find((id) => id !== String(actor.companyId));
  return named?.slice(0, 40);
}

/** `reportInput` distinguishes an empty field from an invalid one; the input is never sent back. */
function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value ?? {}, { reportInput: true });
  if (result.success) return result.data;
  throw new AppError('ERR_VALIDATION', { fields: fieldErrors(result.error.issues) });
}

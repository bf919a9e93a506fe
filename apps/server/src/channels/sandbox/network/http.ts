/** Minimal HTTP server of the network: routes, bodies with a limit, JSON responses. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { ZodError } from 'zod';
import { Missing } from './lookups.ts';
import { NetworkError } from './calls.ts';

export interface RouteContext {
  request: IncomingMessage;
  response: ServerResponse;
  params: string[];
  query: URLSearchParams;
  bearer: string;
  bytes(): Promise<Buffer>;
  json(): Promise<unknown>;
}
/** A returned value is sent as JSON; `unanswered` means that the handler has responded itself or never will. */
export const unanswered = Symbol('unanswered');
export type RouteTable = [method: string, path: RegExp, run: (context: RouteContext) => unknown][];

const MAX_BODY_BYTES = 64 * 1024 * 1024;

export function serve(routes: RouteTable): Server {
  const server = createServer((request, response) => {
    void answer(routes, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 1000;
  return server;
}

async function answer(routes: RouteTable, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  try {
    for (const [method, path, run] of routes) {
      const match = method === request.method ? path.exec(url.pathname) : null;
      if (!match) continue;
      const context: RouteContext = {
        request,
        response,
        params: match.slice(1).map((part) => decodeURIComponent(part)),
        query: url.searchParams,
        bearer: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '',
        bytes: () => bodyOf(request),
        json: async () => JSON.parse((await bodyOf(request)).toString() || '{}') as unknown,
      };
      const value = await run(context);
      if (value !== unanswered) sendJson(response, 200, value ?? {});
      return;
    }
    sendJson(response, 404, { error: 'no-such-address' });
  } catch (error) {
    sendError(response, error);
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new NetworkError(413, 'too-large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { ...headers, 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

function sendError(response: ServerResponse, error: unknown): void {
  if (error instanceof NetworkError)
    return sendJson(response, error.status, { error: error.code, message: error.message });
  if (error instanceof Missing) return sendJson(response, 404, { error: 'missing', message: error.resource });
  if (error instanceof ZodError || error instanceof SyntaxError || error instanceof URIError) {
    return sendJson(response, 400, { error: 'other', message: 'this could not be read' });
  }
  sendJson(response, 500, { error: 'fault', message: error instanceof Error ? error.message : 'unknown' });
}

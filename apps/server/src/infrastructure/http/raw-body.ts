import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Handler of a URL outside the contract: no authentication, no schema. */
export type RawHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;
export interface RawRoute {
  method: 'GET' | 'POST' | ['GET', 'HEAD'];
  path: string;
  handler: RawHandler;
}

/** Larger than any batch that a channel sends; larger bodies are rejected. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Registers routes whose body stays raw bytes, because webhook signatures are computed over them. */
export async function registerRawBodyRoutes(app: FastifyInstance, routes: readonly RawRoute[]): Promise<void> {
  await app.register(async (rawApp) => {
    rawApp.removeAllContentTypeParsers();
    rawApp.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const { method, path, handler } of routes)
      rawApp.route({ method, url: path, handler, bodyLimit: MAX_BODY_BYTES });
  });
}

export function registerRoutes(app: FastifyInstance, routes: readonly RawRoute[]): void {
  for (const { method, path, handler } of routes) app.route({ method, url: path, handler });
}

export const rawBodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Query parameters that are sent once. Repeated parameters are ignored. */
export const singleQueryOf = ({ query }: FastifyRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(
      (field): field is [string, string] => typeof field[1] === 'string',
    ),
  );

/** A parameter of the path; the route's pattern guarantees that it exists. */
export const pathParam = ({ params }: FastifyRequest, name: string): string =>
  (params as Record<string, string>)[name] ?? '';

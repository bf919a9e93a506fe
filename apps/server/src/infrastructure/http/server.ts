import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Route } from './handle.ts';
import { mount, type AuthHooks } from './mount.ts';
import { handleErrors, errorBody } from './error-handler.ts';
import { refuseBadAddress } from './security-headers.ts';
import { allowUploads, sentFiles, uploadOf } from './uploads.ts';
import { languageOf } from './request-info.ts';

/** The server as the rooms beside the contract see it. */
export type App = FastifyInstance;

const MAX_JSON_BYTES = 5 * 1024 * 1024;

interface Deps {
  routes: Route[];
  authHooks: Omit<AuthHooks, 'uploadOf' | 'sentFiles'>;
  log: FastifyBaseLogger;
  trustProxy: string[];
  publicUrl?: string | undefined;
  /** Pages, health, documents, media: everything that is not a call of the contract. */
  registerRawRoutes(app: FastifyInstance): Promise<void>;
  /** After each answer, for the metrics: the route as the contract names it, never the raw address. */
  answered(call: { route: string; method: string; status: number; seconds: number }): void;
}

export async function createHttpServer({
  routes,
  authHooks,
  log,
  trustProxy,
  publicUrl,
  registerRawRoutes,
  answered,
}: Deps) {
  const app = Fastify({
    loggerInstance: log,
    // Two lines a request would cost more than the request; the metrics tell what was asked, and faults are logged.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit: MAX_JSON_BYTES,
    requestTimeout: 30_000,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    frameworkErrors: refuseBadAddress({ publicUrl }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // What comes and goes is checked by the contract; Fastify's own two compilers would be loaded at each start for nothing.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  await app.register(cookie);
  await allowUploads(app);
  // Clients of the family send DELETE and refresh with an empty JSON body; that is no body.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    void app.getDefaultJsonParser('remove', 'remove')(request, body as string, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    answered({
      route: request.routeOptions.url ?? 'none',
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });

  handleErrors(app);
  mount(app, routes, { ...authHooks, uploadOf, sentFiles });
  await registerRawRoutes(app);
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send(errorBody(new AppError('ERR_NOT_FOUND'), languageOf(request))),
  );
  return app;
}

function noSchemas(): never {
  throw new Error('A route has a schema of Fastify: put it into the contract instead');
}

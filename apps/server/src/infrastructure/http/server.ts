import { jsonDepth } from '@balcao/domain/integration/json-values';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { TRANSFER_RATE } from '../transfer-rate.ts';
import { watchBodies } from './body-rate.ts';
import type { Route } from './handle.ts';
import { mount, type AuthHooks } from './mount.ts';
import { handleErrors, errorBody } from './error-handler.ts';
import { refuseBadAddress } from './security-headers.ts';
import { allowUploads, announcedBytes, sentFiles, uploadOf } from './uploads.ts';
import { languageOf, traceparentOf } from './request-info.ts';

/** The HTTP server, as seen by `wiring/raw-routes.ts`. */
export type App = FastifyInstance;

const MAX_JSON_BYTES = 5 * 1024 * 1024;
/** Far more than any body of the contract has. */
const MAX_JSON_DEPTH = 100;

interface Deps {
  routes: Route[];
  authHooks: Omit<AuthHooks, 'uploadOf' | 'sentFiles' | 'announcedBytes'>;
  /** Directory for files of requests while they are read. */
  uploadDir: string;
  log: FastifyBaseLogger;
  trustProxy: string[];
  publicUrl?: string | undefined;
  /** Registers every URL outside the contract. */
  registerRawRoutes(app: FastifyInstance): Promise<void>;
  /** Called after each response, for the metrics: the route pattern, never the raw URL. */
  answered(call: { route: string; method: string; status: number; seconds: number }): void;
}

export async function createHttpServer({
  routes,
  authHooks,
  uploadDir,
  log,
  trustProxy,
  publicUrl,
  registerRawRoutes,
  answered,
}: Deps) {
  const app = Fastify({
    loggerInstance: log,
    // Two log lines per request would cost more than the request. Metrics count requests, and errors are logged.
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged about a request can then be found from the trace of the caller.
    childLoggerFactory: (logger, bindings, options, { headers }) =>
      logger.child({ ...bindings, ...traceparentOf(headers) }, options),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit: MAX_JSON_BYTES,
    // A body may take long while it flows; see `watchBodies`. The headers still have Node's own limit.
    requestTimeout: 0,
    // Requests that still arrive while the server stops are answered; see drain.ts.
    return503OnClosing: false,
    frameworkErrors: refuseBadAddress({ publicUrl }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // The contract validates requests and responses, so Fastify's two schema compilers are not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  watchBodies(app.server, TRANSFER_RATE);
  await app.register(cookie);
  await allowUploads(app);
  // Existing clients send DELETE and refresh requests with an empty JSON body; it counts as no body.
  app.removeContentTypeParser('application/json');
  // No program sends these keys by accident.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    if (jsonDepth(body) > MAX_JSON_DEPTH) return done(new AppError('ERR_BAD_REQUEST'));
    void parseJson(request, body, done);
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
  mount(app, routes, {
    ...authHooks,
    uploadOf,
    announcedBytes,
    sentFiles: (request, field, maxBytes) => sentFiles(request, field, { maxBytes, dir: uploadDir }),
  });
  await registerRawRoutes(app);
  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send(errorBody(new AppError('ERR_NOT_FOUND'), languageOf(request))),
  );
  return app;
}

function noSchemas(): never {
  throw new Error('A route has a Fastify schema; put it into the contract instead');
}

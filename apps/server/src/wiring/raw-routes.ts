import type { Group } from '@balcao/contract';
import { refuse } from '../infrastructure/app-error.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Config } from '../infrastructure/config.ts';
import { canRunOn } from '../infrastructure/db/prepare.ts';
import { answers, readSchemaMark } from '../infrastructure/db/schema-mark.store.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import type { Brand } from '../infrastructure/http/branded-page.ts';
import { brandHandler } from '../infrastructure/http/brand.ts';
import { docsHandlers } from '../infrastructure/http/docs-page.ts';
import { createReadiness, livenessHandler, metricsHandler } from '../infrastructure/http/health.ts';
import { mediaHandler } from '../infrastructure/http/media-route.ts';
import {
  pathParam,
  rawBodyOf,
  registerRawBodyRoutes,
  registerRoutes,
  singleQueryOf,
  type RawHandler,
  type RawRoute,
} from '../infrastructure/http/raw-body.ts';
import { originOf } from '../infrastructure/http/request-info.ts';
import { securityHeaders } from '../infrastructure/http/security-headers.ts';
import type { App } from '../infrastructure/http/server.ts';
import { webAppHandlers } from '../infrastructure/http/web-app.ts';
import type { Metrics } from '../infrastructure/metrics/metrics.ts';
import { inboxLagSeconds } from '../infrastructure/metrics/work.store.ts';
import { fileStore } from '../infrastructure/storage/files.store.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import { LINK_CALLBACK } from '../modules/connections/index.ts';
import { mediaSecret } from './shared-services.ts';
import type { Modules } from './modules.ts';

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  storage: Storage;
  metrics: Metrics;
  endpoints: Record<string, Group>;
  version: string;
  /** Folder of the built web app. */
  web: string;
  modules: Pick<
    Modules,
    'paymentServices' | 'webhookReceiver' | 'metaSignIn' | 'settings' | 'brandPictures' | 'privacy'
  >;
  isTailing(): boolean;
  /** Age of the oldest event that is not yet published. */
  eventLagSeconds(): number;
  /** The process makes no progress any more. */
  isStuck(): boolean;
  isStopping(): boolean;
}
type RawHandlers = Awaited<ReturnType<typeof createHandlers>>;
interface RawRouteRow extends Omit<RawRoute, 'handler'> {
  purpose: string;
  /** File that answers the request, below apps/server/src. */
  source: string;
  /** The handler receives the body as bytes. */
  isRawBody?: true;
  handler(handlers: RawHandlers): RawHandler;
}

const PAYMENT_INBOX = 'modules/billing/payment-inbox.ts';
const WEBHOOK_RECEIVER = 'modules/receiving/webhook-receiver.ts';

/** Pages before the sign-in: one small bundle of their own. The web app lists them in lib/entry-paths.ts. */
const entryPages: [path: string, purpose: string][] = [
  ['/login', 'Sign-in page'],
  ['/forgetpsw', 'Password reset'],
  ['/convite', 'Acceptance of an invitation'],
  ['/signup', 'Sign-up of a company'],
  ['/confirm-email', 'Confirmation of an e-mail'],
];

/** Every URL outside the contract. */
export const rawRoutes: readonly RawRouteRow[] = [
  {
    method: 'POST',
    path: '/webhooks/:provider/:key',
    purpose: 'Events of one connection',
    source: WEBHOOK_RECEIVER,
    isRawBody: true,
    handler: ({ webhooks }) => webhooks.receive,
  },
  {
    method: 'GET',
    path: '/webhooks/:provider/:key',
    purpose: 'Verification of the webhook of one connection',
    source: WEBHOOK_RECEIVER,
    isRawBody: true,
    handler: ({ webhooks }) => webhooks.answerChallenge,
  },
  {
    method: 'POST',
    path: '/webhooks/meta',
    purpose: "Events of every account of the platform's Meta app",
    source: WEBHOOK_RECEIVER,
    isRawBody: true,
    handler: ({ webhooks }) => webhooks.receiveShared,
  },
  {
    method: 'GET',
    path: '/webhooks/meta',
    purpose: "Verification of the webhook of the platform's Meta app",
    source: WEBHOOK_RECEIVER,
    isRawBody: true,
    handler: ({ webhooks }) => webhooks.answerSharedChallenge,
  },
  {
    method: 'POST',
    path: '/webhooks/payments/:provider/:key',
    purpose: 'Events of a payment provider',
    source: PAYMENT_INBOX,
    isRawBody: true,
    handler: ({ payments }) => payments,
  },
  {
    method: 'POST',
    path: '/webhooks/payments/:provider/:key/pix',
    purpose: 'The same: Efí appends this part to the address',
    source: PAYMENT_INBOX,
    isRawBody: true,
    handler: ({ payments }) => payments,
  },
  {
    method: 'GET',
    path: LINK_CALLBACK,
    purpose: 'Return from the sign-in at Meta',
    source: 'modules/connections/meta-sign-in.ts',
    handler: ({ linkCallback }) => linkCallback,
  },
  {
    method: 'GET',
    path: '/health/live',
    purpose: 'The process runs',
    source: 'infrastructure/http/health.ts',
    handler: ({ liveness }) => liveness,
  },
  {
    method: 'GET',
    path: '/health/ready',
    purpose: 'The node can serve requests',
    source: 'infrastructure/http/health.ts',
    handler: ({ readiness }) => readiness,
  },
  {
    method: 'GET',
    path: '/metrics',
    purpose: 'Metrics for Prometheus',
    source: 'infrastructure/http/health.ts',
    handler: ({ metrics }) => metrics,
  },
  {
    method: 'GET',
    path: '/docs',
    purpose: 'API reference',
    source: 'infrastructure/http/docs-page.ts',
    handler: ({ docs }) => docs.page,
  },
  {
    method: 'GET',
    path: '/docs/openapi.json',
    purpose: 'OpenAPI document',
    source: 'infrastructure/http/openapi.ts',
    handler: ({ docs }) => docs.document,
  },
  {
    method: 'GET',
    path: '/docs/docs.css',
    purpose: 'Style sheet of the API reference',
    source: 'infrastructure/http/docs.css',
    handler: ({ docs }) => docs.styles,
  },
  {
    method: ['GET', 'HEAD'],
    path: '/media/*',
    purpose: 'Files of conversations, by signed link',
    source: 'infrastructure/http/media-route.ts',
    handler: ({ media }) => media,
  },
  {
    method: ['GET', 'HEAD'],
    path: '/public/:name',
    purpose: 'Logos and icons of the platform',
    source: 'infrastructure/http/brand.ts',
    handler: ({ brand }) => brand,
  },
  ...entryPages.map(([path, purpose]): RawRouteRow => ({
    method: ['GET', 'HEAD'],
    path,
    purpose,
    source: 'infrastructure/http/web-app.ts',
    handler: ({ web }) => web.signIn,
  })),
  {
    method: ['GET', 'HEAD'],
    path: '/*',
    purpose: 'Web app',
    source: 'infrastructure/http/web-app.ts',
    handler: ({ web }) => web.app,
  },
];

/** Registers every route of the table. */
export async function registerRawRoutes(app: App, deps: Deps): Promise<void> {
  const handlers = await createHandlers(app, deps);
  const bind = (isRawBody: boolean): RawRoute[] =>
    rawRoutes
      .filter((row) => (row.isRawBody ?? false) === isRawBody)
      .map(({ method, path, handler }) => ({ method, path, handler: handler(handlers) }));
  await registerRawBodyRoutes(app, bind(true));
  securityHeaders(app, { publicUrl: deps.config.publicUrl });
  registerRoutes(app, bind(false));
}

/** Prefixes of the API, of the sockets and of the routes above: below them an unknown URL is a 404, not the web app. */
const reservedPaths = (): string[] => {
  const prefixes = rawRoutes.map(({ path }) => `/${path.split('/')[1]}`).filter((prefix) => prefix !== '/*');
  return [...new Set(['/api', '/socket.io', ...prefixes])].filter(
    (prefix) => !entryPages.some(([path]) => path === prefix),
  );
};

async function createHandlers(app: App, { config, db, clock, storage, metrics, modules, ...deps }: Deps) {
  const brand = async (): Promise<Brand> =>
    Object.fromEntries(
      (await modules.settings.public()).map(({ key, value }) => [key, typeof value === 'string' ? value : null]),
    );
  const readiness = createReadiness({
    parts: {
      database: () => answers(db.pool),
      migrations: async () => canRunOn(await readSchemaMark(db.pool)),
      events: () => deps.isTailing(),
    },
    lags: { inbox: () => inboxLagSeconds(db), 'event-log': () => deps.eventLagSeconds() },
    isStopping: deps.isStopping,
  });
  // Without its database a node still answers with its metrics.
  metrics.watchOperation({ node_ready: async () => Number(await readiness.isReady()) });
  return {
    webhooks: webhookHandlers(modules.webhookReceiver),
    payments: paymentWebhookHandler(modules.paymentServices.inbox),
    linkCallback: linkCallbackHandler(modules.metaSignIn.callback),
    liveness: livenessHandler(deps.isStuck),
    readiness: readiness.handler,
    metrics: metricsHandler({
      token: config.metricsToken,
      registry: { contentType: metrics.contentType, metrics: () => metrics.text() },
    }),
    docs: docsHandlers({ endpoints: deps.endpoints, version: deps.version, brand }),
    media: mediaHandler({
      storage,
      clock,
      secrets: [config.signing.current, config.signing.previous].flatMap((secret) =>
        secret === undefined ? [] : mediaSecret(secret),
      ),
      describe: async (key) => {
        // A valid signature grants access to this one file, so the company is read from the key.
        const companyId = Number(key.split('/', 1)[0]);
        if (await modules.privacy.isDeletedMedia(companyId, key)) return undefined;
        const file = await db.readCompany(companyId, (tx) => fileStore.byKey(tx, key));
        return file && { mime: file.mime, fileName: file.name || `${file.purpose}.${file.mime.split('/')[1]}` };
      },
    }),
    brand: brandHandler({ storage, find: modules.brandPictures.find }),
    web: await webAppHandlers(app, {
      dist: deps.web,
      reservedPaths: reservedPaths(),
      brand,
    }),
  };
}

const RECEIVED = JSON.stringify({ message: 'EVENT_RECEIVED' });

function webhookHandlers(receiver: Modules['webhookReceiver']) {
  type Reply = Parameters<RawHandler>[1];
  const acknowledge = (reply: Reply) => reply.type('application/json').send(RECEIVED);
  /** Plain text, so that an echoed challenge cannot be rendered as a page. A wrong token gets no details. */
  const sendChallenge = (reply: Reply, challenge: string | undefined) =>
    challenge === undefined ? refuse('ERR_NO_PERMISSION') : reply.type('text/plain; charset=utf-8').send(challenge);
  return {
    receive: async (request, reply) => {
      await receiver.receive(pathParam(request, 'key'), request.headers, rawBodyOf(request));
      return acknowledge(reply);
    },
    receiveShared: async (request, reply) => {
      await receiver.receiveShared('official', request.headers, rawBodyOf(request));
      return acknowledge(reply);
    },
    answerChallenge: async (request, reply) =>
      sendChallenge(reply, await receiver.answerChallenge(pathParam(request, 'key'), singleQueryOf(request))),
    answerSharedChallenge: async (request, reply) =>
      sendChallenge(reply, receiver.answerSharedChallenge('official', singleQueryOf(request))),
  } satisfies Record<string, RawHandler>;
}

/** Some providers count only a plain 200 as delivered. */
function paymentWebhookHandler({ receive }: Modules['paymentServices']['inbox']): RawHandler {
  return async (request, reply) => {
    const query = /\?(.*)$/s.exec(request.url)?.[1] ?? '';
    const key = pathParam(request, 'key');
    const { headers } = request;
    await receive(pathParam(request, 'provider'), { key, headers, query, body: rawBodyOf(request) });
    return reply.type('application/json').send(RECEIVED);
  };
}

const MAX_CALLBACK_PARAM_LENGTH = 4000;

/**
 * A browser returns from the sign-in at Meta: a page load without a bearer token. The signed `state` identifies the
 * session. The browser is redirected to a page of the web app, never to a URL from the request.
 */
function linkCallbackHandler(callback: Modules['metaSignIn']['callback']): RawHandler {
  const text = (value: string | undefined): string =>
    value !== undefined && value.length <= MAX_CALLBACK_PARAM_LENGTH ? value : '';
  return async (request, reply) => {
    const { state, code } = singleQueryOf(request);
    const next = await callback({ state: text(state), code: text(code) }, originOf(request));
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(next, 303);
  };
}

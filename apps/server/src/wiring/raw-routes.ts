import type { Group } from '@balcao/contract';
import type { Clock } from '../infrastructure/clock.ts';
import type { Config } from '../infrastructure/config.ts';
import { schemaVersion } from '../infrastructure/db/prepare.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import { brandRoute } from '../infrastructure/http/brand.ts';
import { apiDocs } from '../infrastructure/http/docs-page.ts';
import { healthRoutes, metricsRoute } from '../infrastructure/http/health.ts';
import { linkCallback } from '../infrastructure/http/link-callback.ts';
import { mediaRoute } from '../infrastructure/http/media-route.ts';
import type { App } from '../infrastructure/http/server.ts';
import { securityHeaders } from '../infrastructure/http/security-headers.ts';
import { webApp } from '../infrastructure/http/web-app.ts';
import type { Metrics } from '../infrastructure/metrics/metrics.ts';
import { fileStore } from '../infrastructure/storage/files.store.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import { LINK_CALLBACK } from '../modules/connections/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import { mediaSecret } from './modules.ts';

interface Deps {
  config: Config;
  db: Db;
  clock: Clock;
  storage: Storage;
  metrics: Metrics;
  endpoints: Record<string, Group>;
  version: string;
  web: string;
  settings: Settings;
  isTailing(): boolean;
  isStopping(): boolean;
  /** What a customer took back, where the company hides it. */
  withholds(companyId: number, key: string): Promise<boolean>;
  /** Somebody is back from signing in at a channel; answers where the browser goes on. */
  linkCallback(query: { state: string; code: string }, origin: string): Promise<string>;
}

/** Everything on our address that is not a call of the contract: pages, files, documents, health. */
export async function registerRawRoutes(app: App, deps: Deps): Promise<void> {
  const { config, db, clock, storage, metrics, settings } = deps;

  securityHeaders(app, { publicUrl: config.publicUrl });
  healthRoutes(app, {
    parts: {
      database: async () => (await db.pool.query('select 1')).rowCount === 1,
      migrations: async () =>
        (await db.pool.query<{ mark: string }>('select mark from preparation')).rows[0]?.mark === schemaVersion(),
      events: () => deps.isTailing(),
    },
    isStopping: deps.isStopping,
  });
  metricsRoute(app, {
    token: config.metricsToken,
    registry: { contentType: metrics.contentType, metrics: () => metrics.text() },
  });
  linkCallback(app, LINK_CALLBACK, deps.linkCallback);
  apiDocs(app, { endpoints: deps.endpoints, version: deps.version });

  mediaRoute(app, {
    storage,
    clock,
    secrets: [config.secret, config.oldSecret].flatMap((secret) => (secret === undefined ? [] : mediaSecret(secret))),
    describe: async (key) => {
      // The signature was checked: whoever has it may see this one file, so its company is taken from its key.
      const companyId = Number(key.split('/', 1)[0]);
      if (await deps.withholds(companyId, key)) return undefined;
      const file = await db.readCompany(companyId, (tx) => fileStore.byKey(tx, key));
      return file && { mime: file.mime, fileName: file.name || `${file.purpose}.${file.mime.split('/')[1]}` };
    },
  });
  // Logos are set by the white-label screen; until then only our own drawings are served.
  brandRoute(app, { storage, find: async () => undefined });
  await webApp(app, {
    dist: deps.web,
    brand: async () =>
      Object.fromEntries(
        (await settings.public()).map(({ key, value }) => [key, typeof value === 'string' ? value : null]),
      ),
  });
}

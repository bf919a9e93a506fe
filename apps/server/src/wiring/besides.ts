import type { Group } from '@balcao/contract';
import type { Clock } from '../foundation/clock.ts';
import type { Config } from '../foundation/config.ts';
import { preparation } from '../foundation/db/prepare.ts';
import type { Db } from '../foundation/db/tx.ts';
import { brandRoute } from '../foundation/http/brand.ts';
import { apiDocs } from '../foundation/http/docs-page.ts';
import { healthRoutes, metricsRoute } from '../foundation/http/health.ts';
import { linkCallback } from '../foundation/http/link-callback.ts';
import { mediaRoute } from '../foundation/http/media-route.ts';
import type { App } from '../foundation/http/server.ts';
import { securityHeaders } from '../foundation/http/security-headers.ts';
import { webApp } from '../foundation/http/web-app.ts';
import type { Metrics } from '../foundation/metrics/metrics.ts';
import { fileStore } from '../foundation/storage/files.store.ts';
import type { Storage } from '../foundation/storage/storage.ts';
import { LINK_CALLBACK } from '../modules/connections/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import { mediaSecret } from './modules.ts';

interface Needs {
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
export async function besides(app: App, needs: Needs): Promise<void> {
  const { config, db, clock, storage, metrics, settings } = needs;

  securityHeaders(app, { publicUrl: config.publicUrl });
  healthRoutes(app, {
    parts: {
      database: async () => (await db.pool.query('select 1')).rowCount === 1,
      migrations: async () =>
        (await db.pool.query<{ mark: string }>('select mark from preparation')).rows[0]?.mark === preparation(),
      events: () => needs.isTailing(),
    },
    isStopping: needs.isStopping,
  });
  metricsRoute(app, {
    token: config.metricsToken,
    registry: { contentType: metrics.contentType, metrics: () => metrics.text() },
  });
  linkCallback(app, LINK_CALLBACK, needs.linkCallback);
  apiDocs(app, { endpoints: needs.endpoints, version: needs.version });

  mediaRoute(app, {
    storage,
    clock,
    secrets: [config.secret, config.oldSecret].flatMap((secret) => (secret === undefined ? [] : mediaSecret(secret))),
    describe: async (key) => {
      // The signature was checked: whoever has it may see this one file, so its company is taken from its key.
      const companyId = Number(key.split('/', 1)[0]);
      if (await needs.withholds(companyId, key)) return undefined;
      const file = await db.readCompany(companyId, (tx) => fileStore.byKey(tx, key));
      return file && { mime: file.mime, fileName: file.name || `${file.purpose}.${file.mime.split('/')[1]}` };
    },
  });
  // Logos are set by the white-label screen; until then only our own drawings are served.
  brandRoute(app, { storage, find: async () => undefined });
  await webApp(app, {
    dist: needs.web,
    brand: async () =>
      Object.fromEntries(
        (await settings.public()).map(({ key, value }) => [key, typeof value === 'string' ? value : null]),
      ),
  });
}

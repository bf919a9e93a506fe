/**
 * A complete server whose channels send a repeated message as a new one, with shorter timeouts: a send with an unknown
 * outcome must not be repeated on it.
 */
import { createMetaChannel } from '../../apps/server/src/channels/meta/adapter.ts';
import { createSandboxChannel } from '../../apps/server/src/channels/sandbox/adapter.ts';
import { readConfig } from '../../apps/server/src/infrastructure/config.ts';
import { appUrlFor } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { createLog } from '../../apps/server/src/infrastructure/log/log.ts';
import { createSafeFetch } from '../../apps/server/src/infrastructure/safe-fetch/safe-fetch.ts';
import { createDiskStorage } from '../../apps/server/src/infrastructure/storage/disk.ts';
import { buildServer } from '../../apps/server/src/wiring/server.ts';

/** Shorter timeouts than in the product. */
const TIMEOUT_MS = 2000;

const config = readConfig(process.env);
const channelOptions = {
  safeFetch: createSafeFetch({ allowLoopback: true }),
  openFile: createDiskStorage(config.storageDir).open,
  timeoutMs: TIMEOUT_MS,
};
const channels = new Map([
  [
    'sandbox',
    createSandboxChannel({
      ...channelOptions,
      networkUrl: config.sandboxUrl!,
      serverUrl: () => `http://127.0.0.1:${config.port}`,
      idempotent: false,
    }),
  ],
  [
    'official',
    createMetaChannel({
      ...channelOptions,
      graphUrl: config.meta.graphUrl,
      version: config.meta.version,
      app: { id: config.meta.appId, secret: config.meta.appSecret, verifyToken: config.meta.verifyToken },
    }),
  ],
]);
const server = await buildServer({
  config,
  appUrl: appUrlFor(config.databaseUrl!, config.secret),
  log: createLog({ level: config.logLevel }),
  channels: { of: (provider) => channels.get(provider), close: async () => {} },
});
await server.open(config.port, config.host);
console.log(`Balcão is ready: http://localhost:${config.port}`);
await server.work();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));

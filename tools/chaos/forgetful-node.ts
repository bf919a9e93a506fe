/**
 * A whole server whose channels send again whatever they are asked to send again, and that waits less long for them: what
 * is unsure must not be repeated on it.
 */
import { createMetaChannel } from '../../apps/server/src/channels/meta/adapter.ts';
import { createSandboxChannel } from '../../apps/server/src/channels/sandbox/adapter.ts';
import { readConfig } from '../../apps/server/src/foundation/config.ts';
import { appUrlFor } from '../../apps/server/src/foundation/db/prepare.ts';
import { createLog } from '../../apps/server/src/foundation/log/log.ts';
import { createSafeFetch } from '../../apps/server/src/foundation/safe-fetch/safe-fetch.ts';
import { createDiskStorage } from '../../apps/server/src/foundation/storage/disk.ts';
import { buildHouse } from '../../apps/server/src/wiring/house.ts';

/** A play has less patience than a product. */
const TIMEOUT_MS = 2000;

const config = readConfig(process.env);
const reach = {
  safeFetch: createSafeFetch({ allowLoopback: true }),
  openFile: createDiskStorage(config.storageDir).open,
  timeoutMs: TIMEOUT_MS,
};
const channels = new Map([
  [
    'sandbox',
    createSandboxChannel({
      ...reach,
      networkUrl: config.sandboxUrl!,
      serverUrl: () => `http://127.0.0.1:${config.port}`,
      idempotent: false,
    }),
  ],
  [
    'official',
    createMetaChannel({
      ...reach,
      graphUrl: config.meta.graphUrl,
      version: config.meta.version,
      app: { id: config.meta.appId, secret: config.meta.appSecret, verifyToken: config.meta.verifyToken },
    }),
  ],
]);
const house = await buildHouse({
  config,
  appUrl: appUrlFor(config.databaseUrl!, config.secret),
  log: createLog({ level: config.logLevel }),
  channels: { of: (provider) => channels.get(provider), close: async () => {} },
});
await house.open(config.port, config.host);
console.log(`Balcão is ready: http://localhost:${config.port}`);
await house.work();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void house.close().then(() => process.exit(0)));

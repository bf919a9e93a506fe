import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { contractRoutes } from './apps/web/contract-routes.ts';
import { RETRIED_ERRORS } from './tools/retries.ts';

// One seed for all random values of a run; the report of a failed run names it.
process.env['TEST_SEED'] ??= String(Math.floor(Math.random() * 2 ** 31));
/** A lock or a socket may be late on a busy machine. The run names each test that needed its second try. */
const retry = { count: 1, condition: RETRIED_ERRORS };

/** Three kinds of test: rules (pure), modules (a real database) and screens (a simulated browser). */
export default defineConfig({
  test: {
    // Twice the two cores of a small machine, because tests of the server often wait for a timer or the database.
    maxWorkers: 4,
    // A failure on another machine shows whole values.
    chaiConfig: { truncateThreshold: 400 },
    reporters: ['default', './tools/test-reporter.ts'],
    projects: [
      {
        test: {
          name: 'domain',
          include: ['packages/**/*.test.ts'],
          // It starts real PostgreSQL processes, so it runs with the server's time limits.
          exclude: ['packages/postgres-supervisor/**'],
          isolate: false,
          setupFiles: ['tools/test-setup.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'packages/postgres-supervisor/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: ['apps/server/test/database.ts'],
          pool: 'forks',
          // Servers of tests live for seconds: a larger space for new objects is collected less often.
          execArgv: ['--max-semi-space-size=64'],
          // Each test file starts its own servers and the modules hold no global state, so they are loaded once.
          isolate: false,
          // Module tests use a real PostgreSQL on a machine that may have two slow cores.
          testTimeout: 30_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
          setupFiles: ['tools/test-setup.ts'],
          alias: { '@node-rs/argon2': join(import.meta.dirname, 'apps/server/test/argon2.ts') },
          retry,
        },
      },
      {
        plugins: [contractRoutes()],
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Links of the app go through its router; a saved file would otherwise become the address of the files that follow.
          environmentOptions: {
            happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
          },
          // The first set-up file gives each test file a new app and a new page.
          isolate: false,
          pool: 'threads',
          sequence: { setupFiles: 'list' },
          // Loaded by Node itself, once per worker: they have no state.
          server: { deps: { external: [/\/packages\/(?:contract|domain)\//] } },
          setupFiles: ['apps/web/src/testing/fresh-page.ts', 'tools/test-setup.ts', 'apps/web/src/testing/setup.ts'],
          testTimeout: 30_000,
          retry,
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';
import { contractRoutes } from './apps/web/contract-routes.ts';

/** Three kinds of test: rules (pure), rooms (a real database) and screens (a pretended browser). */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'domain',
          include: ['packages/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: ['apps/server/test/database.ts'],
          pool: 'forks',
          // Every file builds houses of its own, and nothing in the server's modules outlives one: loading them once is enough.
          isolate: false,
          // Every room test talks to a real Postgres on a machine that may have two slow cores.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // A lock or a socket may be late on a crowded machine; the report names whatever needed its second try.
          retry: 1,
        },
      },
      {
        plugins: [contractRoutes()],
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['apps/web/src/testing/setup.ts'],
          testTimeout: 15_000,
          retry: 1,
        },
      },
    ],
  },
});

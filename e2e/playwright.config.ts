import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;
const executablePath = process.env['CHROMIUM_PATH'];
// Each parallel worker has its own server; the fixtures find it by this variable.
const own = process.env[`BASE_URL_${process.env['TEST_PARALLEL_INDEX'] ?? ''}`];
if (own !== undefined) process.env['BASE_URL'] = own;

/** `servers.ts` starts the product for each worker and sets its URL. */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  outputDir: '../test-results',
  globalSetup: './servers.ts',
  workers: 2,
  // Each journey is given to the next free worker, so that both end at the same time.
  fullyParallel: true,
  // A retry separates a broken product from a busy machine; `npm test` names every retried journey and bounds their number.
  retries: 1,
  forbidOnly: true,
  // The longest journeys take 30 s on a quiet machine; the limit ends one that waits forever, it does not measure speed.
  timeout: 180_000,
  // For the same reason: the first page of a busy server may take more than ten seconds.
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...(process.env['BASE_URL'] ? { baseURL: process.env['BASE_URL'] } : {}),
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Animations are a seventh of the CPU time of a run; the journeys of a working hour run with them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        // Chromium refuses to start its sandbox as root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

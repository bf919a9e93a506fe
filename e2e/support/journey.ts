/** The fixtures of every journey: admins of the demo companies, further browsers, and a check of every console. */
import { test as base, type Page } from '@playwright/test';
import { AdminApi } from './users.ts';
import { Phones } from './phones.ts';
import { ConsoleErrors } from './console-errors.ts';

export type Afterwards = (undo: () => Promise<unknown>) => void;
interface Fixtures {
  consoleErrors: ConsoleErrors;
  usersRemoved: void;
  /** Registers what undoes a step of the journey, however it ends: the last one runs first, when every page is closed. */
  afterwards: Afterwards;
  /** A separate browser, as on another computer. */
  anotherBrowser: () => Promise<Page>;
  /** The super user of the demo, for settings of the platform. */
  platform: AdminApi;
  /** The admin of the first demo company. */
  otica: AdminApi;
  /** The admin of the other demo company. */
  mercado: AdminApi;
  /** Simulated accounts of the first company. */
  phones: Phones;
}

export const test = base.extend<Fixtures, { adminApis: Record<'platform' | 'otica' | 'mercado', AdminApi> }>({
  adminApis: [
    async ({ playwright: { request } }, lend) => {
      const adminApis = {
        platform: new AdminApi(request, 'super@example.com'),
        otica: new AdminApi(request, 'admin@example.com'),
        mercado: new AdminApi(request, 'admin2@example.com'),
      };
      await lend(adminApis);
      await adminApis.platform.dispose();
      await adminApis.otica.dispose();
      await adminApis.mercado.dispose();
    },
    { scope: 'worker' },
  ],
  platform: ({ adminApis }, lend) => lend(adminApis.platform),
  otica: ({ adminApis }, lend) => lend(adminApis.otica),
  mercado: ({ adminApis }, lend) => lend(adminApis.mercado),
  phones: async ({ otica, browser }, lend) => {
    const phones = new Phones(otica);
    await lend(phones);
    // The requests of a page that still shows a removed connection would fail.
    for (const page of browser.contexts().flatMap((context) => context.pages())) await page.close();
    await phones.removeAll();
  },
  usersRemoved: [
    async ({ adminApis }, lend) => {
      await lend();
      await adminApis.otica.removeUsers();
      await adminApis.mercado.removeUsers();
    },
    { auto: true },
  ],
  afterwards: async ({ usersRemoved: _ }, lend) => {
    const undos: Parameters<Afterwards>[0][] = [];
    await lend((undo) => void undos.push(undo));
    const failures: unknown[] = [];
    for (const undo of undos.toReversed()) await undo().catch((error: unknown) => failures.push(error));
    expect(failures, 'steps that were not undone').toEqual([]);
  },
  consoleErrors: [
    // Depends on `afterwards` and `usersRemoved`, so it is torn down first: no record is removed while a page is open.
    async ({ afterwards: _, context }, lend) => {
      const consoleErrors = new ConsoleErrors();
      await consoleErrors.listenTo(context);
      await lend(consoleErrors);
      expect(consoleErrors.unexpected(), 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  anotherBrowser: async ({ browser, consoleErrors }, lend) => {
    const opened: Page[] = [];
    await lend(async () => {
      const context = await browser.newContext();
      await consoleErrors.listenTo(context);
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

export const { expect } = test;

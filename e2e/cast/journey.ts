/** The stage of every journey: people to play with, further browsers, and an ear at every console. */
import { test as base, type Page } from '@playwright/test';
import { Manager } from './people.ts';
import { Trouble } from './trouble.ts';

interface Stage {
  trouble: Trouble;
  /** A browser of its own, as on another computer. */
  anotherBrowser: () => Promise<Page>;
  /** The admin of the demo company that owns the platform; a super user. */
  otica: Manager;
  /** The admin of the other demo company. */
  mercado: Manager;
}

export const test = base.extend<Stage, { managers: { otica: Manager; mercado: Manager } }>({
  managers: [
    async ({ playwright: { request } }, use) => {
      const managers = {
        otica: new Manager(request, 'admin@example.com'),
        mercado: new Manager(request, 'admin2@example.com'),
      };
      await use(managers);
      await managers.otica.leave();
      await managers.mercado.leave();
    },
    { scope: 'worker' },
  ],
  otica: async ({ managers }, use) => {
    await use(managers.otica);
    await managers.otica.dismissAll();
  },
  mercado: async ({ managers }, use) => {
    await use(managers.mercado);
    await managers.mercado.dismissAll();
  },
  trouble: [
    async ({ context }, use) => {
      const trouble = new Trouble();
      await trouble.listenTo(context);
      await use(trouble);
      expect(trouble.heard(), 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  anotherBrowser: async ({ browser, trouble }, use) => {
    const opened: Page[] = [];
    await use(async () => {
      const context = await browser.newContext();
      await trouble.listenTo(context);
      const page = await context.newPage();
      opened.push(page);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

export const { expect } = test;

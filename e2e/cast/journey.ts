/** The stage of every journey: people to play with, further browsers, and an ear at every console. */
import { test as base, type Page } from '@playwright/test';
import { Manager } from './people.ts';
import { Phones } from './phones.ts';
import { Trouble } from './trouble.ts';

interface Stage {
  trouble: Trouble;
  dismissed: void;
  /** A browser of its own, as on another computer. */
  anotherBrowser: () => Promise<Page>;
  /** The admin of the demo company that owns the platform; a super user. */
  otica: Manager;
  /** The admin of the other demo company. */
  mercado: Manager;
  /** Simulated accounts of the first company. */
  phones: Phones;
}

export const test = base.extend<Stage, { managers: { otica: Manager; mercado: Manager } }>({
  managers: [
    async ({ playwright: { request } }, lend) => {
      const managers = {
        otica: new Manager(request, 'admin@example.com'),
        mercado: new Manager(request, 'admin2@example.com'),
      };
      await lend(managers);
      await managers.otica.leave();
      await managers.mercado.leave();
    },
    { scope: 'worker' },
  ],
  otica: ({ managers }, lend) => lend(managers.otica),
  mercado: ({ managers }, lend) => lend(managers.mercado),
  phones: async ({ otica }, lend) => {
    const phones = new Phones(otica);
    await lend(phones);
    await phones.takeAway();
  },
  dismissed: [
    async ({ managers }, lend) => {
      await lend();
      await managers.otica.dismissAll();
      await managers.mercado.dismissAll();
    },
    { auto: true },
  ],
  trouble: [
    // Asked for after `dismissed`, so undone before it: nobody is dismissed while a page of theirs is open.
    async ({ dismissed: _, context }, lend) => {
      const trouble = new Trouble();
      await trouble.listenTo(context);
      await lend(trouble);
      expect(trouble.heard(), 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
  anotherBrowser: async ({ browser, trouble }, lend) => {
    const opened: Page[] = [];
    await lend(async () => {
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

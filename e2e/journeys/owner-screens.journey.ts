import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { visit } from '../support/shell.ts';
import { sideways } from '../support/sideways.ts';
import { DEMO_PASSWORD, openSignedIn } from '../support/users.ts';

/** Neighbors are different components, so that each is drawn anew. */
const paths = [
  '/companies',
  '/settings/plans',
  '/recebimentos',
  '/settings/payments',
  '/allConnections',
  '/settings/whitelabel',
  '/ai-prices',
  '/sandbox/banco',
  '/sandbox/correio',
];
const widths = [390, 768, 900, 1440];

async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('no screen of the owner violates WCAG 2.2 AA or scrolls sideways from phone to desktop', async ({
  page,
  platform,
}) => {
  await openSignedIn(page, { email: platform.email, password: DEMO_PASSWORD }, '/tags');
  for (const path of paths) {
    await open(page, path);
    expect(await violationsOn(page), `${path}, light`).toEqual([]);
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
    expect(await violationsOn(page, { only: 'color-contrast' }), `${path}, dark`).toEqual([]);
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => sideways(page), { message: `${path} at ${width} px` }).toEqual([]);
    }
  }
});

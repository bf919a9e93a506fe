import { priceTexts } from '../../apps/web/src/features/ai-prices/ai-prices.texts.ts';
import { allConnectionTexts } from '../../apps/web/src/features/all-connections/all-connections.texts.ts';
import { companyTexts } from '../../apps/web/src/features/companies/companies.texts.ts';
import { mailTexts } from '../../apps/web/src/features/mails/mails.texts.ts';
import { paymentTexts } from '../../apps/web/src/features/payments/payments.texts.ts';
import { planTexts } from '../../apps/web/src/features/plans/plans.texts.ts';
import { bankTexts } from '../../apps/web/src/features/sandbox/bank/bank.texts.ts';
import { paymentSettingTexts } from '../../apps/web/src/features/settings/payment-settings.texts.ts';
import { whiteLabelTexts } from '../../apps/web/src/features/settings/white-label.texts.ts';
import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { foreignTexts, textsOn } from '../support/foreign-texts.ts';
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
const texts = [
  priceTexts,
  allConnectionTexts,
  companyTexts,
  mailTexts,
  paymentTexts,
  planTexts,
  bankTexts,
  paymentSettingTexts,
  whiteLabelTexts,
].flatMap((module) => Object.values(module));

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

test('the connections of a company fit on a phone, with every button [M-032]', async ({ page, platform }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, { email: platform.email, password: DEMO_PASSWORD }, '/allConnections');
  await page.getByRole('button', { name: 'Ver conexões de Ótica Boa Vista' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conexões de Ótica Boa Vista' });
  await expect(dialog.getByRole('button', { name: /^Excluir / }).first()).toBeInViewport();
  expect(await sideways(page)).toEqual([]);
});

test('every text of the owner’s screens is in the chosen language', async ({ page, platform }) => {
  await openSignedIn(page, { email: platform.email, password: DEMO_PASSWORD }, '/tags');
  for (const language of ['en', 'es'] as const) {
    await page.evaluate((code) => localStorage.setItem('balcao.language', code), language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const path of paths) {
      await open(page, path);
      expect(foreignTexts(await textsOn(page), language, texts), path).toEqual([]);
    }
  }
});

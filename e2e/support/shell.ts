/** Common actions and locators of the shell. */
import type { Locator, Page } from '@playwright/test';

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notificações' }).getByText(text);

export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

export const accountMenu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  await page
    .getByRole('menuitem', { name: item })
    .or(page.getByRole('menuitemradio', { name: item }))
    .click();
};

/** The row of a table that has this cell. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });

/** For `waitForURL`: exactly this path, with exactly this query. */
export const isAt = (path: string) => (url: URL) => url.pathname + url.search === path;

/**
 * Opens another screen as a link of the menu does: without loading the page again, which takes a second. For screens of
 * different components only.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const part of document.querySelectorAll('main > *')) part.setAttribute('data-left', '');
    history.pushState(null, '', to);
  }, path);
  await page.locator('[data-left]').first().waitFor({ state: 'detached' });
}

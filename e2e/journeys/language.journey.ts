import { foreignTexts, textsOn, type Language } from '../support/foreign-texts.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn, type AdminApi } from '../support/users.ts';
import { accountMenu, visit } from '../support/shell.ts';

/** The URL of an open conversation of the demo company. */
async function anOpenConversation(of: AdminApi): Promise<string> {
  type Page = { tickets: { uuid: string }[] };
  const { tickets } = await of.call<Page>('GET', '/tickets?status=pending&showAll=true');
  return `/tickets/${tickets[0]!.uuid}`;
}

test('a chosen language applies to every text on every screen and is remembered [M-310]', async ({ page, otica }) => {
  // Opens every screen in two languages.
  const admin = await otica.createUser({ profile: 'admin' });
  await openSignedIn(page, admin, '/users');
  await expect(page.getByRole('heading', { name: 'Usuários' })).toBeVisible();
  const portuguese = await textsOn(page);
  expect(foreignTexts(portuguese, 'pt')).toEqual([]);
  expect(foreignTexts(portuguese, 'en'), 'the check detects Portuguese').not.toEqual([]);

  await accountMenu(page, 'English');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const check = async (language: Language) =>
    expect(foreignTexts(await textsOn(page), language), page.url()).toEqual([]);

  await page.getByRole('button', { name: 'Edit Rute Lacerda' }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeVisible();
  await check('en');
  await name.fill('');
  await page.getByRole('button', { name: 'Save user' }).click();
  await expect(name).toHaveAccessibleDescription('Required');
  await name.fill('R');
  await expect(name).toHaveAccessibleDescription(/^Too Short!/);
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await check('en');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await check('en');
  await page.keyboard.press('Escape');
  const open = await anOpenConversation(otica);
  for (const path of [
    '/tickets',
    open,
    '/contacts',
    '/contacts/import',
    '/quick-messages',
    '/schedules',
    '/chats',
    '/todolist',
    '/contact-lists',
    '/campaigns',
    '/campaigns-config',
    '/tags',
    '/queues',
    '/connections',
    '/deliveries',
    '/sandbox',
    '/financeiro',
    '/',
    '/reports',
    '/moments',
    '/helps',
    '/403',
    '/nowhere',
  ]) {
    // A conversation is part of the screen before it.
    await (path === open ? page.goto(path) : visit(page, path));
    await expect(page.getByRole('heading').first()).toBeVisible();
    if (path === open) await expect(page.getByRole('log')).toBeVisible();
    await check('en');
  }

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search or go to' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('español');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  // Each load refreshes the session, and one session has at most 30 refreshes a minute.
  await openSignedIn(page, admin, '/users');
  for (const path of [
    '/tickets',
    open,
    '/contacts',
    '/contacts/import',
    '/quick-messages',
    '/schedules',
    '/chats',
    '/todolist',
    '/contact-lists',
    '/campaigns',
    '/campaigns-config',
    '/tags',
    '/users',
    '/queues',
    '/connections',
    '/deliveries',
    '/sandbox',
    '/financeiro',
    '/',
    '/reports',
    '/moments',
    '/helps',
    '/403',
  ]) {
    // A conversation is part of the screen before it.
    await (path === open ? page.goto(path) : visit(page, path));
    await expect(page.getByRole('heading').first()).toBeVisible();
    if (path === open) await expect(page.getByRole('log')).toBeVisible();
    await check('es');
  }
  await page.getByRole('button', { name: 'Menú del usuario' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Türkçe' })).toBeDisabled();
  await check('es');
});

import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { openSignedIn } from '../support/users.ts';
import { dialog, isAt, row } from '../support/shell.ts';

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });

test('the menu is expanded or collapsed as the user record says, then as the user left it [M-035] [M-038]', async ({
  page,
  otica,
}) => {
  const admin = await otica.createUser({ profile: 'admin', defaultMenu: 'closed' });
  await openSignedIn(page, admin);
  const menu = menuOf(page);
  await expect(menu).toHaveCSS('width', '60px');

  // Collapsed: the attendance group as icons, every other group behind one icon.
  await menu.getByRole('button', { name: 'Gestão' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Dashboard', 'Relatórios', 'Painel de Atendimentos']);
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('link', { name: 'Tags' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('button', { name: 'Administração' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Usuários',
    'Filas',
    'Conexões',
    'Arquivos',
    'Integrações',
    'Prompts de IA',
    'Uso de IA',
    'API de mensagens',
    'Entregas',
    'Não processadas',
    'Simulador de cliente',
    'Financeiro',
    'Configurações',
  ]);
  await page.getByRole('menuitem', { name: 'Filas' }).click();
  await page.waitForURL('**/queues');

  await page.getByRole('button', { name: 'Recolher ou expandir o menu' }).click();
  await expect(menu).toHaveCSS('width', '228px');
  await expect(menu.getByText('Versão 4.5.0')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('frontendVersion'))).toBe('4.5.0');
  expect(await (await page.request.get('/api/version')).json()).toEqual({ version: '4.5.0' });

  // The group of the current page cannot be collapsed; others can, and stay collapsed.
  const current = menu.getByRole('button', { name: 'Administração' });
  await expect(current).toBeDisabled();
  await current.click({ force: true });
  await expect(menu.getByRole('link', { name: 'Filas' })).toBeVisible();
  await menu.getByRole('button', { name: 'Atendimento' }).click();
  await expect(menu.getByRole('link', { name: 'Tags' })).toBeHidden();
  await page.reload();
  await expect(menu).toHaveCSS('width', '228px');
  await expect(menu.getByRole('button', { name: 'Atendimento' })).toHaveAttribute('aria-expanded', 'false');

  // In narrower windows the menu is a rail, and below 600 px a drawer over the page.
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(menu).toHaveCSS('width', '60px');
  await page.setViewportSize({ width: 599, height: 800 });
  await expect(menu).toHaveCount(0);
  const drawer = dialog(page, 'Menu principal');
  await page.getByRole('button', { name: 'Abrir o menu' }).click();
  await expect(drawer.getByRole('link', { name: 'Usuários' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await page.getByRole('button', { name: 'Abrir o menu' }).click();
  await page.mouse.click(560, 400);
  await expect(drawer).toHaveCount(0);
  await page.getByRole('button', { name: 'Abrir o menu' }).click();
  await drawer.getByRole('link', { name: 'Usuários' }).click();
  await page.waitForURL('**/users');
  await expect(drawer).toHaveCount(0);
});

test('the top bar greets, shows admins the due date, remembers the volume and reloads data [M-035] [M-039] [M-040]', async ({
  page,
  otica,
}) => {
  const admin = await otica.createUser({ profile: 'admin', name: 'Teresa Campos' });
  await openSignedIn(page, admin);
  await expect(menuOf(page), 'expanded by default').toHaveCSS('width', '228px');
  const bar = page.getByRole('banner');
  await expect(bar.getByText('Olá, Teresa · Ótica Boa Vista')).toBeVisible();
  const year = new Date().getFullYear() + 1;
  await expect(bar.getByText(new RegExp(`^Vence em \\d{2}/\\d{2}/${year}$`))).toBeVisible();

  await bar.getByRole('button', { name: 'Volume das notificações' }).click();
  const volume = page.getByRole('slider', { name: 'Volume das notificações' });
  await expect(volume).toBeFocused();
  await expect(volume).toHaveValue('1');
  for (const [name, value] of Object.entries({ min: '0', max: '1', step: '0.1' }))
    await expect(volume).toHaveAttribute(name, value);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('70%')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('volume'))).toBe('0.7');
  await page.keyboard.press('Escape');
  await expect(volume).toHaveCount(0);
  await page.reload();
  await bar.getByRole('button', { name: 'Volume das notificações' }).click();
  await expect(volume).toHaveValue('0.7');
  await page.keyboard.press('Escape');

  const again = page.waitForRequest('**/api/tags?*');
  await bar.getByRole('button', { name: 'Atualizar' }).click();
  await again;

  await openSignedIn(page, await otica.createUser({ name: 'Davi Campos' }));
  await expect(bar.getByText('Olá, Davi · Ótica Boa Vista')).toBeVisible();
  await expect(page.getByText(/^Vence/)).toHaveCount(0);
});

test('command palette, keyboard shortcuts and the list of shortcuts open screens and actions', async ({
  page,
  otica,
}) => {
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }));
  await expect(row(page, 'VIP')).toBeVisible();
  const palette = dialog(page, 'Buscar ou ir para');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Buscar ou ir para' })).toBeFocused();
  await page.keyboard.type('usua');
  await expect(palette.getByRole('option').first()).toHaveText(/Usuários/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/users');
  await expect(palette).toHaveCount(0);

  await page.getByRole('button', { name: 'Buscar ou ir para' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(palette.getByRole('option', { selected: true })).toHaveText(/Painel de Atendimentos/);
  await page.keyboard.type('xyz');
  await expect(palette.getByRole('status')).toHaveText('Nada encontrado para “xyz”');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await page.waitForURL('**/queues');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.waitForURL('**/tags');
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Buscar por nome' })).toBeFocused();
  // Letters typed into a text field must not trigger shortcuts.
  await page.keyboard.type('?g');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.locator('body').click({ position: { x: 700, y: 600 } });

  await page.keyboard.press('?');
  const help = dialog(page, 'Atalhos do teclado');
  await expect(help.getByText('Ir para Usuários')).toBeVisible();
  await help.getByRole('switch', { name: 'Atalhos de uma tecla' }).click();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  await expect(help).toHaveCount(0);
});

test('the pages for 403 and 404 explain the error and lead back to the app [M-010]', async ({ page, otica }) => {
  await openSignedIn(page, await otica.createUser(), '/403');
  await expect(page.getByRole('heading', { name: 'Oops! Acesso Negado!' })).toBeVisible();
  const navigated = page.waitForURL(isAt('/tickets'));
  await page.getByRole('button', { name: 'Voltar para conversas' }).click();
  await navigated;
  await expect(page.getByRole('heading', { name: 'Conversas' })).toBeVisible();
  await page.goto('/nao/existe');
  await expect(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible();
  await expect(menuOf(page)).toBeVisible();
  await page.goto('/TAGS');
  await expect(row(page, 'VIP')).toBeVisible();
});

test('a screen that cannot be loaded leaves the rest of the app working', async ({ page, otica, consoleErrors }) => {
  consoleErrors.expect(/ERR_FAILED|dynamically imported module/);
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }));
  await expect(row(page, 'VIP')).toBeVisible();
  await page.route('**/assets/queues-page-*.js', (route) => route.abort());
  await menuOf(page).getByRole('button', { name: 'Administração' }).click();
  await menuOf(page).getByRole('link', { name: 'Filas' }).click();
  await expect(page.getByRole('heading', { name: 'Esta tela não abriu' })).toBeVisible();
  await menuOf(page).getByRole('link', { name: 'Tags' }).click();
  await expect(row(page, 'VIP')).toBeVisible();
});

test('the first Tab stop skips to the content, and keyboard focus is visible', async ({ page, otica }) => {
  await openSignedIn(page, await otica.createUser());
  await expect(row(page, 'VIP')).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Pular para o conteúdo' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  const add = page.getByRole('button', { name: 'Nova tag' });
  await expect(add).toBeFocused();
  await expect(add).toHaveCSS('outline-width', '2px');
  await expect(add).toHaveCSS('outline-offset', '2px');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Nova tag').getByRole('textbox', { name: 'Nome' })).toBeFocused();
  // The focus stays in the dialog and returns to the button that opened it.
  for (let steps = 0; steps < 30; steps++) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
});

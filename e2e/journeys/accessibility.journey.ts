import type { Page } from '@playwright/test';
import { violationsOn } from '../cast/axe.ts';
import { expect, test } from '../cast/journey.ts';
import { arrive, type Manager } from '../cast/people.ts';
import { dialog, row } from '../cast/shell.ts';

// Forty looks at a dozen screens take their time.
test.setTimeout(240_000);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Looks at what is on the screen now, in light and in dark: between the two only colours differ, and they are a desk's on a phone. */
async function look(page: Page, what: string): Promise<void> {
  expect(await violationsOn(page), `${what}, light`).toEqual([]);
  if (page.viewportSize()!.width < 600) return;
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  expect(await violationsOn(page, { only: 'color-contrast' }), `${what}, dark`).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
}

async function walk(page: Page, otica: Manager): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Obrigatório').first()).toBeVisible();
  await look(page, 'sign-in with faults');

  await arrive(page, await otica.hire({ profile: 'admin' }), '/users');
  await expect(row(page, 'Rute Lacerda')).toBeVisible();
  await look(page, 'users');
  await page.getByRole('button', { name: 'Editar Rute Lacerda' }).click();
  const user = dialog(page, 'Editar Rute Lacerda');
  await expect(user.getByRole('textbox', { name: 'Nome' })).toBeVisible();
  await look(page, 'user, general');
  await user.getByRole('tab', { name: 'Permissões' }).click();
  await look(page, 'user, permissions');
  await page.keyboard.press('Escape');

  await page.goto('/tags');
  await expect(row(page, 'VIP')).toBeVisible();
  await look(page, 'tags');
  await page.keyboard.press('Control+k');
  await expect(dialog(page, 'Buscar ou ir para')).toBeVisible();
  await look(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Excluir VIP' }).click();
  await look(page, 'question');
  await page.keyboard.press('Escape');

  await page.goto('/connections');
  await expect(page.getByText('WhatsApp da loja')).toBeVisible();
  await look(page, 'connections');
  await page.getByRole('button', { name: 'Editar WhatsApp da loja' }).click();
  const connection = dialog(page, 'Editar WhatsApp da loja');
  for (const tab of ['Geral', 'Mensagens', 'Chatbot']) {
    await connection.getByRole('tab', { name: tab }).click();
    await look(page, `connection, ${tab}`);
  }
  await page.keyboard.press('Escape');

  await page.goto('/sandbox');
  await expect(page.getByRole('heading', { name: 'Ótica Boa Vista' })).toBeVisible();
  await look(page, 'simulator');
  const parts = page.getByRole('group', { name: 'Partes do simulador' });
  if (await parts.isVisible()) {
    await parts.getByRole('button', { name: 'Pessoas' }).click();
    await look(page, 'simulator, people');
    await parts.getByRole('button', { name: 'Sistema' }).click();
    await look(page, 'simulator, system');
  }
  await page.getByRole('button', { name: 'Falhas da rede' }).click();
  await expect(dialog(page, 'Falhas da rede')).toBeVisible();
  await look(page, 'faults');

  await page.goto('/deliveries');
  await page.getByRole('button', { name: 'Todas', exact: true }).click();
  await page
    .getByRole('button', { name: /^Ver a vida/ })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Passos' })).toBeVisible();
  await look(page, 'life of a message');
  await page.keyboard.press('Escape');
  await look(page, 'deliveries');

  for (const [path, seen] of [
    ['/tickets', 'Resolvidos'],
    ['/contacts', 'Dona Zilda'],
    ['/quick-messages', 'Nova resposta'],
    ['/queues', 'Suporte'],
    ['/financeiro', 'Em dia'],
    ['/403', 'Oops! Acesso Negado!'],
    ['/nowhere', 'Página não encontrada'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(seen, { exact: true }).first()).toBeVisible();
    await look(page, path);
  }
}

test('axe finds nothing against WCAG 2.2 AA on any screen, on a desk, light and dark', async ({ page, otica }) => {
  await walk(page, otica);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('axe finds nothing against WCAG 2.2 AA on any screen', async ({ page, otica }) => {
    await walk(page, otica);
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await expect(dialog(page, 'Menu principal')).toBeVisible();
    await look(page, 'menu');
  });
});

import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn, type AdminApi } from '../support/users.ts';
import { dialog, row, visit } from '../support/shell.ts';

// About fifty axe scans on a dozen screens.
test.setTimeout(300_000);

/** Dark needs a contrast scan only, because it changes nothing but colors; a phone has the colors of a desktop. */
async function checkAccessibility(page: Page, label: string, { withMenu = false } = {}): Promise<void> {
  expect(await violationsOn(page, { withMenu }), `${label}, light`).toEqual([]);
  if (page.viewportSize()!.width < 600) return;
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  expect(await violationsOn(page, { only: 'color-contrast', withMenu }), `${label}, dark`).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
}

async function checkAllScreens(page: Page, otica: AdminApi): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Obrigatório').first()).toBeVisible();
  await checkAccessibility(page, 'sign-in with faults');

  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/users');
  await expect(row(page, 'Rute Lacerda')).toBeVisible();
  await checkAccessibility(page, 'users', { withMenu: true });
  await page.getByRole('button', { name: 'Editar Rute Lacerda' }).click();
  const user = dialog(page, 'Editar Rute Lacerda');
  await expect(user.getByRole('textbox', { name: 'Nome' })).toBeVisible();
  await checkAccessibility(page, 'user, general');
  await user.getByRole('tab', { name: 'Permissões' }).click();
  await checkAccessibility(page, 'user, permissions');
  await page.keyboard.press('Escape');

  await visit(page, '/tags');
  await expect(row(page, 'VIP')).toBeVisible();
  await checkAccessibility(page, 'tags');
  await page.keyboard.press('Control+k');
  await expect(dialog(page, 'Buscar ou ir para')).toBeVisible();
  await checkAccessibility(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Excluir VIP' }).click();
  await checkAccessibility(page, 'question');
  await page.keyboard.press('Escape');

  await visit(page, '/connections');
  await expect(page.getByText('WhatsApp da loja')).toBeVisible();
  await checkAccessibility(page, 'connections');
  await page.getByRole('button', { name: 'Editar WhatsApp da loja' }).click();
  const connection = dialog(page, 'Editar WhatsApp da loja');
  for (const tab of ['Geral', 'Mensagens', 'Chatbot']) {
    await connection.getByRole('tab', { name: tab }).click();
    await checkAccessibility(page, `connection, ${tab}`);
  }
  await page.keyboard.press('Escape');

  await visit(page, '/sandbox');
  await expect(page.getByRole('heading', { name: 'Ótica Boa Vista' })).toBeVisible();
  await checkAccessibility(page, 'simulator');
  const parts = page.getByRole('group', { name: 'Partes do simulador' });
  if (await parts.isVisible()) {
    await parts.getByRole('button', { name: 'Clientes' }).click();
    await checkAccessibility(page, 'simulator, people');
    await parts.getByRole('button', { name: 'Sistema' }).click();
    await checkAccessibility(page, 'simulator, system');
  }
  await page.getByRole('button', { name: 'Falhas da rede' }).click();
  await expect(dialog(page, 'Falhas da rede')).toBeVisible();
  await checkAccessibility(page, 'faults');

  await visit(page, '/deliveries');
  await page.getByRole('button', { name: 'Todas', exact: true }).click();
  await page
    .getByRole('button', { name: /^Ver o histórico de entrega/ })
    .first()
    .click();
  await expect(page.getByRole('list', { name: 'Passos' })).toBeVisible();
  await checkAccessibility(page, 'life of a message');
  await page.keyboard.press('Escape');
  await checkAccessibility(page, 'deliveries');

  for (const [path, seen] of [
    ['/tickets', 'Resolvidas'],
    ['/contacts', 'Ativo'],
    ['/quick-messages', 'Nova resposta'],
    ['/schedules', 'Novo agendamento'],
    ['/chats', 'Nenhum chat ainda'],
    ['/todolist', 'Só neste navegador'],
    ['/contact-lists', 'Nova lista'],
    ['/campaigns', 'Nova campanha'],
    ['/campaigns-config', 'Ritmo de envio'],
    ['/queues', 'Suporte'],
    ['/financeiro', 'Em uso'],
    ['/subscription', 'Período da licença'],
    ['/', 'Indicadores'],
    ['/reports', 'Só avaliados'],
    ['/moments', 'Modo mural'],
    ['/helps', 'Ajuda'],
    ['/403', 'Oops! Acesso Negado!'],
    ['/nowhere', 'Página não encontrada'],
  ] as const) {
    await visit(page, path);
    // A title may be followed by a number.
    const found = page.getByText(seen, { exact: true }).or(page.getByRole('heading', { name: seen }));
    await expect(found.first()).toBeVisible();
    await checkAccessibility(page, path);
  }
}

test('no screen violates WCAG 2.2 AA on a desktop, in light and in dark', async ({ page, otica }) => {
  await checkAllScreens(page, otica);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('no screen violates WCAG 2.2 AA', async ({ page, otica }) => {
    await checkAllScreens(page, otica);
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await expect(dialog(page, 'Menu principal')).toBeVisible();
    await checkAccessibility(page, 'menu', { withMenu: true });
  });
});

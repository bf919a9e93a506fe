import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { expect, test, type Afterwards } from '../support/journey.ts';
import { drawn } from '../support/live.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';
import { dialog, row, visit } from '../support/shell.ts';

// About a hundred axe scans on thirty screens; the screens that are not here are scanned by their own journeys.
test.setTimeout(300_000);

/** Dark needs a contrast scan only, because it changes nothing but colors; a phone has the colors of a desktop. */
async function checkAccessibility(page: Page, label: string, { withMenu = false } = {}): Promise<void> {
  expect((await primaryButtons(page)).slice(1), `${label}: more than one primary button [F-U43]`).toEqual([]);
  expect(await violationsOn(page, { withMenu }), `${label}, light`).toEqual([]);
  if (page.viewportSize()!.width < 600) return;
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  expect(await violationsOn(page, { only: 'color-contrast', withMenu }), `${label}, dark`).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
}

/** Those of the open dialog, or of the screen. */
async function primaryButtons(page: Page): Promise<string[]> {
  const dialogs = page.getByRole('dialog');
  const view = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body');
  return view.locator('button[class*="primary"]:visible').allTextContents();
}

/** Scans these tabs of a dialog. Neither the dialog nor its tabs move with the content of any tab [F-U13]. */
async function checkTabs(page: Page, form: Locator, label: string, scanned: readonly string[]): Promise<void> {
  const strip = form.getByRole('tablist').first();
  const boxes = async () => [await form.boundingBox(), await strip.boundingBox()];
  const before = await boxes();
  for (const tab of scanned) {
    await strip.getByRole('tab', { name: tab }).click();
    await checkAccessibility(page, `${label}, ${tab}`);
    expect(await boxes(), `${label}, ${tab}`).toEqual(before);
  }
  for (const tab of await strip.getByRole('tab').all()) {
    await tab.click();
    await drawn(page);
    expect(await boxes(), `${label}, ${await tab.textContent()}`).toEqual(before);
  }
}

/** A phrase and the flow that it starts. */
async function createPhrase(otica: AdminApi, afterwards: Afterwards): Promise<string> {
  const name = `Frase ${uniqueSuffix()}`;
  const flow = await otica.call<{ id: number }>('POST', '/flowbuilder', { name, template: 'welcome' });
  afterwards(() => otica.call('DELETE', `/flowbuilder/${flow.id}`));
  const phrase = await otica.call<{ id: number }>('POST', '/flowcampaign', { name, flowId: flow.id, phrase: name });
  afterwards(() => otica.call('DELETE', `/flowcampaign/${phrase.id}`));
  return name;
}

/** No simulated channel sends what cannot be processed, so the response has an item. */
const showQuarantinedItem = (page: Page) =>
  page.route(/\/api\/quarantine(?:\?|$)/, (route) =>
    route.fulfill({
      json: {
        items: [
          {
            id: 1,
            at: new Date().toISOString(),
            whatsappId: null,
            connectionName: '',
            kind: 'message',
            reason: 'unreadable',
            contactName: 'Helena Prado',
            excerpt: '{"messages":[{"type":"unsupported"}]}',
          },
        ],
        hasMore: false,
        count: 1,
      },
    }),
  );

async function checkAllScreens(page: Page, otica: AdminApi, afterwards: Afterwards): Promise<void> {
  const phrase = await createPhrase(otica, afterwards);
  await showQuarantinedItem(page);
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
  await checkTabs(page, user, 'user', ['Geral', 'Permissões']);
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
  await expect(page.getByText('WhatsApp da loja', { exact: true })).toBeVisible();
  await checkAccessibility(page, 'connections');
  await page.getByRole('button', { name: 'Editar WhatsApp da loja' }).click();
  const connection = dialog(page, 'Editar WhatsApp da loja');
  await expect(connection.getByRole('textbox', { name: 'Nome' })).toBeVisible();
  await checkTabs(page, connection, 'connection', ['Geral', 'Mensagens', 'Chatbot']);
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

  await visit(page, '/settings');
  await expect(page.getByRole('switch', { name: 'Pedir avaliação' })).toBeVisible();
  await checkAccessibility(page, 'settings');
  for (const tab of ['Feriados e ausências', 'Histórico']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await checkAccessibility(page, `settings, ${tab}`);
  }

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
    ['/phrase-lists', phrase],
    ['/quarantine', 'Mensagem de Helena Prado'],
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

test('no screen violates WCAG 2.2 AA on a desktop, in light and in dark [F-U13] [F-U43]', async ({
  page,
  otica,
  afterwards,
}) => {
  await checkAllScreens(page, otica, afterwards);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('no screen violates WCAG 2.2 AA [F-U13] [F-U43]', async ({ page, otica, afterwards }) => {
    await checkAllScreens(page, otica, afterwards);
    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await expect(dialog(page, 'Menu principal')).toBeVisible();
    await checkAccessibility(page, 'menu', { withMenu: true });
  });
});

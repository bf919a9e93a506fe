import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { answer, bubble, composer, expect, picture, test as base } from '../support/inbox.ts';
import { drawn } from '../support/live.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';
import { dialog, row, toast } from '../support/shell.ts';

interface Lane {
  id: number;
  name: string;
}

const test = base.extend<{ lanes: { quote: Lane; paid: Lane } }>({
  lanes: async ({ otica }, lend) => {
    const [quote, paid] = [await createLane(otica, 'Orçamento', '#F59F00'), await createLane(otica, 'Pago', '#2F9E44')];
    await lend({ quote, paid });
    for (const { id } of [quote, paid]) await otica.call('DELETE', `/tags/${id}`);
  },
});
async function createLane(adminApi: AdminApi, label: string, color: string): Promise<Lane> {
  const name = `${label} ${uniqueSuffix()}`;
  const { id } = await adminApi.call<{ id: number }>('POST', '/tags', { name, color, kanban: 1 });
  return { id, name };
}

const laneOf = (page: Page, name: string): Locator => page.getByRole('region', { name: new RegExp(`^${name},`) });
const cardIn = (page: Page, lane: string, name: string): Locator =>
  laneOf(page, lane).getByRole('article').filter({ hasText: name });

test('a card is moved with the mouse and with the keyboard, and a colleague sees it in its new column [M-131] [M-132] [M-134]', async ({
  page,
  anotherBrowser,
  counter,
  lanes: { quote, paid },
}) => {
  // Two browsers, a connection and four customers take long to set up.
  const ana = await counter.agent({ name: 'Ana Prado' });
  const helena = await counter.attended(ana, 'Consigo retirar na loja do Centro na sexta?', `Helena ${uniqueSuffix()}`);
  await counter.waiting('Quero saber do meu óculos', `Otávio ${uniqueSuffix()}`);
  const other = await anotherBrowser();
  // Wide enough to show every column without scrolling.
  await page.setViewportSize({ width: 2100, height: 900 });
  await openSignedIn(page, ana, '/Kanban');
  await openSignedIn(other, await counter.agent({ profile: 'admin' }), '/Kanban');
  const card = cardIn(page, 'Sem coluna', helena.name);
  await expect(card).toContainText('Consigo retirar na loja');
  await expect(card).toContainText(counter.connection.name);
  await expect(page.getByRole('button', { name: 'Adicionar colunas' })).toBeHidden();
  await expect(cardIn(other, 'Sem coluna', helena.name)).toBeVisible();

  const [from, to] = [(await card.boundingBox())!, (await laneOf(page, quote.name).boundingBox())!];
  await page.mouse.move(from.x + 120, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 160, { steps: 12 });
  await expect(laneOf(page, quote.name).locator('li[aria-hidden]')).toBeVisible();
  await picture(page, 'kanban-drag');
  await page.mouse.up();
  await expect(cardIn(page, quote.name, helena.name)).toBeVisible();
  await expect(toast(page, 'Ticket Tag Adicionado com Sucesso!')).toBeVisible();
  await expect(cardIn(other, quote.name, helena.name)).toBeVisible();
  await expect(cardIn(other, 'Sem coluna', helena.name)).toHaveCount(0);
  // A drop must not count as a click, which would open the conversation.
  await expect(page).toHaveURL(/\/Kanban$/);

  await cardIn(page, quote.name, helena.name).getByRole('link').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Cartão de ${helena.name} levantado. Está em ${quote.name}.`)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(`Cartão de ${helena.name} sobre ${paid.name}.`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Cartão de ${helena.name} solto em ${paid.name}.`)).toBeAttached();
  await expect(cardIn(other, paid.name, helena.name)).toBeVisible();
  await expect(toast(page, 'Ticket Tag Removido!')).toBeVisible();

  // After a move by keyboard the focus stays on the card.
  await expect(cardIn(page, paid.name, helena.name).getByRole('link')).toBeFocused();

  await page.setViewportSize({ width: 1440, height: 900 });
  await picture(page, 'kanban');
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Control+Shift+L');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await picture(page, 'kanban-dark');
  expect(await violationsOn(page)).toEqual([]);
});

test('a conversation opens beside the board, is answered there and closes [M-133] [M-135]', async ({
  page,
  counter,
  lanes: { quote },
}) => {
  const boss = await counter.agent({ profile: 'admin', name: 'Marina Lopes' });
  const helena = await counter.attended(boss, 'Tem em tartaruga?', `Helena ${uniqueSuffix()}`);
  await openSignedIn(page, boss, '/Kanban');
  await cardIn(page, 'Sem coluna', helena.name).getByRole('link').click();
  await expect(bubble(page, 'Tem em tartaruga?')).toBeVisible();
  await expect(laneOf(page, quote.name)).toBeVisible();
  await answer(page, 'Tem sim, separei para você');
  await expect(cardIn(page, 'Sem coluna', helena.name)).toContainText('Tem sim, separei para você');
  await picture(page, 'kanban-beside');
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Fechar a conversa' }).click();
  await expect(composer(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/Kanban$/);

  // A column is edited on the board; the list of all columns is a screen of its own.
  await page.getByRole('button', { name: `Opções da coluna ${quote.name}` }).click();
  await page.getByRole('menuitem', { name: 'Editar coluna' }).click();
  const form = dialog(page, `Editar ${quote.name}`);
  await form.getByRole('spinbutton', { name: 'Minutos parada até avançar' }).fill('90');
  await form.getByRole('button', { name: 'Salvar coluna' }).click();
  await expect(toast(page, 'Coluna salva')).toBeVisible();
  await expect(page).toHaveURL(/\/Kanban$/);
  await page.getByRole('button', { name: `Opções da coluna ${quote.name}` }).click();
  await page.getByRole('menuitem', { name: 'Ver todas as colunas' }).click();
  await expect(row(page, quote.name).getByRole('cell', { name: '0', exact: true })).toBeVisible();
  await picture(page, 'kanban-lanes');
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Voltar ao Kanban' }).click();
  await expect(laneOf(page, quote.name)).toBeVisible();
});

test('a file list is created with its files and shows them when it is opened again [M-230]', async ({
  page,
  otica,
}) => {
  const name = `Catálogo ${uniqueSuffix()}`;
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/files');
  await page.getByRole('button', { name: 'Nova lista' }).first().click();
  const form = dialog(page, 'Nova lista');
  await form.getByRole('textbox', { name: 'Nome' }).fill(name);
  await form.getByRole('textbox', { name: 'Mensagem' }).fill('Segue o nosso catálogo.');
  const files = ['Tabela de preços.pdf', 'Como chegar.pdf'];
  await form
    .getByLabel('Adicionar arquivos')
    .last()
    .setInputFiles(
      files.map((file) => ({ name: file, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7 ${file}`) })),
    );
  await expect(form.getByRole('textbox', { name: 'Legenda de Como chegar.pdf' })).toHaveValue('Como chegar');
  await picture(page, 'files-form');
  expect(await violationsOn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Salvar lista' }).click();
  await expect(toast(page, 'Lista de arquivos salva com sucesso!')).toBeVisible();
  await expect(row(page, name).getByRole('cell', { name: '2', exact: true })).toBeVisible();
  await picture(page, 'files');
  await page.getByRole('button', { name: `Editar ${name}` }).click();
  await expect(dialog(page, `Editar ${name}`).getByText('Tabela_de_preços.pdf')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await dialog(page, `Excluir a lista “${name}”?`).getByRole('button', { name: 'Excluir' }).click();
  await expect(row(page, name)).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('one column is visible, a card is moved by its menu, and the conversation covers the board', async ({
    page,
    counter,
    lanes: { quote },
  }) => {
    const ana = await counter.agent();
    const helena = await counter.attended(ana, 'Tem em tartaruga?', `Helena ${uniqueSuffix()}`);
    await openSignedIn(page, ana, '/Kanban');
    await expect(cardIn(page, 'Sem coluna', helena.name)).toBeVisible();
    await expect(laneOf(page, quote.name)).toHaveCount(0);
    await picture(page, 'kanban-390');
    await page.getByRole('button', { name: `Mover ${helena.name}` }).click();
    await page.getByRole('menuitemradio', { name: quote.name }).click();
    await expect(cardIn(page, 'Sem coluna', helena.name)).toHaveCount(0);
    await page.getByRole('combobox', { name: /^Coluna/ }).click();
    await page.getByRole('option', { name: quote.name }).click();
    await expect(cardIn(page, quote.name, helena.name)).toBeVisible();
    await drawn(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await violationsOn(page)).toEqual([]);
    await cardIn(page, quote.name, helena.name).getByRole('link').click();
    await expect(bubble(page, 'Tem em tartaruga?')).toBeVisible();
    await expect(laneOf(page, quote.name)).toBeHidden();
    await picture(page, 'kanban-390-beside');
    await page.getByRole('button', { name: 'Voltar para a lista' }).click();
    await expect(cardIn(page, quote.name, helena.name)).toBeVisible();
  });
});

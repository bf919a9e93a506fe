import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { colorFrom, picture } from '../support/inbox.ts';
import { expect, test } from '../support/journey.ts';
import { drawn } from '../support/live.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog, row, toast } from '../support/shell.ts';
import { failedWithStatus } from '../support/console-errors.ts';

test('queues are created, distinguished by color, changed and removed [M-137]', async ({
  page,
  otica,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(400));
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/queues');
  await expect(row(page, 'Suporte')).toContainText('Olá! Conte o que aconteceu e já ajudamos.');
  const suffix = uniqueSuffix();
  const name = `Oficina ${suffix}`;

  await page.getByRole('button', { name: 'Nova fila' }).click();
  const form = dialog(page, 'Nova fila');
  await form.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(form.getByRole('textbox', { name: 'Nome' })).toHaveAccessibleDescription('Obrigatório');
  await form.getByRole('textbox', { name: 'Nome' }).fill('Suporte');
  const colorField = form.getByRole('textbox', { name: 'Código hexadecimal' });
  await colorField.fill('azul');
  await form.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(form.getByRole('alert')).toHaveText('Use uma cor como #1E90FF');
  // The queue Suporte already has this color.
  await colorField.fill('#0ea5e9');
  await expect(form.getByRole('alert')).toHaveText('A fila Suporte já usa esta cor.');
  await expect(form.getByRole('group', { name: 'Cor' })).toHaveAccessibleDescription('A fila Suporte já usa esta cor.');
  await colorField.fill(colorFrom(suffix));
  await form.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(form.getByRole('alert')).toHaveText('Já existe uma fila com este nome.');
  await form.getByRole('textbox', { name: 'Nome' }).fill(name);

  await form.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Oi! Traga seus óculos.');
  await form.getByRole('switch', { name: 'Rodízio automático' }).click();
  await form.getByRole('combobox', { name: 'Passar ao próximo depois de' }).click();
  await page.getByRole('option', { name: '15 minutos' }).click();
  await form.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(toast(page, 'Fila salva com sucesso!')).toBeVisible();
  await expect(row(page, name)).toContainText('Oi! Traga seus óculos.Ligado');

  await page.getByRole('button', { name: `Editar ${name}` }).click();
  const edit = dialog(page, `Editar ${name}`);
  await expect(edit.getByRole('combobox', { name: 'Passar ao próximo depois de' })).toHaveText('15 minutos');
  await edit.getByRole('switch', { name: 'Rodízio automático' }).click();
  await edit.getByRole('button', { name: 'Salvar fila' }).click();
  await expect(row(page, name)).toContainText('Desligado');

  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await dialog(page, `Excluir a fila “${name}”?`).getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Fila excluída com sucesso!')).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});

test.describe('on any screen', () => {
  test('bot options are added, reordered, nested, previewed before saving and saved [M-140] [M-141] [F-U13]', async ({
    page,
    otica,
    phones,
    afterwards,
  }) => {
    const suffix = uniqueSuffix();
    const name = `Balcão ${suffix}`;
    const draft = { name, color: colorFrom(suffix), greetingMessage: 'Como ajudamos?' };
    const { id } = await otica.call<{ id: number }>('POST', '/queue', draft);
    afterwards(() => otica.call('DELETE', `/queue/${id}`));
    const connection = await phones.connected('whatsapp', { queueIds: [id], greetingMessage: 'Oi!' });
    await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/queues');
    await page.getByRole('button', { name: `Editar ${name}` }).click();
    const form = dialog(page, `Editar ${name}`);
    const firstTab = form.getByRole('tab').first();
    await expect(form.getByRole('textbox', { name: 'Nome' })).toBeVisible();
    const before = [await form.boundingBox(), await firstTab.boundingBox()];
    await form.getByRole('tab', { name: 'Horários' }).click();
    await expect(form.getByText('O expediente está desligado')).toBeVisible();
    // Neither the dialog nor its tabs move with the content.
    expect([await form.boundingBox(), await firstTab.boundingBox()]).toEqual(before);
    await checkAppearance(page, 'queue-hours-off');

    await form.getByRole('tab', { name: 'Opções' }).click();
    await form.getByRole('button', { name: 'Adicionar opção' }).click();
    for (const option of ['Trocas', 'Horário da loja', 'Preços']) {
      await page.keyboard.type(option);
      if (option !== 'Preços') await page.keyboard.press('Enter');
    }
    await form.getByRole('button', { name: 'Adicionar opção dentro de Preços' }).click();
    await page.keyboard.type('Lentes');
    for (const option of ['Trocas', 'Horário da loja', 'Preços', 'Lentes'])
      await form.getByRole('button', { name: option, exact: true }).click();
    await drag(page, grip(form, 'Preços'), grip(form, 'Trocas'));
    await expect(form.getByRole('region', { name: 'O que o cliente vê' })).toHaveText(/1 – Preços\s*2 – Trocas/);
    await checkAppearance(page, 'queue-options');

    await form.getByRole('button', { name: 'O que aconteceria?' }).click();
    await expect(form.getByRole('combobox', { name: 'Conexão' })).toHaveText(connection.name);
    await form.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('Bom dia');
    await page.keyboard.press('Enter');
    await expect(form.getByText('Quem responde: Menu de filas')).toBeVisible();
    await form.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('1');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('log')).toContainText('1 – Preços');
    await checkAppearance(page, 'queue-tester');

    await form.getByRole('button', { name: 'Salvar fila' }).click();
    await expect(toast(page, 'Bot salvo com sucesso!')).toBeVisible();
    const saved = await otica.call<{ chatbots: SavedOption[] }>('GET', `/queue/${id}`);
    expect(saved.chatbots.map(written).join(' ')).toBe('Preços(Lentes) Trocas Horário da loja');
  });
});

interface SavedOption {
  name: string;
  options: SavedOption[];
}
const written = ({ name, options }: SavedOption): string =>
  name + (options.length > 0 ? `(${options.map(written).join(' ')})` : '');

const grip = (form: Locator, name: string): Locator =>
  form
    .getByRole('listitem')
    .filter({ has: form.page().getByRole('button', { name, exact: true }) })
    .last()
    .getByTitle('Arraste para mudar a ordem')
    .first();

async function drag(page: Page, source: Locator, to: Locator): Promise<void> {
  const [from, target] = [await source.boundingBox(), await to.boundingBox()];
  if (!from || !target) throw new Error('The dragged element or its target is not visible');
  await page.mouse.move(from.x + 5, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 5, from.y - 10, { steps: 4 });
  await page.mouse.move(target.x + 5, target.y + 10, { steps: 8 });
  // The drop position must be rendered before the button is released.
  await drawn(page);
  await page.mouse.up();
}

/** No WCAG violation in either theme, and no horizontal overflow from phone to desktop. */
async function checkAppearance(page: Page, label: string): Promise<void> {
  expect(await violationsOn(page), `${label}, light`).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  expect(await violationsOn(page, { only: 'color-contrast' }), `${label}, dark`).toEqual([]);
  await picture(page, `${label}-dark`);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  for (const width of [390, 900, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${label} at ${width}`).toBeLessThanOrEqual(
      width,
    );
    await picture(page, `${label}-${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

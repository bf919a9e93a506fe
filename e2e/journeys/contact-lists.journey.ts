import { violationsOn } from '../support/axe.ts';
import { expect, picture, test } from '../support/inbox.ts';
import { dialog, toast } from '../support/shell.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';
import { drawnScreens } from '../support/visual.ts';

/** Numbers are checked in the background. */
const CHECKED_MS = 60_000;

const removeList = async (otica: AdminApi, name: string) => {
  type Lists = { records: { id: number; name: string }[] };
  const { records } = await otica.call<Lists>('GET', `/contact-lists?searchParam=${encodeURIComponent(name)}`);
  for (const { id } of records) await otica.call('DELETE', `/contact-lists/${id}`);
};

test('a list is created, filled from a spreadsheet, checked, changed and deleted [M-249] [M-250] [M-251]', async ({
  page,
  otica,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const name = `Clientes ${suffix}`;
  const admin = await otica.createUser({ profile: 'admin', name: `Marina ${suffix}` });
  expect(counter.connection.id, 'a phone that can tell which numbers have WhatsApp').toBeGreaterThan(0);
  await openSignedIn(page, admin, '/contact-lists');
  await page.getByRole('button', { name: 'Nova lista' }).first().click();
  await dialog(page, 'Nova lista').getByLabel(/^Nome/).fill(name);
  await dialog(page, 'Nova lista').getByRole('button', { name: 'Salvar' }).click();
  await page.waitForURL(/\/contact-lists\/\d+\/contacts$/);
  await expect(page.getByText('Esta lista está vazia')).toBeVisible();

  await page.getByRole('button', { name: 'Importar planilha' }).first().click();
  const form = dialog(page, `Importar para ${name}`);
  await picture(page, 'contact-lists-drop');
  await form.locator('input[type=file]').setInputFiles({
    name: 'clientes-julho.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Nome;Telefone;E-mail;Nota',
        'Ana Clara Menezes;(81) 99702-1145;ana@example.com;VIP',
        'Otávio Rangel;+55 81 99734-2210;otavio@example.com;',
        'Sandra Lima;9887-066;sandra@example.com;Orçamento',
        ';81 98122-7765;;',
        'Ana de novo;81 9702-1145;;',
      ].join('\r\n'),
    ),
  });
  await expect(toast(page, 'Planilha lida. Clique em salvar para registrar as mudanças.')).toBeVisible();
  await expect(form.getByText('Já está na lista', { exact: true })).toBeVisible();
  await expect(form.getByText('Sem nome', { exact: true })).toBeVisible();
  await picture(page, 'contact-lists-import');
  expect(await violationsOn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Salvar 2 contatos' }).click();
  await expect(form.getByText('2 contatos novos na lista')).toBeVisible({ timeout: 30_000 });
  await picture(page, 'contact-lists-imported');
  await form.getByRole('button', { name: 'Fechar' }).last().click();

  await expect(page.getByRole('row', { name: /Otávio Rangel/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Otávio Rangel/ }).getByText('Tem', { exact: true })).toBeVisible({
    timeout: CHECKED_MS,
  });
  await picture(page, 'contact-list-items');
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('button', { name: 'Excluir Otávio Rangel' }).click();
  await dialog(page, 'Excluir Otávio Rangel da lista?').getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('row', { name: /Otávio Rangel/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Voltar para as listas' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await picture(page, 'contact-lists');
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  await dialog(page, `Excluir a lista “${name}”?`).getByRole('button', { name: 'Excluir' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0);
});

for (const { theme, width, height } of drawnScreens)
  test(`the contact lists at ${width} px, ${theme}, without violations of WCAG [M-249]`, async ({ page, otica }) => {
    const name = `Aniversários ${uniqueSuffix()}`;
    const { id } = await otica.call<{ id: number }>('POST', '/contact-lists', { name });
    for (const n of [1, 2, 3])
      await otica.call('POST', '/contact-list-items', {
        contactListId: id,
        name: `Cliente ${n}`,
        number: `+55 81 99702-110${n}`,
      });
    const admin = await otica.createUser({ profile: 'admin', defaultTheme: theme });
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height });
    for (const [path, shown] of [
      ['/contact-lists', name],
      [`/contact-lists/${id}/contacts`, 'Cliente 2'],
    ] as const) {
      await openSignedIn(page, admin, path);
      await expect(page.getByText(shown).first()).toBeVisible();
      await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await picture(page, `${path.endsWith('contacts') ? 'contact-list-items' : 'contact-lists'}-${width}-${theme}`);
      expect(await violationsOn(page)).toEqual([]);
    }
    await removeList(otica, name);
  });

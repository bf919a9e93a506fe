import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { composer, expect, picture, test } from '../support/inbox.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';
import { dialog, row, toast } from '../support/shell.ts';
import { failedWithStatus } from '../support/console-errors.ts';

// Each test opens several screens, and every accessibility scan takes time.

interface ContactRow {
  id: number;
  name: string;
  number: string;
}
const named = async (otica: AdminApi, suffix: string): Promise<ContactRow[]> =>
  (await otica.call<{ contacts: ContactRow[] }>('GET', `/contacts?searchParam=${encodeURIComponent(suffix)}`)).contacts;
const removeContacts = async (otica: AdminApi, suffix: string) => {
  for (const { id } of await named(otica, suffix)) await otica.call('DELETE', `/contacts/${id}`);
};
const search = (page: Page) => page.getByRole('textbox', { name: 'Buscar por nome, número ou e-mail' });
/** Phone numbers that no contact has and no other journey uses. */
let calls = 1;
const aNumber = () => `5500${String(Date.now()).slice(-6)}${String(calls++).padStart(3, '0')}`;

test('contacts are searched, filtered, created and blocked, and a conversation is started from the list [M-116] [M-117] [M-118] [M-119]', async ({
  page,
  otica,
  counter,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(409));
  const suffix = uniqueSuffix();
  const admin = await counter.agent({ profile: 'admin' });
  const customer = await counter.waiting('Bom dia', `Ana ${suffix}`);
  const [contact] = await named(otica, customer.name);
  const tag = await otica.call<{ id: number }>('POST', '/tags', { name: `Tag ${suffix}`, color: '#E8590C' });
  await otica.call('POST', '/tags/sync', { contactId: contact!.id, tags: [{ id: tag.id }] });
  try {
    await openSignedIn(page, admin, '/contacts');
    await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'contacts-1440');

    await page.getByRole('button', { name: 'Novo contato' }).first().click();
    const form = dialog(page, 'Novo contato');
    await form.getByRole('textbox', { name: 'Nome' }).fill(`Edson ${suffix}`);
    const number = aNumber();
    await form.getByRole('textbox', { name: 'Número' }).fill(number);
    await form.getByRole('textbox', { name: 'E-mail' }).fill('edson');
    await form.getByRole('button', { name: 'Salvar contato' }).click();
    await expect(form.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription(/^E-mail inválido/);
    await form.getByRole('textbox', { name: 'E-mail' }).fill('edson@example.com');
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'contacts-form-1440');
    await form.getByRole('button', { name: 'Salvar contato' }).click();
    await expect(toast(page, 'Contato salvo com sucesso!')).toBeVisible();

    await search(page).fill(suffix);
    await expect(page.getByRole('heading', { name: 'Contatos 2' })).toBeVisible();
    await page.getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('textbox', { name: 'Buscar tag' }).fill(suffix);
    await page.getByRole('checkbox', { name: `Tag ${suffix}` }).check();
    await expect(page.getByRole('heading', { name: 'Contatos 1' })).toBeVisible();
    await expect(row(page, customer.name)).toContainText(`Tag ${suffix}`);
    await expect(row(page, customer.name)).toContainText(counter.connection.name);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Limpar filtros' }).click();

    await page.getByRole('button', { name: `Mais ações para Edson ${suffix}` }).click();
    await picture(page, 'contacts-menu-1440');
    await page.getByRole('menuitem', { name: 'Bloquear' }).click();
    await expect(toast(page, 'Contato bloqueado')).toBeVisible();
    await expect(row(page, `Edson ${suffix}`)).toContainText('Bloqueado');
    await expect(
      page.getByRole('button', { name: `Contato bloqueado: desbloqueie para conversar com Edson ${suffix}` }),
    ).toBeDisabled();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(toast(page, 'Contato desbloqueado')).toBeVisible();

    await page.getByRole('button', { name: `Conversar com Edson ${suffix}` }).click();
    const start = dialog(page, `Conversar com Edson ${suffix}`);
    await start.getByRole('combobox', { name: 'Conexão' }).click();
    await page.getByRole('option', { name: counter.connection.name }).click();
    await expect(start.getByRole('combobox', { name: 'Fila' })).toContainText(counter.queue.name);
    await start.getByRole('button', { name: 'Iniciar conversa' }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await expect(composer(page)).toBeVisible();

    // A second request opens the existing conversation.
    const previousUrl = page.url();
    await page.goto('/contacts');
    await search(page).fill(`Edson ${suffix}`);
    await page.getByRole('button', { name: `Conversar com Edson ${suffix}` }).click();
    await start.getByRole('combobox', { name: 'Conexão' }).click();
    await page.getByRole('option', { name: counter.connection.name }).click();
    await start.getByRole('button', { name: 'Iniciar conversa' }).click();
    await page.waitForURL(previousUrl);
  } finally {
    await page.close();
    await removeContacts(otica, suffix);
    await otica.call('DELETE', `/tags/${tag.id}`);
  }
});

const csvOf = (suffix: string) =>
  [
    'Nome;Celular;Correio eletrônico;Cidade',
    ...Array.from({ length: 60 }, (_, at) => `Lead ${suffix} ${at};${aNumber()};lead${at}@example.com;Recife`),
    `Sem número ${suffix};;;Olinda`,
    `Errado ${suffix};12;;Olinda`,
  ].join('\r\n');

test('a spreadsheet is uploaded, mapped, previewed, imported and undone [M-122] [M-124] [M-125] [M-126]', async ({
  page,
  otica,
}) => {
  const suffix = uniqueSuffix();
  const admin = await otica.createUser({ profile: 'admin' });
  try {
    await openSignedIn(page, admin, '/contacts');
    await page.getByRole('button', { name: 'Importar / Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
    await expect(page.getByRole('heading', { name: 'Importar contatos' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    const chooser = page.getByLabel('Planilha de contatos').locator('input');
    await chooser.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await expect(page.getByText('Arquivo inválido!')).toBeVisible();
    await picture(page, 'import-drop-1440');
    const buffer = Buffer.from(csvOf(suffix), 'utf8');
    await chooser.setInputFiles({ name: `leads-${suffix}.csv`, mimeType: 'text/csv', buffer });

    await expect(page.getByRole('combobox', { name: 'A coluna Celular é' })).toHaveText('Número');
    const choose = async (column: string, field: string) => {
      await page.getByRole('combobox', { name: `A coluna ${column} é` }).click();
      await page.getByRole('option', { name: field, exact: true }).click();
    };
    await choose('Celular', 'Ignorar');
    await page.getByRole('button', { name: 'Ver o que vai mudar' }).click();
    await expect(page.getByText('Não foi selecionado o campo de número do contato')).toBeVisible();
    await choose('Celular', 'Número');
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'import-columns-1440');
    await page.getByRole('button', { name: 'Ver o que vai mudar' }).click();

    await expect(page.getByRole('button', { name: 'Importar 60 contatos' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Importar a linha 2', exact: true }).uncheck();
    await expect(page.getByRole('button', { name: 'Importar 59 contatos' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'import-preview-1440');
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'import-preview-390');
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Importar 59 contatos' }).click();

    const title = 'Importação realizada com sucesso, mas houveram alguns erros';
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await picture(page, 'import-result-1440');
    expect(await violationsOn(page)).toEqual([]);
    const [errors] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar planilha de erros' }).click(),
    ]);
    expect(errors.suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('button', { name: 'Ver contatos' }).click();
    await search(page).fill(`Lead ${suffix}`);
    await expect(page.getByRole('heading', { name: 'Contatos 59' })).toBeVisible();

    // The import is still listed after leaving the page, and one click undoes it.
    await page.goto('/contacts/import');
    await page.getByRole('button', { name: `Abrir leads-${suffix}.csv` }).click();
    await page.getByRole('button', { name: 'Desfazer importação' }).click();
    await expect(page.getByText('59 contatos excluídos')).toBeVisible();
    expect(await named(otica, `Lead ${suffix}`)).toEqual([]);
    await page.getByRole('button', { name: 'Voltar' }).click();
    await page.waitForURL(/\/contacts$/);
  } finally {
    await removeContacts(otica, suffix);
  }
});

test('contacts are exported as an Excel file, and duplicates are merged, also on a phone [M-122] [M-123]', async ({
  page,
  otica,
}) => {
  const suffix = uniqueSuffix();
  const admin = await otica.createUser({ profile: 'admin' });
  const email = `${suffix}@example.com`;
  for (const name of [`Bia ${suffix}`, `Beatriz ${suffix}`])
    await otica.call('POST', '/contacts', { name, number: aNumber(), email });
  try {
    await openSignedIn(page, admin, '/contacts');
    await search(page).fill(suffix);
    await expect(page.getByRole('heading', { name: 'Contatos 2' })).toBeVisible();
    await page.getByRole('button', { name: 'Importar / Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Exportar para Excel' }).click();
    const [spreadsheet] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page, 'Exportar para Excel').getByRole('button', { name: 'Exportar' }).click(),
    ]);
    expect(spreadsheet.suggestedFilename()).toMatch(/\.xlsx$/);
    const bytes = await (await spreadsheet.createReadStream()).toArray();
    expect(Buffer.concat(bytes).subarray(0, 2).toString()).toBe('PK');

    await search(page).fill('ninguém se chama assim');
    await expect(page.getByRole('heading', { name: 'Nada encontrado para “ninguém se chama assim”' })).toBeVisible();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();

    await page.setViewportSize({ width: 390, height: 844 });
    await search(page).fill(suffix);
    await expect(page.getByText(`Bia ${suffix}`, { exact: true })).toBeVisible();
    await picture(page, 'contacts-390');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Duplicados' }).click();
    const twins = page.getByRole('group', { name: 'Mesmo e-mail' }).filter({ hasText: suffix });
    await twins.getByRole('radio', { name: `Beatriz ${suffix}` }).check();
    await picture(page, 'duplicates-390');
    expect(await violationsOn(page)).toEqual([]);
    await twins.getByRole('button', { name: `Unir em Beatriz ${suffix}` }).click();
    await dialog(page, /^Unir 2 contatos/)
      .getByRole('button', { name: 'Unir' })
      .click();
    await expect(toast(page, 'Contatos unidos')).toBeVisible();
    expect((await named(otica, suffix)).map(({ name }) => name)).toEqual([`Beatriz ${suffix}`]);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(toast(page, 'União desfeita')).toBeVisible();
    expect(await named(otica, suffix)).toHaveLength(2);
  } finally {
    await removeContacts(otica, suffix);
  }
});

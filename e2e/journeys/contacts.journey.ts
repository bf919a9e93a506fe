import type { Page } from '@playwright/test';
import { violationsOn } from '../cast/axe.ts';
import { composer, expect, picture, test } from '../cast/inbox.ts';
import { arrive, uniqueMark, type Manager } from '../cast/people.ts';
import { dialog, row, toast } from '../cast/shell.ts';
import { refusedWith } from '../cast/trouble.ts';

// Each of them looks at several screens, and every look for accessibility takes its time.
test.setTimeout(180_000);

interface Kept {
  id: number;
  name: string;
  number: string;
}
const named = async (otica: Manager, mark: string): Promise<Kept[]> =>
  (await otica.call<{ contacts: Kept[] }>('GET', `/contacts?searchParam=${encodeURIComponent(mark)}`)).contacts;
const forget = async (otica: Manager, mark: string) => {
  for (const { id } of await named(otica, mark)) await otica.call('DELETE', `/contacts/${id}`);
};
const search = (page: Page) => page.getByRole('textbox', { name: 'Buscar por nome, número ou e-mail' });
/** Numbers nobody has, and no other journey uses. */
let calls = 0;
const aNumber = () => `5500${String(Date.now()).slice(-6)}${String(calls++).padStart(3, '0')}`;

test('contacts are found, filtered, made, blocked and talked to [M-116] [M-117] [M-118] [M-119]', async ({
  page,
  otica,
  counter,
  trouble,
}) => {
  trouble.expect(refusedWith(409));
  const mark = uniqueMark();
  const admin = await counter.attendant({ profile: 'admin' });
  const customer = await counter.waiting('Bom dia', `Ana ${mark}`);
  const [known] = await named(otica, customer.name);
  const tag = await otica.call<{ id: number }>('POST', '/tags', { name: `Tag ${mark}`, color: '#E8590C' });
  await otica.call('POST', '/tags/sync', { contactId: known!.id, tags: [{ id: tag.id }] });
  try {
    await arrive(page, admin, '/contacts');
    await expect(page.getByRole('table', { name: 'Contatos' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'contacts-1440');

    await page.getByRole('button', { name: 'Novo contato' }).first().click();
    const form = dialog(page, 'Novo contato');
    await form.getByRole('textbox', { name: 'Nome' }).fill(`Edson ${mark}`);
    const number = aNumber();
    await form.getByRole('textbox', { name: 'Número' }).fill(number);
    await form.getByRole('textbox', { name: 'E-mail' }).fill('edson');
    await form.getByRole('button', { name: 'Salvar contato' }).click();
    await expect(form.getByRole('textbox', { name: 'E-mail' })).toHaveAccessibleDescription('E-mail inválido');
    await form.getByRole('textbox', { name: 'E-mail' }).fill('edson@example.com');
    expect(await violationsOn(page)).toEqual([]);
    await picture(page, 'contacts-form-1440');
    await form.getByRole('button', { name: 'Salvar contato' }).click();
    await expect(toast(page, 'Contato salvo com sucesso!')).toBeVisible();

    await search(page).fill(mark);
    await expect(page.getByRole('heading', { name: 'Contatos 2' })).toBeVisible();
    await page.getByRole('button', { name: 'Tags' }).click();
    await page.getByRole('textbox', { name: 'Buscar tag' }).fill(mark);
    await page.getByRole('checkbox', { name: `Tag ${mark}` }).check();
    await expect(page.getByRole('heading', { name: 'Contatos 1' })).toBeVisible();
    await expect(row(page, customer.name)).toContainText(`Tag ${mark}`);
    await expect(row(page, customer.name)).toContainText(counter.line.name);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Limpar filtros' }).click();

    await page.getByRole('button', { name: `Mais ações para Edson ${mark}` }).click();
    await picture(page, 'contacts-menu-1440');
    await page.getByRole('menuitem', { name: 'Bloquear' }).click();
    await expect(toast(page, 'Contato bloqueado')).toBeVisible();
    await expect(row(page, `Edson ${mark}`)).toContainText('Bloqueado');
    await expect(page.getByRole('button', { name: `Edson ${mark} está bloqueado` })).toBeDisabled();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(toast(page, 'Contato desbloqueado')).toBeVisible();

    await page.getByRole('button', { name: `Conversar com Edson ${mark}` }).click();
    const start = dialog(page, `Conversar com Edson ${mark}`);
    await start.getByRole('combobox', { name: 'Conexão' }).click();
    await page.getByRole('option', { name: counter.line.name }).click();
    await expect(start.getByRole('combobox', { name: 'Fila' })).toContainText(counter.queue.name);
    await start.getByRole('button', { name: 'Iniciar conversa' }).click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await expect(composer(page)).toBeVisible();

    // Asked for again, the conversation that is there is shown.
    const there = page.url();
    await page.goto('/contacts');
    await search(page).fill(`Edson ${mark}`);
    await page.getByRole('button', { name: `Conversar com Edson ${mark}` }).click();
    await start.getByRole('combobox', { name: 'Conexão' }).click();
    await page.getByRole('option', { name: counter.line.name }).click();
    await start.getByRole('button', { name: 'Iniciar conversa' }).click();
    await page.waitForURL(there);
  } finally {
    await page.goto('about:blank');
    await forget(otica, mark);
    await otica.call('DELETE', `/tags/${tag.id}`);
  }
});

const sheetOf = (mark: string) =>
  [
    'Nome;Celular;Correio eletrônico;Cidade',
    ...Array.from({ length: 60 }, (_, at) => `Lead ${mark} ${at};${aNumber()};lead${at}@example.com;Recife`),
    `Sem número ${mark};;;Olinda`,
    `Errado ${mark};12;;Olinda`,
  ].join('\r\n');

test('a sheet is brought, named, looked at, imported and taken back [M-122] [M-124] [M-125] [M-126]', async ({
  page,
  otica,
}) => {
  const mark = uniqueMark();
  const admin = await otica.hire({ profile: 'admin' });
  try {
    await arrive(page, admin, '/contacts');
    await page.getByRole('button', { name: 'Importar / Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Importar planilha' }).click();
    await expect(page.getByRole('heading', { name: 'Importar contatos' })).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);
    const chooser = page.getByLabel('Planilha de contatos').locator('input');
    await chooser.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await expect(page.getByText('Arquivo inválido!')).toBeVisible();
    await picture(page, 'import-drop-1440');
    const buffer = Buffer.from(sheetOf(mark), 'utf8');
    await chooser.setInputFiles({ name: `leads-${mark}.csv`, mimeType: 'text/csv', buffer });

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

    const words = 'Importação realizada com sucesso, mas houveram alguns erros';
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await picture(page, 'import-result-1440');
    expect(await violationsOn(page)).toEqual([]);
    const [errors] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar planilha de erros' }).click(),
    ]);
    expect(errors.suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('button', { name: 'Ver contatos' }).click();
    await search(page).fill(`Lead ${mark}`);
    await expect(page.getByRole('heading', { name: 'Contatos 59' })).toBeVisible();

    // Left and found again, and taken back with one click.
    await page.goto('/contacts/import');
    await page.getByRole('button', { name: `Abrir leads-${mark}.csv` }).click();
    await page.getByRole('button', { name: 'Desfazer importação' }).click();
    await expect(page.getByText('59 contatos retirados')).toBeVisible();
    expect(await named(otica, `Lead ${mark}`)).toEqual([]);
    await page.getByRole('button', { name: 'Voltar' }).click();
    await page.waitForURL(/\/contacts$/);
  } finally {
    await forget(otica, mark);
  }
});

test('contacts go out as a sheet of Excel, and two that are one become one, on a phone too [M-122] [M-123]', async ({
  page,
  otica,
}) => {
  const mark = uniqueMark();
  const admin = await otica.hire({ profile: 'admin' });
  const email = `${mark}@example.com`;
  for (const name of [`Bia ${mark}`, `Beatriz ${mark}`])
    await otica.call('POST', '/contacts', { name, number: aNumber(), email });
  try {
    await arrive(page, admin, '/contacts');
    await search(page).fill(mark);
    await expect(page.getByRole('heading', { name: 'Contatos 2' })).toBeVisible();
    await page.getByRole('button', { name: 'Importar / Exportar' }).click();
    await page.getByRole('menuitem', { name: 'Exportar para Excel' }).click();
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page, 'Exportar para Excel').getByRole('button', { name: 'Exportar' }).click(),
    ]);
    expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/);
    const bytes = await (await sheet.createReadStream()).toArray();
    expect(Buffer.concat(bytes).subarray(0, 2).toString()).toBe('PK');

    await search(page).fill('ninguém se chama assim');
    await expect(page.getByRole('heading', { name: 'Nada encontrado para “ninguém se chama assim”' })).toBeVisible();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();

    await page.setViewportSize({ width: 390, height: 844 });
    await search(page).fill(mark);
    await expect(page.getByText(`Bia ${mark}`)).toBeVisible();
    await picture(page, 'contacts-390');
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Duplicados' }).click();
    const twins = page.getByRole('group', { name: 'Mesmo e-mail' }).filter({ hasText: mark });
    await twins.getByRole('radio', { name: `Beatriz ${mark}` }).check();
    await picture(page, 'duplicates-390');
    expect(await violationsOn(page)).toEqual([]);
    await twins.getByRole('button', { name: `Unir em Beatriz ${mark}` }).click();
    await dialog(page, /^Unir 2 contatos/)
      .getByRole('button', { name: 'Unir' })
      .click();
    await expect(toast(page, 'Contatos unidos')).toBeVisible();
    expect((await named(otica, mark)).map(({ name }) => name)).toEqual([`Beatriz ${mark}`]);
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(toast(page, 'União desfeita')).toBeVisible();
    expect(await named(otica, mark)).toHaveLength(2);
  } finally {
    await forget(otica, mark);
  }
});

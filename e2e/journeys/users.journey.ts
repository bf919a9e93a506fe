import type { Locator, Page } from '@playwright/test';
import { answeredAt } from '../support/live.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn, DEMO_PASSWORD, uniqueSuffix } from '../support/users.ts';
import { accountMenu, dialog, row, toast } from '../support/shell.ts';
import { failedWithStatus } from '../support/console-errors.ts';

const field = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true });
const save = (form: Locator) => form.getByRole('button', { name: 'Salvar usuário' });
const choose = async (page: Page, form: Locator, name: string, option: string) => {
  await form.getByRole('combobox', { name }).click();
  await page.getByRole('option', { name: option }).click();
};

test('an admin creates a user: fields are validated, an e-mail is unique, permissions are saved [M-192] [M-193] [M-194] [M-196] [M-045]', async ({
  page,
  otica,
  afterwards,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(400));
  const admin = await otica.createUser({ profile: 'admin' });
  await openSignedIn(page, admin, '/users');
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'Nome',
    'E-mail',
    'Filas',
    'Perfil',
    'Expediente',
    'Situação',
    'Ações',
  ]);
  await expect(row(page, 'Rute Lacerda')).toContainText(/rute@example\.com.*Atendente09:00 às 19:00Offline/);
  await expect(row(page, admin.name)).toContainText('Administrador');
  await expect(row(page, admin.name)).toContainText('Online');
  await expect(page.getByRole('heading', { name: 'Usuários 5 de 10' })).toBeVisible();

  await page.getByRole('button', { name: 'Novo usuário' }).click();
  const form = dialog(page, 'Novo usuário');
  await expect(field(form, 'Nome')).toBeFocused();
  await save(form).click();
  for (const name of ['Nome', 'E-mail', 'Senha'])
    await expect(field(form, name)).toHaveAccessibleDescription('Obrigatório');
  await expect(field(form, 'Nome')).toBeFocused();

  await field(form, 'Nome').fill('A');
  await field(form, 'E-mail').fill('ana');
  await field(form, 'Senha').fill('1234');
  await expect(field(form, 'Nome')).toHaveAccessibleDescription(/^Muito curto!/);
  await expect(field(form, 'E-mail')).toHaveAccessibleDescription(/^E-mail inválido/);
  await expect(field(form, 'Senha')).toHaveAccessibleDescription(/^Muito curto!/);

  const name = `Bruna ${uniqueSuffix()}`;
  await field(form, 'Nome').fill(name);
  await field(form, 'E-mail').fill('AGENTE2@example.com');
  await field(form, 'Senha').fill(DEMO_PASSWORD);
  await save(form).click();
  // The address belongs to a user of another company: one e-mail belongs to one user.
  await expect(field(form, 'E-mail')).toHaveAccessibleDescription(
    'Não foi possível usar este e-mail. Confira o endereço ou convide a pessoa por e-mail.',
  );
  await expect(field(form, 'E-mail')).toBeFocused();

  const email = `${uniqueSuffix()}@example.com`;
  afterwards(() => otica.removeUserWith(email));
  await field(form, 'E-mail').fill(email.toUpperCase());
  await field(form, 'Início do expediente').fill('08:00');
  await form.getByRole('tab', { name: 'Permissões' }).click();
  await form.getByRole('combobox', { name: 'Filas' }).click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('switch', { name: 'Painel de atendimentos' }).click();
  await expect(form.getByRole('switch', { name: 'Ignorar conversas em espera' })).toBeChecked();

  const pressed = Date.now();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/users'));
  await save(form).click();
  const saved = toast(page, 'Usuário salvo com sucesso!');
  await expect(saved).toBeVisible();
  expect((await sent).timing().startTime - pressed, 'the save waits 400 ms').toBeGreaterThanOrEqual(400);
  const answeredTime = await answeredAt(sent);
  await expect(form).toBeHidden();
  await expect(saved).toBeHidden();
  expect(Date.now() - answeredTime, 'the toast lasts 2 s').toBeGreaterThanOrEqual(1500);
  await expect(row(page, name)).toContainText(`${email}VendasAtendente08:00 às 23:59Offline`);
  await expect(page.getByRole('heading', { name: 'Usuários 6 de 10' })).toBeVisible();

  await page.getByRole('button', { name: `Editar ${name}` }).click();
  const edit = dialog(page, `Editar ${name}`);
  await expect(field(edit, 'E-mail')).toHaveValue(email);
  await expect(field(edit, 'Senha')).toHaveAccessibleDescription('Deixe em branco para manter a atual.');
  await edit.getByRole('tab', { name: 'Permissões' }).click();
  await expect(edit.getByRole('button', { name: 'Remover Vendas' })).toBeVisible();
  await expect(edit.getByRole('switch', { name: 'Painel de atendimentos' })).toBeChecked();
  await expect(edit.getByRole('switch', { name: 'Dashboard e relatórios' })).not.toBeChecked();
  await edit.getByRole('button', { name: 'Fechar' }).click();

  await page.getByRole('button', { name: `Excluir ${name}` }).click();
  const question = dialog(page, `Excluir o usuário “${name}”?`);
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await expect(toast(page, 'Usuário excluído com sucesso!')).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
});

test('a profile picture is previewed before it is saved and shown everywhere afterwards [M-197]', async ({
  page,
  otica,
}) => {
  const admin = await otica.createUser({ profile: 'admin' });
  const colleague = await otica.createUser();
  await openSignedIn(page, admin, '/users');
  await page.getByRole('button', { name: `Editar ${colleague.name}` }).click();
  const form = dialog(page, `Editar ${colleague.name}`);
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 60 } });
  await form.getByLabel('Foto', { exact: true }).setInputFiles({ name: 'notas.txt', mimeType: 'text/plain', buffer });
  await expect(form.getByRole('alert')).toHaveText('Envie uma imagem PNG, JPG, WebP ou GIF');
  await form.getByLabel('Foto', { exact: true }).setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer });
  await expect(form.locator('img[src^="blob:"]')).toBeVisible();
  await save(form).click();
  await expect(form).toBeHidden();
  const picture = row(page, colleague.name).locator('img');
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await picture.getAttribute('src')).toMatch(/^\/media\//);
});

test('a form with changes does not close without asking', async ({ page, otica }) => {
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/users');
  await page.getByRole('button', { name: 'Editar Jonas Moreira' }).click();
  const form = dialog(page, 'Editar Jonas Moreira');
  await field(form, 'Nome').fill('Jonas M.');
  await expect(form.getByText('Alterações não salvas')).toBeVisible();
  await page.keyboard.press('Escape');
  const question = dialog(page, 'Descartar as alterações?');
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await expect(field(form, 'Nome')).toHaveValue('Jonas M.');
  await form.getByRole('button', { name: 'Cancelar' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(form).toBeHidden();
  await expect(row(page, 'Jonas Moreira')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Editar Jonas Moreira' })).toBeFocused();
});

test('a live update changes the user list and leaves the open form unchanged', async ({ page, otica }) => {
  const [admin, colleague] = [await otica.createUser({ profile: 'admin' }), await otica.createUser()];
  await openSignedIn(page, admin, '/users');
  await page.getByRole('button', { name: 'Editar Jonas Moreira' }).click();
  const form = dialog(page, 'Editar Jonas Moreira');
  await field(form, 'Nome').fill('Jonas M.');
  await form.getByRole('tab', { name: 'Permissões' }).click();
  const reloaded = page.waitForResponse(/\/api\/users\/\d+$/);
  await otica.call('PUT', `/users/${colleague.id}`, { name: 'Outro Nome' });
  await reloaded;
  await expect(row(page, 'Outro Nome')).toBeVisible();
  await expect(form.getByRole('tab', { name: 'Permissões' })).toHaveAttribute('aria-selected', 'true');
  await form.getByRole('tab', { name: 'Geral' }).click();
  await expect(field(form, 'Nome')).toHaveValue('Jonas M.');
});

test('the user limit of the plan is reported until the alert is closed', async ({ page, mercado, consoleErrors }) => {
  consoleErrors.expect(failedWithStatus(400));
  const admin = await mercado.createUser({ profile: 'admin' });
  for (let count = 4; count <= 10; count++) await mercado.createUser();
  await page.clock.install();
  await openSignedIn(page, admin, '/users');
  await expect(page.getByRole('heading', { name: 'Usuários 10 de 10' })).toBeVisible();
  await page.getByRole('button', { name: 'Novo usuário' }).click();
  const form = dialog(page, 'Novo usuário');
  await field(form, 'Nome').fill('Um a mais');
  await field(form, 'E-mail').fill(`${uniqueSuffix()}@example.com`);
  await field(form, 'Senha').fill(DEMO_PASSWORD);
  await save(form).click();
  const limitAlert = page.getByRole('alert').filter({ hasText: 'O plano da empresa não permite mais usuários.' });
  await expect(limitAlert).toBeVisible();
  // The form stays filled in; the alert does not expire as a toast does.
  await expect(field(form, 'Nome')).toHaveValue('Um a mais');
  await page.clock.fastForward(30_000);
  await expect(limitAlert).toBeVisible();
  await limitAlert.getByRole('button', { name: 'Fechar' }).click();
  await expect(limitAlert).toBeHidden();
});

test('the last admin of a company stays admin, and users cannot remove themselves', async ({
  page,
  mercado,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(400));
  await openSignedIn(page, { email: mercado.email, password: DEMO_PASSWORD }, '/users');
  await expect(page.getByRole('button', { name: 'Excluir Priscila Viana' })).toBeDisabled();
  await page.getByRole('button', { name: 'Editar Priscila Viana' }).click();
  const form = dialog(page, 'Meu perfil');
  await choose(page, form, 'Perfil', 'Atendente');
  await save(form).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'A empresa precisa de pelo menos um administrador.' }),
  ).toBeVisible();
});

test('an agent cannot open users and queues and sees the reason [M-192] [M-198] [M-200]', async ({ page, otica }) => {
  await openSignedIn(page, await otica.createUser(), '/users');
  await expect(page.getByRole('heading', { name: 'Esta tela é só para administradores' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('link')).toHaveText([
    'Conversas',
    'Kanban',
    'Contatos',
    'Respostas rápidas',
    'Agendamentos',
    'Tags',
    'Chat interno',
    'Tarefas',
  ]);
  await page.goto('/queues');
  await expect(page.getByRole('heading', { name: 'Esta tela é só para administradores' })).toBeVisible();
  await menu.getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('cell', { name: 'VIP', exact: true })).toBeVisible();
  // Every user may create tags; only an admin may change them.
  await expect(page.getByRole('button', { name: 'Nova tag' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Editar VIP' })).toHaveCount(0);
});

test('users edit their own profile from the menu, but not their own permissions [M-042] [M-196]', async ({
  page,
  otica,
}) => {
  const ana = await otica.createUser({ name: 'Ana Paula Reis' });
  await openSignedIn(page, ana);
  await expect(page.getByText('Olá, Ana')).toBeVisible();
  await accountMenu(page, 'Meu perfil');
  const form = dialog(page, 'Meu perfil');
  await expect(field(form, 'E-mail')).toHaveValue(ana.email);
  await expect(form.getByRole('tab')).toHaveCount(0);
  await expect(form.getByRole('combobox', { name: 'Perfil' })).toHaveCount(0);
  await expect(field(form, 'Início do expediente')).toHaveCount(0);

  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 60 } });
  await form.getByLabel('Foto', { exact: true }).setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer });
  await field(form, 'Nome').fill('Clara Reis');
  await save(form).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Olá, Clara')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Menu do usuário' }).locator('img')).toBeVisible();
});

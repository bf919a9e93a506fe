import { expect, test } from '../support/journey.ts';
import { whenIdle } from '../support/live.ts';
import { removeConnections } from '../support/phones.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog, row, toast } from '../support/shell.ts';
import { failedWithStatus } from '../support/console-errors.ts';

test('a number is connected by its code: the code is renewed, the dialog closes and the row shows connected [M-173] [M-174] [M-187]', async ({
  page,
  otica,
  phones,
  afterwards,
}) => {
  const suffix = uniqueSuffix();
  const name = `Loja ${suffix}`;
  afterwards(() => removeConnections(otica, suffix));
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/connections');
  await page.getByRole('button', { name: 'Nova conexão' }).click();
  await page.getByRole('menuitem', { name: /^WhatsApp/ }).click();
  const form = dialog(page, 'Nova conexão · WhatsApp');
  // Every channel this server supports is offered: simulated, by phone, and Meta's own.
  await expect(form.getByRole('radio')).toHaveCount(3);
  await expect(form.getByRole('radio', { name: /simulador/ })).toBeChecked();
  await form.getByRole('textbox', { name: 'Nome' }).fill(name);
  await form.getByRole('button', { name: 'Salvar conexão' }).click();

  const code = dialog(page, `Conectar ${name}`);
  await expect(code).toBeVisible();
  const { id } = await phones.named(name);
  const picture = code.getByRole('img', { name: 'QR Code para conectar' });
  await expect(picture).toBeVisible();
  // Black on white, in both themes.
  for (const theme of ['light', 'dark'])
    expect(
      await picture.evaluate((drawn, mode) => {
        document.documentElement.dataset['theme'] = mode;
        return [getComputedStyle(drawn).color, getComputedStyle(drawn.parentElement!).backgroundColor];
      }, theme),
    ).toEqual(['rgb(17, 17, 17)', 'rgb(255, 255, 255)']);
  const first = await picture.locator('path').getAttribute('d');
  await phones.act(id, { act: 'renew-qr' });
  await expect(picture.locator('path')).not.toHaveAttribute('d', first!);

  await phones.act(id, { act: 'scan' });
  await expect(code).toHaveCount(0);
  await expect(toast(page, `${name} está conectada.`)).toBeVisible();
  await expect(row(page, `WhatsApp ${name} simulador`)).toContainText('Conectado');
  await expect(page.getByRole('button', { name: `Desconectar: ${name}` })).toBeVisible();
});

test('a lost connection and its return show a toast on every screen and update the menu [M-037]', async ({
  page,
  otica,
  phones,
}) => {
  const { id, name } = await phones.connected();
  // The page reports a lost connection only if it has seen it connected, so it must be up to date first.
  const settled = whenIdle(page);
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/users');
  await settled;
  const entry = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: /^Conexões/ });
  await expect(entry).toHaveAccessibleName('Conexões');

  const dropped = Date.now();
  await phones.act(id, { act: 'drop' });
  await expect(toast(page, `A conexão ${name} caiu.`)).toBeVisible();
  await expect(entry).toHaveAccessibleName('Conexões 1 conexão precisa de atenção');
  expect(Date.now() - dropped, 'the menu waits, because a connection may recover by itself').toBeGreaterThan(2000);

  await page.getByRole('button', { name: 'Ver conexões' }).click();
  const connectionRow = row(page, `WhatsApp ${name} simulador`);
  await expect(connectionRow).toContainText('Desconectado');
  await expect(connectionRow.getByRole('button', { name: `Tentar de novo: ${name}` })).toBeVisible();
  await phones.act(id, { act: 'restore' });
  await expect(toast(page, `${name} está conectada.`)).toBeVisible();
  await expect(connectionRow).toContainText('Conectado');
  await expect(entry).toHaveAccessibleName('Conexões');
});

test('a connection is created, updated and deleted, and invalid input is reported at its field [M-170] [M-176] [M-177] [M-179]', async ({
  page,
  otica,
  phones,
  afterwards,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(400));
  const { name: existingName } = await phones.connected();
  const former = await phones.named('WhatsApp da loja');
  const suffix = uniqueSuffix();
  const name = `Filial ${suffix}`;
  afterwards(() => removeConnections(otica, suffix));
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/connections');
  try {
    await page.getByRole('button', { name: 'Nova conexão' }).click();
    await page.getByRole('menuitem', { name: /^WhatsApp/ }).click();
    const form = dialog(page, 'Nova conexão · WhatsApp');
    const save = form.getByRole('button', { name: 'Salvar conexão' });
    const nameField = form.getByRole('textbox', { name: 'Nome' });
    await save.click();
    await expect(nameField).toHaveAccessibleDescription('Obrigatório');
    await nameField.fill('F');
    await expect(nameField).toHaveAccessibleDescription(/./);
    await nameField.fill(existingName);
    await save.click();
    await expect(nameField).toHaveAccessibleDescription(/já/i);
    await nameField.fill(name);

    // More than one queue needs a greeting; the tab with the invalid field opens.
    await form.getByRole('combobox', { name: 'Filas' }).click();
    for (const queue of ['Suporte', 'Vendas']) await page.getByRole('option', { name: queue }).click();
    await page.keyboard.press('Escape');
    await save.click();
    const greeting = form.getByRole('textbox', { name: 'Saudação' });
    await expect(greeting).toHaveAccessibleDescription(/Obrigatório/);
    await greeting.fill('Oi! Com quem você quer falar?');
    await form.locator('input[type=file]').setInputFiles({
      name: 'vitrine.png',
      mimeType: 'image/png',
      buffer: Buffer.from(PICTURE, 'base64'),
    });
    await expect(form.getByText('vitrine.png')).toBeVisible();
    await form.getByRole('tab', { name: 'Geral' }).click();
    await form.getByRole('switch', { name: 'Conexão padrão' }).click();
    await save.click();
    await dialog(page, `Conectar ${name}`).getByRole('button', { name: 'Ler com o celular simulado' }).click();
    await expect(dialog(page, `Conectar ${name}`)).toHaveCount(0);

    // There is always one default connection: the new one replaced the old one and cannot be switched off.
    const connectionRow = row(page, `WhatsApp ${name} simulador`);
    await expect(connectionRow).toContainText('Padrão');
    await expect(row(page, 'WhatsApp WhatsApp da loja simulador')).not.toContainText('Padrão');
    await page.getByRole('button', { name: `Editar ${name}` }).click();
    const edit = dialog(page, `Editar ${name}`);
    await expect(edit.getByRole('switch', { name: 'Conexão padrão' })).toBeDisabled();
    await edit.getByRole('tab', { name: 'Integrações' }).click();
    await expect(edit.getByText(/Termina em …/)).toBeVisible();
    await edit.getByRole('tab', { name: 'Mensagens' }).click();
    await expect(edit.getByText('vitrine.png')).toBeVisible();
    await edit.getByRole('tab', { name: 'Geral' }).click();
    await edit.getByRole('textbox', { name: 'Nome' }).fill(`${name} nova`);
    await edit.getByRole('button', { name: 'Salvar conexão' }).click();
    await expect(row(page, `WhatsApp ${name} nova simulador`)).toBeVisible();

    await page.getByRole('button', { name: `Excluir ${name} nova` }).click();
    await dialog(page, `Excluir a conexão “${name} nova”?`).getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Conexão excluída')).toBeVisible();
    await expect(row(page, `WhatsApp ${name} nova simulador`)).toHaveCount(0);
    await expect(page.getByRole('table').getByText('Padrão').nth(1), 'another connection is the default').toBeVisible();
  } finally {
    await otica.call('PUT', `/whatsapp/${former.id}`, { isDefault: true });
  }
});

/** One blue pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==';

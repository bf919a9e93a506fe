import { violationsOn } from '../support/axe.ts';
import { failedWithStatus } from '../support/console-errors.ts';
import { expect, test } from '../support/journey.ts';
import { dialog, toast } from '../support/shell.ts';
import { DEMO_PASSWORD, openSignedIn } from '../support/users.ts';

const REASON = 'Cliente sem resposta do bot';

test('support opens a company without its messages, until an admin of it switches support access off', async ({
  page,
  context,
  anotherBrowser,
  mercado,
  platform,
  consoleErrors,
}) => {
  // A refused write, and the requests after the end.
  consoleErrors.expect(failedWithStatus(401, 403));
  const { user } = await mercado.call<{ user: { companyId: number; company: { name: string } } }>('GET', '/auth/me');
  await openSignedIn(page, { email: platform.email, password: DEMO_PASSWORD }, `/companies/${user.companyId}`);
  await page.getByRole('tab', { name: 'Suporte' }).click();
  await page.getByLabel('Motivo').fill(REASON);
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Abrir em outra janela' }).click();
  const support = await opening;
  const strip = support.getByRole('region', { name: 'Acesso do suporte' });
  await expect(strip).toContainText(`Acesso do suporte a ${user.company.name}, até`);
  await expect(support.getByRole('heading', { name: 'Configurações' })).toBeVisible();
  const menu = support.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('link', { name: 'Conversas' })).toHaveCount(0);
  expect(await violationsOn(support)).toEqual([]);

  await menu.getByRole('link', { name: 'Tags' }).click();
  await support.getByRole('button', { name: 'Nova tag' }).click();
  await dialog(support, 'Nova tag').getByLabel('Nome').fill('Do suporte');
  await dialog(support, 'Nova tag').getByRole('button', { name: 'Salvar tag' }).click();
  await expect(toast(support, 'O acesso do suporte não inclui isto.')).toBeVisible();

  const admin = await anotherBrowser();
  await openSignedIn(admin, await mercado.createUser({ profile: 'admin' }), '/settings/support');
  const access = admin.getByRole('list', { name: 'Acesso do suporte' }).getByRole('listitem').first();
  await expect(access).toContainText(REASON);
  await expect(access).toContainText('ativo agora');
  expect(await violationsOn(admin)).toEqual([]);
  try {
    await admin.getByRole('tab', { name: 'Opções' }).click();
    await admin.getByRole('switch', { name: 'Permitir o acesso do suporte' }).click();
    await expect(support.getByRole('heading', { name: 'O acesso do suporte terminou' })).toBeVisible();
    await expect(strip).toHaveCount(0);
    expect(await violationsOn(support)).toEqual([]);
    await admin.getByRole('tab', { name: 'Acesso do suporte' }).click();
    await expect(access).toContainText('até');
  } finally {
    await mercado.call('PUT', '/companySettings', { column: 'supportAccess', data: 'enabled' });
  }
});

import { violationsOn } from '../support/axe.ts';
import { expect, picture, test } from '../support/inbox.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog, row } from '../support/shell.ts';

test('an admin downloads the data copy of a contact, erases the data and keeps the receipt', async ({
  page,
  otica,
  counter,
}) => {
  const admin = await counter.agent({ profile: 'admin' });
  const customer = await counter.attended(admin, 'Apaguem tudo o que têm sobre mim', `Lia ${uniqueSuffix()}`);
  await openSignedIn(page, admin, '/contacts');
  await page.getByRole('textbox', { name: 'Buscar por nome, número ou e-mail' }).fill(customer.name);
  await expect(page.getByRole('heading', { name: 'Contatos 1', exact: true })).toBeVisible();
  await row(page, customer.name)
    .getByRole('button', { name: `Mais ações para ${customer.name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Dados desta pessoa' }).click();
  const data = dialog(page, `Dados de ${customer.name}`);
  await expect(data.getByText(/^O consentimento desta pessoa ainda não foi pedido/)).toBeVisible();

  await data.getByRole('tab', { name: 'Cópia' }).click();
  await data.getByRole('button', { name: 'Gerar cópia' }).click();
  const link = data.getByRole('link', { name: /^Baixar a cópia de/ });
  await expect(link).toBeVisible({ timeout: 30_000 });
  expect(await violationsOn(page)).toEqual([]);
  await picture(page, 'privacy-copy-1440');
  const [copy] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(copy.suggestedFilename()).toMatch(/^dados-pessoais-\d+\.zip$/);

  await data.getByRole('tab', { name: 'Apagar' }).click();
  await picture(page, 'privacy-erase-1440');
  await data.getByRole('button', { name: 'Apagar os dados…' }).click();
  const question = dialog(page, `Apagar os dados de ${customer.name}?`);
  const verb = question.getByRole('button', { name: 'Apagar para sempre' });
  await expect(verb).toBeDisabled();
  await question.getByRole('textbox').fill(customer.name);
  expect(await violationsOn(page)).toEqual([]);
  await verb.click();
  const over = dialog(page, 'Dados da pessoa');
  await expect(over.getByText('Dados apagados')).toBeVisible({ timeout: 30_000 });
  expect(await violationsOn(page)).toEqual([]);
  await picture(page, 'privacy-receipt-1440');
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    over.getByRole('button', { name: /^Baixar recibo/ }).click(),
  ]);
  expect(receipt.suggestedFilename()).toMatch(/^recibo-\d+\.json$/);

  await over.getByRole('tab', { name: 'Recibos' }).click();
  await expect(over.getByRole('list', { name: 'Recibos' }).getByRole('listitem').first()).toContainText(admin.name);
  await page.setViewportSize({ width: 390, height: 844 });
  await picture(page, 'privacy-receipts-390');
  await over.getByRole('button', { name: 'Fechar' }).first().click();
  const result = await otica.call<{ count: number }>(
    'GET',
    `/contacts?searchParam=${encodeURIComponent(customer.name)}`,
  );
  expect(result.count).toBe(0);
});

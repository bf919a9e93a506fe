import { violationsOn } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { dialog, toast } from '../support/shell.ts';
import { createApiContext, DEMO_PASSWORD, openSignedIn, signInByApi, uniqueSuffix } from '../support/users.ts';

test('the owner creates a company, changes its plan, deletes and restores it [M-023]', async ({
  page,
  platform,
  playwright,
}) => {
  const suffix = uniqueSuffix();
  const [name, email] = [`Casa ${suffix}`, `casa-${suffix}@example.com`];
  await openSignedIn(page, { email: platform.email, password: DEMO_PASSWORD }, '/settings/plans');

  // A plan of its own, which visitors who sign up do not see.
  await page.getByRole('button', { name: 'Novo plano' }).click();
  await page.getByRole('textbox', { name: 'Nome' }).fill(`Rede ${suffix}`);
  await page.getByRole('spinbutton', { name: 'Usuários' }).fill('20');
  await page.getByRole('textbox', { name: 'Valor por mês (R$)' }).fill('349,00');
  await page.getByRole('switch', { name: 'Aparece no cadastro' }).click();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Salvar plano' }).click();
  await expect(toast(page, 'Plano salvo')).toBeVisible();

  // The company.
  await page.goto('/companies');
  await page.getByRole('button', { name: 'Nova empresa' }).click();
  const form = dialog(page, 'Nova empresa');
  await form.getByLabel('Nome').fill(name);
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Senha do administrador').fill(DEMO_PASSWORD);
  await form.getByRole('button', { name: 'Criar empresa' }).click();
  await expect(toast(page, 'Empresa criada')).toBeVisible();
  const drawer = page.getByRole('complementary', { name });
  await expect(drawer.getByRole('tab', { name: 'Dados' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Nome, e-mail ou documento' }).fill(name);
  const listed = page.getByRole('row', { name: new RegExp(name) });
  await expect(listed).toBeVisible();

  // Its plan.
  await drawer.getByRole('combobox', { name: 'Plano' }).click();
  await page.getByRole('option', { name: `Rede ${suffix}` }).click();
  await drawer.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, 'Empresa salva')).toBeVisible();
  await expect(listed).toContainText('1 de 20');
  await drawer.getByRole('tab', { name: 'Assinatura' }).click();
  await expect(drawer.getByText('Em teste')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  // Its deletion, by its name: its users cannot sign in until it is restored.
  const api = await createApiContext(playwright.request);
  await signInByApi(api, email, DEMO_PASSWORD);
  await drawer.getByRole('tab', { name: 'Excluir' }).click();
  await drawer.getByRole('button', { name: 'Excluir empresa' }).click();
  const question = dialog(page, `Excluir “${name}”?`);
  await question.getByRole('textbox').fill(name);
  await question.getByRole('button', { name: 'Excluir empresa' }).click();
  await expect(toast(page, /^Empresa na lixeira até/)).toBeVisible();
  await expect(signInByApi(api, email, DEMO_PASSWORD)).rejects.toThrow('ERR_COMPANY_INACTIVE');
  await drawer.getByRole('button', { name: 'Restaurar empresa' }).click();
  await expect(toast(page, 'Empresa restaurada')).toBeVisible();
  await signInByApi(api, email, DEMO_PASSWORD);
  await api.dispose();
});

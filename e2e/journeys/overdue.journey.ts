import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { openSignedIn } from '../support/users.ts';
import { isAt, row } from '../support/shell.ts';

/** Session responses as for a company whose subscription ended on 2 October. */
async function letItBeOverdue(page: Page): Promise<void> {
  await page.route(/\/api\/auth\/(login|refresh_token|me)$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { user: { company: Record<string, unknown> } };
    Object.assign(body.user.company, { expired: true, dueDate: '2025-10-02T15:00:00.000Z' });
    await route.fulfill({ response, json: body });
  });
}

test('users of a company whose subscription has ended reach only the notice [M-003] [M-030]', async ({
  page,
  mercado,
}) => {
  const ana = await mercado.createUser({ profile: 'admin' });
  await letItBeOverdue(page);
  await page.goto('/login?next=/users');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ana.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(ana.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL(isAt('/financeiro'));
  const notice = page.getByRole('alert').filter({ hasText: 'Assinatura vencida' });
  await expect(notice).toContainText('A assinatura venceu em 02/10/2025. Fale com o suporte.');
  await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link')).toHaveText(['Financeiro']);

  for (const path of ['/tags', '/tickets', '/users']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sua assinatura venceu em 02/10/2025' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Pagar agora' }).click();
  await page.waitForURL(isAt('/financeiro'));
  await page.getByRole('button', { name: 'Já paguei, verificar' }).click();
  await expect(notice).toContainText('O pagamento ainda não foi confirmado');

  // After payment the notice disappears at the next check, and every page is available again.
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Já paguei, verificar' }).click();
  await expect(notice).toHaveCount(0);
  await page.getByRole('link', { name: 'Usuários' }).click();
  await expect(row(page, 'Dalva Nunes')).toBeVisible();
});

test('fewer than five days before the end a warning appears at sign-in, once [M-004]', async ({ page, mercado }) => {
  const ana = await mercado.createUser();
  const dueDate = new Date(Date.now() + 3.5 * 24 * 3_600_000).toISOString();
  await page.route(/\/api\/auth\/(login|refresh_token)$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { user: { company: Record<string, unknown> } };
    Object.assign(body.user.company, { dueDate });
    await route.fulfill({ response, json: body });
  });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ana.email);
  await page.getByRole('textbox', { name: 'Senha' }).fill(ana.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText(/^Sua assinatura vence em [34] dias \(\d{2}\/\d{2}\/\d{4}\)\.$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Conversas' })).toBeVisible();
  await expect(page.getByText(/^Sua assinatura vence/)).toHaveCount(0);
});

test('a signed-out user of an overdue company is asked to sign in', async ({ page, mercado }) => {
  await letItBeOverdue(page);
  await openSignedIn(page, await mercado.createUser(), '/financeiro');
  await expect(page.getByText('A assinatura venceu em 02/10/2025. Fale com o suporte.')).toBeVisible();
  await expect(page.getByText('Peça a um administrador da empresa que pague a fatura.')).toBeVisible();
  await page.getByRole('button', { name: 'Menu do usuário' }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL(isAt('/login'));
});

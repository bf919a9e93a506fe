import { violationsOn } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

const PASSWORD = 'Padaria#2026';

for (const [device, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`on ${device} a stranger signs up, confirms by the mail and sees the first steps`, async ({
    page,
    platform,
  }) => {
    await page.setViewportSize(viewport);
    const suffix = `${Date.now()}-${viewport.width}`;
    const email = `ana-${suffix}@example.com`;
    await platform.call('PUT', '/settings/userCreation', { value: 'enabled' });
    try {
      await page.goto('/signup');
      await page.getByLabel('Empresa').fill(`Padaria ${suffix}`);
      await page.getByLabel('Seu nome').fill('Ana Souza');
      await page.getByLabel('Celular').pressSequentially('11987654321');
      await expect(page.getByLabel('Celular')).toHaveValue('(11) 98765-4321');
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
      await page.getByRole('radio', { name: /^Essencial/ }).check();
      expect(await violationsOn(page)).toEqual([]);
      const sent = page.waitForRequest('**/api/auth/signup');
      await page.getByRole('button', { name: 'Criar conta' }).click();
      // Solved by the worker while the form was filled in.
      expect(((await sent).postDataJSON() as { puzzle?: string }).puzzle).toContain('derivedKey');
      await expect(page.getByText('Conta criada! Confirme seu e-mail', { exact: false })).toBeVisible();
    } finally {
      await platform.call('PUT', '/settings/userCreation', { value: 'disabled' });
    }

    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar' }).click();
    await expect(page.getByRole('heading', { name: 'Boas-vindas, Ana! Falta pouco para atender' })).toBeVisible();
    const strip = page.getByRole('region', { name: 'Confirme seu e-mail' });
    await expect(strip).toBeVisible();
    expect(await violationsOn(page)).toEqual([]);

    const { mails } = await platform.call<{ mails: { to: string; text: string }[] }>('GET', '/mails');
    const link = /\/confirm-email#[\w-]+/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[0];
    const other = await page.context().newPage();
    await other.goto(link!);
    await expect(other.getByRole('heading', { name: 'E-mail confirmado' })).toBeVisible();
    await other.close();
    await page.reload();
    await expect(page.getByRole('list', { name: 'Primeiros passos' })).toBeVisible();
    await expect(strip).toBeHidden();
  });

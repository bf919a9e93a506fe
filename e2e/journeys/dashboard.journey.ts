import { violationsOn } from '../support/axe.ts';
import { expect, picture, test } from '../support/inbox.ts';
import { isAt } from '../support/shell.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { drawnScreens } from '../support/visual.ts';

test('an admin starts with the dashboard, and every number opens the report that lists its rows [M-033] [M-288] [M-289]', async ({
  page,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const admin = await counter.agent({ name: `Ana ${suffix}`, profile: 'admin' });
  await counter.attended(admin, 'Tem em tartaruga?', `Helena ${suffix}`);
  await openSignedIn(page, admin, '/');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByText('ao vivo')).toBeVisible();
  const started = page.getByRole('article', { name: 'Quem começou a conversa' });
  await expect(started.getByRole('link').last()).toBeVisible();
  await expect(page.getByRole('article', { name: 'Em atendimento' }).getByRole('link').first()).not.toHaveText('0');

  // A customer writes: the number of waiting conversations follows without a reload.
  const pending = page.getByRole('article', { name: 'Aguardando' }).getByRole('link').first();
  const before = Number(await pending.textContent());
  await counter.waiting('Oi, bom dia', `Renata ${suffix}`);
  await expect(pending).toHaveText(String(before + 1));

  await page.getByRole('button', { name: 'O que é Resolvidos?' }).click();
  await expect(page.getByText(/^Atendimentos do período que já terminaram/)).toBeVisible();
  await page.keyboard.press('Escape');
  await picture(page, 'dashboard');
  expect(await violationsOn(page)).toEqual([]);

  // The numbers of the period are those of this moment.
  await page.reload();
  const passive = started.getByRole('link').last();
  await expect(passive).toBeVisible();
  const total = await passive.textContent();
  await passive.click();
  await page.waitForURL(/\/reports\?.*part=passive/);
  await expect(page.getByText(new RegExp(`de ${total}$`))).toBeVisible();

  await page.goBack();
  await page.getByRole('article', { name: 'Mensagens' }).getByRole('link').first().click();
  await page.waitForURL(/\/reports\?.*tab=messages/);
  await expect(page.getByRole('row').filter({ hasText: `Renata ${suffix}` })).toContainText('Cliente');
  await picture(page, 'reports-messages');
  expect(await violationsOn(page)).toEqual([]);
});

test('ratings and agents of the period, with charts, sort and spreadsheet [M-290] [M-291] [M-292]', async ({
  page,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const admin = await counter.agent({ name: `Ana ${suffix}`, profile: 'admin' });
  await counter.attended(admin, 'Tem em tartaruga?', `Helena ${suffix}`);
  await openSignedIn(page, admin, '/');
  await page.getByRole('tab', { name: 'NPS' }).click();
  await expect(page.getByRole('img', { name: /^Nota NPS/ })).toBeVisible();
  await expect(page.getByText('atendimentos no total')).toBeVisible();
  await picture(page, 'dashboard-nps');
  expect(await violationsOn(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Atendentes' }).click();
  const table = page.getByRole('group', { name: 'Atendentes' });
  await expect(table.getByRole('rowheader', { name: new RegExp(admin.name) })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Atendimentos por pessoa' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Atendimentos por dia' })).toBeVisible();
  await picture(page, 'dashboard-agents');
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Hora', exact: true }).click();
  await expect(page.getByRole('button', { name: /^00h: / })).toBeVisible();
  await table.getByRole('button', { name: 'Atendente', exact: true }).click();
  await expect(table.getByRole('columnheader').first()).toHaveAttribute('aria-sort', 'ascending');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar Excel' }).click();
  expect((await download).suggestedFilename()).toBe('atendentes.xlsx');
});

test('a user without the permission gets the 403 page at / and no entry in the menu [M-287] [M-319]', async ({
  page,
  otica,
  consoleErrors,
}) => {
  consoleErrors.expect(/403/);
  const agent = await otica.createUser();
  await openSignedIn(page, agent, '/');
  await expect(page.getByRole('heading', { name: 'Oops! Acesso Negado!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  for (const path of ['/dashboard', '/dashboard/now', '/ticketreport/reports', '/live-panel']) {
    const answer = await page.evaluate(async (url) => {
      const { token } = (await (await fetch('/api/auth/refresh_token', { method: 'POST' })).json()) as {
        token: string;
      };
      return (await fetch(`/api${url}`, { headers: { authorization: `Bearer ${token}` } })).status;
    }, path);
    expect(answer, path).toBe(403);
  }
  await page.getByRole('button', { name: 'Voltar para conversas' }).click();
  await page.waitForURL(isAt('/tickets'));
});

for (const { theme, width, height } of drawnScreens)
  test(`the dashboard at ${width} px, ${theme}, without violations of WCAG`, async ({ page, counter }) => {
    const admin = await counter.agent({ profile: 'admin', defaultTheme: theme });
    await counter.attended(admin, 'Tem em tartaruga?');
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height });
    await openSignedIn(page, admin, '/');
    for (const [name, tab] of [
      ['indicators', 'Indicadores'],
      ['nps', 'NPS'],
      ['agents', 'Atendentes'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await picture(page, `dashboard-${name}-${width}-${theme}`);
      expect(await violationsOn(page)).toEqual([]);
    }
  });

import { violationsOn } from '../support/axe.ts';
import { expect, picture, test } from '../support/inbox.ts';
import { dialog, toast } from '../support/shell.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { drawnScreens } from '../support/visual.ts';

test('a report is filtered, saved, checked, paged and exported [M-293] [M-294] [M-295]', async ({ page, counter }) => {
  const suffix = uniqueSuffix();
  const admin = await counter.agent({ name: `Ana ${suffix}`, profile: 'admin' });
  const helena = await counter.attended(admin, 'Tem em tartaruga?', `Helena ${suffix}`);
  await counter.attended(admin, 'E o conserto?', `Otávio ${suffix}`);
  await openSignedIn(page, admin, '/reports');
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  // Only this agent, by name; the filter is in the address.
  await page.getByRole('combobox', { name: 'Atendentes' }).fill(admin.name);
  await page.getByRole('option', { name: admin.name }).click();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.waitForURL(new RegExp(`users=${admin.id}`));
  await expect(page.getByText('1 a 2 de 2')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: helena.name });
  await expect(row).toContainText('Atendendo');
  await expect(row).toContainText(counter.queue.name);
  await picture(page, 'reports');
  expect(await violationsOn(page)).toEqual([]);
  await page.reload();
  await expect(page.getByText('1 a 2 de 2')).toBeVisible();

  await page.getByRole('button', { name: `Histórico de ${helena.name}` }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filtros salvos' }).click();
  await page.getByRole('menuitem', { name: 'Salvar este filtro' }).click();
  await page.getByRole('textbox', { name: 'Nome do filtro' }).fill(`Da Ana ${suffix}`);
  await page.getByRole('button', { name: 'Salvar filtro' }).click();
  await expect(toast(page, 'Filtro salvo')).toBeVisible();

  await page.getByRole('button', { name: 'Confere?' }).click();
  const checks = dialog(page, 'Os números conferem?');
  await expect(checks.getByText('Tudo confere')).toBeVisible();
  await picture(page, 'reports-check');
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar Excel' }).click();
  expect((await download).suggestedFilename()).toBe('relatorio-de-atendimentos.xlsx');
  await expect(page.getByRole('link', { name: 'Baixar' })).toBeVisible();
  await picture(page, 'reports-export');
  await page.getByRole('button', { name: 'Fechar' }).click();

  // Nothing found repeats the filter, and each part of it can be removed.
  await page.getByRole('switch', { name: 'Só avaliados' }).click();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(page.getByRole('heading', { name: 'Nada encontrado' })).toBeVisible();
  await picture(page, 'reports-empty');
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Tirar Só avaliados' }).click();
  await expect(page.getByText('1 a 2 de 2')).toBeVisible();
  await page.getByRole('button', { name: `Abrir conversa de ${helena.name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
});

for (const { theme, width, height } of drawnScreens)
  test(`the reports at ${width} px, ${theme}, without violations of WCAG`, async ({ page, counter }) => {
    const admin = await counter.agent({ profile: 'admin', defaultTheme: theme });
    await counter.attended(admin, 'Tem em tartaruga?');
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height });
    await openSignedIn(page, admin, '/reports');
    await expect(page.getByText(/^1 a \d+ de /)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await picture(page, `reports-${width}-${theme}`);
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Avaliações' }).click();
    await page.waitForLoadState('networkidle');
    await picture(page, `reports-ratings-${width}-${theme}`);
    expect(await violationsOn(page)).toEqual([]);
  });

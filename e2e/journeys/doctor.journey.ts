import { violationsOn } from '../support/axe.ts';
import { picture } from '../support/inbox.ts';
import { expect, test } from '../support/journey.ts';
import { DEMO_PASSWORD } from '../support/users.ts';
import { drawnScreens } from '../support/visual.ts';

for (const { theme, width, height } of drawnScreens)
  test(`a super user sees the health of the installation at ${width} px, ${theme}`, async ({ page, platform }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.goto('/login?next=/doctor');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(platform.email);
    await page.getByRole('textbox', { name: 'Senha' }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Saúde do sistema' })).toBeVisible();
    await page.getByRole('button', { name: 'Verificar agora' }).click();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await violationsOn(page), 'checks').toEqual([]);
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme);
    await picture(page, `doctor-${width}-${theme}`);
    for (const tab of ['Trabalho', 'Nós']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await violationsOn(page), tab).toEqual([]);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });

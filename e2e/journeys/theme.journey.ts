import type { Page } from '@playwright/test';
import { colorOf } from '../support/visual.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn, signInByApi } from '../support/users.ts';
import { accountMenu, row } from '../support/shell.ts';

interface Frame {
  theme: string | undefined;
  paper: string;
}

/** Records theme and background of the first 90 frames; style sheets are delayed so that a flash would be caught. */
async function watchFrames(page: Page): Promise<() => Promise<Frame[]>> {
  await page.addInitScript(() => {
    const frames: Frame[] = [];
    Object.assign(window, { frames });
    const recordFrame = () => {
      // Nothing is painted before the body exists.
      if (document.body)
        frames.push({
          theme: document.documentElement.dataset['theme'],
          paper: getComputedStyle(document.body).backgroundColor,
        });
      if (frames.length < 90) requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
  });
  await page.route('**/*.css', async (route) => {
    await new Promise((later) => setTimeout(later, 250));
    await route.continue();
  });
  return () => page.evaluate(() => (window as unknown as { frames: Frame[] }).frames);
}

test('the dark theme applies from the first frame in app and sign-in, and in another browser of the user [M-043]', async ({
  page,
  anotherBrowser,
  otica,
}) => {
  const ana = await otica.createUser();
  await openSignedIn(page, ana);
  await expect(page.locator('html'), 'light by default').toHaveAttribute('data-theme', 'light');
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith(`/api/users/${ana.id}`),
  );
  await accountMenu(page, 'Tema escuro');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await saved;
  expect(await page.evaluate(() => localStorage.getItem('preferredTheme'))).toBe('dark');
  const darkPaper = await colorOf(page, '--bg');

  const frames = await watchFrames(page);
  for (const path of ['/tags', '/login']) {
    if (path === '/login') await page.context().clearCookies();
    if (path === '/login') await page.evaluate(() => localStorage.removeItem('balcao.signedIn'));
    await page.goto(path);
    await expect(
      path === '/login' ? page.getByRole('button', { name: 'Entrar', exact: true }) : row(page, 'VIP'),
    ).toBeVisible();
    const seen = await frames();
    expect(seen.length, 'frames').toBeGreaterThan(1);
    expect(new Set(seen.map((frame) => frame.theme))).toEqual(new Set(['dark']));
    expect(new Set(seen.map((frame) => frame.paper))).toEqual(new Set([darkPaper]));
  }

  const other = await anotherBrowser();
  await signInByApi(other.request, ana.email, ana.password);
  await other.goto('/tags');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(row(other, 'VIP')).toBeVisible();
  await other.keyboard.press('Control+Shift+L');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
});

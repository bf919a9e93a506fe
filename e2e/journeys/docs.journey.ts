import { violationsOn } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';

test('the API reference is an accessible page, generated from an OpenAPI document that can be downloaded', async ({
  page,
}) => {
  const answer = await page.request.get('/docs/openapi.json');
  expect(answer.headers()['content-type']).toContain('application/json');
  const reference = (await answer.json()) as {
    openapi: string;
    info: { version: string };
    paths: Record<string, unknown>;
  };
  expect(reference.openapi).toMatch(/^3\.1\./);
  expect(reference.info.version).toBe('4.5.0');
  expect(Object.keys(reference.paths).length).toBeGreaterThan(20);

  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('4.5.0');
  await page.getByRole('navigation').getByRole('link', { name: 'tags' }).click();
  await expect(page.locator('#tags')).toBeInViewport();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `${width} px`).toBeLessThanOrEqual(0);
  }
  // Module sections share their markup, so axe scans one of them; all of them would take minutes.
  const others = page.locator('section:not(#calling, #tags, #live, #errors)');
  expect(await others.count()).toBeGreaterThan(10);
  await others.evaluateAll((sections) => sections.forEach((section) => section.remove()));
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page), `${width} px, ${colorScheme}`).toEqual([]);
  }
});

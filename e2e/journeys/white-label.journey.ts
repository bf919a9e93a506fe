import { colorOf, contrastsOf } from '../support/visual.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn } from '../support/users.ts';
import { row } from '../support/shell.ts';

/** Colors around the color wheel, and those that break careless designs. */
const wheel =
  '#ff0000 #ff7f00 #ffee00 #7fff00 #00c853 #00ffff #007fff #0000ff #7f00ff #ff00ff #ff007f #c2255c #1e90ff'.split(' ');
const awkward = ['#ffffff', '#fefefe', '#000000', '#111111', '#808080', '#f5f5dc', '#3b2f2f', '#0b3d2e'];
const brands = [...wheel, ...awkward];
const readable = [
  ['var(--on-accent)', 'var(--accent)'],
  ['var(--on-accent)', 'var(--accent-hover)'],
  ...['--surface', '--bg', '--raised', '--sunken', '--accent-soft'].map((paper) => [
    'var(--accent-text)',
    `var(${paper})`,
  ]),
  ...['--text', '--text-2', '--text-3'].flatMap((text) =>
    ['--surface', '--bg', '--raised', '--sunken'].map((paper) => [`var(${text})`, `var(${paper})`]),
  ),
] as [string, string][];
const visible = ['--surface', '--bg'].map((paper) => ['var(--accent-edge)', `var(${paper})`] as [string, string]);

test('whatever color a platform chooses, text stays readable and indicators visible in both themes', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  const worst = { words: Infinity, indicators: Infinity, with: '' };
  const accents = new Set<string>();
  for (const theme of ['light', 'dark']) {
    for (const brand of brands) {
      await page.evaluate(
        ([name, color]) => {
          document.documentElement.dataset['theme'] = name!;
          document.documentElement.style.setProperty(`--brand-${name}`, color!);
        },
        [theme, brand],
      );
      accents.add(await colorOf(page, '--accent'));
      const words = Math.min(...(await contrastsOf(page, readable)));
      if (words < worst.words) Object.assign(worst, { words, with: `${brand} in ${theme}` });
      worst.indicators = Math.min(worst.indicators, ...(await contrastsOf(page, visible)));
    }
  }
  expect(accents.size, 'each color gives another accent').toBeGreaterThan(brands.length);
  expect(worst.words, worst.with).toBeGreaterThanOrEqual(4.5);
  expect(worst.indicators).toBeGreaterThanOrEqual(3);
});

test('the HTML page already has the name and the colors of the platform', async ({ page, otica, platform }) => {
  const own = { primaryColorLight: '#c2255c', primaryColorDark: '#f783ac', appName: 'Guichê' };
  const set = (values: Record<string, string>) =>
    Promise.all(Object.entries(values).map(([key, value]) => platform.call('PUT', `/settings/${key}`, { value })));
  // Pages may show the previous brand for a few seconds.
  const html = () =>
    expect.poll(async () => (await page.request.get('/login')).text(), {
      timeout: 15_000,
      intervals: [500],
    });
  await html().not.toContain('Guichê');
  await page.goto('/login');
  const before = await colorOf(page, '--accent');
  await set(own);
  try {
    await html().toContain('Guichê');
    await page.route('**/public-settings/**', (route) => route.abort());
    const atStart = new Promise<string>((resolve) => void page.exposeFunction('reportBrand', resolve));
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () =>
        (window as unknown as { reportBrand: (brand: string) => void }).reportBrand(
          document.documentElement.style.getPropertyValue('--brand-light'),
        ),
      ),
    );
    await page.goto('/login');
    expect(await atStart).toBe('#c2255c');
    await page.unrouteAll();
    await openSignedIn(page, await otica.createUser());
    await expect(row(page, 'VIP')).toBeVisible();
    await expect(page).toHaveTitle('Tags · Guichê');
    await expect(page.getByRole('navigation', { name: 'Menu principal' }).getByText('Guichê')).toBeVisible();
    const accent = await colorOf(page, '--accent');
    expect(accent).not.toBe(before);
    await expect(page.getByRole('button', { name: 'Nova tag' })).toHaveCSS('background-color', accent);
    const [contrast] = await contrastsOf(page, [['var(--on-accent)', 'var(--accent)']]);
    expect(contrast).toBeGreaterThanOrEqual(4.5);
  } finally {
    await set({ primaryColorLight: '', primaryColorDark: '', appName: '' });
  }
  await html().not.toContain('Guichê');
  await page.reload();
  await expect(page).toHaveTitle('Tags · Balcão');
  expect(await colorOf(page, '--accent')).toBe(before);
});

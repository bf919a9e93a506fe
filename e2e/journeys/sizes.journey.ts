import type { Locator, Page } from '@playwright/test';
import { boxOf, styleOf, type Box } from '../support/visual.ts';
import { composer, item, panel, tab, test as inbox } from '../support/inbox.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn } from '../support/users.ts';
import { dialog, row } from '../support/shell.ts';

/** Without motion, dialogs are measured at their final position. */
type Measure = keyof Box | 'radius' | 'font' | 'weight';

/** Compares sizes with a tolerance of one pixel; reports all differences at once. */
async function expectSizes(
  sizes: [what: string, thing: Locator, wanted: Partial<Record<Measure, number>>][],
): Promise<void> {
  // Animated elements reach their position a moment later.
  await expect(async () => {
    const wrong: string[] = [];
    for (const [label, locator, expected] of sizes) {
      const box = await boxOf(locator);
      for (const [measure, px] of Object.entries(expected) as [Measure, number][]) {
        const css = { radius: 'border-top-left-radius', font: 'font-size', weight: 'font-weight' }[measure as 'radius'];
        const actual = css ? parseFloat(await styleOf(locator, css)) : box[measure as keyof Box];
        if (!(Math.abs(actual - px) <= 1)) wrong.push(`${label}: ${measure} is ${actual}, not ${px}`);
      }
    }
    expect(wrong).toEqual([]);
  }).toPass({ timeout: 30_000 });
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const bar = (page: Page) => page.getByRole('banner');
const scroller = (page: Page) => page.locator('[data-scroller]');
const inner = (page: Page) => page.locator('[data-scroller] > *');
/** The control drawn around a field. */
const around = (field: Locator) => field.locator('xpath=..');

test('shell, lists and dialogs have the sizes of the design at 1440 px', async ({ page, otica }) => {
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/users');
  await expect(row(page, 'Rute Lacerda')).toBeVisible();
  const table = page.getByRole('table');
  const rute = row(page, 'Rute Lacerda');
  await expectSizes([
    ['drawer', menu(page), { left: 0, width: 228, height: 900 }],
    [
      'menu entry',
      menu(page).getByRole('link', { name: 'Usuários' }),
      { height: 32, radius: 6, font: 13, weight: 600 },
    ],
    ['top bar', bar(page), { left: 228, top: 0, height: 52, right: 1440 }],
    ['palette button', bar(page).getByRole('button', { name: 'Buscar ou ir para' }), { height: 32, width: 300 }],
    ['icon in the bar', bar(page).getByRole('button', { name: 'Atualizar' }), { width: 32, height: 32 }],
    ['page', inner(page), { left: 228 + 28, top: 52 + 20 }],
    ['title', page.getByRole('heading', { name: 'Usuários' }), { left: 228 + 28, font: 20, weight: 650 }],
    [
      'primary button',
      page.getByRole('button', { name: 'Novo usuário' }),
      { height: 34, radius: 6, font: 13, weight: 500 },
    ],
    ['search', page.getByRole('search'), { height: 34, width: 320, radius: 6 }],
    ['card of the table', around(table), { radius: 10 }],
    ['table head', table.getByRole('columnheader', { name: 'Nome' }), { height: 36, font: 12, weight: 500 }],
    ['row', rute, { height: 48 }],
    ['cell', rute.getByRole('cell').nth(2), { font: 13 }],
    ['avatar', rute.locator('[data-drawn="RL"]').locator('xpath=..'), { width: 32, height: 32 }],
    ['state', rute.getByText('Offline'), { height: 22, font: 12, weight: 500 }],
    ['action', page.getByRole('button', { name: 'Editar Rute Lacerda' }), { width: 28, height: 28, radius: 6 }],
  ]);
  const head = await boxOf(inner(page).locator('> *').nth(0));
  const tools = await boxOf(inner(page).locator('> *').nth(1));
  const card = await boxOf(around(table));
  expect([tools.top - head.bottom, card.top - tools.bottom], 'between blocks').toEqual([16, 16]);

  await page.getByRole('button', { name: 'Editar Rute Lacerda' }).click();
  const user = dialog(page, 'Editar Rute Lacerda');
  const nameField = user.getByRole('textbox', { name: 'Nome' });
  await expect(nameField).toBeVisible();
  await expectSizes([
    ['window with tabs', user, { width: 640, left: 400, radius: 14 }],
    ['its title', user.getByRole('heading', { name: 'Editar Rute Lacerda' }), { font: 16, weight: 600 }],
    ['field', around(nameField), { height: 34, radius: 6 }],
    ['select', user.getByRole('combobox', { name: 'Tema' }), { height: 34, radius: 6 }],
    ['label', user.getByText('Nome', { exact: false }).first(), { font: 12, weight: 500 }],
    ['close', user.getByRole('button', { name: 'Fechar' }), { width: 32, height: 32 }],
    ['save', user.getByRole('button', { name: 'Salvar usuário' }), { height: 34 }],
  ]);
  await user.getByRole('tab', { name: 'Permissões' }).click();
  await expectSizes([
    ['tab', user.getByRole('tab', { name: 'Permissões' }), { height: 38, weight: 600 }],
    ['switch', user.getByRole('switch', { name: 'Atender grupos' }), { width: 34, height: 20 }],
    ['chip', user.getByText('Suporte').locator('xpath=..'), { height: 20, radius: 4, font: 12 }],
  ]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Excluir Rute Lacerda' }).click();
  await expectSizes([['question', dialog(page, /Excluir o usuário/), { width: 440, radius: 14 }]]);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await expectSizes([['palette', dialog(page, 'Buscar ou ir para'), { width: 560, radius: 14 }]]);
  await page.keyboard.press('Escape');

  await page.goto('/tags');
  await expect(row(page, 'VIP')).toBeVisible();
  await page.getByRole('button', { name: 'Nova tag' }).click();
  await expectSizes([
    ['tag', page.locator('.c-chip', { hasText: 'VIP' }), { height: 20, radius: 4, font: 12, weight: 500 }],
    ['row', row(page, 'VIP'), { height: 48 }],
    ['window', dialog(page, 'Nova tag'), { width: 560, left: 440, radius: 14 }],
  ]);
  await page.keyboard.press('Escape');

  await page.goto('/connections');
  const loja = page.getByRole('row').filter({ hasText: 'WhatsApp da loja' });
  await expect(loja).toBeVisible();
  await expectSizes([
    ['row of two lines', loja, { height: 58 }],
    ['state', loja.getByText('Conectado'), { height: 22 }],
    ['session', loja.getByRole('button', { name: /^Desconectar/ }), { height: 28, font: 12 }],
  ]);
  await page.getByRole('button', { name: 'Editar WhatsApp da loja' }).click();
  await expectSizes([['window with tabs', dialog(page, 'Editar WhatsApp da loja'), { width: 640, radius: 14 }]]);
  await page.goto('/sandbox');
  const phone = page.getByRole('region', { name: /^Celular de/ });
  await expect(phone).toBeVisible();
  await expectSizes([
    ['people', page.getByRole('complementary', { name: 'Clientes' }), { left: 0, width: 312, top: 52 }],
    ['system', page.getByRole('complementary', { name: 'Sistema' }), { right: 1440, width: 340, top: 52 }],
    ['phone', phone, { width: 376 }],
  ]);

  await page.goto('/subscription');
  await expect(page.getByText('Período da licença', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1920, height: 1000 });
  await expectSizes([['settings page', inner(page), { width: 1040 }]]);
  await page.goto('/tags');
  await expect(row(page, 'VIP')).toBeVisible();
  await expectSizes([['wide page', inner(page), { width: 1320 }]]);
  expect(await styleOf(scroller(page), 'padding-left')).toBe('28px');

  await page.getByRole('button', { name: 'Recolher ou expandir o menu' }).click();
  await expectSizes([
    ['rail', menu(page), { width: 60 }],
    ['top bar beside it', bar(page), { left: 60, height: 52 }],
  ]);
});

test('a toast is at the bottom center, on a phone at the top', async ({ page, otica }) => {
  await openSignedIn(page, await otica.createUser());
  const saveProfile = async () => {
    await page.getByRole('button', { name: 'Menu do usuário' }).click();
    await page.getByRole('menuitem', { name: 'Meu perfil' }).click();
    await dialog(page, 'Meu perfil').getByRole('button', { name: 'Salvar usuário' }).click();
    const toastBox = page.getByText('Usuário salvo com sucesso!').locator('xpath=..');
    await expect(toastBox).toBeVisible();
    await toastBox.evaluate((toast) => Promise.all(toast.getAnimations().map((animation) => animation.finished)));
    return { box: await boxOf(toastBox), radius: await styleOf(toastBox, 'border-top-left-radius') };
  };
  const { box, radius } = await saveProfile();
  expect(Math.abs((box.left + box.right) / 2 - 720)).toBeLessThanOrEqual(1);
  expect(Math.abs(900 - box.bottom - 20)).toBeLessThanOrEqual(1);
  expect(Math.abs(box.height - 42)).toBeLessThanOrEqual(1);
  expect(radius).toBe('8px');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Usuário salvo com sucesso!')).toHaveCount(0);
  const phone = (await saveProfile()).box;
  expect(Math.abs((phone.left + phone.right) / 2 - 195)).toBeLessThanOrEqual(1);
  expect(Math.abs(phone.top - 8)).toBeLessThanOrEqual(1);
});

test('the sign-in page has the large controls of the design', async ({ page }) => {
  await page.goto('/login');
  const email = page.getByRole('textbox', { name: 'E-mail' });
  const enter = page.getByRole('button', { name: 'Entrar', exact: true });
  await expectSizes([
    ['e-mail', around(email), { height: 42, radius: 6, width: 360 }],
    ['password', around(page.getByRole('textbox', { name: 'Senha' })), { height: 42, radius: 6 }],
    ['button', enter, { height: 42, radius: 6, font: 14, weight: 500 }],
    ['what is typed', email, { font: 14 }],
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const locator of [around(email), enter]) expect((await boxOf(locator)).height).toBeGreaterThanOrEqual(44);
  expect(await styleOf(email, 'font-size')).toBe('16px');
});

/** Touch targets below 44 px, found by hit tests around their center. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Half of 44 px, with a tolerance of one.
    const half = 21;
    const pressable =
      'button, a[href], input, select, textarea, [role="tab"], [role="switch"], [role="option"], [role="menuitem"]';
    const lastDialog = [...document.querySelectorAll('[role="dialog"], dialog[open]')].at(-1);
    const hits = (element: Element, x: number, y: number): boolean => {
      const hitElement = document.elementFromPoint(x, y);
      const label =
        element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.labels?.[0] : undefined;
      return (
        hitElement !== null &&
        (element.contains(hitElement) || hitElement.contains(element) || (label?.contains(hitElement) ?? false))
      );
    };
    return [...(lastDialog ?? document).querySelectorAll<HTMLElement>(pressable)].flatMap((element) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isVisible =
        width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const isInView = x > 0 && y > half && x < innerWidth && y < innerHeight - half;
      if (!isVisible || !isInView || element.hasAttribute('disabled') || !hits(element, x, y)) return [];
      const around = [
        [x, y - half],
        [x, y + half],
        [Math.max(1, x - half), y],
        [Math.min(innerWidth - 1, x + half), y],
      ] as const;
      if (around.every(([px, py]) => hits(element, px, py))) return [];
      return [
        `${element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''} <${element.tagName.toLowerCase()}> ${Math.round(width)}×${Math.round(height)}`,
      ];
    });
  });
const smallType = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('input, textarea, select')]
      .filter((field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.getAttribute('aria-label') ?? field.getAttribute('name') ?? field.tagName),
  );

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('every touch target has at least 44 px, and dialogs fill the screen', async ({ page, otica }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
    expect(await tooSmall(page), 'sign-in').toEqual([]);

    await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/users');
    await expect(row(page, 'Rute Lacerda')).toBeVisible();
    await expectSizes([['app bar', bar(page), { height: 58, left: 0, right: 390 }]]);
    expect(await tooSmall(page), 'users').toEqual([]);
    expect(await smallType(page)).toEqual([]);

    await page.getByRole('button', { name: 'Abrir o menu' }).click();
    await expectSizes([['drawer', menu(page), { width: 300, left: 0, height: 844 }]]);
    expect(await tooSmall(page), 'menu').toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Editar Rute Lacerda' }).click();
    const user = dialog(page, 'Editar Rute Lacerda');
    await expect(user.getByRole('textbox', { name: 'Nome' })).toBeVisible();
    await expectSizes([['sheet', user, { left: 0, top: 0, width: 390, height: 844, radius: 0 }]]);
    expect(await tooSmall(page), 'user').toEqual([]);
    expect(await smallType(page)).toEqual([]);
    await user.getByRole('tab', { name: 'Permissões' }).click();
    expect(await tooSmall(page), 'permissions').toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Menu do usuário' }).click();
    await expect(page.getByRole('menuitem', { name: 'Sair' })).toBeVisible();
    expect(await tooSmall(page), 'account menu').toEqual([]);
    await page.keyboard.press('Escape');

    await page.goto('/tags');
    await expect(row(page, 'VIP')).toBeVisible();
    expect(await tooSmall(page), 'tags').toEqual([]);
    await page.getByRole('button', { name: 'Nova tag' }).click();
    await expect(dialog(page, 'Nova tag')).toBeVisible();
    expect(await tooSmall(page), 'tag').toEqual([]);
  });

  test('every touch target of connections, deliveries and the simulator has at least 44 px', async ({
    page,
    otica,
  }) => {
    const checkTouchTargets = async (label: string) => {
      expect(await tooSmall(page), label).toEqual([]);
      expect(await smallType(page), label).toEqual([]);
    };
    await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/connections');
    await expect(page.getByText('WhatsApp da loja')).toBeVisible();
    await checkTouchTargets('connections');
    await page.getByRole('button', { name: 'Editar WhatsApp da loja' }).click();
    const connection = dialog(page, 'Editar WhatsApp da loja');
    await expectSizes([['sheet', connection, { left: 0, top: 0, width: 390, height: 844, radius: 0 }]]);
    for (const tab of ['Geral', 'Mensagens', 'Chatbot']) {
      await connection.getByRole('tab', { name: tab }).click();
      await checkTouchTargets(`connection, ${tab}`);
    }
    await page.goto('/deliveries');
    await page.getByRole('button', { name: 'Todas', exact: true }).click();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await checkTouchTargets('deliveries');
    await page.goto('/sandbox');
    await expect(page.getByRole('textbox', { name: /^Mensagem/ })).toBeVisible();
    for (const part of ['Celular', 'Clientes', 'Sistema']) {
      await page.getByRole('group', { name: 'Partes do simulador' }).getByRole('button', { name: part }).click();
      await checkTouchTargets(`simulator, ${part}`);
    }
  });

  inbox('the inbox is large enough for a thumb: list, conversation and contact', async ({ page, counter }) => {
    const checkTouchTargets = async (label: string) => {
      expect(await tooSmall(page), label).toEqual([]);
      expect(await smallType(page), label).toEqual([]);
    };
    const me = await counter.agent();
    const customer = await counter.attended(me, 'Bom dia');
    await counter.waiting('Alguém?');
    await openSignedIn(page, me, '/tickets');
    await expect(item(page, customer.name)).toBeVisible();
    await checkTouchTargets('list');
    await tab(page, 'Aguardando').click();
    await expect(page.getByRole('button', { name: /^Aceitar/ })).toBeVisible();
    await checkTouchTargets('those who wait');
    await tab(page, 'Atendendo').click();
    await item(page, customer.name).getByRole('link').click();
    await expect(composer(page)).toBeVisible();
    await checkTouchTargets('conversation');
    await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Dados do contato' }).click();
    await expect(panel(page)).toBeVisible();
    await checkTouchTargets('contact');
  });
});

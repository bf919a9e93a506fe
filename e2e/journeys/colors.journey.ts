import type { Locator, Page } from '@playwright/test';
import { answer, bubble, item, panel, test as inbox } from '../support/inbox.ts';
import { colorOf, renderedColors, styleOf } from '../support/visual.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn } from '../support/users.ts';
import { dialog, row } from '../support/shell.ts';

/** Every color on the screen is a role of the token sheet: listed as [label, locator, property, role]. */
async function expectRoles(
  page: Page,
  roles: [what: string, thing: Locator, property: string, role: string, pseudo?: string][],
): Promise<void> {
  const wrong: string[] = [];
  for (const [label, locator, property, role, pseudo] of roles) {
    const [actual, expected] = [await styleOf(locator, property, pseudo), await colorOf(page, role)];
    if (actual !== expected) wrong.push(`${label}: ${property} is ${actual}, ${role} is ${expected}`);
  }
  expect(wrong).toEqual([]);
}

/** The fixed part of the sheet: surfaces and states that no brand changes. */
const fixed = {
  light: {
    '--surface': 'oklch(1 0 0)',
    '--raised': 'oklch(1 0 0)',
    '--success': 'oklch(0.52 0.13 153)',
    '--success-text': 'oklch(0.43 0.11 153)',
    '--warn': 'oklch(0.8 0.15 78)',
    '--danger': 'oklch(0.54 0.2 27)',
    '--danger-text': 'oklch(0.48 0.19 27)',
    '--info': 'oklch(0.52 0.13 245)',
    '--accent': '#0000ff',
  },
  dark: {
    '--success': 'oklch(0.7 0.15 153)',
    '--success-text': 'oklch(0.82 0.13 153)',
    '--warn': 'oklch(0.8 0.14 80)',
    '--danger': 'oklch(0.64 0.19 26)',
    '--danger-text': 'oklch(0.78 0.13 22)',
    '--info': 'oklch(0.68 0.13 245)',
    '--accent': '#39ace7',
  },
} as const;

test('every color is a role of the token sheet, in light and in dark, and the font is Inter', async ({
  page,
  otica,
}) => {
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/users');
  const rute = row(page, 'Rute Lacerda');
  await expect(rute).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  const bar = page.getByRole('banner');
  const table = page.getByRole('table');

  for (const theme of ['light', 'dark'] as const) {
    if (theme === 'dark') await page.keyboard.press('Control+Shift+L');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const [role, value] of Object.entries(fixed[theme])) {
      const [actual, expected] = await renderedColors(page, [`var(${role})`, value]);
      // A build may write a color in another notation, one step of 255 off.
      expect(
        actual!.every((part, at) => Math.abs(part - expected![at]!) <= 1),
        `${role} in ${theme}: ${String(actual)}, not ${String(expected)}`,
      ).toBe(true);
    }

    await expectRoles(page, [
      ['page', page.locator('body'), 'background-color', '--bg'],
      ['words', page.locator('body'), 'color', '--text'],
      ['drawer', menu, 'background-color', '--bg'],
      ['its edge', menu, 'border-right-color', '--border'],
      ['current entry', menu.getByRole('link', { name: 'Usuários' }), 'background-color', '--surface'],
      ['its icon', menu.getByRole('link', { name: 'Usuários' }).locator('svg'), 'color', '--accent-text'],
      ['its mark', menu.getByRole('link', { name: 'Usuários' }), 'background-color', '--accent-edge', '::before'],
      ['other entry', menu.getByRole('link', { name: 'Tags' }), 'color', '--text-2'],
      ['group', menu.getByRole('button', { name: 'Atendimento' }), 'color', '--text-3'],
      ['version', menu.getByText('Versão 4.5.0'), 'color', '--text-3'],
      ['top bar', bar, 'background-color', '--bg'],
      ['its edge', bar, 'border-bottom-color', '--border'],
      ['due date', bar.getByText(/^Vence/), 'color', '--text-2'],
      ['primary button', page.getByRole('button', { name: 'Novo usuário' }), 'background-color', '--accent'],
      ['its words', page.getByRole('button', { name: 'Novo usuário' }), 'color', '--on-accent'],
      ['search', page.getByRole('search'), 'background-color', '--surface'],
      ['search edge', page.getByRole('search'), 'border-top-color', '--border-2'],
      ['table', table.locator('xpath=..'), 'background-color', '--surface'],
      ['its edge', table.locator('xpath=..'), 'border-top-color', '--border'],
      ['table head', table.getByRole('columnheader', { name: 'Nome' }), 'color', '--text-2'],
      ['hairline', table.locator('tbody tr').first().getByRole('cell').first(), 'border-bottom-color', '--border'],
      ['e-mail', rute.getByText('rute@example.com'), 'color', '--text-2'],
      ['offline', rute.getByText('Offline'), 'background-color', '--sunken'],
      ['offline words', rute.getByText('Offline'), 'color', '--text-2'],
      ['online', page.getByRole('cell').getByText('Online').first(), 'background-color', '--success-soft'],
      ['online words', page.getByRole('cell').getByText('Online').first(), 'color', '--success-text'],
    ]);

    await page.getByRole('button', { name: 'Editar Rute Lacerda' }).click();
    const user = dialog(page, 'Editar Rute Lacerda');
    const name = user.getByRole('textbox', { name: 'Nome' });
    await name.fill('');
    await user.getByRole('button', { name: 'Salvar usuário' }).click();
    await expectRoles(page, [
      ['window', user, 'background-color', '--raised'],
      ['field edge', user.getByRole('textbox', { name: 'E-mail' }).locator('xpath=..'), 'border-top-color', '--field'],
      ['wrong field', name.locator('xpath=..'), 'border-top-color', '--focus'],
      ['what is wrong', user.getByText('Obrigatório'), 'color', '--danger-text'],
      ['cancel', user.getByRole('button', { name: 'Cancelar' }), 'background-color', '--surface'],
      ['cancel edge', user.getByRole('button', { name: 'Cancelar' }), 'border-top-color', '--border-2'],
      ['unsaved', user.getByText('Alterações não salvas'), 'color', '--text-3'],
    ]);
    await user.getByRole('tab', { name: 'Permissões' }).click();
    await expectRoles(page, [
      ['tab mark', user.getByRole('tab', { name: 'Permissões' }), 'background-color', '--accent-edge', '::after'],
      ['switch on', user.getByRole('switch', { name: 'Dashboard e relatórios' }), 'background-color', '--accent-edge'],
      ['switch off', user.getByRole('switch', { name: 'Conexões' }), 'background-color', '--field'],
    ]);
    await page.keyboard.press('Escape');
    const question = dialog(page, 'Descartar as alterações?');
    await expectRoles(page, [
      ['danger button', question.getByRole('button', { name: 'Descartar' }), 'background-color', '--danger'],
      ['its words', question.getByRole('button', { name: 'Descartar' }), 'color', '--on-danger'],
    ]);
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(user).toHaveCount(0);
  }
  expect(await styleOf(page.locator('body'), 'font-family')).toMatch(/^"Inter Variable", Inter,/);
  expect(await styleOf(page.locator('body'), 'font-size')).toBe('13px');
  expect(
    await page.evaluate(() =>
      [...document.fonts].some((face) => face.family.includes('Inter Variable') && face.status === 'loaded'),
    ),
  ).toBe(true);
  expect(await styleOf(page.getByText('09:00 às 19:00'), 'font-variant-numeric')).toBe('tabular-nums');
});

test('connections and the simulator use only colors of the token sheet, in light and in dark', async ({
  page,
  otica,
}) => {
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/connections');
  for (const theme of ['light', 'dark'] as const) {
    if (theme === 'dark') await page.keyboard.press('Control+Shift+L');
    await page.goto('/connections');
    const loja = page.getByRole('row').filter({ hasText: 'WhatsApp da loja' });
    await expect(loja).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectRoles(page, [
      ['connected', loja.getByText('Conectado'), 'background-color', '--success-soft'],
      ['connected words', loja.getByText('Conectado'), 'color', '--success-text'],
      ['channel', loja.getByRole('img', { name: 'WhatsApp' }), 'color', '--ch-whatsapp'],
      ['banner', page.getByText(/24 horas/), 'background-color', '--info-soft'],
    ]);
    await page.goto('/sandbox');
    const contactsPane = page.getByRole('complementary', { name: 'Clientes' });
    const bubbleText = page.getByRole('log').getByText('Oi! Meus óculos novos já chegaram?');
    await page.getByRole('combobox', { name: 'Conexão simulada' }).click();
    await page.getByRole('option', { name: 'WhatsApp da loja' }).click();
    await expect(bubbleText).toBeVisible();
    await expectRoles(page, [
      ['panel', contactsPane, 'background-color', '--surface'],
      [
        'chosen customer',
        contactsPane.getByRole('button', { name: /Helena Prado/ }),
        'background-color',
        '--accent-soft',
      ],
      ['training', page.getByText('Treino'), 'background-color', '--info-soft'],
    ]);
  }
});

inbox('the inbox keeps to the token sheet, in light and in dark', async ({ page, counter }) => {
  const me = await counter.agent();
  const unread = await counter.attended(me, 'Olá?');
  const customer = await counter.attended(me, 'Bom dia');
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await answer(page, 'Bom dia, em que posso ajudar?');
  await page.getByRole('button', { name: 'Nota interna' }).click();
  await page.getByRole('textbox', { name: 'Nota interna' }).fill('Só para a equipe');
  await page.getByRole('button', { name: 'Salvar nota' }).click();
  await expect(bubble(page, 'Só para a equipe')).toBeVisible();
  const open = item(page, customer.name).locator('> *').first();
  for (const theme of ['light', 'dark'] as const) {
    if (theme === 'dark') await page.keyboard.press('Control+Shift+L');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectRoles(page, [
      ['list', page.getByRole('region', { name: 'Conversas' }), 'background-color', '--surface'],
      ['open conversation', open, 'background-color', '--accent-soft', '::before'],
      ['unread', item(page, unread.name).getByText('1', { exact: true }), 'background-color', '--accent'],
      ['its words', item(page, unread.name).getByText('1', { exact: true }), 'color', '--on-accent'],
      ['said by the customer', bubble(page, 'Bom dia').first(), 'background-color', '--bubble-in'],
      ['said by us', bubble(page, 'em que posso ajudar?'), 'background-color', '--bubble-out'],
      ['note', bubble(page, 'Só para a equipe'), 'background-color', '--bubble-note'],
      ['contact', panel(page), 'background-color', '--surface'],
    ]);
  }
});

import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { bubble, composer, expect, item, list, panel, picture, tab, test, thread } from '../support/inbox.ts';
import type { Afterwards } from '../support/journey.ts';
import { boxOf, type Box } from '../support/visual.ts';
import { openSignedIn, uniqueSuffix, type AdminApi } from '../support/users.ts';
import { dialog, toast } from '../support/shell.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

async function checkScreen(page: Page, label: string): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, `${label} scrolls sideways`).toBeLessThanOrEqual(0);
  expect(await violationsOn(page), `${label}, light`).toEqual([]);
  await picture(page, `phone-${label}`);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'));
  expect(await violationsOn(page, { only: 'color-contrast' }), `${label}, dark`).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
}

/** Adds a new tag to the contact and returns its name. */
async function tagContact(otica: AdminApi, afterwards: Afterwards, contactName: string): Promise<string> {
  const name = `Multifocal ${uniqueSuffix()}`;
  const tag = await otica.call<{ id: number }>('POST', '/tags', { name, color: '#E8590C' });
  afterwards(() => otica.call('DELETE', `/tags/${tag.id}`));
  const path = `/contacts?searchParam=${encodeURIComponent(contactName)}`;
  const { contacts } = await otica.call<{ contacts: { id: number }[] }>('GET', path);
  await otica.call('POST', '/tags/sync', { contactId: contacts[0]!.id, tags: [{ id: tag.id }] });
  return name;
}

/** The pairs of boxes that overlap, by their positions. */
const overlaps = (boxes: readonly Box[]): string[] =>
  boxes.flatMap((a, at) =>
    boxes.slice(at + 1).flatMap((b, after) => {
      const isApart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      return isApart ? [] : [`${at} and ${at + 1 + after}`];
    }),
  );

test('on a phone one pane fills the screen: list, conversation, answer, contact and back; a swipe shows the actions [M-047] [F-U28]', async ({
  page,
  counter,
  otica,
  afterwards,
}) => {
  const me = await counter.agent({ name: 'Marina Duarte' });
  const customer = await counter.attended(me, 'Consigo retirar na sexta?', `Helena ${uniqueSuffix()}`);
  const waits = await counter.waiting('Alguém?', `Zilda ${uniqueSuffix()}`);
  const tag = await tagContact(otica, afterwards, waits.name);
  await openSignedIn(page, me, '/tickets');
  const panes = page.getByRole('tablist', { name: 'Partes da tela' });
  await expect(item(page, customer.name)).toBeVisible();
  await expect(panes.getByRole('tab', { name: /^Atendimentos/ })).toHaveAttribute('aria-selected', 'true');
  await checkScreen(page, 'list');
  await panes.getByRole('tab', { name: 'Ticket' }).tap();
  await expect(list(page)).toBeHidden();
  await page.getByRole('button', { name: 'Selecionar Ticket' }).tap();
  await expect(list(page)).toBeVisible();

  await tab(page, 'Aguardando').tap();
  await expect(page.getByRole('button', { name: `Aceitar ${waits.name}` })).toBeVisible();
  expect((await boxOf(page.getByRole('button', { name: `Aceitar ${waits.name}` }))).height).toBeGreaterThanOrEqual(32);
  const waiting = item(page, waits.name);
  const parts = [
    waiting.getByRole('button', { name: /^Aceitar/ }),
    waiting.locator('time').last(),
    waiting.getByText(tag),
  ];
  expect(overlaps(await Promise.all(parts.map(boxOf))), 'Aceitar, time and tag overlap [F-U28]').toEqual([]);
  await tab(page, 'Atendendo').tap();
  await item(page, customer.name).getByRole('link').tap();
  await expect(bubble(page, 'Consigo retirar na sexta?')).toBeVisible();
  await expect(list(page)).toBeHidden();
  await composer(page).fill('Consegue, sim!');
  await page.getByRole('button', { name: 'Enviar', exact: true }).tap();
  await expect.poll(() => counter.textsReceivedBy(customer)).toEqual([expect.stringMatching(/Consegue, sim!$/)]);
  await expect(bubble(page, 'Consegue, sim!')).toBeInViewport();
  await checkScreen(page, 'conversation');

  await page.getByRole('button', { name: 'Mais ações', exact: true }).tap();
  // A touch screen has no keys to press [F-U28].
  await expect(page.getByRole('menu').locator('kbd').first()).toBeAttached();
  await expect(page.getByRole('menu').locator('kbd').filter({ visible: true })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Dados do contato' }).tap();
  await expect(panel(page)).toBeVisible();
  await checkScreen(page, 'contact');
  await panel(page).getByRole('button', { name: 'Fechar' }).tap();
  await expect(panel(page)).toHaveCount(0);
  await expect(thread(page)).toBeVisible();

  await page.getByRole('button', { name: 'Voltar para a lista' }).tap();
  await expect(list(page)).toBeVisible();
  await expect(page).toHaveURL(/\/tickets$/);

  // A swipe reveals the actions of the row.
  const row = item(page, customer.name);
  const { left, top, width, height } = await boxOf(row);
  const touch = await page.context().newCDPSession(page);
  const y = top + height / 2;
  const from = left + width - 40;
  // Slow enough not to be a fling: a browser uses the next tap to stop a fling, and the button would not get it.
  const startSeconds = Date.now() / 1000;
  const swipe = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number, after: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from - by, y }],
      timestamp: startSeconds + after,
    });
  await swipe('touchStart', 0, 0);
  for (const [by, after] of [
    [20, 0.2],
    [80, 0.4],
    [170, 0.6],
    [171, 1.2],
  ] as const)
    await swipe('touchMove', by, after);
  await swipe('touchEnd', 171, 1.4);
  await expect(row.getByRole('button', { name: 'Transferir' })).toBeInViewport();
  await row.getByRole('button', { name: 'Transferir' }).tap();
  await expect(dialog(page, 'Transferir conversa')).toBeVisible();
  const dialogBox = await boxOf(dialog(page, 'Transferir conversa'));
  expect([dialogBox.left, dialogBox.width]).toEqual([0, 390]);
  await checkScreen(page, 'transfer');
  await dialog(page, 'Transferir conversa').getByRole('button', { name: 'Cancelar' }).tap();

  await item(page, customer.name).getByRole('link').tap();
  await page.getByRole('button', { name: 'Resolver', exact: true }).first().tap();
  // Agents do not receive the farewell of a connection, so the page cannot know that there is none and asks.
  const question = dialog(page, 'Resolver a conversa com Helena?');
  const withoutFarewell = question.getByRole('button', { name: 'Resolver sem despedida' });
  expect((await boxOf(withoutFarewell)).left, 'padding of the dialog').toBeGreaterThanOrEqual(16);
  await withoutFarewell.tap();
  await expect(toast(page, 'Conversa resolvida')).toBeVisible();
  await expect(list(page)).toBeVisible();
  await expect(item(page, customer.name)).toHaveCount(0);
});

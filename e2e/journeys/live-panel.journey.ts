import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { answer, bubble, expect, item, picture, tab, test } from '../support/inbox.ts';
import { toast } from '../support/shell.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { drawnScreens } from '../support/visual.ts';

const pending = (page: Page): Locator => page.getByRole('region', { name: 'Pendentes' });
const cardIn = (column: Locator, name: string): Locator => column.getByRole('listitem').filter({ hasText: name });

test('the panel follows conversations live, and an admin transfers one by dragging and by its menu [M-296] [M-297] [M-321]', async ({
  page,
  anotherBrowser,
  otica,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const admin = await counter.agent({ name: `Ana ${suffix}`, profile: 'admin' });
  const caio = await counter.agent({ name: `Caio ${suffix}` });
  await otica.call('PUT', `/queue/${counter.queue.id}`, { targetMinutes: 10 });
  await page.setViewportSize({ width: 1900, height: 1000 });
  await openSignedIn(page, admin, '/moments');
  await expect(page.getByRole('heading', { name: 'Painel de Atendimentos' })).toBeVisible();
  await page.getByRole('region', { name: 'Filas' }).getByRole('button', { name: counter.queue.name }).click();
  const columnOf = (name: string) => page.getByRole('article', { name, exact: true });
  await expect(columnOf(caio.name)).toBeVisible();

  const helena = await counter.waiting('Consigo retirar na loja do Centro na sexta?', `Helena ${suffix}`);
  const card = cardIn(pending(page), helena.name);
  await expect(card).toContainText('Consigo retirar na loja do Cen…');
  await expect(card).toContainText(counter.queue.name);
  await expect(card).toContainText(counter.connection.name);
  await expect(card).toContainText('agora');
  expect((await pending(page).boundingBox())!.width).toBe(380);
  expect((await columnOf(caio.name).boundingBox())!.width).toBe(380);

  const [from, to] = [(await card.boundingBox())!, (await columnOf(caio.name).boundingBox())!];
  await page.mouse.move(from.x + 150, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(to.x + 100, to.y + 100, { steps: 12 });
  await page.mouse.up();
  await expect(cardIn(columnOf(caio.name), helena.name)).toBeVisible();
  await expect(toast(page, `${helena.name} foi para ${caio.name}`)).toBeVisible();
  expect((await counter.conversation(helena))!.status).toBe('open');

  // The agent replies: the customer no longer waits.
  const agent = await anotherBrowser();
  await openSignedIn(agent, caio, '/tickets');
  await tab(agent, 'Atendendo').click();
  await item(agent, helena.name).click();
  await bubble(agent, 'Consigo retirar').waitFor();
  await answer(agent, 'Consegue sim');
  await expect(cardIn(columnOf(caio.name), helena.name)).toContainText('Consegue sim');
  await expect(cardIn(columnOf(caio.name), helena.name).getByText('agora')).toHaveCount(0);

  await page.getByRole('button', { name: `Transferir ${helena.name}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Devolver à fila' }).click();
  await expect(cardIn(pending(page), helena.name)).toBeVisible();
  await picture(page, 'panel-live');
  expect(await violationsOn(page)).toEqual([]);
});

for (const { theme, width, height } of drawnScreens)
  test(`the panel at ${width} px, ${theme}, without violations of WCAG`, async ({ page, counter }) => {
    const admin = await counter.agent({ profile: 'admin', defaultTheme: theme });
    await counter.attended(admin, 'Tem em tartaruga?');
    await counter.waiting('Oi, bom dia');
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height });
    await openSignedIn(page, admin, '/moments');
    await expect(pending(page).getByRole('listitem').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await picture(page, `panel-${width}-${theme}`);
    expect(await violationsOn(page)).toEqual([]);
  });

test('the wall shows large numbers without scroll and without messages, and survives a reload [M-296]', async ({
  page,
  counter,
}) => {
  const suffix = uniqueSuffix();
  const admin = await counter.agent({ name: `Ana ${suffix}`, profile: 'admin' });
  await counter.waiting('Segredo do cliente', `Otávio Rangel ${suffix}`);
  await openSignedIn(page, admin, '/moments');
  await expect(pending(page).getByRole('listitem').first()).toBeVisible();
  await page.keyboard.press('f');
  const wall = page.getByRole('region', { name: 'Modo mural' });
  await expect(wall).toBeVisible();
  await expect(wall.getByText('Segredo do cliente')).toHaveCount(0);
  await page.reload();
  await expect(wall).toBeVisible();
  for (const [width, height] of [
    [1920, 1080],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const isFitting = await wall.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].every(
        (part) => part.getBoundingClientRect().bottom <= window.innerHeight + 1,
      ),
    );
    expect(isFitting).toBe(true);
    await picture(page, `panel-wall-${width}`);
  }
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Painel de Atendimentos' })).toBeVisible();
});

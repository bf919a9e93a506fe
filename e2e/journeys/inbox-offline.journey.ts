import { answer, bubble, composer, expect, item, test, thread } from '../support/inbox.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { noNetwork, failedWithStatus } from '../support/console-errors.ts';

test('a message sent while offline waits with a clock and is sent exactly once when the network returns', async ({
  page,
  counter,
  consoleErrors,
}) => {
  consoleErrors.expect(noNetwork);
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Alguém aí?');
  const [first, second] = [`Primeira ${uniqueSuffix()}`, `Segunda ${uniqueSuffix()}`];
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await expect(bubble(page, 'Alguém aí?')).toBeVisible();

  await page.context().setOffline(true);
  await answer(page, first);
  await answer(page, second);
  for (const text of [first, second])
    await expect(bubble(page, text).getByRole('img', { name: 'Será enviada quando a conexão voltar' })).toBeVisible();
  // Opening a menu does not discard the waiting messages.
  await page.getByRole('button', { name: 'Mais ações da lista' }).click();
  await page.keyboard.press('Escape');
  expect(await counter.receivedBy(customer)).toEqual([]);

  // Each reply arrives after the socket has reported the delivery.
  await page.route(/\/api\/messages\/\d+$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    const { body } = route.request().postDataJSON() as { body: string };
    await expect(bubble(page, body).getByRole('img', { name: /Enviada|Entregue/ })).toBeVisible();
    return route.fulfill({ response });
  });
  await page.context().setOffline(false);
  const expected = [expect.stringMatching(first), expect.stringMatching(second)] as unknown[];
  await expect.poll(() => counter.textsReceivedBy(customer), { timeout: 30_000 }).toEqual(expected);
  for (const text of [first, second]) {
    await expect(bubble(page, text)).toHaveCount(1);
    await expect(bubble(page, text).getByRole('img', { name: /Enviada|Entregue/ })).toBeVisible();
  }
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  await expect(bubble(page, second)).toHaveCount(1);
  expect(await counter.textsReceivedBy(customer), 'once').toEqual(expected);
});

test('a message is sent once when the response is lost, and a send in progress continues after leaving the page', async ({
  page,
  counter,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_CONNECTION_RESET/);
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Oi');
  const text = `Só uma vez ${uniqueSuffix()}`;
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await expect(composer(page)).toBeVisible();
  let lost = 0;
  await page.route(/\/api\/messages\/\d+$/, async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
    // The server has stored it; the browser never receives the response.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await answer(page, text);
  await page.getByRole('link', { name: 'Respostas rápidas' }).click();
  await expect(page.getByRole('heading', { name: 'Respostas rápidas' })).toBeVisible();
  await expect.poll(() => lost).toBeGreaterThan(0);
  await page.goBack();
  await expect(bubble(page, text).getByRole('img', { name: /Enviada|Entregue/ })).toBeVisible();
  await expect(thread(page).getByText(text)).toHaveCount(1);
  expect(await counter.textsReceivedBy(customer)).toEqual([expect.stringMatching(text)]);
});

test('a draft is restored on another device', async ({ page, anotherBrowser, counter, consoleErrors }) => {
  // One session per user: the second device ends the first.
  consoleErrors.expect(failedWithStatus(401));
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Bom dia');
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  const saved = page.waitForResponse(
    (response) => response.url().includes('/draft') && response.request().method() !== 'GET' && response.ok(),
  );
  await composer(page).fill('Vou ver com o laboratório e');
  await saved;
  const other = await anotherBrowser();
  await openSignedIn(other, me, new URL(page.url()).pathname);
  await expect(composer(other)).toHaveValue('Vou ver com o laboratório e');
});

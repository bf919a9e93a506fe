import { answer, bubble, composer, expect, item, test, thread } from '../cast/inbox.ts';
import { arrive, uniqueMark } from '../cast/people.ts';
import { noNetwork, refusedWith } from '../cast/trouble.ts';

test('what is sent while the line is gone waits with a clock and goes out exactly once when it returns', async ({
  page,
  counter,
  trouble,
}) => {
  trouble.expect(noNetwork);
  const me = await counter.attendant();
  const customer = await counter.attended(me, 'Alguém aí?');
  const [first, second] = [`Primeira ${uniqueMark()}`, `Segunda ${uniqueMark()}`];
  await arrive(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await expect(bubble(page, 'Alguém aí?')).toBeVisible();

  await page.context().setOffline(true);
  await answer(page, first);
  await answer(page, second);
  for (const text of [first, second])
    await expect(bubble(page, text).getByRole('img', { name: 'Vai sair quando a conexão voltar' })).toBeVisible();
  // It is kept while one looks at something else.
  await page.getByRole('button', { name: 'Mais ações da lista' }).click();
  await page.keyboard.press('Escape');
  expect(await counter.reached(customer)).toEqual([]);

  await page.context().setOffline(false);
  const words = [expect.stringMatching(first), expect.stringMatching(second)] as unknown[];
  await expect.poll(() => counter.wordsReached(customer), { timeout: 30_000 }).toEqual(words);
  for (const text of [first, second]) {
    await expect(bubble(page, text)).toHaveCount(1);
    await expect(bubble(page, text).getByRole('img', { name: /Enviada|Entregue/ })).toBeVisible();
  }
  await page.reload();
  await expect(bubble(page, second)).toHaveCount(1);
  expect(await counter.wordsReached(customer), 'once').toEqual(words);
});

test('a send whose answer is lost is not sent twice, and one that is underway survives leaving the screen', async ({
  page,
  counter,
  trouble,
}) => {
  trouble.expect(/ERR_CONNECTION_RESET/);
  const me = await counter.attendant();
  const customer = await counter.attended(me, 'Oi');
  const text = `Só uma vez ${uniqueMark()}`;
  await arrive(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await expect(composer(page)).toBeVisible();
  let lost = 0;
  await page.route(/\/api\/messages\/\d+$/, async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
    // The server has it; the browser never learns so.
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
  expect(await counter.wordsReached(customer)).toEqual([expect.stringMatching(text)]);
});

test('what was being written is there again on another device', async ({ page, anotherBrowser, counter, trouble }) => {
  // One session a person: the second device ends the first.
  trouble.expect(refusedWith(401));
  const me = await counter.attendant();
  const customer = await counter.attended(me, 'Bom dia');
  await arrive(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  const kept = page.waitForResponse(
    (told) => told.url().includes('/draft') && told.request().method() !== 'GET' && told.ok(),
  );
  await composer(page).fill('Vou ver com o laboratório e');
  await kept;
  const other = await anotherBrowser();
  await arrive(other, me, new URL(page.url()).pathname);
  await expect(composer(other)).toHaveValue('Vou ver com o laboratório e');
});

import { answer, bubble, expect, foundMessage, item, test, thread } from '../support/inbox.ts';
import { boxOf } from '../support/visual.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { failedWithStatus } from '../support/console-errors.ts';

test('a message of a closed conversation is found by a word, and a click scrolls to it', async ({
  page,
  otica,
  counter,
}) => {
  const word = `lorgnon${uniqueSuffix()}`;
  const me = await counter.agent();
  const customer = await counter.attended(me, `Vocês têm um LORGNÓN${word.slice(7)} antigo, dourado?`);
  const earlier = (await counter.conversation(customer))!;
  // Enough later messages to move it far from the end of the thread.
  for (let n = 0; n < 45; n++) await counter.sendFrom(customer, `Linha ${n} de uma história comprida`);
  await expect.poll(async () => (await counter.lastMessage(customer)) ?? '').toContain('Linha 44');
  await otica.call('PUT', `/tickets/${earlier.id}`, { status: 'closed', userId: me.id });
  await counter.sendFrom(customer, 'Voltei, bom dia');
  await expect.poll(async () => (await counter.conversation(customer))?.id).not.toBe(earlier.id);

  await openSignedIn(page, me, '/tickets');
  const box = page.getByRole('textbox', { name: 'Buscar nome, número ou mensagem' });
  await box.fill(word);
  const hit = foundMessage(page, customer.name);
  await expect(hit).toHaveCount(1);
  await expect(page.getByText('Nenhuma conversa com este nome ou número.')).toBeVisible();
  await expect(hit.locator('mark')).toHaveText(`LORGNÓN${word.slice(7)}`);
  await expect(page.getByRole('status').getByText('0 conversas · 1 mensagem')).toBeVisible();

  await hit.getByRole('link').click();
  // The current conversation also shows the messages of the contact's earlier ones.
  const going = (await counter.conversation(customer))!;
  await expect(page).toHaveURL(new RegExp(`/tickets/${going.uuid}\\?m=\\d+$`));
  const foundBubble = bubble(page, 'antigo, dourado?');
  await expect(foundBubble).toBeInViewport();
  await expect(foundBubble).toHaveClass(/flash/);
  await expect(bubble(page, 'Linha 44 ')).toHaveCount(0);
  // Only the messages around the match are loaded; the rest loads from there.
  await expect(bubble(page, 'Linha 0 ')).toBeVisible();
  await page.getByRole('button', { name: 'Ir para o fim' }).click();
  await expect(bubble(page, 'Linha 44 ')).toBeInViewport();
  await expect(hit).toBeVisible();
});

test('a quoted message links to the original message [M-080]', async ({ page, counter }) => {
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Preciso de uma armação leve');
  for (let n = 0; n < 25; n++) await counter.sendFrom(customer, `Detalhe ${n}.`);
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await expect(bubble(page, 'Detalhe 20.')).toBeInViewport();
  await expect(page.getByText('Hoje').first()).toBeVisible();
  // More than one page is unread, so the separator moves up as older messages load; the reader scrolls on after each page.
  await thread(page).hover();
  const first = bubble(page, 'armação leve');
  await expect(async () => {
    await page.mouse.wheel(0, -3000);
    await expect(first).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await expect(thread(page)).toContainText('26 mensagens não lidas');
  const unreadSeparator = thread(page).getByText('26 mensagens não lidas');
  await expect
    .poll(async () => (await boxOf(first)).top - (await boxOf(unreadSeparator)).bottom)
    .toBeGreaterThanOrEqual(0);
  await expect.poll(async () => (await boxOf(first)).top - (await boxOf(unreadSeparator)).bottom).toBeLessThan(60);
  await first.hover();
  await first.locator('xpath=..').getByRole('button', { name: 'Responder' }).click();
  await answer(page, 'Temos de titânio');
  await expect.poll(async () => (await counter.textsReceivedBy(customer)).at(-1)).toMatch(/Temos de titânio$/);
  const quoting = bubble(page, 'Temos de titânio');
  // The list shows the text, not the signature above it.
  await expect(item(page, customer.name).locator('bdi').last()).toHaveText('Temos de titânio');
  await expect(quoting).toBeInViewport();
  await quoting.getByRole('button', { name: /Preciso de uma armação leve/ }).click();
  const original = thread(page)
    .locator('article, [role=article]')
    .filter({ hasNotText: 'titânio', hasText: 'armação leve' });
  await expect(original).toBeInViewport();
  await expect(original).toHaveClass(/flash/);
});

test('the list is resized by mouse and by keyboard, and the user finds the same width in another browser [M-046]', async ({
  page,
  anotherBrowser,
  counter,
  consoleErrors,
}) => {
  // One session per user: the second browser ends the first.
  consoleErrors.expect(failedWithStatus(401));
  // Wide enough for the widest list: on a narrower screen it leaves space for the conversation and its contact.
  await page.setViewportSize({ width: 1880, height: 900 });
  const me = await counter.agent();
  await openSignedIn(page, me, '/tickets');
  const grip = page.getByRole('slider', { name: 'Largura da lista' });
  const pane = page.getByRole('region', { name: 'Conversas' });
  await expect(grip).toHaveAttribute('aria-valuenow', /\d+/);
  const { left, top, height } = await boxOf(grip);
  const before = (await boxOf(pane)).width;
  await page.mouse.move(left + 2, top + height / 2);
  await page.mouse.down();
  await page.mouse.move(left + 62, top + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await boxOf(pane)).width - before)).toBe(60);
  const saved = page.waitForResponse((answer) => answer.url().includes('/users/toggleChangeWidht/'));
  await grip.focus();
  await page.keyboard.press('End');
  await expect(grip).toHaveAttribute('aria-valuenow', '700');
  await saved;
  await expect.poll(async () => Math.round((await boxOf(pane)).width)).toBeGreaterThanOrEqual(699);

  const other = await anotherBrowser();
  await openSignedIn(other, me, '/tickets');
  await expect(other.getByRole('slider', { name: 'Largura da lista' })).toHaveAttribute('aria-valuenow', '700');
});

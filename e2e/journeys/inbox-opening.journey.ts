/** What arrives late does not move what the reader sees. */
import type { Page } from '@playwright/test';
import { bubble, expect, item, test, thread } from '../support/inbox.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';

const fromEnd = (page: Page): Promise<number> =>
  thread(page).evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);

/** Holds the answers of this path until it is released. */
async function hold(page: Page, path: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

interface Shift extends PerformanceEntry {
  value: number;
  sources: readonly { node: Node | null }[];
}

/** What moves on the page from now on. A new row of the thread moves those above it. */
async function watchJumps(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const jumps: string[] = [];
    Object.assign(window, { jumps });
    new PerformanceObserver((seen) => {
      for (const { value, sources } of seen.getEntries() as Shift[])
        for (const { node } of sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          if (element && !element.closest('[role="log"]')) jumps.push(`${value.toFixed(3)} ${element.className}`);
        }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => (window as unknown as { jumps: string[] }).jumps);
}

test('a conversation opens at its end and stays there, whatever arrives later, and nothing jumps [F-U4] [F-U13]', async ({
  page,
  counter,
  otica,
}) => {
  const me = await counter.agent({ name: 'Marina Duarte' });
  const customer = await counter.waiting('Bom dia, vi a vitrine de vocês', `Helena ${uniqueSuffix()}`);
  for (let n = 1; n <= 14; n++)
    await counter.sendFrom(customer, `Pergunta ${n}: ${'ainda tem? '.repeat((n * 7) % 23)}`);
  const { id } = (await counter.conversation(customer))!;
  // An event among the last messages.
  await otica.call('PUT', `/tickets/${id}`, { status: 'open', userId: me.id, queueId: counter.queue.id });
  await counter.actAs(customer, { act: 'send', type: 'image', caption: 'A armação é esta' });
  await counter.sendFrom(customer, 'Consigo retirar na sexta?');
  // Read once: without unread messages a conversation opens at its end.
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await expect(item(page, customer.name).getByRole('link')).toHaveAccessibleName(customer.name);

  const releaseEvents = await hold(page, `**/api/tickets-log/${id}*`);
  const releasePictures = await hold(page, '**/media/**');
  await page.goto('/tickets');
  await expect(item(page, customer.name)).toBeVisible();
  const jumps = await watchJumps(page);
  await item(page, customer.name).getByRole('link').click();
  await expect(bubble(page, 'Consigo retirar na sexta?')).toBeInViewport();
  expect(await fromEnd(page)).toBeLessThanOrEqual(2);

  releaseEvents();
  await expect(
    thread(page)
      .getByText(/Marina/)
      .first(),
  ).toBeVisible();
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  releasePictures();
  await expect
    .poll(() =>
      thread(page)
        .locator('img')
        .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).complete)),
    )
    .toBe(true);
  await counter.sendFrom(customer, 'Alguém aí?');
  await expect(bubble(page, 'Alguém aí?')).toBeInViewport();
  await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  expect(await jumps()).toEqual([]);

  // A reader further up is left alone.
  await thread(page).hover();
  await page.mouse.wheel(0, -300);
  await expect.poll(() => fromEnd(page)).toBeGreaterThan(200);
  const before = await fromEnd(page);
  await counter.sendFrom(customer, 'Tudo bem, espero');
  await expect(page.getByRole('button', { name: /nova/ })).toBeVisible();
  expect(await fromEnd(page)).toBeGreaterThanOrEqual(before);
});

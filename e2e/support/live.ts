/** When something happened, told by the browsers' own clocks: what the test runner costs does not count. */
import type { Page, Request } from '@playwright/test';

/** The moment (ms) at which the page shows this text, or shows it no longer. Ask before it happens. */
export const timeOf = (page: Page, text: string, { gone = false } = {}): Promise<number> =>
  page.evaluate(
    ({ text: expected, gone: expectedGone }) =>
      new Promise<number>((resolve) => {
        const check = () => {
          if (document.body.innerText.includes(expected) === expectedGone) return;
          watch.disconnect();
          resolve(Date.now());
        };
        const watch = new MutationObserver(check);
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
        check();
      }),
    { text, gone },
  );

/** The moment (ms) at which the answer to this call had arrived. */
export async function answeredAt(call: Promise<Request>): Promise<number> {
  const request = await call;
  await (await request.response())?.finished();
  const { startTime, responseEnd } = request.timing();
  return startTime + responseEnd;
}

/** Counts how often the page was loaded from now on; live news must need none. */
export function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
}

/**
 * Done when the page has heard from the event log and has fetched what it wanted to: from then on a call has a reason.
 * Ask before the page opens.
 */
export async function whenIdle(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"resumed"'));
  await page.waitForLoadState('networkidle');
}

/** What was changed has been drawn, and whoever watches the screen has been told. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

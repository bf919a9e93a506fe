/** Times of events by the browsers' own clocks, without the overhead of the test runner. */
import type { Page, Request } from '@playwright/test';

/** The time (ms) at which the page shows this text, or no longer shows it. Call it before the event. */
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

/** The time (ms) at which the response to this call had arrived. */
export async function answeredAt(call: Promise<Request>): Promise<number> {
  const request = await call;
  await (await request.response())?.finished();
  const { startTime, responseEnd } = request.timing();
  return startTime + responseEnd;
}

/** Counts page loads from now on; live updates must need none. */
export function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
}

/**
 * Resolves when the page has resumed the event log and finished its requests: every later call has a cause. Call it
 * before the page opens.
 */
export async function whenIdle(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"resumed"'));
  await page.waitForLoadState('networkidle');
}

/** Resolves after one rendered frame: earlier changes are painted; animations and requests may still run. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

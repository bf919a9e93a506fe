import { chromium, type CDPSession, type Page } from '@playwright/test';
import { chromiumPath } from '../../tools/chromium.ts';
import type { WebhookBatch } from '../clients/webhook-senders.ts';
import { createWebhookFrom } from '../webhooks.ts';
import { atMost, median, none, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';
import { seedInbox, type Seeded } from '../inbox-seed.ts';
import { startHelper } from '../processes.ts';

/** Simulates a computer four times slower than this one. */
const SLOWER = 4;
const OPENINGS = 8;
const CHARACTERS = 80;
const SCROLLS_MS = 40_000;
const BURST = 200;
const BURSTS = 3;
const LONGEST_MS = 150;
const FACTOR = 1;
const ms = (value: number) => `${value.toFixed(0)} ms`;

/**
 * Main-thread time of the inbox on a slow computer: opening, typing, scrolling through 20,000 messages, a burst of
 * events.
 */
export async function screen(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 2 });
  const browser = await chromium.launch({
    executablePath: chromiumPath(process.env, log),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const server = await bench.startServer();
  try {
    const [company, otherCompany] = bench.companies;
    log('filling the inbox');
    const { longUuid, callers } = await seedInbox(bench.ownerUrl, {
      companyId: company!.id,
      otherCompanyId: otherCompany!.id,
      userId: company!.users[0]!.id,
      factor: FACTOR,
    });
    const page = await (
      await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
    ).newPage();
    await signIn(page, server.url);
    const cdp = await page.context().newCDPSession(page);
    // The CPU time of the page's thread, not the time it waits while the server on the same machine works.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await watchTasks(page);

    const opened = await opening(page);
    const slowest = ms(Math.max(...opened));
    log(`a ticket is painted ${ms(median(opened))} after the click (median of ${opened.length}, slowest ${slowest})`);
    const open = await tasks(page);
    const messageCount = countNewMessages(page);
    await page.goto(`${server.url}/tickets/${longUuid}`);
    await page.getByRole('textbox', { name: 'Escrever mensagem' }).waitFor();
    await watchTasks(page);
    const typed = await typing(page);
    const scrolled = await scrolling(page, log);
    // The rows loaded by scrolling are not part of the cost of a burst.
    await page.reload();
    await page.getByRole('textbox', { name: 'Escrever mensagem' }).waitFor();
    await watchTasks(page);
    const before = messageCount();
    const bursts: Burst[] = [];
    for (let n = 0; n < BURSTS; n++)
      bursts.push(await bursting(page, cdp, server.url, bench.webhookTargets[0]!, callers, n));
    const costs = bursts.map(({ costMs }) => costMs);
    const burst = bursts.flatMap(({ longTasks }) => longTasks);
    const receivedCount = messageCount() - before;
    const missed = BURSTS * BURST - receivedCount;
    log(
      `${BURSTS} bursts of ${BURST} messages in a second, ${receivedCount} received, cost ${costs.map(ms).join(', ')}`,
    );
    const all = [...open, ...typed, ...scrolled, ...burst];
    log(
      `long tasks: opening ${summarize(open)}; writing ${summarize(typed)}; scrolling ${summarize(scrolled)}; ` +
        `bursts ${summarize(burst)}`,
    );
    return [
      atMost('screen: long tasks, p95', quantile(all, 0.95), ms, `of ${all.length}`),
      none(
        `screen: tasks over ${LONGEST_MS} ms`,
        all.filter((task) => task > LONGEST_MS).length,
        `longest ${ms(Math.max(0, ...all))}`,
      ),
      atMost(
        'screen: click to painted thread',
        median(opened),
        ms,
        `CPU ${SLOWER}× slower, median of ${OPENINGS}, slowest ${slowest}`,
      ),
      atMost(
        'screen: main thread for 200 events per second',
        Math.max(...costs),
        ms,
        `CPU ${SLOWER}× slower, worst of ${BURSTS}`,
      ),
      none('screen: messages of the bursts that the page did not receive', missed, `of ${BURSTS * BURST}`),
    ];
  } finally {
    await browser.close();
    await server.stop();
    await bench.close();
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  const answer = await page.request.post(`${url}/api/auth/login`, {
    data: { email: 'admin1@example.com', password: 'Senha-de-bench-1' },
  });
  if (!answer.ok()) throw new Error(`Sign-in failed: ${answer.status()} ${await answer.text()}`);
  await page.goto(`${url}/tickets`);
  await page.locator('[data-row]').first().waitFor();
}

/** One conversation after the other, as the key J opens them: from the click to the last message on screen. */
async function opening(page: Page): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < OPENINGS; n++) {
    const row = page.locator('[data-row]').nth(n);
    const uuid = (await row.getAttribute('href'))!.split('/').at(-1)!;
    took.push(await page.evaluate<number>(untilPainted(await row.getAttribute('data-row'), uuid)));
  }
  return took;
}

/** Runs in the page: clicks the row and returns the time until a message of that conversation is painted. */
const untilPainted = (row: string | null, uuid: string): string => `new Promise((painted) => {
  const begun = performance.now();
  const look = () => {
    const drawn = document.querySelector('[data-conversation="${uuid}"] [role="log"] [data-message]');
    if (drawn) requestAnimationFrame(() => painted(performance.now() - begun));
    else requestAnimationFrame(look);
  };
  document.querySelector('[data-row="${row}"]').click();
  look();
})`;

async function typing(page: Page): Promise<number[]> {
  await tasks(page);
  await page.getByRole('textbox', { name: 'Escrever mensagem' }).click();
  await page.keyboard.type('Consegue sim, sexta a partir das dez. '.repeat(9).slice(0, CHARACTERS), { delay: 40 });
  return tasks(page);
}

/** Scrolls with the wheel, as fast as a hand turns it, towards the first message. */
async function scrolling(page: Page, log: (line: string) => void): Promise<number[]> {
  await tasks(page);
  await page.getByRole('log').hover();
  const late = performance.now() + SCROLLS_MS;
  let turns = 0;
  while (performance.now() < late) {
    await page.mouse.wheel(0, -1800);
    turns++;
    await page.waitForTimeout(30);
  }
  const seen = await page.locator('[role="log"] [data-message]').count();
  log(`${turns} turns of the wheel in ${SCROLLS_MS / 1000} s; ${seen} messages drawn at the end`);
  return tasks(page);
}

interface Burst {
  costMs: number;
  longTasks: number[];
}

/** 200 messages within a second from the contacts at the top of the list: each is pushed and moves a visible row. */
async function bursting(
  page: Page,
  cdp: CDPSession,
  url: string,
  target: BenchServer['webhookTargets'][number],
  callers: Seeded['callers'],
  nth: number,
): Promise<Burst> {
  // Work left from opening is not the idle cost of the page, and the idle cost is not part of the burst.
  await page.waitForTimeout(4000);
  const before = await busyMs(cdp);
  await page.waitForTimeout(3000);
  const idleMs = (await busyMs(cdp)) - before;
  const senders = startHelper('webhook-senders.ts');
  await tasks(page);
  const busyBefore = await busyMs(cdp);
  const since = performance.now();
  const webhooks = Array.from({ length: BURST }, (_, n) =>
    createWebhookFrom(target, callers[n % callers.length]!, nth * BURST + n),
  );
  await senders.request({ url, webhooks, concurrency: 16, perSecond: BURST } satisfies WebhookBatch);
  // A slow computer renders late: its cost is counted all the same.
  await page.waitForTimeout(Math.max(0, 6000 - (performance.now() - since)));
  const cost = (await busyMs(cdp)) - busyBefore - idleMs;
  await senders.stop();
  return { costMs: Math.max(0, cost), longTasks: await tasks(page) };
}

/** Counts the new messages that the page receives by socket from now on. */
function countNewMessages(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      count += String(payload).split('["appMessage",{"action":"create"').length - 1;
    }),
  );
  return () => count;
}

async function busyMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

const watchTasks = (page: Page) =>
  page.evaluate(`{
    const long = (window.longTasks = []);
    new PerformanceObserver((seen) => {
      for (const { duration } of seen.getEntries()) long.push(duration);
    }).observe({ type: 'longtask' });
  }`);
/** Long tasks since the last call. */
const tasks = (page: Page): Promise<number[]> => page.evaluate<number[]>('window.longTasks.splice(0)');

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
const summarize = (long: number[]): string =>
  long.length === 0 ? 'none' : `${long.length}, p95 ${ms(quantile(long, 0.95))}, longest ${ms(Math.max(...long))}`;

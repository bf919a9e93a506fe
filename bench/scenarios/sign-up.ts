import { chromium, type Browser, type Page } from '@playwright/test';
import pg from 'pg';
import { chromiumPath } from '../../tools/chromium.ts';
import { atMost, median, ms, type Figure } from '../figures.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

/** Simulates a computer four times slower than this one. */
const SLOWER = 4;
const PUZZLES = 15;
const MAX_WAIT_MS = 60_000;
/** Runs in the page before its own scripts: measures from the challenge that a worker gets to its answer. */
const WATCH_WORKERS = `
  window.Worker = class extends window.Worker {
    postMessage(message) {
      const since = performance.now();
      this.addEventListener('message', () => (window.solvedAfter = performance.now() - since));
      super.postMessage(message);
    }
  };
`;

/** The proof of work of the sign-up page, solved by its own worker in Chromium. */
export async function signUp(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 1 });
  const owner = new pg.Client({ connectionString: bench.ownerUrl });
  await owner.connect();
  await owner.query(`update users set is_super = true where profile = 'admin'`);
  await owner.end();
  const browser = await chromium.launch({
    executablePath: chromiumPath(process.env, log),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const server = await bench.startServer();
  try {
    await openSignUp(server.url, bench.tokensOf(bench.companies[0]!)[0]!);
    const page = await browser.newPage({ locale: 'pt-BR' });
    await page.addInitScript({ content: WATCH_WORKERS });
    const cpuTime = await createRendererMeter(browser);
    const [times, costs]: [number[], number[]] = [[], []];
    for (let n = 0; n < PUZZLES; n++) {
      await page.goto(`${server.url}/signup`);
      const field = page.getByLabel('Seu nome');
      await field.waitFor();
      const before = await cpuTime();
      await field.focus();
      times.push(await solution(page));
      costs.push((await cpuTime()) - before);
    }
    log(`the worker answers after ${ms(median(times))}, with the other load on this machine`);
    // Chromium slows down the main thread of a page only, not its workers: the CPU time is multiplied instead.
    return [
      atMost(
        'sign-up: puzzle with the CPU slowed four times',
        SLOWER * median(costs),
        ms,
        `${SLOWER} × ${ms(median(costs))} of CPU time, median of ${PUZZLES}`,
      ),
    ];
  } finally {
    await browser.close();
    await server.stop();
    await bench.close();
  }
}

async function openSignUp(url: string, token: string): Promise<void> {
  const answer = await fetch(`${url}/api/settings/userCreation`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ value: 'enabled' }),
  });
  if (!answer.ok) throw new Error(`The sign-up was not opened: ${answer.status} ${await answer.text()}`);
}

/** Milliseconds from the challenge that the worker gets to its solution. */
async function solution(page: Page): Promise<number> {
  const solved = await page.waitForFunction(() => (globalThis as { solvedAfter?: number }).solvedAfter, undefined, {
    timeout: MAX_WAIT_MS,
  });
  return (await solved.jsonValue())!;
}

/** CPU time of all processes that show pages, with their workers, in milliseconds. */
async function createRendererMeter(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime : 0), 0) * 1000;
  };
}

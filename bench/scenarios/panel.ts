import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { chromiumPath } from '../../tools/chromium.ts';
import type { WebhookBatch } from '../clients/webhook-senders.ts';
import { atMost, type Figure } from '../figures.ts';
import { startHelper } from '../processes.ts';
import { openBenchServer, type BenchServer } from '../server.ts';
import { createWebhookFrom } from '../webhooks.ts';

/** Simulates a computer four times slower than this one. */
const SLOWER = 4;
const AGENTS = 30;
const TICKETS = 600;
const PER_SECOND = 200;
const SECONDS = 10;
const ms = (value: number) => `${value.toFixed(0)} ms`;

/** The live panel with 30 agents while 200 messages a second arrive. */
export async function panel(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await openBenchServer(log, { count: 1 });
  const browser = await chromium.launch({
    executablePath: chromiumPath(process.env, log),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const server = await bench.startServer();
  const senders = startHelper('webhook-senders.ts');
  try {
    await seed(bench);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
    const page = await context.newPage();
    const changes = countChanges(page);
    await signIn(page, server.url);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    // What remains of opening the page is not part of it.
    await page.waitForTimeout(5000);
    await page.evaluate(`{
      const long = (window.longTasks = []);
      new PerformanceObserver((seen) => {
        for (const { duration } of seen.getEntries()) long.push(duration);
      }).observe({ type: 'longtask' });
    }`);
    const webhooks = Array.from({ length: PER_SECOND * SECONDS }, (_entry, n) =>
      createWebhookFrom(bench.webhookTargets[0]!, contactOf(1 + (n % TICKETS)), n),
    );
    const before = changes();
    await senders.request({ url: server.url, webhooks, concurrency: 16, perSecond: PER_SECOND } satisfies WebhookBatch);
    await page.waitForTimeout(3000);
    const tasks = await page.evaluate<number[]>('window.longTasks');
    log(`${changes() - before} changes received, ${tasks.length} long tasks`);
    if (changes() === before) throw new Error('The panel received no change.');
    const longest = Math.max(0, ...tasks);
    return [atMost('panel: longest task', longest, ms, `CPU ${SLOWER}× slower, ${PER_SECOND} messages a second`)];
  } finally {
    await Promise.all([browser.close(), senders.stop()]);
    await server.stop();
    await bench.close();
  }
}

const contactOf = (n: number) => ({ phone: `5511980${String(n).padStart(6, '0')}`, name: `Contato ${n}` });

/** Open conversations of 30 agents in a queue with a target. */
async function seed({ ownerUrl, companies }: BenchServer): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const companyId = companies[0]!.id;
    await owner.query(
      `with q as (insert into queues (company_id, name, color, target_minutes) values ($1, 'Vendas', '#112233', 10) returning id),
            a as (select id, row_number() over (order by id) - 1 as n from users where company_id = $1 order by id limit ${AGENTS}),
            belongs as (insert into user_queues (company_id, user_id, queue_id) select $1, a.id, q.id from a, q),
            c as (insert into contacts (company_id, name, number, connection_id)
                  select $1, 'Contato ' || n, '5511980' || lpad(n::text, 6, '0'), (select min(id) from connections where company_id = $1)
                    from generate_series(1, ${TICKETS}) n returning id, number, connection_id),
            i as (insert into contact_identities (company_id, kind, value, contact_id) select $1, 'phone', number, id from c)
       insert into tickets (company_id, contact_id, connection_id, channel, status, user_id, queue_id, last_message)
       select $1, c.id, c.connection_id, 'whatsapp', 'open', (select a.id from a where a.n = c.id % ${AGENTS}), (select id from q), 'Oi'
         from c`,
      [companyId],
    );
    await owner.query(
      `insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, user_id)
       select company_id, id, connection_id, queue_id, user_id from tickets where company_id = $1`,
      [companyId],
    );
    await owner.query('analyze');
  } finally {
    await owner.end();
  }
}

async function signIn(page: Page, url: string): Promise<void> {
  const answer = await page.request.post(`${url}/api/auth/login`, {
    data: { email: 'admin1@example.com', password: 'Senha-de-bench-1' },
  });
  if (!answer.ok()) throw new Error(`Sign-in failed: ${answer.status()} ${await answer.text()}`);
  await page.goto(`${url}/moments`);
  await page.getByRole('heading', { name: 'Painel de Atendimentos' }).waitFor();
  await page.getByText('Contato 1', { exact: true }).first().waitFor();
}

function countChanges(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      count += String(payload).split('livePanel"').length - 1;
    }),
  );
  return () => count;
}

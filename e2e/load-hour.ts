/**
 * An hour of work of two agents, as fast as the server allows: 300 simulated customers write, two browsers accept,
 * answer and resolve. Ends with the figures that must hold: no errors, no wrong unread count, tabs that do not grow.
 */
import { chromium, expect, request, type Browser, type CDPSession, type Page } from '@playwright/test';
import { openSignedIn, AdminApi, uniqueSuffix, type User } from './support/users.ts';
import { Phones, type SimulatedConnection } from './support/phones.ts';
import config from './playwright.config.ts';
import { startServers } from './servers.ts';

const CONVERSATIONS = Number(process.env['CONVERSATIONS'] ?? 300);
/** The heap is compared from here: by then every screen and dialog was open once. */
const WARM = Math.min(20, Math.floor(CONVERSATIONS / 4));
const MAX_GROWTH_BYTES = 50 * 1024 * 1024;

interface AgentSession {
  page: Page;
  user: User;
  cdp: CDPSession;
  errors: string[];
  done: number;
}

const stop = await startServers();
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  process.exitCode = await runHour(browser);
} finally {
  await browser.close();
  await stop?.();
}

async function runHour(on: Browser): Promise<number> {
  const startedAt = performance.now();
  const adminApi = new AdminApi(request, 'admin@example.com');
  const phones = new Phones(adminApi);
  // Both agents accept the next waiting conversation; no automatic assignment.
  await adminApi.call('PUT', '/companySettings', { column: 'userRandom', data: 'disabled' });
  const { id: queueId } = await adminApi.call<{ id: number }>('POST', '/queue', {
    name: `Turno ${uniqueSuffix()}`,
    color: `#${Math.floor(Math.random() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`,
  });
  const connection = await phones.connected('whatsapp', { queueIds: [queueId] });
  const sessions = [await openSession(on, adminApi, queueId), await openSession(on, adminApi, queueId)];
  const waiting = Array.from({ length: CONVERSATIONS }, (_, n) => n).values();
  const heaps: number[][] = [];
  let served = 0;

  const serve = async (session: AgentSession) => {
    for (const n of waiting) {
      await serveConversation(session, phones, adminApi, connection, n);
      served++;
      if (served === WARM || served === CONVERSATIONS) heaps.push(await Promise.all(sessions.map(heapOf)));
      if (served % 25 === 0) console.log(`${served} of ${CONVERSATIONS}`);
    }
  };
  await Promise.all(sessions.map(serve));

  const errors = sessions.flatMap((session) => session.errors);
  const wrong = await wrongCounts(sessions, adminApi, connection);
  const growth = heaps[0]!.map((before, n) => heaps.at(-1)![n]! - before);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  for (const error of errors.slice(0, 20)) console.log(`error: ${error}`);
  console.log(
    `figure hour: ${CONVERSATIONS} conversations in ${minutes} min, desks ${sessions.map(({ done }) => done).join(' + ')}, errors ${errors.length}, wrong unread counts ${wrong}, heap ${growth.map((bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`).join(' and ')} more`,
  );
  await phones.removeAll();
  await adminApi.call('DELETE', `/queue/${queueId}`);
  await adminApi.removeUsers();
  await adminApi.dispose();
  return errors.length === 0 && wrong === 0 && growth.every((bytes) => bytes < MAX_GROWTH_BYTES) ? 0 : 1;
}

async function openSession(on: Browser, adminApi: AdminApi, queueId: number): Promise<AgentSession> {
  const user = await adminApi.createUser({ queueIds: [queueId], allTicket: 'enabled' });
  const baseURL = process.env['BASE_URL'];
  const context = await on.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await openSignedIn(page, user, '/tickets');
  await expect(page.getByRole('heading', { name: 'Conversas' })).toBeVisible();
  return { page, user, cdp: await context.newCDPSession(page), errors, done: 0 };
}

/** A new customer writes; the agent accepts, answers, receives the reply and resolves. */
async function serveConversation(
  session: AgentSession,
  phones: Phones,
  adminApi: AdminApi,
  connection: SimulatedConnection,
  n: number,
): Promise<void> {
  const { page } = session;
  const name = `Cliente ${n} ${uniqueSuffix()}`;
  const customer = await adminApi.call<{ id: string }>('POST', `/sandbox/${connection.id}/customers`, { name });
  await phones.act(connection.id, { act: 'say', customerId: customer.id, text: `Olá, sou ${name}` });
  if (n % 3 === 0) await phones.act(connection.id, { act: 'send', customerId: customer.id, type: 'image' });
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  const thread = page.getByRole('log');
  await expect(thread.getByText(`Olá, sou ${name}`)).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Escrever mensagem' });
  await box.fill(`Bom dia! Atendimento ${n}`);
  await box.press('Enter');
  await expect(thread.getByText(`Bom dia! Atendimento ${n}`)).toBeVisible();
  await phones.act(connection.id, { act: 'say', customerId: customer.id, text: `Obrigado ${n}` });
  await expect(thread.getByText(`Obrigado ${n}`)).toBeVisible();
  await page.getByRole('button', { name: 'Resolver', exact: true }).first().click();
  const withoutFarewell = page.getByRole('button', { name: 'Resolver sem despedida' });
  const resolved = page.getByText('Conversa resolvida').first();
  await expect(withoutFarewell.or(resolved).first()).toBeVisible();
  if (await withoutFarewell.isVisible()) await withoutFarewell.click();
  await expect(page.getByRole('button', { name: 'Reabrir' }).first()).toBeVisible();
  session.done++;
}

/** Everything is read and resolved: any other count, on a screen or on the server, is wrong. */
async function wrongCounts(
  sessions: AgentSession[],
  adminApi: AdminApi,
  connection: SimulatedConnection,
): Promise<number> {
  const query = new URLSearchParams({
    showAll: 'true',
    withUnreadMessages: 'true',
    whatsapps: JSON.stringify([connection.id]),
  });
  const unread = await adminApi.call<{ count: number }>('GET', `/tickets?${query}`);
  let wrong = unread.count;
  for (const { page } of sessions) {
    for (const tab of [/Atendendo/, /Aguardando/]) {
      await page.getByRole('tab', { name: tab }).click();
      wrong += await page.getByRole('link', { name: /^Cliente .*não lidas?/ }).count();
    }
  }
  return wrong;
}

async function heapOf({ cdp }: AgentSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

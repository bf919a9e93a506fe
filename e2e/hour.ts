/**
 * An hour of two attendants' work, as fast as the house goes: 300 simulated customers write, two browsers accept, answer
 * and resolve. Ends with the figures that must hold: no errors, no wrong unread count, tabs that do not grow.
 */
import { chromium, expect, request, type Browser, type CDPSession, type Page } from '@playwright/test';
import { arrive, Manager, uniqueMark, type Person } from './cast/people.ts';
import { Phones, type Line } from './cast/phones.ts';
import config from './playwright.config.ts';
import { oneWorld } from './world.ts';

const CONVERSATIONS = Number(process.env['CONVERSATIONS'] ?? 300);
/** The heap is compared from here: by then every screen and dialog was open once. */
const WARM = Math.min(20, Math.floor(CONVERSATIONS / 4));
const MOST_GROWTH = 50 * 1024 * 1024;

interface Desk {
  page: Page;
  person: Person;
  cdp: CDPSession;
  errors: string[];
  done: number;
}

const stop = await oneWorld();
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  process.exitCode = await hour(browser);
} finally {
  await browser.close();
  await stop?.();
}

async function hour(on: Browser): Promise<number> {
  const begun = performance.now();
  const manager = new Manager(request, 'admin@example.com');
  const phones = new Phones(manager);
  // Both desks take what comes next, whoever is free.
  await manager.call('PUT', '/companySettings', { column: 'userRandom', data: 'disabled' });
  const { id: queueId } = await manager.call<{ id: number }>('POST', '/queue', {
    name: `Turno ${uniqueMark()}`,
    color: `#${Math.floor(Math.random() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`,
  });
  const line = await phones.connected('whatsapp', { queueIds: [queueId] });
  const desks = [await sitDown(on, manager, queueId), await sitDown(on, manager, queueId)];
  const waiting = Array.from({ length: CONVERSATIONS }, (_, n) => n).values();
  const heaps: number[][] = [];
  let served = 0;

  const serve = async (desk: Desk) => {
    for (const n of waiting) {
      await serveOne(desk, phones, manager, line, n);
      served++;
      if (served === WARM || served === CONVERSATIONS) heaps.push(await Promise.all(desks.map(heapOf)));
      if (served % 25 === 0) console.log(`${served} of ${CONVERSATIONS}`);
    }
  };
  await Promise.all(desks.map(serve));

  const errors = desks.flatMap((desk) => desk.errors);
  const wrong = await wrongCounts(desks, manager, line);
  const growth = heaps[0]!.map((before, n) => heaps.at(-1)![n]! - before);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  for (const error of errors.slice(0, 20)) console.log(`error: ${error}`);
  console.log(
    `figure hour: ${CONVERSATIONS} conversations in ${minutes} min, desks ${desks.map(({ done }) => done).join(' + ')}, errors ${errors.length}, wrong unread counts ${wrong}, heap ${growth.map((bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`).join(' and ')} more`,
  );
  await phones.takeAway();
  await manager.call('DELETE', `/queue/${queueId}`);
  await manager.dismissAll();
  await manager.leave();
  return errors.length === 0 && wrong === 0 && growth.every((bytes) => bytes < MOST_GROWTH) ? 0 : 1;
}

async function sitDown(on: Browser, manager: Manager, queueId: number): Promise<Desk> {
  const person = await manager.hire({ queueIds: [queueId], allTicket: 'enabled' });
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
  await arrive(page, person, '/tickets');
  await expect(page.getByRole('heading', { name: 'Conversas' })).toBeVisible();
  return { page, person, cdp: await context.newCDPSession(page), errors, done: 0 };
}

/** Somebody new writes; the desk accepts, answers, hears the reply and resolves. */
async function serveOne(desk: Desk, phones: Phones, manager: Manager, line: Line, n: number): Promise<void> {
  const { page } = desk;
  const name = `Cliente ${n} ${uniqueMark()}`;
  const customer = await manager.call<{ id: string }>('POST', `/sandbox/${line.id}/customers`, { name });
  await phones.act(line.id, { act: 'say', customerId: customer.id, text: `Olá, sou ${name}` });
  if (n % 3 === 0) await phones.act(line.id, { act: 'send', customerId: customer.id, type: 'image' });
  await page.getByRole('tab', { name: /Aguardando/ }).click();
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  const thread = page.getByRole('log');
  await expect(thread.getByText(`Olá, sou ${name}`)).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Escrever mensagem' });
  await box.fill(`Bom dia! Atendimento ${n}`);
  await box.press('Enter');
  await expect(thread.getByText(`Bom dia! Atendimento ${n}`)).toBeVisible();
  await phones.act(line.id, { act: 'say', customerId: customer.id, text: `Obrigado ${n}` });
  await expect(thread.getByText(`Obrigado ${n}`)).toBeVisible();
  await page.getByRole('button', { name: 'Resolver', exact: true }).first().click();
  const quietly = page.getByRole('button', { name: 'Resolver sem despedida' });
  const gone = page.getByText('Conversa resolvida').first();
  await expect(quietly.or(gone).first()).toBeVisible();
  if (await quietly.isVisible()) await quietly.click();
  await expect(page.getByRole('button', { name: 'Reabrir' }).first()).toBeVisible();
  desk.done++;
}

/** Everything was read and resolved: what still says otherwise, on a screen or on the server, is wrong. */
async function wrongCounts(desks: Desk[], manager: Manager, line: Line): Promise<number> {
  const query = new URLSearchParams({
    showAll: 'true',
    withUnreadMessages: 'true',
    whatsapps: JSON.stringify([line.id]),
  });
  const kept = await manager.call<{ count: number }>('GET', `/tickets?${query}`);
  let wrong = kept.count;
  for (const { page } of desks) {
    for (const tab of [/Atendendo/, /Aguardando/]) {
      await page.getByRole('tab', { name: tab }).click();
      wrong += await page.getByRole('link', { name: /^Cliente .*não lidas?/ }).count();
    }
  }
  return wrong;
}

async function heapOf({ cdp }: Desk): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

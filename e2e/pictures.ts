/** Takes the screenshots of the documentation from the running product: `node e2e/pictures.ts` writes docs/pictures. */
import { chromium, request, type Browser, type Page } from '@playwright/test';
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createApiContext, openSignedIn, DEMO_PASSWORD, signInByApi } from './support/users.ts';
import { row } from './support/shell.ts';
import config from './playwright.config.ts';
import { startServers } from './servers.ts';

const FOLDER = resolve(import.meta.dirname, '../docs/images');
/** A page with seven screenshots must open on a slow network too. */
const MAX_BYTES = 200_000;
const marina = { email: 'admin@example.com', password: DEMO_PASSWORD };

const stop = await startServers();
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  mkdirSync(FOLDER, { recursive: true });
  await takeDesktopScreenshots();
  await takePhoneScreenshots();
} finally {
  await browser.close();
  await stop?.();
}

async function takeDesktopScreenshots(): Promise<void> {
  const page = await open(browser, { width: 1440, height: 900 });
  // The gradient beside the form makes the file large: a smaller window shows as much.
  await page.setViewportSize({ width: 1100, height: 620 });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor();
  await saveScreenshot(page, 'sign-in');
  await page.setViewportSize({ width: 1440, height: 900 });

  // Two agents sign in, so that not every user is offline.
  for (const email of ['agente@example.com', 'jonas@example.com'])
    await signInByApi(page.request, email, DEMO_PASSWORD);
  await openSignedIn(page, marina);
  await row(page, 'VIP').waitFor();
  await saveScreenshot(page, 'tags');
  await page.goto('/users');
  await row(page, 'Rute Lacerda').waitFor();
  await saveScreenshot(page, 'users');
  await page.goto('/connections');
  await page.getByText('WhatsApp da loja').waitFor();
  await saveScreenshot(page, 'connections');
  await page.goto('/tickets');
  await page.getByRole('link', { name: /Helena Prado/ }).click();
  await page.getByRole('log').getByText('Consigo retirar na loja do Centro na sexta?').waitFor();
  await saveScreenshot(page, 'inbox');
  // The gradient around the phone makes the file large too.
  await page.setViewportSize({ width: 1110, height: 720 });
  await conversation(page);
  await saveScreenshot(page, 'sandbox');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Control+Shift+L');
  await page.goto('/tags');
  await row(page, 'VIP').waitFor();
  await saveScreenshot(page, 'tags-dark');
  await page.context().close();
}

/** A customer and an agent have exchanged a few messages on the simulated phone. */
async function conversation(page: Page): Promise<void> {
  await page.goto('/sandbox');
  await page.getByRole('combobox', { name: 'Conexão simulada' }).click();
  await page.getByRole('option', { name: 'WhatsApp da loja' }).click();
  const traced = page.waitForResponse(/\/trace$/);
  await page.getByRole('button', { name: /João Figueiredo/ }).click();
  await page.getByRole('log').getByText('orçamento de multifocal').waitFor();
  // The screen shows the number, which counts within the company; the API takes the id.
  const trace = (await (await traced).json()) as { ticket: { id: number } };
  const ticket = trace.ticket.id;
  const api = await createApiContext(request);
  const authorization = `Bearer ${await signInByApi(api, 'agente@example.com', DEMO_PASSWORD)}`;
  await api.put(`/api/tickets/${ticket}`, { headers: { authorization }, data: { status: 'open' } });
  const reply = async (body: string) => {
    await api.post(`/api/messages/${ticket}`, { headers: { authorization }, data: { body } });
    await page.getByRole('log').getByText(body).waitFor();
  };
  await reply('Oi, João! Aqui é o Caio. Fazemos, sim.');
  await page.getByRole('textbox', { name: /^Mensagem/ }).fill('Que bom! Até que horas posso passar aí?');
  await page.getByRole('button', { name: 'Enviar como cliente' }).click();
  await reply('Ficamos abertos até as 18h. Pode me mandar uma foto da receita?');
  await page.getByRole('button', { name: 'Ler tudo' }).click();
  await page.getByRole('list', { name: 'O que aconteceu' }).getByText('Resposta lida').last().waitFor();
  await api.dispose();
}

async function takePhoneScreenshots(): Promise<void> {
  const page = await open(browser, { width: 390, height: 844 });
  await openSignedIn(page, { ...marina, email: 'admin2@example.com' }, '/users');
  await row(page, 'Dalva Nunes').waitFor();
  await saveScreenshot(page, 'phone');
  await page.context().close();
}

async function open(on: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const baseURL = process.env['BASE_URL'];
  const contextOptions = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' as const };
  const context = await on.newContext({ viewport, ...contextOptions, ...(baseURL ? { baseURL } : {}) });
  return context.newPage();
}

async function saveScreenshot(page: Page, name: string): Promise<void> {
  const path = join(FOLDER, `${name}.png`);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // The simulator has one request open at all times.
  if (!page.url().includes('/sandbox')) await page.waitForLoadState('networkidle');
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  const bytes = statSync(path).size;
  console.log(`${name}.png ${Math.round(bytes / 1000)} KB`);
  if (bytes > MAX_BYTES) throw new Error(`${name}.png is larger than ${MAX_BYTES / 1000} KB`);
}

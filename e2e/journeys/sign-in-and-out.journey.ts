import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { accountMenu, isAt } from '../support/shell.ts';
import { signInByApi, uniqueSuffix, type User } from '../support/users.ts';
import { failedWithStatus } from '../support/console-errors.ts';

const email = (page: Page) => page.getByRole('textbox', { name: 'E-mail' });
const password = (page: Page) => page.getByRole('textbox', { name: 'Senha' });
const enter = (page: Page) => page.getByRole('button', { name: 'Entrar', exact: true });
const sessionCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'jrt');

async function signIn(page: Page, user: Pick<User, 'email' | 'password'>): Promise<void> {
  await email(page).fill(user.email);
  await password(page).fill(user.password);
  await enter(page).click();
}

test('a private URL asks to sign in first and opens after the sign-in [M-001] [M-009]', async ({
  page,
  otica,
  consoleErrors,
}) => {
  // Without a session the request for one is answered with 401.
  consoleErrors.expect(failedWithStatus(401));
  const ana = await otica.createUser();
  for (const path of ['/users', '/queues', '/financeiro', '/403', '/tags?from=mail']) {
    await page.goto(path);
    await page.waitForURL(isAt(`/login?next=${encodeURIComponent(path)}`));
  }
  const sent = page.waitForRequest('**/api/auth/login');
  await signIn(page, { email: `  ${ana.email.toUpperCase()} `, password: ana.password });
  expect((await sent).postDataJSON()).toEqual({ email: ana.email, password: ana.password, rememberMe: false });
  await page.waitForURL(isAt('/tags?from=mail'));
  await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible();
});

test('sign-in opens the app, a signed-in user is redirected from the sign-in page, and sign-out ends the session [M-001] [M-003] [M-009]', async ({
  page,
  otica,
  consoleErrors,
}) => {
  const ana = await otica.createUser();
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Esqueci a senha' })).toHaveAttribute('href', '/forgetpsw');
  await signIn(page, ana);
  await page.waitForURL(isAt('/tickets'));
  await expect(page.getByRole('heading', { name: 'Conversas' })).toBeVisible();

  await page.goto('/login');
  await page.waitForURL(isAt('/tickets'));

  await accountMenu(page, 'Sair');
  await page.waitForURL(isAt('/login'));
  expect(await sessionCookie(page)).toBeUndefined();
  consoleErrors.expect(failedWithStatus(401));
  await page.goto('/tags');
  await page.waitForURL('**/login?next=%2Ftags');
});

test('the sign-in page does not redirect to another site', async ({ page, otica }) => {
  const ana = await otica.createUser();
  await page.goto('/login?next=//example.com/tags');
  await signIn(page, ana);
  await page.waitForURL(isAt('/tickets'));
});

test('a wrong password shows an error, allows another try and stores nothing', async ({
  page,
  otica,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(401));
  const ana = await otica.createUser();
  await page.goto('/login');
  await expect(email(page)).toBeFocused();
  await signIn(page, { ...ana, password: 'Errada-12345' });
  await expect(
    page.getByRole('alert').filter({ hasText: 'E-mail ou senha não conferem. Tente de novo.' }),
  ).toBeVisible();
  await expect(password(page)).toBeFocused();
  expect(await sessionCookie(page)).toBeUndefined();
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).not.toHaveProperty('balcao.signedIn');

  await page.keyboard.type(ana.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(isAt('/tickets'));
});

test('empty and invalid values are reported at their fields before anything is sent', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.url().endsWith('/auth/login') && calls.push(request.url()));
  await page.goto('/login');
  await enter(page).click();
  await expect(page.getByText('Obrigatório')).toHaveCount(2);
  await expect(email(page)).toBeFocused();
  await email(page).fill('ana');
  await password(page).fill('x');
  await enter(page).click();
  await expect(email(page)).toHaveAccessibleDescription('E-mail inválido');
  expect(calls).toEqual([]);
});

test('a weak password shows a warning and is accepted [M-002]', async ({ page, otica }) => {
  const ana = await otica.createUser({ password: 'segredo' });
  await page.goto('/login');
  await signIn(page, ana);
  const warning = page.getByRole('dialog', { name: 'Sua senha é fraca' });
  await expect(warning).toBeVisible();
  await warning.getByRole('button', { name: 'Voltar' }).click();
  await expect(warning).toBeHidden();
  await enter(page).click();
  await page.keyboard.press('Escape');
  await expect(warning).toBeHidden();
  await enter(page).click();
  await warning.getByRole('button', { name: 'Entrar mesmo assim' }).click();
  await page.waitForURL(isAt('/tickets'));
});

test('after five wrong passwords the right one is rejected too', async ({ page, otica, consoleErrors }) => {
  consoleErrors.expect(failedWithStatus(429));
  const ana = await otica.createUser();
  for (let tries = 0; tries < 5; tries++) {
    await expect(signInByApi(page.request, ana.email, `errada-${tries}`)).rejects.toThrow('401');
  }
  await page.goto('/login');
  await signIn(page, ana);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Muitas tentativas. Espere alguns minutos e tente de novo.' }),
  ).toBeVisible();
  expect(await sessionCookie(page)).toBeUndefined();
});

test('sign-in is rejected outside the working hours of the user', async ({ page, otica, consoleErrors }) => {
  consoleErrors.expect(failedWithStatus(401));
  // Working hours of one minute, twelve hours away in the time zone of the company.
  const hour = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: '2-digit', hourCycle: 'h23' });
  const later = String((Number(hour.format(new Date())) + 12) % 24).padStart(2, '0');
  const ana = await otica.createUser({ startWork: `${later}:00`, endWork: `${later}:01` });
  await page.goto('/login');
  await signIn(page, ana);
  await expect(page.getByText('Você está fora do seu horário de trabalho.')).toBeVisible();
});

test('the session cookie is HttpOnly and SameSite=Strict, and lasts a week only with «remember me»', async ({
  page,
  otica,
}) => {
  const ana = await otica.createUser();
  const closed = { httpOnly: true, sameSite: 'Strict', path: '/api/auth', domain: 'localhost' };
  await page.goto('/login');
  await signIn(page, ana);
  await page.waitForURL(isAt('/tickets'));
  expect(await sessionCookie(page)).toMatchObject({ ...closed, expires: -1 });

  // Requests of the page that are answered after the sign-out would fail.
  await page.waitForLoadState('networkidle');
  await accountMenu(page, 'Sair');
  await page.waitForURL(isAt('/login'));
  await page.getByLabel('Manter conectado neste computador').check();
  await signIn(page, ana);
  await page.waitForURL(isAt('/tickets'));
  const cookie = await sessionCookie(page);
  expect(cookie).toMatchObject(closed);
  expect(Math.round((cookie!.expires - Date.now() / 1000) / 3600)).toBe(7 * 24);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('no token is in the storage of the browser or in a URL during a session (CK-04)', async ({ page, otica }) => {
  const ana = await otica.createUser({ profile: 'admin' });
  const tokens = new Set<string>();
  const addresses = new Set<string>();
  page.on('framenavigated', (frame) => addresses.add(frame.url()));
  page.on('request', (request) => addresses.add(request.url()));
  await page.route(/auth\/(login|refresh_token)$/, async (route) => {
    const response = await route.fetch();
    tokens.add(((await response.json()) as { token: string }).token);
    await route.fulfill({ response });
  });

  await page.goto('/login');
  await signIn(page, ana);
  await page.waitForURL(isAt('/tickets'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Conversas' })).toBeVisible();
  for (const name of ['Usuários', 'Filas', 'Tags']) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
  const secrets = [...tokens, (await sessionCookie(page))!.value];
  // Tokens created within one second are identical.
  expect(secrets.length).toBeGreaterThanOrEqual(2);
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    state: history.state as unknown,
    names: window.name,
  }));
  expect(stored.databases).toEqual([]);
  expect(stored.caches).toEqual([]);
  const serialized = JSON.stringify([stored, ...addresses]);
  expect(secrets.filter((secret) => serialized.includes(secret))).toEqual([]);
  expect(serialized).not.toMatch(/eyJ[\w-]{8,}\./);
});

test('the sign-up link is shown only while the platform allows it [M-011]', async ({ page, platform }) => {
  const link = page.getByRole('link', { name: 'Criar conta da empresa' });
  const settingLoaded = () => page.waitForResponse('**/public-settings/allowSignup');
  const openSignInPage = async () => {
    await Promise.all([settingLoaded(), page.goto('/login')]);
    await expect(enter(page)).toBeVisible();
  };
  await openSignInPage();
  await expect(link).toHaveCount(0);
  try {
    await platform.call('PUT', '/settings/userCreation', { value: 'enabled' });
    await openSignInPage();
    await expect(link).toHaveAttribute('href', '/signup');
  } finally {
    await platform.call('PUT', '/settings/userCreation', { value: 'disabled' });
  }
  await openSignInPage();
  await expect(link).toHaveCount(0);
});

test('the sign-in page offers three languages and remembers the choice [M-310]', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading')).toHaveText('Bom te ver de novo');
  await page.getByLabel('Idioma').selectOption('en');
  await expect(page.getByRole('heading')).toHaveText('Good to see you again');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByRole('heading')).toHaveText('Qué bueno verte de nuevo');
  await expect(page.getByRole('option', { name: 'Türkçe (próximamente)' })).toBeDisabled();
  await expect(page).toHaveTitle('Entrar · Balcão');
});

test('an unknown e-mail gets the same response as a wrong password', async ({ page, consoleErrors }) => {
  consoleErrors.expect(failedWithStatus(401));
  await page.goto('/login');
  await signIn(page, { email: `ninguem-${uniqueSuffix()}@example.com`, password: 'Balcao-demo-1' });
  await expect(page.getByText('E-mail ou senha não conferem. Tente de novo.')).toBeVisible();
});

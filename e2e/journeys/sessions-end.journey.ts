import { whenIdle, timeOf } from '../support/live.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn, signInByApi } from '../support/users.ts';
import { isAt } from '../support/shell.ts';
import { failedWithStatus } from '../support/console-errors.ts';

const NOTICE = 'Sua conta foi acessada em outro computador.';

test('signing in on another computer shows a notice on the first one, which then reloads [M-007]', async ({
  page,
  anotherBrowser,
  otica,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(401));
  const ana = await otica.createUser();
  const idle = whenIdle(page);
  await openSignedIn(page, ana);
  await idle;
  await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('volume', '0.3'));
  const noticeShown = timeOf(page, NOTICE);
  const navigated = page.waitForEvent('framenavigated').then(() => Date.now());

  // The other computer opens the app after the notice: on this machine it would take the time of the first one.
  const elsewhere = await anotherBrowser();
  await signInByApi(elsewhere.request, ana.email, ana.password);
  const signedInAt = Date.now();
  const noticeAt = await noticeShown;
  expect(noticeAt - signedInAt).toBeLessThan(1000);

  // The page reloads one second after the notice; half of it is tolerated because a busy machine renders late.
  expect((await navigated) - noticeAt).toBeGreaterThanOrEqual(500);
  await page.waitForURL(isAt('/login?next=%2Ftags'));
  expect(await page.evaluate(() => localStorage.getItem('volume'))).toBeNull();

  // The session on the other computer is not affected.
  await elsewhere.goto('/tickets');
  await expect(elsewhere.getByRole('heading', { name: 'Conversas' })).toBeVisible();
  await expect(elsewhere.getByText(NOTICE)).toHaveCount(0);
});

test('a page whose session the server has ended opens the sign-in page [M-006]', async ({
  page,
  otica,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(401));
  const ana = await otica.createUser();
  await openSignedIn(page, ana);
  await expect(page.getByRole('heading', { name: 'Tags' })).toBeVisible();
  // A new password ends every session of the user.
  await otica.call('PUT', `/users/${ana.id}`, { password: 'Outra-senha-9' });
  await page.waitForURL(isAt('/login?next=%2Ftags'));
  expect(await page.evaluate(() => localStorage.getItem('balcao.signedIn'))).toBeNull();
});

test('a call answered with 401 signs the page out [M-006]', async ({ page, otica, consoleErrors }) => {
  consoleErrors.expect(failedWithStatus(401));
  const ana = await otica.createUser();
  await openSignedIn(page, ana);
  await expect(page.getByRole('cell', { name: 'VIP', exact: true })).toBeVisible();
  await page.route('**/api/tags?*', (route) =>
    route.fulfill({ status: 401, json: { error: 'ERR_SESSION_EXPIRED', message: '' } }),
  );
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await page.waitForURL(isAt('/login?next=%2Ftags'));
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('balcao.signedIn'))).toBeNull();
});

test('an expired access token is refreshed once without an error; a missing permission is not retried [M-005]', async ({
  page,
  otica,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(403));
  const ana = await otica.createUser();
  const calls = { list: 0, renewal: 0 };
  let refuse: (call: number) => string | undefined = () => undefined;
  page.on('request', (request) => request.url().endsWith('/auth/refresh_token') && calls.renewal++);
  await page.route('**/api/tags?*', (route) => {
    const error = refuse(++calls.list);
    return error ? route.fulfill({ status: 403, json: { error, message: error } }) : route.continue();
  });
  const reset = (how: typeof refuse) => {
    refuse = how;
    Object.assign(calls, { list: 0, renewal: 0 });
  };
  const idle = whenIdle(page);
  await openSignedIn(page, ana);
  await idle;
  const failure = page.getByRole('alert').filter({ hasText: 'Tentar de novo' });

  reset((call) => (call === 1 ? 'ERR_TOKEN_EXPIRED' : undefined));
  const answered = page.waitForResponse((response) => response.url().includes('/api/tags?') && response.ok());
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await answered;
  await expect(page.getByRole('cell', { name: 'VIP', exact: true })).toBeVisible();
  await expect(failure).toHaveCount(0);
  expect(calls).toEqual({ list: 2, renewal: 1 });

  // Rejected again after the refresh: there is no third attempt.
  reset(() => 'ERR_TOKEN_EXPIRED');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(failure).toBeVisible();
  expect(calls).toEqual({ list: 2, renewal: 1 });

  reset(() => 'ERR_NO_PERMISSION');
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(failure.filter({ hasText: 'Seu perfil não permite esta ação.' })).toBeVisible();
  expect(calls).toEqual({ list: 1, renewal: 0 });
});

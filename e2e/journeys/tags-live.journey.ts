import type { Page } from '@playwright/test';
import { answeredAt, whenIdle, drawn, loadsOf, timeOf } from '../support/live.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog, row, toast } from '../support/shell.ts';
import { noNetwork } from '../support/console-errors.ts';

const write = (page: Page, method: string) =>
  page.waitForRequest((request) => request.method() === method && /\/api\/tags(\/\d+)?$/.test(request.url()));
const search = (page: Page) => page.getByRole('textbox', { name: 'Buscar por nome' });
/** Every page of the list that the browser requested. */
function recordListCalls(page: Page): { search: string | null; page: string | null; at: number }[] {
  const calls: { search: string | null; page: string | null; at: number }[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname !== '/api/tags') return;
    calls.push({
      search: url.searchParams.get('searchParam'),
      page: url.searchParams.get('pageNumber'),
      at: Date.now(),
    });
  });
  return calls;
}

test('a change of a tag is visible to another user within a second, without a reload [M-127] [M-317]', async ({
  page,
  anotherBrowser,
  otica,
}) => {
  const other = await anotherBrowser();
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }));
  await openSignedIn(other, await otica.createUser());
  await expect(row(other, 'VIP')).toBeVisible();
  const reloads = loadsOf(other);
  const first = `Avista ${uniqueSuffix()}`;
  const second = `Boleto ${uniqueSuffix()}`;
  const expectWithinSecond = async (seen: Promise<number>, call: ReturnType<typeof write>) =>
    expect((await seen) - (await answeredAt(call)), 'ms until the other user saw it').toBeLessThan(1000);

  await page.getByRole('button', { name: 'Nova tag' }).click();
  const form = dialog(page, 'Nova tag');
  const name = form.getByRole('textbox', { name: 'Nome' });
  await form.getByRole('button', { name: 'Salvar tag' }).click();
  await expect(name).toHaveAccessibleDescription('Obrigatório');
  await name.fill('AB');
  await expect(name).toHaveAccessibleDescription('Mensagem muito curta');
  await name.fill(first);
  await form.getByRole('button', { name: 'Laranja' }).click();
  let call = write(page, 'POST');
  let seen = timeOf(other, first);
  await form.getByRole('button', { name: 'Salvar tag' }).click();
  await expectWithinSecond(seen, call);
  await expect(toast(page, 'Tag salva com sucesso!')).toBeVisible();

  await page.getByRole('button', { name: `Editar ${first}` }).click();
  await dialog(page, `Editar ${first}`).getByRole('textbox', { name: 'Nome' }).fill(second);
  call = write(page, 'PUT');
  seen = timeOf(other, second);
  await page.getByRole('button', { name: 'Salvar tag' }).click();
  await expectWithinSecond(seen, call);
  await expect(row(other, first)).toHaveCount(0);

  await page.getByRole('button', { name: `Excluir ${second}` }).click();
  call = write(page, 'DELETE');
  seen = timeOf(other, second, { gone: true });
  await dialog(page, `Excluir a tag “${second}”?`).getByRole('button', { name: 'Excluir' }).click();
  await expectWithinSecond(seen, call);
  await expect(toast(page, 'Tag excluída com sucesso!')).toBeVisible();
  expect(reloads()).toBe(0);
});

test('a browser that was offline shows a notice, and afterwards the missed changes [M-317]', async ({
  page,
  otica,
  consoleErrors,
}) => {
  consoleErrors.expect(noNetwork);
  // The offline mode of the browser does not close open sockets, so this one is closed explicitly.
  let liveSocket: { close: () => Promise<void> } | undefined;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    socket.connectToServer();
    liveSocket = socket;
  });
  await openSignedIn(page, await otica.createUser());
  await expect(row(page, 'VIP')).toBeVisible();
  await expect.poll(() => liveSocket).toBeDefined();
  const reloads = loadsOf(page);
  const missed = `Perdida ${uniqueSuffix()}`;
  const strip = page.getByRole('status').filter({ hasText: 'Sem conexão. Tentando de novo…' });

  await page.context().setOffline(true);
  await liveSocket!.close();
  await expect(strip).toBeVisible();
  await expect(row(page, 'VIP')).toBeVisible();
  const { id } = await otica.call<{ id: number }>('POST', '/tags', { name: missed });
  await page.context().setOffline(false);
  await expect(row(page, missed)).toBeVisible();
  await expect(strip).toBeHidden();

  await otica.call('DELETE', `/tags/${id}`);
  await expect(row(page, missed)).toHaveCount(0);
  expect(reloads()).toBe(0);
});

test('the list is searched after a pause in typing and grows near its end [M-044] [M-127]', async ({ page, otica }) => {
  const suffix = uniqueSuffix();
  const names = Array.from({ length: 28 }, (_, at) => `Zz${suffix} ${String(at).padStart(2, '0')}`);
  const created = await Promise.all(names.map((name) => otica.call<{ id: number }>('POST', '/tags', { name })));
  try {
    const { count } = await otica.call<{ count: number }>('GET', '/tags');
    const calls = recordListCalls(page);
    const idle = whenIdle(page);
    await openSignedIn(page, await otica.createUser());
    await expect(row(page, 'VIP')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(1 + 20);
    await idle;
    calls.length = 0;

    const scroller = page.locator('[data-scroller]');
    const toEnd = (px: number) =>
      scroller.evaluate((box, distance) => (box.scrollTop = box.scrollHeight - box.clientHeight - distance), px);
    await toEnd(140);
    await drawn(page);
    expect(calls, 'farther than 100 px from the end').toEqual([]);
    await toEnd(90);
    await expect(page.getByRole('row')).toHaveCount(1 + count);
    expect(calls.map((call) => call.page)).toEqual(['2']);

    calls.length = 0;
    await search(page).pressSequentially(`zz${suffix} 1`, { delay: 30 });
    const typed = Date.now();
    await expect(page.getByRole('row')).toHaveCount(1 + 10);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ search: `zz${suffix} 1`, page: '1' });
    expect(calls[0]!.at - typed, 'ms after the last key').toBeGreaterThan(400);

    await search(page).fill('nada assim');
    await expect(page.getByRole('heading', { name: 'Nada encontrado para “nada assim”' })).toBeVisible();
    await page.getByRole('button', { name: 'Limpar busca' }).click();
    await expect(row(page, 'VIP')).toBeVisible();
    await expect(search(page)).toHaveValue('');
  } finally {
    await Promise.all(created.map(({ id }) => otica.call('DELETE', `/tags/${id}`)));
  }
});

test('the list shows placeholder rows while it loads and stays visible when a reload fails [M-044] [M-314]', async ({
  page,
  otica,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED|status of 500/);
  const ana = await otica.createUser();
  let release = () => {};
  const blocked = new Promise<void>((done) => (release = done));
  await page.route('**/api/tags?*', async (route) => {
    await blocked;
    await route.continue();
  });
  await openSignedIn(page, ana);
  const table = page.getByRole('table', { name: 'Tags' });
  await expect(table).toHaveAttribute('aria-busy', 'true');
  await expect(table.locator('tbody tr[aria-hidden="true"]')).toHaveCount(8);
  release();
  await expect(row(page, 'VIP')).toBeVisible();
  await expect(table.locator('tbody tr[aria-hidden="true"]')).toHaveCount(0);

  await page.unroute('**/api/tags?*');
  await page.route('**/api/tags?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL', message: '' } }),
  );
  await page.getByRole('button', { name: 'Atualizar' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Algo deu errado do nosso lado. Tente de novo.' });
  await expect(failure).toBeVisible();
  await expect(row(page, 'VIP')).toBeVisible();
  await page.unroute('**/api/tags?*');
  await failure.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(failure).toBeHidden();
});

import type { Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { failedWithStatus, noNetwork } from '../support/console-errors.ts';
import { expect, picture, test } from '../support/inbox.ts';
import { dialog, isAt, toast } from '../support/shell.ts';
import { boxOf } from '../support/visual.ts';
import { DEMO_PASSWORD, openSignedIn, signInByApi, uniqueSuffix } from '../support/users.ts';

const log = (page: Page, title: string) => page.getByRole('log', { name: `Mensagens de ${title}` });
const field = (page: Page, title: string) => page.getByRole('textbox', { name: `Mensagem para ${title}` });
/** Light and dark, wide and on a phone. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const [scheme, width, height] of [
    ['light', 1440, 900],
    ['dark', 1440, 900],
    ['light', 390, 844],
    ['dark', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), scheme);
    await picture(page, `${name}-${width}-${scheme}`);
  }
  await page.evaluate(() => document.documentElement.removeAttribute('data-theme'));
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('two users talk in a team chat; a removed one sees nothing more [M-215] [M-216] [M-217] [M-220]', async ({
  page,
  otica,
  anotherBrowser,
  consoleErrors,
}) => {
  consoleErrors.expect(noNetwork, failedWithStatus(404));
  const suffix = uniqueSuffix();
  const title = `Vitrine ${suffix}`;
  const [nina, otto] = [
    await otica.createUser({ name: `Nina ${suffix}` }),
    await otica.createUser({ name: `Otto ${suffix}` }),
  ];
  const other = await anotherBrowser();
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, nina, '/chats');
  await openSignedIn(other, otto, '/todolist');

  await page.getByRole('button', { name: 'Novo chat' }).click();
  const form = dialog(page, 'Novo chat');
  await form.getByLabel(/^Título/).fill(title);
  await form.getByLabel(/^Participantes/).fill('Otto');
  await page.getByRole('option', { name: otto.name }).click();
  // The open list covers the buttons.
  await form.getByLabel(/^Título/).click();
  await form.getByRole('button', { name: 'Criar chat' }).click();
  await expect(log(page, title)).toBeVisible();
  await field(page, title).fill('Bom dia! *Pronto* <b>x</b>');
  await field(page, title).press('Enter');
  await expect(log(page, title).getByText('Pronto')).toBeVisible();

  // The other user gets it at once, in the top bar and in the menu, and opens it from there.
  await other.getByRole('button', { name: 'Chat interno: 1 não lidos' }).click();
  await other.getByRole('link', { name: new RegExp(title) }).click();
  await expect(log(other, title).getByText('<b>x</b>')).toBeVisible();
  await expect(log(other, title).getByText('1 mensagem nova')).toBeVisible();
  await expect(log(page, title).getByRole('button', { name: 'Lida por todos' })).toBeVisible();
  await field(other, title).fill('Bom dia, Nina');
  await field(other, title).press('Enter');
  await expect(log(page, title).getByText('Bom dia, Nina')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await pictures(page, 'team-chat');

  // Without a connection the message waits with its text, and is sent once.
  await page.context().setOffline(true);
  await field(page, title).fill('Sem rede');
  await field(page, title).press('Enter');
  await expect(page.getByText('Não enviada.')).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(log(other, title).getByText('Sem rede')).toHaveCount(1);

  // Removed: the chat closes, and no later message arrives.
  await page.getByRole('button', { name: 'Editar' }).click();
  const edit = dialog(page, 'Editar chat');
  await edit.getByRole('button', { name: /Remover/ }).click();
  await edit.getByLabel(/^Título/).click();
  await edit.getByRole('button', { name: 'Salvar' }).click();
  await expect(edit).toHaveCount(0);
  await expect.poll(() => new URL(other.url()).pathname).toBe('/chats');
  await field(page, title).fill('Só eu');
  await field(page, title).press('Enter');
  await expect(log(page, title).getByText('Só eu')).toBeVisible();
  await expect(other.getByText('Só eu')).toHaveCount(0);
  await page.getByRole('button', { name: 'Excluir' }).click();
  await dialog(page, /Excluir o chat/)
    .getByRole('button', { name: 'Excluir' })
    .click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/chats');
});

test('an announcement reaches another company and is read there [M-041] [M-221] [M-222] [M-223]', async ({
  page,
  platform,
  otica,
  anotherBrowser,
}) => {
  const suffix = uniqueSuffix();
  const title = `Manutenção ${suffix}`;
  const agent = await otica.createUser({ name: `Nina ${suffix}` });
  const other = await anotherBrowser();
  await openSignedIn(other, agent, '/todolist');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, { email: platform.email, password: DEMO_PASSWORD }, '/announcements');

  await page.getByRole('button', { name: 'Novo comunicado' }).first().click();
  const panel = page.getByRole('complementary', { name: 'Novo comunicado' });
  await panel.getByLabel(/^Título/).fill(title);
  await panel.getByLabel(/^Texto/).fill('Das 2h às 4h. <i>Nada</i> a fazer.');
  await panel.getByRole('button', { name: 'Alta' }).click();
  expect(await violationsOn(page)).toEqual([]);
  await pictures(page, 'announcements');
  await panel.getByRole('button', { name: 'Salvar' }).click();
  await expect(toast(page, 'Comunicado salvo com sucesso!')).toBeVisible();

  await other.setViewportSize({ width: 1440, height: 900 });
  await other.getByRole('button', { name: /^Comunicados: \d+ não lidos/ }).click();
  const entry = other.getByRole('button', { name: new RegExp(title) });
  await expect(entry).toBeVisible();
  await picture(other, 'announcements-bell');
  await entry.click();
  await expect(dialog(other, title).getByText('<i>Nada</i>')).toBeVisible();
  await picture(other, 'announcements-viewer');
  expect(await violationsOn(other)).toEqual([]);
  await expect
    .poll(async () => {
      const { records } = await platform.call<{ records: { id: number; title: string; readers: { users: number } }[] }>(
        'GET',
        `/announcements?searchParam=${suffix}`,
      );
      return records[0]?.readers.users;
    })
    .toBe(1);
  const { records } = await platform.call<{ records: { id: number }[] }>('GET', `/announcements?searchParam=${suffix}`);
  // No page may show the announcement while it is deleted.
  for (const shown of [page, other]) await shown.goto('about:blank');
  await platform.call('DELETE', `/announcements/${records[0]!.id}`);
});

test('tasks stay in this browser for each user, in order, in two tabs, and after a sign-in elsewhere [M-226]', async ({
  page,
  otica,
  anotherBrowser,
  consoleErrors,
}) => {
  consoleErrors.expect(failedWithStatus(401));
  const suffix = uniqueSuffix();
  const [nina, otto] = [
    await otica.createUser({ name: `Nina ${suffix}` }),
    await otica.createUser({ name: `Otto ${suffix}` }),
  ];
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, nina, '/todolist');
  const add = async (text: string) => {
    await page.getByRole('textbox', { name: 'Nova tarefa' }).fill(text);
    await page.keyboard.press('Enter');
  };
  for (const text of ['Conferir escala', 'Mandar orçamento', 'Ligar para o laboratório']) await add(text);
  const rows = page.getByRole('region', { name: 'Tarefas' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);

  // Dragged, then moved with the keyboard.
  const handle = page.getByRole('button', { name: 'Mover Ligar para o laboratório' });
  const target = await boxOf(page.getByRole('button', { name: 'Mover Conferir escala' }));
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move(target.left + 5, target.bottom - 4, { steps: 12 });
  await page.mouse.up();
  await expect(rows.nth(2)).toContainText('Ligar para o laboratório');
  await handle.press('ArrowUp');
  await expect(rows.nth(1)).toContainText('Ligar para o laboratório');
  await page.getByRole('checkbox', { name: 'Feita: Conferir escala' }).check();
  expect(await violationsOn(page)).toEqual([]);
  await pictures(page, 'todo');

  // Another tab follows; a reload finds everything; another user of the browser has a list of its own.
  const tab = await page.context().newPage();
  await tab.goto('/todolist');
  await expect(tab.getByText('Mandar orçamento', { exact: true })).toBeVisible();
  await add('Da outra aba');
  await expect(tab.getByText('Da outra aba', { exact: true })).toBeVisible();
  await tab.close();
  await page.reload();
  await expect(rows).toHaveText([/Da outra aba/, /Mandar orçamento/, /Ligar para o laboratório/]);
  await openSignedIn(page, otto, '/todolist');
  await expect(page.getByText('Nenhuma tarefa aberta.')).toBeVisible();
  await openSignedIn(page, nina, '/todolist');
  await expect(rows).toHaveCount(3);

  // The account signs in elsewhere, which clears the storage of this page, but not the tasks.
  await page.evaluate(() => localStorage.setItem('volume', '0.3'));
  await signInByApi((await anotherBrowser()).request, nina.email, nina.password);
  await page.waitForURL(isAt('/login?next=%2Ftodolist'));
  expect(await page.evaluate(() => localStorage.getItem('volume'))).toBeNull();
  await openSignedIn(page, nina, '/todolist');
  await expect(rows).toHaveText([/Da outra aba/, /Mandar orçamento/, /Ligar para o laboratório/]);
});

test('help videos appear in the menu when there is one, and load the player on a click [M-036] [M-225]', async ({
  page,
  platform,
  otica,
  afterwards,
}) => {
  const suffix = uniqueSuffix();
  const help = await platform.call<{ id: number }>('POST', '/helps', {
    title: `Conectar ${suffix}`,
    description: 'Ler o QR Code e o que fazer se cair.',
    video: 'balcao-demo',
  });
  afterwards(() => platform.call('DELETE', `/helps/${help.id}`));
  const agent = await otica.createUser({ name: `Nina ${suffix}` });
  // The journey stays offline: only the address is checked.
  const asked: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>player</p>' });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, agent, '/todolist');
  await page.getByRole('link', { name: 'Ajuda' }).click();
  await page.getByRole('button', { name: `Ver o vídeo Conectar ${suffix}` }).waitFor();
  expect(asked).toEqual([]);
  expect(await violationsOn(page)).toEqual([]);
  await pictures(page, 'helps');
  await page.getByRole('button', { name: `Ver o vídeo Conectar ${suffix}` }).click();
  await expect.poll(() => asked).toEqual(['https://www.youtube-nocookie.com/embed/balcao-demo?autoplay=1&rel=0']);
});

import type { Page } from '@playwright/test';
import {
  accept,
  chooseAction,
  chooseMessageAction,
  answer,
  bubble,
  composer,
  expect,
  item,
  list,
  tab,
  test,
  thread,
} from '../support/inbox.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog, toast } from '../support/shell.ts';

/** Every response and socket frame that this page receives. */
function captureTraffic(page: Page): () => string {
  let traffic = '';
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (traffic += String(payload))));
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      void response.text().then(
        (text) => (traffic += text),
        () => {},
      );
  });
  return () => traffic;
}

test('of two agents who accept the same conversation at once one gets it, and the other sees the name of the first', async ({
  page,
  anotherBrowser,
  counter,
  consoleErrors,
}) => {
  consoleErrors.expect(/409/);
  const [caio, rute] = [await counter.agent({ name: 'Caio Andrade' }), await counter.agent({ name: 'Rute Lins' })];
  const other = await anotherBrowser();
  await openSignedIn(page, caio, '/tickets');
  await openSignedIn(other, rute, '/tickets');
  for (const agentPage of [page, other]) await tab(agentPage, 'Aguardando').click();
  const customer = await counter.waiting('Alguém pode me atender?');
  const buttons = [page, other].map((agentPage) => agentPage.getByRole('button', { name: `Aceitar ${customer.name}` }));
  for (const button of buttons) await expect(button).toBeVisible();

  // Both requests leave together; without it the second button may be gone before its click.
  const bothClicked = Promise.withResolvers<void>();
  let clicks = 0;
  for (const agentPage of [page, other])
    await agentPage.route(/\/api\/tickets\/\d+$/, async (route) => {
      if (++clicks === 2) bothClicked.resolve();
      await bothClicked.promise;
      await route.continue();
    });
  await Promise.all(buttons.map((button) => button.click({ noWaitAfter: true })));
  const notice = (agentPage: Page) => dialog(agentPage, 'Já existe uma conversa aberta');
  const won = (agentPage: Page) => composer(agentPage);
  await expect(notice(page).or(won(page)).first()).toBeVisible();
  await expect(notice(other).or(won(other)).first()).toBeVisible();
  const hasFirstWon = await won(page).isVisible();
  const [winner, loser, name] = hasFirstWon ? [page, other, caio.name] : [other, page, rute.name];
  await expect(won(winner)).toBeVisible();
  await expect(notice(winner)).toHaveCount(0);
  await expect(notice(loser)).toContainText(`${name} está atendendo este contato na fila ${counter.queue.name}`);
  await notice(loser).getByRole('button', { name: 'Fechar' }).first().click();
  await expect(item(loser, customer.name)).toHaveCount(0);
  await expect(tab(loser, 'Aguardando')).toContainText('0');
});

test('agents see who else views and types, a transfer reaches the colleague with its note, and other queues receive nothing', async ({
  page,
  anotherBrowser,
  otica,
  counter,
}) => {
  const secret = `sigilo${uniqueSuffix()}`;
  const caio = await counter.agent({ name: 'Caio Andrade' });
  const rute = await counter.agent({ name: 'Rute Lins', allUserChat: 'enabled' });
  const outsider = await otica.createUser({ name: 'Outra Fila' });
  const [other, outside] = [await anotherBrowser(), await anotherBrowser()];
  const outsideTraffic = captureTraffic(outside);
  const controls = captureTraffic(other);
  await openSignedIn(outside, outsider, '/tickets');
  await openSignedIn(page, caio, '/tickets');
  await openSignedIn(other, rute, '/tickets');
  const customer = await counter.waiting(`Tenho uma dúvida ${secret}`);
  await accept(page, customer.name);
  await other.goto(new URL(page.url()).pathname);

  await expect(page.getByText('Rute também está vendo')).toBeVisible();
  await expect(other.getByText('Caio também está vendo')).toBeVisible();
  await composer(page).pressSequentially('Um mom');
  await expect(other.getByText('Caio está escrevendo…')).toBeVisible();
  await composer(page).fill('');
  await answer(page, `Claro ${secret}`);
  await expect(bubble(other, `Claro ${secret}`)).toBeVisible();
  await expect(other.getByText('Caio está escrevendo…')).toHaveCount(0);
  await other.goto('/tickets');
  await expect(page.getByText('Rute também está vendo')).toHaveCount(0);

  await chooseAction(page, 'Transferir');
  const transfer = dialog(page, 'Transferir conversa');
  await transfer.getByRole('combobox', { name: /^Atendente/ }).fill('Rute Lins');
  await transfer.getByRole('option', { name: /Rute Lins · online/ }).click();
  await transfer.getByRole('textbox', { name: /^Nota para quem recebe/ }).fill(`Já pagou ${secret}`);
  await transfer.getByRole('button', { name: 'Transferir' }).click();
  await expect(toast(page, `Conversa transferida para Rute Lins, fila ${counter.queue.name}`)).toBeVisible();
  await expect(page).toHaveURL(/\/tickets$/);
  await expect(item(page, customer.name)).toHaveCount(0);

  await expect(item(other, customer.name)).toBeVisible();
  await item(other, customer.name).getByRole('link').click();
  await expect(bubble(other, `Já pagou ${secret}`)).toContainText('Nota interna de Caio Andrade');
  expect((await counter.textsReceivedBy(customer)).join()).not.toContain('Já pagou');

  expect(controls(), 'the capture records events').toContain(secret);
  expect(outsideTraffic(), 'the browser receives nothing that its user may not see').not.toContain(secret);
});

test('only the selected messages are forwarded to another contact [M-090]', async ({ page, counter }) => {
  const me = await counter.agent();
  const receiver = await counter.attended(me, 'Estou aqui também', `Zuleica ${uniqueSuffix()}`);
  const customer = await counter.attended(me, 'O endereço é Rua das Flores, 12');
  await counter.sendFrom(customer, 'Isto não');
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  // A message that arrives under the pointer would move the hovered one.
  await expect(bubble(page, 'Isto não')).toBeVisible();
  await chooseMessageAction(page, bubble(page, 'Rua das Flores'), 'Encaminhar');
  const bar = page.getByRole('toolbar', { name: 'Encaminhar mensagens' });
  await thread(page)
    .getByRole('checkbox', { name: /^Selecionar mensagem/ })
    .first()
    .uncheck();
  await bar.getByRole('button', { name: 'Encaminhar' }).click();
  await expect(toast(page, 'Nenhuma mensagem selecionada para encaminhar')).toBeVisible();
  await thread(page)
    .getByRole('checkbox', { name: /^Selecionar mensagem/ })
    .first()
    .check();
  await bar.getByRole('button', { name: 'Encaminhar' }).click();
  const forwardDialog = dialog(page, 'Encaminhar mensagens');
  await forwardDialog.getByRole('textbox', { name: 'Buscar contato' }).fill(receiver.name);
  await forwardDialog.getByRole('radio').first().check();
  await forwardDialog.getByRole('button', { name: 'Encaminhar' }).click();
  await expect(toast(page, `Encaminhada para ${receiver.name}`)).toBeVisible();
  await expect.poll(() => counter.textsReceivedBy(receiver)).toEqual([expect.stringContaining('Rua das Flores')]);
  expect((await counter.receivedBy(receiver))[0]).toMatchObject({ isForwarded: true });
  await item(page, receiver.name).getByRole('link').click();
  await expect(bubble(page, 'Rua das Flores')).toContainText('Encaminhada');
  await expect(list(page)).toBeVisible();
});

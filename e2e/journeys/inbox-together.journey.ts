import type { Page } from '@playwright/test';
import { accept, actOn, answer, bubble, composer, expect, item, list, tab, test, thread } from '../cast/inbox.ts';
import { arrive, uniqueMark } from '../cast/people.ts';
import { dialog, toast } from '../cast/shell.ts';

/** Everything the network brings to this page, over calls and over the socket. */
function heardBy(page: Page): () => string {
  let heard = '';
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (heard += String(payload))));
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/'))
      void response.text().then(
        (text) => (heard += text),
        () => {},
      );
  });
  return () => heard;
}

test('two accept the same conversation at once: one attends, the other is told who', async ({
  page,
  anotherBrowser,
  counter,
  trouble,
}) => {
  trouble.expect(/409/);
  const [caio, rute] = [
    await counter.attendant({ name: 'Caio Andrade' }),
    await counter.attendant({ name: 'Rute Lins' }),
  ];
  const other = await anotherBrowser();
  await arrive(page, caio, '/tickets');
  await arrive(other, rute, '/tickets');
  for (const one of [page, other]) await tab(one, 'Aguardando').click();
  const customer = await counter.waiting('Alguém pode me atender?');
  const buttons = [page, other].map((one) => one.getByRole('button', { name: `Aceitar ${customer.name}` }));
  for (const button of buttons) await expect(button).toBeVisible();

  await Promise.all(buttons.map((button) => button.click({ noWaitAfter: true })));
  const notice = (one: Page) => dialog(one, 'Já existe uma conversa aberta');
  const won = (one: Page) => composer(one);
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

test('who looks and who writes is seen by the other; a transfer with its note appears at the colleague; a stranger hears nothing', async ({
  page,
  anotherBrowser,
  otica,
  counter,
}) => {
  const secret = `sigilo${uniqueMark()}`;
  const caio = await counter.attendant({ name: 'Caio Andrade' });
  const rute = await counter.attendant({ name: 'Rute Lins', allUserChat: 'enabled' });
  const stranger = await otica.hire({ name: 'Outra Fila' });
  const [other, outside] = [await anotherBrowser(), await anotherBrowser()];
  const heard = heardBy(outside);
  const controls = heardBy(other);
  await arrive(outside, stranger, '/tickets');
  await arrive(page, caio, '/tickets');
  await arrive(other, rute, '/tickets');
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

  await page.getByRole('button', { name: 'Mais ações', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Transferir' }).click();
  const transfer = dialog(page, 'Transferir atendimento');
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
  expect((await counter.wordsReached(customer)).join()).not.toContain('Já pagou');

  expect(controls(), 'the ear hears').toContain(secret);
  expect(heard(), 'what is not for this person never comes to the browser').not.toContain(secret);
});

test('messages are forwarded to another contact, and only picked ones [M-090]', async ({ page, counter }) => {
  const me = await counter.attendant();
  const receiver = await counter.attended(me, 'Estou aqui também', `Zuleica ${uniqueMark()}`);
  const customer = await counter.attended(me, 'O endereço é Rua das Flores, 12');
  await counter.says(customer, 'Isto não');
  await arrive(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await actOn(page, bubble(page, 'Rua das Flores'), 'Encaminhar');
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
  const whom = dialog(page, 'Encaminhar mensagens');
  await whom.getByRole('textbox', { name: 'Buscar contato' }).fill(receiver.name);
  await whom.getByRole('radio').first().check();
  await whom.getByRole('button', { name: 'Encaminhar' }).click();
  await expect(toast(page, `Encaminhada para ${receiver.name}`)).toBeVisible();
  await expect.poll(() => counter.wordsReached(receiver)).toEqual([expect.stringContaining('Rua das Flores')]);
  expect((await counter.reached(receiver))[0]).toMatchObject({ isForwarded: true });
  await item(page, receiver.name).getByRole('link').click();
  await expect(bubble(page, 'Rua das Flores')).toContainText('Encaminhada');
  await expect(list(page)).toBeVisible();
});

import { chooseMessageAction, answer, bubble, composer, expect, item, tab, test, thread } from '../support/inbox.ts';
import { timeOf } from '../support/live.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog, toast } from '../support/shell.ts';

/** One pixel, red. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

test('a conversation is accepted, answered with every kind of message, resolved with a farewell and reopened', async ({
  page,
  otica,
  counter,
}) => {
  const farewell = `Até logo ${uniqueSuffix()}`;
  const code = `horario${uniqueSuffix()}`;
  const me = await counter.agent({ name: 'Marina Duarte', farewellMessage: farewell, allTicket: 'enabled' });
  const reply = await otica.call<{ id: number }>('POST', '/quick-messages', {
    shortcode: code,
    message: 'Olá, {{firstName}}! Abrimos das 9h às 18h.',
    geral: true,
  });
  const customer = await counter.customer(`Helena ${uniqueSuffix()}`);
  await openSignedIn(page, me, '/tickets');
  await tab(page, 'Aguardando').click();
  await expect(page.getByRole('list', { name: 'Lista de conversas' })).toHaveAttribute('aria-busy', 'false');

  // The conversation appears without a reload, with its unread count.
  const rowShown = timeOf(page, customer.name);
  await counter.sendFrom(customer, 'Meus óculos chegaram?');
  await rowShown;
  await counter.sendFrom(customer, 'Pedi na semana passada');
  const row = item(page, customer.name);
  await expect(row.getByRole('link', { name: /, 2 não lidas$/ })).toBeVisible();
  await expect(row).toContainText('Pedi na semana passada');

  await page.getByRole('button', { name: `Aceitar ${customer.name}` }).click();
  await expect(page).toHaveURL(/\/tickets\/[0-9a-f-]{36}$/);
  await expect(bubble(page, 'Meus óculos chegaram?')).toBeVisible();
  await tab(page, 'Atendendo').click();
  await expect(row.getByRole('link', { name: customer.name, exact: true })).toBeVisible();

  await answer(page, 'Chegaram hoje');
  await expect.poll(() => counter.textsReceivedBy(customer)).toEqual([expect.stringMatching(/Chegaram hoje$/)]);
  await expect(bubble(page, 'Chegaram hoje').getByRole('img', { name: /Entregue|Enviada/ })).toBeVisible();

  await page
    .getByLabel('Foto ou vídeo')
    .setInputFiles({ name: 'armação nova.png', mimeType: 'image/png', buffer: PICTURE });
  await page.getByRole('textbox', { name: 'Legenda de armação nova.png' }).fill('A armação nova');
  await page.getByRole('button', { name: 'Enviar 1' }).click();
  await expect
    .poll(async () => (await counter.receivedBy(customer)).at(-1)?.content)
    .toMatchObject({
      kind: 'media',
      type: 'image',
      caption: expect.stringMatching(/A armação nova$/),
    });
  await expect(bubble(page, 'A armação nova').getByRole('img').first()).toBeVisible();

  await composer(page).pressSequentially(`/${code.slice(0, -1)}`);
  await expect(page.getByRole('option', { name: new RegExp(code) })).toBeVisible();
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('Olá, Helena! Abrimos das 9h às 18h.');
  await composer(page).press('Enter');
  await expect
    .poll(async () => (await counter.textsReceivedBy(customer)).at(-1))
    .toMatch(/Olá, Helena! Abrimos das 9h às 18h\.$/);

  await page.getByRole('button', { name: 'Nota interna' }).click();
  await page.getByRole('textbox', { name: 'Nota interna' }).fill('Cliente antiga, dar brinde');
  await page.getByRole('button', { name: 'Salvar nota' }).click();
  await expect(bubble(page, 'Cliente antiga, dar brinde')).toContainText('Nota interna de Marina Duarte');
  await page.getByRole('button', { name: 'Nota interna' }).click();

  await chooseMessageAction(page, bubble(page, 'Chegaram hoje'), 'Editar');
  const edit = page.getByRole('textbox', { name: 'Editando mensagem' });
  await edit.fill('Chegaram ontem');
  await edit.press('Enter');
  await expect(bubble(page, 'Chegaram ontem')).toContainText('Editada');
  await expect.poll(async () => (await counter.receivedBy(customer))[0]).toMatchObject({ isEdited: true });

  await answer(page, 'Enganei-me');
  await expect.poll(async () => (await counter.textsReceivedBy(customer)).at(-1)).toMatch(/Enganei-me$/);
  await chooseMessageAction(page, bubble(page, 'Enganei-me'), 'Apagar');
  await dialog(page, 'Apagar esta mensagem?').getByRole('button', { name: 'Apagar' }).click();
  await expect(thread(page).getByText('Essa mensagem foi apagada')).toBeVisible();
  await expect.poll(async () => (await counter.receivedBy(customer)).at(-1)?.isDeleted).toBe(true);

  await page.getByRole('button', { name: 'Resolver', exact: true }).first().click();
  const question = dialog(page, 'Resolver a conversa com Helena?');
  await expect(question).toContainText(farewell);
  await question.getByRole('button', { name: 'Resolver e se despedir' }).click();
  await expect(toast(page, 'Conversa resolvida')).toBeVisible();
  await expect(page).toHaveURL(/\/tickets$/);
  await expect(row).toHaveCount(0);
  await expect.poll(async () => (await counter.textsReceivedBy(customer)).at(-1)).toContain(farewell);
  expect((await counter.textsReceivedBy(customer)).join(), 'a note is not sent to the customer').not.toContain(
    'brinde',
  );

  await tab(page, 'Resolvidas').click();
  await row.hover();
  await row.getByRole('button', { name: 'Reabrir' }).click();
  await expect(composer(page)).toBeVisible();
  await expect(bubble(page, farewell)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolver', exact: true }).first()).toBeVisible();
  await otica.call('DELETE', `/quick-messages/${reply.id}`);
});

test('without microphone permission the recorder shows the reason and the composer returns [M-086]', async ({
  page,
  counter,
}) => {
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Oi');
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  await page.getByRole('button', { name: 'Gravar áudio' }).click();
  await expect(toast(page, /Sem acesso ao microfone/)).toBeVisible();
  await expect(composer(page)).toBeVisible();
});

test('with the menu open at 1440 px, the list gives way before the header folds its actions [F-U25]', async ({
  page,
  counter,
}) => {
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Vocês abrem no sábado?');
  await page.setViewportSize({ width: 1440, height: 900 });
  await openSignedIn(page, me, '/tickets');
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toHaveCSS('width', '228px');
  await item(page, customer.name).getByRole('link').click();
  const conversation = page.getByRole('region', { name: `Conversa com ${customer.name}` });
  await expect(page.locator('[data-contact-panel]')).toBeVisible();
  await expect(conversation.getByRole('button', { name: 'Transferir', exact: true })).toBeVisible();
  await expect(conversation.getByRole('button', { name: 'Resolver', exact: true })).toBeVisible();
});

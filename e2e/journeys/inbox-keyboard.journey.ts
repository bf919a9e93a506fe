import { bubble, composer, expect, item, panel, tab, test, thread } from '../support/inbox.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';
import { dialog, toast } from '../support/shell.ts';

test('an agent uses the keyboard alone: tabs, rows, accept, answer, note, transfer, resolve', async ({
  page,
  counter,
}) => {
  const me = await counter.agent();
  const first = await counter.waiting('Cheguei primeiro', `Alice ${uniqueSuffix()}`);
  const second = await counter.waiting('Cheguei depois', `Bruna ${uniqueSuffix()}`);
  await openSignedIn(page, me, '/tickets');
  await expect(tab(page, 'Atendendo')).toHaveAttribute('aria-selected', 'true');
  const key = (name: string) => page.keyboard.press(name);

  await key('2');
  await expect(tab(page, 'Aguardando')).toHaveAttribute('aria-selected', 'true');
  await expect(item(page, second.name)).toBeVisible();
  // Accepts the conversation that has waited longest and opens it; the tab follows.
  await key('a');
  await expect(bubble(page, 'Cheguei primeiro')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await expect(tab(page, 'Atendendo')).toHaveAttribute('aria-selected', 'true');
  // In the conversation letters are text, in the list they are commands.
  const link = (name: string) => item(page, name).getByRole('link');
  await key('Escape');
  await expect(link(first.name)).toBeFocused();
  await key('a');
  await expect(bubble(page, 'Cheguei depois')).toBeVisible();
  await expect(composer(page)).toBeFocused();

  await key('Escape');
  await expect(link(second.name)).toBeFocused();
  const [upper, lower] = (await page.locator('[data-row]').allTextContents()).map((text) => text.split(',')[0]!);
  const toFirst = upper === first.name ? 'k' : 'j';
  expect(new Set([upper, lower])).toEqual(new Set([first.name, second.name]));
  await key(toFirst);
  await expect(link(first.name)).toBeFocused();
  await key(toFirst === 'k' ? 'j' : 'k');
  await expect(link(second.name)).toBeFocused();
  await key('Enter');
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole('region', { name: `Conversa com ${second.name}` })).toBeVisible();
  const attended = second;

  await key('Escape');
  await key('n');
  const note = page.getByRole('textbox', { name: 'Nota interna' });
  await expect(note).toBeFocused();
  await page.keyboard.type('Nota pelo teclado');
  await key('Enter');
  await expect(bubble(page, 'Nota pelo teclado')).toBeVisible();
  await key('Escape');
  await key('n');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Pois não');
  await key('Enter');
  await expect.poll(() => counter.textsReceivedBy(attended)).toEqual([expect.stringMatching(/Pois não$/)]);

  // In the thread the arrow keys move between messages, and Enter opens the message menu.
  await page.keyboard.press('Shift+Tab');
  await expect(thread(page)).toBeFocused();
  await key('ArrowUp');
  await expect(bubble(page, 'Pois não')).toBeFocused();
  await key('Enter');
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible();
  await key('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(bubble(page, 'Pois não')).toBeFocused();
  await key('Escape');
  await expect(thread(page)).toBeFocused();

  // Three Tabs lead from the row to the composer.
  await key('Escape');
  await expect(link(attended.name)).toBeFocused();
  for (let tabs = 0; tabs < 3; tabs++) await key('Tab');
  await expect(composer(page)).toBeFocused();
  await key('Escape');

  await key('i');
  await expect(panel(page)).toHaveCount(0);
  await key('i');
  await expect(panel(page)).toBeVisible();
  await key('t');
  await expect(dialog(page, 'Transferir conversa').getByRole('combobox', { name: /Atendente/ })).toBeFocused();
  // Nothing was typed or chosen: one Esc closes the list and the dialog.
  await key('Escape');
  await expect(dialog(page, 'Transferir conversa')).toHaveCount(0);
  await expect(link(attended.name)).toBeFocused();

  await key('/');
  const search = page.getByRole('textbox', { name: 'Buscar nome, número ou mensagem' });
  await expect(search).toBeFocused();
  await key('Escape');
  await expect(search).not.toBeFocused();
  await key('Escape');
  await expect(link(attended.name)).toBeFocused();
  await key('r');
  await expect(dialog(page, /^Resolver a conversa/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolver e se despedir' })).toBeFocused();
  await key('Enter');
  await expect(toast(page, 'Conversa resolvida')).toBeVisible();
  await expect(page).toHaveURL(/\/tickets$/);
  await expect(item(page, attended.name)).toHaveCount(0);
  // The next conversation is one key away.
  await expect(page.getByRole('button', { name: `Abrir ${first.name}` })).toBeFocused();
  await key('Enter');
  await expect(composer(page)).toBeFocused();
  await key('Escape');
  await key('3');
  await expect(tab(page, 'Resolvidas')).toHaveAttribute('aria-selected', 'true');
  await expect(item(page, attended.name)).toBeVisible();
});

test('what is typed after opening by mouse or key, after accepting and after transferring is in the composer [F-U2]', async ({
  page,
  counter,
}) => {
  const greeting = 'Boa tarde, tudo bem?';
  const me = await counter.agent();
  const first = await counter.attended(me, 'Sou a primeira', `Alice ${uniqueSuffix()}`);
  const second = await counter.attended(me, 'Sou a segunda', `Bruna ${uniqueSuffix()}`);
  const third = await counter.waiting('Sou a terceira', `Clara ${uniqueSuffix()}`);
  await openSignedIn(page, me, '/tickets');
  const link = (name: string) => item(page, name).getByRole('link');
  const typed = async () => {
    await page.keyboard.type(greeting);
    await expect(composer(page)).toHaveValue(greeting);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await composer(page).fill('');
  };

  await link(first.name).click();
  await typed();
  await page.keyboard.press('Escape');
  await link(second.name).focus();
  await page.keyboard.press('Enter');
  await typed();
  await expect(page.getByRole('region', { name: `Conversa com ${second.name}` })).toBeVisible();

  // Another conversation is transferred from its row; the open one keeps the focus.
  await item(page, first.name).hover();
  await item(page, first.name).getByRole('button', { name: 'Transferir' }).click();
  await dialog(page, 'Transferir conversa').getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog(page, 'Transferir conversa')).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await typed();

  await tab(page, 'Aguardando').click();
  await page.getByRole('button', { name: `Aceitar ${third.name}` }).dblclick();
  await typed();
  await expect(page.getByRole('region', { name: `Conversa com ${third.name}` })).toBeVisible();
  await expect(tab(page, 'Atendendo')).toHaveAttribute('aria-selected', 'true');
  // The first one, transferred to the queue, did not come under the pointer and was not accepted by the second click.
  expect((await counter.conversation(first))?.status).toBe('pending');
});

test('unread conversations are counted in the page title and listed under the bell until they are read [M-307]', async ({
  page,
  counter,
}) => {
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Tudo bem?');
  await openSignedIn(page, me, '/tickets');
  await expect(item(page, customer.name)).toBeVisible();
  await expect.poll(() => page.title()).toBe('① Conversas · Balcão');
  await page.getByRole('button', { name: /^Conversas não lidas/ }).click();
  const popover = dialog(page, 'Não lidas');
  await popover.getByText(customer.name).click();
  await expect(bubble(page, 'Tudo bem?')).toBeVisible();
  await expect.poll(() => page.title()).toBe('Conversas · Balcão');
  // A message that arrives in the open conversation is marked as read at once.
  await counter.sendFrom(customer, 'Deu certo?');
  await expect(bubble(page, 'Deu certo?')).toBeVisible();
  await expect(item(page, customer.name).getByRole('link')).toHaveAccessibleName(customer.name);
});

test('a file dropped on the conversation is sent to the customer with its caption [M-082]', async ({
  page,
  counter,
}) => {
  const me = await counter.agent();
  const customer = await counter.attended(me, 'Mande a nota fiscal');
  await openSignedIn(page, me, '/tickets');
  await item(page, customer.name).getByRole('link').click();
  const message = bubble(page, 'Mande a nota fiscal');
  await expect(message).toBeVisible();
  const dataTransfer = await page.evaluateHandle(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(['nota'], 'nota-fiscal.txt', { type: 'text/plain' }));
    return carried;
  });
  await message.dispatchEvent('dragenter', { dataTransfer });
  await expect(page.getByText('Solte o arquivo aqui')).toBeVisible();
  await message.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText('Solte o arquivo aqui')).toHaveCount(0);
  const caption = page.getByRole('textbox', { name: 'Legenda de nota-fiscal.txt' });
  await caption.fill('Segue a nota');
  await caption.press('Enter');
  await expect
    .poll(async () => (await counter.receivedBy(customer))[0]?.content)
    .toMatchObject({ kind: 'media', type: 'document', caption: expect.stringMatching(/Segue a nota$/) });
  await expect(bubble(page, 'nota-fiscal.txt')).toBeVisible();
});

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
  // Accepts the conversation that has waited longest, independent of the focus, and opens it.
  await key('a');
  await expect(bubble(page, 'Cheguei primeiro')).toBeVisible();
  await expect(composer(page)).toBeVisible();
  await key('a');
  await expect(bubble(page, 'Cheguei depois')).toBeVisible();

  await key('1');
  const link = (name: string) => item(page, name).getByRole('link');
  await expect(link(first.name)).toBeVisible();
  const [upper, lower] = (await page.locator('[data-row]').allTextContents()).map((text) => text.split(',')[0]!);
  await key('j');
  const start = (await page.locator('[data-row]:focus').textContent())?.split(',')[0];
  expect([upper, lower]).toContain(start);
  await key(start === upper ? 'j' : 'k');
  await expect(link(start === upper ? lower! : upper!)).toBeFocused();
  await key(start === upper ? 'k' : 'j');
  await expect(link(start!)).toBeFocused();
  await key('Enter');
  await expect(page.getByRole('region', { name: `Conversa com ${start!}` })).toBeVisible();
  const attended = [first, second].find(({ name }) => name === start)!;

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
  await key('Escape');
  await thread(page).focus();
  await key('ArrowUp');
  await expect(bubble(page, 'Pois não')).toBeFocused();
  await key('Enter');
  await expect(page.getByRole('menuitem', { name: 'Editar' })).toBeVisible();
  await key('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await key('Escape');

  await key('i');
  await expect(panel(page)).toHaveCount(0);
  await key('i');
  await expect(panel(page)).toBeVisible();
  await key('t');
  await expect(dialog(page, 'Transferir conversa')).toBeVisible();
  await key('Escape');
  await expect(dialog(page, 'Transferir conversa')).toHaveCount(0);

  await key('/');
  const search = page.getByRole('textbox', { name: 'Buscar nome, número ou mensagem' });
  await expect(search).toBeFocused();
  await key('Escape');
  await expect(search).not.toBeFocused();
  await key('r');
  await expect(dialog(page, /^Resolver a conversa/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resolver e se despedir' })).toBeFocused();
  await key('Enter');
  await expect(toast(page, 'Conversa resolvida')).toBeVisible();
  await expect(page).toHaveURL(/\/tickets$/);
  await expect(item(page, attended.name)).toHaveCount(0);
  await key('3');
  await expect(tab(page, 'Resolvidas')).toHaveAttribute('aria-selected', 'true');
  await expect(item(page, attended.name)).toBeVisible();
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
  await counter.sendFrom(customer, 'Ainda aí?');
  await expect(bubble(page, 'Ainda aí?')).toBeVisible();
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

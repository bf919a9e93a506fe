import type { Page } from '@playwright/test';
import {
  bubble,
  composer,
  expect,
  item,
  tab,
  test as base,
  type IsolatedQueue,
  type Customer,
} from '../support/inbox.ts';
import { InputCounter } from '../support/input-counter.ts';
import { dialog, toast } from '../support/shell.ts';
import { openSignedIn, uniqueSuffix, type AdminApi, type User } from '../support/users.ts';

// With the animations that users see.
base.use({ contextOptions: { reducedMotion: 'no-preference' } });

const GREETING = 'Boa tarde, tudo bem?';
/** The most clicks for one answer, one transfer and one resolved conversation. */
const MAX_CLICKS = 9;

interface Hour {
  me: User;
  colleague: User;
  first: Customer;
  second: Customer;
  code: string;
  replyId: number;
}

const test = base.extend<{ hour: Hour }>({
  hour: async ({ counter, otica }, lend) => {
    const hour = await prepared(counter, otica);
    await lend(hour);
    await otica.call('DELETE', `/quick-messages/${hour.replyId}`);
  },
});

/** Two waiting customers, a colleague of the same queue, and a quick reply. */
async function prepared(counter: IsolatedQueue, adminApi: AdminApi): Promise<Hour> {
  const code = `hora${uniqueSuffix()}`;
  const me = await counter.agent({ name: `Marina ${uniqueSuffix()}` });
  const colleague = await counter.agent({ name: `Rute ${uniqueSuffix()}` });
  const first = await counter.waiting('Vocês abrem amanhã?', `Alice ${uniqueSuffix()}`);
  const second = await counter.waiting('Quero pagar', `Bruna ${uniqueSuffix()}`);
  const body = { shortcode: code, message: 'Abrimos das 9h às 18h.', geral: true };
  const { id } = await adminApi.call<{ id: number }>('POST', '/quick-messages', body);
  return { me, colleague, first, second, code, replyId: id };
}

const lastText = async (counter: IsolatedQueue, customer: Customer) => (await counter.textsReceivedBy(customer)).at(-1);
const pixDialog = (page: Page) => dialog(page, 'Mensagem interativa');

/** With mouse or touch in an open conversation: a quick reply, a document, a PIX charge, and the search for its customer. */
async function restOfTheHour(
  page: Page,
  counter: IsolatedQueue,
  input: InputCounter,
  customer: Customer,
  code: string,
) {
  await input.press(composer(page));
  await input.type(`/${code}`);
  await input.press(page.getByRole('option', { name: new RegExp(code) }));
  await input.press(page.getByRole('button', { name: 'Enviar', exact: true }));
  await expect.poll(() => lastText(counter, customer)).toContain('Abrimos das 9h às 18h.');

  await input.press(page.getByRole('button', { name: 'Anexar' }));
  const chooser = page.waitForEvent('filechooser');
  await input.press(page.getByRole('menuitem', { name: 'Documento' }));
  await (
    await chooser
  ).setFiles({ name: 'receita.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') });
  await input.press(page.getByRole('button', { name: 'Enviar 1' }));
  await expect.poll(async () => (await counter.receivedBy(customer)).at(-1)?.content.kind).toBe('media');

  await input.press(page.getByRole('button', { name: 'Anexar' }));
  await input.press(page.getByRole('menuitem', { name: 'Cobrança PIX' }));
  await input.fill(pixDialog(page).getByRole('textbox', { name: 'Título' }), 'Óculos');
  await input.fill(pixDialog(page).getByRole('textbox', { name: 'Chave PIX' }), '11222333000181');
  await input.press(pixDialog(page).getByRole('button', { name: 'Enviar' }));
  await expect(pixDialog(page)).toHaveCount(0);
  await expect(bubble(page, 'Óculos')).toBeVisible();

  const back = page.getByRole('button', { name: /^Voltar/ }).first();
  if (await back.isVisible()) await input.press(back);
  const search = page.getByRole('textbox', { name: 'Buscar nome, número ou mensagem' });
  await input.fill(search, customer.name);
  await input.press(item(page, customer.name).getByRole('link'));
  await expect(bubble(page, 'Óculos')).toBeVisible();
}

test('a working hour with the keyboard only: accept, answer, quick reply, PIX, file, transfer, search, resolve [F-U2] [F-U44]', async ({
  page,
  counter,
  hour,
}, info) => {
  const input = new InputCounter(page);
  const { first, second, colleague } = hour;
  await openSignedIn(page, hour.me, '/tickets');
  await expect(tab(page, 'Aguardando')).toContainText('2');

  // What is typed while the conversation opens is not lost.
  await input.key('a');
  await input.type(GREETING);
  await expect(composer(page)).toHaveValue(GREETING);
  await expect(composer(page)).toBeFocused();
  await input.key('Enter');
  await expect.poll(() => lastText(counter, first)).toContain(GREETING);
  await expect(tab(page, 'Atendendo')).toHaveAttribute('aria-selected', 'true');
  await expect(item(page, first.name).getByRole('link')).toHaveAttribute('aria-current', 'true');

  await input.type(`/${hour.code}`);
  await expect(page.getByRole('option', { name: new RegExp(hour.code) })).toBeVisible();
  await input.key('Enter', 'Enter');
  await expect.poll(() => lastText(counter, first)).toContain('Abrimos das 9h às 18h.');

  await input.key('Escape', 't');
  await expect(dialog(page, 'Transferir conversa').getByRole('combobox', { name: /Atendente/ })).toBeFocused();
  await input.type(colleague.name);
  await expect(page.getByRole('option', { name: new RegExp(colleague.name) })).toBeVisible();
  await input.key('Enter', 'Enter');
  await expect(toast(page, new RegExp(`transferida para ${colleague.name}`))).toBeVisible();

  // The next customer is offered; without an own conversation, the one who waits.
  await expect(page.getByRole('button', { name: /^Atender a próxima/ })).toBeFocused();
  await input.key('Enter');
  await input.type(GREETING);
  await expect(composer(page)).toHaveValue(GREETING);
  await input.key('Enter');
  await expect.poll(() => lastText(counter, second)).toContain(GREETING);

  await input.key('Tab', 'Enter', 'ArrowUp', 'Enter');
  await expect(pixDialog(page).getByRole('textbox', { name: 'Título' })).toBeFocused();
  await input.type('Óculos');
  await input.key('Tab', 'Tab', 'Tab');
  await expect(pixDialog(page).getByRole('textbox', { name: 'Chave PIX' })).toBeFocused();
  await input.type('11222333000181');
  await input.key('Enter');
  await expect(pixDialog(page)).toHaveCount(0);
  await expect(bubble(page, 'Óculos')).toBeVisible();

  await expect(composer(page)).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await input.key('Tab', 'Enter', 'ArrowDown', 'ArrowDown', 'Enter');
  await (
    await chooser
  ).setFiles({ name: 'receita.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') });
  await expect(page.getByRole('textbox', { name: 'Legenda de receita.pdf' })).toBeFocused();
  await input.key('Enter');
  await expect.poll(async () => (await counter.receivedBy(second)).at(-1)?.content.kind).toBe('media');

  await input.key('Escape', '/');
  await input.type(second.name);
  await expect(item(page, second.name)).toHaveCount(1);
  await input.key('ArrowDown', 'Enter');
  await expect(composer(page)).toBeFocused();

  await input.key('Escape', 'r');
  await expect(page.getByRole('button', { name: 'Resolver e se despedir' })).toBeFocused();
  await input.key('Enter');
  await expect(toast(page, 'Conversa resolvida')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reabrir' }).first()).toBeVisible();
  input.print(info, 'A working hour by keyboard');
  expect(input.clicks).toBe(0);
});

test('a working hour with the mouse: answer, transfer and resolve in at most 9 clicks; reply, file, PIX, search [F-U23] [F-U27]', async ({
  page,
  counter,
  hour,
}, info) => {
  const { first, second, colleague } = hour;
  const input = new InputCounter(page);
  const rest = new InputCounter(page);
  await openSignedIn(page, hour.me, '/tickets');
  await input.press(page.getByRole('button', { name: /^Atender a próxima/ }));
  await expect(composer(page)).toBeFocused();
  await input.type(GREETING);
  await input.press(page.getByRole('button', { name: 'Enviar', exact: true }));
  await expect.poll(() => lastText(counter, first)).toContain(GREETING);
  await expect(item(page, first.name).getByRole('link')).toHaveAttribute('aria-current', 'true');

  await item(page, first.name).hover();
  await input.press(item(page, first.name).getByRole('button', { name: 'Transferir' }));
  const transfer = dialog(page, 'Transferir conversa');
  await input.press(transfer.getByRole('option', { name: new RegExp(colleague.name) }));
  await input.press(transfer.getByRole('button', { name: 'Transferir' }));
  await expect(toast(page, new RegExp(`transferida para ${colleague.name}`))).toBeVisible();

  await input.press(page.getByRole('button', { name: /^Atender a próxima/ }));
  await expect(bubble(page, 'Quero pagar')).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await restOfTheHour(page, counter, rest, second, hour.code);

  await input.press(page.getByRole('button', { name: 'Resolver', exact: true }).first());
  await input.press(page.getByRole('button', { name: 'Resolver e se despedir' }));
  await expect(toast(page, 'Conversa resolvida')).toBeVisible();
  input.print(info, 'Answer, transfer, resolve by mouse');
  rest.print(info, 'Quick reply, file, PIX, search by mouse');
  expect(input.clicks).toBeLessThanOrEqual(MAX_CLICKS);
});

base.describe('on a phone', () => {
  base.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a working hour by touch: no keyboard opens by itself; answer, transfer, resolve, reply, file, PIX, search [F-U2]', async ({
    page,
    counter,
    hour,
  }, info) => {
    const { first, second, colleague } = hour;
    const input = new InputCounter(page, { hasTouch: true });
    const rest = new InputCounter(page, { hasTouch: true });
    await openSignedIn(page, hour.me, '/tickets');
    await input.press(tab(page, 'Aguardando'));
    await input.press(page.getByRole('button', { name: `Aceitar ${first.name}` }));
    await expect(bubble(page, 'Vocês abrem amanhã?')).toBeVisible();
    await expect(composer(page)).not.toBeFocused();
    await input.press(composer(page));
    await input.type(GREETING);
    await input.press(page.getByRole('button', { name: 'Enviar', exact: true }));
    await expect.poll(() => lastText(counter, first)).toContain(GREETING);

    await input.press(page.getByRole('button', { name: 'Mais ações', exact: true }));
    await input.press(page.getByRole('menuitem', { name: /^Transferir/ }));
    const transfer = dialog(page, 'Transferir conversa');
    await input.press(transfer.getByRole('combobox', { name: /Atendente/ }));
    await input.press(transfer.getByRole('option', { name: new RegExp(colleague.name) }));
    await input.press(transfer.getByRole('button', { name: 'Transferir' }));
    await expect(toast(page, new RegExp(`transferida para ${colleague.name}`))).toBeVisible();

    await input.press(tab(page, 'Aguardando'));
    await input.press(page.getByRole('button', { name: `Aceitar ${second.name}` }));
    await expect(bubble(page, 'Quero pagar')).toBeVisible();
    await restOfTheHour(page, counter, rest, second, hour.code);
    await input.press(page.getByRole('button', { name: 'Resolver', exact: true }).first());
    await input.press(page.getByRole('button', { name: 'Resolver sem despedida' }));
    await expect(toast(page, 'Conversa resolvida')).toBeVisible();
    input.print(info, 'Answer, transfer, resolve by touch');
    rest.print(info, 'Quick reply, file, PIX, search by touch');
  });
});

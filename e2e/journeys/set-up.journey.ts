import type { Locator } from '@playwright/test';
import { expect, test as base } from '../support/journey.ts';
import { openSignedIn, uniqueSuffix, DEMO_PASSWORD, AdminApi } from '../support/users.ts';
import { InputCounter } from '../support/input-counter.ts';
import { dialog, toast } from '../support/shell.ts';

const MAX_INPUTS = 60;
const lia = { email: 'admin3@example.com', password: DEMO_PASSWORD };
const days = ['Domingo', 'Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado'];

/** The company without any configuration; it is emptied again for the next attempt. */
const test = base.extend<{ aurora: AdminApi }>({
  aurora: async ({ page, playwright: { request } }, lend) => {
    const adminApi = new AdminApi(request, lia.email);
    await lend(adminApi);
    // A second sign-in ends the session of the page, so the page is left first.
    await page.goto('about:blank');
    await emptied(adminApi);
    await adminApi.dispose();
  },
});

async function emptied(adminApi: AdminApi): Promise<void> {
  type Named = { id: number }[];
  for (const status of ['pending', 'open', 'closed']) {
    const { tickets } = await adminApi.call<{ tickets: Named }>('GET', `/tickets?status=${status}&showAll=true`);
    for (const { id } of tickets) await adminApi.call('DELETE', `/tickets/${id}`);
  }
  for (const { id } of await adminApi.call<Named>('GET', '/whatsapp?session=0'))
    await adminApi.call('DELETE', `/whatsapp/${id}`);
  const { users } = await adminApi.call<{ users: { id: number; email: string }[] }>('GET', '/users');
  for (const { id, email } of users) if (email !== lia.email) await adminApi.call('DELETE', `/users/${id}`);
  for (const { id } of await adminApi.call<Named>('GET', '/queue')) await adminApi.call('DELETE', `/queue/${id}`);
  for (const [column, data] of [
    ['scheduleType', 'disabled'],
    ['userRating', 'disabled'],
  ])
    await adminApi.call('PUT', '/companySettings', { column, data });
}

test('an empty company sets up two queues with a menu, hours and rating in at most 60 inputs, and the bot then answers', async ({
  page,
  aurora,
}) => {
  const input = new InputCounter(page);
  const entry = (name: string) =>
    page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: new RegExp(`^${name}`) });
  await emptied(aurora);
  await openSignedIn(page, lia, '/tickets');

  // Two queues; the first with its own menu.
  await input.press(page.getByRole('button', { name: 'Administração' }));
  await input.press(entry('Filas'));
  await expect(page.getByText('Nenhuma fila ainda')).toBeVisible();
  await input.press(page.getByRole('button', { name: 'Nova fila' }).last());
  const queue = dialog(page, 'Nova fila');
  await input.fill(queue.getByRole('textbox', { name: 'Nome' }), 'Vendas');
  await input.fill(queue.getByRole('textbox', { name: 'Mensagem de saudação' }), 'Vendas! O que você procura?');
  await input.press(queue.getByRole('tab', { name: 'Opções' }));
  await input.press(queue.getByRole('button', { name: 'Adicionar opção' }));
  await input.fill(queue.getByRole('textbox', { name: 'Nome da opção' }), 'Formas de pagamento');
  await input.fill(queue.getByRole('textbox', { name: 'Resposta do bot' }), 'Pix, cartão e boleto.');
  await input.press(queue.getByRole('button', { name: 'Adicionar opção', exact: true }));
  await input.fill(queue.getByRole('textbox', { name: 'Nome da opção' }).nth(1), 'Prazo de entrega');
  await expect(queue.getByRole('region', { name: 'O que o cliente vê' })).toContainText('2 – Prazo de entrega');
  await input.press(queue.getByRole('button', { name: 'Salvar fila' }));
  await expect(toast(page, 'Bot salvo com sucesso!')).toBeVisible();
  await input.press(page.getByRole('button', { name: 'Nova fila' }));
  await input.fill(queue.getByRole('textbox', { name: 'Nome' }), 'Trocas');
  await input.press(queue.getByRole('button', { name: 'Salvar fila' }));
  await expect(page.getByRole('cell', { name: 'Trocas', exact: true })).toBeVisible();

  // Business hours per connection, and the request for a rating.
  await input.press(entry('Configurações'));
  await input.press(page.getByRole('combobox', { name: 'Expediente' }));
  await input.press(page.getByRole('option', { name: 'Por conexão' }));
  await input.press(page.getByRole('switch', { name: 'Pedir avaliação' }));
  await expect(page.getByRole('switch', { name: 'Pedir avaliação' })).toBeChecked();

  // The connection through which customers write.
  await input.press(entry('Conexões'));
  await input.press(page.getByRole('button', { name: 'Nova conexão' }).last());
  await input.press(page.getByRole('menuitem', { name: /^WhatsApp/ }));
  const connectionDialog = dialog(page, 'Nova conexão · WhatsApp');
  await input.fill(connectionDialog.getByRole('textbox', { name: 'Nome' }), 'Balcão da loja');
  await input.press(connectionDialog.getByRole('combobox', { name: 'Filas' }));
  for (const name of ['Vendas', 'Trocas']) await input.press(page.getByRole('option', { name }));
  await input.press(connectionDialog.getByRole('tab', { name: 'Mensagens' }));
  await input.fill(connectionDialog.getByRole('textbox', { name: 'Saudação' }), 'Oi! Aqui é a Papelaria Aurora.');
  await input.fill(connectionDialog.getByRole('textbox', { name: 'Fora do expediente' }), 'Agora estamos fechados.');
  await input.press(connectionDialog.getByRole('tab', { name: 'Avaliações' }));
  await input.fill(
    connectionDialog.getByRole('textbox', { name: 'Mensagem da avaliação' }),
    'Que nota você dá, de 0 a 10?',
  );
  await input.press(connectionDialog.getByRole('tab', { name: 'Horários' }));
  // Open at all hours, whenever the journey runs, except on one day that is not today.
  await input.fill(connectionDialog.getByLabel('Segunda-feira: começo do 1º turno'), '00:00');
  await input.fill(connectionDialog.getByLabel('Segunda-feira: fim do 1º turno'), '13:00');
  await input.fill(connectionDialog.getByLabel('Segunda-feira: fim do 2º turno'), '23:59');
  await input.press(connectionDialog.getByRole('button', { name: 'Segunda-feira: copiar para outros dias' }));
  await input.press(page.getByRole('menuitem', { name: 'Copiar para todos os dias' }));
  const closedDate = dateInSaoPaulo(new Date(Date.now() + 3 * 86_400_000));
  const closedDay = days[new Date(`${closedDate}T12:00:00Z`).getUTCDay()]!;
  await input.press(connectionDialog.getByRole('switch', { name: `${closedDay}: aberto` }));
  await input.press(connectionDialog.getByRole('button', { name: 'Salvar conexão' }));
  await input.press(dialog(page, 'Conectar Balcão da loja').getByRole('button', { name: /simulado/ }));
  await expect(toast(page, 'Balcão da loja está conectada.')).toBeVisible();

  // The result: the customer is greeted, chooses an option, and receives its answer.
  await input.press(entry('Simulador de cliente'));
  await input.press(page.getByRole('button', { name: /Helena Prado/ }));
  const phone = page.getByRole('log');
  const field = page.getByRole('textbox', { name: 'Mensagem' });
  const sendText = async (text: string) => {
    // The previous message is being sent until the field is empty again.
    await expect(field).toHaveValue('');
    await input.fill(field, text);
    await input.key('Enter');
  };
  await sendText('Bom dia');
  await expect(phone.getByText('Oi! Aqui é a Papelaria Aurora.')).toBeVisible();
  await expect(phone.getByText(/Vendas/)).toBeVisible();
  await sendText('1');
  await expect(phone.getByText('Vendas! O que você procura?')).toBeVisible();
  await sendText('1');
  await expect(phone.getByText('Pix, cartão e boleto.')).toBeVisible();

  // An agent accepts and resolves the conversation; the customer is asked for a score and gives one.
  await input.press(page.getByRole('button', { name: 'Voltar', exact: true }));
  await input.press(entry('Conversas'));
  await input.press(page.getByRole('tab', { name: /^Aguardando/ }));
  await input.press(page.getByRole('button', { name: 'Aceitar Helena Prado' }));
  await input.press(page.getByRole('button', { name: 'Resolver', exact: true }).first());
  const question = dialog(page, 'Resolver a conversa com Helena?');
  await expect(question).toContainText('Que nota você dá, de 0 a 10?');
  await input.press(question.getByRole('button', { name: 'Resolver e pedir avaliação' }));
  await expect(toast(page, 'Conversa resolvida')).toBeVisible();
  await input.press(entry('Simulador de cliente'));
  await input.press(page.getByRole('button', { name: /Helena Prado/ }));
  await expect(phone.getByText('Que nota você dá, de 0 a 10?')).toBeVisible();
  await sendText('9');
  await expect(
    page.getByRole('complementary', { name: 'Sistema' }).getByText('Resolvida', { exact: true }),
  ).toBeVisible();
  expect(input.inputs, 'clicks and filled fields').toBeLessThanOrEqual(MAX_INPUTS);
  input.print(test.info(), 'An empty company with queues, hours and rating');

  // The closed day is previewed, without waiting for it.
  await page.goto('/connections');
  await page.getByRole('button', { name: 'Editar Balcão da loja' }).click();
  const edit = dialog(page, 'Editar Balcão da loja');
  await edit.getByRole('button', { name: 'O que aconteceria?' }).click();
  await edit.getByRole('button', { name: 'Outro momento' }).click();
  await edit.getByLabel('Data').fill(closedDate);
  await edit.getByRole('textbox', { name: 'Hora' }).fill('10:00');
  await edit.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('Estão abertos?');
  await page.keyboard.press('Enter');
  await expect(edit.getByText('Quem responde: Expediente')).toBeVisible();
  await expect(edit.getByRole('log')).toContainText('Agora estamos fechados.');
});

test('an empty company serves its first customer after at most 25 clicks: queue, user, connection, message, answer', async ({
  page,
  aurora,
}) => {
  const input = new InputCounter(page);
  const entry = (name: string) =>
    page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: new RegExp(`^${name}`) });
  /** The first field has the focus already. */
  const typeInto = async (fields: Locator[], texts: readonly string[]) => {
    for (const [at, text] of texts.entries()) {
      if (at === 0) await expect(fields[at]!).toBeFocused();
      else await input.press(fields[at]!);
      await input.type(text);
    }
  };
  await emptied(aurora);
  await openSignedIn(page, lia, '/tickets');

  await input.press(page.getByRole('button', { name: 'Administração' }));
  await input.press(entry('Filas'));
  await input.press(page.getByRole('button', { name: 'Nova fila' }).last());
  const queue = dialog(page, 'Nova fila');
  await typeInto([queue.getByRole('textbox', { name: 'Nome' })], ['Vendas']);
  await input.press(queue.getByRole('button', { name: 'Salvar fila' }));
  await expect(page.getByRole('cell', { name: 'Vendas', exact: true })).toBeVisible();

  await input.press(entry('Usuários'));
  await input.press(page.getByRole('button', { name: 'Novo usuário' }).last());
  const user = dialog(page, 'Novo usuário');
  const userFields = [/^Nome/, /^E-mail/, /^Senha/].map((label) => user.getByLabel(label).first());
  await typeInto(userFields, ['Rute Lins', `rute-${uniqueSuffix()}@example.com`, DEMO_PASSWORD]);
  await input.press(user.getByRole('button', { name: 'Salvar', exact: false }).last());
  await expect(page.getByRole('cell', { name: 'Rute Lins', exact: true })).toBeVisible();

  await input.press(entry('Conexões'));
  await input.press(page.getByRole('button', { name: 'Nova conexão' }).last());
  await input.press(page.getByRole('menuitem', { name: /^WhatsApp/ }));
  const connection = dialog(page, 'Nova conexão · WhatsApp');
  await typeInto([connection.getByRole('textbox', { name: 'Nome' })], ['Loja']);
  // The only queue is chosen already.
  await expect(connection.getByText('Vendas', { exact: true })).toBeVisible();
  await input.press(connection.getByRole('button', { name: 'Salvar conexão' }));
  const token = dialog(page, 'Token de “Loja”');
  const code = dialog(page, 'Conectar Loja');
  await expect(token.or(code)).toBeVisible();
  if (await token.isVisible()) await input.press(token.getByRole('button', { name: 'Já guardei' }));
  await input.press(code.getByRole('button', { name: /simulado/ }));
  await expect(toast(page, 'Loja está conectada.')).toBeVisible();

  await input.press(entry('Simulador de cliente'));
  await input.press(page.getByRole('button', { name: /Helena Prado/ }));
  await input.press(page.getByRole('textbox', { name: 'Mensagem' }));
  await input.type('Bom dia');
  await input.key('Enter');
  await expect(page.getByRole('log').getByText('Bom dia')).toBeVisible();

  await input.press(page.getByRole('button', { name: 'Voltar', exact: true }));
  await input.press(entry('Conversas'));
  await input.press(page.getByRole('button', { name: /^Atender a próxima/ }));
  await expect(page.getByRole('textbox', { name: 'Escrever mensagem' })).toBeFocused();
  await input.type('Bom dia, Helena!');
  await input.press(page.getByRole('button', { name: 'Enviar', exact: true }));
  await expect(page.getByRole('article').filter({ hasText: 'Bom dia, Helena!' })).toBeVisible();
  input.print(test.info(), 'An empty company up to its first served customer');
  expect(input.clicks).toBeLessThanOrEqual(25);
});

const dateInSaoPaulo = (date: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(date);

import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from '../cast/journey.ts';
import { arrive, DEMO_PASSWORD, Manager } from '../cast/people.ts';
import { dialog, toast } from '../cast/shell.ts';

const MOST_INPUTS = 60;
const lia = { email: 'admin3@example.com', password: DEMO_PASSWORD };
const days = ['Domingo', 'Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado'];

/** The company that nobody has set up yet, and is so again for the next try. */
const test = base.extend<{ aurora: Manager }>({
  aurora: async ({ page, playwright: { request } }, lend) => {
    const manager = new Manager(request, lia.email);
    await lend(manager);
    // Who signs in again sends the page away: nobody looks any more.
    await page.goto('about:blank');
    await emptied(manager);
    await manager.leave();
  },
});

async function emptied(manager: Manager): Promise<void> {
  type Named = { id: number }[];
  for (const status of ['pending', 'open', 'closed']) {
    const { tickets } = await manager.call<{ tickets: Named }>('GET', `/tickets?status=${status}&showAll=true`);
    for (const { id } of tickets) await manager.call('DELETE', `/tickets/${id}`);
  }
  for (const { id } of await manager.call<Named>('GET', '/whatsapp?session=0'))
    await manager.call('DELETE', `/whatsapp/${id}`);
  for (const { id } of await manager.call<Named>('GET', '/queue')) await manager.call('DELETE', `/queue/${id}`);
  for (const [column, data] of [
    ['scheduleType', 'disabled'],
    ['userRating', 'disabled'],
  ])
    await manager.call('PUT', '/companySettings', { column, data });
}

/** Every press and every field that is filled in counts as one. */
class Hand {
  inputs = 0;
  async press(what: Locator): Promise<void> {
    this.inputs += 1;
    await what.click();
  }
  async fill(field: Locator, text: string): Promise<void> {
    this.inputs += 1;
    await field.fill(text);
  }
  async key(page: Page, key: string): Promise<void> {
    this.inputs += 1;
    await page.keyboard.press(key);
  }
}

test('an empty company sets up two queues with a menu, hours and rating in at most 60 inputs, and sees it work', async ({
  page,
  aurora,
}) => {
  test.setTimeout(180_000);
  const hand = new Hand();
  const entry = (name: string) =>
    page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: new RegExp(`^${name}`) });
  await emptied(aurora);
  await arrive(page, lia, '/tickets');

  // Two queues; the first with a menu of its own.
  await hand.press(page.getByRole('button', { name: 'Administração' }));
  await hand.press(entry('Filas'));
  await expect(page.getByText('Nenhuma fila ainda')).toBeVisible();
  await hand.press(page.getByRole('button', { name: 'Nova fila' }).last());
  const queue = dialog(page, 'Nova fila');
  await hand.fill(queue.getByRole('textbox', { name: 'Nome' }), 'Vendas');
  await hand.fill(queue.getByRole('textbox', { name: 'Mensagem de saudação' }), 'Vendas! O que você procura?');
  await hand.press(queue.getByRole('tab', { name: 'Opções' }));
  await hand.press(queue.getByRole('button', { name: 'Adicionar opção' }));
  await hand.fill(queue.getByRole('textbox', { name: 'Nome da opção' }), 'Formas de pagamento');
  await hand.fill(queue.getByRole('textbox', { name: 'O que o robô diz' }), 'Pix, cartão e boleto.');
  await hand.press(queue.getByRole('button', { name: 'Adicionar opção', exact: true }));
  await hand.fill(queue.getByRole('textbox', { name: 'Nome da opção' }).nth(1), 'Prazo de entrega');
  await expect(queue.getByRole('region', { name: 'O que o cliente vê' })).toContainText('2 – Prazo de entrega');
  await hand.press(queue.getByRole('button', { name: 'Salvar fila' }));
  await expect(toast(page, 'Fila salva com sucesso!')).toBeVisible();
  await expect(toast(page, 'Robô salvo com sucesso!')).toBeVisible();
  await hand.press(page.getByRole('button', { name: 'Nova fila' }));
  await hand.fill(queue.getByRole('textbox', { name: 'Nome' }), 'Trocas');
  await hand.press(queue.getByRole('button', { name: 'Salvar fila' }));
  await expect(page.getByRole('cell', { name: 'Trocas', exact: true })).toBeVisible();

  // Who keeps the hours, and that customers are asked for a rating.
  await hand.press(entry('Configurações'));
  await hand.press(page.getByRole('combobox', { name: 'Expediente' }));
  await hand.press(page.getByRole('option', { name: 'Por conexão' }));
  await hand.press(page.getByRole('switch', { name: 'Pedir avaliação' }));
  await expect(page.getByRole('switch', { name: 'Pedir avaliação' })).toBeChecked();

  // The connection through which customers come.
  await hand.press(entry('Conexões'));
  await hand.press(page.getByRole('button', { name: 'Nova conexão' }).last());
  await hand.press(page.getByRole('menuitem', { name: /^WhatsApp/ }));
  const line = dialog(page, 'Nova conexão · WhatsApp');
  await hand.fill(line.getByRole('textbox', { name: 'Nome' }), 'Balcão da loja');
  await hand.press(line.getByRole('combobox', { name: 'Filas' }));
  for (const name of ['Vendas', 'Trocas']) await hand.press(page.getByRole('option', { name }));
  await hand.press(line.getByRole('tab', { name: 'Mensagens' }));
  await hand.fill(line.getByRole('textbox', { name: 'Saudação' }), 'Oi! Aqui é a Papelaria Aurora.');
  await hand.fill(line.getByRole('textbox', { name: 'Fora do expediente' }), 'Agora estamos fechados.');
  await hand.press(line.getByRole('tab', { name: 'Avaliações' }));
  await hand.fill(line.getByRole('textbox', { name: 'Mensagem da avaliação' }), 'Que nota você dá, de 0 a 10?');
  await hand.press(line.getByRole('tab', { name: 'Horários' }));
  // Open at all hours, whenever this is played, but for one day that is not today.
  await hand.fill(line.getByLabel('Segunda-feira: começo do 1º turno'), '00:00');
  await hand.fill(line.getByLabel('Segunda-feira: fim do 1º turno'), '13:00');
  await hand.fill(line.getByLabel('Segunda-feira: fim do 2º turno'), '23:59');
  await hand.press(line.getByRole('button', { name: 'Segunda-feira: copiar para outros dias' }));
  await hand.press(page.getByRole('menuitem', { name: 'Copiar para todos os dias' }));
  const closedDate = dateInSaoPaulo(new Date(Date.now() + 3 * 86_400_000));
  const closedDay = days[new Date(`${closedDate}T12:00:00Z`).getUTCDay()]!;
  await hand.press(line.getByRole('switch', { name: `${closedDay}: aberto` }));
  await hand.press(line.getByRole('button', { name: 'Salvar conexão' }));
  await hand.press(dialog(page, 'Token de “Balcão da loja”').getByRole('button', { name: 'Já guardei' }));
  await hand.press(dialog(page, 'Conectar Balcão da loja').getByRole('button', { name: /simulado/ }));
  await expect(toast(page, 'Balcão da loja está conectada.')).toBeVisible();

  // It works: the customer is greeted, chooses, and gets the answer of the option.
  await hand.press(entry('Simulador de cliente'));
  await hand.press(page.getByRole('button', { name: /Helena Prado/ }));
  const phone = page.getByRole('log');
  const field = page.getByRole('textbox', { name: 'Mensagem' });
  const says = async (text: string) => {
    // What was said before is on its way until the field is empty again.
    await expect(field).toHaveValue('');
    await hand.fill(field, text);
    await hand.key(page, 'Enter');
  };
  await says('Bom dia');
  await expect(phone.getByText('Oi! Aqui é a Papelaria Aurora.')).toBeVisible();
  await expect(phone.getByText(/Vendas/)).toBeVisible();
  await says('1');
  await expect(phone.getByText('Vendas! O que você procura?')).toBeVisible();
  await says('1');
  await expect(phone.getByText('Pix, cartão e boleto.')).toBeVisible();

  // Somebody attends and resolves it; the customer is asked for a score and gives one.
  await hand.press(page.getByRole('button', { name: 'Voltar', exact: true }));
  await hand.press(entry('Conversas'));
  await hand.press(page.getByRole('tab', { name: /^Aguardando/ }));
  // Lia made the queues and attends none of them yet.
  await hand.press(page.getByRole('button', { name: 'Mostrar todas' }));
  await hand.press(page.getByRole('button', { name: 'Aceitar Helena Prado' }));
  await hand.press(page.getByRole('button', { name: 'Resolver', exact: true }).first());
  const question = dialog(page, 'Resolver a conversa com Helena?');
  await expect(question).toContainText('Que nota você dá, de 0 a 10?');
  await hand.press(question.getByRole('button', { name: 'Resolver e se despedir' }));
  await expect(toast(page, 'Conversa resolvida')).toBeVisible();
  await hand.press(entry('Simulador de cliente'));
  await hand.press(page.getByRole('button', { name: /Helena Prado/ }));
  await expect(phone.getByText('Que nota você dá, de 0 a 10?')).toBeVisible();
  await says('9');
  await expect(
    page.getByRole('complementary', { name: 'Sistema' }).getByText('Resolvida', { exact: true }),
  ).toBeVisible();
  expect(hand.inputs, 'presses and fields').toBeLessThanOrEqual(MOST_INPUTS);
  test.info().annotations.push({ type: 'inputs', description: String(hand.inputs) });

  // And on the closed day: told beforehand, without waiting for it.
  await page.goto('/connections');
  await page.getByRole('button', { name: 'Editar Balcão da loja' }).click();
  const edit = dialog(page, 'Editar Balcão da loja');
  await edit.getByRole('button', { name: 'O que aconteceria?' }).click();
  await edit.getByRole('button', { name: 'Outro momento' }).click();
  await edit.getByLabel('Data').fill(closedDate);
  await edit.getByLabel('Hora').fill('10:00');
  await edit.getByRole('textbox', { name: 'Mensagem do cliente' }).fill('Estão abertos?');
  await page.keyboard.press('Enter');
  await expect(edit.getByText('Quem responde: Expediente')).toBeVisible();
  await expect(edit.getByRole('log')).toContainText('Agora estamos fechados.');
});

const dateInSaoPaulo = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(moment);

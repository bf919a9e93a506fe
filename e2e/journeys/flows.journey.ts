import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';

const panelOf = (page: Page, name: string): Locator => page.getByRole('complementary', { name });

async function add(page: Page, node: string, title: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Adicionar bloco' }).click();
  await page.getByRole('dialog', { name: 'Adicionar bloco' }).getByRole('button', { name: node, exact: true }).click();
  const panel = panelOf(page, title);
  await expect(panel).toBeVisible();
  return panel;
}
const save = (panel: Locator) => panel.getByRole('button', { name: 'Adicionar', exact: true }).click();

/** Connects by keyboard, in the list. */
async function connect(page: Page, port: string, node: string, target: string): Promise<void> {
  await page.getByRole('button', { name: `Conectar a…: “${port}” de ${node}` }).click();
  await page.getByRole('textbox', { name: 'Buscar no fluxo' }).fill(target);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a new user builds a flow from nothing, tries it on the test phone and publishes it', async ({ page, otica }) => {
  const suffix = uniqueSuffix();
  const queue = await otica.call<{ id: number }>('POST', '/queue', {
    name: `Pedidos ${suffix}`,
    color: `#${suffix
      .replaceAll(/[^0-9a-f]/g, '')
      .padEnd(6, '7')
      .slice(-6)}`,
    orderQueue: 1,
    greetingMessage: '',
  });
  const user = await otica.createUser({ profile: 'admin' });
  try {
    await openSignedIn(page, user, '/flowbuilders');
    await page.getByRole('button', { name: 'Adicionar Fluxo' }).click();
    await page.getByRole('menuitem', { name: 'Em branco' }).click();
    await page.getByRole('textbox', { name: /Nome do fluxo/ }).fill(`Saudação ${suffix}`);
    await page.getByRole('button', { name: 'Criar fluxo' }).click();
    await expect(page.getByText('Inicio do fluxo')).toBeVisible();

    const greeting = await add(page, 'Mensagem', 'Adicionar mensagem ao fluxo');
    await greeting.getByRole('textbox', { name: /^Mensagem/ }).fill('Olá, {{firstName}}!');
    await save(greeting);
    const menu = await add(page, 'Menu', 'Adicionar menu ao fluxo');
    await menu.getByRole('textbox', { name: /^Mensagem/ }).fill('Como posso ajudar?');
    await menu.getByRole('textbox', { name: /Opção 1/ }).fill('Meu pedido');
    await save(menu);
    const question = await add(page, 'Pergunta', 'Adicionar pergunta ao fluxo');
    await question.getByRole('textbox', { name: /^Mensagem/ }).fill('Qual o número?');
    await question.getByRole('textbox', { name: /Guardar a resposta em/ }).fill('pedido');
    await save(question);
    const toQueue = await add(page, 'Fila', 'Adicionar fila ao fluxo');
    await toQueue.getByRole('combobox', { name: /Fila/ }).click();
    await page.getByRole('option', { name: `Pedidos ${suffix}` }).click();
    await save(toQueue);
    expect(await violationsOn(page), 'canvas, light').toEqual([]);

    await page.getByRole('button', { name: 'Lista', exact: true }).click();
    await connect(page, 'Continua', 'Início', 'Olá');
    await connect(page, 'Continua', 'Mensagem', 'Como posso');
    await connect(page, 'Meu pedido', 'Menu', 'Qual o número');
    await connect(page, 'Continua', 'Pergunta', 'Pedidos');
    expect(await violationsOn(page), 'list, light').toEqual([]);
    await page.keyboard.press('Control+Shift+L');
    expect(await violationsOn(page), 'list, dark').toEqual([]);
    await page.getByRole('button', { name: 'Desenho', exact: true }).click();
    await page.getByRole('button', { name: 'Organizar' }).click();
    await page.getByRole('button', { name: 'Ver tudo' }).click();
    expect(await violationsOn(page), 'canvas, dark').toEqual([]);

    await page.getByRole('button', { name: 'Testar no simulador' }).click();
    const phone = panelOf(page, 'Telefone de teste');
    const reply = phone.getByRole('textbox', { name: 'Responda como cliente' });
    await reply.fill('oi');
    await reply.press('Enter');
    await expect(phone.getByText('Olá, Helena!')).toBeVisible();
    await reply.fill('1');
    await reply.press('Enter');
    await expect(phone.getByText('Qual o número?')).toBeVisible();
    await reply.fill('7731');
    await reply.press('Enter');
    await expect(phone.getByText(`Vai para a fila Pedidos ${suffix}`)).toBeVisible();
    await expect(phone.getByRole('rowheader', { name: 'pedido' })).toBeVisible();
    expect(await violationsOn(page), 'test phone, dark').toEqual([]);
    await page.getByRole('button', { name: 'Fechar teste' }).first().click();

    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect(page.getByText('Fluxo salvo com sucesso')).toBeVisible();
    await expect(page.getByText('Não se esqueça de salvar seu fluxo!')).toBeHidden();
    await page.getByRole('button', { name: 'Voltar para fluxos' }).click();
    await expect(page.getByRole('row', { name: new RegExp(`Saudação ${suffix}`) }).getByText('v1')).toBeVisible();
    expect(await violationsOn(page), 'list of flows, dark').toEqual([]);
  } finally {
    const { flows } = await otica.call<{ flows: { id: number; name: string }[] }>(
      'GET',
      `/flowbuilder?searchParam=${suffix}`,
    );
    for (const { id } of flows) await otica.call('DELETE', `/flowbuilder/${id}`);
    await otica.call('DELETE', `/queue/${queue.id}`);
  }
});

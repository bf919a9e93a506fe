import type { Locator, Page } from '@playwright/test';
import { violationsOn } from '../support/axe.ts';
import { picture } from '../support/inbox.ts';
import { InputCounter } from '../support/input-counter.ts';
import { expect, test } from '../support/journey.ts';
import { drawn } from '../support/live.ts';
import { openSignedIn, uniqueSuffix } from '../support/users.ts';

/** From nothing to a published flow: greeting, menu, question, queue, a test and all connections. */
const MAX_CLICKS = 30;
const panelOf = (page: Page, name: string): Locator => page.getByRole('complementary', { name });

async function add(page: Page, input: InputCounter, node: string, title: string): Promise<Locator> {
  await input.press(page.getByRole('button', { name: 'Adicionar bloco' }));
  const palette = page.getByRole('dialog', { name: 'Adicionar bloco' });
  await input.press(palette.getByRole('button', { name: node, exact: true }));
  const panel = panelOf(page, title);
  await expect(panel).toBeVisible();
  return panel;
}
const save = (panel: Locator, input: InputCounter) =>
  input.press(panel.getByRole('button', { name: 'Adicionar', exact: true }));

/** Connects in the list. */
async function connect(page: Page, input: InputCounter, port: string, node: string, target: string): Promise<void> {
  await input.press(page.getByRole('button', { name: `Conectar a…: “${port}” de ${node}` }));
  await input.fill(page.getByRole('textbox', { name: 'Buscar no fluxo' }), target);
  await input.key('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a new user builds a flow from nothing in at most 30 clicks, tries it on the test phone and publishes it', async ({
  page,
  otica,
}, info) => {
  const input = new InputCounter(page);
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
    await input.press(page.getByRole('button', { name: 'Adicionar Fluxo' }));
    await input.press(page.getByRole('menuitem', { name: 'Em branco' }));
    await input.fill(page.getByRole('textbox', { name: /Nome do fluxo/ }), `Saudação ${suffix}`);
    await input.press(page.getByRole('button', { name: 'Criar fluxo' }));
    await expect(page.getByText('Inicio do fluxo')).toBeVisible();

    const greeting = await add(page, input, 'Mensagem', 'Adicionar mensagem ao fluxo');
    await input.fill(greeting.getByRole('textbox', { name: /^Mensagem/ }), 'Olá, {{firstName}}!');
    await save(greeting, input);
    const menu = await add(page, input, 'Menu', 'Adicionar menu ao fluxo');
    await input.fill(menu.getByRole('textbox', { name: /^Mensagem/ }), 'Como posso ajudar?');
    await input.fill(menu.getByRole('textbox', { name: /Opção 1/ }), 'Meu pedido');
    await picture(page, 'flow-panel');
    await save(menu, input);
    const question = await add(page, input, 'Pergunta', 'Adicionar pergunta ao fluxo');
    await input.fill(question.getByRole('textbox', { name: /^Mensagem/ }), 'Qual o número?');
    await input.fill(question.getByRole('textbox', { name: /Guardar a resposta em/ }), 'pedido');
    await save(question, input);
    const toQueue = await add(page, input, 'Fila', 'Adicionar fila ao fluxo');
    await input.press(toQueue.getByRole('combobox', { name: /Fila/ }));
    await input.press(page.getByRole('option', { name: `Pedidos ${suffix}` }));
    await save(toQueue, input);
    expect(await violationsOn(page), 'canvas, light').toEqual([]);
    await picture(page, 'flow-editor');

    await input.press(page.getByRole('button', { name: 'Lista', exact: true }));
    await connect(page, input, 'Continua', 'Início', 'Olá');
    await connect(page, input, 'Continua', 'Mensagem', 'Como posso');
    await connect(page, input, 'Meu pedido', 'Menu', 'Qual o número');
    await connect(page, input, 'Continua', 'Pergunta', 'Pedidos');
    expect(await violationsOn(page), 'list, light').toEqual([]);
    await picture(page, 'flow-outline');
    await page.keyboard.press('Control+Shift+L');
    expect(await violationsOn(page), 'list, dark').toEqual([]);
    await input.press(page.getByRole('button', { name: 'Desenho', exact: true }));
    await input.press(page.getByRole('button', { name: 'Organizar' }));
    await input.press(page.getByRole('button', { name: 'Ver tudo' }));
    expect(await violationsOn(page), 'canvas, dark').toEqual([]);

    await input.press(page.getByRole('button', { name: 'Testar no simulador' }));
    const phone = panelOf(page, 'Telefone de teste');
    const reply = phone.getByRole('textbox', { name: 'Responda como cliente' });
    await input.fill(reply, 'oi');
    await input.key('Enter');
    await expect(phone.getByText('Olá, Helena!')).toBeVisible();
    await input.fill(reply, '1');
    await input.key('Enter');
    await expect(phone.getByText('Qual o número?')).toBeVisible();
    await input.fill(reply, '7731');
    await input.key('Enter');
    await expect(phone.getByText(`Vai para a fila Pedidos ${suffix}`)).toBeVisible();
    await expect(phone.getByRole('rowheader', { name: 'pedido' })).toBeVisible();
    expect(await violationsOn(page), 'test phone, dark').toEqual([]);
    await picture(page, 'flow-test-phone-dark');
    await input.press(page.getByRole('button', { name: 'Fechar teste' }).first());

    for (const width of [1366, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const button = page.getByRole('button', { name: 'Salvar', exact: true });
      await expect(button, `${width} px`).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await input.press(page.getByRole('button', { name: 'Salvar', exact: true }));
    await expect(page.getByText('Fluxo salvo com sucesso')).toBeVisible();
    await expect(page.getByText('Não se esqueça de salvar seu fluxo!')).toBeHidden();
    input.print(info, 'a flow from nothing');
    expect(input.clicks).toBeLessThanOrEqual(MAX_CLICKS);
    await input.press(page.getByRole('button', { name: 'Voltar para fluxos' }));
    await expect(
      page.getByRole('row', { name: new RegExp(`Saudação ${suffix}`) }).getByText('v1', { exact: true }),
    ).toBeVisible();
    expect(await violationsOn(page), 'list of flows, dark').toEqual([]);
    await picture(page, 'flow-list-dark');
    await page.keyboard.press('Control+Shift+L');
    await picture(page, 'flow-list');
  } finally {
    const { flows } = await otica.call<{ flows: { id: number; name: string }[] }>(
      'GET',
      `/flowbuilder?searchParam=${suffix}`,
    );
    for (const { id } of flows) await otica.call('DELETE', `/flowbuilder/${id}`);
    await otica.call('DELETE', `/queue/${queue.id}`);
  }
});

const LARGE_FLOW = 120;
/** Three messages beside the start; all others are out of view when the canvas opens. */
const largeDoc = () => ({
  schema: 1,
  nodes: [
    { id: 'start', type: 'start', position: { x: 0, y: 0 }, data: {} },
    ...Array.from({ length: LARGE_FLOW }, (_, at) => ({
      id: `m${at}`,
      type: 'message',
      position: at < 3 ? { x: 320, y: at * 200 } : { x: 6000 + (at % 12) * 250, y: Math.floor(at / 12) * 150 },
      data: { text: `Mensagem ${at}` },
    })),
  ],
  edges: [],
  settings: { exit: 'human', giveUpMinutes: 1440, onGiveUp: 'human', fallbackQueueId: null },
});

test('with the mouse an edge is drawn to a card, or to empty canvas, which asks what comes next; far cards of a large flow are not drawn', async ({
  page,
  otica,
  afterwards,
}) => {
  const { id } = await otica.call<{ id: number }>('POST', '/flowbuilder', { name: `Grande ${uniqueSuffix()}` });
  afterwards(() => otica.call('DELETE', `/flowbuilder/${id}`));
  await otica.call('PUT', `/flowbuilder/${id}/draft`, { rev: 1, doc: largeDoc() });
  await openSignedIn(page, await otica.createUser({ profile: 'admin' }), `/flowbuilder/${id}`);
  const card = (node: string) => page.locator(`.react-flow__node[data-id="${node}"]`);
  const portOf = (node: string) => card(node).locator('.react-flow__handle.source');
  const edges = async () => {
    const { doc } = await otica.call<{ doc: { edges: { source: string; port: string; target: string }[] } }>(
      'GET',
      `/flowbuilder/${id}/draft`,
    );
    return doc.edges.map(({ source, port, target }) => `${source} ${port} ${target}`);
  };
  // The target is asked for after the hover, which waits until the canvas no longer moves.
  const dragFrom = async (port: Locator, target: () => Promise<{ x: number; y: number }>) => {
    await port.hover();
    const to = await target();
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await drawn(page);
    await page.mouse.up();
  };
  await expect(card('m0')).toBeVisible();
  expect(await page.locator('.react-flow__node').count()).toBeLessThan(LARGE_FLOW / 4);
  await expect(card(`m${LARGE_FLOW - 1}`)).toHaveCount(0);

  await dragFrom(portOf('start'), async () => {
    const input = (await card('m0').locator('.react-flow__handle.target').boundingBox())!;
    return { x: input.x + input.width / 2, y: input.y + input.height / 2 };
  });
  await expect.poll(edges).toEqual(['start a m0']);

  const canvas = (await page.locator('.react-flow').boundingBox())!;
  await dragFrom(portOf('m0'), async () => ({ x: canvas.x + canvas.width * 0.6, y: canvas.y + canvas.height * 0.5 }));
  const question = page.getByRole('dialog', { name: 'O que vem a seguir?' });
  await question.getByRole('button', { name: 'Resolver', exact: true }).click();
  const panel = panelOf(page, 'Adicionar resolver ao fluxo');
  await panel.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await expect.poll(async () => (await edges()).map((edge) => edge.slice(0, 5))).toEqual(['start', 'm0 a ']);
  await picture(page, 'flow-edge-by-mouse');

  await page.getByRole('button', { name: 'Ver tudo' }).click();
  await expect(card(`m${LARGE_FLOW - 1}`)).toBeVisible();
});

test('two colleagues who have the same flow open see each other', async ({ page, otica, anotherBrowser }) => {
  const suffix = uniqueSuffix();
  const { id } = await otica.call<{ id: number }>('POST', '/flowbuilder', { name: `Juntos ${suffix}` });
  try {
    await openSignedIn(page, await otica.createUser({ name: 'Ana Lima', profile: 'admin' }), `/flowbuilder/${id}`);
    await expect(page.getByText('Inicio do fluxo')).toBeVisible();
    const other = await anotherBrowser();
    await openSignedIn(other, await otica.createUser({ name: 'Caio Reis', profile: 'admin' }), `/flowbuilder/${id}`);
    await expect(other.getByText('Ana também está editando')).toBeVisible();
    await expect(page.getByText('Caio também está editando')).toBeVisible();
    await picture(page, 'flow-together');
    await other.goto('about:blank');
    await expect(page.getByText('Caio também está editando')).toBeHidden();
  } finally {
    await page.close();
    await otica.call('DELETE', `/flowbuilder/${id}`);
  }
});

test('on a phone a flow can be found and read', async ({ page, otica }) => {
  const name = `Leitura ${uniqueSuffix()}`;
  const { id } = await otica.call<{ id: number }>('POST', '/flowbuilder', { name, template: 'welcome' });
  try {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSignedIn(page, await otica.createUser({ profile: 'admin' }), '/flowbuilders');
    await expect(page.getByText(name)).toBeVisible();
    expect(await violationsOn(page), 'list of flows').toEqual([]);
    await picture(page, 'flow-list-390');
    await page.getByText(name).click();
    await expect(page.getByText(/Numa tela maior você também desenha/)).toBeVisible();
    expect(await violationsOn(page), 'flow').toEqual([]);
    await picture(page, 'flow-390');
  } finally {
    await page.close();
    await otica.call('DELETE', `/flowbuilder/${id}`);
  }
});

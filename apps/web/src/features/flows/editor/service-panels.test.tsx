import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAdmin } from '../../../testing/fixtures.ts';
import { aDoc, aDraft, aNode, aTry, someReferences, withDraft } from '../../../testing/flows.ts';
import { mockLayout } from '../../../testing/layout.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { aTemplate } from '../../../testing/templates.ts';

beforeEach(() => mockLayout());

const references = someReferences({
  prompts: [{ id: 61, name: 'Vendas com IA' }],
  integrations: [
    { id: 71, name: 'Bot da loja', type: 'typebot' },
    { id: 72, name: 'Agente', type: 'dialogflow' },
    { id: 73, name: 'Automação', type: 'n8n' },
  ],
});
const open = (draft = aDraft()) => {
  const saved = withDraft(draft, references);
  const rendered = renderScreen('/flowbuilder/5', { as: anAdmin() });
  return { ...rendered, saved, lastDoc: () => saved.at(-1)?.body.doc };
};
type User = ReturnType<typeof open>['user'];
async function add(user: User, node: string) {
  await user.click(await screen.findByRole('button', { name: 'Adicionar bloco' }));
  const palette = await screen.findByRole('dialog', { name: 'Adicionar bloco' });
  await user.click(within(palette).getByRole('button', { name: node }));
  return screen.findByRole('complementary', { name: new RegExp(`^Adicionar ${node} ao fluxo`, 'i') });
}
const choose = async (user: User, panel: HTMLElement, field: RegExp, option: string) => {
  await user.click(await within(panel).findByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
};
const save = (user: User, panel: HTMLElement) => user.click(within(panel).getByRole('button', { name: 'Adicionar' }));

describe('panels of blocks that call a service', () => {
  it('asks for name, address and slug of a TypeBot, with its texts and defaults [M-270]', async () => {
    const { user, lastDoc } = open();
    const panel = await add(user, 'TypeBot');
    await within(panel).findByRole('textbox', { name: /^Nome/ });
    const field = (name: RegExp) => within(panel).getByRole('textbox', { name });
    await save(user, panel);
    expect(await within(panel).findAllByText('Obrigatório')).toHaveLength(3);
    await user.type(field(/^Nome/), 'B');
    expect(await within(panel).findByText('Muito curto!')).toBeVisible();
    await user.clear(field(/^Nome/));
    await user.click(field(/^Nome/));
    await user.paste('B'.repeat(51));
    expect(await within(panel).findByText('Muito longo!')).toBeVisible();
    await user.clear(field(/^Nome/));
    await user.type(field(/^Nome/), 'Promoções');
    await user.type(field(/Endereço/), 'https://bot.example.com');
    await user.type(field(/^Slug/), 'promo');
    await save(user, panel);
    await waitFor(() =>
      expect(lastDoc()?.nodes[1]).toMatchObject({
        type: 'typebot',
        data: { name: 'Promoções', url: 'https://bot.example.com', slug: 'promo', delayMs: 1000, expiresMinutes: 1 },
      }),
    );
  });

  it('TypeBot takes an integration of a bot, and needs no other field then', async () => {
    const { user, lastDoc } = open();
    const panel = await add(user, 'TypeBot');
    await user.click(await within(panel).findByRole('combobox', { name: /^Integração/ }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Configurar neste bloco',
      'Bot da loja',
      'Agente',
    ]);
    await user.click(screen.getByRole('option', { name: 'Agente' }));
    expect(within(panel).queryByRole('textbox', { name: /^Slug/ })).toBeNull();
    await save(user, panel);
    await waitFor(() => expect(lastDoc()?.nodes[1]).toMatchObject({ type: 'typebot', data: { integrationId: 72 } }));
  });

  it('OpenAI asks for name, key and prompt; the key is stored apart and the draft names it [M-271]', async () => {
    const { user, lastDoc, saved } = open();
    const stored = answer(endpoints.flows.addKey, () => ({ ref: 'stored-1' }));
    const panel = await add(user, 'OpenAI');
    await within(panel).findByRole('textbox', { name: /^Nome/ });
    await save(user, panel);
    expect(await within(panel).findAllByText('Obrigatório')).toHaveLength(3);
    await user.type(within(panel).getByRole('textbox', { name: /^Nome/ }), 'Vendas');
    await user.type(within(panel).getByRole('textbox', { name: /^Prompt/ }), 'Ajude o cliente.');
    await user.type(within(panel).getByLabelText(/^Chave de API/), 'sk-canario');
    await save(user, panel);
    await waitFor(() =>
      expect(lastDoc()?.nodes[1]).toMatchObject({
        type: 'openai',
        data: {
          name: 'Vendas',
          prompt: 'Ajude o cliente.',
          voice: 'texto',
          maxTokens: 100,
          temperature: 1,
          maxMessages: 10,
          queueId: null,
          apiKeyRef: 'stored-1',
        },
      }),
    );
    expect(stored[0]).toMatchObject({ body: { value: 'sk-canario', url: '' } });
    expect(JSON.stringify(saved)).not.toContain('sk-canario');
  });

  it('OpenAI takes a prompt of the company, with a limit of replies', async () => {
    const { user, lastDoc } = open();
    const panel = await add(user, 'OpenAI');
    await choose(user, panel, /^Prompt da empresa/, 'Vendas com IA');
    expect(within(panel).queryByLabelText(/^Chave de API/)).toBeNull();
    const replies = within(panel).getByRole('spinbutton', { name: /^Máximo de respostas/ });
    fireEvent.change(replies, { target: { value: '5' } });
    await save(user, panel);
    await waitFor(() => expect(lastDoc()?.nodes[1]).toMatchObject({ data: { promptId: 61, maxTurns: 5 } }));
  });

  it('n8n / Webhook takes an integration that receives messages', async () => {
    const { user, lastDoc } = open();
    const panel = await add(user, 'n8n / Webhook');
    await within(panel).findByRole('combobox', { name: /^Integração/ });
    await save(user, panel);
    expect(await within(panel).findByText('Obrigatório')).toBeVisible();
    await user.click(within(panel).getByRole('combobox', { name: /^Integração/ }));
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await user.click(screen.getByRole('option', { name: 'Automação' }));
    await save(user, panel);
    await waitFor(() => expect(lastDoc()?.nodes[1]).toMatchObject({ type: 'webhook', data: { integrationId: 73 } }));
  });

  it('HTTP checks the address, the header, the JSON and the pointer, and shows what the sample gives', async () => {
    const { user, lastDoc } = open();
    const stored = answer(endpoints.flows.addKey, () => ({ ref: 'stored-2' }));
    const panel = await add(user, 'HTTP');
    const field = (name: RegExp) => within(panel).getByRole('textbox', { name });
    await choose(user, panel, /^Método/, 'POST');
    await user.click(field(/^Endereço/));
    await user.paste('https://{{cidade}}.example/pedidos');
    await user.click(field(/^Corpo/));
    await user.paste('{"pedido": {{pedido}}}');
    expect(await within(panel).findByText('Não é um JSON válido')).toBeVisible();
    await user.click(within(panel).getByRole('button', { name: 'Adicionar cabeçalho' }));
    await user.type(field(/^Nome do cabeçalho/), 'Host');
    await user.click(within(panel).getByRole('button', { name: 'Adicionar valor' }));
    await user.type(field(/^Variável/), 'status');
    await user.type(field(/^Caminho/), 'status');
    await save(user, panel);
    expect(await within(panel).findByText('Endereço inválido')).toBeVisible();
    expect(within(panel).getByText('Este cabeçalho não pode ser usado')).toBeVisible();
    expect(within(panel).getByText('Use algo como /dados/0/nome')).toBeVisible();

    const replace = async (name: RegExp, text: string) => {
      await user.clear(field(name));
      await user.click(field(name));
      await user.paste(text);
    };
    await replace(/^Endereço/, 'https://api.example/pedidos');
    await replace(/^Corpo/, '{"pedido": "{{pedido}}"}');
    await replace(/^Nome do cabeçalho/, 'X-Key');
    await choose(user, panel, /^Conteúdo/, 'Chave secreta');
    await user.type(within(panel).getByLabelText(/^Chave secreta/), 'canario');
    await replace(/^Caminho/, '/dados/status');
    await user.click(field(/^Resposta de exemplo/));
    await user.paste('{"dados":{"status":"Enviado"}}');
    expect(await within(panel).findByText('No exemplo: Enviado')).toBeVisible();
    await save(user, panel);
    await waitFor(() =>
      expect(lastDoc()?.nodes[1]).toMatchObject({
        type: 'http',
        data: {
          method: 'POST',
          url: 'https://api.example/pedidos',
          headers: [{ name: 'X-Key', keyRef: 'stored-2' }],
          body: '{"pedido": "{{pedido}}"}',
          select: [{ name: 'status', pointer: '/dados/status' }],
        },
      }),
    );
    expect(stored[0]).toMatchObject({ body: { value: 'canario', url: 'https://api.example/pedidos' } });
  });
});

describe('the test phone at a call', () => {
  const doc = aDoc([aNode('openai', 'o', { promptId: 61 })], ['start a o']);
  const waits = (kind: 'debounce' | 'call') =>
    kind === 'call'
      ? { for: 'call' as const, until: null, callId: 'c1', callKind: 'model' as const }
      : { for: 'debounce' as const, until: null };
  const call = {
    type: 'call' as const,
    callId: 'c1',
    nodeId: 'o',
    kind: 'model' as const,
    text: 'oi',
    isAwaited: true,
  };
  const tenReais = {
    type: 'done' as const,
    replies: [{ type: 'text' as const, text: 'Custa dez reais' }],
    choices: [],
    values: {},
    action: null,
    session: null,
    isOver: false,
    isUnknown: false,
  };
  it('passes the pause, offers a sample answer and remembers it', async () => {
    const { user } = open(aDraft(doc));
    const tried = answer(endpoints.flows.try, ({ body }) => {
      if (body.input.type === 'callResult')
        return aTry({
          says: [{ kind: 'text', nodeId: 'o', text: 'Custa dez reais' }],
          waits: { for: 'answer', until: null },
        });
      return body.input.type === 'time'
        ? aTry({ waits: waits('call'), effects: [call] })
        : aTry({ waits: waits('debounce') });
    });
    await user.click(await screen.findByRole('button', { name: 'Testar no simulador' }));
    const composer = await screen.findByRole('textbox', { name: 'Responda como cliente' });
    await user.type(composer, 'oi{Enter}');
    const card = await screen.findByRole('region', { name: 'Resposta de exemplo' });
    await user.clear(within(card).getByRole('textbox'));
    await user.type(within(card).getByRole('textbox'), 'Custa dez reais');
    await user.click(within(card).getByRole('checkbox', { name: 'Responder sempre assim' }));
    await user.click(within(card).getByRole('button', { name: 'Responder' }));
    expect(await screen.findByText('Custa dez reais')).toBeVisible();
    expect(tried.at(-1)?.body.input).toMatchObject({
      type: 'callResult',
      callId: 'c1',
      result: { type: 'done', replies: [{ type: 'text', text: 'Custa dez reais' }] },
    });
    await user.type(composer, 'e o frete?{Enter}');
    await waitFor(() => expect(screen.getAllByText('Custa dez reais')).toHaveLength(2));
    expect(tried.map(({ body }) => body.input.type)).toEqual([
      'start',
      'time',
      'callResult',
      'message',
      'time',
      'callResult',
    ]);
  });

  it('calls the service on request: the step is sent again, and the answer is the next input', async () => {
    const { user } = open(aDraft(doc));
    const tried = answer(endpoints.flows.try, ({ body }) => {
      if (body.input.type === 'callResult') return aTry({ ended: 'completed' });
      const seed = { run: { ...aTry().run, seed: 77 } };
      return body.input.type === 'time'
        ? aTry({ ...seed, waits: waits('call'), effects: [call] })
        : aTry({ ...seed, says: [{ kind: 'text', nodeId: 'o', text: 'Um momento' }], waits: waits('debounce') });
    });
    const called = answer(endpoints.flows.tryCall, () => ({ result: tenReais }));
    await user.click(await screen.findByRole('button', { name: 'Testar no simulador' }));
    await user.type(await screen.findByRole('textbox', { name: 'Responda como cliente' }), 'oi{Enter}');
    const button = await screen.findByRole('button', { name: 'Chamar de verdade' });
    expect(button).toHaveAccessibleDescription('O serviço recebe o pedido agora. O que custar fica registrado.');
    await user.click(button);
    await screen.findByText(/O fluxo terminou/);
    const { rev, input, run, history } = called[0]!.body;
    expect([called.length, rev, input, run?.seed]).toEqual([1, tried[1]?.body.rev, { type: 'time' }, 77]);
    expect(history).toEqual([
      { from: 'customer', text: 'oi' },
      { from: 'bot', text: 'Um momento' },
    ]);
    expect(tried.at(-1)?.body.input).toEqual({ type: 'callResult', callId: 'c1', result: tenReais });
  });

  it.each(['a restart', 'another customer'])('drops the answer of a service that arrives after %s', async (end) => {
    const { user } = open(aDraft(doc));
    const tried = answer(endpoints.flows.try, ({ body }) =>
      body.input.type === 'callResult'
        ? aTry({ says: [{ kind: 'text', nodeId: 'o', text: 'Resposta antiga' }], waits: waits('call') })
        : body.input.type === 'time'
          ? aTry({ waits: waits('call'), effects: [call] })
          : aTry({ waits: waits('debounce') }),
    );
    const slow = Promise.withResolvers<void>();
    const called = answer(endpoints.flows.tryCall, async () => {
      await slow.promise;
      return { result: tenReais };
    });
    await user.click(await screen.findByRole('button', { name: 'Testar no simulador' }));
    const composer = await screen.findByRole('textbox', { name: 'Responda como cliente' });
    await user.type(composer, 'oi{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Chamar de verdade' }));
    await waitFor(() => expect(called).toHaveLength(1));
    if (end === 'a restart') await user.click(screen.getByRole('button', { name: 'Recomeçar' }));
    else {
      await user.click(screen.getByRole('button', { name: /Mudar o cliente$/ }));
      await user.click(await screen.findByRole('button', { name: 'Usar este cliente' }));
    }
    // The new test does not wait for the former one.
    await user.type(composer, 'de novo{Enter}');
    await screen.findByRole('button', { name: 'Chamar de verdade' });
    slow.resolve();
    await user.click(await screen.findByRole('button', { name: 'Chamar de verdade' }));
    await screen.findByText('Resposta antiga');
    expect(tried.map(({ body }) => body.input.type)).toEqual(['start', 'time', 'start', 'time', 'callResult']);
  });
});

describe('long lists of what blocks refer to', () => {
  it('are searched by typing, and a block names what is far down in them', async () => {
    const queues = Array.from({ length: 100 }, (_, n) => ({ id: 500 + n, name: `Fila ${500 + n}` }));
    const saved = withDraft(aDraft(), someReferences({ queues }));
    const { user } = renderScreen('/flowbuilder/5', { as: anAdmin() });
    const panel = await add(user, 'Fila');
    await user.click(await within(panel).findByRole('combobox', { name: /^Fila/ }));
    await user.type(screen.getByRole('textbox', { name: 'Buscar' }), '599');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Fila 599']);
    await user.keyboard('{Enter}');
    await save(user, panel);
    await waitFor(() =>
      expect(saved.at(-1)?.body.doc.nodes[1]).toMatchObject({ type: 'queue', data: { queueId: 599 } }),
    );
    expect(await screen.findByText('Fila 599')).toBeInTheDocument();
  });

  it('show the placeholders of a template that is not on the first page of its name', async () => {
    const templates = [{ id: 11, name: 'pedido', whatsappId: 2, language: 'pt_BR' }];
    withDraft(aDraft(), someReferences({ templates }));
    answer(endpoints.templates.list, ({ query }) => {
      const isFirstPage = query.templateId === undefined;
      const rows = isFirstPage ? [aTemplate({ id: 12, name: 'a_pedido' })] : [aTemplate({ id: query.templateId! })];
      return { templates: rows, count: rows.length, hasMore: isFirstPage };
    });
    const { user } = renderScreen('/flowbuilder/5', { as: anAdmin() });
    const panel = await add(user, 'Modelo');
    await choose(user, panel, /Modelo aprovado/, 'pedido (pt_BR)');
    expect(await within(panel).findByRole('textbox', { name: 'Texto: {{1}}' })).toHaveValue('{{firstName}}');
  });
});

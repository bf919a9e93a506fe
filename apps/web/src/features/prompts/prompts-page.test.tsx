import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anAgent, aPlan } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse, refuseInUse } from '../../testing/server.ts';
import { aPrompt, aReport, INSTRUCTIONS, sales, withPrompts } from './prompts.fixture.ts';
// The screens are lazy; loading them here keeps the first test from waiting for them.
import './prompts-page.tsx';
import './prompt-editor.tsx';

const open = (path = '/prompts') => renderScreen(path, { as: anAdmin() });
const row = (name: RegExp) => screen.findByRole('row', { name });
const save = () => screen.getByRole('button', { name: 'Salvar' });

describe('the prompts of the company [M-280]', () => {
  it('show name, queue, tokens, and what they cost this month', async () => {
    withPrompts([
      aPrompt({
        usedBy: { connections: [{ id: 7, name: 'Loja' }], flows: [{ id: 9, name: 'Pedidos' }] },
        usage: { calls: 982, costMicros: 38_900_000, unpricedCalls: 2 },
      }),
      aPrompt({ id: 2, name: 'Agenda', queue: null, queueId: null, voice: 'pt-BR-YaraNeural' }),
      aPrompt({ id: 4, name: 'Sem tabela', usage: { calls: 3, costMicros: 0, unpricedCalls: 3 } }),
    ]);
    open();
    const first = await row(/^Tira-dúvidas/);
    expect(first).toHaveTextContent('Usado em: Loja, Pedidos');
    expect(first).toHaveTextContent(/Vendas.*150.*Texto.*982.*R\$\s38,90.*2 sem preço/);
    expect(await row(/^Agenda/)).toHaveTextContent(/Ainda não é usado.*Fila excluída.*Voz: Yara/);
    expect(await row(/^Sem tabela/)).toHaveTextContent('Sem preço');
    for (const head of ['Nome', 'Fila', 'Máx. de tokens'])
      expect(screen.getByRole('columnheader', { name: head })).toBeVisible();
  });

  it('say that the service refused the key, in the list and in the form, with what to do', async () => {
    const refused = { keyRefusedAt: '2026-11-10T15:30:00.000Z' };
    const { prompts } = withPrompts([aPrompt(refused), aPrompt({ id: 2, name: 'Agenda' })]);
    const { user } = open();
    expect(await row(/^Tira-dúvidas/)).toHaveTextContent('Chave recusada Abra e troque a chave da API');
    expect(await row(/^Agenda/)).not.toHaveTextContent('Chave recusada');
    prompts[0] = aPrompt();
    receive('prompt', { action: 'update', prompt: prompts[0] });
    await waitFor(() => expect(screen.queryByText('Chave recusada')).toBeNull());
    prompts[0] = aPrompt(refused);
    await user.click(screen.getByRole('button', { name: 'Editar Tira-dúvidas' }));
    expect(await screen.findByText(/^O serviço de IA recusa esta chave desde 10\/11\/2026 12:30/)).toBeVisible();
  });

  it('show what the month cost beside its ceiling, with the mark of the notice', async () => {
    withPrompts([aPrompt()]);
    answer(endpoints.aiUsage.report, () => aReport({ calls: 30, costMicros: 30_000_000, unpricedCalls: 10 }));
    answer(endpoints.aiUsage.ceilings, () => ({
      monthCents: 4000,
      callsPerDay: null,
      turnsPerConversation: 20,
      callsPerContactHour: 30,
      spentMicros: 30_000_000,
      reservedMicros: 0,
      callsToday: 4,
      notices: [],
    }));
    open();
    expect(
      await screen.findByRole('img', { name: /^R\$\s30,00 de R\$\s40,00\. Notificação em R\$\s32,00\.$/ }),
    ).toBeVisible();
    // Ten days of thirty: three times as much at the end of the month.
    expect(screen.getByText(/previsão R\$\s90,00/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Gasto em novembro' })).toBeVisible();
    expect(screen.getByText('Por chamada').parentElement).toHaveTextContent(/R\$\s1,50/);
  });

  it('offer to load the cost of the month again after an error', async () => {
    withPrompts([aPrompt()]);
    answer(endpoints.aiUsage.report, () => refuse('ERR_BUSY'));
    const { user } = open();
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    const card = again.closest('section')!;
    expect(card).toHaveAttribute('aria-busy', 'false');
    expect(within(card).queryByText('Por chamada')).toBeNull();
    answer(endpoints.aiUsage.report, () => aReport({ calls: 30, costMicros: 30_000_000, unpricedCalls: 10 }));
    await user.click(again);
    expect((await within(card).findByText('Por chamada')).parentElement).toHaveTextContent(/R\$\s1,50/);
    expect(within(card).queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it('are searched, and offer the first one', async () => {
    withPrompts([]);
    const { user } = open();
    expect(await screen.findByText('Nenhum prompt')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Buscar prompt' }), 'xyz');
    expect(await screen.findByText('Nada encontrado para “xyz”')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    expect(await screen.findByText('Nenhum prompt')).toBeVisible();
  });

  it('can be loaded again after an error', async () => {
    withPrompts([]);
    answer(endpoints.prompts.list, () => refuse('ERR_BUSY'));
    const { user } = open();
    const again = await screen.findByRole('button', { name: 'Tentar de novo' });
    withPrompts([aPrompt()]);
    await user.click(again);
    expect(await row(/^Tira-dúvidas/)).toBeVisible();
  });

  it('are updated when a colleague creates one', async () => {
    const { prompts } = withPrompts([aPrompt()]);
    open();
    await row(/^Tira-dúvidas/);
    const created = aPrompt({ id: 2, name: 'Agenda' });
    prompts.push(created);
    receive('prompt', { action: 'create', prompt: created });
    expect(await row(/^Agenda/)).toBeVisible();
  });

  it('are deleted after a confirmation; one in use is kept, and the dialog says who uses it', async () => {
    const { prompts } = withPrompts([aPrompt(), aPrompt({ id: 2, name: 'Agenda' })]);
    answer(endpoints.prompts.remove, ({ params }) => {
      if (Number(params.id) === 1)
        return refuseInUse({ connections: [{ id: 7, name: 'Loja' }], flows: [{ id: 9, name: 'Pedidos' }] });
      prompts.pop();
      return { message: 'ok' };
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Excluir Tira-dúvidas' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir prompt' }));
    const dialog = within(await screen.findByRole('dialog', { name: '“Tira-dúvidas” está em uso' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Conexão Loja', 'Fluxo Pedidos']);
    await user.click(dialog.getByText('Fechar'));
    await user.click(screen.getByRole('button', { name: 'Excluir Agenda' }));
    await user.click(await screen.findByRole('button', { name: 'Excluir prompt' }));
    expect(await screen.findByText('Prompt excluído')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('row', { name: /^Agenda/ })).toBeNull());
  });

  it('are hidden from other users, and missing in a plan without AI', async () => {
    const agent = renderScreen('/prompts', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
    agent.unmount();
    const admin = anAdmin();
    const plan = aPlan({ useOpenAi: false });
    renderScreen('/prompts', { as: { ...admin, company: { ...admin.company, plan } } });
    expect(
      await screen.findByText(/Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando/),
    ).toBeVisible();
  });
});

describe('the form of a prompt [M-281]', () => {
  it('starts with the defaults and says what is missing', async () => {
    withPrompts([]);
    const created = answer(endpoints.prompts.create, ({ body }) => aPrompt({ name: body.name }));
    const { user } = open('/prompts/novo');
    expect(await screen.findByRole('spinbutton', { name: /^Máx\. de tokens/ })).toHaveValue(100);
    expect(screen.getByRole('spinbutton', { name: /^Máx\. de mensagens/ })).toHaveValue(10);
    expect(screen.getByRole('slider', { name: 'Temperatura' })).toHaveValue('1');
    expect(screen.getByRole('combobox', { name: /^Resposta/ })).toHaveTextContent('Texto');
    await user.type(screen.getByRole('textbox', { name: /^Nome/ }), 'Oi');
    await user.type(screen.getByRole('textbox', { name: /^Instruções/ }), 'Responda bem.');
    await user.click(save());
    expect(await screen.findAllByText('Muito curto!')).toHaveLength(2);
    expect(screen.getByText('Informe o setor')).toBeVisible();
    expect(screen.getByLabelText(/^Chave da API/)).toHaveAccessibleDescription(/Obrigatório/);
    expect(created).toHaveLength(0);
    expect(screen.getByText('Salve o prompt para adicionar conhecimento.')).toBeVisible();
    expect(screen.getByText('Salve o prompt para testar.')).toBeVisible();
  });

  it('creates a prompt with its actions and opens it', async () => {
    const { prompts } = withPrompts([]);
    const created = answer(endpoints.prompts.create, ({ body }) => {
      prompts.push(aPrompt({ id: 6, name: body.name, apiKeyLast4: 'J4kQ' }));
      return prompts[0]!;
    });
    const { user, router } = open('/prompts/novo');
    await user.type(await screen.findByRole('textbox', { name: /^Nome/ }), 'Tira-dúvidas');
    await user.click(screen.getByRole('combobox', { name: /^Fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Vendas' }));
    await user.type(screen.getByRole('textbox', { name: /^Instruções/ }), INSTRUCTIONS);
    await user.type(screen.getByLabelText(/^Chave da API/), 'sk-1234J4kQ');
    await user.click(screen.getByRole('combobox', { name: /^Transferir também para/ }));
    // The queue of the prompt is always allowed and not offered again.
    expect(await screen.findByRole('option', { name: 'Suporte' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'Vendas' })).toBeNull();
    await user.click(screen.getByRole('option', { name: 'Suporte' }));
    await user.click(screen.getByRole('switch', { name: 'Resolver a conversa' }));
    await user.click(screen.getByRole('switch', { name: 'Ocultar dados pessoais' }));
    await user.click(save());
    expect(await screen.findByText('Prompt criado com sucesso!')).toBeVisible();
    expect(created[0]?.body).toMatchObject({
      name: 'Tira-dúvidas',
      prompt: INSTRUCTIONS,
      provider: 'openai',
      queueId: sales.id,
      voice: 'texto',
      maxTokens: 100,
      temperature: 1,
      maxMessages: 10,
      apiKey: 'sk-1234J4kQ',
      actions: { transferQueueIds: [5], tagIds: [], canClose: true },
      hidesPersonalData: false,
    });
    await waitFor(() => expect(router.state.location.pathname).toBe('/prompts/6'));
    expect(await screen.findByText('•••• J4kQ')).toBeVisible();
  });

  it('keeps the stored key unless it is replaced, and asks for it when the service changes', async () => {
    withPrompts([aPrompt()]);
    const changed = answer(endpoints.prompts.update, ({ body }) => aPrompt({ name: body.name ?? '' }));
    const { user } = open('/prompts/1');
    const name = await screen.findByRole('textbox', { name: /^Nome/ });
    expect(screen.queryByLabelText(/^Chave da API/)).toBeNull();
    expect(screen.getByRole('slider', { name: 'Temperatura' })).toHaveValue('0.6');
    await user.type(name, ' novas');
    expect(screen.getByText('Alterações não salvas')).toBeVisible();
    await user.click(save());
    expect(await screen.findByText('Prompt alterado com sucesso!')).toBeVisible();
    expect(changed[0]?.body).toMatchObject({ name: 'Tira-dúvidas novas', apiKey: '', queueId: 3 });
    await waitFor(() => expect(screen.queryByText('Alterações não salvas')).toBeNull());

    await user.click(screen.getByRole('combobox', { name: /^Serviço de IA/ }));
    await user.click(await screen.findByRole('option', { name: 'Google Gemini' }));
    expect(screen.getByText('O serviço ou o endereço mudou: digite a chave de novo.')).toBeVisible();
    await user.click(save());
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    await user.type(screen.getByLabelText(/^Chave da API/), 'nova-chave');
    await user.click(save());
    await waitFor(() => expect(changed[1]?.body).toMatchObject({ provider: 'gemini', apiKey: 'nova-chave' }));
  });

  it('offers text and fifteen voices, which need a key and a region', async () => {
    withPrompts([aPrompt()]);
    const changed = answer(endpoints.prompts.update, () => aPrompt());
    const { user } = open('/prompts/1');
    await user.click(await screen.findByRole('combobox', { name: /^Resposta/ }));
    expect(await screen.findAllByRole('option')).toHaveLength(16);
    await user.click(screen.getByRole('option', { name: 'Voz: Francisca' }));
    await user.click(save());
    expect(await screen.findAllByText('Obrigatório')).toHaveLength(2);
    await user.type(screen.getByLabelText(/^Chave da voz/), 'voz-1');
    await user.type(screen.getByRole('textbox', { name: /^Região da voz/ }), 'brazilsouth');
    await user.click(save());
    await waitFor(() =>
      expect(changed[0]?.body).toMatchObject({
        voice: 'pt-BR-FranciscaNeural',
        voiceKey: 'voz-1',
        voiceRegion: 'brazilsouth',
      }),
    );
  });

  it('asks before unsaved changes are lost', async () => {
    withPrompts([aPrompt()]);
    const { user, router } = open('/prompts/1');
    await user.type(await screen.findByRole('textbox', { name: /^Nome/ }), '!');
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
    expect(router.state.location.pathname).toBe('/prompts/1');
    await user.click(screen.getByRole('button', { name: 'Voltar para os prompts' }));
    await user.click(await screen.findByRole('button', { name: 'Descartar' }));
    expect(await row(/^Tira-dúvidas/)).toBeVisible();
  });

  it('of a prompt that was deleted says so', async () => {
    withPrompts([]);
    answer(endpoints.prompts.show, () => refuse('ERR_NO_PROMPT_FOUND'));
    const { user } = open('/prompts/99');
    expect(await screen.findByText('Este prompt não existe mais.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Voltar para os prompts' }));
    expect(await screen.findByText('Nenhum prompt')).toBeVisible();
  });
});

import type { BotTried } from '@balcao/contract/endpoints/chatbots';
import { reasonTexts } from '../../entities/bot/reason.texts.ts';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../lib/language.tsx';
import { aConnection } from '../../testing/fixtures.ts';
import { answer } from '../../testing/server.ts';
import {
  suporte,
  vendas,
  anOption,
  withQueues,
  open,
  edit,
  startNew,
  write,
  save,
  optionsOf,
  choose,
} from './queues.fixture.ts';

/** The option «Segunda via» replies with a text; saves the queue. */
async function saveSecondAsText(user: UserEvent, updated: readonly unknown[]) {
  await user.click(screen.getByRole('button', { name: /^Segunda via/ }));
  const second = within(screen.getByRole('group', { name: 'Segunda via' }));
  await user.click(second.getByRole('combobox', { name: 'O que ela faz' }));
  await user.click(await screen.findByRole('option', { name: 'Responde com um texto' }));
  await user.click(save());
  await waitFor(() => expect(updated).toHaveLength(1));
}

describe('menu options of a queue', () => {
  it('adds options, previews them as the customer reads them and saves them [M-140] [M-142]', async () => {
    const { updated } = withQueues([suporte, vendas]);
    const { user } = open();
    await edit(user, 'Suporte', 'Opções');
    await user.click(screen.getByRole('button', { name: 'Adicionar opção' }));
    expect(screen.getByLabelText(/^Nome da opção/)).toHaveFocus();
    write(screen.getByLabelText(/^Nome da opção/), 'Horário da loja');
    await user.keyboard('{Enter}');
    expect(screen.getAllByLabelText(/^Nome da opção/)[1]).toHaveFocus();
    write(screen.getAllByLabelText(/^Nome da opção/)[1]!, 'Falar com vendas');
    const preview = screen.getByRole('region', { name: 'O que o cliente vê' });
    expect(preview).toHaveTextContent('Olá! Como ajudamos?');
    expect(preview).toHaveTextContent('1 – Horário da loja');
    expect(preview).toHaveTextContent('2 – Falar com vendas');
    const second = screen.getByRole('group', { name: 'Falar com vendas' });
    await user.click(within(second).getByRole('combobox', { name: 'O que ela faz' }));
    await user.click(await screen.findByRole('option', { name: 'Transfere para outra fila' }));
    await user.click(within(second).getByRole('combobox', { name: /^Fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Vendas' }));
    const first = screen.getByRole('group', { name: 'Horário da loja' });
    write(within(first).getByLabelText('Resposta do bot'), 'Das 8h às 18h.');
    await user.click(within(first).getByRole('switch', { name: 'Resolver a conversa' }));
    await user.click(save());
    expect(await screen.findByText('Bot salvo com sucesso!')).toBeVisible();
    // One save, one toast.
    expect(screen.queryByText('Fila salva com sucesso!')).not.toBeInTheDocument();
    expect(updated[0]?.body.chatbots).toMatchObject([
      { name: 'Horário da loja', queueType: 'text', greetingMessage: 'Das 8h às 18h.', closeTicket: true },
      { name: 'Falar com vendas', queueType: 'queue', optQueueId: 3, closeTicket: false },
    ]);
  });

  it('confirms the saved bot in each language [M-140]', async () => {
    withQueues([suporte]);
    setLanguage('en');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Edit Suporte' }));
    await user.click(await screen.findByRole('tab', { name: 'Options' }));
    await user.click(screen.getByRole('button', { name: 'Add an option' }));
    write(screen.getByLabelText(/^Option name/), 'Opening hours');
    await user.click(screen.getByRole('button', { name: 'Save queue' }));
    expect(await screen.findByText('Bot saved successfully')).toBeVisible();
  });

  it('requires a name of four letters and a target, and does not save an option without a name [M-140] [M-141]', async () => {
    const { updated } = withQueues([suporte, vendas], [anOption(11, 'Garantia')]);
    const { user } = open();
    await edit(user, 'Suporte', 'Opções');
    await user.click(screen.getByRole('button', { name: 'Adicionar opção' }));
    write(screen.getByLabelText(/^Nome da opção/), 'SAC');
    await choose(user, 'O que ela faz', 'Transfere para um atendente');
    await user.click(screen.getByRole('button', { name: 'Adicionar opção' }));
    await user.click(save());
    expect(await screen.findByText('Há opções a corrigir: elas estão marcadas abaixo.')).toBeVisible();
    const option = screen.getByRole('group', { name: 'SAC' });
    expect(within(option).getByText('Muito curto!')).toBeVisible();
    write(within(option).getByLabelText(/^Nome da opção/), 'SAC geral');
    const second = screen.getByRole('group', { name: 'SAC geral' });
    // The queue starts with its own.
    expect(within(second).getAllByText('Escolha o destino')).toHaveLength(1);
    await user.click(within(second).getByRole('combobox', { name: /^Fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Vendas' }));
    // Only agents of that queue are offered.
    await user.click(within(second).getByRole('combobox', { name: /^Atendente/ }));
    expect(await optionsOf(/^Atendente/)).toEqual(['Caio Andrade']);
    await user.click(screen.getByRole('option', { name: 'Caio Andrade' }));
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(updated[0]?.body.chatbots).toMatchObject([
      { id: 11, name: 'Garantia' },
      { name: 'SAC geral', queueType: 'attendent', optQueueId: 3, optUserId: 4 },
    ]);
  });

  it('nests options, sends files and moves options with buttons [M-140] [M-141]', async () => {
    const { updated } = withQueues([suporte], [anOption(11, 'Preços'), anOption(12, 'Trocas')]);
    const { user } = open();
    await edit(user, 'Suporte', 'Opções');
    await user.click(screen.getByRole('button', { name: 'Mover Trocas para cima' }));
    expect(screen.getByRole('button', { name: 'Mover Trocas para cima' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Preços' }));
    await user.click(screen.getByRole('button', { name: 'Adicionar opção dentro de Preços' }));
    write(screen.getAllByLabelText(/^Nome da opção/)[1]!, 'Catálogo completo');
    const fields = within(screen.getByRole('group', { name: 'Catálogo completo' }));
    await user.click(fields.getByRole('combobox', { name: 'O que ela faz' }));
    await user.click(await screen.findByRole('option', { name: 'Envia uma lista de arquivos' }));
    await user.click(fields.getByRole('combobox', { name: /^Lista de arquivos/ }));
    await user.click(await screen.findByRole('option', { name: 'Catálogos' }));
    const inside = screen.getByRole('list', { name: 'Opções dentro de Preços' });
    expect(within(inside).getByText('Envia Catálogos')).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(updated[0]?.body.chatbots).toMatchObject([
      { id: 12, options: [] },
      { id: 11, options: [{ name: 'Catálogo completo', queueType: 'file', optFileId: 5 }] },
    ]);
  });

  it('starts a flow, requires one, and drops it with another action [M-141]', async () => {
    const { updated } = withQueues(
      [suporte],
      [anOption(11, 'Orçamentos'), anOption(12, 'Segunda via', { queueType: 'integration', optFlowId: 8 })],
    );
    const { user } = open();
    await edit(user, 'Suporte', 'Opções');
    expect(await screen.findByText('Começa o fluxo Orçamento')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Orçamentos' }));
    const first = within(screen.getByRole('group', { name: 'Orçamentos' }));
    await user.click(first.getByRole('combobox', { name: 'O que ela faz' }));
    await user.click(await screen.findByRole('option', { name: 'Começa um fluxo de conversa' }));
    await user.click(save());
    expect(await first.findByText('Escolha o destino')).toBeVisible();
    await user.click(first.getByRole('combobox', { name: /^Fluxo de conversa/ }));
    await user.click(await screen.findByRole('option', { name: 'Antigo (desativado)' }));
    await saveSecondAsText(user, updated);
    expect(updated[0]?.body.chatbots).toMatchObject([
      { id: 11, queueType: 'integration', optFlowId: 9, optIntegrationId: null },
      { id: 12, queueType: 'text', optFlowId: null },
    ]);
  });

  it('calls an integration, and drops it with another action [M-141]', async () => {
    const { updated } = withQueues(
      [suporte],
      [anOption(11, 'Orçamentos'), anOption(12, 'Segunda via', { queueType: 'integration', optIntegrationId: 7 })],
    );
    const { user } = open();
    await edit(user, 'Suporte', 'Opções');
    expect(await screen.findByText('Chama a integração Promo')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Orçamentos' }));
    const first = within(screen.getByRole('group', { name: 'Orçamentos' }));
    await user.click(first.getByRole('combobox', { name: 'O que ela faz' }));
    await user.click(await screen.findByRole('option', { name: 'Chama uma integração' }));
    await user.click(first.getByRole('combobox', { name: /^Integração/ }));
    await user.click(await screen.findByRole('option', { name: 'Promo · Typebot' }));
    await saveSecondAsText(user, updated);
    expect(updated[0]?.body.chatbots).toMatchObject([
      { id: 11, queueType: 'integration', optIntegrationId: 7, optFlowId: null },
      { id: 12, queueType: 'text', optIntegrationId: null },
    ]);
  });

  it('offers no flows and integrations without them in the plan', async () => {
    withQueues([suporte], [anOption(11, 'Preços')]);
    const { user } = open({ plan: { useIntegrations: false } });
    await edit(user, 'Suporte', 'Opções');
    await user.click(screen.getByRole('button', { name: 'Preços' }));
    await user.click(screen.getByRole('combobox', { name: 'O que ela faz' }));
    const offered = await optionsOf('O que ela faz');
    expect(offered).not.toContain('Começa um fluxo de conversa');
    expect(offered).not.toContain('Chama uma integração');
  });

  it('removes an option with nested options only after confirmation [M-140]', async () => {
    const inside = anOption(13, 'Multifocais', { queueId: null, chatbotId: 11 });
    const { updated } = withQueues([suporte], [anOption(11, 'Preços', { options: [inside] }), anOption(12, 'Trocas')]);
    const { user } = open();
    await edit(user, 'Suporte', 'Opções');
    const remove = async (name: string) => {
      await user.click(screen.getByRole('button', { name: `Mais ações de ${name}` }));
      await user.click(await screen.findByRole('menuitem', { name: 'Remover' }));
    };
    await remove('Trocas');
    expect(screen.queryByText('Trocas')).not.toBeInTheDocument();
    await remove('Preços');
    const question = await screen.findByRole('dialog', { name: 'Remover a opção “Preços”?' });
    expect(question).toHaveTextContent('As opções dentro dela também são removidas: 1 opção.');
    await user.click(within(question).getByRole('button', { name: 'Remover' }));
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body.chatbots).toEqual([]));
  });
});

describe('an option that waits for an agent of its queue', () => {
  it('needs no target and is saved as an agent option without one [F-U39]', async () => {
    const { updated } = withQueues([suporte, vendas]);
    const { user } = open();
    await edit(user, 'Suporte', 'Opções');
    await user.click(screen.getByRole('button', { name: 'Adicionar opção' }));
    write(screen.getByLabelText(/^Nome da opção/), 'Falar com alguém');
    await choose(user, 'O que ela faz', 'Espera por um atendente desta fila');
    expect(screen.queryByRole('combobox', { name: /^Atendente/ })).not.toBeInTheDocument();
    await user.click(save());
    await waitFor(() =>
      expect(updated[0]?.body.chatbots).toMatchObject([
        { name: 'Falar com alguém', queueType: 'attendent', optQueueId: null, optUserId: null },
      ]),
    );
  });

  it('is distinguished from an option for one agent, which starts with its own queue [F-U39]', async () => {
    withQueues([suporte, vendas], [anOption(11, 'Falar com alguém', { queueType: 'attendent' })]);
    const { user } = open();
    await edit(user, 'Suporte', 'Opções');
    await user.click(screen.getByText('Falar com alguém'));
    expect(screen.getByRole('combobox', { name: 'O que ela faz' })).toHaveTextContent('Espera por um atendente');
    await choose(user, 'O que ela faz', 'Transfere para um atendente');
    expect(screen.getByRole('combobox', { name: /^Fila/ })).toHaveTextContent('Suporte');
    await choose(user, /^Atendente/, 'Rute Lacerda');
  });
});

describe('bot test («O que aconteceria?»)', () => {
  const nowhere = { queueId: null, queueName: null, optionId: null, userId: null, userName: null };
  const menuReply: BotTried = {
    steps: [
      { step: 'hours', outcome: 'passes', why: 'insideHours' },
      { step: 'menu', outcome: 'answers', why: 'menuShown' },
    ],
    answeredBy: 'menu',
    says: [{ kind: 'text', text: 'Escolha:\n*1* – Suporte' }],
    place: { ...nowhere, status: 'pending', closes: false },
  };
  const chosen: BotTried = {
    steps: [{ step: 'menu', outcome: 'passes', why: 'queueChosen' }],
    answeredBy: null,
    says: [],
    place: { ...nowhere, queueId: 2, queueName: 'Suporte', status: 'pending', closes: false },
  };

  it('tests unsaved values and shows the answering step, the reasons and the next step', async () => {
    withQueues([suporte, vendas]);
    answer(endpoints.connections.list, () => [
      aConnection({ id: 1, name: 'Matriz' }),
      aConnection({ id: 8, name: 'Loja Centro', queueIds: [2, 3] }),
    ]);
    const tried = answer(endpoints.chatbots.try, ({ body }) => (body.isNew ? menuReply : chosen));
    const { user } = open();
    const dialog = await edit(user);
    write(within(dialog).getByLabelText('Mensagem de saudação'), 'Novo texto');
    await user.click(within(dialog).getByRole('button', { name: 'O que aconteceria?' }));
    const tester = screen.getByRole('region', { name: 'O que aconteceria?' });
    expect(within(tester).getByRole('combobox', { name: 'Conexão' })).toHaveTextContent('Loja Centro');
    await user.click(within(tester).getByRole('button', { name: 'Outro momento' }));
    write(within(tester).getByLabelText('Data'), '2026-11-20');
    write(within(tester).getByLabelText('Hora'), '18:05');
    await user.type(within(tester).getByLabelText('Mensagem do cliente'), 'Oi{Enter}');

    const log = await within(tester).findByRole('log', { name: 'Conversa de teste' });
    expect(log).toHaveTextContent('OiEscolha: 1 – Suporte');
    expect(within(tester).getByText('Quem responde: Menu de filas')).toBeVisible();
    const steps = within(tester).getByRole('list', { name: 'Passos' });
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map((element) => element.textContent),
    ).toEqual(['Segue: ExpedienteDentro do expediente', `Responde: Menu de filas${reasonTexts.menuShown.pt}`]);
    expect(tried[0]?.body).toMatchObject({
      text: 'Oi',
      isNew: true,
      at: '2026-11-20T18:05',
      whatsappId: 8,
      drafts: { queue: { id: 2, name: 'Suporte', greetingMessage: 'Novo texto', chatbots: [] } },
    });
    // The conversation continues, and Enter does not save the form.
    await user.type(within(tester).getByLabelText('Mensagem do cliente'), '1{Enter}');
    expect(await within(tester).findByText('Fica na fila Suporte.', { exact: false })).toBeVisible();
    expect(within(tester).getByText('O bot não responde.')).toBeVisible();
    expect(tried[1]?.body).toMatchObject({ text: '1', isNew: false });
    expect(screen.queryByText('Fila salva com sucesso!')).not.toBeInTheDocument();
  });

  it('explains a missing connection', async () => {
    withQueues([suporte]);
    const { user } = open();
    await edit(user);
    await user.click(screen.getByRole('button', { name: 'O que aconteceria?' }));
    expect(screen.getByText(/Para testar é preciso ter uma conexão/)).toBeVisible();
  });

  it('starts in a queue and in options that are not saved yet [F-U10]', async () => {
    withQueues([suporte]);
    answer(endpoints.connections.list, () => [aConnection({ id: 8, queueIds: [2] })]);
    const inNew = { ...chosen, place: { ...chosen.place, queueId: 0, queueName: 'Financeiro' } };
    const tried = answer(endpoints.chatbots.try, () => inNew);
    const { user } = open();
    const dialog = await startNew(user);
    write(within(dialog).getByLabelText(/^Nome/), 'Financeiro');
    await user.click(within(dialog).getByRole('tab', { name: /^Opções/ }));
    await user.click(screen.getByRole('button', { name: 'Adicionar opção' }));
    write(screen.getByLabelText(/^Nome da opção/), 'Boletos');
    await user.click(screen.getByRole('button', { name: 'Adicionar opção dentro de Boletos' }));
    write(screen.getAllByLabelText(/^Nome da opção/).at(-1)!, 'Segunda via');
    await user.click(screen.getByRole('button', { name: 'O que aconteceria?' }));
    await choose(user, 'Onde o cliente está', 'Na opção Boletos');
    await user.type(screen.getByLabelText('Mensagem do cliente'), '1{Enter}');
    await waitFor(() => expect(tried).toHaveLength(1));
    expect(tried[0]?.body).toMatchObject({
      queueId: 0,
      optionId: -1,
      drafts: { queue: { name: 'Financeiro', chatbots: [{ name: 'Boletos', options: [{ name: 'Segunda via' }] }] } },
    });
    // The conversation goes on inside the unsaved queue.
    await user.type(screen.getByLabelText('Mensagem do cliente'), '1{Enter}');
    await waitFor(() => expect(tried[1]?.body).toMatchObject({ queueId: 0, isNew: false }));
  });
});

import type { BotTried } from '@balcao/contract/endpoints/chatbots';
import { reasonTexts } from '../../entities/bot/reason.texts.ts';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { BotOption, Queue } from '@balcao/contract/endpoints/queues';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../../lib/language.tsx';
import { aConnection, anAdmin, anAgent, aQueue, aUser } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const suporte = aQueue({
  id: 2,
  name: 'Suporte',
  color: '#2f9e44',
  orderQueue: 1,
  greetingMessage: 'Olá! Como ajudamos?',
  ativarRoteador: true,
  tempoRoteador: 7,
});
const vendas = aQueue({ id: 3, name: 'Vendas', color: '#1c7ed6', orderQueue: 2 });
const anOption = (id: number, name: string, own: Partial<BotOption> = {}): BotOption => ({
  id,
  name,
  greetingMessage: '',
  queueType: 'text',
  closeTicket: false,
  optQueueId: null,
  optUserId: null,
  optIntegrationId: null,
  optFileId: null,
  queueId: 2,
  chatbotId: null,
  user: null,
  options: [],
  ...own,
});

/** Fake server with these queues; changes are stored and published. */
function withQueues(queues: Queue[], chatbots: BotOption[] = []) {
  answer(endpoints.queues.list, () => queues);
  answer(endpoints.queues.show, ({ params }) => ({ ...queues.find(({ id }) => id === params.id)!, chatbots }));
  answer(endpoints.fileLists.pick, () => [{ id: 5, name: 'Catálogos', message: 'Veja', userId: null, filesCount: 2 }]);
  answer(endpoints.access.pickUsers, () => [
    aUser({ id: 4, name: 'Caio Andrade', queues: [{ id: 3, name: 'Vendas', color: '#1c7ed6' }] }),
    aUser({ id: 6, name: 'Rute Lacerda', queues: [{ id: 2, name: 'Suporte', color: '#2f9e44' }] }),
  ]);
  const created = answer(endpoints.queues.create, ({ body }) => {
    const added = aQueue({ id: 9, name: body.name, color: body.color });
    queues.push(added);
    return { ...added, chatbots: [] };
  });
  const updated = answer(endpoints.queues.update, ({ params, body }) => {
    const at = queues.findIndex(({ id }) => id === params.id);
    queues[at] = { ...queues[at]!, orderQueue: body.orderQueue ?? queues[at]!.orderQueue };
    return { ...queues[at], chatbots };
  });
  return { queues, created, updated };
}
function open({ scheduleType = 'disabled', plan = {} }: { scheduleType?: string; plan?: object } = {}) {
  const admin = anAdmin();
  admin.company.companieSettings = [{ key: 'scheduleType', value: scheduleType }];
  admin.company.plan = { ...admin.company.plan, ...plan };
  return renderScreen('/queues', { as: admin });
}
type User = ReturnType<typeof open>['user'];
async function edit(user: User, name = 'Suporte', tab?: string) {
  await user.click(await screen.findByRole('button', { name: `Editar ${name}` }));
  const dialog = await screen.findByRole('dialog', { name: `Editar ${name}` });
  await within(dialog).findByRole('tablist');
  if (tab) await user.click(within(dialog).getByRole('tab', { name: new RegExp(`^${tab}`) }));
  return dialog;
}
async function startNew(user: User) {
  await user.click((await screen.findAllByRole('button', { name: 'Nova fila' }))[0]!);
  return screen.findByRole('dialog', { name: 'Nova fila' });
}
/** Sets the whole value at once; typing key by key is tested with the field components. */
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const save = () => screen.getByRole('button', { name: 'Salvar fila' });
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const optionsOf = async (field: RegExp | string) => {
  const list = await screen.findByRole('listbox', { name: field });
  return within(list)
    .getAllByRole('option')
    .map((element) => element.textContent);
};
async function choose(user: User, field: RegExp | string, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}

describe('queues', () => {
  it('lists queues with order, greeting and rotation [M-137]', async () => {
    withQueues([suporte, vendas]);
    open();
    const row = (await screen.findByRole('cell', { name: /Suporte/ })).closest('tr')!;
    expect(within(row).getByText('Olá! Como ajudamos?')).toBeVisible();
    expect(within(row).getByText('Ligado')).toBeVisible();
    expect(screen.getByText('Desligado')).toBeVisible();
  });

  it('hides the screen from an agent [M-137]', async () => {
    renderScreen('/queues', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
  });

  it('explains queues and the next step in the empty list', async () => {
    withQueues([]);
    const { user } = open();
    expect(await screen.findByText(/depois escolha-as em uma conexão/)).toBeVisible();
    await startNew(user);
  });

  it('shows one missing setup step at a time', async () => {
    withQueues([suporte, vendas, aQueue({ id: 4, name: 'Trocas', color: '#e8590c' })]);
    const { user, router } = open();
    expect(await screen.findByText(/As filas ainda não estão em nenhuma conexão/)).toBeVisible();
    connect();
    receive('whatsapp', { action: 'update', whatsapp: aConnection({ queueIds: [2] }) });
    answer(endpoints.connections.list, () => [aConnection({ queueIds: [2] })]);
    expect(await screen.findByText(/^Sem atendentes: Trocas\./)).toBeVisible();
    answer(endpoints.access.users, () => ({ users: [], count: 0, hasMore: false }));
    await user.click(screen.getByRole('button', { name: 'Abrir usuários' }));
    expect(router.state.location.pathname).toBe('/users');
  });

  it('creates a queue with an unused color [M-137] [M-138]', async () => {
    const { created } = withQueues([suporte]);
    const { user } = open();
    const dialog = await startNew(user);
    write(within(dialog).getByLabelText(/^Nome/), 'Financeiro');
    expect(screen.getByLabelText('Ordem')).toHaveValue(2);
    write(screen.getByLabelText('Mensagem de saudação'), 'Oi!');
    await choose(user, 'Lista de arquivos', 'Catálogos');
    await user.click(screen.getByRole('switch', { name: 'Rodízio automático' }));
    await user.click(screen.getByRole('combobox', { name: 'Passar ao próximo depois de' }));
    expect(await optionsOf('Passar ao próximo depois de')).toEqual(
      [2, 5, 10, 15, 30, 45, 60].map((minutes) => `${minutes} minutos`),
    );
    await user.click(screen.getByRole('option', { name: '15 minutos' }));
    await user.click(screen.getByRole('switch', { name: 'Resolver ao entrar na fila' }));
    await user.click(save());

    expect(await screen.findByText('Fila salva com sucesso!')).toBeVisible();
    expect(screen.queryByText('Bot salvo com sucesso!')).not.toBeInTheDocument();
    expect(await screen.findByRole('cell', { name: /Financeiro/ })).toBeVisible();
    expect(created[0]?.body).toMatchObject({
      name: 'Financeiro',
      orderQueue: 2,
      greetingMessage: 'Oi!',
      ativarRoteador: true,
      tempoRoteador: 15,
      closeTicket: true,
      fileListId: 5,
    });
    expect(created[0]?.body.color).not.toBe(suporte.color);
  });

  it('hides file lists without them in the plan', async () => {
    withQueues([suporte]);
    const { user } = open({ plan: { useIntegrations: false } });
    await startNew(user);
    expect(screen.queryByRole('combobox', { name: 'Lista de arquivos' })).not.toBeInTheDocument();
  });

  it('validates name and color and accepts an empty order [M-139]', async () => {
    const { updated } = withQueues([suporte]);
    const { user } = open();
    const dialog = await edit(user);
    const name = within(dialog).getByLabelText(/^Nome/);
    const hex = screen.getByLabelText('Código hexadecimal');
    write(name, 'S');
    write(hex, '#12');
    write(screen.getByLabelText('Ordem'), '');
    await user.click(save());
    expect(await screen.findByText('Muito curto!')).toBeVisible();
    expect(screen.getByText('Use uma cor como #1E90FF')).toBeVisible();

    write(name, 'SAC');
    write(hex, '#123');
    // A value outside the offered ones stays.
    expect(screen.getByRole('combobox', { name: 'Passar ao próximo depois de' })).toHaveTextContent('7 minutos');
    await user.click(save());
    await screen.findByText('Fila salva com sucesso!');
    expect(updated[0]?.body).toMatchObject({ name: 'SAC', color: '#123', orderQueue: null, tempoRoteador: 7 });
    expect(updated[0]?.body).not.toHaveProperty('schedules');
  });

  it('reports the color of another queue while typing and does not save it [M-139]', async () => {
    const { updated } = withQueues([suporte, vendas]);
    const { user } = open();
    await edit(user);
    const hex = screen.getByLabelText('Código hexadecimal');
    write(hex, vendas.color.toUpperCase());
    expect(screen.getByText('A fila Vendas já usa esta cor.')).toBeVisible();
    await user.click(save());
    await waitFor(() => expect(hex).toBeInvalid());
    expect(updated).toHaveLength(0);
  });

  it('shows a color taken by a colleague meanwhile at the color field [M-139]', async () => {
    withQueues([suporte]);
    answer(endpoints.queues.create, () => refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS'));
    const { user } = open();
    const dialog = await startNew(user);
    write(within(dialog).getByLabelText(/^Nome/), 'Vendas');
    await user.click(save());
    expect(await screen.findByText('Esta cor já está em uso em outra fila.')).toBeVisible();
    expect(screen.getByLabelText('Código hexadecimal')).toBeInvalid();
  });

  it('asks for confirmation with the name of the queue before deleting [M-137]', async () => {
    const { queues } = withQueues([suporte]);
    answer(endpoints.queues.remove, () => {
      queues.length = 0;
      return { message: 'ok' };
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Excluir Suporte' }));
    expect(await screen.findByText('Excluir a fila “Suporte”?')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Fila excluída com sucesso!')).toBeVisible();
    expect(await screen.findByText('Nenhuma fila ainda')).toBeVisible();
  });

  it('changes the order with the arrow keys and saves only moved queues', async () => {
    const financas = aQueue({ id: 4, name: 'Financeiro', color: '#e8590c', orderQueue: 3 });
    const { updated } = withQueues([suporte, vendas, financas]);
    const { user } = open();
    (await screen.findByRole('button', { name: /^Mudar a posição de Vendas/ })).focus();
    await user.keyboard('{ArrowUp}');
    await waitFor(() =>
      expect(updated.map(({ params, body }) => [params.id, body])).toEqual([
        [3, { orderQueue: 1 }],
        [2, { orderQueue: 2 }],
      ]),
    );
    expect(screen.getByText('Vendas agora é a 1ª de 3')).toBeInTheDocument();
  });

  it('updates when a colleague changes a queue [M-317]', async () => {
    const { queues } = withQueues([suporte]);
    open();
    await screen.findByRole('cell', { name: 'Suporte' });
    connect();
    queues[0] = { ...suporte, name: 'Suporte técnico' };
    receive('queue', { action: 'update', queue: queues[0] });
    await waitFor(() => expect(screen.getByRole('cell', { name: 'Suporte técnico' })).toBeVisible());
  });
});

describe('business hours of a queue', () => {
  it('link to the settings while the company has no hours by queue [M-147] [M-149]', async () => {
    withQueues([suporte]);
    const { user } = open({ scheduleType: 'company' });
    await edit(user, 'Suporte', 'Horários');
    expect(screen.getByText('O expediente é um só para a empresa')).toBeVisible();
    expect(screen.getByText(/escolha “Por fila” em Configurações/)).toBeVisible();
    expect(screen.queryByLabelText(/^Mensagem fora do expediente/)).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Segunda-feira: começo do 1º turno')).not.toBeInTheDocument();
  });

  it('require complete days and an out-of-hours message [M-139] [M-148] [M-149]', async () => {
    const { updated } = withQueues([suporte]);
    const { user } = open({ scheduleType: 'queue' });
    await edit(user, 'Suporte', 'Horários');
    await user.click(screen.getByRole('switch', { name: 'Domingo: aberto' }));
    const end = () => screen.getByLabelText('Sexta-feira: fim do 2º turno');
    await user.clear(end());
    await user.click(save());
    // The message is on the first tab, which opens.
    expect(await screen.findByText('Obrigatório')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(/^Mensagem fora do expediente/)).toHaveFocus());
    write(screen.getByLabelText(/^Mensagem fora do expediente/), 'Voltamos às 8h.');
    await user.click(save());
    await waitFor(() => expect(tab(/^Horários/)).toHaveAttribute('aria-selected', 'true'));
    expect(screen.getByText(/Cada turno precisa de começo e fim/)).toBeVisible();
    await user.type(end(), '1730');
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    const { schedules, outOfHoursMessage } = updated[0]!.body;
    expect(outOfHoursMessage).toBe('Voltamos às 8h.');
    expect(schedules?.map(({ endTimeB }) => endTimeB)).toEqual([...Array(4).fill('18:00'), '17:30', '18:00', '']);
  });
});

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
    expect(await screen.findByText('Fila salva com sucesso!')).toBeVisible();
    expect(screen.getByText('Bot salvo com sucesso!')).toBeVisible();
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
    expect(within(second).getAllByText('Escolha o destino')).toHaveLength(2);
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
});

import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aConnection, anAgent, aQueue } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import {
  suporte,
  vendas,
  withQueues,
  open,
  edit,
  startNew,
  write,
  save,
  tab,
  optionsOf,
  choose,
} from './queues.fixture.ts';

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

  it('sets the minutes to the first response, and none again', async () => {
    const { updated } = withQueues([suporte]);
    const { user } = open();
    await edit(user);
    const field = () => screen.getByRole('spinbutton', { name: 'Meta para a primeira resposta (minutos)' });
    expect(field()).toHaveValue(null);
    write(field(), '10');
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ targetMinutes: 10 }));
    await edit(user);
    write(field(), '');
    await user.click(save());
    await waitFor(() => expect(updated[1]?.body).toMatchObject({ targetMinutes: null }));
  });

  it('hides file lists without them in the plan', async () => {
    withQueues([suporte]);
    const { user } = open({ plan: { useIntegrations: false } });
    await startNew(user);
    expect(screen.queryByRole('combobox', { name: 'Lista de arquivos' })).not.toBeInTheDocument();
  });

  it('chooses the flow that starts in the queue, and none again [M-138]', async () => {
    const { updated } = withQueues([{ ...suporte, flowId: 9 }]);
    const { user } = open();
    await edit(user);
    const field = await screen.findByRole('combobox', { name: 'Fluxo de conversa' });
    await waitFor(() => expect(field).toHaveTextContent('Antigo (desativado)'));
    await choose(user, 'Fluxo de conversa', 'Orçamento');
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ flowId: 8 }));
    await edit(user);
    await choose(user, 'Fluxo de conversa', 'Nenhum');
    await user.click(save());
    await waitFor(() => expect(updated[1]?.body).toMatchObject({ flowId: null }));
  });

  it('chooses the integration that receives the conversations of the queue, and none again [M-138]', async () => {
    const { updated } = withQueues([{ ...suporte, integrationId: 7 }]);
    const { user } = open();
    await edit(user);
    const field = await screen.findByRole('combobox', { name: 'Integração' });
    await waitFor(() => expect(field).toHaveTextContent('Promo · Typebot'));
    await choose(user, 'Integração', 'Aviso de venda · Webhook');
    await user.click(save());
    await waitFor(() => expect(updated[0]?.body).toMatchObject({ integrationId: 6 }));
    await edit(user);
    await choose(user, 'Integração', 'Nenhuma');
    await user.click(save());
    await waitFor(() => expect(updated[1]?.body).toMatchObject({ integrationId: null }));
  });

  it('leaves flow and integration of a queue alone without them in the plan', async () => {
    const { updated } = withQueues([{ ...suporte, flowId: 9, integrationId: 7 }]);
    const { user } = open({ plan: { useIntegrations: false } });
    await edit(user);
    expect(screen.queryByRole('combobox', { name: 'Fluxo de conversa' })).not.toBeInTheDocument();
    expect(screen.queryByRole('combobox', { name: 'Integração' })).not.toBeInTheDocument();
    write(screen.getByLabelText('Mensagem de saudação'), 'Oi!');
    await user.click(save());
    await waitFor(() => expect(updated).toHaveLength(1));
    expect(updated[0]?.body).not.toHaveProperty('flowId');
    expect(updated[0]?.body).not.toHaveProperty('integrationId');
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

describe('the list of queues', () => {
  it('shows who serves each queue and on which connections [F-U47]', async () => {
    withQueues([suporte, aQueue({ id: 7, name: 'Trocas', color: '#e8590c' })]);
    answer(endpoints.connections.list, () => [aConnection({ name: 'Matriz', queueIds: [2] })]);
    open();
    const cells = async (name: string) =>
      within((await screen.findByRole('cell', { name })).closest('tr')!)
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    await screen.findByRole('cell', { name: 'Rute Lacerda' });
    expect((await cells('Suporte')).slice(2, 4)).toEqual(['Rute Lacerda', 'Matriz']);
    expect((await cells('Trocas')).slice(2, 4)).toEqual(['Ninguém', 'Nenhuma']);
  });

  it('has one primary button, also while it is empty [F-U43]', async () => {
    withQueues([]);
    open();
    await screen.findByText('Nenhuma fila ainda');
    expect(document.querySelectorAll('button[class*=primary]')).toHaveLength(1);
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

  it.each([
    ['disabled', 'Escolher o tipo de expediente', '/settings'],
    ['company', 'Abrir os horários da empresa', '/settings/hours'],
    ['connection', 'Abrir conexões', '/connections'],
  ])('set elsewhere (%s) have a button to that place [F-U37]', async (scheduleType, button, path) => {
    withQueues([suporte]);
    answer(endpoints.connections.list, () => [aConnection({ queueIds: [2] })]);
    // The other screen may already load; what it shows is tested there.
    answer(endpoints.settings.company, () => new Promise(() => {}));
    answer(endpoints.companies.hours, () => new Promise(() => {}));
    const { user, router } = open({ scheduleType });
    await edit(user, 'Suporte', 'Horários');
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
  });

  it('start from Monday to Friday in the time zone by its usual name [F-U37]', async () => {
    withQueues([suporte]);
    const { user } = open({ scheduleType: 'queue' });
    await edit(user, 'Suporte', 'Horários');
    expect(screen.getByText(/Vale o horário de Brasília/)).toBeVisible();
    expect(screen.getByLabelText('Sexta-feira: fim do 2º turno')).toHaveValue('18:00');
    for (const day of ['Sábado', 'Domingo'])
      expect(screen.getByRole('switch', { name: `${day}: aberto` })).not.toBeChecked();
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
    expect(schedules?.map(({ endTimeB }) => endTimeB)).toEqual([...Array(4).fill('18:00'), '17:30', '', '18:00']);
  });
});

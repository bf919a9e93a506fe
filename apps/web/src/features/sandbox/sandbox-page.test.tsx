import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { aCustomer, aPhoneConnection, aPhoneMessage, fakeSandbox } from '../../testing/sandbox.ts';
import { answer, refuse } from '../../testing/server.ts';

const phoneOf = (name: string) => screen.findByRole('region', { name: `Celular de ${name}` });
const customersPanel = () => screen.findByRole('complementary', { name: 'Clientes' });
const system = () => screen.findByRole('complementary', { name: 'Sistema' });

describe('the simulator', () => {
  it('sends what the user writes as a customer and shows it when it has arrived', async () => {
    const { actionRequests: actions, addMessages: receive } = fakeSandbox([aPhoneConnection()]);
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    const phone = within(await phoneOf('Helena Prado'));
    expect(await phone.findByText('Escreva a primeira mensagem como Helena Prado.')).toBeVisible();
    await user.type(phone.getByRole('textbox', { name: 'Mensagem como Helena Prado' }), 'Oi! Vi o anúncio{Enter}');
    await waitFor(() =>
      expect(actions[0]).toMatchObject({
        params: { connectionId: 1 },
        body: { act: 'say', customerId: 'helena', text: 'Oi! Vi o anúncio' },
      }),
    );
    expect(phone.getByRole('textbox', { name: /^Mensagem como/ })).toHaveValue('');

    act(() =>
      receive(aPhoneMessage({ kind: 'text', text: 'Oi! Vi o anúncio' }, { fromCustomer: true, ticks: 'sent' })),
    );
    const thread = within(phone.getByRole('log'));
    expect(await thread.findByText('Oi! Vi o anúncio')).toBeVisible();
    expect(thread.getByRole('img', { name: 'enviada' })).toBeVisible();
    act(() => receive(aPhoneMessage({ kind: 'text', text: 'Bom dia, Helena!' })));
    expect(await thread.findByText('Bom dia, Helena!')).toBeVisible();
  });

  it('has no menu, has a way back, and is for users who manage connections', async () => {
    fakeSandbox([aPhoneConnection()]);
    const { unmount } = renderScreen('/sandbox', { as: anAdmin() });
    await phoneOf('Helena Prado');
    expect(screen.queryByRole('navigation', { name: 'Menu principal' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Voltar' })).toBeVisible();
    unmount();
    renderScreen('/sandbox', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
  });

  it('without a simulated connection links to where one is created', async () => {
    fakeSandbox([]);
    const { user, router } = renderScreen('/sandbox', { as: anAdmin() });
    expect(await screen.findByText('Nenhuma conexão simulada')).toBeVisible();
    answer(endpoints.queues.list, () => []);
    await user.click(screen.getByRole('button', { name: 'Criar conexão simulada' }));
    const form = await screen.findByRole('dialog', { name: 'Nova conexão · WhatsApp' });
    expect(within(form).getByRole('radio', { name: /Testar sem conta \(simulador\)/ })).toBeChecked();
    expect(router.state.location).toMatchObject({ pathname: '/connections', searchStr: '' });
  });

  it('that is switched off on the server says so', async () => {
    fakeSandbox([]);
    answer(endpoints.connections.providers, () => []);
    const { user, router } = renderScreen('/sandbox', { as: anAdmin() });
    expect(await screen.findByText('O simulador está desligado neste servidor.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ir para conexões' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/connections'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that cannot be reached shows an error with a retry', async () => {
    answer(endpoints.sandbox.overview, () => refuse('ERR_PROVIDER_UNAVAILABLE'));
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    expect(await screen.findByText('Este tipo de conexão ainda não está disponível aqui.')).toBeVisible();
    fakeSandbox([aPhoneConnection()]);
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await phoneOf('Helena Prado')).toBeVisible();
  });

  it('restarts after a confirmation', async () => {
    const { actionRequests: actions } = fakeSandbox([aPhoneConnection()]);
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    await phoneOf('Helena Prado');
    await user.click(screen.getByRole('button', { name: 'Recomeçar' }));
    const question = await screen.findByRole('dialog', { name: 'Recomeçar o simulador?' });
    expect(actions).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Recomeçar' }));
    await waitFor(() => expect(actions[0]?.body).toEqual({ act: 'start-over' }));
  });
});

describe('simulated customers', () => {
  it('are chosen from a list with unread counts', async () => {
    fakeSandbox([aPhoneConnection()]);
    const { user, router } = renderScreen('/sandbox', { as: anAdmin() });
    const list = within(await customersPanel());
    expect(await list.findByRole('button', { name: /Helena Prado/ })).toHaveAttribute('aria-pressed', 'true');
    expect(list.getByRole('img', { name: '2 não lidas' })).toBeVisible();
    await user.click(list.getByRole('button', { name: /João Figueiredo/ }));
    expect(await phoneOf('João Figueiredo')).toBeVisible();
    expect(router.state.location.search).toMatchObject({ connection: 1, customer: 'joao' });
  });

  it('can be added, also as a group', async () => {
    const connection = aPhoneConnection();
    fakeSandbox([connection]);
    const createRequests = answer(endpoints.sandbox.newCustomer, ({ body }) => {
      const customer = aCustomer({ id: `c${connection.customers.length}`, name: body.name, isGroup: body.isGroup });
      connection.customers.push(customer);
      return customer;
    });
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Novo cliente' }));
    await user.type(await screen.findByLabelText(/^Nome \*|^Nome$/), 'Rosa Lima');
    await user.type(screen.getByLabelText('Número'), '55819abc');
    await user.click(screen.getByRole('button', { name: 'Criar cliente' }));
    expect(await screen.findByText('Valor inválido')).toBeVisible();
    await user.clear(screen.getByLabelText('Número'));
    await user.type(screen.getByLabelText('Número'), '5581991230000');
    await user.click(screen.getByRole('button', { name: 'Criar cliente' }));
    await waitFor(() =>
      expect(createRequests[0]?.body).toMatchObject({ name: 'Rosa Lima', number: '5581991230000', members: [] }),
    );
    expect(await phoneOf('Rosa Lima')).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'Novo cliente' }));
    await user.type(await screen.findByLabelText(/^Nome \*|^Nome$/), 'Família Prado');
    await user.click(screen.getByRole('switch', { name: 'É um grupo' }));
    await user.type(screen.getByLabelText('Participantes'), 'Helena{Enter}Otávio');
    await user.click(screen.getByRole('button', { name: 'Criar cliente' }));
    await waitFor(() =>
      expect(createRequests[1]?.body).toMatchObject({ isGroup: true, members: ['Helena', 'Otávio'] }),
    );
  });

  it('of a group write one after the other', async () => {
    const group = aCustomer({
      id: 'familia',
      name: 'Família Prado',
      isGroup: true,
      members: [
        { id: 'm1', name: 'Helena' },
        { id: 'm2', name: 'Otávio' },
      ],
    });
    const { actionRequests: actions } = fakeSandbox([aPhoneConnection({ customers: [group] })]);
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    const phone = within(await phoneOf('Família Prado'));
    await user.selectOptions(phone.getByRole('combobox', { name: 'Quem escreve no grupo' }), 'Otávio');
    await user.type(phone.getByRole('textbox'), 'Eu também quero{Enter}');
    await waitFor(() => expect(actions[0]?.body).toMatchObject({ act: 'say', memberId: 'm2' }));
  });

  it('write through any simulated connection, by channel', async () => {
    fakeSandbox([
      aPhoneConnection({ id: 1, name: 'Matriz (treino)' }),
      aPhoneConnection({
        id: 2,
        name: '@oticaboavista',
        channel: 'instagram',
        customers: [aCustomer({ id: 'ana', name: 'Ana Reis' })],
      }),
    ]);
    const { user, router } = renderScreen('/sandbox', { as: anAdmin() });
    await phoneOf('Helena Prado');
    await user.click(screen.getByRole('button', { name: 'Insta' }));
    expect(await phoneOf('Ana Reis')).toHaveAttribute('data-channel', 'instagram');
    expect(router.state.location.search).toMatchObject({ connection: 2 });
  });

  it('have scripts that run by themselves', async () => {
    fakeSandbox([aPhoneConnection()]);
    const run = answer(endpoints.sandbox.run, () => ({ steps: 5 }));
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: /Pede orçamento/ }));
    expect(await screen.findByText('“Pede orçamento” começou: 5 passos')).toBeVisible();
    expect(run[0]).toMatchObject({ params: { connectionId: 1, scriptId: 'quote' }, body: { customerId: 'helena' } });
  });
});

const anEvent = (what: string, own: { detail?: string; reason?: string; queue?: string } = {}) => ({
  at: '2026-07-23T12:38:00.000Z',
  what,
  detail: '',
  reason: null,
  user: '',
  queue: '',
  ...own,
});

describe('beside the phone', () => {
  it('the panel shows how the system processed a message, and why the bot acted [F-U29] [F-U30]', async () => {
    fakeSandbox([aPhoneConnection()]);
    answer(endpoints.sandbox.trace, () => ({
      ticket: {
        id: 48266,
        number: 266,
        uuid: 'u',
        status: 'open' as const,
        queue: { id: 3, name: 'Vendas', color: '#2f9e44' },
        user: { id: 1, name: 'Marina Lopes' },
      },
      events: [
        anEvent('received', { detail: 'conexão Matriz (treino)' }),
        anEvent('chatBot', { detail: 'Vendas', reason: 'queueChosen', queue: 'Vendas' }),
        anEvent('failed', { detail: 'ERR_CHANNEL_REFUSED' }),
        anEvent('delivered', { detail: '*Já estão* separados' }),
      ],
    }));
    renderScreen('/sandbox', { as: anAdmin() });
    const panel = within(await system());
    expect(await panel.findByText('#266')).toBeVisible();
    expect(panel.getByText('Atendendo')).toBeVisible();
    expect(panel.getByText('Vendas')).toBeVisible();
    expect(panel.getByText('Marina Lopes')).toBeVisible();
    const events = within(panel.getByRole('list', { name: 'O que aconteceu' })).getAllByRole('listitem');
    expect(events.map((event) => event.querySelector('p')?.textContent)).toEqual([
      'Mensagem recebidaconexão Matriz (treino)',
      'O cliente escolheu a fila Vendas',
      'A resposta não foi enviadaO canal recusou a mensagem.',
      'Resposta entregueJá estão separados',
    ]);
  });

  it('each step appears as soon as the server publishes it, with a text', async () => {
    fakeSandbox([aPhoneConnection()]);
    const steps = ['stored', 'waiting', 'resent', 'delivered'];
    const events: ReturnType<typeof anEvent>[] = [];
    answer(endpoints.sandbox.trace, () => ({ ticket: null, events }));
    renderScreen('/sandbox', { as: anAdmin() });
    const panel = within(await system());
    expect(await panel.findByText('Nada ainda.')).toBeVisible();
    connect();
    events.push(...steps.map((what) => anEvent(what)));
    receive('ticket', { action: 'updateUnread', ticketId: 4 });
    const listItems = within(await panel.findByRole('list', { name: 'O que aconteceu' })).getAllByRole('listitem');
    expect(listItems.map((step) => step.querySelector('p')?.textContent)).toEqual([
      'Resposta guardada',
      'Nova tentativa em breve',
      'Resposta reenviada',
      'Resposta entregue',
    ]);
  });

  it('an ignored group is explained', async () => {
    fakeSandbox([aPhoneConnection({ customers: [aCustomer({ isGroup: true, name: 'Condomínio' })] })]);
    renderScreen('/sandbox', { as: anAdmin() });
    expect(await within(await system()).findByText(/Grupos só chegam se a conexão recebe/)).toBeVisible();
  });

  it('WhatsApp comes first', async () => {
    const page = aPhoneConnection({ id: 1, channel: 'facebook', name: 'Página' });
    fakeSandbox([page, aPhoneConnection({ id: 2, name: 'Matriz (treino)' })]);
    renderScreen('/sandbox', { as: anAdmin() });
    const channels = within(await customersPanel()).getByRole('group', { name: 'Pelo canal' });
    expect(
      within(channels)
        .getAllByRole('button')
        .map((element) => element.textContent),
    ).toEqual(['WhatsApp', 'Face']);
    expect(within(channels).getByRole('button', { name: 'WhatsApp' })).toHaveAttribute('aria-pressed', 'true');
  });

  it.each([
    ['Ler tudo', { act: 'read', customerId: 'helena' }],
    ['Digitando…', { act: 'type', customerId: 'helena' }],
    ['Ficar offline', { act: 'online', customerId: 'helena', isOnline: false }],
    ['Mandar foto', { act: 'send', customerId: 'helena', type: 'image' }],
    ['Apagar última', { act: 'delete', customerId: 'helena', wid: 'mine' }],
    ['Derrubar conexão', { act: 'drop' }],
    ['Remover aparelho', { act: 'log-out' }],
  ] as const)('«%s» takes one click', async (name, expected) => {
    const { actionRequests: actions } = fakeSandbox(
      [aPhoneConnection()],
      aPhoneMessage({ kind: 'text', text: 'Oi' }, { wid: 'mine', fromCustomer: true }),
      aPhoneMessage({ kind: 'text', text: 'Olá' }, { wid: 'theirs' }),
    );
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    await screen.findByText('Olá');
    await user.click(within(await system()).getByRole('button', { name }));
    await waitFor(() => expect(actions[0]?.body).toMatchObject(expected));
  });

  it('the clock is set one more day ahead with each press, and back [F-U30]', async () => {
    const connection = aPhoneConnection();
    fakeSandbox([connection]);
    const requests = answer(endpoints.sandbox.clock, ({ body }) => {
      connection.clockAheadHours = body.hours === 0 ? 0 : connection.clockAheadHours + body.hours;
      return { now: connection.now, clockAheadHours: connection.clockAheadHours };
    });
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Avançar 24 h' }));
    expect(await screen.findByText('Relógio 24 h adiantado')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Avançar 24 h' }));
    expect(await screen.findByText('Relógio 48 h adiantado')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Voltar à hora certa' }));
    await waitFor(() => expect(screen.queryByText(/Relógio/)).not.toBeInTheDocument());
    expect(requests.map(({ body }) => body.hours)).toEqual([24, 24, 0]);
  });

  it('time passes for the tickets of the connection', async () => {
    fakeSandbox([aPhoneConnection()]);
    const requests = answer(endpoints.sandbox.pass, () => ({ conversations: 3 }));
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Passar 1 h' }));
    expect(await screen.findByText('60 minutos se passaram nas conversas desta conexão')).toBeVisible();
    expect(requests.map(({ body }) => body.minutes)).toEqual([60]);
  });

  it('faults are injected into the network and removed', async () => {
    const connection = aPhoneConnection();
    const { actionRequests: actions } = fakeSandbox([connection]);
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Falhas da rede' }));
    await user.click(await screen.findByRole('combobox', { name: 'Cada envio' }));
    await user.click(await screen.findByRole('option', { name: 'É recusado' }));
    await user.click(await screen.findByRole('combobox', { name: 'Motivo da recusa' }));
    await user.click(await screen.findByRole('option', { name: 'A janela de 24 horas terminou' }));
    await user.type(screen.getByLabelText('Quantas vezes'), '2');
    connection.faults = { ...connection.faults, sends: 'refuse' };
    await user.click(screen.getByRole('button', { name: 'Aplicar falhas' }));
    await waitFor(() =>
      expect(actions[0]?.body).toMatchObject({
        act: 'faults',
        faults: { sends: 'refuse', refusal: 'window', times: 2 },
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Rede com falhas' }));
    await user.click(await screen.findByRole('button', { name: 'Voltar ao normal' }));
    await waitFor(() =>
      expect(actions[1]?.body).toMatchObject({ act: 'faults', faults: { sends: 'fine', times: null } }),
    );
  });

  it('a waiting code is scanned with this phone', async () => {
    const connection = aPhoneConnection({ status: 'qrcode', session: 'qrcode', qrcode: 'code' });
    const { actionRequests: actions } = fakeSandbox([connection]);
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    const phone = within(await phoneOf('Helena Prado'));
    expect(phone.getByText('A conexão “Matriz (treino)” espera a leitura do QR Code.')).toBeVisible();
    Object.assign(connection, { status: 'CONNECTED', session: 'open', qrcode: '' });
    await user.click(phone.getByRole('button', { name: 'Ler o QR Code' }));
    await waitFor(() => expect(actions[0]?.body).toEqual({ act: 'scan' }));
    await waitFor(() => expect(phone.queryByText(/espera a leitura/)).not.toBeInTheDocument());
  });

  it('a number that was never connected requests its session', async () => {
    fakeSandbox([aPhoneConnection({ status: 'DISCONNECTED', session: 'none' })]);
    const renewed = answer(endpoints.connections.newSession, () => ({ message: 'ok' }));
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    await user.click(within(await system()).getByRole('button', { name: 'Conectar' }));
    await waitFor(() => expect(renewed[0]?.params.id).toBe(1));
  });

  it('the inbox opens in its own window', async () => {
    fakeSandbox([aPhoneConnection()]);
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Abrir Conversas ao lado' }));
    expect(opened).toHaveBeenCalledWith('/tickets', '_blank', 'noopener');
  });

  it('the inbox opens at the conversation that is being played [F-U30]', async () => {
    fakeSandbox([aPhoneConnection()]);
    const uuid = '0198f2b6-0000-7000-8000-000000000001';
    const ticket = { id: 7, number: 7, uuid, status: 'open' as const, queue: null, user: null };
    answer(endpoints.sandbox.trace, () => ({ ticket, events: [] }));
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = renderScreen('/sandbox', { as: anAdmin() });
    expect(await within(await system()).findByText('#7')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Abrir Conversas ao lado' }));
    expect(opened).toHaveBeenCalledWith(`/tickets/${uuid}`, '_blank', 'noopener');
  });

  it('names today and yesterday by the clock of the phone [F-U30]', async () => {
    const at = (day: string) => aPhoneMessage({ kind: 'text', text: day }, { at: `${day}T12:38:00.000Z` });
    fakeSandbox([aPhoneConnection()], at('2026-07-21'), at('2026-07-22'), at('2026-07-23'));
    renderScreen('/sandbox', { as: anAdmin() });
    const thread = within(await within(await phoneOf('Helena Prado')).findByRole('log'));
    expect(await thread.findByText('Hoje')).toBeVisible();
    expect(thread.getByText('Ontem')).toBeVisible();
    expect(thread.getByText('21/07/2026')).toBeVisible();
  });
});

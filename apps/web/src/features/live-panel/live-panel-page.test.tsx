import { endpoints } from '@balcao/contract/endpoints/index';
import { GOOD_WITHIN_TARGET_PERCENT } from '@balcao/domain/insight/metrics';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeAudioPlayback } from '../../testing/fake-notifications.ts';
import { aConnection, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { aTicket } from '../../testing/inbox.ts';
import { aPanel, aPanelAgent, aPanelTicket } from '../../testing/insight.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { sockets } from '../../testing/socket.ts';
import './wall.tsx';

const withPanel = (own: Parameters<typeof aPanel>[0] = {}) => answer(endpoints.livePanel.show, () => aPanel(own));
const open = (path = '/moments', as = anAdmin()) => renderScreen(path, { as });
const pending = async () => within(await screen.findByRole('region', { name: 'Pendentes' }));
const column = async (name: string) => within(await screen.findByRole('article', { name }));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('the live panel', () => {
  it('has a column of pending conversations and one for each agent [M-296] [M-321]', async () => {
    withPanel();
    open();
    expect(await screen.findByRole('heading', { name: 'Painel de Atendimentos' })).toBeVisible();
    const card = (await pending()).getByRole('listitem');
    expect(card).toHaveTextContent('Otávio Rangel');
    // Cut at thirty letters.
    expect(card).toHaveTextContent('Quero saber do meu óculos, faz…');
    expect(card).toHaveTextContent('Suporte · Matriz');
    expect(within(card).getByText('3 não lidas')).toBeInTheDocument();
    expect(within(card).getByText('espera há 18 min, passou da meta')).toBeInTheDocument();
    expect(card.title).toMatch(/^Última mudança em 17\/11\/2026/);
    const caio = await column('Caio Andrade');
    expect(caio.getByRole('link', { name: 'Helena Prado' })).toBeVisible();
    expect(caio.getByRole('img', { name: '1 de 15 conversas' })).toBeVisible();
    expect(caio.getByText('Online')).toBeVisible();
    expect((await column('Marina Lopes')).getByText('Nenhuma conversa.')).toBeVisible();
  });

  it('counts who waits, the longest wait, open conversations and who is online', async () => {
    withPanel();
    open();
    await pending();
    const figure = (label: string) => screen.getByText(label).parentElement?.textContent;
    expect(figure('aguardando')).toBe('aguardando1');
    expect(figure('maior espera')).toBe('maior espera18 min');
    expect(figure('em atendimento')).toBe('em atendimento1');
    expect(figure('online')).toBe('online2 de 2');
    expect(screen.getByText('Hoje, 92 % dentro da meta')).toBeVisible();
  });

  it.each([
    [GOOD_WITHIN_TARGET_PERCENT - 1, 'warn'],
    [GOOD_WITHIN_TARGET_PERCENT, 'success'],
  ])('shows %d %% within target beside the share that counts as good', async (withinTarget, tone) => {
    withPanel({ withinTarget });
    open();
    const text = (await pending()).getByText(`Hoje, ${withinTarget} % dentro da meta`);
    const footer = text.closest('footer')!;
    expect(within(footer).getByText(`bom a partir de ${GOOD_WITHIN_TARGET_PERCENT} %`)).toBeVisible();
    expect(footer.querySelector('[data-tone]')).toHaveAttribute('data-tone', tone);
  });

  it('lets the clocks run on one timer [M-296]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    withPanel({ tickets: [1, 2, 3].map((id) => aPanelTicket({ id, waitingSince: minutesAgo(4) })) });
    const timers = vi.spyOn(globalThis, 'setInterval');
    open();
    expect((await pending()).getAllByText('4 min')).toHaveLength(3);
    const seconds = timers.mock.calls.filter(([, ms]) => ms === 1000);
    expect(seconds).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect((await pending()).getAllByText('5 min')).toHaveLength(3);
    expect((await pending()).getAllByText('espera há 5 min')[0]?.parentElement).toHaveAttribute('data-tone', 'warn');
  });

  it('follows its events: new, changed and removed conversations and agents [M-297]', async () => {
    withPanel();
    open();
    await pending();
    connect();
    expect(sockets.at(-1)?.emitted.map(([name]) => name)).toContain('joinLivePanel');
    const accepted = aPanelTicket({ status: 'open', userId: 4, user: aPanelAgent() });
    receive('livePanel', { action: 'update', ticket: accepted });
    expect(await (await column('Caio Andrade')).findByRole('link', { name: 'Otávio Rangel' })).toBeVisible();
    expect(await screen.findByText('Tudo respondido')).toBeVisible();
    receive('livePanel', { action: 'delete', ticketId: 1 });
    await waitFor(async () =>
      expect((await column('Caio Andrade')).queryByRole('link', { name: 'Otávio Rangel' })).toBeNull(),
    );
    receive('livePanel', { action: 'update', agent: aPanelAgent({ paused: true }) });
    expect(await (await column('Caio Andrade')).findByText('Em pausa')).toBeVisible();
    receive('livePanel', { action: 'delete', userId: 4 });
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Caio Andrade' })).toBeNull());
  });

  it('is fetched again when an event asks for it', async () => {
    const requests = withPanel();
    open();
    await pending();
    receive('livePanel', { action: 'reload' });
    await waitFor(() => expect(requests).toHaveLength(2));
  });

  it('shows one queue on demand', async () => {
    withPanel({
      tickets: [
        aPanelTicket(),
        aPanelTicket({ id: 5, queueId: 3, contact: { ...aPanelTicket().contact, name: 'Igor' } }),
      ],
      queues: [
        { id: 2, name: 'Suporte', color: '#1971c2', targetMinutes: 10 },
        { id: 3, name: 'Vendas', color: '#2f9e44', targetMinutes: null },
      ],
    });
    const { user } = open();
    expect((await pending()).getAllByRole('listitem')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: /^Vendas 1/ }));
    expect((await pending()).getByRole('listitem')).toHaveTextContent('Igor');
    await user.click(screen.getByRole('button', { name: 'Vendas' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Todas as filas' }));
    expect((await pending()).getAllByRole('listitem')).toHaveLength(2);
  });

  it('shows the three most urgent of an agent, and the others on demand', async () => {
    withPanel({
      tickets: [1, 2, 3, 4, 5].map((id) => aPanelTicket({ id, status: 'open', userId: 4, user: aPanelAgent() })),
    });
    const { user } = open();
    const caio = await column('Caio Andrade');
    expect(caio.getAllByRole('listitem')).toHaveLength(3);
    await user.click(caio.getByRole('button', { name: 'mais 2' }));
    expect(caio.getAllByRole('listitem')).toHaveLength(5);
  });

  it('says after ten seconds that it is stale [M-297]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    withPanel();
    open();
    await pending();
    connect();
    act(() => sockets.at(-1)?.trigger('disconnect', 'transport close'));
    await act(() => vi.advanceTimersByTimeAsync(8000));
    expect(screen.queryByText(/Sem conexão há/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(4000));
    expect(screen.getByText(/^Sem conexão há 1\d s\. O painel mostra o último estado recebido\.$/)).toBeVisible();
    connect();
    await waitFor(() => expect(screen.queryByText(/Sem conexão há/)).toBeNull());
  });

  it('shows the text for an error of the server, and is loaded again [M-296]', async () => {
    answer(endpoints.livePanel.show, () => refuse('ERR_INTERNAL'));
    const { user } = open();
    expect(
      await screen.findByText('Não foi possível carregar os atendentes e as conversas', {}, { timeout: 8000 }),
    ).toBeVisible();
    withPanel();
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    await pending();
  });

  it('shows the load without a limit as a number, and beyond the limit in red', async () => {
    withPanel({ capacity: 0 });
    const { unmount } = open();
    expect(await (await column('Caio Andrade')).findByText('conversa', { exact: false })).toBeVisible();
    unmount();
    withPanel({
      capacity: 1,
      tickets: [1, 2].map((id) => aPanelTicket({ id, status: 'open', userId: 4, user: aPanelAgent() })),
    });
    open();
    const load = await screen.findByRole('img', { name: '2 de 1 conversas' });
    expect(load.querySelector('i')).toHaveAttribute('data-tone', 'danger');
  });
});

describe('transfers on the panel', () => {
  const move = async (user: ReturnType<typeof open>['user'], contact: string, to: RegExp | string) => {
    await user.click(await screen.findByRole('button', { name: `Transferir ${contact}` }));
    await user.click(await screen.findByRole('menuitem', { name: to }));
  };

  it('give a conversation to an agent by its menu, and take it back [M-296]', async () => {
    withPanel();
    const updates = answer(endpoints.tickets.update, () => aTicket({ id: 1 }));
    const { user } = open();
    await move(user, 'Otávio Rangel', /^Caio Andrade/);
    expect(await screen.findByText('Otávio Rangel foi para Caio Andrade')).toBeVisible();
    expect(updates[0]).toMatchObject({
      params: { id: 1 },
      body: { status: 'open', userId: 4, queueId: 2, isTransfered: true },
    });
    expect((await column('Caio Andrade')).getByRole('link', { name: 'Otávio Rangel' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(updates[1]?.body).toMatchObject({ status: 'pending', userId: null, fromUserId: 4 }));
    expect((await pending()).getByRole('link', { name: 'Otávio Rangel' })).toBeVisible();
  });

  it('return a conversation to its queue', async () => {
    withPanel();
    const updates = answer(endpoints.tickets.update, () => aTicket({ id: 2 }));
    const { user } = open();
    await move(user, 'Helena Prado', 'Devolver à fila');
    expect(await screen.findByText('Helena Prado voltou à fila')).toBeVisible();
    expect(updates[0]?.body).toMatchObject({ status: 'pending', userId: null, fromUserId: 4 });
  });

  it('that are refused put the card back', async () => {
    withPanel();
    answer(endpoints.tickets.update, () => refuse('ERR_NO_PERMISSION'));
    const { user } = open();
    await move(user, 'Otávio Rangel', /^Caio Andrade/);
    await waitFor(async () => expect((await pending()).getByRole('link', { name: 'Otávio Rangel' })).toBeVisible());
  });

  it('are for admins; others open only their own conversations [M-297]', async () => {
    withPanel({ agents: [aPanelAgent()] });
    open('/moments', anAgent({ allowRealTime: 'enabled' }));
    expect((await column('Caio Andrade')).getByRole('link', { name: 'Helena Prado' })).toBeVisible();
    expect((await pending()).queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Transferir/ })).toBeNull();
  });
});

describe('alarms', () => {
  it('name a customer who waits too long, with an agent to give the conversation to', async () => {
    withPanel();
    const updates = answer(endpoints.tickets.update, () => aTicket({ id: 1 }));
    const { user } = open();
    expect(await screen.findByText('Otávio Rangel espera há 18 min em Suporte, meta de 10')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dar a alguém' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Marina Lopes' }));
    await waitFor(() => expect(updates[0]?.body).toMatchObject({ userId: 1 }));
  });

  it('name an agent who left, and return the conversations after a confirmation', async () => {
    const agent = aPanelAgent({ online: false });
    withPanel({
      tickets: [1, 2].map((id) => aPanelTicket({ id, status: 'open', userId: 4, user: agent })),
      agents: [agent, aPanelAgent({ id: 1, name: 'Marina Lopes' })],
    });
    const updates = answer(endpoints.tickets.update, () => aTicket());
    const { user } = open();
    expect(await screen.findByText('Caio Andrade saiu e deixou 2 conversas')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Devolver à fila' }));
    const question = within(await screen.findByRole('alertdialog').catch(() => screen.findByRole('dialog')));
    await user.click(question.getByRole('button', { name: 'Devolver à fila' }));
    await waitFor(() => expect(updates).toHaveLength(2));
  });

  describe('return the conversations of an agent who left', () => {
    const agent = aPanelAgent({ online: false });
    const ticketsIn = (queueId: number, ...ids: number[]) =>
      ids.map((id) => aPanelTicket({ id, queueId, status: 'open', userId: 4, user: agent }));
    const show = () => {
      withPanel({
        tickets: [...ticketsIn(2, 1, 2), ...ticketsIn(3, 5)],
        agents: [agent, aPanelAgent({ id: 1, name: 'Marina Lopes' })],
        queues: [
          { id: 2, name: 'Suporte', color: '#1971c2', targetMinutes: 10 },
          { id: 3, name: 'Vendas', color: '#2f9e44', targetMinutes: null },
        ],
      });
      return open();
    };
    const returnAll = async (user: ReturnType<typeof open>['user'], count: number) => {
      await user.click(await screen.findByRole('button', { name: 'Devolver à fila' }));
      const name = `Devolver ${count} conversas de Caio Andrade?`;
      const question = within(await screen.findByRole('dialog', { name }));
      await user.click(question.getByRole('button', { name: 'Devolver à fila' }));
    };

    it('only of the queue that is shown, with one undo for all', async () => {
      const updates = answer(endpoints.tickets.update, ({ params }) => aTicket({ id: params.id }));
      const { user } = show();
      await user.click(await screen.findByRole('button', { name: /^Suporte/ }));
      await returnAll(user, 2);
      expect(await screen.findByText('2 conversas voltaram à fila')).toBeVisible();
      expect(updates.map(({ params, body }) => [params.id, body.status])).toEqual([
        [1, 'pending'],
        [2, 'pending'],
      ]);
      await user.click(screen.getByRole('button', { name: 'Desfazer' }));
      await waitFor(() => expect(updates).toHaveLength(4));
      expect(updates.slice(2).map(({ params, body }) => [params.id, body.status, body.userId])).toEqual([
        [1, 'open', 4],
        [2, 'open', 4],
      ]);
    });

    it('and say once how many failed', async () => {
      answer(endpoints.tickets.update, ({ params }) =>
        params.id === 1 ? aTicket({ id: 1 }) : refuse('ERR_NO_PERMISSION'),
      );
      const { user } = show();
      await returnAll(user, 3);
      expect(await screen.findByText('2 conversas não voltaram à fila. Tente de novo.')).toBeVisible();
      expect(screen.getByText('Otávio Rangel voltou à fila')).toBeVisible();
      expect(screen.getAllByRole('button', { name: 'Desfazer' })).toHaveLength(1);
    });
  });

  it('name a lost connection', async () => {
    withPanel({ tickets: [] });
    answer(endpoints.connections.list, () => [aConnection({ name: 'Televendas', status: 'DISCONNECTED' })]);
    const { user, router } = open();
    expect(await screen.findByText('Televendas está desconectada')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/connections'));
  });

  it('sound once each, only after the user has asked for it', async () => {
    const played = fakeAudioPlayback();
    withPanel();
    const { user } = open();
    await screen.findByText(/^Otávio Rangel espera/);
    expect(played).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Ouvir os alarmes' }));
    await waitFor(() => expect(played).toEqual([{ sound: '/sounds/general.wav', volume: 1 }]));
    receive('livePanel', { action: 'update', ticket: aPanelTicket({ unreadMessages: 9 }) });
    await (await pending()).findByText('9 não lidas');
    expect(played).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Silenciar os alarmes' }));
    expect(await screen.findByRole('button', { name: 'Ouvir os alarmes' })).toBeVisible();
  });

  it('say that no agent is online', async () => {
    withPanel({ agents: [aPanelAgent({ online: false })] });
    open();
    expect(await screen.findByText('Ninguém está online e 1 cliente espera')).toBeVisible();
  });
});

describe('wall mode', () => {
  it('is entered by its button or F, shows large numbers without messages, and Esc leaves it', async () => {
    withPanel();
    const { user, router } = open();
    await pending();
    await user.keyboard('f');
    const wall = within(await screen.findByRole('region', { name: 'Modo mural' }));
    expect(wall.getByText('Aguardando').parentElement).toHaveTextContent('Aguardando1');
    expect(wall.getByText('Maior espera').parentElement).toHaveTextContent('18min');
    expect(wall.getByText('Suporte · Otávio R.')).toBeVisible();
    expect(wall.queryByText(/óculos/)).toBeNull();
    expect(wall.queryByText('Otávio Rangel')).toBeNull();
    expect(wall.getByText('Otávio R. espera há 18 min em Suporte, meta de 10')).toBeVisible();
    expect(router.state.location.search).toEqual({ mural: 1 });
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('heading', { name: 'Painel de Atendimentos' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Modo mural' }));
    await user.click(await screen.findByRole('button', { name: 'Sair do modo mural' }));
    await pending();
  });

  it('turns its pages above six agents, the longest wait first', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const agents = Array.from({ length: 7 }, (_, at) => aPanelAgent({ id: at + 1, name: `Agente ${at + 1}` }));
    withPanel({
      agents,
      tickets: [aPanelTicket({ status: 'open', userId: 7, user: agents[6]!, waitingSince: minutesAgo(9) })],
    });
    open('/moments?mural=1');
    const names = () => screen.getAllByRole('article').map((box) => box.getAttribute('aria-label'));
    await screen.findByRole('region', { name: 'Modo mural' });
    expect(names()).toEqual(['Agente 7', 'Agente 1', 'Agente 2', 'Agente 3', 'Agente 4', 'Agente 5']);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(names()).toEqual(['Agente 6']);
    expect(screen.getByText('Página 2 de 2')).toBeVisible();
  });
});

it('the panel is for admins and users with allowRealTime [M-297] [M-319]', async () => {
  renderScreen('/moments', { as: anAgent() });
  expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Painel de Atendimentos' })).toBeNull();
});

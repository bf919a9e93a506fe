import { endpoints } from '@balcao/contract/endpoints/index';
import type { MessageHit } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aContact, aMessage, aTicket } from '../../testing/inbox.ts';
import { aConnection, anAdmin, anAgent, aQueue, aTag, aUser } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { sockets } from '../../testing/socket.ts';

const atWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM.setViewport({ width });

const sales = { id: 1, name: 'Vendas', color: '#2F9E44' };
const caio = anAgent({ queues: [sales] });
const marina = anAdmin({ queues: [sales] });
const namedTicket = (id: number, name: string, own: Partial<Ticket> = {}) =>
  aTicket({ id, contactId: id, contact: { ...aTicket().contact, id, name }, userId: 4, queueId: 1, ...own });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

let shelf: Ticket[];
let listed: ReturnType<typeof answerLists>;

/** The pretended server keeps one shelf of tickets and answers each tab from it. */
function answerLists() {
  return answer(endpoints.tickets.list, ({ query }) => {
    const tickets = shelf.filter((ticket) => query.status === 'search' || ticket.status === query.status);
    return { tickets, count: tickets.length, hasMore: false };
  });
}

beforeEach(() => {
  shelf = [];
  listed = answerLists();
  answer(endpoints.tickets.counts, () => ({ open: 12, pending: 7, group: 3, unread: 5 }));
  answer(endpoints.queues.list, () => [aQueue({ id: 1, name: 'Vendas' }), aQueue({ id: 2, name: 'Suporte' })]);
  answer(endpoints.tags.pick, () => [aTag({ id: 8, name: 'Multifocal' })]);
  answer(endpoints.connections.list, () => [aConnection({ id: 2, name: 'Matriz' })]);
  answer(endpoints.access.pickUsers, () => [aUser({ id: 5, name: 'Rute Lins' })]);
  answer(
    endpoints.tickets.showByUuid,
    ({ params }) => shelf.find(({ uuid }) => uuid === params.uuid) ?? refuse('ERR_NO_TICKET_FOUND'),
  );
  answer(endpoints.tickets.log, () => []);
  answer(endpoints.tickets.seen, ({ params }) => shelf.find(({ id }) => id === params.id)!);
  answer(endpoints.messages.list, ({ params }) => ({
    messages: [aMessage()],
    ticket: shelf.find(({ uuid }) => uuid === params.ticketUuid) ?? shelf[0]!,
    count: 1,
    hasMore: false,
    hasNewer: false,
  }));
});

const rowOf = async (name: RegExp | string) =>
  (await screen.findByRole('link', { name })).closest<HTMLElement>('[role="listitem"]')!;
const names = () =>
  within(screen.getByRole('list', { name: 'Lista de conversas' }))
    .queryAllByRole('listitem')
    .map((row) => within(row).getByRole('link').textContent);
const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the list beside the conversation', () => {
  it('is drawn between 404 and 700 px and its width is kept with the person [M-046]', async () => {
    const widthRequests = answer(endpoints.access.keepListWidth, ({ body }) => aUser(body));
    const { user } = renderScreen('/tickets', { as: { ...caio, defaultTicketsManagerWidth: 420 } });
    const handle = await screen.findByRole('separator', { name: 'Largura da lista' });
    expect(handle).toHaveAttribute('aria-valuenow', '420');
    expect(handle).toHaveAttribute('aria-valuemin', '404');
    expect(handle).toHaveAttribute('aria-valuemax', '700');
    handle.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(handle).toHaveAttribute('aria-valuenow', '452');
    await waitFor(() => expect(widthRequests.map(({ body }) => body.defaultTicketsManagerWidth)).toEqual([452]));
    await user.keyboard('{End}');
    expect(handle).toHaveAttribute('aria-valuenow', '700');

    fireEvent.pointerDown(handle, { button: 0, clientX: 700, pointerId: 1 });
    fireEvent.pointerMove(handle, { clientX: 100, pointerId: 1 });
    fireEvent.pointerUp(handle, { pointerId: 1 });
    expect(handle).toHaveAttribute('aria-valuenow', '404');
    await waitFor(() => expect(widthRequests.at(-1)?.body.defaultTicketsManagerWidth).toBe(404));
  });

  it('tells what awaits while nothing is open, and takes who has waited longest', async () => {
    shelf = [namedTicket(2, 'Otávio Rangel', { status: 'pending', userId: null })];
    const requests = answer(endpoints.tickets.update, () => ({ ...shelf[0]!, status: 'open' as const, userId: 4 }));
    const { user, router } = renderScreen('/tickets', { as: caio });
    expect(await screen.findByText('Escolha uma conversa')).toBeVisible();
    expect(await screen.findByText('Você tem 5 conversas com mensagens novas e 7 clientes aguardando.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Atender a próxima/ }));
    await waitFor(() => expect(requests[0]?.params.id).toBe(2));
    expect(listed.find(({ query }) => query.status === 'pending')?.query.sortTickets).toBe('ASC');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${shelf[0]!.uuid}`));
  });

  it('gives way to one pane at a time on a narrow screen [M-047]', async () => {
    atWidth(800);
    try {
      shelf = [namedTicket(1, 'Helena Prado')];
      const { user, router } = renderScreen('/tickets', { as: caio });
      const tabs = within(await screen.findByRole('tablist', { name: 'Partes da tela' }));
      await user.click(tabs.getByRole('tab', { name: 'Ticket' }));
      await user.click(screen.getByRole('button', { name: 'Selecionar Ticket' }));
      expect(tabs.getByRole('tab', { name: /Atendimentos/ })).toHaveAttribute('aria-selected', 'true');
      await user.click(await screen.findByRole('link', { name: 'Helena Prado' }));
      await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${shelf[0]!.uuid}`));
      expect(tabs.getByRole('tab', { name: 'Ticket' })).toHaveAttribute('aria-selected', 'true');
    } finally {
      atWidth(1024);
    }
  });

  it('has its tabs in the app bar on a phone [M-047]', async () => {
    atWidth(390);
    try {
      renderScreen('/tickets', { as: caio });
      const bar = await screen.findByRole('banner');
      expect(await within(bar).findByRole('tab', { name: /Atendimentos/ })).toBeVisible();
      expect(screen.getByRole('button', { name: 'Nova conversa' })).toBeVisible();
    } finally {
      atWidth(1024);
    }
  });

  it('opens a conversation at its own address and marks its row [M-059]', async () => {
    shelf = [namedTicket(1, 'Helena Prado'), namedTicket(2, 'Luciana Sá')];
    const { user, router } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('link', { name: 'Helena Prado' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${shelf[0]!.uuid}`));
    expect(screen.getByRole('link', { name: 'Helena Prado' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('link', { name: 'Luciana Sá' })).not.toHaveAttribute('aria-current');
  });

  it('comes back to the list with the error when a conversation cannot be loaded [M-059]', async () => {
    const { router } = renderScreen(`/tickets/${aTicket().uuid}`, { as: caio });
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
  });
});

describe('finding', () => {
  it('waits 500 ms, asks for no empty words, and says the term when nothing was found [M-048]', async () => {
    shelf = [namedTicket(1, 'Helena Prado')];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = renderScreen('/tickets', { as: caio });
    const box = await screen.findByRole('textbox', { name: /Buscar nome/ });
    await rowOf('Helena Prado');
    const searches = () =>
      listed.filter(({ query }) => query.status === 'search').map(({ query }) => query.searchParam);
    await user.type(box, '   ');
    await settle(600);
    expect(searches()).toEqual([]);
    shelf = [];
    await user.clear(box);
    await user.type(box, 'zezé');
    await settle(300);
    expect(searches()).toEqual([]);
    await settle(300);
    expect(searches()).toEqual(['zezé']);
    expect(await screen.findByText('Nenhum resultado para “zezé”.')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Limpar filtros' })[0]!);
    expect(box).toHaveValue('');
    expect(await screen.findByRole('tab', { name: /Atendendo/ })).toBeVisible();
  });

  const hit: MessageHit = {
    id: 991,
    ticketId: 1,
    ticketUuid: aTicket({ id: 1 }).uuid,
    fromMe: false,
    isPrivate: false,
    mediaType: 'conversation',
    createdAt: '2026-07-23T12:16:00.000Z',
    snippet: 'multifocal com antirreflexo? Quanto fica',
    marks: [[15, 27]],
    channel: 'whatsapp',
    status: 'open',
    contact: { id: 31, name: 'Helena Prado', urlPicture: '' },
    queue: sales,
    whatsapp: { id: 2, name: 'Matriz' },
    user: null,
  };

  it('looks inside the messages when asked, marks the words, and opens the conversation there [M-048]', async () => {
    shelf = [namedTicket(1, 'Helena Prado')];
    const requests = answer(endpoints.messages.search, () => ({ hits: [hit], hasMore: false }));
    const { user, router } = renderScreen('/tickets', { as: caio });
    await user.type(await screen.findByRole('textbox', { name: /Buscar nome/ }), 'antirreflexo{Enter}');
    await user.click(await screen.findByRole('checkbox', { name: 'Buscar dentro das mensagens' }));
    const row = await rowOf('Helena Prado');
    await waitFor(() => expect(row.querySelector('mark')).toHaveTextContent('antirreflexo'));
    expect(requests[0]?.query.searchParam).toBe('antirreflexo');
    expect(screen.getByText('1 mensagem')).toBeVisible();
    await user.click(within(row).getByRole('link'));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${hit.ticketUuid}`));
    expect(router.state.location.search).toMatchObject({ m: 991 });
  });

  it('filters by queue, tag, connection and status, and by agent for admins [M-049]', async () => {
    const { user } = renderScreen('/tickets', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Filtros' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Filtros' }));
    for (const [field, option] of [
      ['Filas', 'Suporte'],
      ['Tags', 'Multifocal'],
      ['Conexões', 'Matriz'],
      ['Atendentes', 'Rute Lins'],
    ] as const) {
      await user.click(panel.getByRole('combobox', { name: field }));
      await user.click(await screen.findByRole('option', { name: option }));
    }
    await waitFor(() =>
      expect(listed.at(-1)?.query).toMatchObject({
        status: 'open',
        queueIds: [2],
        tags: [8],
        whatsapps: [2],
        users: [5],
      }),
    );
    await user.click(panel.getByRole('button', { name: 'Aguardando' }));
    await waitFor(() => expect(listed.at(-1)?.query).toMatchObject({ status: 'search', statusFilter: '["pending"]' }));
    expect(screen.getByRole('button', { name: 'Filtros, 5 em uso' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remover Tag: Multifocal' }));
    await waitFor(() => expect(listed.at(-1)?.query.tags).toEqual([]));
    await user.click(screen.getAllByRole('button', { name: 'Limpar filtros' })[0]!);
    expect(await screen.findByRole('tab', { name: /Atendendo/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Filtros' })).toBeVisible();
  });

  it('offers an agent no filter by agent, and only the agent’s own queues [M-049]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('button', { name: 'Filtros' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Filtros' }));
    expect(panel.queryByRole('combobox', { name: 'Atendentes' })).toBeNull();
    await user.click(panel.getByRole('combobox', { name: 'Filas' }));
    expect(await screen.findByRole('option', { name: 'Vendas' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'Suporte' })).toBeNull();
  });
});

describe('tabs and buttons', () => {
  it('stand for what one attends, what waits and what is resolved, with live counts; groups only for those allowed [M-050]', async () => {
    const { user, unmount } = renderScreen('/tickets', { as: caio });
    const tabs = within(await screen.findByRole('tablist', { name: 'Abas das conversas' }));
    await waitFor(() => expect(tabs.getByRole('tab', { name: /Atendendo/ })).toHaveTextContent('12'));
    expect(tabs.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Atendendo12',
      'Aguardando7',
      'Resolvidas',
    ]);
    for (const [tab, status] of [
      ['Aguardando', 'pending'],
      ['Resolvidas', 'closed'],
    ] as const) {
      await user.click(tabs.getByRole('tab', { name: new RegExp(tab) }));
      await waitFor(() => expect(listed.at(-1)?.query.status).toBe(status));
    }
    unmount();
    renderScreen('/tickets', { as: { ...caio, allowGroup: true } });
    const groups = await screen.findByRole('tab', { name: /Grupos/ });
    await waitFor(() => expect(groups).toHaveTextContent('3'));
  });

  it('count anew when something changed, at most once a second [M-050]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const counted = answer(endpoints.tickets.counts, () => ({ open: 1, pending: 1, group: 0, unread: 0 }));
    renderScreen('/tickets', { as: caio });
    await screen.findByRole('tab', { name: /Atendendo/ });
    await waitFor(() => expect(counted).toHaveLength(1));
    for (let n = 0; n < 30; n++) {
      receive('ticket', { action: 'update', ticket: namedTicket(n + 1, `Cliente ${n}`) });
      await settle(100);
    }
    expect(counted.length).toBeGreaterThan(1);
    expect(counted.length).toBeLessThanOrEqual(5);
  });

  it('show all to admins and those who see everyone’s chats; V does the same [M-051][M-061]', async () => {
    const { user, unmount } = renderScreen('/tickets', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Mostrar todas' }));
    await waitFor(() => expect(listed.at(-1)?.query.showAll).toBe(true));
    await user.click(document.body);
    await user.keyboard('v');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Mostrar todas' })).toBeVisible());
    unmount();
    const other = renderScreen('/tickets', { as: { ...caio, allUserChat: 'enabled' } });
    expect(await screen.findByRole('button', { name: 'Mostrar todas' })).toBeVisible();
    other.unmount();
    renderScreen('/tickets', { as: caio });
    await screen.findByRole('heading', { name: 'Conversas' });
    expect(screen.queryByRole('button', { name: 'Mostrar todas' })).toBeNull();
  });

  it('turn the order round, but not of what is resolved [M-051]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('button', { name: 'Mais antigas primeiro' }));
    await waitFor(() => expect(listed.at(-1)?.query).toMatchObject({ status: 'open', sortTickets: 'ASC' }));
    await user.click(screen.getByRole('tab', { name: /Resolvidas/ }));
    await waitFor(() => expect(listed.at(-1)?.query).toMatchObject({ status: 'closed', sortTickets: 'DESC' }));
    expect(screen.queryByRole('button', { name: /primeiro$/ })).toBeNull();
  });

  it('let admins resolve all of a tab, others not [M-051]', async () => {
    const { user, unmount } = renderScreen('/tickets', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Mais ações da lista' }));
    expect(await screen.findByRole('menuitem', { name: 'Resolver todas desta aba' })).toBeVisible();
    unmount();
    const other = renderScreen('/tickets', { as: caio });
    await other.user.click(await screen.findByRole('button', { name: 'Mais ações da lista' }));
    expect(await screen.findByRole('menuitem', { name: 'Selecionar várias' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Resolver todas desta aba' })).toBeNull();
  });

  it('start a new conversation [M-051]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('button', { name: 'Nova' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});

describe('a row', () => {
  it('shows queue, channel, the name cut at 60 and the last words cut at 40 [M-052]', async () => {
    const name = 'Maria das Graças Albuquerque de Vasconcelos e Almeida Cavalcanti Prado';
    shelf = [
      namedTicket(1, name, { lastMessage: 'vi o anúncio de vocês, ainda tem a armação preta redonda?' }),
      namedTicket(2, 'Pedro Azevedo', { lastMessage: '📷 Foto', channel: 'instagram', queue: null, queueId: null }),
    ];
    renderScreen('/tickets', { as: { ...caio, allTicket: 'enabled' } });
    const first = await rowOf(/^Maria das Graças/);
    expect(within(first).getByRole('link').textContent).toBe(`${name.slice(0, 60)}…`);
    expect(first).toHaveTextContent('vi o anúncio de vocês, ainda tem a armaç…');
    expect(within(first).getByText('Vendas')).toHaveStyle({ '--c': '#2F9E44' });
    expect(within(first).getByRole('img', { name: 'WhatsApp' })).toBeVisible();
    const second = await rowOf('Pedro Azevedo');
    expect(second).toHaveTextContent(/Foto(?!📷)/);
    expect(second).not.toHaveTextContent('📷');
    expect(second).toHaveTextContent('Sem fila');
    expect(within(second).getByRole('img', { name: 'Instagram' })).toBeVisible();
  });

  it('tells the time today and the day before that, connection, two tags and the rest, unread, and who attends to admins [M-053]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-07-23T15:00:00.000Z') });
    const tags = ['Orçamento', 'Multifocal', '1ª compra', 'VIP'].map((name, n) => ({
      id: n + 1,
      name,
      color: '#e8590c',
    }));
    const assigned = { userId: 1, user: { id: 1, name: 'Marina Lopes', color: '#1C7ED6' } };
    shelf = [
      namedTicket(1, 'Helena Prado', { ...assigned, unreadMessages: 2, contact: { ...aContact({ id: 1 }), tags } }),
      namedTicket(2, 'Rafael Teixeira', { ...assigned, updatedAt: '2026-07-23T02:30:00.000Z' }),
    ];
    const { unmount } = renderScreen('/tickets', { as: marina });
    const first = await rowOf(/^Helena Prado ?, 2 não lidas$/);
    expect(first.querySelector('time')).toHaveTextContent('09:16');
    expect(first).toHaveTextContent('Matriz');
    expect(first).toHaveTextContent('OrçamentoMultifocal+2Mais tags: 1ª compra, VIP');
    expect(within(first).getByRole('img', { name: 'Atendente: Marina Lopes' })).toBeVisible();
    // 02:30 in UTC is still the 22nd where the company is.
    expect((await rowOf('Rafael Teixeira')).querySelector('time')).toHaveTextContent('22/07/2026');
    unmount();
    renderScreen('/tickets', { as: caio });
    expect(within(await rowOf(/^Helena/)).queryByRole('img', { name: /Atendente/ })).toBeNull();
  });

  it.each([
    [1, 'Nota 1: furioso'],
    [2, 'Nota 2: irritado'],
    [3, 'Nota 3: neutro'],
    [4, 'Nota 4: feliz'],
    [5, 'Nota 5: amou'],
  ])('of a resolved conversation shows %s as a face with words [M-054]', async (rate, expectedText) => {
    shelf = [namedTicket(1, 'Camila Rocha', { status: 'closed', userRating: { rate } })];
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('tab', { name: /Resolvidas/ }));
    expect(within(await rowOf('Camila Rocha')).getByRole('img', { name: expectedText })).toBeVisible();
  });

  it.each([
    [3, 'cool', 'há 3 min'],
    [12, 'warm', 'há 12 min'],
    [40, 'hot', 'há 40 min'],
    [150, 'hot', 'há 2 h'],
  ])('tells how long someone waits: after %s min it is %s', async (minutes, warmth, expectedText) => {
    shelf = [namedTicket(1, 'Otávio Rangel', { status: 'pending', userId: null, createdAt: ago(minutes) })];
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('tab', { name: /Aguardando/ }));
    const wait = within(await rowOf('Otávio Rangel')).getByTitle(/Aguarda desde/);
    expect(wait).toHaveTextContent(expectedText);
    expect(wait).toHaveAttribute('data-warmth', warmth);
  });

  it('offers what its status allows: accepting always, the rest under the pointer [M-055]', async () => {
    shelf = [
      namedTicket(1, 'Helena Prado'),
      namedTicket(2, 'Otávio Rangel', { status: 'pending', userId: null }),
      namedTicket(3, 'Camila Rocha', { status: 'closed' }),
      namedTicket(4, 'Família Prado', { status: 'group', isGroup: true }),
    ];
    const { user } = renderScreen('/tickets', { as: { ...caio, allowGroup: true } });
    const actionsOf = async (name: string) => {
      const row = await rowOf(name);
      await user.hover(row.firstElementChild!);
      return within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'));
    };
    expect(await actionsOf('Helena Prado')).toEqual(['Devolver à fila', 'Transferir', 'Resolver']);
    await user.click(screen.getByRole('tab', { name: /Aguardando/ }));
    expect(within(await rowOf('Otávio Rangel')).getByRole('button', { name: 'Aceitar Otávio Rangel' })).toBeVisible();
    expect(await actionsOf('Otávio Rangel')).toEqual(['Aceitar Otávio Rangel', 'Ignorar', 'Transferir']);
    await user.click(screen.getByRole('tab', { name: /Resolvidas/ }));
    expect(await actionsOf('Camila Rocha')).toEqual(['Reabrir']);
    await user.click(screen.getByRole('tab', { name: /Grupos/ }));
    expect(await actionsOf('Família Prado')).toEqual(['Transferir', 'Resolver']);
  });

  it('hides ignoring from who may not close what waits [M-055]', async () => {
    shelf = [namedTicket(2, 'Otávio Rangel', { status: 'pending', userId: null })];
    const { user } = renderScreen('/tickets', { as: { ...caio, userClosePendingTicket: 'disabled' } });
    await user.click(await screen.findByRole('tab', { name: /Aguardando/ }));
    const row = await rowOf('Otávio Rangel');
    await user.hover(row.firstElementChild!);
    expect(await within(row).findByRole('button', { name: 'Transferir' })).toBeVisible();
    expect(within(row).queryByRole('button', { name: 'Ignorar' })).toBeNull();
  });

  it('gives a conversation back to its queue at a click [M-055]', async () => {
    shelf = [namedTicket(1, 'Helena Prado')];
    const requests = answer(endpoints.tickets.update, () => ({
      ...shelf[0]!,
      status: 'pending' as const,
      userId: null,
      user: null,
    }));
    const { user } = renderScreen('/tickets', { as: caio });
    const row = await rowOf('Helena Prado');
    act(() => within(row).getByRole('link').focus());
    await user.click(await within(row).findByRole('button', { name: 'Devolver à fila' }));
    await waitFor(() => expect(requests[0]).toMatchObject({ params: { id: 1 }, body: { status: 'pending' } }));
  });

  it('is drawn aside by a finger and shows what lies behind it', async () => {
    shelf = [namedTicket(1, 'Helena Prado')];
    const { user } = renderScreen('/tickets', { as: caio });
    const row = (await rowOf('Helena Prado')).firstElementChild!;
    const finger = { pointerType: 'touch', pointerId: 1, clientY: 20 };
    fireEvent.pointerDown(row, { ...finger, clientX: 300 });
    fireEvent.pointerMove(row, { ...finger, clientX: 240 });
    fireEvent.pointerMove(row, { ...finger, clientX: 140 });
    fireEvent.pointerUp(row, { ...finger, clientX: 140 });
    await user.click(screen.getByRole('button', { name: 'Transferir' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});

describe('what is told', () => {
  const receiveTicket = (ticket: Ticket) => receive('ticket', { action: 'update', ticket });

  it('moves a conversation to the top with its new words [M-057]', async () => {
    shelf = [namedTicket(1, 'Helena Prado'), namedTicket(2, 'Luciana Sá', { updatedAt: '2026-07-23T12:00:00.000Z' })];
    renderScreen('/tickets', { as: caio });
    await rowOf('Luciana Sá');
    const ticket = { ...shelf[1]!, lastMessage: 'Chegou!', unreadMessages: 1, updatedAt: '2026-07-23T13:00:00.000Z' };
    receive('appMessage', { action: 'create', message: aMessage({ ticketId: 2 }), ticket });
    await waitFor(() => expect(names()).toEqual(['Luciana Sá, 1 não lida', 'Helena Prado']));
    expect(await rowOf(/Luciana/)).toHaveTextContent('Chegou!');
  });

  it('brings in, takes out and reads [M-058]', async () => {
    shelf = [namedTicket(1, 'Helena Prado', { unreadMessages: 3 })];
    renderScreen('/tickets', { as: caio });
    await rowOf(/^Helena Prado ?, 3 não lidas$/);
    receiveTicket(namedTicket(2, 'Zilda Moura', { updatedAt: '2026-07-23T14:00:00.000Z' }));
    await waitFor(() => expect(names()).toEqual(['Zilda Moura', 'Helena Prado, 3 não lidas']));
    receive('ticket', { action: 'updateUnread', ticketId: 1 });
    await waitFor(() => expect(names()).toEqual(['Zilda Moura', 'Helena Prado']));
    receiveTicket(namedTicket(2, 'Zilda Moura', { queueId: 9, updatedAt: '2026-07-23T15:00:00.000Z', userId: null }));
    await waitFor(() => expect(names()).toEqual(['Helena Prado']));
    receive('ticket', { action: 'delete', ticketId: 1 });
    expect(await screen.findByText('Tudo respondido')).toBeVisible();
  });

  it('keeps the order while the pointer is over the list, and lets new ones wait', async () => {
    shelf = [namedTicket(1, 'Helena Prado'), namedTicket(2, 'Luciana Sá', { updatedAt: '2026-07-23T12:00:00.000Z' })];
    const { user } = renderScreen('/tickets', { as: caio });
    const row = await rowOf('Luciana Sá');
    await user.hover(row.firstElementChild!);
    receiveTicket({ ...shelf[1]!, lastMessage: 'Chegou!', updatedAt: '2026-07-23T13:00:00.000Z' });
    receiveTicket(namedTicket(3, 'Zilda Moura', { updatedAt: '2026-07-23T14:00:00.000Z' }));
    expect(await screen.findByRole('button', { name: '1 nova' })).toBeVisible();
    expect(names()).toEqual(['Helena Prado', 'Luciana Sá']);
    expect(await rowOf('Luciana Sá')).toHaveTextContent('Chegou!');
    await user.unhover(screen.getByRole('list', { name: 'Lista de conversas' }));
    await user.hover(document.body);
    await waitFor(() => expect(names()).toEqual(['Zilda Moura', 'Luciana Sá', 'Helena Prado']));
  });

  it('two hundred times in one moment draws the list once or twice, with everyone in it once', async () => {
    renderScreen('/tickets', { as: caio });
    await screen.findByText('Tudo respondido');
    act(() => {
      for (let n = 0; n < 200; n++) {
        const updatedAt = new Date(Date.UTC(2026, 6, 23, 14, 0, n)).toISOString();
        const ticket = namedTicket((n % 50) + 1, `Cliente ${(n % 50) + 1}`, { updatedAt });
        sockets.at(-1)!.trigger('batch', [['ticket', { action: 'update', ticket }, String(n)]]);
      }
    });
    await waitFor(() => expect(names()[0]).toBe('Cliente 50'));
    expect(new Set(names()).size).toBe(names().length);
    // Only what is near the window is in the page.
    expect(names().length).toBeLessThan(30);
    expect(screen.getByRole('list', { name: 'Lista de conversas' }).firstElementChild).toHaveAttribute(
      'aria-setsize',
      '50',
    );
  });

  it('of a gap too wide to be filled makes the list be fetched again', async () => {
    renderScreen('/tickets', { as: caio });
    await screen.findByText('Tudo respondido');
    const before = listed.length;
    shelf = [namedTicket(1, 'Helena Prado')];
    act(() => sockets.at(-1)!.trigger('reload'));
    expect(await rowOf('Helena Prado')).toBeVisible();
    expect(listed.length).toBeGreaterThan(before);
  });
});

describe('the states of the list', () => {
  it('loads the next page within 100 px of the end [M-056]', async () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      namedTicket(n + 1, `Cliente ${n + 1}`, { updatedAt: new Date(Date.UTC(2026, 6, 23) - n * 60_000).toISOString() }),
    );
    const pages = answer(endpoints.tickets.list, ({ query }) => ({
      tickets: many.slice((query.pageNumber - 1) * 40, query.pageNumber * 40),
      count: 60,
      hasMore: query.pageNumber === 1,
    }));
    renderScreen('/tickets', { as: caio });
    await rowOf('Cliente 1');
    const box = screen.getByRole('list', { name: 'Lista de conversas' }).parentElement!;
    // The pretended browser lays nothing out: the end is always in view.
    fireEvent.scroll(box);
    await waitFor(() => expect(pages.map(({ query }) => query.pageNumber)).toEqual([1, 2]));
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Lista de conversas' }).firstElementChild).toHaveAttribute(
        'aria-setsize',
        '60',
      ),
    );
  });

  it('shows the shape of rows while they come, then says that all is answered and who waits', async () => {
    let give = () => {};
    answer(endpoints.tickets.list, async ({ query }) => {
      if (query.status === 'open') await new Promise<void>((resolve) => (give = resolve));
      return { tickets: [], count: 0, hasMore: false };
    });
    const { user } = renderScreen('/tickets', { as: caio });
    expect(await screen.findByText('Carregando conversas…')).toBeInTheDocument();
    give();
    expect(await screen.findByText('Tudo respondido')).toBeVisible();
    expect(screen.getByText('Nenhuma conversa com você agora. Há 7 clientes aguardando.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver quem aguarda' }));
    expect(screen.getByRole('tab', { name: /Aguardando/ })).toHaveAttribute('aria-selected', 'true');
  });

  it('says that it could not be loaded and tries again', async () => {
    let works = false;
    answer(endpoints.tickets.list, () =>
      works ? { tickets: [namedTicket(1, 'Helena Prado')], count: 1, hasMore: false } : refuse('ERR_NO_PERMISSION'),
    );
    const { user } = renderScreen('/tickets', { as: caio });
    expect(await screen.findByText('Não deu para carregar')).toBeVisible();
    works = true;
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await rowOf('Helena Prado')).toBeVisible();
    expect(screen.queryByText('Não deu para carregar')).toBeNull();
  });
});

describe('picking several', () => {
  beforeEach(() => {
    shelf = ['Helena Prado', 'Luciana Sá', 'Zilda Moura'].map((name, n) =>
      namedTicket(n + 1, name, { updatedAt: new Date(Date.UTC(2026, 6, 23, 12, 30 - n)).toISOString() }),
    );
  });

  it('counts them, takes a range with Shift, hands them all on, and ends with Esc', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await rowOf('Helena Prado');
    await user.click(screen.getByRole('button', { name: 'Mais ações da lista' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Selecionar várias' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar Helena Prado' }));
    expect(screen.getByText('1 selecionada')).toBeVisible();
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('link', { name: 'Zilda Moura' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 selecionadas')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Transferir' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('{Escape}');
    expect(screen.queryByText('3 selecionadas')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('starts with X on the row that has the focus', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await rowOf('Helena Prado');
    await user.keyboard('jjx');
    expect(await screen.findByText('1 selecionada')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Selecionar Luciana Sá' })).toBeChecked();
  });
});

describe('the keys', () => {
  beforeEach(() => {
    shelf = [namedTicket(1, 'Helena Prado'), namedTicket(2, 'Luciana Sá', { updatedAt: '2026-07-23T12:00:00.000Z' })];
  });

  it('J and K, or the arrows, walk through the rows; Enter opens; Esc comes back', async () => {
    const { user, router } = renderScreen('/tickets', { as: caio });
    const first = await screen.findByRole('link', { name: 'Helena Prado' });
    const second = screen.getByRole('link', { name: 'Luciana Sá' });
    expect([first.tabIndex, second.tabIndex]).toEqual([0, -1]);
    await user.keyboard('j');
    expect(first).toHaveFocus();
    await user.keyboard('j');
    expect(second).toHaveFocus();
    expect([first.tabIndex, second.tabIndex]).toEqual([-1, 0]);
    await user.keyboard('k');
    expect(first).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${shelf[1]!.uuid}`));
    second.focus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
  });

  it('1 to 4 go to the tabs, / to the search, and letters in the search are words', async () => {
    const { user } = renderScreen('/tickets', { as: { ...caio, allowGroup: true } });
    await screen.findByRole('link', { name: 'Helena Prado' });
    for (const [key, tab] of [
      ['2', /Aguardando/],
      ['3', /Grupos/],
      ['4', /Resolvidas/],
      ['1', /Atendendo/],
    ] as const) {
      await user.keyboard(key);
      expect(screen.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    }
    await user.keyboard('/2j');
    expect(screen.getByRole('textbox', { name: /Buscar nome/ })).toHaveValue('2j');
    expect(screen.getByRole('tab', { name: /Atendendo/ })).toHaveAttribute('aria-selected', 'true');
  });

  it('A takes who has waited longest, and says when nobody waits', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await screen.findByRole('link', { name: 'Helena Prado' });
    await user.keyboard('a');
    expect(await screen.findByText('Nenhum cliente aguardando agora')).toBeVisible();
    shelf.push(namedTicket(9, 'Otávio Rangel', { status: 'pending', userId: null }));
    const requests = answer(endpoints.tickets.update, () => ({ ...shelf[2]!, status: 'open' as const, userId: 4 }));
    await user.keyboard('a');
    await waitFor(() => expect(requests[0]?.params.id).toBe(9));
  });

  it('are listed among the shortcuts', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await screen.findByRole('link', { name: 'Helena Prado' });
    await user.keyboard('?');
    const help = within(await screen.findByRole('dialog', { name: 'Atalhos do teclado' }));
    expect(help.getByText('Aceitar a conversa que espera há mais tempo')).toBeVisible();
    expect(help.getByText('Próxima conversa ou anterior')).toBeVisible();
  });
});

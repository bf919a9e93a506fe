import { endpoints } from '@balcao/contract/endpoints/index';
import type { MessageHit } from '@balcao/contract/endpoints/messages';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { sales, caio, marina, namedTicket, inbox, rowOf, settle } from '../inbox-page.fixture.ts';

describe('the search', () => {
  it('waits 500 ms, sends no empty text, and names the text when nothing was found [M-048]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado')];
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = renderScreen('/tickets', { as: caio });
    const box = await screen.findByRole('textbox', { name: /Buscar nome/ });
    await rowOf('Helena Prado');
    const searches = () =>
      inbox.listRequests.filter(({ query }) => query.status === 'search').map(({ query }) => query.searchParam);
    await user.type(box, '   ');
    await settle(600);
    expect(searches()).toEqual([]);
    inbox.tickets = [];
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

  it('takes the focus when its results replace the focused row: the next letter is no text or command [F-U2]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado'), namedTicket(2, 'Luciana Sá')];
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    const text = await screen.findByRole('textbox', { name: 'Escrever mensagem' });
    await waitFor(() => expect(text).toHaveFocus());
    const row = await rowOf('Luciana Sá');
    const box = screen.getByRole('textbox', { name: /Buscar nome/ });
    await user.type(box, 'lu');
    act(() => within(row).getByRole('link').focus());
    await screen.findByText('Conversas por nome ou número');
    expect(row).not.toBeInTheDocument();
    expect(box).toHaveFocus();
    await user.keyboard('x');
    expect(box).toHaveValue('lux');
    expect(text).toHaveValue('');
    expect(screen.queryByText(/selecionada/)).toBeNull();
  });

  it('leaves the focus to the offered conversation when a focused result is resolved [F-U44]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado'), namedTicket(2, 'Luciana Sá')];
    answer(endpoints.tickets.update, () => {
      const [closed] = inbox.tickets.splice(0, 1);
      return { ...closed!, status: 'closed' as const };
    });
    const { user, router } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    await waitFor(async () => expect(await screen.findByRole('textbox', { name: 'Escrever mensagem' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Filtros' }));
    await user.click(await screen.findByRole('button', { name: 'Atendendo' }));
    const row = await screen.findByRole('link', { name: 'Helena Prado' });
    act(() => row.focus());
    await user.keyboard('r');
    const next = await screen.findByRole('button', { name: 'Abrir Luciana Sá' });
    await waitFor(() => expect(next).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${inbox.tickets[0]!.uuid}`));
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

  it('searches in messages, highlights the matches, and opens the ticket at the message [M-048]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado')];
    const requests = answer(endpoints.messages.search, () => ({ hits: [hit], hasMore: false, cursor: null }));
    const { user, router } = renderScreen('/tickets', { as: caio });
    await user.type(await screen.findByRole('textbox', { name: /Buscar nome/ }), 'antirreflexo{Enter}');
    await user.click(await screen.findByRole('checkbox', { name: 'Só dentro das mensagens' }));
    const row = await rowOf('Helena Prado');
    await waitFor(() => expect(row.querySelector('mark')).toHaveTextContent('antirreflexo'));
    expect(requests[0]?.query.searchParam).toBe('antirreflexo');
    expect(screen.getByText('1 mensagem', { selector: '[role="status"]' })).toBeVisible();
    await user.click(within(row).getByRole('link'));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${hit.ticketUuid}`));
    expect(router.state.location.search).toMatchObject({ m: 991 });
  });

  it('continues a message search that stopped early, until a page is full or nothing is left [F-S2]', async () => {
    const pages = [
      { hits: [], hasMore: true, cursor: '2.0' },
      { hits: [hit], hasMore: true, cursor: '1.0' },
      { hits: [{ ...hit, id: 990, snippet: 'antirreflexo de novo' }], hasMore: false, cursor: null },
    ];
    const requests = answer(endpoints.messages.search, () => pages.shift()!);
    const { user } = renderScreen('/tickets', { as: caio });
    await user.type(await screen.findByRole('textbox', { name: /Buscar nome/ }), 'antirreflexo{Enter}');
    await user.click(await screen.findByRole('checkbox', { name: 'Só dentro das mensagens' }));
    expect(await screen.findByText('2 mensagens', { selector: '[role="status"]' })).toBeVisible();
    expect(requests.map(({ query }) => query.cursor?.micros)).toEqual([undefined, '2', '1']);
  });

  it('says that a search found more than it counted [F-S1]', async () => {
    answer(endpoints.tickets.list, () => ({
      tickets: [namedTicket(1, 'Maria Lima')],
      count: 41,
      isCountExact: false,
      hasMore: false,
    }));
    const { user } = renderScreen('/tickets', { as: caio });
    await user.type(await screen.findByRole('textbox', { name: /Buscar nome/ }), 'maria{Enter}');
    expect(await screen.findByText('40+ conversas · 0 mensagens')).toBeVisible();
  });

  const results = (name: string) => within(screen.getByRole('list', { name }));
  const search = async (text: string) => {
    const rendered = renderScreen('/tickets', { as: caio });
    await rendered.user.type(await screen.findByRole('textbox', { name: /Buscar nome/ }), `${text}{Enter}`);
    return rendered;
  };

  it('answers with conversations and messages as groups, each with its own state [F-U12]', async () => {
    inbox.tickets = Array.from({ length: 8 }, (_, n) => namedTicket(n + 1, `Helena ${n + 1}`));
    const messages = Promise.withResolvers<void>();
    answer(endpoints.messages.search, async () => {
      await messages.promise;
      return { hits: [hit], hasMore: false, cursor: null };
    });
    const { user } = await search('helena');
    // The first group is shown while the second still loads.
    await rowOf('Helena 1');
    expect(results('Conversas por nome ou número').getAllByRole('listitem')).toHaveLength(5);
    expect(screen.queryByRole('list', { name: 'Mensagens' })).toBeNull();
    messages.resolve();
    await waitFor(() => expect(results('Mensagens').getAllByRole('listitem')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Mostrar mais conversas' }));
    expect(results('Conversas por nome ou número').getAllByRole('listitem')).toHaveLength(8);
    expect(screen.queryByRole('button', { name: 'Mostrar mais conversas' })).toBeNull();
  });

  it('shows one group when the other fails or has nothing, and tries again [F-U12]', async () => {
    answer(endpoints.messages.search, () => refuse('ERR_TOO_MANY_TRIES'));
    const { user } = await search('helena');
    expect(await screen.findByText('Nenhuma conversa com este nome ou número.')).toBeVisible();
    answer(endpoints.messages.search, () => ({ hits: [hit], hasMore: false, cursor: null }));
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(results('Mensagens').getAllByRole('listitem')).toHaveLength(1));
  });

  it('continues the messages where their page ended [F-U12]', async () => {
    const page = (from: number, cursor: string | null) => ({
      hits: Array.from({ length: 30 }, (_, n) => ({ ...hit, id: from + n })),
      hasMore: cursor !== null,
      cursor,
    });
    const requests = answer(endpoints.messages.search, ({ query }) =>
      query.cursor ? page(200, null) : page(100, '7.1'),
    );
    const { user } = await search('antirreflexo');
    await user.click(await screen.findByRole('button', { name: 'Mostrar mais mensagens' }));
    await waitFor(() => expect(results('Mensagens').getAllByRole('listitem')).toHaveLength(60));
    expect(requests.at(-1)?.query.cursor).toMatchObject({ micros: '7', id: 1 });
  });

  it('goes from the box through both groups with the arrow keys [F-U12]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado')];
    answer(endpoints.messages.search, () => ({ hits: [hit], hasMore: false, cursor: null }));
    const { user, router } = await search('helena');
    await screen.findByRole('list', { name: 'Mensagens' });
    await user.keyboard('{ArrowDown}');
    expect(results('Conversas por nome ou número').getByRole('link')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(results('Mensagens').getByRole('link')).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('textbox', { name: /Buscar nome/ })).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ m: 991 }));
  });

  it('searches messages from three letters on [F-U12]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado')];
    const requests = answer(endpoints.messages.search, () => ({ hits: [], hasMore: false, cursor: null }));
    await search('he');
    await screen.findByRole('list', { name: 'Conversas por nome ou número' });
    expect(screen.getByText(/^Digite três letras ou mais/)).toBeVisible();
    expect(requests).toHaveLength(0);
  });

  it('highlights what was found in names, numbers and messages [F-U40]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Conceição')];
    answer(endpoints.messages.search, () => ({ hits: [], hasMore: false, cursor: null }));
    const { user } = await search('conceicao');
    await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent('Conceição'));
    const box = screen.getByRole('textbox', { name: /Buscar nome/ });
    await user.clear(box);
    const digits = inbox.tickets[0]!.contact.number.slice(-4);
    await user.type(box, `${digits}{Enter}`);
    await waitFor(() => expect(document.querySelector('mark')).toHaveTextContent(digits));
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
      expect(inbox.listRequests.at(-1)?.query).toMatchObject({
        status: 'open',
        queueIds: [2],
        tags: [8],
        whatsapps: [2],
        users: [5],
      }),
    );
    await user.click(panel.getByRole('button', { name: 'Aguardando' }));
    await waitFor(() =>
      expect(inbox.listRequests.at(-1)?.query).toMatchObject({ status: 'search', statusFilter: '["pending"]' }),
    );
    expect(screen.getByRole('button', { name: 'Filtros, 5 em uso' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remover Tag: Multifocal' }));
    await waitFor(() => expect(inbox.listRequests.at(-1)?.query.tags).toEqual([]));
    await user.click(screen.getAllByRole('button', { name: 'Limpar filtros' })[0]!);
    expect(await screen.findByRole('tab', { name: /Atendendo/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Filtros' })).toBeVisible();
  });

  it('offers an agent no filter by agent and only the agent’s queues [M-049]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('button', { name: 'Filtros' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Filtros' }));
    expect(panel.queryByRole('combobox', { name: 'Atendentes' })).toBeNull();
    await user.click(panel.getByRole('combobox', { name: 'Filas' }));
    expect(await screen.findByRole('option', { name: 'Vendas' })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'Suporte' })).toBeNull();
  });
});

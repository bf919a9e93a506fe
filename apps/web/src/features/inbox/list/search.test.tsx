import { endpoints } from '@balcao/contract/endpoints/index';
import type { MessageHit } from '@balcao/contract/endpoints/messages';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
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
    await user.click(await screen.findByRole('checkbox', { name: 'Buscar dentro das mensagens' }));
    const row = await rowOf('Helena Prado');
    await waitFor(() => expect(row.querySelector('mark')).toHaveTextContent('antirreflexo'));
    expect(requests[0]?.query.searchParam).toBe('antirreflexo');
    expect(screen.getByText('1 mensagem')).toBeVisible();
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
    await user.click(await screen.findByRole('checkbox', { name: 'Buscar dentro das mensagens' }));
    expect(await screen.findByText('2 mensagens')).toBeVisible();
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
    expect(await screen.findByText('40+ conversas')).toBeVisible();
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

import { endpoints } from '@balcao/contract/endpoints/index';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aMessage } from '../../../testing/inbox.ts';
import { receive, renderScreen } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { sockets } from '../../../testing/socket.ts';
import { caio, namedTicket, inbox, rowOf, names } from '../inbox-page.fixture.ts';

describe('socket updates', () => {
  const receiveTicket = (ticket: Ticket) => receive('ticket', { action: 'update', ticket });

  it('move a ticket with a new message to the top [M-057]', async () => {
    inbox.tickets = [
      namedTicket(1, 'Helena Prado'),
      namedTicket(2, 'Luciana Sá', { updatedAt: '2026-07-23T12:00:00.000Z' }),
    ];
    renderScreen('/tickets', { as: caio });
    await rowOf('Luciana Sá');
    const ticket = {
      ...inbox.tickets[1]!,
      lastMessage: 'Chegou!',
      unreadMessages: 1,
      updatedAt: '2026-07-23T13:00:00.000Z',
    };
    receive('appMessage', { action: 'create', message: aMessage({ ticketId: 2 }), ticket });
    await waitFor(() => expect(names()).toEqual(['Luciana Sá, 1 não lida', 'Helena Prado']));
    expect(await rowOf(/Luciana/)).toHaveTextContent('Chegou!');
  });

  it('insert, remove and mark as read [M-058]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado', { unreadMessages: 3 })];
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

  it('keep the order while the pointer is over the list, and let new tickets wait', async () => {
    inbox.tickets = [
      namedTicket(1, 'Helena Prado'),
      namedTicket(2, 'Luciana Sá', { updatedAt: '2026-07-23T12:00:00.000Z' }),
    ];
    const { user } = renderScreen('/tickets', { as: caio });
    const row = await rowOf('Luciana Sá');
    await user.hover(row.firstElementChild!);
    receiveTicket({ ...inbox.tickets[1]!, lastMessage: 'Chegou!', updatedAt: '2026-07-23T13:00:00.000Z' });
    receiveTicket(namedTicket(3, 'Zilda Moura', { updatedAt: '2026-07-23T14:00:00.000Z' }));
    expect(await screen.findByRole('button', { name: '1 nova' })).toBeVisible();
    expect(names()).toEqual(['Helena Prado', 'Luciana Sá']);
    expect(await rowOf('Luciana Sá')).toHaveTextContent('Chegou!');
    await user.unhover(screen.getByRole('list', { name: 'Lista de conversas' }));
    await user.hover(document.body);
    await waitFor(() => expect(names()).toEqual(['Zilda Moura', 'Luciana Sá', 'Helena Prado']));
  });

  it('arriving two hundred at once render the list once or twice, with every ticket once', async () => {
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
    // Only rows near the viewport are rendered.
    expect(names().length).toBeLessThan(30);
    expect(screen.getByRole('list', { name: 'Lista de conversas' }).firstElementChild).toHaveAttribute(
      'aria-setsize',
      '50',
    );
  });

  it('refetch the list after a gap that cannot be filled', async () => {
    renderScreen('/tickets', { as: caio });
    await screen.findByText('Tudo respondido');
    const before = inbox.listRequests.length;
    inbox.tickets = [namedTicket(1, 'Helena Prado')];
    act(() => sockets.at(-1)!.trigger('reload'));
    expect(await rowOf('Helena Prado')).toBeVisible();
    expect(inbox.listRequests.length).toBeGreaterThan(before);
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
    // The test DOM has no layout: the end is always visible.
    fireEvent.scroll(box);
    await waitFor(() => expect(pages.map(({ query }) => query.pageNumber)).toEqual([1, 2]));
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Lista de conversas' }).firstElementChild).toHaveAttribute(
        'aria-setsize',
        '60',
      ),
    );
  });

  it('shows skeleton rows while loading, and then the empty state with the pending tickets', async () => {
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

  it('shows an error with a retry', async () => {
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

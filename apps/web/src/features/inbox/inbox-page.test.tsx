import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTicket } from '../../testing/inbox.ts';
import { aUser } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { atWidth, caio, namedTicket, inbox } from './inbox-page.fixture.ts';

describe('the list beside the conversation', () => {
  it('is resized between 404 and 700 px, and the width is saved with the user [M-046]', async () => {
    const widthRequests = answer(endpoints.access.keepListWidth, ({ body }) => aUser(body));
    const { user } = renderScreen('/tickets', { as: { ...caio, defaultTicketsManagerWidth: 420 } });
    const handle = await screen.findByRole('slider', { name: 'Largura da lista' });
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

  it('shows pending tickets while none is open, and accepts the one that has waited longest', async () => {
    inbox.tickets = [namedTicket(2, 'Otávio Rangel', { status: 'pending', userId: null })];
    const requests = answer(endpoints.tickets.update, () => ({
      ...inbox.tickets[0]!,
      status: 'open' as const,
      userId: 4,
    }));
    const { user, router } = renderScreen('/tickets', { as: caio });
    expect(await screen.findByText('Escolha uma conversa')).toBeVisible();
    expect(await screen.findByText('Você tem 5 conversas com mensagens novas e 7 clientes aguardando.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Atender a próxima/ }));
    await waitFor(() => expect(requests[0]?.params.id).toBe(2));
    expect(inbox.listRequests.find(({ query }) => query.status === 'pending')?.query.sortTickets).toBe('ASC');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${inbox.tickets[0]!.uuid}`));
  });

  it('shows one pane at a time on a narrow screen [M-047]', async () => {
    atWidth(800);
    try {
      inbox.tickets = [namedTicket(1, 'Helena Prado')];
      const { user, router } = renderScreen('/tickets', { as: caio });
      const tabs = within(await screen.findByRole('tablist', { name: 'Partes da tela' }));
      await user.click(tabs.getByRole('tab', { name: 'Ticket' }));
      await user.click(screen.getByRole('button', { name: 'Selecionar Ticket' }));
      expect(tabs.getByRole('tab', { name: /Atendimentos/ })).toHaveAttribute('aria-selected', 'true');
      await user.click(await screen.findByRole('link', { name: 'Helena Prado' }));
      await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${inbox.tickets[0]!.uuid}`));
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

  it('opens a ticket at its own address and marks its row [M-059]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado'), namedTicket(2, 'Luciana Sá')];
    const { user, router } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('link', { name: 'Helena Prado' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${inbox.tickets[0]!.uuid}`));
    expect(screen.getByRole('link', { name: 'Helena Prado' })).toHaveAttribute('aria-current', 'true');
    expect(screen.getByRole('link', { name: 'Luciana Sá' })).not.toHaveAttribute('aria-current');
  });

  it('returns to the list with the error when a ticket cannot be loaded [M-059]', async () => {
    const { router } = renderScreen(`/tickets/${aTicket().uuid}`, { as: caio });
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
    expect(await screen.findByRole('heading', { name: 'Esta conversa não abre para você' })).toBeVisible();
  });

  it.each([
    [
      'a conversation that the user cannot open',
      () => refuse('ERR_NO_TICKET_FOUND'),
      'Esta conversa não abre para você',
    ],
    ['an incomplete link', () => refuse('ERR_VALIDATION'), 'Este link está incompleto'],
  ])('says what is wrong with %s and offers the search [F-U33]', async (_, reply, title) => {
    answer(endpoints.tickets.showByUuid, reply);
    const { user, router } = renderScreen(`/tickets/${aTicket().uuid}`, { as: caio });
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(router.state.location.pathname).toBe('/tickets');
    await user.click(screen.getByRole('button', { name: 'Buscar conversa' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Buscar nome/ })).toHaveFocus());
    expect(screen.queryByRole('heading', { name: title })).toBeNull();
  });

  it('tries a link again that failed for another reason [F-U33]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado')];
    answer(endpoints.tickets.showByUuid, () => refuse('ERR_BUSY'));
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.tickets.showByUuid, () => inbox.tickets[0]!);
    await user.click(retry);
    expect(await screen.findByRole('region', { name: 'Conversa com Helena Prado' })).toBeVisible();
  });
});

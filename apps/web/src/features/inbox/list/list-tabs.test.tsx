import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { receive, renderScreen } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { caio, marina, namedTicket, inbox, settle } from '../inbox-page.fixture.ts';

describe('tabs and buttons', () => {
  it('show open, pending and resolved tickets with live counts; groups only with permission [M-050]', async () => {
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
      await waitFor(() => expect(inbox.listRequests.at(-1)?.query.status).toBe(status));
    }
    unmount();
    renderScreen('/tickets', { as: { ...caio, allowGroup: true } });
    const groups = await screen.findByRole('tab', { name: /Grupos/ });
    await waitFor(() => expect(groups).toHaveTextContent('3'));
  });

  it('refetch the counts after changes, at most once a second [M-050]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const counted = answer(endpoints.tickets.counts, () => ({
      open: 1,
      pending: 1,
      group: 0,
      unread: 0,
      waitingElsewhere: 0,
      failed: 0,
    }));
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

  it('show all tickets to admins and users with allUserChat; V toggles it [M-051][M-061]', async () => {
    const { user, unmount } = renderScreen('/tickets', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Mostrar todas' }));
    await waitFor(() => expect(inbox.listRequests.at(-1)?.query.showAll).toBe(true));
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

  it('reverse the order, except of resolved tickets [M-051]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('button', { name: 'Mais antigas primeiro' }));
    await waitFor(() => expect(inbox.listRequests.at(-1)?.query).toMatchObject({ status: 'open', sortTickets: 'ASC' }));
    await user.click(screen.getByRole('tab', { name: /Resolvidas/ }));
    await waitFor(() =>
      expect(inbox.listRequests.at(-1)?.query).toMatchObject({ status: 'closed', sortTickets: 'DESC' }),
    );
    expect(screen.queryByRole('button', { name: /primeiro$/ })).toBeNull();
  });

  it('let only admins resolve all tickets of a tab [M-051]', async () => {
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

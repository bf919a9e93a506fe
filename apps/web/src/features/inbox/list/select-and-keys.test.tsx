import { endpoints } from '@balcao/contract/endpoints/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { connect, receive, renderScreen } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { caio, marina, namedTicket, inbox, rowOf } from '../inbox-page.fixture.ts';

/** Opens a conversation, changes to the waiting ones and moves to the only one. */
async function focusWaitingRow() {
  inbox.tickets.push(namedTicket(9, 'Otávio Rangel', { status: 'pending', userId: null }));
  const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
  const text = await screen.findByRole('textbox', { name: 'Escrever mensagem' });
  await waitFor(() => expect(text).toHaveFocus());
  await user.keyboard('{Escape}2');
  const waiting = await screen.findByRole('link', { name: 'Otávio Rangel' });
  await user.keyboard('j');
  expect(waiting).toHaveFocus();
  return { user, text, waiting };
}

describe('selecting several tickets', () => {
  beforeEach(() => {
    inbox.tickets = ['Helena Prado', 'Luciana Sá', 'Zilda Moura'].map((name, n) =>
      namedTicket(n + 1, name, { updatedAt: new Date(Date.UTC(2026, 6, 23, 12, 30 - n)).toISOString() }),
    );
  });

  it('counts them, selects a range with Shift, transfers them all, and ends with Esc', async () => {
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
    // The first Esc closes the list of agents.
    await user.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('{Escape}');
    expect(screen.queryByText('3 selecionadas')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('selects all with Ctrl A or the check box, and Esc ends it wherever the focus is in the list [F-U48]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await rowOf('Helena Prado');
    await user.keyboard('jx{Control>}a{/Control}');
    expect(await screen.findByText('3 selecionadas')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar todas' }));
    expect(screen.getByText('0 selecionadas')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar todas' }));
    expect(screen.getByText('3 selecionadas')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('accepts the selected ones that are pending [F-U48]', async () => {
    inbox.tickets = inbox.tickets.map((ticket) => ({ ...ticket, status: 'pending' as const, userId: null }));
    const requests = answer(endpoints.tickets.update, ({ params }) => {
      const at = inbox.tickets.findIndex(({ id }) => id === params.id);
      return (inbox.tickets[at] = { ...inbox.tickets[at]!, status: 'open', userId: 4 });
    });
    const { user } = renderScreen('/tickets', { as: caio });
    await screen.findByRole('tab', { name: /Aguardando/ });
    await user.keyboard('2');
    await rowOf('Helena Prado');
    await user.keyboard('jx{Control>}a{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Aceitar' }));
    const dialog = await screen.findByRole('dialog', { name: 'Aceitar 3 conversas?' });
    await user.click(within(dialog).getByRole('button', { name: 'Aceitar' }));
    expect(await screen.findByText('3 conversas aceitas')).toBeVisible();
    expect(requests).toHaveLength(3);
    expect(screen.getByRole('tab', { name: /Atendendo/ })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByText(/selecionada/)).toBeNull();
  });

  it('starts with X on the focused row', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await rowOf('Helena Prado');
    await user.keyboard('jjx');
    expect(await screen.findByText('1 selecionada')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Selecionar Luciana Sá' })).toBeChecked();
  });
});

describe('the shortcuts', () => {
  beforeEach(() => {
    inbox.tickets = [
      namedTicket(1, 'Helena Prado'),
      namedTicket(2, 'Luciana Sá', { updatedAt: '2026-07-23T12:00:00.000Z' }),
    ];
  });

  it('J and K or the arrows move through the rows, Enter opens, Esc returns', async () => {
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
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${inbox.tickets[1]!.uuid}`));
    // The text field takes the focus once it is there; only then can the row have it back.
    await waitFor(() => expect(document.activeElement).toHaveAttribute('data-focus-home'));
    second.focus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
  });

  it('1 to 4 open the tabs, / focuses the search, and letters in the search are text', async () => {
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

  it('stay commands after a tab was opened from a row, beside an open conversation [F-U2]', async () => {
    const { user, text } = await focusWaitingRow();
    await user.keyboard('1');
    const second = await screen.findByRole('link', { name: 'Luciana Sá' });
    await user.keyboard('{ArrowDown}');
    expect(second).toHaveFocus();
    expect(text).toHaveValue('');
  });

  it('A accepts the ticket that has waited longest, or reports that none is pending', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await screen.findByRole('link', { name: 'Helena Prado' });
    await user.keyboard('a');
    expect(await screen.findByText('Nenhum cliente aguardando agora')).toBeVisible();
    inbox.tickets.push(namedTicket(9, 'Otávio Rangel', { status: 'pending', userId: null }));
    const requests = answer(endpoints.tickets.update, () => ({
      ...inbox.tickets[2]!,
      status: 'open' as const,
      userId: 4,
    }));
    await user.keyboard('a');
    await waitFor(() => expect(requests[0]?.params.id).toBe(9));
  });

  it('A accepts nothing when the user has opened a conversation before the reply', async () => {
    inbox.tickets.push(namedTicket(9, 'Otávio Rangel', { status: 'pending', userId: null }));
    const { user, router } = renderScreen('/tickets', { as: caio });
    await screen.findByRole('link', { name: 'Helena Prado' });
    const updates = answer(endpoints.tickets.update, () => inbox.tickets[2]!);
    const replied = Promise.withResolvers<void>();
    const lists = answer(endpoints.tickets.list, async () => {
      await replied.promise;
      return { tickets: [inbox.tickets[2]!], count: 1, hasMore: false, isCountExact: true };
    });
    await user.keyboard('a');
    await waitFor(() => expect(lists).toHaveLength(1));
    await act(() => router.navigate({ to: `/tickets/${inbox.tickets[0]!.uuid}` }));
    await act(async () => replied.resolve());
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Escrever mensagem' })).toHaveFocus());
    // The second request ends after the first one, and accepts.
    await user.keyboard('{Escape}a');
    await waitFor(() => expect(lists).toHaveLength(2));
    await waitFor(() => expect(updates).not.toEqual([]));
    expect(updates).toHaveLength(1);
  });

  it('R and T act on the focused row, not on the open conversation [F-U2]', async () => {
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    const second = await screen.findByRole('link', { name: 'Luciana Sá' });
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Escrever mensagem' })).toHaveFocus());
    act(() => second.focus());
    const requests = answer(endpoints.tickets.update, () => ({ ...inbox.tickets[1]!, status: 'closed' as const }));
    await user.keyboard('r');
    await waitFor(() => expect(requests[0]?.params.id).toBe(2));
  });

  it('leave the focus on the next row when R resolved one, and a held R resolves no more [F-U2]', async () => {
    inbox.tickets.push(namedTicket(3, 'Zilda Moura', { updatedAt: '2026-07-23T11:00:00.000Z' }));
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: caio });
    const text = await screen.findByRole('textbox', { name: 'Escrever mensagem' });
    await waitFor(() => expect(text).toHaveFocus());
    const requests = answer(endpoints.tickets.update, ({ params }) => {
      const [closed] = inbox.tickets.splice(
        inbox.tickets.findIndex(({ id }) => id === params.id),
        1,
      );
      return { ...closed!, status: 'closed' as const };
    });
    act(() => screen.getByRole('link', { name: 'Luciana Sá' }).focus());
    await user.keyboard('r');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Luciana Sá' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Zilda Moura' })).toHaveFocus();
    fireEvent.keyDown(document.activeElement!, { key: 'r', repeat: true });
    await user.keyboard('k');
    expect(screen.getByRole('link', { name: 'Helena Prado' })).toHaveFocus();
    fireEvent.keyDown(document.activeElement!, { key: 'r', repeat: true });
    await user.keyboard('jr');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Zilda Moura' })).toBeNull());
    expect(requests.map(({ params }) => params.id)).toEqual([2, 3]);
    expect(text).toHaveValue('');
  });

  it('stay commands after V replaced the rows beside an open conversation [F-U2]', async () => {
    const { user } = renderScreen(`/tickets/${inbox.tickets[0]!.uuid}`, { as: marina });
    const text = await screen.findByRole('textbox', { name: 'Escrever mensagem' });
    await waitFor(() => expect(text).toHaveFocus());
    await user.keyboard('{Escape}vv2');
    expect(screen.getByRole('tab', { name: /Aguardando/ })).toHaveAttribute('aria-selected', 'true');
    expect(text).toHaveValue('');
  });

  it('act on the focused row after it was scrolled out of sight [F-U2]', async () => {
    inbox.tickets = Array.from({ length: 60 }, (_, n) =>
      namedTicket(n + 1, `Cliente ${n + 1}`, { updatedAt: new Date(Date.UTC(2026, 6, 23, 12, -n)).toISOString() }),
    );
    const { user } = renderScreen('/tickets', { as: caio });
    const first = await screen.findByRole('link', { name: 'Cliente 1' });
    await user.keyboard('j');
    expect(first).toHaveFocus();
    const box = document.querySelector<HTMLElement>('[data-inbox-list]')!;
    box.scrollTop = 3000;
    fireEvent.scroll(box);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Cliente 5' })).toBeNull());
    expect(first).toHaveFocus();
    await user.keyboard('x');
    expect(await screen.findByRole('checkbox', { name: 'Selecionar Cliente 1' })).toBeChecked();
  });

  it('stay commands when a colleague accepts the only row that was focused [F-U2]', async () => {
    const { user, text, waiting } = await focusWaitingRow();
    const accepted = { ...inbox.tickets.pop()!, status: 'open' as const, userId: 9, user: null };
    connect();
    receive('ticket', { action: 'update', ticket: accepted });
    await waitFor(() => expect(waiting).not.toBeInTheDocument());
    await user.keyboard('1');
    expect(screen.getByRole('tab', { name: /Atendendo/ })).toHaveAttribute('aria-selected', 'true');
    expect(text).toHaveValue('');
  });

  it('are listed in groups in the shortcut help [F-U41]', async () => {
    const { user } = renderScreen('/tickets', { as: caio });
    await screen.findByRole('link', { name: 'Helena Prado' });
    await user.keyboard('?');
    const help = within(await screen.findByRole('dialog', { name: 'Atalhos do teclado' }));
    expect(help.getByText('Aceitar a conversa que espera há mais tempo')).toBeVisible();
    expect(help.getByText('Próxima conversa ou anterior')).toBeVisible();
    expect(help.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Em qualquer tela',
      'Ao escrever',
      'Na lista de conversas',
      'Na conversa',
      'Em Agendamentos',
      'Ir para',
    ]);
    expect(within(help.getByRole('region', { name: 'Na conversa' })).getByText('Transferir a conversa')).toBeVisible();
  });
});

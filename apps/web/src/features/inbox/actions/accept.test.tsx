import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { isChanging } from '../../../entities/tickets/own-changes.ts';
import { aTicket } from '../../../testing/inbox.ts';
import { anAdmin, anAgent } from '../../../testing/fixtures.ts';
import { answer, refuseConflict } from '../../../testing/server.ts';

import { sales, support, caio, renderAction, waiting, updates } from './actions.fixture.tsx';

describe('accepting a ticket', () => {
  it('assigns it to the user and opens it [M-063]', async () => {
    const ticket = waiting();
    const requests = updates(() => aTicket({ userId: 4 }));
    const { press, at } = renderAction((actions) => actions.accept(ticket));

    await press();

    await waitFor(() => expect(at()).toBe(`/tickets/${ticket.uuid}`));
    expect(requests[0]?.body).toMatchObject({ status: 'open', userId: 4 });
  });

  it('sends the status group for a group [M-063]', async () => {
    const ticket = waiting({ isGroup: true });
    const requests = updates(() => aTicket({ isGroup: true, status: 'group', userId: 4 }));
    const { press } = renderAction((actions) => actions.accept(ticket));
    await press();
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ status: 'group', userId: 4 }));
  });

  it('without a queue requires one before it can be confirmed [M-064] [M-102]', async () => {
    const ticket = waiting({ queueId: null, queue: null });
    answer(endpoints.queues.list, () => []);
    const requests = updates(() => aTicket({ userId: 4, queueId: 2 }));
    const { press, user, at } = renderAction((actions) => actions.accept(ticket), {
      as: anAgent({ queues: [sales, support] }),
    });
    await press();

    const dialog = await screen.findByRole('dialog', { name: 'Em que fila atender Helena Prado?' });
    await user.click(within(dialog).getByRole('button', { name: 'Aceitar' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Selecione uma fila');
    expect(requests).toHaveLength(0);

    await user.click(within(dialog).getByRole('combobox', { name: /^Fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Suporte' }));
    await user.click(within(dialog).getByRole('button', { name: 'Aceitar' }));
    await waitFor(() => expect(at()).toBe(`/tickets/${ticket.uuid}`));
    expect(requests[0]?.body).toMatchObject({ queueId: 2, status: 'open', userId: 4 });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('preselects the only queue of the user [M-064]', async () => {
    answer(endpoints.queues.list, () => []);
    const requests = updates(() => aTicket({ userId: 4 }));
    const { press, user } = renderAction((actions) => actions.accept(waiting({ queueId: null, queue: null })));
    await press();
    await user.click(await screen.findByRole('button', { name: 'Aceitar' }));
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ queueId: 1 }));
  });

  it('preselects and focuses the queue used last, and Enter accepts [F-U24]', async () => {
    answer(endpoints.queues.list, () => []);
    const requests = updates(() => aTicket({ userId: 4 }));
    const as = anAgent({ queues: [sales, support] });
    const ticket = waiting({ queueId: null, queue: null });
    const first = renderAction((actions) => actions.accept(ticket), { as });
    await first.press();
    await first.user.click(await screen.findByRole('combobox', { name: /^Fila/ }));
    await first.user.click(await screen.findByRole('option', { name: 'Suporte' }));
    await first.user.click(screen.getByRole('button', { name: 'Aceitar' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    first.unmount();

    const second = renderAction((actions) => actions.accept(ticket), { as });
    await second.press();
    const field = await screen.findByRole('combobox', { name: /^Fila/ });
    expect(field).toHaveTextContent('Suporte');
    await waitFor(() => expect(field).toHaveFocus());
    await second.user.keyboard('{Enter}');
    await waitFor(() => expect(requests[1]?.body).toMatchObject({ queueId: 2 }));
  });

  it('of several at once asks for the queue of those without one, and opens none [F-U48]', async () => {
    answer(endpoints.queues.list, () => []);
    const requests = updates((body) => aTicket({ userId: 4, queueId: body.queueId ?? 1 }));
    const tickets = [waiting({ id: 1 }), waiting({ id: 2, queueId: null, queue: null })];
    const { press, user, at } = renderAction((actions) => actions.accept(...tickets), {
      as: anAgent({ queues: [sales, support] }),
    });
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Aceitar 2 conversas?' });
    await user.click(within(dialog).getByRole('combobox', { name: /^Fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Suporte' }));
    await user.click(within(dialog).getByRole('button', { name: 'Aceitar' }));
    expect(await screen.findByText('2 conversas aceitas')).toBeVisible();
    expect(requests.map(({ params, body }) => [params.id, body.queueId])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(at()).toBe('/tickets');
  });

  it('names the agent who accepted it first, and the queue [M-072]', async () => {
    const ticket = waiting();
    answer(endpoints.tickets.update, () =>
      refuseConflict({ id: 1, uuid: ticket.uuid, userId: 9, user: caio, queue: support, status: 'open' }),
    );
    const { press, user, at } = renderAction((actions) => actions.accept(ticket));
    await press();

    const notice = await screen.findByRole('dialog', { name: 'Já existe uma conversa aberta' });
    expect(notice).toHaveTextContent('Caio Andrade está atendendo este contato na fila Suporte');
    expect(within(notice).queryByRole('button', { name: 'Abrir conversa' })).not.toBeInTheDocument();
    expect(at()).toBe('/tickets');
    await user.click(within(notice).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('names the agent when the reply is another agent’s ticket, which an admin can open [M-072]', async () => {
    const ticket = waiting();
    updates(() => aTicket({ id: 77, userId: 9, user: caio, queueId: 2, queue: support }));
    const { press, user, at } = renderAction((actions) => actions.accept(ticket), { as: anAdmin() });
    await press();
    const notice = await screen.findByRole('dialog');
    expect(notice).toHaveTextContent('Caio Andrade está atendendo este contato na fila Suporte');
    await user.click(within(notice).getByRole('button', { name: 'Abrir conversa' }));
    await waitFor(() => expect(at()).toContain('000000000077'));
  });

  it('opens nothing when the user has opened another conversation before the reply', async () => {
    const ticket = waiting();
    const other = aTicket({ id: 5 });
    const replied = Promise.withResolvers<void>();
    answer(endpoints.tickets.update, async () => {
      await replied.promise;
      return aTicket({ userId: 4 });
    });
    const { press, at, router } = renderAction((actions) => actions.accept(ticket));
    await press();
    await act(() => router.navigate({ to: `/tickets/${other.uuid}` }));
    expect(isChanging(ticket.id)).toBe(true);
    replied.resolve();
    await waitFor(() => expect(isChanging(ticket.id)).toBe(false));
    expect(at()).toBe(`/tickets/${other.uuid}`);
  });

  it('of one after another opens the last one', async () => {
    const tickets = [waiting({ id: 1 }), waiting({ id: 2 })];
    answer(endpoints.tickets.update, ({ params }) => aTicket({ id: params.id, userId: 4 }));
    const { press, at } = renderAction((actions) => {
      for (const ticket of tickets) actions.accept(ticket);
    });
    await press();
    await waitFor(() => expect(at()).toBe(`/tickets/${tickets[1]!.uuid}`));
  });

  it('twice in a row sends one request', async () => {
    const requests = updates(() => aTicket({ userId: 4 }));
    const ticket = waiting();
    const { press } = renderAction((actions) => {
      actions.accept(ticket);
      actions.accept(ticket);
    });
    await press();
    await waitFor(() => expect(requests).toHaveLength(1));
  });
});

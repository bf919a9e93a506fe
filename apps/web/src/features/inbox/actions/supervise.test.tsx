import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { anAdmin, aQueue } from '../../../testing/fixtures.ts';
import { answer } from '../../../testing/server.ts';

import { caio, renderAction, updates } from './actions.fixture.tsx';

describe('supervisor actions', () => {
  it('taking over names the current agent first', async () => {
    const ticket = aTicket({ userId: 9, user: caio });
    answer(endpoints.queues.list, () => []);
    const requests = updates(() => aTicket({ userId: 1 }));
    const { press, user, at } = renderAction((actions) => actions.takeOver(ticket), { as: anAdmin() });
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Assumir a conversa com Helena Prado?' });
    expect(dialog).toHaveTextContent('Caio Andrade está atendendo agora');
    await user.click(within(dialog).getByRole('button', { name: 'Assumir conversa' }));
    await waitFor(() => expect(at()).toBe(`/tickets/${ticket.uuid}`));
    expect(requests[0]?.body).toMatchObject({ userId: 1, isTransfered: true, queueId: 1, status: 'open' });
  });

  it('deleting names the contact, focuses the safe button, and leaves the conversation [M-075] [M-102]', async () => {
    const ticket = aTicket();
    const removed = answer(endpoints.tickets.remove, () => ({ message: 'Ticket deleted' }));
    const { press, user, at } = renderAction((actions) => actions.remove(ticket), {
      as: anAdmin(),
      path: `/tickets/${ticket.uuid}`,
    });
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Excluir a conversa com “Helena Prado”?' });
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Manter conversa' })).toHaveFocus());
    await user.click(within(dialog).getByRole('button', { name: 'Excluir conversa' }));
    expect(await screen.findByText('Conversa excluída')).toBeVisible();
    expect(removed[0]?.params.id).toBe(ticket.id);
    await waitFor(() => expect(at()).toBe('/tickets'));
  });

  it('closing all names the queues and requires typing the number [M-076]', async () => {
    answer(endpoints.queues.list, () => [aQueue({ id: 1, name: 'Vendas' }), aQueue({ id: 2, name: 'Suporte' })]);
    const counted = answer(endpoints.tickets.counts, () => ({
      open: 12,
      pending: 7,
      group: 3,
      unread: 0,
      waitingElsewhere: 0,
      failed: 0,
    }));
    const closed = answer(endpoints.tickets.closeAll, () => undefined);
    const { press, user } = renderAction((actions) => actions.closeAll('pending', [1, 2]), { as: anAdmin() });
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Resolver as 7 conversas em “Aguardando”?' });
    expect(dialog).toHaveTextContent('Vale para Vendas e Suporte');
    expect(counted.at(-1)?.query).toMatchObject({ queueIds: [1, 2], showAll: true });
    const verb = within(dialog).getByRole('button', { name: 'Resolver 7 conversas' });
    expect(verb).toBeDisabled();
    await user.type(within(dialog).getByLabelText(/digite 7/), '7');
    await user.click(verb);
    expect(await screen.findByText('Conversas resolvidas')).toBeVisible();
    expect(closed[0]?.body).toEqual({ status: 'pending', selectedQueueIds: [1, 2] });
  });

  it('closing all offers nothing when there are no tickets', async () => {
    answer(endpoints.queues.list, () => []);
    const { press } = renderAction((actions) => actions.closeAll('group', []), { as: anAdmin() });
    await press();
    expect(await screen.findByRole('dialog', { name: 'Não há conversas em “Grupos”' })).toBeVisible();
  });
});

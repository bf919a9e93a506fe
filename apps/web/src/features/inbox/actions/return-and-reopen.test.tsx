import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { answer, refuse, goOffline } from '../../../testing/server.ts';

import { renderAction, waiting, updates } from './actions.fixture.tsx';

describe('returning, ignoring and reopening a ticket', () => {
  it('returns it to the queue without an agent and leaves the conversation [M-066]', async () => {
    const ticket = aTicket();
    const requests = updates(() => waiting());
    const { press, at } = renderAction((actions) => actions.returnToQueue(ticket), { path: `/tickets/${ticket.uuid}` });
    await press();
    expect(await screen.findByText('Conversa devolvida à fila')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ status: 'pending', userId: null });
    await waitFor(() => expect(at()).toBe('/tickets'));
  });

  it('ignores it without farewell and bot turns, and the toast can reopen it [M-069]', async () => {
    const requests = updates((body) =>
      body.status === 'closed' ? aTicket({ status: 'closed' }) : aTicket({ userId: 4 }),
    );
    const { press, user, at } = renderAction((actions) => actions.ignore(waiting()));
    await press();
    await screen.findByText('Conversa ignorada');
    expect(requests[0]?.body).toMatchObject({ status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: 0 });

    await user.click(screen.getByRole('button', { name: 'Reabrir' }));
    await waitFor(() => expect(requests[1]?.body).toMatchObject({ status: 'open', userId: 4 }));
    await waitFor(() => expect(at()).toContain('/tickets/0000'));
  });

  it('reopens it for the user and opens it; a group stays a group [M-070]', async () => {
    const ticket = aTicket({ status: 'closed', isGroup: true });
    const requests = updates(() => aTicket({ status: 'group', isGroup: true, userId: 4 }));
    const { press, at } = renderAction((actions) => actions.reopen(ticket));
    await press();
    await waitFor(() => expect(at()).toBe(`/tickets/${ticket.uuid}`));
    expect(requests[0]?.body).toMatchObject({ status: 'group', userId: 4 });
  });

  it('shows a lost connection and changes nothing', async () => {
    const ticket = aTicket();
    const { press, at } = renderAction((actions) => actions.returnToQueue(ticket), { path: `/tickets/${ticket.uuid}` });
    await screen.findByRole('button', { name: 'Agir' });
    goOffline();
    await press();
    expect(await screen.findByText(/Sem conexão com o servidor/)).toBeVisible();
    expect(at()).toContain(ticket.uuid);
  });

  it('shows a conflict as a sentence', async () => {
    answer(endpoints.tickets.update, () => refuse('ERR_TICKET_TRANSITION'));
    const { press } = renderAction((actions) => actions.returnToQueue(aTicket()));
    await press();
    expect(await screen.findByText(/A conversa mudou nesse meio-tempo/)).toBeVisible();
  });
});

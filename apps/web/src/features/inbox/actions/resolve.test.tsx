import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aContact, aTicket } from '../../../testing/inbox.ts';
import { aConnection, anAgent, aTag } from '../../../testing/fixtures.ts';
import { answer, refuse } from '../../../testing/server.ts';

import { me, withSetting, renderAction, updates } from './actions.fixture.tsx';

describe('resolving a ticket', () => {
  it('offers to send the farewell, which is shown, or none [M-067] [M-102]', async () => {
    const ticket = aTicket({ user: { id: 4, name: 'Marina Duarte', color: '#1C7ED6' } });
    const requests = updates(() => aTicket({ status: 'closed' }));
    const as = anAgent({ id: 4, name: 'Marina Duarte', farewellMessage: 'Até logo, {{firstName}}!' });
    const { press, user, at } = renderAction((actions) => actions.resolve(ticket), {
      as,
      path: `/tickets/${ticket.uuid}`,
    });
    await press();

    const dialog = await screen.findByRole('dialog', { name: 'Resolver a conversa com Helena?' });
    expect(within(dialog).getByText(/Até logo, Helena!/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Resolver e se despedir' }));

    expect(await screen.findByText('Conversa resolvida')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ status: 'closed', sendFarewellMessage: true });
    await waitFor(() => expect(at()).toBe('/tickets'));
    expect(screen.getByRole('button', { name: 'Reabrir' })).toBeVisible();
  });

  it('says on the button that the customer is asked for a rating, and can still be undone [F-U44]', async () => {
    answer(endpoints.connections.list, () => [aConnection({ id: 2, ratingMessage: 'Que nota você dá?' })]);
    updates(() => aTicket({ status: 'nps' }));
    const { press, user } = renderAction((actions) => actions.resolve(aTicket()), {
      as: withSetting(me, 'userRating', 'enabled'),
    });
    await press();
    expect(await screen.findByRole('button', { name: 'Resolver e pedir avaliação' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Resolver e se despedir' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Resolver e pedir avaliação' }));
    expect(await screen.findByRole('button', { name: 'Reabrir' })).toBeVisible();
  });

  it('sends that no farewell is wanted [M-067]', async () => {
    const requests = updates(() => aTicket({ status: 'closed' }));
    const { press, user } = renderAction((actions) => actions.resolve(aTicket()));
    await press();
    await user.click(await screen.findByRole('button', { name: 'Resolver sem despedida' }));
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ status: 'closed', sendFarewellMessage: false }));
  });

  it('resolves at once when there is no farewell to choose', async () => {
    answer(endpoints.connections.list, () => [aConnection({ id: 2, complationMessage: '' })]);
    const requests = updates(() => aTicket({ status: 'closed' }));
    const { press } = renderAction((actions) => actions.resolve(aTicket()));
    await press();
    expect(await screen.findByText('Conversa resolvida')).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('warns about a contact without tags, stays open, and offers to add a tag [M-068]', async () => {
    const requests = updates(() => aTicket({ status: 'closed' }));
    answer(endpoints.tags.ofContact, () => ({ tags: false }));
    answer(endpoints.tags.pick, () => [aTag({ id: 5, name: 'Orçamento' })]);
    answer(endpoints.contacts.show, () => aContact({ tags: [{ id: 3, name: 'VIP', color: '#000000' }] }));
    const synced = answer(endpoints.tags.sync, () => aContact());
    const { press, user } = renderAction((actions) => actions.resolve(aTicket()), {
      as: withSetting(me, 'requiredTag', 'enabled'),
    });
    await press();
    expect(await screen.findByText('Adicione uma tag ao contato antes de resolver')).toBeVisible();
    expect(requests).toHaveLength(0);

    await user.click(screen.getByRole('button', { name: 'Adicionar tag' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tags de Helena Prado' });
    await user.click(within(dialog).getByRole('combobox'));
    await user.click(await within(dialog).findByRole('option', { name: 'Orçamento' }));
    await user.click(within(dialog).getByRole('button', { name: 'Adicionar tags' }));
    await waitFor(() => expect(synced[0]?.body).toEqual({ contactId: 31, tags: [{ id: 3 }, { id: 5 }] }));
  });

  it('continues to the farewell when the contact has a tag [M-068]', async () => {
    answer(endpoints.tags.ofContact, () => ({ tags: true }));
    const { press } = renderAction((actions) => actions.resolve(aTicket()), {
      as: withSetting(me, 'requiredTag', 'enabled'),
    });
    await press();
    expect(await screen.findByRole('dialog', { name: 'Resolver a conversa com Helena?' })).toBeVisible();
  });

  it('of many lists those that could not be resolved with their reasons', async () => {
    const named = (id: number, name: string) =>
      aTicket({ id, contactId: id, contact: { ...aTicket().contact, id, name } });
    answer(endpoints.tickets.update, ({ params }) =>
      params.id === 2 ? refuse('ERR_TICKET_NEEDS_TAG') : aTicket({ id: params.id, status: 'closed' }),
    );
    const { press, user } = renderAction((actions) =>
      actions.resolve(named(1, 'Ana'), named(2, 'Bento'), named(3, 'Clara')),
    );
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Resolver 3 conversas?' });
    await user.click(within(dialog).getByRole('button', { name: 'Resolver sem despedida' }));

    expect(await within(dialog).findByText('2 de 3 deram certo. Estas não:')).toBeVisible();
    expect(within(dialog).getByRole('listitem')).toHaveTextContent(
      'Bento: Adicione uma tag ao contato antes de resolver',
    );
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { aMessage } from '../../../testing/inbox.ts';
import { receive, renderScreen } from '../../../testing/render.tsx';
import { withCounts } from '../../../testing/server.ts';
import { atWidth, caio, inbox, marina, namedTicket, rowOf } from '../inbox-page.fixture.ts';

describe('the last message of a row', () => {
  const sent = (own: object = {}) =>
    namedTicket(1, 'Helena Prado', {
      lastMessage: 'Consegue, sim!',
      fromMe: true,
      lastDelivery: { messageId: 900, ack: 0, delivery: 'queued', ...own },
    });
  const sign = async (name: string) => within(await rowOf('Helena Prado')).findByRole('img', { name });

  it.each([
    [{ ack: 0, delivery: 'queued' }, 'Na fila de envio'],
    [{ ack: 1, delivery: 'sent' }, 'Enviada'],
    [{ ack: 2, delivery: 'delivered' }, 'Entregue'],
    [{ ack: 3, delivery: 'read' }, 'Lida'],
    [{ ack: 0, delivery: 'failed' }, 'Não enviada'],
    [{ ack: 0, delivery: 'unknown' }, 'Envio sem confirmação'],
  ])('with %j is labeled %s, as in the bubble [F-U6]', async (own, name) => {
    inbox.tickets = [sent(own)];
    renderScreen('/tickets', { as: caio });
    expect(await sign(name)).toBeVisible();
  });

  it('follows its receipts, and keeps a newer state than a late event [F-U6]', async () => {
    inbox.tickets = [sent()];
    renderScreen('/tickets', { as: caio });
    await sign('Na fila de envio');
    const update = (own: Partial<ReturnType<typeof aMessage>>) =>
      receive('appMessage', { action: 'update', message: aMessage({ id: 900, ticketId: 1, fromMe: true, ...own }) });
    update({ ack: 2, delivery: 'delivered' });
    await sign('Entregue');
    update({ ack: 1, delivery: 'sent' });
    update({ id: 899, ack: 0, delivery: 'failed', user: { id: 5, name: 'Rute Lins' } });
    update({ ack: 3, delivery: 'read' });
    await sign('Lida');
  });

  it('of a waiting customer is what they wrote, without the sign of a message of ours [F-U5]', async () => {
    const waiting = { status: 'pending', userId: null, user: null, lastMessage: 'Tem em tartaruga?' } as const;
    inbox.tickets = [namedTicket(1, 'Helena Prado', waiting)];
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('tab', { name: /^Aguardando/ }));
    const row = await rowOf('Helena Prado');
    expect(row).toHaveTextContent('Tem em tartaruga?');
    receive('appMessage', {
      action: 'update',
      message: aMessage({
        id: 900,
        ticketId: 1,
        fromMe: true,
        body: 'Oi! Já respondemos.',
        ack: 2,
        delivery: 'delivered',
      }),
    });
    expect(within(row).queryByRole('img', { name: /^(Na fila de envio|Enviada|Entregue|Lida)$/ })).toBeNull();
    expect(row).toHaveTextContent('Tem em tartaruga?');
  });

  it('shows its formatting instead of the marks, cut by what is visible [F-U29]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado', { lastMessage: 'Fica *R$ 1.152* no ~boleto~ _PIX_ ```K7```' })];
    renderScreen('/tickets', { as: caio });
    const row = await rowOf('Helena Prado');
    expect(row).toHaveTextContent('Fica R$ 1.152 no boleto PIX K7');
    expect(['b', 's', 'i', 'code'].map((name) => row.querySelector(`bdi ${name}`)?.textContent)).toEqual([
      'R$ 1.152',
      'boleto',
      'PIX',
      'K7',
    ]);
  });

  it('gives way to the user’s own draft, except in the open conversation', async () => {
    localStorage.setItem('balcao.draft.4.1', JSON.stringify({ body: 'Amanhã eu', isPrivate: false, at: '2026-07-23' }));
    inbox.tickets = [sent(), namedTicket(2, 'Luciana Sá')];
    const { user } = renderScreen('/tickets', { as: caio });
    const row = await rowOf('Helena Prado');
    expect(row).toHaveTextContent('Rascunho: Amanhã eu');
    await user.click(within(row).getByRole('link'));
    await waitFor(() => expect(row).toHaveTextContent('Consegue, sim!'));
    expect(row).not.toHaveTextContent('Rascunho');
    localStorage.removeItem('balcao.draft.4.1');
  });
});

describe('customers who wait in queues of others', () => {
  const elsewhere = (waitingElsewhere: number) => withCounts({ waitingElsewhere });

  it('are announced above the list and shown with one click [F-U3]', async () => {
    elsewhere(1);
    const { user } = renderScreen('/tickets', { as: marina });
    expect(await screen.findByText('1 pessoa espera em filas que não são suas')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mostrar' }));
    const waitingOfAll = expect.objectContaining({ status: 'pending', showAll: true });
    await waitFor(() => expect(inbox.listRequests.map(({ query }) => query)).toContainEqual(waitingOfAll));
    expect(screen.getByRole('tab', { name: /^Aguardando/ })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByText(/em filas que não são suas/)).toBeNull();
  });

  it('are not announced to users who may not show all, nor when there are none [F-U3]', async () => {
    elsewhere(2);
    const { unmount } = renderScreen('/tickets', { as: caio });
    await screen.findByText('Tudo respondido');
    expect(screen.queryByText(/em filas que não são suas/)).toBeNull();
    unmount();
    elsewhere(0);
    renderScreen('/tickets', { as: marina });
    await screen.findByText('Tudo respondido');
    expect(screen.queryByText(/em filas que não são suas/)).toBeNull();
  });
});

describe('on a phone', () => {
  afterEach(() => atWidth(1024));

  it('the menu of the list shows all and changes the order [F-U28]', async () => {
    atWidth(390);
    const { user } = renderScreen('/tickets', { as: marina });
    const menu = async () =>
      user.click((await screen.findAllByRole('button', { name: 'Mais ações da lista' })).at(-1)!);
    await menu();
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Mostrar todas' }));
    await waitFor(() => expect(inbox.listRequests.at(-1)?.query.showAll).toBe(true));
    await menu();
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Mais antigas primeiro' }));
    await waitFor(() => expect(inbox.listRequests.at(-1)?.query.sortTickets).toBe('ASC'));
  });
});

import { endpoints } from '@balcao/contract/endpoints/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aContact } from '../../../testing/inbox.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { caio, marina, namedTicket, ago, inbox, rowOf } from '../inbox-page.fixture.ts';

describe('a row', () => {
  it('shows queue, channel, the name cut at 60 and the last message cut at 40 characters [M-052]', async () => {
    const name = 'Maria das Graças Albuquerque de Vasconcelos e Almeida Cavalcanti Prado';
    inbox.tickets = [
      namedTicket(1, name, { lastMessage: 'vi o anúncio de vocês, ainda tem a armação preta redonda?' }),
      namedTicket(2, 'Pedro Azevedo', { lastMessage: '📷 Foto', channel: 'instagram', queue: null, queueId: null }),
    ];
    renderScreen('/tickets', { as: { ...caio, allTicket: 'enabled' } });
    const first = await rowOf(/^Maria das Graças/);
    expect(within(first).getByRole('link').textContent).toBe(`${name.slice(0, 60)}…`);
    expect(first).toHaveTextContent('vi o anúncio de vocês, ainda tem a armaç…');
    expect(within(first).getByText('Vendas')).toHaveStyle({ '--c': '#2F9E44' });
    expect(within(first).getByRole('img', { name: 'WhatsApp' })).toBeVisible();
    const second = await rowOf('Pedro Azevedo');
    expect(second).toHaveTextContent(/Foto(?!📷)/);
    expect(second).not.toHaveTextContent('📷');
    expect(second).toHaveTextContent('Sem fila');
    expect(within(second).getByRole('img', { name: 'Instagram' })).toBeVisible();
  });

  it('shows time or date, connection, two tags and their rest, unread count, and the agent to admins [M-053]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-07-23T15:00:00.000Z') });
    const tags = ['Orçamento', 'Multifocal', '1ª compra', 'VIP'].map((name, n) => ({
      id: n + 1,
      name,
      color: '#e8590c',
    }));
    const assigned = { userId: 1, user: { id: 1, name: 'Marina Lopes', color: '#1C7ED6' } };
    inbox.tickets = [
      namedTicket(1, 'Helena Prado', { ...assigned, unreadMessages: 2, contact: { ...aContact({ id: 1 }), tags } }),
      namedTicket(2, 'Rafael Teixeira', { ...assigned, updatedAt: '2026-07-23T02:30:00.000Z' }),
    ];
    const { unmount } = renderScreen('/tickets', { as: marina });
    const first = await rowOf(/^Helena Prado ?, 2 não lidas$/);
    expect(first.querySelector('time')).toHaveTextContent('09:16');
    expect(first).toHaveTextContent('Matriz');
    expect(first).toHaveTextContent('OrçamentoMultifocal+2Mais tags: 1ª compra, VIP');
    expect(within(first).getByRole('img', { name: 'Atendente: Marina Lopes' })).toBeVisible();
    // 02:30 UTC is still the 22nd in the company's time zone.
    expect((await rowOf('Rafael Teixeira')).querySelector('time')).toHaveTextContent('22/07/2026');
    unmount();
    renderScreen('/tickets', { as: caio });
    expect(within(await rowOf(/^Helena/)).queryByRole('img', { name: /Atendente/ })).toBeNull();
  });

  it.each([
    [1, 0, 'Nota 0: furioso'],
    [2, 4, 'Nota 4: irritado'],
    [3, 6, 'Nota 6: neutro'],
    [4, 8, 'Nota 8: feliz'],
    [5, 9, 'Nota 9: amou'],
  ])('of a resolved ticket shows face %s and the score %s [M-054] [F-U14]', async (rate, score, expectedText) => {
    inbox.tickets = [namedTicket(1, 'Camila Rocha', { status: 'closed', userRating: { rate, score } })];
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('tab', { name: /Resolvidas/ }));
    expect(within(await rowOf('Camila Rocha')).getByRole('img', { name: expectedText })).toHaveTextContent(
      String(score),
    );
  });

  it.each([
    [3, 'cool', 'há 3 min'],
    [12, 'warm', 'há 12 min'],
    [40, 'hot', 'há 40 min'],
    [150, 'hot', 'há 2 h'],
  ])('shows the waiting time: after %s min it is %s', async (minutes, warmth, expectedText) => {
    inbox.tickets = [namedTicket(1, 'Otávio Rangel', { status: 'pending', userId: null, createdAt: ago(minutes) })];
    const { user } = renderScreen('/tickets', { as: caio });
    await user.click(await screen.findByRole('tab', { name: /Aguardando/ }));
    const wait = within(await rowOf('Otávio Rangel')).getByTitle(/Aguarda desde/);
    expect(wait).toHaveTextContent(expectedText);
    expect(wait).toHaveAttribute('data-warmth', warmth);
  });

  it('offers the actions of its status: accepting always, the others on hover [M-055]', async () => {
    inbox.tickets = [
      namedTicket(1, 'Helena Prado'),
      namedTicket(2, 'Otávio Rangel', { status: 'pending', userId: null }),
      namedTicket(3, 'Camila Rocha', { status: 'closed' }),
      namedTicket(4, 'Família Prado', { status: 'group', isGroup: true }),
    ];
    const { user } = renderScreen('/tickets', { as: { ...caio, allowGroup: true } });
    const actionsOf = async (name: string) => {
      const row = await rowOf(name);
      await user.hover(row.firstElementChild!);
      return within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'));
    };
    expect(await actionsOf('Helena Prado')).toEqual(['Devolver à fila', 'Transferir', 'Resolver']);
    await user.click(screen.getByRole('tab', { name: /Aguardando/ }));
    expect(within(await rowOf('Otávio Rangel')).getByRole('button', { name: 'Aceitar Otávio Rangel' })).toBeVisible();
    expect(await actionsOf('Otávio Rangel')).toEqual(['Aceitar Otávio Rangel', 'Ignorar', 'Transferir']);
    await user.click(screen.getByRole('tab', { name: /Resolvidas/ }));
    expect(await actionsOf('Camila Rocha')).toEqual(['Reabrir']);
    await user.click(screen.getByRole('tab', { name: /Grupos/ }));
    expect(await actionsOf('Família Prado')).toEqual(['Transferir', 'Resolver']);
  });

  it('hides ignoring from users who cannot close pending tickets [M-055]', async () => {
    inbox.tickets = [namedTicket(2, 'Otávio Rangel', { status: 'pending', userId: null })];
    const { user } = renderScreen('/tickets', { as: { ...caio, userClosePendingTicket: 'disabled' } });
    await user.click(await screen.findByRole('tab', { name: /Aguardando/ }));
    const row = await rowOf('Otávio Rangel');
    await user.hover(row.firstElementChild!);
    expect(await within(row).findByRole('button', { name: 'Transferir' })).toBeVisible();
    expect(within(row).queryByRole('button', { name: 'Ignorar' })).toBeNull();
  });

  it('returns a ticket to its queue with a click [M-055]', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado')];
    const requests = answer(endpoints.tickets.update, () => ({
      ...inbox.tickets[0]!,
      status: 'pending' as const,
      userId: null,
      user: null,
    }));
    const { user } = renderScreen('/tickets', { as: caio });
    const row = await rowOf('Helena Prado');
    act(() => within(row).getByRole('link').focus());
    await user.click(await within(row).findByRole('button', { name: 'Devolver à fila' }));
    await waitFor(() => expect(requests[0]).toMatchObject({ params: { id: 1 }, body: { status: 'pending' } }));
  });

  it('is swiped aside and reveals its actions', async () => {
    inbox.tickets = [namedTicket(1, 'Helena Prado')];
    const { user } = renderScreen('/tickets', { as: caio });
    const row = (await rowOf('Helena Prado')).firstElementChild!;
    const finger = { pointerType: 'touch', pointerId: 1, clientY: 20 };
    fireEvent.pointerDown(row, { ...finger, clientX: 300 });
    fireEvent.pointerMove(row, { ...finger, clientX: 240 });
    fireEvent.pointerMove(row, { ...finger, clientX: 140 });
    fireEvent.pointerUp(row, { ...finger, clientX: 140 });
    await user.click(screen.getByRole('button', { name: 'Transferir' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});

import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aTicket } from '../../testing/inbox.ts';
import { aTag, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const quote = aTag({ id: 11, name: 'Orçamento', color: '#F59F00', kanban: 1 });
const paid = aTag({ id: 12, name: 'Pago', color: '#2F9E44', kanban: 1 });
const label = ({ id, name, color }: typeof quote) => ({ id, name, color });
const card = (id: number, name: string, own: Partial<Ticket> = {}) => {
  const base = aTicket({ id, contactId: id, createdAt: new Date().toISOString(), ...own });
  return { ...base, contact: { ...base.contact, id, name } };
};

let lanes = [quote, paid];
beforeEach(() => {
  lanes = [quote, paid];
});

/** A server whose board keeps changes. */
function withBoard(...tickets: Ticket[]) {
  answer(endpoints.tags.lanes, () => ({ lista: lanes }));
  const count = (id: number | null) => tickets.filter(({ tags }) => (tags[0]?.id ?? null) === id).length;
  const requests = answer(endpoints.tickets.kanban, () => ({
    tickets,
    lanes: [null, ...lanes.map(({ id }) => id)].map((laneId) => ({ laneId, count: count(laneId), next: null })),
    count: tickets.length,
    hasMore: false,
  }));
  return requests;
}
const lane = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name},`) });
const cardsIn = async (name: string) =>
  within(await lane(name))
    .queryAllByRole('link')
    .map((link) => link.textContent);

describe('the board', () => {
  it('has a lane per kanban tag and a column without a lane, with the details of each card [M-131] [M-132] [M-133]', async () => {
    withBoard(
      card(1, 'Otávio Rangel', {
        unreadMessages: 3,
        lastMessage: 'Quero saber do meu óculos',
        contact: { ...aTicket().contact, tags: [{ id: 5, name: 'Garantia', color: '#099268' }] },
      }),
      card(2, 'Sandra Lima', { channel: 'instagram', tags: [label(quote)] }),
    );
    renderScreen('/Kanban', { as: anAdmin() });
    const none = await lane('Sem coluna');
    expect(none).toHaveTextContent('Quero saber do meu óculos');
    expect(none).toHaveTextContent('+55 81 99812-4471');
    expect(none).toHaveTextContent('Matriz');
    expect(within(none).getByText('Garantia')).toBeVisible();
    expect(within(none).getByRole('img', { name: 'Com Caio Andrade' })).toBeInTheDocument();
    expect(within(none).getByRole('link', { name: /Otávio Rangel ?, 3 não lidas/ })).toBeVisible();
    expect(within(await lane('Orçamento')).getByRole('img', { name: 'Instagram' })).toBeInTheDocument();
    expect(await lane('Pago')).toHaveTextContent('Solte uma conversa aqui');
    expect(await cardsIn('Orçamento')).toEqual(['Sandra Lima']);
  });

  it('moves a card by its menu, at once and with announcements, and back to no lane [M-134]', async () => {
    withBoard(card(1, 'Otávio Rangel'), card(2, 'Sandra Lima', { tags: [label(quote)] }));
    const set = answer(endpoints.tickets.setLane, ({ params }) => params);
    const cleared = answer(endpoints.tickets.clearLane, () => ({ message: 'ok' }));
    const { user } = renderScreen('/Kanban', { as: anAdmin() });
    const move = async (contactName: string, to: string) => {
      await user.click(await screen.findByRole('button', { name: `Mover ${contactName}` }));
      await user.click(await screen.findByRole('menuitemradio', { name: to }));
    };
    await move('Otávio Rangel', 'Pago');
    expect(await cardsIn('Pago')).toEqual(['Otávio Rangel']);
    expect(await screen.findByText('Ticket Tag Adicionado com Sucesso!')).toBeVisible();
    expect(screen.queryByText('Ticket Tag Removido!')).not.toBeInTheDocument();
    await move('Sandra Lima', 'Sem coluna');
    expect(await screen.findByText('Ticket Tag Removido!')).toBeVisible();
    expect([await cardsIn('Sem coluna'), await cardsIn('Orçamento')]).toEqual([['Sandra Lima'], []]);
    expect([set[0]?.params, cleared[0]?.params]).toEqual([{ ticketId: 1, tagId: 12 }, { ticketId: 2 }]);
  });

  it('leaves the focus in a field when a card that was moved to a long lane appears later', async () => {
    const inPaid = Array.from({ length: 40 }, (_, at) => card(at + 2, `Cliente ${at + 2}`, { tags: [label(paid)] }));
    withBoard(card(1, 'Otávio Rangel'), ...inPaid);
    answer(endpoints.tickets.setLane, ({ params }) => params);
    const { user } = renderScreen('/Kanban', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Mover Otávio Rangel' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Pago' }));
    await waitFor(async () => expect(await cardsIn('Sem coluna')).toEqual([]));
    expect(await cardsIn('Pago')).not.toContain('Otávio Rangel');
    const field = screen.getByLabelText('Data inicial');
    await user.click(field);
    connect();
    receive('ticket', { action: 'update', ticket: card(2, 'Cliente 2', { status: 'closed' }) });
    await waitFor(async () => expect(await cardsIn('Pago')).toContain('Otávio Rangel'));
    expect(field).toHaveFocus();
  });

  it('offers to undo a move, which sends no second greeting [F-U17]', async () => {
    withBoard(card(1, 'Otávio Rangel', { tags: [label(quote)] }));
    const set = answer(endpoints.tickets.setLane, ({ params }) => params);
    const { user } = renderScreen('/Kanban', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Mover Otávio Rangel' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Pago' }));
    await user.click(await screen.findByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('A conversa voltou para Orçamento.')).toBeVisible();
    expect([await cardsIn('Orçamento'), await cardsIn('Pago')]).toEqual([['Otávio Rangel'], []]);
    expect(set.map(({ params, query }) => [params.tagId, query.greeting])).toEqual([
      [12, 'true'],
      [11, 'false'],
    ]);
  });

  it('undoes and reports a refused move [M-134]', async () => {
    withBoard(card(1, 'Otávio Rangel'));
    answer(endpoints.tickets.setLane, () => refuse('ERR_NO_LANE_FOUND'));
    const { user } = renderScreen('/Kanban', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Mover Otávio Rangel' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Pago' }));
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
    await waitFor(async () => expect(await cardsIn('Sem coluna')).toEqual(['Otávio Rangel']));
    expect(await cardsIn('Pago')).toEqual([]);
  });

  it('shows moves of colleagues and messages of customers live', async () => {
    withBoard(card(1, 'Otávio Rangel'), card(2, 'Sandra Lima'));
    renderScreen('/Kanban', { as: anAdmin() });
    await lane('Sem coluna');
    connect();
    receive('ticket', { action: 'update', ticket: card(1, 'Otávio Rangel', { tags: [label(paid)] }) });
    await waitFor(async () => expect(await cardsIn('Pago')).toEqual(['Otávio Rangel']));
    receive('ticket', { action: 'update', ticket: card(2, 'Sandra Lima', { status: 'closed' }) });
    await waitFor(async () => expect(await cardsIn('Sem coluna')).toEqual([]));
    lanes = [paid, aTag({ id: 13, name: 'Retirada', kanban: 1 })];
    receive('tag', { action: 'delete', tagId: 11 });
    expect(await lane('Retirada')).toBeVisible();
    expect(screen.queryByRole('region', { name: /^Orçamento/ })).not.toBeInTheDocument();
  });

  it('loads the chosen days when Buscar is pressed, and refuses a reversed range [M-131]', async () => {
    const requests = withBoard(card(1, 'Otávio Rangel'));
    const { user } = renderScreen('/Kanban', { as: anAdmin() });
    await lane('Sem coluna');
    const [from, to] = [screen.getByLabelText('Data inicial'), screen.getByLabelText('Data final')];
    await user.clear(from);
    await user.type(from, '05/01/2026');
    await user.clear(to);
    await user.type(to, '02/01/2026');
    await user.click(screen.getByRole('button', { name: 'Buscar' }));
    expect(await screen.findByText('A data final vem antes da inicial.')).toBeVisible();
    expect(requests.some(({ query }) => query.endDate !== undefined)).toBe(false);
    await user.clear(to);
    await user.type(to, '09/01/2026');
    await user.click(screen.getByRole('button', { name: 'Buscar' }));
    await waitFor(() =>
      expect(requests.at(-1)?.query).toMatchObject({ startDate: '2026-01-05', endDate: '2026-01-09' }),
    );
  });

  it('offers lanes only to users who can add them [M-135]', async () => {
    withBoard();
    const { unmount } = renderScreen('/Kanban', { as: anAgent() });
    await lane('Sem coluna');
    expect(screen.queryByRole('button', { name: 'Adicionar colunas' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Opções da coluna/ })).not.toBeInTheDocument();
    unmount();
    answer(endpoints.tags.list, () => ({ tags: [{ ...quote, ticketsCount: 4 }], count: 1, hasMore: false }));
    const { user, router } = renderScreen('/Kanban', { as: anAgent({ showDashboard: 'enabled' }) });
    await user.click(await screen.findByRole('button', { name: 'Adicionar colunas' }));
    expect(await screen.findByRole('cell', { name: 'Orçamento' })).toBeVisible();
    expect(screen.getByRole('cell', { name: '4' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Voltar ao Kanban' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/Kanban'));
  });

  it('orders columns from their menu, and keeps the order on the server [F-U17]', async () => {
    withBoard(card(1, 'Otávio Rangel', { tags: [label(quote)] }));
    const ordered = answer(endpoints.tags.orderLanes, ({ body }) => {
      lanes = body.lanes.map((id) => lanes.find((item) => item.id === id)!);
      return { lista: lanes };
    });
    const { user } = renderScreen('/Kanban', { as: anAdmin() });
    const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    await user.click(await screen.findByRole('button', { name: 'Opções da coluna Pago' }));
    expect(screen.getByRole('menuitem', { name: 'Mover para a direita' })).toBeDisabled();
    await user.click(screen.getByRole('menuitem', { name: 'Mover para a esquerda' }));
    await waitFor(() => expect(names()).toEqual(['Sem coluna', 'Pago', 'Orçamento']));
    expect(await screen.findByText('Pago agora é a coluna 1 de 2.')).toBeVisible();
    expect(ordered[0]?.body).toEqual({ lanes: [12, 11] });
    expect(await cardsIn('Orçamento')).toEqual(['Otávio Rangel']);
  });

  it('returns to the old order when the server refuses the new one [F-U17]', async () => {
    withBoard();
    answer(endpoints.tags.orderLanes, () => refuse('ERR_NO_LANE_FOUND'));
    const { user } = renderScreen('/Kanban', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Opções da coluna Pago' }));
    await user.click(screen.getByRole('menuitem', { name: 'Mover para a esquerda' }));
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
    await waitFor(() =>
      expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
        'Sem coluna',
        'Orçamento',
        'Pago',
      ]),
    );
  });

  it('stays on the screen while a column is added or edited [F-U17]', async () => {
    withBoard(card(1, 'Otávio Rangel'));
    const added = aTag({ id: 13, name: 'Retirada', kanban: 1 });
    answer(endpoints.tags.create, () => {
      lanes = [...lanes, added];
      return added;
    });
    const { user, router } = renderScreen('/Kanban', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Adicionar colunas' }));
    await user.type(await screen.findByRole('textbox', { name: /^Nome/ }), 'Retirada');
    await user.click(screen.getByRole('button', { name: 'Salvar coluna' }));
    expect(await lane('Retirada')).toHaveTextContent('Solte uma conversa aqui');
    expect(router.state.location.pathname).toBe('/Kanban');
    await user.click(screen.getByRole('button', { name: 'Opções da coluna Orçamento' }));
    await user.click(screen.getByRole('menuitem', { name: 'Editar coluna' }));
    expect(await screen.findByRole('dialog', { name: 'Editar Orçamento' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/Kanban');
  });

  it('has the whole text of a cut card as a tooltip [F-U50]', async () => {
    const lastMessage = 'Quero saber do meu óculos, faz dez dias que mandei para o laboratório e ninguém responde';
    withBoard(card(1, 'Maria Aparecida de Albuquerque Cavalcanti', { lastMessage }));
    renderScreen('/Kanban', { as: anAdmin() });
    expect(await screen.findByTitle(lastMessage)).toHaveTextContent(lastMessage);
    expect(screen.getByTitle('Maria Aparecida de Albuquerque Cavalcanti')).toBeVisible();
    expect(screen.getByTitle('Matriz')).toBeVisible();
  });

  it.each([
    ['🏷️ Figurinha', 'Figurinha'],
    ['🛒 Pedido', 'Pedido'],
    ['❔ Mensagem não suportada', 'Mensagem não suportada'],
    ['📷 da loja', '📷 da loja'],
  ])('shows «%s» as «%s»: only the emoji of a message without text is left out', async (lastMessage, preview) => {
    withBoard(card(1, 'Sandra Lima', { lastMessage }));
    renderScreen('/Kanban', { as: anAdmin() });
    expect(await screen.findByTitle(preview)).toHaveTextContent(preview);
  });

  it('is a board with columns and cards while it loads [F-U50]', async () => {
    answer(endpoints.tags.lanes, () => ({ lista: [quote] }));
    answer(endpoints.tickets.kanban, () => new Promise(() => {}));
    renderScreen('/Kanban', { as: anAdmin() });
    const status = await screen.findByRole('status', { name: 'Carregando o quadro' });
    expect(status.children).toHaveLength(4);
  });

  it('shows an error with a retry in a lane whose next page cannot be loaded, and requests it once', async () => {
    answer(endpoints.tags.lanes, () => ({ lista: [quote] }));
    const NEXT_PAGE = '1784808000000.1';
    let isBroken = true;
    const requests = answer(endpoints.tickets.kanban, ({ query: { after } }) => {
      if (after === undefined)
        return {
          tickets: [card(1, 'Otávio Rangel')],
          lanes: [
            { laneId: null, count: 2, next: NEXT_PAGE },
            { laneId: quote.id, count: 0, next: null },
          ],
          count: 2,
          hasMore: true,
        };
      if (isBroken) return refuse('ERR_INTERNAL');
      const page = { laneId: null, count: 2, next: null };
      return { tickets: [card(2, 'Sandra Lima')], lanes: [page], count: 2, hasMore: false };
    });
    const { user } = renderScreen('/Kanban', { as: anAdmin() });
    const again = await within(await lane('Sem coluna')).findByRole('button', { name: 'Tentar de novo' });
    expect(requests.filter(({ query }) => query.after === NEXT_PAGE)).toHaveLength(1);
    isBroken = false;
    await user.click(again);
    await waitFor(async () => expect(await cardsIn('Sem coluna')).toEqual(['Otávio Rangel', 'Sandra Lima']));
    expect(within(await lane('Sem coluna')).queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows an error with a retry when it cannot be loaded', async () => {
    answer(endpoints.tags.lanes, () => ({ lista: [quote] }));
    answer(endpoints.tickets.kanban, () => refuse('ERR_INTERNAL'));
    const { user } = renderScreen('/Kanban', { as: anAdmin() });
    expect(await screen.findByText('O quadro não carregou')).toBeVisible();
    withBoard(card(1, 'Otávio Rangel'));
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await lane('Sem coluna')).toBeVisible();
  });
});

import type { SessionUser } from '@balcao/contract/endpoints/access';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { anAdmin, anAgent } from '../../../testing/fixtures.ts';
import { renderPart } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { TicketActionsProvider } from '../actions/provider.tsx';
import { ConversationHeader } from './header.tsx';

async function renderHeader(ticket: Ticket, { as = anAgent() }: { as?: SessionUser } = {}) {
  const onPanel = vi.fn<() => void>();
  const onBack = vi.fn<() => void>();
  const rendered = renderPart(
    () => (
      <TicketActionsProvider>
        <ConversationHeader ticket={ticket} panelOpen={false} onPanel={onPanel} onBack={onBack} />
        <textarea aria-label="Mensagem" />
      </TicketActionsProvider>
    ),
    { as },
  );
  await screen.findByRole('heading', { name: ticket.contact.name });
  const menu = async () => {
    await rendered.user.click(screen.getByRole('button', { name: 'Mais ações' }));
    return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  };
  return { ...rendered, onPanel, onBack, menu };
}
const buttons = () =>
  ['Transferir', 'Devolver à fila', 'Histórico da conversa', 'Aceitar', 'Resolver', 'Reabrir'].filter((name) =>
    screen.queryByRole('button', { name }),
  );

/** Like browsers, it reports the first size too. */
class FakeResizeObserver {
  readonly #onResize: (sizes: []) => void;
  constructor(onResize: (sizes: []) => void) {
    this.#onResize = onResize;
  }
  observe() {
    this.#onResize([]);
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
});
afterEach(() => vi.unstubAllGlobals());

describe('the header of a conversation', () => {
  it('shows the contact, the queue, the connection and the agent', async () => {
    await renderHeader(aTicket());
    expect(screen.getByText('Vendas · #213 · Matriz · com você'), 'F-U32').toBeVisible();
  });

  it('names a colleague and shows a missing queue', async () => {
    await renderHeader(
      aTicket({ queue: null, queueId: null, userId: 9, user: { id: 9, name: 'Rute', color: '#000000' } }),
      {
        as: anAdmin(),
      },
    );
    expect(screen.getByText('Sem fila · #213 · Matriz · com Rute')).toBeVisible();
  });

  it.each([
    ['open', ['Transferir', 'Devolver à fila', 'Histórico da conversa', 'Resolver']],
    ['group', ['Transferir', 'Devolver à fila', 'Histórico da conversa', 'Resolver']],
    ['pending', ['Transferir', 'Histórico da conversa', 'Aceitar']],
    ['closed', ['Histórico da conversa', 'Reabrir']],
    ['nps', ['Histórico da conversa', 'Resolver', 'Reabrir']],
  ] as const)('offers the actions of a ticket with status %s [M-055]', async (status, expected) => {
    await renderHeader(aTicket({ status, isGroup: status === 'group' }));
    expect(buttons()).toEqual(expected);
  });

  it('offers ignoring to users with permission and deleting to admins [M-055] [M-069] [M-075]', async () => {
    const pending = aTicket({ status: 'pending', userId: null, user: null });
    const first = await renderHeader(pending, { as: anAgent({ userClosePendingTicket: 'disabled' }) });
    expect(await first.menu()).toEqual(['Ver caminho', 'Agendar mensagem', 'Adicionar tag']);
    first.unmount();
    const second = await renderHeader(pending, { as: anAgent() });
    expect(await second.menu()).toEqual(['Ver caminho', 'Agendar mensagem', 'Adicionar tag', 'Ignorar']);
    second.unmount();
    const third = await renderHeader(pending, { as: anAdmin() });
    expect(await third.menu()).toEqual([
      'Ver caminho',
      'Agendar mensagem',
      'Adicionar tag',
      'Ignorar',
      'Excluir conversa',
    ]);
  });

  it('offers a supervisor, and no other user, to take over a colleague’s ticket', async () => {
    const colleagueTicket = aTicket({ userId: 9, user: { id: 9, name: 'Rute', color: '#000000' } });
    const first = await renderHeader(colleagueTicket, { as: anAgent() });
    expect(await first.menu()).not.toContain('Assumir conversa');
    first.unmount();
    const second = await renderHeader(colleagueTicket, { as: anAgent({ allUserChat: 'enabled' }) });
    expect(await second.menu()).toContain('Assumir conversa');
    second.unmount();
    const own = await renderHeader(aTicket(), { as: anAgent({ allUserChat: 'enabled' }) });
    expect(await own.menu()).not.toContain('Assumir conversa');
  });

  it('R resolves, T transfers and I shows the contact, but not while typing', async () => {
    answer(endpoints.queues.list, () => []);
    answer(endpoints.access.pickUsers, () => []);
    const { user, onPanel } = await renderHeader(aTicket());
    await user.keyboard('i');
    expect(onPanel).toHaveBeenCalledTimes(1);

    await user.click(screen.getByRole('textbox', { name: 'Mensagem' }));
    await user.keyboard('itr');
    expect(onPanel).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await user.click(screen.getByRole('heading', { name: 'Helena Prado' }));
    await user.keyboard('t');
    const dialog = await screen.findByRole('dialog', { name: 'Transferir conversa' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('heading', { name: 'Helena Prado' }));
    await user.keyboard('r');
    expect(await screen.findByRole('dialog', { name: 'Resolver a conversa com Helena?' })).toBeVisible();
  });

  it('no shortcut resolves a resolved ticket', async () => {
    const { user } = await renderHeader(aTicket({ status: 'closed' }));
    await user.keyboard('rt');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    [520, ['Aceitar', 'Mostrar dados do contato'], ['Transferir', 'Histórico da conversa']],
    [390, ['Aceitar'], ['Dados do contato', 'Transferir', 'Histórico da conversa']],
  ])('at %i px moves what does not fit into the menu', async (width, visible, folded) => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
    const { menu } = await renderHeader(aTicket({ status: 'pending', userId: null, user: null }));
    const labels = ['Aceitar', 'Transferir', 'Histórico da conversa', 'Mostrar dados do contato'];
    expect(labels.filter((name) => screen.queryByRole('button', { name }))).toEqual(visible);
    const items = (await menu()).map((text) => text?.replace(/T$/, ''));
    for (const name of folded) expect(items).toContain(name);
  });

  it('shows and hides the contact, and leads back to the list', async () => {
    const { user, onPanel, onBack } = await renderHeader(aTicket());
    await user.click(screen.getByRole('button', { name: 'Mostrar dados do contato' }));
    expect(onPanel).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: 'Voltar para a lista' }));
    expect(onBack).toHaveBeenCalledOnce();
  });
});

import { endpoints } from '@balcao/contract/endpoints/index';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { createMemoryHistory, useNavigate, useParams } from '@tanstack/react-router';
import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../../app/app.tsx';
import { createAppRouter } from '../../../app/router.tsx';
import { aContact, aMessage, aTicket } from '../../../testing/inbox.ts';
import { mockLayout, mockMatchMedia } from '../../../testing/layout.ts';
import { anAgent, aQueue, aToken } from '../../../testing/fixtures.ts';
import { connect, receive } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { sockets } from '../../../testing/socket.ts';
import { TicketActionsProvider } from '../actions/provider.tsx';
import { Conversation, IsLeaving } from './conversation.tsx';

/** The next conversation is being opened. */
let isLeaving = false;

function TestScreen() {
  const { uuid } = useParams({ strict: false }) as { uuid?: string };
  const navigate = useNavigate();
  return (
    <TicketActionsProvider>
      {uuid === undefined ? (
        'A lista'
      ) : (
        <IsLeaving value={isLeaving}>
          <Conversation key={uuid} uuid={uuid} onBack={() => void navigate({ to: '/tickets' })} />
        </IsLeaving>
      )}
    </TicketActionsProvider>
  );
}

function renderConversation(ticket: Ticket, messages: Message[] = [aMessage()], search = '') {
  mockLayout();
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: anAgent(), sessionId: 'this-session' }));
  answer(endpoints.tickets.log, () => []);
  answer(endpoints.tickets.seen, () => ticket);
  answer(endpoints.tickets.draft, () => ({ body: '', isPrivate: false, updatedAt: null }));
  answer(endpoints.quickMessages.pick, () => []);
  const requests = answer(endpoints.messages.list, () => ({
    messages,
    ticket,
    count: messages.length,
    hasMore: false,
    hasNewer: false,
  }));
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: [`/tickets/${ticket.uuid}${search}`] }),
    screens: [{ path: '/tickets/{-$uuid}', title: 'conversations', screen: TestScreen, permission: 'ticket.use' }],
  });
  return { user: userEvent.setup(), router, requests, ...render(<App router={router} />) };
}

beforeEach(() => {
  localStorage.setItem('balcao.contactPanel', 'false');
  isLeaving = false;
});

describe('an open conversation', () => {
  it('joins its topic, uses the colors of its channel and shows the messages [M-080]', async () => {
    const ticket = aTicket({ channel: 'instagram' });
    answer(endpoints.tickets.showByUuid, () => ticket);
    renderConversation(ticket);
    const region = await screen.findByRole('region', { name: 'Conversa com Helena Prado' });
    expect(region).toHaveAttribute('data-channel', 'instagram');
    expect(await screen.findByText('Paguei agora')).toBeInTheDocument();
    connect();
    expect(sockets.at(-1)?.emitted).toContainEqual(['joinChatBox', ticket.uuid]);
  });

  it('shows the reason when it cannot be loaded, and returns to the list [M-059]', async () => {
    answer(endpoints.tickets.showByUuid, () => refuse('ERR_NO_TICKET_FOUND'));
    const { router } = renderConversation(aTicket());
    expect(await screen.findByText('A lista')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/tickets');
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
  });

  it('returns to the list when a colleague deleted it, and stays when it only moved', async () => {
    const ticket = aTicket();
    let ticketExists = true;
    const requests = answer(endpoints.tickets.showByUuid, () =>
      ticketExists ? ticket : refuse('ERR_NO_TICKET_FOUND'),
    );
    const { router } = renderConversation(ticket);
    await screen.findByText('Paguei agora');
    connect();
    receive('ticket', { action: 'delete', ticketId: ticket.id });
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(router.state.location.pathname).toBe(`/tickets/${ticket.uuid}`);
    ticketExists = false;
    receive('ticket', { action: 'delete', ticketId: ticket.id });
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
  });

  it('is not requested again when its own transfer took it away, however late the reply comes', async () => {
    const ticket = aTicket();
    const requests = answer(endpoints.tickets.showByUuid, () => ticket);
    answer(endpoints.queues.list, () => [aQueue({ id: 1, name: 'Vendas' })]);
    answer(endpoints.access.pickUsers, () => []);
    const reply = Promise.withResolvers<void>();
    const transfers = answer(endpoints.tickets.update, async () => {
      await reply.promise;
      return aTicket({ status: 'pending', userId: null, user: null });
    });
    const { user, router } = renderConversation(ticket);
    await screen.findByText('Paguei agora');
    connect();
    await user.click(screen.getByRole('button', { name: 'Transferir' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Transferir conversa' }));
    await user.click(dialog.getByRole('button', { name: 'Transferir' }));
    await waitFor(() => expect(transfers).toHaveLength(1));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    receive('ticket', { action: 'delete', ticketId: ticket.id });
    await act(() => vi.advanceTimersByTimeAsync(2000));
    vi.useRealTimers();
    reply.resolve();
    await waitFor(() => expect(router.state.location.pathname).toBe('/tickets'));
    expect(await screen.findByText('Conversa transferida para a fila Vendas')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  it('opens at the message named in its address', async () => {
    const ticket = aTicket();
    answer(endpoints.tickets.showByUuid, () => ticket);
    const { requests } = renderConversation(ticket, [aMessage({ id: 55, body: 'Achada' })], '?m=55');
    expect(await screen.findByText('Achada')).toBeInTheDocument();
    expect(requests[0]?.query.around).toBe(55);
  });

  it('shows who else has it open, and who is typing', async () => {
    const ticket = aTicket();
    answer(endpoints.tickets.showByUuid, () => ticket);
    renderConversation(ticket);
    await screen.findByText('Paguei agora');
    connect();
    const viewers = [
      { id: 4, name: 'Caio Andrade', isWriting: true },
      { id: 8, name: 'Marina Lopes', isWriting: false },
    ];
    const emitPresence = (payload: object) => act(() => sockets.at(-1)?.trigger('presence', payload));
    emitPresence({ ticketId: ticket.id, people: viewers });
    expect(await screen.findByText('Marina também está vendo')).toBeInTheDocument();
    emitPresence({ ticketId: ticket.id, people: viewers.map((viewer) => ({ ...viewer, isWriting: true })) });
    expect(await screen.findByText('Marina está escrevendo…')).toBeInTheDocument();
    emitPresence({ ticketId: 1, people: viewers });
    await waitFor(() => expect(screen.queryByText(/Marina/)).toBeNull());
  });
});

describe('the 24-hour window', () => {
  const opens = async (ticket: Ticket) => {
    answer(endpoints.tickets.showByUuid, () => ticket);
    renderConversation(ticket);
    await screen.findByRole('region', { name: 'Conversa com Helena Prado' });
  };
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 5000).toISOString();

  it('is explained on Facebook and Instagram without a warning while there is time [M-083]', async () => {
    await opens(aTicket({ channel: 'facebook', windowEndsAt: inHours(20) }));
    expect(
      screen.getByText(/Você pode responder até (hoje|amanhã), \d\d:\d\d\. O bot só escreve nas primeiras 24 horas\./),
    ).toBeInTheDocument();
  });

  it('is explained on WhatsApp, also when the clock of the page is a minute behind', async () => {
    await opens(aTicket({ channel: 'whatsapp', windowEndsAt: inHours(24.01) }));
    expect(screen.getByText(/Janela de 24 horas aberta: responda até (hoje|amanhã), \d\d:\d\d\./)).toBeInTheDocument();
  });

  it('warns in its last six hours, with the remaining time [M-083]', async () => {
    await opens(aTicket({ channel: 'instagram', windowEndsAt: inHours(2.17) }));
    expect(screen.getByText('Responda em até 2 h 10 min.')).toBeInTheDocument();
    expect(screen.getByText(/Depois o Instagram bloqueia respostas/)).toBeInTheDocument();
    expect(screen.getByRole('progressbar', { name: 'Tempo restante' })).toHaveAttribute('aria-valuenow', '1');
  });

  it('counts down as the minutes pass [M-083]', async () => {
    await opens(aTicket({ channel: 'instagram', windowEndsAt: inHours(2) }));
    expect(screen.getByText('Responda em até 2 h 0 min.')).toBeInTheDocument();
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Responda em até 1 h 0 min.')).toBeInTheDocument();
  });

  it('is not shown for a channel without a window', async () => {
    await opens(aTicket());
    expect(screen.queryByText(/24 h/)).toBeNull();
  });
});

describe('the contact panel', () => {
  const opens = async () => {
    localStorage.setItem('balcao.contactPanel', 'true');
    mockMatchMedia('(min-width: 1280px)');
    const ticket = aTicket();
    answer(endpoints.tickets.showByUuid, () => ticket);
    answer(endpoints.contacts.show, () => aContact());
    answer(endpoints.optOuts.list, () => []);
    answer(endpoints.tags.lanes, () => ({ lista: [] }));
    const requests = answer(endpoints.notes.list, () => []);
    renderConversation(ticket);
    await screen.findByText('Paguei agora');
    return requests;
  };

  it('is filled after the messages', async () => {
    const requests = await opens();
    await waitFor(() => expect(requests).toHaveLength(1));
  });

  it('is not filled any more while the next conversation is opened', async () => {
    isLeaving = true;
    const requests = await opens();
    // The frame after which it would be filled, with all that it has loaded by then.
    await act(async () => {
      await import('../panel/contact-panel.tsx');
      for (let frame = 0; frame < 3; frame++)
        await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    });
    expect(requests).toHaveLength(0);
  });
});

describe('a file dragged over the conversation', () => {
  it('shows a drop zone and goes to the composer when it is dropped [M-082]', async () => {
    const ticket = aTicket();
    answer(endpoints.tickets.showByUuid, () => ticket);
    renderConversation(ticket);
    const textElement = await screen.findByText('Paguei agora');
    const file = new File(['x'.repeat(20)], 'receita.pdf', { type: 'application/pdf' });
    const drag = (kind: 'dragEnter' | 'dragLeave' | 'drop', types: string[], files: File[] = []) => {
      const event = createEvent[kind](textElement);
      Object.defineProperty(event, 'dataTransfer', { value: { types, files } });
      fireEvent(textElement, event);
    };
    drag('dragEnter', ['text/plain']);
    expect(screen.queryByText('Solte o arquivo aqui')).toBeNull();
    drag('dragEnter', ['Files']);
    expect(screen.getByText('Solte o arquivo aqui')).toBeInTheDocument();
    drag('dragLeave', ['Files']);
    expect(screen.queryByText('Solte o arquivo aqui')).toBeNull();
    drag('dragEnter', ['Files']);
    drag('drop', ['Files'], [file]);
    expect(screen.queryByText('Solte o arquivo aqui')).toBeNull();
    expect((await screen.findAllByText(/receita\.pdf/)).length).toBeGreaterThan(0);
  });
});

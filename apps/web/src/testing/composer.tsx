/** Renders the composer of one conversation and gives the test the state it shares with the thread. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { App } from '../app/app.tsx';
import { createAppRouter } from '../app/router.tsx';
import { usePending } from '../entities/outbox/outbox.ts';
import { TicketActionsProvider } from '../features/inbox/actions/provider.tsx';
import { Composer } from '../features/inbox/composer/composer.tsx';
import {
  ConversationScope,
  useConversation,
  type ConversationState,
} from '../features/inbox/conversation/conversation-state.tsx';
import { aTicket } from './inbox.ts';
import { aToken, anAgent } from './fixtures.ts';
import { answer } from './server.ts';

export async function renderComposer(first: Ticket = aTicket(), { as = anAgent() }: { as?: SessionUser } = {}) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: as, sessionId: 'this-session' }));
  const handle = {} as { state: ConversationState; show: (ticket: Ticket) => void };
  function StateProbe() {
    const state = useConversation();
    useEffect(() => void (handle.state = state), [state]);
    return null;
  }
  function TestScreen() {
    const [ticket, setTicket] = useState(first);
    useEffect(() => void (handle.show = setTicket), []);
    return (
      <TicketActionsProvider>
        <ConversationScope key={ticket.uuid}>
          <StateProbe />
          <ul aria-label="pendentes">
            {usePending(ticket.id).map(({ clientKey, body, isPrivate, files }) => (
              <li key={clientKey}>
                {isPrivate && 'nota: '}
                {[body, ...files.map(({ name }) => name)].join(' · ')}
              </li>
            ))}
          </ul>
          <Composer ticket={ticket} />
        </ConversationScope>
      </TicketActionsProvider>
    );
  }
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: ['/conversa'] }),
    screens: [{ path: '/conversa', title: 'conversations', screen: TestScreen, permission: 'ticket.use' }],
  });
  const user = userEvent.setup();
  const rendered = render(<App router={router} />);
  await screen.findByRole('list', { name: 'pendentes' });
  return {
    user,
    ...rendered,
    /** Does what the thread and the header do to the composer. */
    conversation: (change: (state: ConversationState) => void) => act(() => change(handle.state)),
    show: (ticket: Ticket) => act(() => handle.show(ticket)),
  };
}

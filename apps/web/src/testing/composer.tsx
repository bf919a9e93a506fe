/** The composer of one conversation, with the state it shares with the thread in the test's hands. */
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
import { TicketActsProvider } from '../features/inbox/acts/ticket-acts.tsx';
import { Composer } from '../features/inbox/composer/composer.tsx';
import {
  ConversationScope,
  useConversation,
  type ConversationState,
} from '../features/inbox/conversation/conversation-state.tsx';
import { aTicket } from './inbox.ts';
import { aToken, anAgent } from './people.ts';
import { answer } from './server.ts';

export async function renderComposer(first: Ticket = aTicket(), { as = anAgent() }: { as?: SessionUser } = {}) {
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: as, sessionId: 'this-session' }));
  const hands = {} as { state: ConversationState; show: (ticket: Ticket) => void };
  function Hands() {
    const state = useConversation();
    useEffect(() => void (hands.state = state), [state]);
    return null;
  }
  function Room() {
    const [ticket, show] = useState(first);
    useEffect(() => void (hands.show = show), []);
    return (
      <TicketActsProvider>
        <ConversationScope key={ticket.uuid}>
          <Hands />
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
      </TicketActsProvider>
    );
  }
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: ['/conversa'] }),
    screens: [{ path: '/conversa', title: 'conversations', screen: Room, may: 'ticket.attend' }],
  });
  const user = userEvent.setup();
  const rendered = render(<App router={router} />);
  await screen.findByRole('list', { name: 'pendentes' });
  return {
    user,
    ...rendered,
    /** What the thread and the header do to the composer. */
    conversation: (does: (state: ConversationState) => void) => act(() => does(hands.state)),
    show: (ticket: Ticket) => act(() => hands.show(ticket)),
  };
}

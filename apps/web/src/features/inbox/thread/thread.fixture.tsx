/** Renders a thread alone on a page; the server answers with the test's messages. */
import type { SessionUser } from '@balcao/contract/endpoints/access';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { App } from '../../../app/app.tsx';
import { createAppRouter } from '../../../app/router.tsx';
import type { LogEntry } from '../../../entities/messages/ticket-log.ts';
import { aTicket } from '../../../testing/inbox.ts';
import { mockLayout } from '../../../testing/layout.ts';
import { anAgent, aToken } from '../../../testing/fixtures.ts';
import { answer } from '../../../testing/server.ts';
import { TicketActionsProvider } from '../actions/provider.tsx';
import { ConversationScope, useConversation, type ConversationState } from '../conversation/conversation-state.tsx';
import { ForwardBar } from './forward-bar.tsx';
import { Thread } from './thread.tsx';

export interface ThreadOptions {
  ticket?: Ticket;
  /** The whole history, oldest first; pages are cut from it. */
  messages?: readonly Message[];
  log?: LogEntry[];
  as?: SessionUser;
  startAt?: number;
  pageSize?: number;
  layout?: Parameters<typeof mockLayout>[0];
}

/** The state the panes beside the thread would see. */
export const seen: { conversation: ConversationState | null } = { conversation: null };

export function renderThread({
  ticket = aTicket(),
  messages = [],
  log = [],
  as = anAgent(),
  startAt,
  pageSize = 20,
  layout,
}: ThreadOptions = {}) {
  mockLayout(layout);
  answer(endpoints.access.refresh, () => ({ token: aToken(), user: as, sessionId: 'this-session' }));
  answer(endpoints.tickets.log, () => log);
  const seenRequests = answer(endpoints.tickets.seen, () => ({ ...ticket, unreadMessages: 0 }));
  const requests = answer(endpoints.messages.list, ({ query }) => pageOf(messages, ticket, query, pageSize));
  const page = () => (
    <TicketActionsProvider>
      <ConversationScope startAt={startAt}>
        <Spy />
        <Thread ticket={ticket} />
        <ForwardBar />
      </ConversationScope>
    </TicketActionsProvider>
  );
  const router = createAppRouter({
    history: createMemoryHistory({ initialEntries: ['/proving'] }),
    screens: [{ path: '/proving', title: 'conversations', screen: page, permission: 'ticket.use' }],
  });
  return { user: userEvent.setup(), requests, seenRequests, ...render(<App router={router} />) };
}

export const theLog = () => screen.findByRole('log', { name: 'Mensagens da conversa' });

function Spy() {
  const conversation = useConversation();
  useEffect(() => void (seen.conversation = conversation), [conversation]);
  return null;
}

function pageOf(
  all: readonly Message[],
  ticket: Ticket,
  { before, after, around }: { before?: number | undefined; after?: number | undefined; around?: number | undefined },
  size: number,
) {
  const cut = (from: number, to: number) => ({
    messages: all.slice(Math.max(from, 0), to),
    ticket,
    count: all.length,
    hasMore: from > 0,
    hasNewer: to < all.length,
  });
  const indexOfMessage = (id: number) => all.findIndex((message) => message.id >= id);
  if (before !== undefined) return cut(indexOfMessage(before) - size, indexOfMessage(before));
  if (after !== undefined) return cut(indexOfMessage(after) + 1, indexOfMessage(after) + 1 + size);
  if (around !== undefined) return cut(indexOfMessage(around) - size + 1, indexOfMessage(around) + size + 1);
  return cut(all.length - size, all.length);
}

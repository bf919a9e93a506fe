/** A fake server with one set of tickets, and helpers for the tests of the inbox. */
import { endpoints } from '@balcao/contract/endpoints/index';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { act, screen, within } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';
import { aMessage, aTicket } from '../../testing/inbox.ts';
import { aConnection, anAdmin, anAgent, aQueue, aTag, aUser } from '../../testing/fixtures.ts';
import { answer, refuse } from '../../testing/server.ts';

export const atWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport(size: { width: number }): void } }).happyDOM.setViewport({ width });

export const sales = { id: 1, name: 'Vendas', color: '#2F9E44' };
export const caio = anAgent({ queues: [sales] });
export const marina = anAdmin({ queues: [sales] });
export const namedTicket = (id: number, name: string, own: Partial<Ticket> = {}) =>
  aTicket({ id, contactId: id, contact: { ...aTicket().contact, id, name }, userId: 4, queueId: 1, ...own });
export const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** The state of the fake server; each test starts without tickets. */
export const inbox: {
  tickets: Ticket[];
  listRequests: ReturnType<typeof answer<typeof endpoints.tickets.list>>;
} = { tickets: [], listRequests: [] };

/** A server with one set of tickets that answers each tab from it. */
export function answerLists() {
  return answer(endpoints.tickets.list, ({ query }) => {
    const tickets = inbox.tickets.filter((ticket) => query.status === 'search' || ticket.status === query.status);
    return { tickets, count: tickets.length, hasMore: false };
  });
}

beforeEach(() => {
  inbox.tickets = [];
  inbox.listRequests = answerLists();
  answer(endpoints.tickets.counts, () => ({
    open: 12,
    pending: 7,
    group: 3,
    unread: 5,
    waitingElsewhere: 0,
    failed: 0,
  }));
  answer(endpoints.queues.list, () => [aQueue({ id: 1, name: 'Vendas' }), aQueue({ id: 2, name: 'Suporte' })]);
  answer(endpoints.tags.pick, () => [aTag({ id: 8, name: 'Multifocal' })]);
  answer(endpoints.connections.list, () => [aConnection({ id: 2, name: 'Matriz' })]);
  answer(endpoints.access.pickUsers, () => [aUser({ id: 5, name: 'Rute Lins' })]);
  answer(
    endpoints.tickets.showByUuid,
    ({ params }) => inbox.tickets.find(({ uuid }) => uuid === params.uuid) ?? refuse('ERR_NO_TICKET_FOUND'),
  );
  answer(endpoints.messages.search, () => ({ hits: [], hasMore: false, cursor: null }));
  answer(endpoints.tickets.log, () => []);
  answer(endpoints.tickets.seen, ({ params }) => inbox.tickets.find(({ id }) => id === params.id)!);
  answer(endpoints.messages.list, ({ params }) => ({
    messages: [aMessage()],
    ticket: inbox.tickets.find(({ uuid }) => uuid === params.ticketUuid) ?? inbox.tickets[0]!,
    count: 1,
    hasMore: false,
    hasNewer: false,
  }));
});

export const rowOf = async (name: RegExp | string) =>
  (await screen.findByRole('link', { name })).closest<HTMLElement>('[role="listitem"]')!;
export const names = () =>
  within(screen.getByRole('list', { name: 'Lista de conversas' }))
    .queryAllByRole('listitem')
    .map((row) => within(row).getByRole('link').textContent);
export const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

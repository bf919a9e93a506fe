import { loggedReasons } from '@balcao/domain/bot/reasons';
import { timerReasons } from '@balcao/domain/assignment/timers';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aTicket } from '../../../testing/inbox.ts';
import { answer, refuse } from '../../../testing/server.ts';
import { renderAction } from './actions.fixture.tsx';

const entry = (id: number, type: string, own: object = {}) => ({
  id,
  type,
  ticketId: 48213,
  userId: 9,
  queueId: 2,
  createdAt: '2026-07-22T19:41:00.000Z',
  user: { id: 9, name: 'Caio Andrade' },
  queue: { id: 2, name: 'Suporte' },
  ...own,
});
/** Opens the log and returns the text of each entry. */
async function readLog() {
  const { press } = renderAction((actions) => actions.showLog(aTicket()));
  await press();
  const log = await screen.findByRole('list', { name: 'Histórico da conversa' });
  return within(log)
    .getAllByRole('listitem')
    .map((line) => line.textContent);
}

describe('the ticket log', () => {
  it('describes every type of event with its user, queue and time [M-079] [M-102]', async () => {
    const kinds = ['create', 'chatBot', 'queue', 'open', 'access', 'transfered', 'receivedTransfer', 'pending'];
    const more = ['closed', 'reopen', 'redirect', 'nps', 'lgpd', 'autoClose', 'clientClosed', 'something-new'];
    answer(endpoints.tickets.log, () => [...kinds, ...more].map((type, at) => entry(at + 1, type)));
    const lines = await readLog();
    expect(lines).toHaveLength(16);
    expect(lines[2]).toContain('Entrou na fila Suporte');
    expect(lines[3]).toContain('Caio Andrade aceitou');
    expect(lines[3]).toContain('Suporte');
    expect(lines[3]).toMatch(/22\/07\/2026 \d\d:41/);
    expect(lines[13]).toContain('Resolvida automaticamente por inatividade');
    expect(lines[15]).toContain('Outro evento');
    expect(new Set(lines).size).toBe(16);
  });

  it('shows the reason of automatic events and their delay, and falls back to the type for an unknown reason', async () => {
    const automatic = (id: number, type: string, reason: string) =>
      entry(id, type, { why: reason, userId: null, user: null });
    const entries = [...loggedReasons, ...timerReasons].map((reason, at) => automatic(at + 1, 'chatBot', reason));
    const special = [automatic(90, 'autoClose', 'inactivityClosed+12'), automatic(91, 'chatBot', 'newerThanThis')];
    answer(endpoints.tickets.log, () => [...entries, ...special]);
    const lines = await readLog();
    expect(new Set(lines).size).toBe(entries.length + special.length);
    expect(lines[loggedReasons.indexOf('queueChosen')]).toContain('O cliente escolheu a fila Suporte');
    expect(lines.at(-2)).toContain('Resolvida por falta de resposta (12 min depois)');
    expect(lines.at(-1)).toContain('O bot iniciou a conversa');
    expect(lines.slice(0, -1).join()).not.toMatch(/O bot iniciou|\{/);
  });

  it('offers a retry when it cannot be loaded', async () => {
    let fails = true;
    answer(endpoints.tickets.log, () => (fails ? refuse('ERR_NO_TICKET_FOUND') : []));
    const { press, user } = renderAction((actions) => actions.showLog(aTicket()));
    await press();
    expect(await screen.findByText('Esta conversa não existe mais.')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Nenhum evento ainda')).toBeVisible();
  });

  it('marking as unread leaves the conversation, so that it stays unread', async () => {
    const ticket = aTicket();
    const requests = answer(endpoints.tickets.markUnread, () => aTicket({ unreadMessages: 1 }));
    const { press, at } = renderAction((actions) => actions.markUnread(ticket), { path: `/tickets/${ticket.uuid}` });
    await press();
    expect(await screen.findByText('Marcada como não lida')).toBeVisible();
    expect(requests[0]?.params.id).toBe(ticket.id);
    await waitFor(() => expect(at()).toBe('/tickets'));
  });
});

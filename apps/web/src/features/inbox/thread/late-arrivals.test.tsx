import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../../../entities/messages/ticket-log.ts';
import { aMessage, aTicket } from '../../../testing/inbox.ts';
import { receive } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { renderThread } from './thread.fixture.tsx';

const clock = () => screen.queryByRole('img', { name: 'Na fila de envio' });

describe('a message that is sent again', () => {
  const failed = aMessage({ id: 700, fromMe: true, ack: 0, delivery: 'failed', failure: 'ERR_CHANNEL_REFUSED' });
  const retry = () => screen.findByRole('button', { name: 'Tentar de novo' });

  it('shows the refusal that arrives before the reply to the click [F-U7]', async () => {
    const reply = Promise.withResolvers<void>();
    answer(endpoints.messages.resend, async () => {
      await reply.promise;
      return { ...failed, delivery: 'queued' as const, failure: null };
    });
    answer(endpoints.tickets.show, () => aTicket());
    const { user } = renderThread({ messages: [failed] });
    await user.click(await retry());
    expect(clock()).toBeInTheDocument();
    receive('appMessage', { action: 'update', message: failed });
    await retry();
    reply.resolve();
    // The reply is older than what the socket said, so it changes nothing.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(clock()).toBeNull();
    expect(await retry()).toBeVisible();
  });

  it('shows its failure again when the click is refused [F-U7]', async () => {
    answer(endpoints.messages.resend, () => refuse('ERR_NOT_RESENDABLE'));
    const { user } = renderThread({ messages: [failed] });
    await user.click(await retry());
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
    await waitFor(() => expect(clock()).toBeNull());
    expect(await retry()).toBeVisible();
  });
});

describe('the events of a conversation', () => {
  it('include one that happens while they are fetched for the first time [F-U7]', async () => {
    const ticket = aTicket();
    const accepted: LogEntry = {
      id: 2,
      type: 'open',
      ticketId: ticket.id,
      userId: 4,
      queueId: 1,
      createdAt: new Date().toISOString(),
      user: { id: 4, name: 'Caio Andrade' },
      queue: { id: 1, name: 'Vendas' },
      why: null,
    };
    renderThread({ ticket, messages: [aMessage()] });
    const first = Promise.withResolvers<void>();
    const requests = answer(endpoints.tickets.log, async () => {
      if (requests.length > 1) return [accepted];
      await first.promise;
      return [];
    });
    await waitFor(() => expect(requests).toHaveLength(1));
    receive('ticket', { action: 'update', ticket });
    first.resolve();
    expect(await screen.findByText(/Caio/)).toBeVisible();
  });
});

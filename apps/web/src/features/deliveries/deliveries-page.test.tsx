import { endpoints } from '@balcao/contract/endpoints/index';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../entities/deliveries/deliveries.api.ts';
import { aMessage } from '../../testing/inbox.ts';
import { aConnection, anAdmin, anAgent } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const aDelivery = (own: Partial<Delivery> = {}): Delivery => ({
  id: 11,
  ticketId: 4,
  ticketUuid: '0b9f6f5e-3f0e-4d7e-9d0c-2f7d5a9f1a11',
  contactName: 'Helena Prado',
  connectionName: 'Matriz',
  fromMe: true,
  body: 'Chegou a sua armação',
  mediaType: 'conversation',
  delivery: 'failed',
  failure: 'ERR_CHANNEL_REFUSED',
  createdAt: '2026-07-23T12:18:00.000Z',
  tries: 1,
  mayResend: true,
  ...own,
});

const PAGE = 20;
const isUndelivered = ({ delivery }: Delivery) => ['queued', 'sending', 'failed', 'unknown'].includes(delivery);

/** A server with these messages, newest first. */
function withDeliveries(...messages: Delivery[]) {
  const requests = answer(endpoints.messages.deliveries, ({ query }) => {
    const matches = messages
      .filter((message) => query.state === 'all' || isUndelivered(message))
      .filter(({ connectionName }) => query.connectionId === undefined || connectionName === 'Loja Centro')
      .filter(({ id }) => query.before === undefined || id < query.before);
    return {
      messages: matches.slice(0, PAGE),
      hasMore: matches.length > PAGE,
      counts: { failed: messages.filter(({ delivery }) => delivery === 'failed').length },
    };
  });
  return { messages, requests };
}
const rowOf = async (name: string) =>
  (await screen.findByRole('cell', { name: new RegExp(name) })).closest<HTMLElement>('tr')!;

describe('deliveries', () => {
  it('show held messages with their formatting and the reason as text [F-U29]', async () => {
    withDeliveries(
      aDelivery({ id: 12, tries: 3, body: '*Caio Andrade:*\nChegou' }),
      aDelivery({
        id: 11,
        contactName: 'João Figueiredo',
        delivery: 'unknown',
        failure: 'ERR_OUTCOME_UNKNOWN',
        mayResend: false,
      }),
      aDelivery({ id: 10, contactName: 'Dona Zilda', delivery: 'read', failure: null, mayResend: false }),
    );
    renderScreen('/deliveries', { as: anAdmin() });
    const failed = within(await rowOf('Helena Prado'));
    expect(await rowOf('Helena Prado')).toHaveTextContent('Caio Andrade: Chegou');
    expect(failed.getByText('Não enviada')).toBeVisible();
    expect(failed.getByText('O canal recusou a mensagem. · 3 tentativas')).toBeVisible();
    expect(failed.getByRole('button', { name: 'Reenviar para Helena Prado' })).toBeVisible();
    const unknown = within(await rowOf('João Figueiredo'));
    expect(unknown.getByText('Sem confirmação')).toBeVisible();
    expect(unknown.queryByRole('button', { name: /Reenviar/ })).not.toBeInTheDocument();
    expect(screen.queryByText('Dona Zilda')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Com pendência/ })).toHaveTextContent('1');
  });

  it.each([
    ['received', 'Recebida'],
    ['queued', 'Na fila de envio'],
    ['sending', 'Enviando'],
    ['accepted', 'Aceita pelo canal'],
    ['sent', 'Enviada'],
    ['delivered', 'Entregue'],
    ['read', 'Lida'],
    ['note', 'Nota interna'],
  ] as const)('label the state %s «%s»', async (delivery, text) => {
    withDeliveries(aDelivery({ delivery, failure: null, mayResend: false }));
    const { user } = renderScreen('/deliveries', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Todas' }));
    expect(within(await rowOf('Helena Prado')).getByText(text)).toBeVisible();
  });

  it('without problems say so and offer all messages', async () => {
    withDeliveries(aDelivery({ delivery: 'read', failure: null }));
    const { user } = renderScreen('/deliveries', { as: anAdmin() });
    expect(await screen.findByText('Tudo entregue')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver todas as mensagens' }));
    expect(await rowOf('Helena Prado')).toBeVisible();
  });

  it('are filtered by connection', async () => {
    answer(endpoints.connections.list, () => [aConnection(), aConnection({ id: 2, name: 'Loja Centro' })]);
    const { requests } = withDeliveries(
      aDelivery({ id: 12 }),
      aDelivery({ id: 11, contactName: 'Dona Zilda', connectionName: 'Loja Centro' }),
    );
    const { user } = renderScreen('/deliveries', { as: anAdmin() });
    await rowOf('Helena Prado');
    await user.click(screen.getByRole('combobox', { name: /^Conexão/ }));
    await user.click(await screen.findByRole('option', { name: 'Loja Centro' }));
    await waitFor(() => expect(screen.queryByText('Helena Prado')).not.toBeInTheDocument());
    expect(await rowOf('Dona Zilda')).toBeVisible();
    expect(requests.at(-1)?.query).toMatchObject({ connectionId: 2, state: 'troubled' });
  });

  it('load more after the oldest loaded one', async () => {
    const { requests } = withDeliveries(
      ...Array.from({ length: 25 }, (_, at) => aDelivery({ id: 100 - at, contactName: `Cliente ${at}` })),
    );
    const { container } = renderScreen('/deliveries', { as: anAdmin() });
    await rowOf('Cliente 19');
    fireEvent.scroll(container.querySelector('[data-scroller]')!);
    expect(await rowOf('Cliente 24')).toBeVisible();
    expect(requests.map(({ query }) => query.before)).toEqual([undefined, 81]);
  });

  it('show the history of a message step by step', async () => {
    withDeliveries(aDelivery());
    answer(endpoints.messages.life, () => ({
      steps: [
        { told: 'queued', detail: '', at: '2026-07-23T12:18:00.000Z' },
        { told: 'sending', detail: '', at: '2026-07-23T12:18:01.000Z' },
        { told: 'failed', detail: 'ERR_REPLY_WINDOW', at: '2026-07-23T12:18:02.000Z' },
      ],
    }));
    const { user } = renderScreen('/deliveries', { as: anAdmin() });
    await user.click(
      await screen.findByRole('button', { name: 'Ver o histórico de entrega da mensagem de Helena Prado' }),
    );
    const steps = within(await screen.findByRole('list', { name: 'Passos' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      expect.stringContaining('Na fila de envio'),
      expect.stringContaining('Enviando'),
      expect.stringContaining('A janela de 24 horas terminou.'),
    ]);
  });

  it('never show the words of the channel or of the server as a reason [F-U21]', async () => {
    withDeliveries(aDelivery());
    const step = { at: '2026-07-23T12:18:00.000Z' };
    answer(endpoints.messages.life, () => ({
      steps: [
        { ...step, told: 'waiting', detail: 'ERR_CHANNEL_DOWN: the session is not open here' },
        { ...step, told: 'warning', detail: 'something new' },
        { ...step, told: 'failed', detail: 'no such number' },
      ],
    }));
    const { user } = renderScreen('/deliveries', { as: anAdmin() });
    await user.click(
      await screen.findByRole('button', { name: 'Ver o histórico de entrega da mensagem de Helena Prado' }),
    );
    const list = await screen.findByRole('list', { name: 'Passos' });
    expect(within(list).getByText(/O canal não respondeu/)).toHaveAttribute('title', 'the session is not open here');
    expect(within(list).getByText('Informação do canal')).toBeVisible();
    expect(list).not.toHaveTextContent(/session|something|such|warning/);
  });

  it('of received messages start with their arrival', async () => {
    withDeliveries(aDelivery({ fromMe: false, delivery: 'received', failure: null, mayResend: false }));
    answer(endpoints.messages.life, () => ({ steps: [] }));
    const { user } = renderScreen('/deliveries', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Todas' }));
    await user.click(
      await screen.findByRole('button', { name: 'Ver o histórico de entrega da mensagem de Helena Prado' }),
    );
    const steps = within(await screen.findByRole('list', { name: 'Passos' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([expect.stringMatching(/^Recebida23\/07\/2026/)]);
  });

  it('are resent once after a confirmation', async () => {
    const { messages } = withDeliveries(aDelivery());
    const resent = answer(endpoints.messages.resend, () => {
      messages[0] = aDelivery({ delivery: 'queued', failure: null, mayResend: false });
      return aMessage({ id: 11, fromMe: true, delivery: 'queued' });
    });
    const { user } = renderScreen('/deliveries', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Reenviar para Helena Prado' }));
    const question = await screen.findByRole('dialog', { name: 'Reenviar a mensagem para Helena Prado?' });
    expect(question).toHaveTextContent('o cliente recebe uma só vez');
    expect(resent).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Reenviar' }));
    expect(await screen.findByText('Reenviando a mensagem')).toBeVisible();
    expect(await within(await rowOf('Helena Prado')).findByText('Na fila de envio')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Reenviar/ })).not.toBeInTheDocument();
    expect(resent).toHaveLength(1);
  });

  it('that cannot be resent safely say so', async () => {
    withDeliveries(aDelivery({ delivery: 'unknown' }));
    answer(endpoints.messages.resend, () => refuse('ERR_NOT_RESENDABLE'));
    const { user } = renderScreen('/deliveries', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Reenviar para Helena Prado' }));
    const question = await screen.findByRole('dialog');
    expect(question).toHaveTextContent('o cliente recebe a mesma mensagem outra vez');
    await user.click(within(question).getByRole('button', { name: 'Reenviar' }));
    expect(await screen.findByText('Esta mensagem não pode ser reenviada com segurança.')).toBeVisible();
  });

  it('follow receipts as they arrive', async () => {
    const { messages } = withDeliveries(aDelivery({ delivery: 'sending', failure: null, mayResend: false }));
    const { user } = renderScreen('/deliveries', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Todas' }));
    await rowOf('Helena Prado');
    connect();
    messages[0] = { ...messages[0]!, delivery: 'delivered' };
    receive('appMessage', { action: 'update', message: aMessage({ id: 11, fromMe: true, delivery: 'delivered' }) });
    expect(await within(await rowOf('Helena Prado')).findByText('Entregue')).toBeVisible();
  });

  it('are for admins', async () => {
    renderScreen('/deliveries', { as: anAgent({ allowConnections: 'enabled' }) });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
  });
});

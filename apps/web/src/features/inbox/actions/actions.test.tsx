import { loggedReasons } from '@balcao/domain/bot/reasons';
import { timerReasons } from '@balcao/domain/assignment/timers';
import type { SessionUser } from '@balcao/contract/endpoints/access';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aContact, aTicket } from '../../../testing/inbox.ts';
import { aConnection, anAdmin, anAgent, aQueue, aTag, aUser } from '../../../testing/fixtures.ts';
import { renderPart } from '../../../testing/render.tsx';
import { answer, refuse, refuseConflict, goOffline } from '../../../testing/server.ts';
import { TicketActionsProvider, useTicketActions, type TicketActions } from './provider.tsx';

const sales = { id: 1, name: 'Vendas', color: '#2F9E44' };
const support = { id: 2, name: 'Suporte', color: '#1971C2' };
const caio = { id: 9, name: 'Caio Andrade', color: '#1C7ED6' };
const me = anAgent({ id: 4, name: 'Marina Duarte', queues: [sales] });
const withSetting = (user: SessionUser, key: string, value: string): SessionUser => ({
  ...user,
  company: { ...user.company, companieSettings: [{ key, value }] },
});

/** A page with one button, that does what a button of the list or the header would. */
function renderAction(
  run: (actions: TicketActions) => void,
  { as = me, path }: { as?: SessionUser; path?: string } = {},
) {
  const Part = () => {
    const actions = useTicketActions();
    return (
      <button type="button" onClick={() => run(actions)}>
        Agir
      </button>
    );
  };
  const rendered = renderPart(
    () => (
      <TicketActionsProvider>
        <Part />
      </TicketActionsProvider>
    ),
    { as, ...(path ? { path } : {}) },
  );
  const press = async () => rendered.user.click(await screen.findByRole('button', { name: 'Agir' }));
  const at = () => rendered.router.state.location.pathname;
  return { ...rendered, press, at };
}
const waiting = (own: Partial<Ticket> = {}) => aTicket({ status: 'pending', userId: null, user: null, ...own });
const updates = (how: (ticket: Partial<Ticket>) => Ticket) =>
  answer(endpoints.tickets.update, ({ body }) => how(body as Partial<Ticket>));

describe('accepting', () => {
  it('makes the conversation mine and leads to it [M-063]', async () => {
    const ticket = waiting();
    const requests = updates(() => aTicket({ userId: 4 }));
    const { press, at } = renderAction((actions) => actions.accept(ticket));

    await press();

    await waitFor(() => expect(at()).toBe(`/tickets/${ticket.uuid}`));
    expect(requests[0]?.body).toMatchObject({ status: 'open', userId: 4 });
  });

  it('asks for a group as a group [M-063]', async () => {
    const ticket = waiting({ isGroup: true });
    const requests = updates(() => aTicket({ isGroup: true, status: 'group', userId: 4 }));
    const { press } = renderAction((actions) => actions.accept(ticket));
    await press();
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ status: 'group', userId: 4 }));
  });

  it('without a queue asks for one, and cannot be confirmed without it [M-064] [M-102]', async () => {
    const ticket = waiting({ queueId: null, queue: null });
    answer(endpoints.queues.list, () => []);
    const requests = updates(() => aTicket({ userId: 4, queueId: 2 }));
    const { press, user, at } = renderAction((actions) => actions.accept(ticket), {
      as: anAgent({ queues: [sales, support] }),
    });
    await press();

    const dialog = await screen.findByRole('dialog', { name: 'Em que fila atender Helena Prado?' });
    await user.click(within(dialog).getByRole('button', { name: 'Aceitar' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Selecione uma fila');
    expect(requests).toHaveLength(0);

    await user.click(within(dialog).getByRole('combobox', { name: /^Fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Suporte' }));
    await user.click(within(dialog).getByRole('button', { name: 'Aceitar' }));
    await waitFor(() => expect(at()).toBe(`/tickets/${ticket.uuid}`));
    expect(requests[0]?.body).toMatchObject({ queueId: 2, status: 'open', userId: 4 });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('has the queue chosen already for whoever attends only one [M-064]', async () => {
    answer(endpoints.queues.list, () => []);
    const requests = updates(() => aTicket({ userId: 4 }));
    const { press, user } = renderAction((actions) => actions.accept(waiting({ queueId: null, queue: null })));
    await press();
    await user.click(await screen.findByRole('button', { name: 'Aceitar' }));
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ queueId: 1 }));
  });

  it('tells who was faster, and in which queue [M-072]', async () => {
    const ticket = waiting();
    answer(endpoints.tickets.update, () =>
      refuseConflict({ id: 1, uuid: ticket.uuid, userId: 9, user: caio, queue: support, status: 'open' }),
    );
    const { press, user, at } = renderAction((actions) => actions.accept(ticket));
    await press();

    const notice = await screen.findByRole('dialog', { name: 'Já existe uma conversa aberta' });
    expect(notice).toHaveTextContent('Caio Andrade está atendendo este contato na fila Suporte');
    expect(within(notice).queryByRole('button', { name: 'Abrir conversa' })).not.toBeInTheDocument();
    expect(at()).toBe('/tickets');
    await user.click(within(notice).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('tells the same when the answer is somebody else’s ticket; an admin may go and look [M-072]', async () => {
    const ticket = waiting();
    updates(() => aTicket({ id: 77, userId: 9, user: caio, queueId: 2, queue: support }));
    const { press, user, at } = renderAction((actions) => actions.accept(ticket), { as: anAdmin() });
    await press();
    const notice = await screen.findByRole('dialog');
    expect(notice).toHaveTextContent('Caio Andrade está atendendo este contato na fila Suporte');
    await user.click(within(notice).getByRole('button', { name: 'Abrir conversa' }));
    await waitFor(() => expect(at()).toContain('000000000077'));
  });

  it('twice in a row is asked for once', async () => {
    const requests = updates(() => aTicket({ userId: 4 }));
    const ticket = waiting();
    const { press } = renderAction((actions) => {
      actions.accept(ticket);
      actions.accept(ticket);
    });
    await press();
    await waitFor(() => expect(requests).toHaveLength(1));
  });
});

describe('giving back, ignoring, reopening', () => {
  it('gives back to the queue without an attendant, and leaves the conversation [M-066]', async () => {
    const ticket = aTicket();
    const requests = updates(() => waiting());
    const { press, at } = renderAction((actions) => actions.returnToQueue(ticket), { path: `/tickets/${ticket.uuid}` });
    await press();
    expect(await screen.findByText('Conversa devolvida à fila')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ status: 'pending', userId: null });
    await waitFor(() => expect(at()).toBe('/tickets'));
  });

  it('ignores without a farewell and without bot turns; the notice can reopen [M-069]', async () => {
    const requests = updates((body) =>
      body.status === 'closed' ? aTicket({ status: 'closed' }) : aTicket({ userId: 4 }),
    );
    const { press, user, at } = renderAction((actions) => actions.ignore(waiting()));
    await press();
    await screen.findByText('Conversa ignorada');
    expect(requests[0]?.body).toMatchObject({ status: 'closed', sendFarewellMessage: false, amountUsedBotQueues: 0 });

    await user.click(screen.getByRole('button', { name: 'Reabrir' }));
    await waitFor(() => expect(requests[1]?.body).toMatchObject({ status: 'open', userId: 4 }));
    await waitFor(() => expect(at()).toContain('/tickets/0000'));
  });

  it('reopening makes it mine and leads there; groups stay groups [M-070]', async () => {
    const ticket = aTicket({ status: 'closed', isGroup: true });
    const requests = updates(() => aTicket({ status: 'group', isGroup: true, userId: 4 }));
    const { press, at } = renderAction((actions) => actions.reopen(ticket));
    await press();
    await waitFor(() => expect(at()).toBe(`/tickets/${ticket.uuid}`));
    expect(requests[0]?.body).toMatchObject({ status: 'group', userId: 4 });
  });

  it('a lost line is told, and nothing moves', async () => {
    const ticket = aTicket();
    const { press, at } = renderAction((actions) => actions.returnToQueue(ticket), { path: `/tickets/${ticket.uuid}` });
    await screen.findByRole('button', { name: 'Agir' });
    goOffline();
    await press();
    expect(await screen.findByText(/Sem conexão com o servidor/)).toBeVisible();
    expect(at()).toContain(ticket.uuid);
  });

  it('what changed meanwhile is told in a sentence', async () => {
    answer(endpoints.tickets.update, () => refuse('ERR_TICKET_TRANSITION'));
    const { press } = renderAction((actions) => actions.returnToQueue(aTicket()));
    await press();
    expect(await screen.findByText(/A conversa mudou nesse meio-tempo/)).toBeVisible();
  });
});

describe('resolving', () => {
  it('chooses between a farewell, whose words are shown, and none [M-067] [M-102]', async () => {
    const ticket = aTicket({ user: { id: 4, name: 'Marina Duarte', color: '#1C7ED6' } });
    const requests = updates(() => aTicket({ status: 'closed' }));
    const as = anAgent({ id: 4, name: 'Marina Duarte', farewellMessage: 'Até logo, {{firstName}}!' });
    const { press, user, at } = renderAction((actions) => actions.resolve(ticket), {
      as,
      path: `/tickets/${ticket.uuid}`,
    });
    await press();

    const dialog = await screen.findByRole('dialog', { name: 'Resolver a conversa com Helena?' });
    expect(within(dialog).getByText(/Até logo, Helena!/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Resolver e se despedir' }));

    expect(await screen.findByText('Conversa resolvida')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ status: 'closed', sendFarewellMessage: true });
    await waitFor(() => expect(at()).toBe('/tickets'));
    expect(screen.getByRole('button', { name: 'Reabrir' })).toBeVisible();
  });

  it('without a farewell says so to the server [M-067]', async () => {
    const requests = updates(() => aTicket({ status: 'closed' }));
    const { press, user } = renderAction((actions) => actions.resolve(aTicket()));
    await press();
    await user.click(await screen.findByRole('button', { name: 'Resolver sem despedida' }));
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ status: 'closed', sendFarewellMessage: false }));
  });

  it('asks nothing where there is nothing to choose', async () => {
    answer(endpoints.connections.list, () => [aConnection({ id: 2, complationMessage: '' })]);
    const requests = updates(() => aTicket({ status: 'closed' }));
    const { press } = renderAction((actions) => actions.resolve(aTicket()));
    await press();
    expect(await screen.findByText('Conversa resolvida')).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('a contact without tags is warned of, stays open, and can be tagged from the notice [M-068]', async () => {
    const requests = updates(() => aTicket({ status: 'closed' }));
    answer(endpoints.tags.ofContact, () => ({ tags: false }));
    answer(endpoints.tags.pick, () => [aTag({ id: 5, name: 'Orçamento' })]);
    answer(endpoints.contacts.show, () => aContact({ tags: [{ id: 3, name: 'VIP', color: '#000000' }] }));
    const synced = answer(endpoints.tags.sync, () => aContact());
    const { press, user } = renderAction((actions) => actions.resolve(aTicket()), {
      as: withSetting(me, 'requiredTag', 'enabled'),
    });
    await press();
    expect(await screen.findByText('Adicione uma tag ao contato antes de resolver')).toBeVisible();
    expect(requests).toHaveLength(0);

    await user.click(screen.getByRole('button', { name: 'Adicionar tag' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tags de Helena Prado' });
    await user.click(within(dialog).getByRole('combobox'));
    await user.click(await within(dialog).findByRole('option', { name: 'Orçamento' }));
    await user.click(within(dialog).getByRole('button', { name: 'Adicionar tags' }));
    await waitFor(() => expect(synced[0]?.body).toEqual({ contactId: 31, tags: [{ id: 3 }, { id: 5 }] }));
  });

  it('with a tag goes on to the choice [M-068]', async () => {
    answer(endpoints.tags.ofContact, () => ({ tags: true }));
    const { press } = renderAction((actions) => actions.resolve(aTicket()), {
      as: withSetting(me, 'requiredTag', 'enabled'),
    });
    await press();
    expect(await screen.findByRole('dialog', { name: 'Resolver a conversa com Helena?' })).toBeVisible();
  });

  it('many at once end with what could not be resolved, each with its reason', async () => {
    const named = (id: number, name: string) =>
      aTicket({ id, contactId: id, contact: { ...aTicket().contact, id, name } });
    answer(endpoints.tickets.update, ({ params }) =>
      params.id === 2 ? refuse('ERR_TICKET_NEEDS_TAG') : aTicket({ id: params.id, status: 'closed' }),
    );
    const { press, user } = renderAction((actions) =>
      actions.resolve(named(1, 'Ana'), named(2, 'Bento'), named(3, 'Clara')),
    );
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Resolver 3 conversas?' });
    await user.click(within(dialog).getByRole('button', { name: 'Resolver sem despedida' }));

    expect(await within(dialog).findByText('2 de 3 deram certo. Estas não:')).toBeVisible();
    expect(within(dialog).getByRole('listitem')).toHaveTextContent(
      'Bento: Adicione uma tag ao contato antes de resolver',
    );
  });
});

describe('transferring', () => {
  const answerColleagues = () => {
    answer(endpoints.queues.list, () => [aQueue({ id: 1, name: 'Vendas' }), aQueue({ id: 3, name: 'Pós-venda' })]);
    answer(endpoints.access.pickUsers, () => [
      aUser({ id: 8, name: 'Rute Lins', online: true }),
      aUser({ id: 9, name: 'Caio Andrade', online: true, paused: true }),
      aUser({ id: 10, name: 'Otávio Braga', online: false }),
    ]);
  };

  it('needs a queue, finds a colleague by name, and takes a note along [M-071] [M-102]', async () => {
    answerColleagues();
    const ticket = aTicket({ queueId: null, queue: null });
    const requests = updates(() =>
      aTicket({ userId: 8, user: { id: 8, name: 'Rute Lins', color: '#000000' }, queueId: 3 }),
    );
    const { press, user, at } = renderAction((actions) => actions.transfer(ticket), {
      path: `/tickets/${ticket.uuid}`,
    });
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Transferir conversa' });

    await user.click(within(dialog).getByRole('button', { name: 'Transferir' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Selecione uma fila');
    expect(requests).toHaveLength(0);

    await user.click(within(dialog).getByRole('combobox', { name: /^Fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Pós-venda' }));

    const search = within(dialog).getByRole('combobox', { name: /Atendente/ });
    await user.click(search);
    expect(await within(dialog).findByRole('option', { name: /Caio Andrade · em pausa/ })).toBeVisible();
    expect(within(dialog).getByRole('option', { name: /Otávio Braga · offline/ })).toBeVisible();
    await user.type(search, 'ru');
    expect(within(dialog).getAllByRole('option')).toHaveLength(3);
    await user.type(search, 'te');
    expect(within(dialog).getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');

    await user.type(within(dialog).getByLabelText(/Nota para quem recebe/), 'Pago via PIX');
    await user.click(within(dialog).getByRole('button', { name: 'Transferir' }));

    expect(await screen.findByText('Conversa transferida para Rute Lins, fila Pós-venda')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({
      userId: 8,
      queueId: 3,
      status: 'open',
      msgTransfer: 'Pago via PIX',
      isTransfered: true,
    });
    await waitFor(() => expect(at()).toBe('/tickets'));
  });

  it('without a colleague the conversation waits in the queue [M-071]', async () => {
    answerColleagues();
    const requests = updates(() => waiting());
    const { press, user } = renderAction((actions) => actions.transfer(aTicket()));
    await press();
    await user.click(await screen.findByRole('button', { name: 'Transferir' }));
    expect(await screen.findByText('Conversa transferida para a fila Vendas')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({ userId: null, queueId: 1, status: 'pending', isTransfered: true });
  });

  it('several go one after the other', async () => {
    answerColleagues();
    const requests = updates(() => waiting());
    const { press, user } = renderAction((actions) => actions.transfer(aTicket({ id: 1 }), aTicket({ id: 2 })));
    await press();
    await screen.findByRole('dialog', { name: 'Transferir 2 conversas' });
    await user.click(screen.getByRole('button', { name: 'Transferir' }));
    expect(await screen.findByText('2 conversas transferidas')).toBeVisible();
    expect(requests.map(({ params }) => params.id)).toEqual([1, 2]);
  });
});

describe('supervising', () => {
  it('taking over names the present attendant first', async () => {
    const ticket = aTicket({ userId: 9, user: caio });
    answer(endpoints.queues.list, () => []);
    const requests = updates(() => aTicket({ userId: 1 }));
    const { press, user, at } = renderAction((actions) => actions.takeOver(ticket), { as: anAdmin() });
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Assumir a conversa com Helena Prado?' });
    expect(dialog).toHaveTextContent('Caio Andrade está atendendo agora');
    await user.click(within(dialog).getByRole('button', { name: 'Assumir conversa' }));
    await waitFor(() => expect(at()).toBe(`/tickets/${ticket.uuid}`));
    expect(requests[0]?.body).toMatchObject({ userId: 1, isTransfered: true, queueId: 1, status: 'open' });
  });

  it('deleting names the contact, has the safe way first, and leaves the conversation [M-075] [M-102]', async () => {
    const ticket = aTicket();
    const removed = answer(endpoints.tickets.remove, () => ({ message: 'Ticket deleted' }));
    const { press, user, at } = renderAction((actions) => actions.remove(ticket), {
      as: anAdmin(),
      path: `/tickets/${ticket.uuid}`,
    });
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Excluir a conversa com “Helena Prado”?' });
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Manter conversa' })).toHaveFocus());
    await user.click(within(dialog).getByRole('button', { name: 'Excluir conversa' }));
    expect(await screen.findByText('Conversa excluída')).toBeVisible();
    expect(removed[0]?.params.id).toBe(ticket.id);
    await waitFor(() => expect(at()).toBe('/tickets'));
  });

  it('closing all names the queues and wants the number typed [M-076]', async () => {
    answer(endpoints.queues.list, () => [aQueue({ id: 1, name: 'Vendas' }), aQueue({ id: 2, name: 'Suporte' })]);
    const counted = answer(endpoints.tickets.counts, () => ({ open: 12, pending: 7, group: 3, unread: 0 }));
    const closed = answer(endpoints.tickets.closeAll, () => undefined);
    const { press, user } = renderAction((actions) => actions.closeAll('pending', [1, 2]), { as: anAdmin() });
    await press();
    const dialog = await screen.findByRole('dialog', { name: 'Resolver as 7 conversas em “Aguardando”?' });
    expect(dialog).toHaveTextContent('Vale para Vendas e Suporte');
    expect(counted.at(-1)?.query).toMatchObject({ queueIds: [1, 2], showAll: true });
    const verb = within(dialog).getByRole('button', { name: 'Resolver 7 conversas' });
    expect(verb).toBeDisabled();
    await user.type(within(dialog).getByLabelText(/digite 7/), '7');
    await user.click(verb);
    expect(await screen.findByText('Conversas resolvidas')).toBeVisible();
    expect(closed[0]?.body).toEqual({ status: 'pending', selectedQueueIds: [1, 2] });
  });

  it('with nothing there is nothing to close', async () => {
    answer(endpoints.queues.list, () => []);
    answer(endpoints.tickets.counts, () => ({ open: 0, pending: 0, group: 0, unread: 0 }));
    const { press } = renderAction((actions) => actions.closeAll('group', []), { as: anAdmin() });
    await press();
    expect(await screen.findByRole('dialog', { name: 'Não há conversas em “Grupos”' })).toBeVisible();
  });
});

describe('looking back', () => {
  it('the log tells every kind of event in words, with its person, queue and moment [M-079] [M-102]', async () => {
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
    const kinds = ['create', 'chatBot', 'queue', 'open', 'access', 'transfered', 'receivedTransfer', 'pending'];
    const more = ['closed', 'reopen', 'redirect', 'nps', 'lgpd', 'autoClose', 'clientClosed', 'something-new'];
    answer(endpoints.tickets.log, () => [...kinds, ...more].map((type, at) => entry(at + 1, type)));
    const { press } = renderAction((actions) => actions.showLog(aTicket()));
    await press();
    const log = await screen.findByRole('list', { name: 'Histórico da conversa' });
    const lines = within(log)
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    expect(lines).toHaveLength(16);
    expect(lines[2]).toContain('Entrou na fila Suporte');
    expect(lines[3]).toContain('Caio Andrade aceitou');
    expect(lines[3]).toContain('Suporte');
    expect(lines[3]).toMatch(/22\/07\/2026 \d\d:41/);
    expect(lines[13]).toContain('Resolvida automaticamente por inatividade');
    expect(lines[15]).toContain('Outro evento');
    expect(new Set(lines).size).toBe(16);
  });

  it('what happened by itself says why, in words, and how late it came; an unknown why falls back to its kind', async () => {
    const entry = (id: number, type: string, reason: string | null) => ({
      id,
      type,
      why: reason,
      ticketId: 48213,
      userId: null,
      queueId: 2,
      user: null,
      createdAt: '2026-07-22T19:41:00.000Z',
      queue: { id: 2, name: 'Suporte' },
    });
    const entries = [...loggedReasons, ...timerReasons].map((reason, at) => entry(at + 1, 'chatBot', reason));
    const odd = [entry(90, 'autoClose', 'inactivityClosed+12'), entry(91, 'chatBot', 'newerThanThis')];
    answer(endpoints.tickets.log, () => [...entries, ...odd]);
    const { press } = renderAction((actions) => actions.showLog(aTicket()));
    await press();
    const log = await screen.findByRole('list', { name: 'Histórico da conversa' });
    const lines = within(log)
      .getAllByRole('listitem')
      .map((line) => line.textContent);
    expect(new Set(lines).size).toBe(entries.length + odd.length);
    expect(lines[loggedReasons.indexOf('queueChosen')]).toContain('O cliente escolheu a fila Suporte');
    expect(lines.at(-2)).toContain('Resolvida por falta de resposta (12 min depois)');
    expect(lines.at(-1)).toContain('O bot iniciou a conversa');
    expect(lines.slice(0, -1).join()).not.toMatch(/O bot iniciou|\{/);
  });

  it('a log that cannot be loaded can be asked for again', async () => {
    let fails = true;
    answer(endpoints.tickets.log, () => (fails ? refuse('ERR_NO_TICKET_FOUND') : []));
    const { press, user } = renderAction((actions) => actions.showLog(aTicket()));
    await press();
    expect(await screen.findByText('Esta conversa não existe mais.')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByText('Nenhum evento ainda')).toBeVisible();
  });

  it('marked as unread, the conversation is left so that it stays unread', async () => {
    const ticket = aTicket();
    const requests = answer(endpoints.tickets.markUnread, () => aTicket({ unreadMessages: 1 }));
    const { press, at } = renderAction((actions) => actions.markUnread(ticket), { path: `/tickets/${ticket.uuid}` });
    await press();
    expect(await screen.findByText('Marcada como não lida')).toBeVisible();
    expect(requests[0]?.params.id).toBe(ticket.id);
    await waitFor(() => expect(at()).toBe('/tickets'));
  });
});

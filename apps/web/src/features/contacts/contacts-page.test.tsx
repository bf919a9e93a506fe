import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { endpoints } from '@balcao/contract/endpoints/index';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aContact, aTicket } from '../../testing/inbox.ts';
import { aConnection, aQueue, aTag, anAdmin, anAgent, aUser } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse, refuseConflict } from '../../testing/server.ts';

const vip = { id: 3, name: 'VIP', color: '#E03131' };
const matriz = { id: 2, name: 'Matriz', expiresTicket: '0', groupAsTicket: 'disabled' };
const helena = aContact({ tags: [vip], whatsapp: matriz });
const edson = aContact({ id: 32, name: 'Edson Paiva', number: '5581984557720', email: '', active: false });
const debora = aContact({ id: 33, name: 'Débora Sá', number: '', email: '', channel: 'instagram', whatsapp: null });

/** Fake server that stores contacts for the duration of the test. */
function withContacts(...contacts: Contact[]) {
  answer(endpoints.tags.pick, () => [aTag({ ...vip }), aTag({ id: 4, name: 'Troca', color: '#1C7ED6' })]);
  answer(endpoints.connections.list, () => [
    aConnection({ id: 2, name: 'Matriz' }),
    aConnection({ id: 5, name: '@loja', channel: 'instagram' }),
  ]);
  answer(endpoints.queues.list, () => [aQueue()]);
  answer(endpoints.access.pickUsers, () => [aUser(), aUser({ id: 9, name: 'Rute Lacerda' })]);
  const requests = answer(endpoints.contacts.list, ({ query }) => {
    const matches = contacts.filter(
      (contact) =>
        contact.name.toLowerCase().includes(query.searchParam.toLowerCase()) &&
        (query.contactTag.length === 0 || contact.tags.some(({ id }) => query.contactTag.includes(id))) &&
        (query.channel === undefined || contact.channel === query.channel),
    );
    return { contacts: matches, count: matches.length, hasMore: false };
  });
  return { contacts, requests };
}
const renderPage = (as: SessionUser = anAdmin()) => renderScreen('/contacts', { as });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const chooseAction = async (user: ReturnType<typeof renderPage>['user'], name: string, actionName: string) => {
  await user.click(await screen.findByRole('button', { name: `Mais ações para ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: actionName }));
};
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const save = () => screen.getByRole('button', { name: 'Salvar contato' });

describe('the contact list', () => {
  it('shows contacts with channel, tags and blocked state [M-116]', async () => {
    withContacts(helena, edson, debora);
    renderPage();
    const row = within(await rowOf('Helena Prado'));
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Selecionar todos',
      'Nome',
      'Número ou perfil',
      'E-mail',
      'Conexão',
      'Tags',
      'Situação',
      'Ações',
    ]);
    for (const text of ['+55 81 99812-4471', 'helena@example.com', 'Matriz', 'VIP', 'Ativo'])
      expect(row.getByText(text)).toBeVisible();
    expect(within(await rowOf('Edson Paiva')).getByText('Bloqueado')).toBeVisible();
    expect(within(await rowOf('Débora Sá')).getByText('Instagram')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Contatos 3' })).toBeVisible();
  });

  it('searches after a pause in typing and filters by tags and channel [M-116]', async () => {
    const { requests } = withContacts(helena, edson, debora);
    const { user } = renderPage();
    await rowOf('Helena Prado');
    await user.click(screen.getByRole('button', { name: 'Tags' }));
    await user.click(await screen.findByRole('checkbox', { name: 'VIP' }));
    await waitFor(() => expect(screen.queryByText('Edson Paiva')).toBeNull());
    expect(requests.at(-1)?.query.contactTag).toEqual([3]);
    await user.click(screen.getByRole('checkbox', { name: 'Troca' }));
    expect(await screen.findByText('Helena Prado')).toBeVisible();
    expect(requests.at(-1)?.query.contactTag).toEqual([3, 4]);
    await user.keyboard('{Escape}');

    await user.click(screen.getByRole('button', { name: 'Canal' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Instagram' }));
    expect(await screen.findByText('Nenhum contato com estes filtros')).toBeVisible();
    expect(requests.at(-1)?.query).toMatchObject({ channel: 'instagram', contactTag: [3, 4] });
    await user.click(screen.getAllByRole('button', { name: 'Limpar filtros' }).at(-1)!);
    await rowOf('Débora Sá');

    const before = requests.length;
    await user.type(screen.getByRole('textbox', { name: 'Buscar por nome, número ou e-mail' }), 'helena');
    // The rows are replaced before the request has left.
    await waitFor(() => expect(requests.length).toBeGreaterThan(before));
    await waitFor(() => expect(screen.queryByText('Débora Sá')).toBeNull());
    expect(requests.slice(before).map(({ query }) => query.searchParam)).toEqual(['helena']);
  });

  it('updates when a colleague changes a contact', async () => {
    const { contacts, requests } = withContacts(helena, edson);
    renderPage();
    await rowOf('Helena Prado');
    connect();
    const before = requests.length;
    receive('contact', { action: 'update', contact: { ...helena, name: 'Helena P. Prado', active: false } });
    expect(within(await rowOf('Helena P. Prado')).getByText('Bloqueado')).toBeVisible();
    receive('contact', { action: 'delete', contactId: 32 });
    await waitFor(() => expect(screen.queryByText('Edson Paiva')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Contatos 1' })).toBeVisible();
    expect(requests.length, 'the visible rows are updated without a request').toBe(before);
    contacts.push(debora);
    receive('contact', { action: 'create', contact: debora });
    await rowOf('Débora Sá');
  });
});

describe('rows', () => {
  it('open the contact with a click anywhere and with Enter on the name [F-U46]', async () => {
    withContacts(helena, edson);
    answer(endpoints.contacts.show, () => helena);
    const { user } = renderPage();
    await user.click(within(await rowOf('Helena Prado')).getByText('helena@example.com'));
    const dialog = await screen.findByRole('dialog', { name: 'Editar contato' });
    expect(within(dialog).getByRole('textbox', { name: /Nome/ })).toHaveValue('Helena Prado');
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByRole('button', { name: 'Edson Paiva' }).focus();
    await user.keyboard('{Enter}');
    expect(within(await screen.findByRole('dialog')).getByRole('textbox', { name: /Nome/ })).toHaveValue('Edson Paiva');
  });

  it('are tagged together and keep the tags they have [F-U46]', async () => {
    withContacts(helena, edson, debora);
    answer(endpoints.contacts.show, ({ params }) => (params.id === 31 ? helena : edson));
    const synced = answer(endpoints.tags.sync, () => helena);
    const { user } = renderPage(anAgent());
    await rowOf('Helena Prado');
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar Helena Prado' }));
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar Edson Paiva' }));
    expect(screen.getByText('2 selecionados')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Excluir' }), 'only admins delete').toBeNull();
    await user.click(screen.getByRole('button', { name: 'Adicionar tags' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar tags a 2 contatos' }));
    await user.click(dialog.getByRole('combobox', { name: 'Tags' }));
    await user.click(await screen.findByRole('option', { name: 'Troca' }));
    await user.click(dialog.getByRole('button', { name: 'Adicionar tags' }));
    expect(await screen.findByText('Tags adicionadas')).toBeVisible();
    expect(synced.map(({ body }) => [body.contactId, body.tags.map(({ id }: { id: number }) => id)])).toEqual([
      [31, [3, 4]],
      [32, [4]],
    ]);
    expect(screen.queryByText('2 selecionados'), 'the selection ends').toBeNull();
  });

  it('are deleted together only after their number is typed [F-U46]', async () => {
    withContacts(helena, edson, debora);
    const removed = answer(endpoints.contacts.remove, () => ({ message: 'Contact deleted' }));
    const { user } = renderPage();
    await rowOf('Helena Prado');
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar todos' }));
    await user.click(screen.getByRole('button', { name: 'Excluir' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Excluir 3 contatos?' }));
    expect(dialog.getByRole('button', { name: 'Excluir' })).toBeDisabled();
    await user.type(dialog.getByRole('textbox', { name: 'Digite 3 para confirmar' }), '3');
    await user.click(dialog.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('3 contatos excluídos')).toBeVisible();
    expect(removed.map(({ params }) => params.id)).toEqual([31, 32, 33]);
  });

  it('leave the selection with Escape [F-U46]', async () => {
    withContacts(helena);
    const { user } = renderPage();
    await rowOf('Helena Prado');
    await user.click(screen.getByRole('checkbox', { name: 'Selecionar Helena Prado' }));
    expect(screen.getByText('1 selecionado')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('1 selecionado')).toBeNull();
  });
});

describe('row actions', () => {
  it('blocks and unblocks with undo, and disables conversations with blocked contacts [M-117] [M-118]', async () => {
    withContacts(helena, edson);
    const blocked = answer(endpoints.contacts.block, ({ params, body }) => ({
      ...(params.id === 31 ? helena : edson),
      active: body.active,
    }));
    const { user } = renderPage(anAgent());
    await chooseAction(user, 'Helena Prado', 'Bloquear');
    expect(await screen.findByText('Contato bloqueado')).toBeVisible();
    expect(within(await rowOf('Helena Prado')).getByText('Bloqueado')).toBeVisible();
    const startButton = screen.getByRole('button', { name: /^Contato bloqueado: .* Helena Prado$/ });
    expect(startButton).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Mais ações para Helena Prado' }));
    expect(await screen.findByRole('menuitem', { name: 'Conversar no WhatsApp' })).toBeDisabled();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Contato desbloqueado')).toBeVisible();
    expect(blocked.map(({ params, body }) => [params.id, body.active])).toEqual([
      [31, false],
      [31, true],
    ]);
  });

  it('deletes after a confirmation, only with the permission [M-117]', async () => {
    withContacts(helena);
    const removed = answer(endpoints.contacts.remove, () => ({ message: 'gone' }));
    const { user } = renderPage();
    await chooseAction(user, 'Helena Prado', 'Excluir');
    const question = await screen.findByRole('dialog', { name: 'Excluir o contato “Helena Prado”?' });
    expect(question).toHaveTextContent('Apaga o cadastro e o histórico. Não dá para desfazer.');
    await user.click(within(question).getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Contato excluído')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Helena Prado')).toBeNull());
    expect(removed[0]?.params.id).toBe(31);
  });

  it('hides delete, merges, the full number and the account owner from an agent [M-117]', async () => {
    withContacts(aContact({ number: '5581998**-**71' }));
    const { user } = renderPage(anAgent());
    await user.click(await screen.findByRole('button', { name: 'Mais ações para Helena Prado' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Conversar no WhatsApp',
      'Bloquear',
    ]);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Editar Helena Prado' }));
    expect(await screen.findByLabelText(/^Número/)).toHaveAccessibleDescription(/^Número protegido/);
    expect(screen.queryByRole('button', { name: 'Mostrar número' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Atendente da carteira' })).toBeNull();
  });

  it('starts a conversation on a connection of the channel [M-117]', async () => {
    withContacts(debora);
    answer(endpoints.connections.list, () => [
      aConnection({ id: 2, name: 'Matriz' }),
      aConnection({ id: 5, name: '@loja', channel: 'instagram' }),
      aConnection({ id: 6, name: '@filial', channel: 'instagram' }),
    ]);
    const started = answer(endpoints.tickets.create, () => refuse('ERR_CONTACT_BLOCKED'));
    const { user } = renderPage();
    await chooseAction(user, 'Débora Sá', 'Conversar no Instagram');
    await user.click(await screen.findByRole('button', { name: 'Iniciar conversa' }));
    expect(screen.getByText('Escolha uma conexão', { selector: '[role=alert]' })).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: /^Conexão/ }));
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['@loja', '@filial']);
    await user.click(screen.getByRole('option', { name: '@filial' }));
    await user.click(screen.getByRole('combobox', { name: /^Fila/ }));
    await user.click(await screen.findByRole('option', { name: 'Suporte' }));
    await user.click(screen.getByRole('button', { name: 'Iniciar conversa' }));
    expect(await screen.findByText('Este contato está bloqueado.')).toBeVisible();
    expect(started[0]?.body).toEqual({ contactId: 33, queueId: 2, whatsappId: 6, userId: 1 });
  });

  it('names the agent of an open conversation and opens it with the permission [M-117]', async () => {
    withContacts(helena);
    const { uuid } = aTicket();
    answer(endpoints.tickets.create, () =>
      refuseConflict({ uuid, userId: 9, user: { name: 'Rute Lacerda' }, queue: { id: 2, name: 'Suporte' } }),
    );
    const { user, router } = renderPage(anAdmin({ queues: [{ id: 2, name: 'Suporte', color: '#1971c2' }] }));
    await user.click(await screen.findByRole('button', { name: 'Conversar com Helena Prado' }));
    await user.click(await screen.findByRole('button', { name: 'Iniciar conversa' }));
    expect(await screen.findByText('Rute Lacerda está atendendo este contato na fila Suporte')).toBeVisible();
    answer(endpoints.tickets.showByUuid, () => refuse('ERR_NO_TICKET_FOUND'));
    answer(endpoints.tickets.list, () => ({ tickets: [], count: 0, hasMore: false }));
    await user.click(screen.getByRole('button', { name: 'Abrir conversa' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${uuid}`));
  });

  it('links an admin to the personal data screen', async () => {
    withContacts(helena);
    const requests = answer(endpoints.privacy.consents, () => []);
    const { user } = renderPage();
    await chooseAction(user, 'Helena Prado', 'Dados desta pessoa');
    expect(await screen.findByRole('dialog', { name: /Helena Prado/ })).toBeVisible();
    await waitFor(() => expect(requests[0]?.params.id).toBe(31));
  });

  it('lists merged contacts and undoes a merge', async () => {
    withContacts(helena);
    let undoneAt: string | null = null;
    answer(endpoints.contacts.merges, () => [
      {
        id: 71,
        keptId: 31,
        goneId: 40,
        goneName: 'Helena do Instagram',
        reason: 'The channel says that both are one person',
        mergedAt: '2026-07-20T15:00:00.000Z',
        undoneAt,
        mayUndo: undoneAt === null,
      },
    ]);
    const undone = answer(endpoints.contacts.undoMerge, () => {
      undoneAt = '2026-07-23T12:00:00.000Z';
      return helena;
    });
    const { user } = renderPage();
    await chooseAction(user, 'Helena Prado', 'Contatos unidos a este');
    expect(await screen.findByText('O canal diz que os dois são a mesma pessoa')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Desfazer união: Helena do Instagram' }));
    expect(await screen.findByText('União desfeita')).toBeVisible();
    expect(await screen.findByText('União desfeita em 23/07/2026 09:00')).toBeVisible();
    expect(undone[0]?.params.id).toBe(71);
  });
});

describe('the contact form', () => {
  it('does not open for a user who went elsewhere before the contact of the address arrived', async () => {
    withContacts(helena);
    answer(endpoints.tags.list, () => ({ tags: [], count: 0, hasMore: false }));
    const arrived = Promise.withResolvers<void>();
    const shown = answer(endpoints.contacts.show, async () => {
      await arrived.promise;
      return helena;
    });
    const { router } = renderScreen(`/contacts?contact=${helena.id}`, { as: anAdmin() });
    await waitFor(() => expect(shown).toHaveLength(1));
    await act(() => router.navigate({ to: '/tags' }));
    await screen.findByRole('heading', { name: /^Tags/ });
    arrived.resolve();
    // The late reply is handled in a later task.
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(router.state.location.pathname).toBe('/tags');
  });

  it('shows each validation error at its field [M-119]', async () => {
    withContacts();
    const { user } = renderPage();
    await user.click((await screen.findAllByRole('button', { name: 'Novo contato' }))[0]!);
    fill(await screen.findByLabelText(/^Nome/), 'A');
    fill(screen.getByLabelText(/^Número/), '123');
    fill(screen.getByLabelText(/^E-mail/), 'helena');
    await user.click(save());
    expect(await screen.findByLabelText(/^Nome/)).toHaveAccessibleDescription(/^Muito curto!/);
    expect(screen.getByLabelText(/^Número/)).toHaveAccessibleDescription(/^Muito curto!/);
    expect(screen.getByLabelText(/^E-mail/)).toHaveAccessibleDescription(/^E-mail inválido/);
  });

  it('shows how a number will be saved and asks which of two numbers is meant [F-U1]', async () => {
    withContacts();
    const { user } = renderPage();
    await user.click((await screen.findAllByRole('button', { name: 'Novo contato' }))[0]!);
    const number = await screen.findByLabelText(/^Número/);
    fill(number, '(0xx11) 98765-4321');
    expect(number).toHaveAccessibleDescription('Será salvo como +55 11 98765-4321');
    fill(screen.getByLabelText(/^Nome/), 'Rita');
    fill(number, '98765-4321');
    await user.click(save());
    expect(await screen.findByText('Inclua o DDD, como (11) 98765-4321')).toBeVisible();
    fill(number, '00 44 11 9876-5432');
    const readings = within(screen.getByRole('group', { name: 'Qual é o número?' }));
    expect(readings.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '+55 11 99876-5432',
      '+44 119 876 5432',
    ]);
    await user.click(readings.getByRole('button', { name: '+55 11 99876-5432' }));
    expect(number).toHaveValue('+55 11 99876-5432');
    expect(number).toBeValid();
  });

  it('shows a Brazilian number with its ninth digit and sends it back as it is shown [F-U22]', async () => {
    const stored = aContact({ number: '551187654321' });
    withContacts(stored);
    const changed = answer(endpoints.contacts.update, () => stored);
    const { user } = renderPage();
    expect(within(await rowOf('Helena Prado')).getByText('+55 11 98765-4321')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Editar Helena Prado' }));
    expect(await screen.findByLabelText(/^Número/)).toHaveValue('+55 11 98765-4321');
    fill(screen.getByLabelText(/^Nome/), 'Helena P.');
    await user.click(save());
    await waitFor(() => expect(changed[0]?.body.number).toBe('+55 11 98765-4321'));
  });

  it('creates a contact with tags, preferences and account owner, and shows a taken number at its field [M-119]', async () => {
    const { contacts } = withContacts();
    let isDuplicate = true;
    const created = answer(endpoints.contacts.create, ({ body }) => {
      if (isDuplicate) return refuse('ERR_DUPLICATED_CONTACT', { field: 'number', rule: 'taken' });
      const newContact = aContact({
        id: 50,
        name: body.name,
        number: body.number,
        email: body.email,
        acceptAudioMessage: false,
      });
      contacts.push(newContact);
      return newContact;
    });
    const changed = answer(endpoints.contacts.update, () => aContact({ id: 50 }));
    const tagged = answer(endpoints.tags.sync, () => aContact({ id: 50, tags: [vip] }));
    const { user } = renderPage();
    await user.click((await screen.findAllByRole('button', { name: 'Novo contato' }))[0]!);
    fill(await screen.findByLabelText(/^Nome/), 'Otávio Rangel');
    fill(screen.getByLabelText(/^Número/), '5500997342210');
    await user.click(screen.getByRole('combobox', { name: 'Tags' }));
    await user.click(await screen.findByRole('option', { name: 'VIP' }));
    await user.click(screen.getByRole('button', { name: 'Adicionar informação' }));
    fill(screen.getByLabelText('Campo'), 'CPF');
    fill(screen.getByLabelText('Valor'), '000');
    await user.click(screen.getByRole('switch', { name: 'Aceita áudio' }));
    await user.click(screen.getByRole('combobox', { name: 'Atendente da carteira' }));
    await user.click(await screen.findByRole('option', { name: 'Rute Lacerda' }));
    await user.click(save());
    expect(await screen.findByText('Já existe um contato com este número.')).toBeVisible();
    expect(screen.getByLabelText(/^Número/)).toBeInvalid();

    isDuplicate = false;
    await user.click(save());
    expect(await screen.findByText('Contato salvo com sucesso!')).toBeVisible();
    expect(created.at(-1)?.body).toMatchObject({
      name: 'Otávio Rangel',
      number: '5500997342210',
      extraInfo: [{ name: 'CPF', value: '000' }],
    });
    expect(changed[0]?.body).toEqual({ acceptAudioMessage: true, walletUserId: 9, walletQueueId: null });
    expect(tagged[0]?.body).toEqual({ contactId: 50, tags: [{ id: 3 }] });
  });

  it('does not create the contact twice when a later step failed', async () => {
    withContacts();
    const created = answer(endpoints.contacts.create, ({ body }) => aContact({ id: 50, name: body.name }));
    let isLost = true;
    answer(endpoints.contacts.update, ({ body }) =>
      isLost ? refuse('ERR_INTERNAL') : aContact({ id: 50, disableBot: body.disableBot ?? false }),
    );
    const { user } = renderPage();
    await user.click((await screen.findAllByRole('button', { name: 'Novo contato' }))[0]!);
    fill(await screen.findByLabelText(/^Nome/), 'Otávio Rangel');
    fill(screen.getByLabelText(/^Número/), '5500997342210');
    await user.click(screen.getByRole('switch', { name: 'Bot responde' }));
    await user.click(save());
    expect(await screen.findByText(/O contato foi criado, mas nem tudo foi salvo/)).toBeVisible();
    isLost = false;
    await user.click(save());
    expect(await screen.findByText('Contato salvo com sucesso!')).toBeVisible();
    expect(created).toHaveLength(1);
  });

  it('keeps an untouched masked number and reveals it to an admin [M-119]', async () => {
    const hidden = aContact({ number: '5581998**-**71' });
    withContacts(hidden);
    const changed = answer(endpoints.contacts.update, ({ body }) => ({ ...hidden, name: body.name ?? '' }));
    const revealed = answer(endpoints.contacts.reveal, () => ({ number: '5581998124471' }));
    const { user } = renderPage();
    expect(within(await rowOf('Helena Prado')).getByText('5581998**-**71')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Editar Helena Prado' }));
    const name = await screen.findByLabelText(/^Nome/);
    fill(name, 'Helena Prado Sá');
    await user.click(save());
    await waitFor(() => expect(changed[0]?.body.number).toBe('5581998**-**71'));
    expect(revealed).toHaveLength(0);

    await user.click(await screen.findByRole('button', { name: 'Editar Helena Prado Sá' }));
    await user.click(await screen.findByRole('button', { name: 'Mostrar número' }));
    await waitFor(() => expect(screen.getByLabelText(/^Número/)).toHaveValue('+55 81 99812-4471'));
    expect(screen.queryByText('Alterações não salvas'), 'revealing the number does not change the form').toBeNull();
    expect(screen.queryByRole('button', { name: 'Mostrar número' })).toBeNull();
  });
});

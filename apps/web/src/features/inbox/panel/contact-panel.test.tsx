import type { SessionUser } from '@balcao/contract/endpoints/access';
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { Note } from '@balcao/contract/endpoints/notes';
import type { OptOut } from '@balcao/contract/endpoints/opt-outs';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { useTicket } from '../../../entities/tickets/tickets.api.ts';
import { aContact, aTicket } from '../../../testing/inbox.ts';
import { anAdmin, anAgent, aTag } from '../../../testing/fixtures.ts';
import { connect, receive, renderPart } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { ContactPanel } from './contact-panel.tsx';

const aNote = (own: Partial<Note> = {}): Note => ({
  id: 1,
  note: 'Prefere contato depois das 9h.',
  ticketId: 48213,
  contactId: 31,
  userId: 4,
  createdAt: '2026-07-22T20:05:00.000Z',
  user: { id: 4, name: 'Caio Andrade' },
  contact: { id: 31, name: 'Helena Prado' },
  ticket: null,
  ...own,
});
const budget = { id: 5, name: 'Orçamento', color: '#F59F00' };
const vip = { id: 6, name: 'VIP', color: '#E03131' };
const kanbanTags = ['Novo', 'Negociação', 'Fechado'].map((name, at) =>
  aTag({ id: 20 + at, name, color: '#F59F00', kanban: 1 }),
);
const onPlan = (user: SessionUser, useKanban: boolean): SessionUser => ({
  ...user,
  company: { ...user.company, plan: { ...user.company.plan, useKanban } },
});

/** The panel over a server with one contact and its notes. */
async function renderPanel({
  contact: own = {},
  ticket: ticketOverrides = {},
  notes = [],
  optOuts = [],
  as = onPlan(anAgent(), false),
  isDown = false,
  notesLoaded = Promise.resolve(),
}: {
  contact?: Partial<Contact>;
  ticket?: Partial<Ticket>;
  notes?: Note[];
  optOuts?: OptOut[];
  as?: SessionUser;
  isDown?: boolean;
  notesLoaded?: Promise<void>;
} = {}) {
  const serverState = { contact: aContact(own), notes: [...notes], optOuts: [...optOuts], isDown };
  const ticket = aTicket({ ...ticketOverrides, contact: { ...aTicket().contact, ...own } });
  answer(endpoints.tickets.showByUuid, () => ticket);
  answer(endpoints.contacts.show, () => (serverState.isDown ? refuse('ERR_BUSY') : serverState.contact));
  answer(endpoints.notes.list, () =>
    notesLoaded.then(() => (serverState.isDown ? refuse('ERR_NO_PERMISSION') : serverState.notes)),
  );
  answer(endpoints.optOuts.list, () => serverState.optOuts);
  answer(endpoints.tags.lanes, () => ({ lista: kanbanTags }));
  answer(endpoints.tags.pick, () => [aTag({ ...budget }), aTag({ ...vip })]);
  const onClose = vi.fn<() => void>();
  const Part = () => {
    const { data } = useTicket(ticket.uuid);
    return data ? <ContactPanel ticket={data} onClose={onClose} /> : null;
  };
  const rendered = renderPart(Part, { as });
  const panel = within(await screen.findByRole('region', { name: 'Dados do contato' }));
  return { ...rendered, panel, serverState, onClose };
}
const changes =
  (serverState: { contact: Contact }, next: (body: never) => Partial<Contact>) => (request: { body: unknown }) => {
    serverState.contact = { ...serverState.contact, ...next(request.body as never) };
    return serverState.contact;
  };

const anOptOut = (own: Partial<OptOut> = {}): OptOut => ({
  id: 3,
  source: 'word',
  words: 'Sair',
  at: '2026-07-22T15:00:00.000Z',
  whatsapp: null,
  user: null,
  mayLift: true,
  ...own,
});

describe('campaigns in the contact panel', () => {
  it('shows since when the contact wants none, and lifts the opt-out after a confirmation', async () => {
    const { panel, user, serverState } = await renderPanel({ optOuts: [anOptOut()] });
    expect(await panel.findByText(/Não quer receber campanhas desde/)).toHaveTextContent('Escreveu “Sair”');
    const requests = answer(endpoints.optOuts.remove, () => (serverState.optOuts = []));
    await user.click(panel.getByRole('button', { name: 'Retirar descadastro' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Voltar a enviar campanhas?' }));
    expect(requests).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name: 'Retirar descadastro' }));
    expect(await panel.findByText('Recebe campanhas.')).toBeVisible();
    expect(requests[0]?.params.id).toBe(31);
  });

  it('sets an opt-out after a confirmation, and follows changes of others', async () => {
    const { panel, user, serverState } = await renderPanel();
    const requests = answer(endpoints.optOuts.create, () => {
      serverState.optOuts = [anOptOut({ source: 'user', words: '', user: { id: 4, name: 'Caio Andrade' } })];
      return serverState.optOuts;
    });
    await user.click(await panel.findByRole('button', { name: 'Descadastrar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Não enviar mais campanhas?' }));
    await user.click(dialog.getByRole('button', { name: 'Descadastrar' }));
    expect(await panel.findByText(/Registrado por Caio Andrade/)).toBeVisible();
    expect(requests[0]?.body).toEqual({ words: '' });
    serverState.optOuts = [];
    connect();
    receive('contact', { action: 'update', contact: serverState.contact });
    expect(await panel.findByText('Recebe campanhas.')).toBeVisible();
  });

  it('names the connection of a stop in WhatsApp, which no user can end', async () => {
    const { panel } = await renderPanel({
      optOuts: [anOptOut({ source: 'channel', words: '', whatsapp: { id: 5, name: 'Matriz' }, mayLift: false })],
    });
    expect(await panel.findByText(/Pediu no próprio WhatsApp/)).toHaveTextContent('Só na conexão Matriz');
    expect(panel.queryByRole('button', { name: 'Retirar descadastro' })).toBeNull();
    expect(panel.getByRole('button', { name: 'Descadastrar' })).toBeVisible();
  });
});

describe('the contact panel', () => {
  it('shows the user name and where the contact came from [F-G2] [F-G7]', async () => {
    const { panel } = await renderPanel({
      contact: {
        username: 'helena.prado',
        source: { type: 'ad', id: '12034', title: 'Armação', at: '2026-07-22T20:05:00.000Z' },
      },
    });
    expect(await panel.findByText('@helena.prado')).toBeVisible();
    expect(panel.getByText('Veio de um anúncio')).toBeVisible();
    expect(panel.getByText('ID 12034')).toBeVisible();
  });

  it('shows picture, name, number, e-mail and extra information [M-098]', async () => {
    const { panel, user, onClose } = await renderPanel({
      contact: { extraInfo: [{ id: 1, name: 'Convênio', value: 'Bem Ver Plus' }] },
    });
    expect(panel.getByRole('heading', { name: 'Helena Prado' })).toBeVisible();
    expect(panel.getByText('+55 81 99812-4471')).toBeVisible();
    expect(panel.getByText('helena@example.com')).toBeVisible();
    expect(panel.getByText('Convênio')).toBeVisible();
    expect(panel.getByText('Bem Ver Plus')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Fechar' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('copies the number; only an admin can reveal a masked one [M-098] [F-U22]', async () => {
    const first = await renderPanel();
    await first.user.click(first.panel.getByRole('button', { name: 'Copiar número' }));
    expect(await screen.findByText('Número copiado')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('+55 81 99812-4471');
    first.unmount();

    const masked = { number: '5581998**-**71' };
    const second = await renderPanel({ contact: masked });
    expect(second.panel.getByText('5581998**-**71')).toBeVisible();
    expect(second.panel.queryByRole('button', { name: /Copiar|Mostrar número/ })).not.toBeInTheDocument();
    second.unmount();

    answer(endpoints.contacts.reveal, () => ({ number: '5581998124471' }));
    const third = await renderPanel({ contact: masked, as: onPlan(anAdmin(), false) });
    await third.user.click(third.panel.getByRole('button', { name: 'Mostrar número' }));
    expect(await third.panel.findByText('+55 81 99812-4471')).toBeVisible();
  });

  it('blocks and unblocks the contact, with undo [M-098]', async () => {
    const { panel, user, serverState } = await renderPanel();
    const requests = answer(
      endpoints.contacts.block,
      changes(serverState, (body: { active: boolean }) => body),
    );
    await user.click(panel.getByRole('button', { name: 'Bloquear' }));
    expect(await screen.findByText('Contato bloqueado')).toBeVisible();
    expect(panel.getByText('Bloqueado')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('Contato desbloqueado')).toBeVisible();
    expect(panel.queryByText('Bloqueado')).not.toBeInTheDocument();
    expect(requests.map(({ body }) => body.active)).toEqual([false, true]);
  });

  it('switches audio and bot at once, and back when the server refuses [M-098]', async () => {
    const { panel, user, serverState } = await renderPanel();
    answer(
      endpoints.contacts.toggleAudio,
      () => (serverState.contact = { ...serverState.contact, acceptAudioMessage: false }),
    );
    answer(endpoints.contacts.toggleBot, () => refuse('ERR_NO_CONTACT_FOUND'));
    await user.click(panel.getByRole('switch', { name: 'Aceita áudio' }));
    await waitFor(() => expect(panel.getByRole('switch', { name: 'Aceita áudio' })).not.toBeChecked());

    expect(panel.getByRole('switch', { name: 'Bot responde' })).toBeChecked();
    await user.click(panel.getByRole('switch', { name: 'Bot responde' }));
    expect(await screen.findByText('Este contato não existe mais.')).toBeVisible();
    expect(panel.getByRole('switch', { name: 'Bot responde' })).toBeChecked();
  });

  it('hides what does not apply to a group', async () => {
    const { panel } = await renderPanel({
      contact: { isGroup: true, name: 'Grupo da obra' },
      ticket: { isGroup: true },
    });
    expect(panel.getByRole('heading', { name: 'Grupo da obra' })).toBeVisible();
    for (const name of ['Editar', 'Bloquear', 'Copiar número'])
      expect(panel.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(panel.queryByRole('switch')).not.toBeInTheDocument();
    expect(panel.getByRole('heading', { name: 'Tags' })).toBeVisible();
  });

  it('follows the changes of colleagues [M-098]', async () => {
    const { panel, serverState } = await renderPanel();
    await panel.findByText(/Anote o que/);
    connect();
    receive('contact', {
      action: 'update',
      contact: { ...serverState.contact, name: 'Helena Prado Lima', tags: [vip] },
    });
    expect(await panel.findByRole('heading', { name: 'Helena Prado Lima' })).toBeVisible();
    expect(panel.getByText('VIP')).toBeVisible();
  });

  it('shows its sections together once all have loaded, so that none moves another [F-U13]', async () => {
    const notesLoaded = Promise.withResolvers<void>();
    const { panel } = await renderPanel({ notesLoaded: notesLoaded.promise, as: anAgent() });
    await panel.findByText('Recebe campanhas.');
    await panel.findByRole('combobox', { name: 'Coluna no Kanban' });
    const sections = panel.getByRole('heading', { name: 'Tags' }).closest('[aria-busy]');
    expect(sections).toHaveAttribute('aria-busy', 'true');
    notesLoaded.resolve();
    await panel.findByText(/Anote o que/);
    expect(sections).toHaveAttribute('aria-busy', 'false');
  });

  it('keeps the data of the ticket when it cannot be refreshed, with a retry', async () => {
    const { panel, user, serverState } = await renderPanel({ isDown: true });
    const [strip] = await panel.findAllByText(/Não deu para atualizar este contato/);
    expect(strip).toBeVisible();
    expect(panel.getByRole('heading', { name: 'Helena Prado' })).toBeVisible();
    serverState.isDown = false;
    await user.click(panel.getAllByRole('button', { name: 'Tentar de novo' })[0]!);
    await waitFor(() => expect(panel.queryByText(/Não deu para atualizar/)).not.toBeInTheDocument());
  });
});

describe('editing the contact', () => {
  async function openForm(own: Partial<Contact> = {}) {
    const rendered = await renderPanel({ contact: own });
    await rendered.user.click(rendered.panel.getByRole('button', { name: 'Editar' }));
    const form = within(await screen.findByRole('dialog', { name: 'Editar contato' }));
    return { ...rendered, form, save: () => rendered.user.click(form.getByRole('button', { name: 'Salvar contato' })) };
  }

  it('saves name, number, e-mail and extra information [M-098] [M-119]', async () => {
    const { form, user, save, serverState, panel } = await openForm();
    const requests = answer(
      endpoints.contacts.update,
      changes(serverState, ({ name, email }: { name: string; email: string }) => ({ name, email })),
    );
    await user.clear(form.getByLabelText(/^Nome/));
    await user.type(form.getByLabelText(/^Nome/), 'Helena Lima');
    await user.click(form.getByRole('button', { name: 'Adicionar informação' }));
    await user.type(form.getByLabelText('Campo'), 'Convênio');
    await user.type(form.getByLabelText('Valor'), 'Bem Ver');
    await save();
    expect(await screen.findByText('Contato salvo com sucesso!')).toBeVisible();
    expect(requests[0]?.body).toMatchObject({
      name: 'Helena Lima',
      number: '+55 81 99812-4471',
      extraInfo: [{ name: 'Convênio', value: 'Bem Ver' }],
    });
    expect(await panel.findByRole('heading', { name: 'Helena Lima' })).toBeVisible();
  });

  it('shows what is too short, too long or no e-mail [M-119]', async () => {
    const { form, user, save } = await openForm();
    await user.clear(form.getByLabelText(/^Nome/));
    await user.type(form.getByLabelText(/^Número/), '{Control>}a{/Control}{Backspace}5581');
    await user.type(form.getByLabelText(/^E-mail/), 'x');
    await user.clear(form.getByLabelText(/^E-mail/));
    await user.type(form.getByLabelText(/^E-mail/), 'nada');
    await save();
    expect(await form.findByText('Obrigatório')).toBeVisible();
    expect(form.getByText('E-mail inválido')).toBeVisible();
    await user.type(form.getByLabelText(/^Nome/), 'a');
    expect((await form.findAllByText('Muito curto!')).length).toBeGreaterThan(0);
    await user.type(form.getByLabelText(/^Nome/), 'b'.repeat(50));
    expect(await form.findByText('Muito longo!')).toBeVisible();
  });

  it('shows a number of another contact at its field [M-119]', async () => {
    const { form, save } = await openForm();
    answer(endpoints.contacts.update, () => refuse('ERR_DUPLICATED_CONTACT'));
    await save();
    expect(await form.findByText('Já existe um contato com este número.')).toBeVisible();
    expect(form.getByLabelText(/^Número/)).toBeInvalid();
  });

  it('does not require the number of a contact without one [M-119]', async () => {
    const { form, save, serverState } = await openForm({ number: '' });
    const requests = answer(endpoints.contacts.update, () => serverState.contact);
    expect(form.getByText('Este contato não tem número de telefone.')).toBeVisible();
    await save();
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ number: '' }));
  });
});

describe('the kanban lane', () => {
  it('is chosen, replaced and cleared [M-099]', async () => {
    const { panel, user } = await renderPanel({ as: anAgent() });
    const set = answer(endpoints.tickets.setLane, ({ params }) => ({ ticketId: params.ticketId, tagId: params.tagId }));
    const cleared = answer(endpoints.tickets.clearLane, () => ({ message: 'ok' }));
    const columnField = await panel.findByRole('combobox', { name: 'Coluna no Kanban' });
    expect(columnField).toHaveTextContent('Sem coluna');

    await user.click(columnField);
    await user.click(await screen.findByRole('option', { name: 'Negociação' }));
    await waitFor(() => expect(set[0]?.params).toEqual({ ticketId: 48213, tagId: 21 }));
    expect(columnField).toHaveTextContent('Negociação');
    expect(panel.getByRole('img', { name: 'Coluna 2 de 3' })).toBeVisible();

    await user.click(columnField);
    await user.click(await screen.findByRole('option', { name: 'Sem coluna' }));
    await waitFor(() => expect(cleared).toHaveLength(1));
    expect(columnField).toHaveTextContent('Sem coluna');
  });

  it('is restored when the server refuses [M-099]', async () => {
    answer(endpoints.tickets.setLane, () => refuse('ERR_NO_TICKET_FOUND'));
    const { panel, user } = await renderPanel({
      as: anAgent(),
      ticket: { tags: [{ id: 20, name: 'Novo', color: '#F59F00' }] },
    });
    const columnField = await panel.findByRole('combobox', { name: 'Coluna no Kanban' });
    await user.click(columnField);
    await user.click(await screen.findByRole('option', { name: 'Fechado' }));
    expect(await screen.findByText('Esta conversa não existe mais.')).toBeVisible();
    expect(columnField).toHaveTextContent('Novo');
  });

  it('is hidden on a plan without kanban [M-099]', async () => {
    const { panel } = await renderPanel();
    await panel.findByText(/Anote o que/);
    expect(panel.queryByRole('combobox', { name: 'Coluna no Kanban' })).not.toBeInTheDocument();
  });
});

describe('the contact’s tags', () => {
  it('one is removed with a click and restored with another [M-100]', async () => {
    const { panel, user, serverState } = await renderPanel({ contact: { tags: [budget, vip] } });
    const synced = answer(endpoints.tags.sync, ({ body }) => {
      serverState.contact = {
        ...serverState.contact,
        tags: [budget, vip].filter(({ id }) => body.tags.some((tag) => tag.id === id)),
      };
      return serverState.contact;
    });
    await user.click(panel.getByRole('button', { name: 'Remover a tag VIP' }));
    expect(await screen.findByText('Tag VIP removida')).toBeVisible();
    expect(panel.queryByText('VIP')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Desfazer' }));
    expect(await panel.findByText('VIP')).toBeVisible();
    expect(synced.map(({ body }) => body.tags.map(({ id }) => id))).toEqual([[5], [5, 6]]);
  });

  it('one is found by typing and added [M-100]', async () => {
    const { panel, user, serverState } = await renderPanel();
    const synced = answer(
      endpoints.tags.sync,
      () => (serverState.contact = { ...serverState.contact, tags: [budget] }),
    );
    await user.click(panel.getByRole('button', { name: 'Adicionar tag' }));
    await user.type(panel.getByRole('combobox', { name: 'Adicionar tag' }), 'orca');
    await user.click(await panel.findByRole('option', { name: 'Orçamento' }));
    await waitFor(() => expect(synced[0]?.body).toEqual({ contactId: 31, tags: [{ id: 5 }] }));
    expect(await panel.findByRole('button', { name: 'Remover a tag Orçamento' })).toBeVisible();
  });

  it('a new one requires three letters and gets a random color [M-100]', async () => {
    const { panel, user, serverState } = await renderPanel();
    const created = answer(endpoints.tags.create, ({ body }) => aTag({ id: 9, name: body.name, color: body.color }));
    const synced = answer(endpoints.tags.sync, () => serverState.contact);
    await user.click(panel.getByRole('button', { name: 'Adicionar tag' }));
    const field = panel.getByRole('combobox', { name: 'Adicionar tag' });
    await user.type(field, 'xy');
    await user.click(await panel.findByRole('option', { name: 'Criar “xy”' }));
    expect(await panel.findByText('Tag muito curta!')).toBeVisible();
    expect(created).toHaveLength(0);

    await user.type(field, 'z');
    await user.click(await panel.findByRole('option', { name: 'Criar “xyz”' }));
    await waitFor(() => expect(synced[0]?.body).toEqual({ contactId: 31, tags: [{ id: 9 }] }));
    expect(created[0]?.body).toMatchObject({ name: 'xyz', kanban: 0 });
    expect(created[0]?.body.color).toMatch(/^#[0-9A-F]{6}$/);
  });
});

describe('notes about the contact', () => {
  it('show text, author and time, and one is added [M-101] [M-320]', async () => {
    const { panel, user, serverState } = await renderPanel({ notes: [aNote()] });
    expect(await panel.findByText('Prefere contato depois das 9h.')).toBeVisible();
    expect(panel.getByText(/Caio Andrade ·/)).toHaveTextContent(/22\/07\/2026 \d\d:05/);
    const requests = answer(endpoints.notes.create, ({ body }) => {
      const note = aNote({ id: 2, note: body.note });
      serverState.notes.unshift(note);
      return note;
    });
    await user.click(panel.getByRole('button', { name: 'Adicionar observação' }));
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(await panel.findByText('Obrigatório')).toBeVisible();
    await user.type(panel.getByLabelText(/Nova observação/), 'a');
    expect(await panel.findByText('Muito curto!')).toBeVisible();
    await user.type(panel.getByLabelText(/Nova observação/), 'rmação nova');
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Observação adicionada com sucesso!')).toBeVisible();
    expect(await panel.findByText('armação nova')).toBeVisible();
    expect(requests[0]?.body).toEqual({ note: 'armação nova', ticketId: 48213, contactId: 31 });
  });

  it('being written is not lost by Esc, which closes an empty panel [F-U26]', async () => {
    const { panel, user, onClose } = await renderPanel();
    await user.click(await panel.findByRole('button', { name: 'Adicionar observação' }));
    await user.type(panel.getByLabelText(/Nova observação/), 'Prefere manhã');
    await user.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    expect(panel.getByLabelText(/Nova observação/)).toHaveValue('Prefere manhã');
    await user.clear(panel.getByLabelText(/Nova observação/));
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('are edited in a dialog and deleted after a confirmation [M-101] [M-102] [M-320]', async () => {
    const { panel, user, serverState } = await renderPanel({ notes: [aNote()] });
    answer(endpoints.notes.update, ({ body }) => (serverState.notes[0] = aNote({ note: body.note })));
    answer(endpoints.notes.remove, () => {
      serverState.notes.length = 0;
      return { message: 'ok' };
    });
    await user.click(await panel.findByRole('button', { name: 'Editar observação' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar observação' }));
    await user.type(dialog.getByLabelText(/Observação/), ' Ligar antes.');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await panel.findByText('Prefere contato depois das 9h. Ligar antes.')).toBeVisible();

    await user.click(panel.getByRole('button', { name: 'Excluir observação' }));
    const question = within(await screen.findByRole('dialog', { name: 'Excluir esta observação?' }));
    await user.click(question.getByRole('button', { name: 'Excluir observação' }));
    expect(await screen.findByText('Observação excluída com sucesso!')).toBeVisible();
    expect(panel.queryByText(/Prefere contato/)).not.toBeInTheDocument();
  });

  it('of a colleague can be edited only by an admin [M-320]', async () => {
    const otherNote = aNote({ userId: 9, user: { id: 9, name: 'Rute Lins' } });
    const first = await renderPanel({ notes: [otherNote] });
    await first.panel.findByText('Prefere contato depois das 9h.');
    expect(first.panel.queryByRole('button', { name: 'Editar observação' })).not.toBeInTheDocument();
    first.unmount();
    const second = await renderPanel({ notes: [otherNote], as: onPlan(anAdmin(), false) });
    expect(await second.panel.findByRole('button', { name: 'Editar observação' })).toBeInTheDocument();
  });

  it('offer a retry when they cannot be loaded', async () => {
    const { panel, user, serverState } = await renderPanel({ notes: [aNote()], isDown: true });
    expect(await panel.findByText('Não deu para carregar as observações')).toBeVisible();
    serverState.isDown = false;
    await user.click(panel.getAllByRole('button', { name: 'Tentar de novo' }).at(-1)!);
    expect(await panel.findByText('Prefere contato depois das 9h.')).toBeVisible();
  });
});

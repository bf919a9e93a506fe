import type { Announcement } from '@balcao/contract/endpoints/announcements';
import { endpoints } from '@balcao/contract/endpoints/index';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { anAdmin, anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { sockets } from '../../testing/socket.ts';

const anAnnouncement = (own: Partial<Announcement> = {}): Announcement => ({
  id: 1,
  title: 'Manutenção no domingo',
  text: 'Das 2h às 4h.',
  priority: 1,
  status: true,
  startsAt: null,
  endsAt: null,
  mediaPath: null,
  mediaName: null,
  isRead: false,
  createdAt: '2026-07-23T12:00:00.000Z',
  updatedAt: '2026-07-23T12:00:00.000Z',
  ...own,
});
const withAnnouncements = (...all: Announcement[]) => {
  answer(endpoints.announcements.list, () => ({ records: all, count: all.length, hasMore: false }));
  return all;
};

describe('announcements', () => {
  it('are listed with priority, attachment, status and readers [M-221]', async () => {
    withAnnouncements(
      anAnnouncement({
        mediaPath: '/media/1',
        mediaName: 'vitrine.png',
        readers: { users: 12, companies: 9, ofCompanies: 10 },
      }),
      anAnnouncement({ id: 2, title: 'Versão nova', priority: 3, status: false }),
      anAnnouncement({ id: 3, title: 'Feriado', priority: 2, startsAt: '2099-01-01T00:00:00.000Z' }),
    );
    renderScreen('/announcements', { as: anOwner() });
    const table = await screen.findByRole('table', { name: 'Comunicados' });
    const cells = async (name: string) => within((await within(table).findByText(name)).closest('tr')!);
    expect((await cells('Manutenção no domingo')).getByText('Alta')).toBeVisible();
    expect((await cells('Manutenção no domingo')).getByText('vitrine.png')).toBeVisible();
    expect((await cells('Manutenção no domingo')).getByText('12 pessoas, 9 de 10 empresas')).toBeVisible();
    expect((await cells('Versão nova')).getByText('Inativo')).toBeVisible();
    expect((await cells('Feriado')).getByText('Agendado')).toBeVisible();
  });

  it('are listed all, or only the active or the inactive ones', async () => {
    const [active, inactive] = [anAnnouncement(), anAnnouncement({ id: 2, title: 'Versão velha', status: false })];
    answer(endpoints.announcements.list, ({ query: { view } }) => {
      const records = [active, inactive].filter(({ status }) => view === 'all' || status === (view === 'active'));
      return { records, count: records.length, hasMore: false };
    });
    const { user } = renderScreen('/announcements', { as: anOwner() });
    const table = await screen.findByRole('table', { name: 'Comunicados' });
    expect(await within(table).findByText('Versão velha')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ativos' }));
    await waitFor(() => expect(within(table).queryByText('Versão velha')).toBeNull());
    expect(within(table).getByText('Manutenção no domingo')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Inativos' }));
    expect(await within(table).findByText('Versão velha')).toBeVisible();
    expect(within(table).queryByText('Manutenção no domingo')).toBeNull();
  });

  it('are written with title and text, low and active by default, and with a picture [M-222]', async () => {
    const all = withAnnouncements();
    const created = answer(endpoints.announcements.create, ({ body }) => {
      all.push(anAnnouncement({ ...body, id: 5 }));
      return all[0]!;
    });
    const attached = answer(endpoints.announcements.attach, () => ({ mensagem: 'ok' }));
    const { user } = renderScreen('/announcements', { as: anOwner() });
    await user.click((await screen.findAllByRole('button', { name: 'Novo comunicado' }))[0]!);
    const panel = within(await screen.findByRole('complementary', { name: 'Novo comunicado' }));
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(await panel.findAllByText('Obrigatório')).toHaveLength(2);
    await user.type(panel.getByRole('textbox', { name: /Título/ }), 'PIX na conversa');
    await user.type(panel.getByRole('textbox', { name: /Texto/ }), 'Novo botão');
    const file = panel.getByLabelText('Anexo', { selector: 'input' });
    const drawing = new File(['<svg/>'], 'x.svg', { type: 'image/svg+xml' });
    await userEvent.setup({ applyAccept: false }).upload(file, drawing);
    expect(await panel.findByText('Envie uma imagem png, jpg ou jpeg.')).toBeVisible();
    await user.upload(file, new File(['a'], 'pix.png', { type: 'image/png' }));
    expect(panel.getByText('pix.png')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Comunicado salvo com sucesso!')).toBeVisible();
    expect(created[0]?.body).toMatchObject({ title: 'PIX na conversa', text: 'Novo botão', priority: 3, status: true });
    expect(attached[0]?.file.name).toBe('pix.png');
  });

  it('are published once when the picture could not be stored at first', async () => {
    withAnnouncements();
    const created = answer(endpoints.announcements.create, ({ body }) => anAnnouncement({ ...body, id: 5 }));
    const changed = answer(endpoints.announcements.update, ({ body }) =>
      anAnnouncement({ ...(body as object), id: 5 }),
    );
    answer(endpoints.announcements.attach, () => refuse('ERR_INTERNAL'));
    const { user } = renderScreen('/announcements', { as: anOwner() });
    await user.click((await screen.findAllByRole('button', { name: 'Novo comunicado' }))[0]!);
    const panel = within(await screen.findByRole('complementary', { name: 'Novo comunicado' }));
    await user.type(panel.getByRole('textbox', { name: /Título/ }), 'PIX na conversa');
    await user.type(panel.getByRole('textbox', { name: /Texto/ }), 'Novo botão');
    await user.upload(
      panel.getByLabelText('Anexo', { selector: 'input' }),
      new File(['a'], 'pix.png', { type: 'image/png' }),
    );
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('O comunicado foi salvo, a imagem não. Tente salvar de novo.')).toBeVisible();
    const attached = answer(endpoints.announcements.attach, () => ({ mensagem: 'ok' }));
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Comunicado salvo com sucesso!')).toBeVisible();
    expect([created.length, changed[0]?.params.id, attached[0]?.params.id]).toEqual([1, 5, 5]);
  });

  describe('that are being written', () => {
    const question = async () => within(await screen.findByRole('dialog', { name: 'Descartar as alterações?' }));
    const write = async () => {
      withAnnouncements(anAnnouncement(), anAnnouncement({ id: 2, title: 'Versão nova' }));
      const rendered = renderScreen('/announcements', { as: anOwner() });
      await rendered.user.click(await screen.findByRole('button', { name: 'Editar Versão nova' }));
      const title = await screen.findByRole('textbox', { name: /Título/ });
      await rendered.user.type(title, '!');
      return { ...rendered, title };
    };

    it('are not lost to another row without a question', async () => {
      const { user, title } = await write();
      await user.click(screen.getByRole('button', { name: 'Editar Versão nova' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Editar Manutenção no domingo' }));
      await user.click((await question()).getByRole('button', { name: 'Continuar editando' }));
      expect(title).toHaveValue('Versão nova!');
      await user.click(screen.getByRole('button', { name: 'Editar Manutenção no domingo' }));
      await user.click((await question()).getByRole('button', { name: 'Descartar' }));
      await waitFor(() => expect(screen.getByRole('textbox', { name: /Título/ })).toHaveValue('Manutenção no domingo'));
    });

    it('are not lost to another screen, and Esc answers only the question', async () => {
      const { user, title, router } = await write();
      act(() => void router.navigate({ to: '/companies' }));
      await question();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(title).toHaveValue('Versão nova!');
      expect(router.state.location.pathname).toBe('/announcements');
    });
  });

  it('are not saved with a date that does not exist', async () => {
    withAnnouncements(anAnnouncement());
    const changed = answer(endpoints.announcements.update, ({ body }) => anAnnouncement(body as never));
    const { user } = renderScreen('/announcements', { as: anOwner() });
    await user.click(await screen.findByRole('button', { name: 'Editar Manutenção no domingo' }));
    const panel = within(await screen.findByRole('complementary', { name: 'Editar comunicado' }));
    const until = panel.getByLabelText('Mostrar até');
    await user.type(until, '31/02/2027');
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    expect(await panel.findByText('Esta data não existe')).toBeVisible();
    await waitFor(() => expect(until).toHaveFocus());
    await user.clear(until);
    await waitFor(() => expect(panel.queryByRole('alert')).toBeNull());
    // Enter saves without leaving the field, which completes a short date.
    await user.type(until, '28/2/27{Enter}');
    await waitFor(() => expect(changed).toHaveLength(1));
    expect(changed[0]?.body.endsAt).toMatch(/^2027-0/);
  });

  it('are changed, and deleted after a confirmation', async () => {
    withAnnouncements(anAnnouncement());
    const changed = answer(endpoints.announcements.update, ({ body }) => anAnnouncement(body as never));
    const removed = answer(endpoints.announcements.remove, () => ({ message: 'ok' }));
    const { user } = renderScreen('/announcements', { as: anOwner() });
    await user.click(await screen.findByRole('button', { name: 'Editar Manutenção no domingo' }));
    const panel = within(await screen.findByRole('complementary', { name: 'Editar comunicado' }));
    await user.click(panel.getByRole('button', { name: 'Inativo' }));
    await user.click(panel.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(changed[0]?.body).toMatchObject({ status: false, priority: 1 }));
    await user.click(await screen.findByRole('button', { name: 'Excluir Manutenção no domingo' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(removed[0]?.params).toEqual({ id: 1 }));
  });

  it('refuse everyone but super users and lead home [M-221]', async () => {
    const { router } = renderScreen('/announcements', { as: anAdmin() });
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/announcements'), { timeout: 3000 });
  });
});

describe('the bell', () => {
  const open = async (user: ReturnType<typeof renderScreen>['user'], name: RegExp) =>
    user.click(await screen.findByRole('button', { name }));

  it('shows announcements with their priority, opens one and marks it as read [M-041] [M-223]', async () => {
    const all = withAnnouncements(
      anAnnouncement({ text: '<img src=x> *Atenção*', mediaPath: '/media/1', mediaName: 'a.png' }),
      anAnnouncement({ id: 2, title: 'Versão nova', priority: 3, isRead: true }),
    );
    const read = answer(endpoints.announcements.read, ({ params }) => {
      all.splice(0, 1, anAnnouncement({ ...all[0]!, isRead: params.id === 1 }));
      return { message: 'ok' };
    });
    const { user } = renderScreen('/todolist', { as: anAdmin() });
    await open(user, /^Comunicados: 1 não lidos/);
    const entry = await screen.findByRole('button', { name: /Manutenção no domingo/ });
    expect(entry).toHaveAttribute('data-priority', '1');
    expect(within(entry).getByText('Prioridade alta')).toBeVisible();
    expect(within(entry).getByText('Atenção').tagName).toBe('B');
    await user.click(entry);
    const viewer = within(await screen.findByRole('dialog', { name: 'Manutenção no domingo' }));
    // Markup is text; formatting marks are drawn.
    expect(viewer.getByText(/<img src=x>/)).toBeVisible();
    expect(viewer.getByText('Atenção').tagName).toBe('B');
    expect(viewer.getByRole('img', { name: 'Imagem de Manutenção no domingo' })).toHaveAttribute('src', '/media/1');
    await waitFor(() => expect(read[0]?.params).toEqual({ id: 1 }));
    await user.click(viewer.getByRole('button', { name: 'Próximo' }));
    expect(await screen.findByRole('dialog', { name: 'Versão nova' })).toBeVisible();
    expect(read).toHaveLength(1);
    expect(await screen.findByRole('button', { name: 'Comunicados', hidden: true })).toBeInTheDocument();
  });

  it('marks all as read', async () => {
    withAnnouncements(anAnnouncement());
    const read = answer(endpoints.announcements.readAll, () => ({ message: 'ok' }));
    const { user } = renderScreen('/todolist', { as: anAdmin() });
    await open(user, /^Comunicados: 1/);
    await user.click(await screen.findByRole('button', { name: 'Marcar tudo como lido' }));
    await waitFor(() => expect(read).toHaveLength(1));
  });

  it('says that marking all as read failed', async () => {
    withAnnouncements(anAnnouncement());
    answer(endpoints.announcements.readAll, () => refuse('ERR_INTERNAL'));
    const { user } = renderScreen('/todolist', { as: anAdmin() });
    await open(user, /^Comunicados: 1/);
    await user.click(await screen.findByRole('button', { name: 'Marcar tudo como lido' }));
    const toasts = screen.getByRole('region', { name: 'Notificações' });
    expect(await within(toasts).findByText(/Algo deu errado/)).toBeVisible();
  });

  it('gets new announcements at once [M-223]', async () => {
    const all = withAnnouncements();
    renderScreen('/todolist', { as: anAdmin() });
    await screen.findByRole('button', { name: 'Comunicados' });
    all.push(anAnnouncement());
    act(() => sockets.at(-1)!.trigger('company-announcement', { action: 'create', record: { id: 1, priority: 1 } }));
    expect(await screen.findByRole('button', { name: /^Comunicados: 1/ })).toBeVisible();
  });

  it('says that announcements or chats could not be loaded, instead of none, and loads them again', async () => {
    answer(endpoints.announcements.list, () => refuse('ERR_INTERNAL'));
    answer(endpoints.teamChats.list, () => refuse('ERR_INTERNAL'));
    const { user } = renderScreen('/todolist', { as: anAdmin() });
    for (const name of ['Comunicados', 'Chat interno']) {
      await open(user, new RegExp(`^${name}`));
      const panel = within(await screen.findByRole('dialog', { name }));
      expect(await panel.findByRole('button', { name: 'Tentar de novo' })).toBeVisible();
      expect(panel.queryByText(/^Nenhum/)).toBeNull();
      await user.keyboard('{Escape}');
    }
    withAnnouncements(anAnnouncement());
    await open(user, /^Comunicados/);
    await user.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByRole('button', { name: /Manutenção no domingo/ })).toBeVisible();
  });

  it('lists the chats beside it, and opens one [M-041]', async () => {
    const uuid = '5f0f2a4e-0c1f-4c52-9a39-000000000001';
    const member = { id: 1, chatId: 1, userId: 1, unreads: 2, readSeq: 0, user: { id: 1, name: 'Marina Lopes' } };
    const chat = {
      id: 1,
      uuid,
      title: 'Loja Centro',
      ownerId: 1,
      owner: null,
      lastMessage: 'Rute: Oi',
      lastSeq: 2,
      createdAt: '2026-07-23T12:00:00.000Z',
      updatedAt: '2026-07-23T12:00:00.000Z',
      users: [member],
    };
    answer(endpoints.teamChats.list, () => ({ records: [chat], count: 1, hasMore: false }));
    answer(endpoints.teamChats.show, () => chat);
    answer(endpoints.teamChats.messages, () => ({ records: [], count: 0, hasMore: false }));
    answer(endpoints.access.pickUsers, () => []);
    const { user, router } = renderScreen('/todolist', { as: anAdmin() });
    await open(user, /^Chat interno: 1/);
    await user.click(await screen.findByRole('link', { name: /Loja Centro/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/chats/${uuid}`));
  });
});

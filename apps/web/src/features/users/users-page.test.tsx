import type { User } from '@balcao/contract/endpoints/access';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anAdmin, anAgent, aQueue, aUser } from '../../testing/fixtures.ts';
import { connect, receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const marina = anAdmin();
const caio = aUser({ id: 4, name: 'Caio Andrade', email: 'caio@example.com' });
const rute = aUser({
  id: 5,
  name: 'Rute Lins',
  email: 'rute@example.com',
  online: false,
  startWork: '09:00',
  endWork: '19:00',
});

/** Fake server that stores users and two queues for the duration of the test. */
function withUsers(...users: User[]) {
  answer(endpoints.connections.list, () => [
    {
      id: 7,
      name: 'WhatsApp da loja',
      channel: 'whatsapp' as const,
      status: 'CONNECTED' as const,
      isDefault: true,
      groupAsTicket: 'disabled' as const,
      provider: 'sandbox',
    },
  ]);
  answer(endpoints.queues.list, () => [
    aQueue({ id: 2, name: 'Suporte' }),
    aQueue({ id: 3, name: 'Vendas', color: '#2f9e44' }),
  ]);
  answer(
    endpoints.access.showUser,
    ({ params }) => users.find((user) => user.id === params.id) ?? refuse('ERR_NO_USER_FOUND'),
  );
  answer(endpoints.access.users, ({ query }) => {
    const matches = users.filter((user) =>
      `${user.name} ${user.email}`.toLowerCase().includes(query.searchParam.toLowerCase()),
    );
    return { users: matches, count: matches.length, hasMore: false, limit: 10 };
  });
  return users;
}
const save = () => screen.getByRole('button', { name: 'Salvar usuário' });
const rowOf = async (name: string) => (await screen.findByRole('cell', { name: new RegExp(name) })).closest('tr')!;

describe('users', () => {
  it('shows the queues of each user, and who has none [F-U47]', async () => {
    const sales = { id: 3, name: 'Vendas', color: '#2f9e44' };
    withUsers(marina, { ...caio, queues: [sales] }, { ...rute, queues: [] });
    renderScreen('/users', { as: marina });
    expect(within(await rowOf('Caio Andrade')).getByText('Vendas')).toBeVisible();
    expect(within(await rowOf('Rute Lins')).getByText('Nenhuma')).toBeVisible();
  });

  it('lists users with id, status, name, e-mail, profile and hours, and counts them against the plan [M-192]', async () => {
    withUsers(marina, caio, rute);
    renderScreen('/users', { as: marina });
    const cells = within(await rowOf('Rute Lins'))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(0, 7)).toEqual([
      '5',
      expect.stringContaining('Rute Lins'),
      'rute@example.com',
      expect.any(String),
      'Atendente',
      '09:00 às 19:00',
      'Offline',
    ]);
    expect(within(await rowOf('Marina Lopes')).getByText('Administrador')).toBeVisible();
    expect(within(await rowOf('Caio Andrade')).getByText('Online')).toBeVisible();
    expect(screen.getByText('3 de 10')).toBeVisible();
  });

  it('finds users by name or e-mail [M-192]', async () => {
    withUsers(marina, caio, rute);
    const { user } = renderScreen('/users', { as: marina });
    await rowOf('Caio Andrade');
    await user.type(screen.getByRole('textbox', { name: 'Buscar por nome ou e-mail' }), 'rute@');
    await waitFor(() => expect(screen.queryByRole('cell', { name: /Caio/ })).not.toBeInTheDocument());
    expect(await rowOf('Rute Lins')).toBeVisible();
  });

  it('hides the screen from an agent [M-192] [M-200]', async () => {
    renderScreen('/users', { as: anAgent() });
    expect(await screen.findByText('Esta tela é só para administradores')).toBeVisible();
  });

  it('updates the online state live [M-317]', async () => {
    const users = withUsers(marina, rute);
    renderScreen('/users', { as: marina });
    expect(within(await rowOf('Rute Lins')).getByText('Offline')).toBeVisible();
    connect();
    users[1] = { ...rute, online: true };
    receive('user', { action: 'update', user: users[1] });
    await waitFor(async () => expect(within(await rowOf('Rute Lins')).getByText('Online')).toBeVisible());
  });

  it('creates a user with hours, permissions and queues [M-152] [M-193]', async () => {
    const users = withUsers(marina);
    const created = answer(endpoints.access.createUser, ({ body }) => {
      const added = aUser({ id: 9, name: body.name, email: body.email });
      users.push(added);
      return added;
    });
    const { user } = renderScreen('/users', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Novo usuário' }));
    await user.type(await screen.findByLabelText(/^Nome/), 'Jonas Melo');
    await user.type(screen.getByLabelText(/^E-mail/), 'Jonas@Example.com');
    await user.type(screen.getByLabelText(/^Senha/), 'segredo');
    // The default is the whole day. The arrows move by ten minutes, and any minute can be typed.
    expect(screen.getByLabelText('Fim do expediente')).toHaveValue('23:59');
    const start = screen.getByLabelText('Início do expediente');
    expect(start).toHaveValue('00:00');
    await user.type(start, '{ArrowUp}');
    expect(start).toHaveValue('00:10');
    await user.clear(start);
    await user.type(start, '0807');
    await user.click(screen.getByRole('tab', { name: 'Permissões' }));
    await user.click(screen.getByRole('switch', { name: 'Ver conversas sem fila' }));
    await user.click(screen.getByRole('switch', { name: 'Atender grupos' }));
    await user.type(screen.getByLabelText(/^Filas/, { selector: 'input' }), 'vend{Enter}');
    await user.click(screen.getByRole('combobox', { name: 'Conexão padrão' }));
    await user.click(await screen.findByRole('option', { name: 'WhatsApp da loja' }));
    await user.click(save());

    expect(await screen.findByText('Usuário salvo com sucesso!')).toBeVisible();
    expect(await rowOf('Jonas Melo')).toBeVisible();
    expect(created[0]?.body).toMatchObject({
      name: 'Jonas Melo',
      email: 'jonas@example.com',
      password: 'segredo',
      profile: 'user',
      startWork: '08:07',
      endWork: '23:59',
      allTicket: 'enabled',
      allowGroup: true,
      allHistoric: 'disabled',
      userClosePendingTicket: 'enabled',
      queueIds: [3],
      whatsappId: 7,
    });
  });

  it('warns that a user without a queue does not see who waits, and leads to the queues [F-U3]', async () => {
    withUsers(marina);
    const { user } = renderScreen('/users', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Novo usuário' }));
    expect(await screen.findByText('Sem fila, este usuário não vê quem espera.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Escolher filas' }));
    await user.click(screen.getByRole('combobox', { name: 'Filas' }));
    await user.click((await screen.findAllByRole('option'))[0]!);
    await waitFor(() => expect(screen.queryByText('Sem fila, este usuário não vê quem espera.')).toBeNull());
  });

  it('shows errors at their fields and opens the tab of the first one [M-193]', async () => {
    withUsers(marina);
    const { user } = renderScreen('/users', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Novo usuário' }));
    await user.type(await screen.findByLabelText(/^Nome/), 'J');
    await user.type(screen.getByLabelText(/^E-mail/), 'jonas');
    await user.type(screen.getByLabelText(/^Senha/), '1234');
    await user.click(screen.getByRole('tab', { name: 'Permissões' }));
    await user.click(save());

    expect(await screen.findAllByText('Muito curto!')).toHaveLength(2);
    expect(screen.getByText('E-mail inválido')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Geral' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByLabelText(/^Nome/)).toBeInvalid();

    await user.clear(screen.getByLabelText(/^Nome/));
    expect(await screen.findByText('Obrigatório')).toBeVisible();
  });

  it('keeps the password of an edited user unless a new one is typed [M-193]', async () => {
    withUsers(marina, caio);
    const changed = answer(endpoints.access.updateUser, ({ body }) => ({ ...caio, name: body.name ?? '' }));
    const { user } = renderScreen('/users', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Editar Caio Andrade' }));
    const name = await screen.findByLabelText(/^Nome/);
    await user.clear(name);
    await user.type(name, 'Caio A. Prado');
    await user.click(save());
    await screen.findByText('Usuário salvo com sucesso!');
    expect(changed[0]?.params.id).toBe(4);
    expect(changed[0]?.body).toMatchObject({ name: 'Caio A. Prado', password: '', queueIds: [] });
  });

  it.each([
    ['ERR_USER_LIMIT_REACHED', 'O plano da empresa não permite mais usuários.'],
    ['ERR_LAST_ADMIN', 'A empresa precisa de pelo menos um administrador.'],
  ] as const)('shows %s as a text and keeps the form open', async (code, sentence) => {
    withUsers(marina, caio);
    answer(endpoints.access.updateUser, () => refuse(code));
    const { user } = renderScreen('/users', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Editar Caio Andrade' }));
    await user.type(await screen.findByLabelText(/^Nome/), ' Filho');
    await user.click(save());
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText(/^Nome/)).toHaveValue('Caio Andrade Filho');
  });

  it('shows a taken e-mail at the e-mail field', async () => {
    withUsers(marina, caio);
    answer(endpoints.access.updateUser, () => refuse('ERR_USER_EMAIL_TAKEN', { field: 'email', rule: 'taken' }));
    const { user } = renderScreen('/users', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Editar Caio Andrade' }));
    await user.type(await screen.findByLabelText(/^Nome/), ' Filho');
    await user.click(save());
    expect(await screen.findByText('Já existe um usuário com este e-mail.')).toBeVisible();
    expect(screen.getByLabelText(/^E-mail/)).toBeInvalid();
  });

  it('previews a chosen picture and uploads it after the user is saved', async () => {
    withUsers(marina, caio);
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview');
    const order: string[] = [];
    answer(endpoints.access.updateUser, () => (order.push('user'), caio));
    const pictures = answer(
      endpoints.access.pictureOfUser,
      () => (order.push('picture'), { user: caio, message: 'ok' }),
    );
    const { user } = renderScreen('/users', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Editar Caio Andrade' }));
    await user.upload(await screen.findByLabelText('Foto'), new File(['x'], 'caio.png', { type: 'image/png' }));
    expect(document.querySelector('img[src="blob:preview"]')).toBeInTheDocument();
    await user.click(save());
    await screen.findByText('Usuário salvo com sucesso!');
    expect(order).toEqual(['user', 'picture']);
    expect(pictures[0]?.file.name).toBe('caio.png');
  });

  it('asks for confirmation with the name of the user before deleting [M-192]', async () => {
    const users = withUsers(marina, caio);
    const removed = answer(endpoints.access.removeUser, () => (users.pop(), { message: 'ok' }));
    const { user } = renderScreen('/users', { as: marina });
    await user.click(await screen.findByRole('button', { name: 'Excluir Caio Andrade' }));
    expect(await screen.findByText('Excluir o usuário “Caio Andrade”?')).toBeVisible();
    expect(removed).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Usuário excluído com sucesso!')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('cell', { name: /Caio/ })).not.toBeInTheDocument());
  });

  it('does not let users delete themselves from the list', async () => {
    withUsers(marina);
    renderScreen('/users', { as: marina });
    expect(await screen.findByRole('button', { name: 'Excluir Marina Lopes' })).toBeDisabled();
  });
});

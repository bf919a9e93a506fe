import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Invitation } from '../../entities/invitations/invitations.api.ts';
import { anAdmin, aQueue } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

const anInvitation = (own: Partial<Invitation> = {}): Invitation => ({
  id: 8,
  email: 'bruna@example.com',
  profile: 'user',
  queueIds: [],
  invitedBy: 'Marina',
  createdAt: '2026-07-23T12:00:00.000Z',
  expiresAt: '2026-07-26T12:00:00.000Z',
  expired: false,
  ...own,
});
let open: Invitation[] = [];
beforeEach(() => {
  open = [];
  answer(endpoints.access.users, () => ({ users: [], count: 1, hasMore: false, limit: 10 }));
  answer(endpoints.queues.list, () => [aQueue({ id: 2, name: 'Suporte' }), aQueue({ id: 3, name: 'Vendas' })]);
  answer(endpoints.invitations.list, () => ({ invitations: open }));
});

async function openDialog() {
  const { user } = renderScreen('/users', { as: anAdmin() });
  await user.click(await screen.findByRole('button', { name: 'Convidar' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Convidar colegas' })) };
}

describe('inviting a colleague', () => {
  it('sends the e-mail and the profile, and lists the invitation', async () => {
    const sent = answer(endpoints.invitations.create, ({ body }) => {
      open = [anInvitation({ email: body.email })];
      return { invitation: open[0]!, link: null };
    });
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('Nenhum convite aberto.')).toBeVisible();
    await user.type(dialog.getByLabelText(/^E-mail/), 'Bruna@example.com');
    await user.click(dialog.getByRole('button', { name: 'Enviar convite' }));
    expect(await screen.findByText('Convite enviado para bruna@example.com')).toBeVisible();
    expect(sent[0]?.body).toEqual({ email: 'bruna@example.com', profile: 'user', queueIds: [] });
    expect(await dialog.findByText('bruna@example.com')).toBeVisible();
    expect(dialog.getByLabelText(/^E-mail/)).toHaveValue('');
  });

  it('shows the link once where there is no mail server', async () => {
    const link = 'https://desk.example.com/convite#abc';
    answer(endpoints.invitations.create, () => ({ invitation: anInvitation(), link }));
    const { user, dialog } = await openDialog();
    const written = vi.spyOn(navigator.clipboard, 'writeText');
    await user.type(dialog.getByLabelText(/^E-mail/), 'bruna@example.com');
    await user.click(dialog.getByRole('button', { name: 'Enviar convite' }));
    expect(await dialog.findByText(link)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Copiar link' }));
    expect(written).toHaveBeenCalledWith(link);
  });

  it('shows at the field that a colleague uses the address, and in a toast that there were too many', async () => {
    answer(endpoints.invitations.create, () => refuse('ERR_USER_EMAIL_TAKEN', { field: 'email', rule: 'taken' }));
    const { user, dialog } = await openDialog();
    await user.type(dialog.getByLabelText(/^E-mail/), 'marina@example.com');
    await user.click(dialog.getByRole('button', { name: 'Enviar convite' }));
    expect(await dialog.findByText('Já existe um usuário com este e-mail.')).toBeVisible();
    answer(endpoints.invitations.create, () => refuse('ERR_TOO_MANY_TRIES'));
    await user.click(dialog.getByRole('button', { name: 'Enviar convite' }));
    expect(await screen.findByText(/^Muitas tentativas/)).toBeVisible();
  });

  it('sends an open invitation again, also an expired one', async () => {
    open = [anInvitation({ expired: true })];
    const resent = answer(endpoints.invitations.resend, () => ({ invitation: anInvitation(), link: null }));
    const { user, dialog } = await openDialog();
    expect(await dialog.findByText('Vencido')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Reenviar para bruna@example.com' }));
    expect(await screen.findByText('Convite enviado para bruna@example.com')).toBeVisible();
    expect(resent[0]?.params).toEqual({ id: 8 });
  });

  it('revokes an invitation after a confirmation', async () => {
    open = [anInvitation()];
    const revoked = answer(endpoints.invitations.revoke, () => {
      open = [];
      return { message: 'Invitation revoked' };
    });
    const { user, dialog } = await openDialog();
    await user.click(await dialog.findByRole('button', { name: 'Cancelar o convite de bruna@example.com' }));
    const question = await screen.findByRole('dialog', { name: 'Cancelar este convite?' });
    expect(revoked).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Cancelar convite' }));
    expect(await screen.findByText('Convite cancelado')).toBeVisible();
    await waitFor(() => expect(dialog.getByText('Nenhum convite aberto.')).toBeVisible());
  });
});

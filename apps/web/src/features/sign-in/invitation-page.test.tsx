import { endpoints } from '@balcao/contract/endpoints/index';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { loadPublicSettings } from '../../lib/appearance.ts';
import { anAgent, aToken } from '../../testing/fixtures.ts';
import { answer, refuse } from '../../testing/server.ts';
import { InvitationPage } from './invitation-page.tsx';

const PASSWORD = 'Senha-nova-1';
const invitation = { company: 'Ótica Boa Vista', email: 'bruna@example.com', invitedBy: 'Marina' };
afterEach(() => history.replaceState({}, '', '/'));

async function renderPage() {
  history.replaceState({}, '', '/convite#the-token');
  await loadPublicSettings();
  render(<InvitationPage />);
  return userEvent.setup();
}
async function accept(name = 'Bruna', password = PASSWORD) {
  const user = await renderPage();
  const nameField = await screen.findByLabelText('Seu nome');
  if (name) await user.type(nameField, name);
  if (password) await user.type(screen.getByLabelText('Senha'), password);
  await user.click(screen.getByRole('button', { name: 'Aceitar o convite' }));
  return user;
}

describe('an invitation', () => {
  it('shows company, inviter and the fixed e-mail, then signs the new user in', async () => {
    const shown = answer(endpoints.invitations.show, () => invitation);
    const accepted = answer(endpoints.invitations.accept, () => ({ email: invitation.email }));
    const signedIn = answer(endpoints.access.signIn, () => ({ token: aToken(), user: anAgent(), sessionId: 's' }));
    await accept();
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/tickets'));
    expect(shown[0]?.body).toEqual({ token: 'the-token' });
    expect(accepted[0]?.body).toEqual({ token: 'the-token', name: 'Bruna', password: PASSWORD });
    expect(signedIn[0]?.body).toMatchObject({ email: 'bruna@example.com', password: PASSWORD });
    expect(screen.getByRole('heading', { name: 'Entre na equipe da empresa Ótica Boa Vista' })).toBeVisible();
    expect(screen.getByText(/^Marina convidou você/)).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveAttribute('readonly');
  });

  it('marks a missing name and a weak password', async () => {
    answer(endpoints.invitations.show, () => invitation);
    await accept('', 'fraca');
    expect(screen.getByText('Obrigatório')).toBeVisible();
    expect(screen.getByText(/^Sua senha precisa ter no mínimo 8 caracteres/)).toBeVisible();
    expect(screen.getByLabelText('Seu nome')).toHaveFocus();
  });

  it.each([
    ['ERR_INVITATION_USED', /^Este convite já foi usado/],
    ['ERR_INVITATION_EXPIRED', /^Este convite venceu/],
    ['ERR_INVITATION_REVOKED', /^Este convite foi cancelado/],
    ['ERR_INVITATION_NOT_FOUND', /^Este convite não vale mais/],
    ['ERR_INVITATION_PLAN_FULL', /^O plano da empresa está completo/],
  ] as const)('that does not work says why: %s', async (code, text) => {
    answer(endpoints.invitations.show, () => refuse(code));
    await renderPage();
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Entrar' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  });

  it('that was used meanwhile says so instead of the form', async () => {
    answer(endpoints.invitations.show, () => invitation);
    answer(endpoints.invitations.accept, () => refuse('ERR_INVITATION_USED'));
    await accept();
    expect(await screen.findByText(/^Este convite já foi usado/)).toBeVisible();
    expect(screen.queryByLabelText('Seu nome')).toBeNull();
  });

  it('can be loaded again after a fault of the server', async () => {
    answer(endpoints.invitations.show, () => refuse('ERR_BUSY'));
    const user = await renderPage();
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.invitations.show, () => invitation);
    await user.click(retry);
    expect(await screen.findByLabelText('Seu nome')).toBeVisible();
  });
});

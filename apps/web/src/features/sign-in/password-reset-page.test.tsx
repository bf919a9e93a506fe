import { endpoints } from '@balcao/contract/endpoints/index';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { loadPublicSettings } from '../../lib/appearance.ts';
import { answer, goOffline, refuse } from '../../testing/server.ts';
import { pageAt } from './entry-pages.ts';
import { PasswordResetPage } from './password-reset-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const NEW = 'Senha-nova-1';
const SENT = { status: 200, message: 'Email sent' };
afterEach(() => history.replaceState({}, '', '/'));

async function renderPage(url = '/forgetpsw') {
  history.replaceState({}, '', url);
  await loadPublicSettings();
  render(<PasswordResetPage />);
  return userEvent.setup();
}
async function askFor(email: string) {
  const user = await renderPage();
  await user.type(screen.getByLabelText('E-mail'), email);
  await user.click(screen.getByRole('button', { name: 'Enviar código' }));
  return user;
}
async function fillIn(
  user: Awaited<ReturnType<typeof renderPage>>,
  code: string,
  password: string,
  repeated = password,
) {
  if (code !== '') await user.type(screen.getByLabelText('Código do e-mail'), code);
  if (password !== '') await user.type(screen.getByLabelText('Nova senha'), password);
  if (repeated !== '') await user.type(screen.getByLabelText('Repita a nova senha'), repeated);
  await user.click(screen.getByRole('button', { name: 'Redefinir senha' }));
}

it.each(['/forgetpsw', '/forgetpsw/'])(
  '%s is a page of the small bundle, and unknown paths open the sign-in [F-U11]',
  (path) => {
    expect(pageAt(path)).not.toBe(SignInPage);
    expect(pageAt('/anything')).toBe(SignInPage);
  },
);

describe('asking for a code', () => {
  it('says the same for every e-mail and asks for the code [M-016]', async () => {
    const sent = answer(endpoints.passwordReset.request, () => SENT);
    await askFor(' Marina@Example.com ');
    expect(await screen.findByText(/^Email enviado com sucesso!/)).toHaveTextContent(
      'Se houver uma conta com Marina@Example.com',
    );
    expect(sent[0]?.body).toEqual({ email: 'marina@example.com' });
    expect(screen.getByLabelText('Código do e-mail')).toHaveFocus();
    expect(screen.getByRole('button', { name: /^Outro código em \d+ s$/ })).toBeDisabled();
  });

  it.each([
    ['', 'Obrigatório'],
    ['marina', 'E-mail inválido'],
  ])('marks the e-mail “%s”: %s [M-016]', async (email, text) => {
    const user = await renderPage();
    if (email) await user.type(screen.getByLabelText('E-mail'), email);
    await user.click(screen.getByRole('button', { name: 'Enviar código' }));
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByLabelText('E-mail')).toHaveFocus();
  });

  it('shows “Email não encontrado” where a server reveals it [M-016]', async () => {
    answer(endpoints.passwordReset.request, () => ({ status: 404, message: 'Email not found' }));
    await askFor('ninguem@example.com');
    expect(await screen.findByText('Email não encontrado')).toBeVisible();
  });

  it('shows that there were too many requests, and that the server cannot be reached', async () => {
    answer(endpoints.passwordReset.request, () => refuse('ERR_TOO_MANY_TRIES'));
    const user = await askFor('marina@example.com');
    expect(await screen.findByText(/^Muitas tentativas/)).toBeVisible();
    goOffline();
    await user.click(screen.getByRole('button', { name: 'Enviar código' }));
    expect(await screen.findByText(/^Sem conexão/)).toBeVisible();
  });

  it('links to the sign-in, and to the sign-up where it is open, with the company id [M-014] [M-016]', async () => {
    answer(endpoints.settings.public, ({ params }) => (params.key === 'allowSignup' ? 'enabled' : null));
    await renderPage('/forgetpsw?companyId=7');
    expect(screen.getByRole('link', { name: 'Voltar para entrar' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('link', { name: 'Criar conta da empresa' })).toHaveAttribute('href', '/signup?companyId=7');
  });
});

describe('the new password', () => {
  it('is set with the code, and the sign-in page says so [M-017]', async () => {
    answer(endpoints.passwordReset.request, () => SENT);
    const sent = answer(endpoints.passwordReset.reset, () => ({ status: 200, message: 'Password changed' }));
    const user = await askFor('marina@example.com');
    await screen.findByLabelText('Código do e-mail');
    await fillIn(user, 'abcd 2345', NEW);
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/login'));
    expect(sent[0]?.body).toEqual({ email: 'marina@example.com', token: 'ABCD2345', password: NEW });
    history.replaceState({}, '', '/login');
    render(<SignInPage />);
    expect(screen.getByText(/^Senha redefinida com sucesso\./)).toBeVisible();
  });

  it('takes e-mail and code from the link of the mail, and removes them from the address', async () => {
    await renderPage('/forgetpsw#email=marina%40example.com&code=ABCD2345');
    expect(screen.getByLabelText('Código do e-mail')).toHaveValue('ABCD2345');
    expect(screen.getByLabelText('Nova senha')).toHaveFocus();
    expect(screen.getByText(/Para a conta marina@example\.com/)).toBeVisible();
    expect(location.hash).toBe('');
  });

  it.each([
    [
      'curta',
      'curta',
      'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
    ],
    [NEW, 'Senha-nova-2', 'As senhas não correspondem'],
  ])('%s, %s: %s [M-017]', async (password, repeated, text) => {
    const user = await renderPage('/forgetpsw#email=marina%40example.com&code=ABCD2345');
    await fillIn(user, '', password, repeated);
    expect(screen.getByText(text)).toBeVisible();
  });

  it('marks what is missing', async () => {
    const user = await renderPage('/forgetpsw#email=marina%40example.com&code=');
    await fillIn(user, '', '', '');
    expect(screen.getAllByText('Obrigatório')).toHaveLength(2);
    expect(screen.getByLabelText('Código do e-mail')).toHaveFocus();
  });

  it('shows that the code is wrong or expired, and offers another', async () => {
    answer(endpoints.passwordReset.reset, () => refuse('ERR_RESET_CODE'));
    const asked = answer(endpoints.passwordReset.request, () => SENT);
    const user = await renderPage('/forgetpsw#email=marina%40example.com&code=AAAAAAAA');
    await fillIn(user, '', NEW);
    expect(await screen.findByText(/^O código não confere ou já venceu/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pedir outro código' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(await screen.findByRole('button', { name: /^Outro código em/ })).toBeDisabled();
  });
});

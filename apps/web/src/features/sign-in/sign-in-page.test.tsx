import { endpoints } from '@balcao/contract/endpoints/index';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { loadPublicSettings } from '../../lib/appearance.ts';
import { SIGNED_IN_HINT } from '../../lib/token.ts';
import { anAdmin, aToken } from '../../testing/fixtures.ts';
import { answer, refuse, goOffline } from '../../testing/server.ts';
import { nextPath } from './sign-in.ts';
import { SignInPage } from './sign-in-page.tsx';

const STRONG = 'Balcao#2026';
const session = (own = {}) => ({ token: aToken(), user: { ...anAdmin(), ...own }, sessionId: 's' });

async function renderPage() {
  await loadPublicSettings();
  render(<SignInPage />);
  return userEvent.setup();
}
async function signIn(email: string, password: string) {
  const user = await renderPage();
  await user.type(screen.getByLabelText('E-mail'), email);
  await user.type(screen.getByLabelText('Senha'), password);
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  return user;
}
afterEach(() => history.replaceState({}, '', '/'));

describe('signing in', () => {
  it('sends the e-mail in lower case and opens the conversations [M-001] [M-003]', async () => {
    const sent = answer(endpoints.access.signIn, () => session());
    const user = await renderPage();
    await user.type(screen.getByLabelText('E-mail'), 'Marina@Example.COM');
    await user.type(screen.getByLabelText('Senha'), STRONG);
    await user.click(screen.getByLabelText('Manter conectado neste computador'));
    await user.keyboard('{Enter}');

    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/tickets'));
    expect(sent[0]?.body).toEqual({ email: 'marina@example.com', password: STRONG, rememberMe: true });
    expect(sessionStorage.getItem('balcao.justSignedIn')).toBe('1');
    expect(screen.getByRole('button', { name: 'Entrando…' })).toBeDisabled();
  });

  it('is not remembered by default', async () => {
    const sent = answer(endpoints.access.signIn, () => session());
    await signIn('marina@example.com', STRONG);
    await waitFor(() => expect(sent[0]?.body.rememberMe).toBe(false));
  });

  it('opens the invoice for an overdue company [M-003]', async () => {
    answer(endpoints.access.signIn, () => session({ company: { ...anAdmin().company, expired: true } }));
    await signIn('marina@example.com', STRONG);
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/financeiro'));
  });

  it('returns to the page the user came from', async () => {
    history.replaceState({}, '', '/login?next=%2Ftags%3Fsearch%3Dvip');
    answer(endpoints.access.signIn, () => session());
    await signIn('marina@example.com', STRONG);
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/tags?search=vip'));
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/login?next=/login',
    '',
    'tags',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    '/\t/evil.example',
    '\u0001//evil.example',
  ])('never redirects to another site or scheme: %j [XS-03]', (next) => {
    expect(nextPath(`http://localhost/login?next=${encodeURIComponent(next)}`)).toBe('/tickets');
  });

  it('a weak password opens a warning and still signs in [M-002]', async () => {
    const sent = answer(endpoints.access.signIn, () => session());
    const user = await signIn('marina@example.com', 'marina1');
    expect(await screen.findByRole('dialog', { name: 'Sua senha é fraca' })).toBeVisible();
    expect(sent).toHaveLength(0);

    await user.click(screen.getByRole('button', { name: 'Voltar' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Entrar' }));
    await user.click(await screen.findByRole('button', { name: 'Entrar mesmo assim' }));
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/tickets'));
  });

  it('a password with three points passes without a warning [M-002]', async () => {
    answer(endpoints.access.signIn, () => session());
    await signIn('marina@example.com', 'marinalopes1');
    await waitFor(() => expect(location.assign).toHaveBeenCalled());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    ['ERR_INVALID_CREDENTIALS', 'E-mail ou senha não conferem. Tente de novo.'],
    ['ERR_OUT_OF_HOURS', 'Você está fora do seu horário de trabalho.'],
    ['ERR_TOO_MANY_TRIES', 'Muitas tentativas. Espere alguns minutos e tente de novo.'],
  ] as const)('shows the text of the error %s [M-312]', async (code, sentence) => {
    answer(endpoints.access.signIn, () => refuse(code));
    await signIn('marina@example.com', STRONG);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Entrar' })).toBeEnabled();
    expect(location.assign).not.toHaveBeenCalled();
  });

  it('shows when the server cannot be reached', async () => {
    const user = await renderPage();
    goOffline();
    await user.type(screen.getByLabelText('E-mail'), 'marina@example.com');
    await user.type(screen.getByLabelText('Senha'), STRONG);
    await user.click(screen.getByRole('button', { name: 'Entrar' }));
    expect(await screen.findByText(/^Sem conexão/)).toBeVisible();
  });

  it('marks missing or wrong fields and focuses the first', async () => {
    const user = await renderPage();
    await user.click(screen.getByRole('button', { name: 'Entrar' }));
    expect(screen.getAllByText('Obrigatório')).toHaveLength(2);
    expect(screen.getByLabelText('E-mail')).toHaveFocus();

    await user.type(screen.getByLabelText('E-mail'), 'marina');
    await user.type(screen.getByLabelText('Senha'), STRONG);
    await user.click(screen.getByRole('button', { name: 'Entrar' }));
    expect(screen.getByText('E-mail inválido')).toBeVisible();
  });

  it('the password can be shown', async () => {
    const user = await renderPage();
    await user.click(screen.getByRole('button', { name: 'Mostrar a senha' }));
    expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Ocultar a senha' }));
    expect(screen.getByLabelText('Senha')).toHaveAttribute('type', 'password');
  });

  it('links to the password reset, and to sign-up only where it is open [M-001] [M-011] [F-U11]', async () => {
    await renderPage();
    expect(screen.getByRole('link', { name: 'Esqueci a senha' })).toHaveAttribute('href', '/forgetpsw');
    expect(screen.queryByRole('link', { name: 'Criar conta da empresa' })).not.toBeInTheDocument();
    cleanup();

    answer(endpoints.settings.public, ({ params }) => (params.key === 'allowSignup' ? 'enabled' : null));
    await renderPage();
    expect(screen.getByRole('link', { name: 'Criar conta da empresa' })).toHaveAttribute('href', '/signup');
  });

  it('offers three languages and lists Turkish as not available yet [M-310]', async () => {
    const user = await renderPage();
    const choice = screen.getByLabelText('Idioma');
    expect([...choice.querySelectorAll('option')].map((option) => [option.textContent, option.disabled])).toEqual([
      ['Português', false],
      ['English', false],
      ['Español', false],
      ['Türkçe (em breve)', true],
    ]);
    await user.selectOptions(choice, 'en');
    expect(screen.getByRole('heading', { name: 'Good to see you again' })).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Language'), 'es');
    expect(screen.getByRole('heading', { name: 'Qué bueno verte de nuevo' })).toBeVisible();
  });

  it('shows the platform’s name', async () => {
    answer(endpoints.settings.public, ({ params }) => (params.key === 'appName' ? 'Atende Já' : null));
    await renderPage();
    expect(screen.getByText('Atende Já')).toBeVisible();
    expect(document.title).toBe('Entrar · Atende Já');
  });

  it('continues at once for a user who is still signed in [M-009]', async () => {
    localStorage.setItem(SIGNED_IN_HINT, '1');
    answer(endpoints.access.refresh, () => session());
    await renderPage();
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/tickets'));
  });

  it('shows the form to a user whose session has ended', async () => {
    history.replaceState({}, '', '/login');
    localStorage.setItem(SIGNED_IN_HINT, '1');
    answer(endpoints.access.refresh, () => refuse('ERR_SESSION_EXPIRED'));
    await renderPage();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Entrar' })).toBeVisible());
    expect(location.assign).not.toHaveBeenCalled();
  });

  it.each([
    ['expired', /^Sua sessão terminou/],
    ['elsewhere', /^Sua conta foi acessada em outro computador/],
  ])('keeps saying why the user was signed out, until the next sign-in: %s [F-U34]', async (reason, sentence) => {
    sessionStorage.setItem('balcao.signOutReason', reason);
    await renderPage();
    expect(screen.getByRole('status')).toHaveTextContent(sentence);
    cleanup();
    answer(endpoints.access.signIn, () => session());
    await signIn('marina@example.com', STRONG);
    await waitFor(() => expect(location.assign).toHaveBeenCalled());
    expect(sessionStorage.getItem('balcao.signOutReason')).toBeNull();
  });

  it('says that the session has ended to a user who returns too late [F-U34]', async () => {
    history.replaceState({}, '', '/login');
    localStorage.setItem(SIGNED_IN_HINT, '1');
    answer(endpoints.access.refresh, () => refuse('ERR_SESSION_EXPIRED'));
    await renderPage();
    expect(await screen.findByText(/^Sua sessão terminou/)).toBeVisible();
  });

  it('shows an error in the place of the subtitle, so that no field moves [F-U34]', async () => {
    answer(endpoints.access.signIn, () => refuse('ERR_INVALID_CREDENTIALS'));
    await renderPage();
    const subtitle = screen.getByText('Entre para atender seus clientes.').parentElement!;
    cleanup();
    await signIn('marina@example.com', STRONG);
    const error = await screen.findByText('E-mail ou senha não conferem. Tente de novo.');
    expect(error.closest(`.${subtitle.className}`)).not.toBeNull();
    expect(screen.queryByText('Entre para atender seus clientes.')).toBeNull();
  });
});

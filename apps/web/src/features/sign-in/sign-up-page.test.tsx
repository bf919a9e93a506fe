import { endpoints } from '@balcao/contract/endpoints/index';
import type { ListedPlan } from '@balcao/contract/endpoints/plans';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadPublicSettings } from '../../lib/appearance.ts';
import { signOutReason } from '../../lib/sign-out-reason.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { answer, goOffline, goOnline, refuse } from '../../testing/server.ts';
import { ConfirmEmailPage } from './confirm-email-page.tsx';
import { SignUpPage } from './sign-up-page.tsx';
import { faultsOf, maskPhone } from './sign-up.ts';

const aPlan = (own: Partial<ListedPlan> = {}): ListedPlan => ({ ...anAdmin().company.plan, isPublic: true, ...own });
const plans = [
  aPlan({ id: 1, name: 'Essencial', amount: '79.00', useCampaigns: false }),
  aPlan({ id: 2, name: 'Equipe', amount: '149.00' }),
];
const aCompany = {
  id: 9,
  name: 'Padaria',
  email: 'ana@padaria.example.com',
  status: true,
  dueDate: '2026-11-23T02:59:59.999Z',
  createdAt: '2026-11-16T12:00:00.000Z',
  phone: null,
  document: null,
  lastLogin: null,
  plan: anAdmin().company.plan,
  emailConfirmed: false,
};
const settings = (signUp: 'enabled' | 'disabled', trialDays: string | null = null) =>
  answer(endpoints.settings.public, ({ params }) =>
    params.key === 'allowSignup' ? signUp : params.key === 'trialDays' ? trialDays : null,
  );

beforeEach(() => {
  settings('enabled');
  answer(endpoints.plans.list, () => plans);
});
afterEach(() => history.replaceState({}, '', '/'));

async function renderPage() {
  await loadPublicSettings();
  render(<SignUpPage />);
  return userEvent.setup();
}
async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Empresa'), 'Padaria Central');
  await user.type(screen.getByLabelText('Seu nome'), 'Ana Souza');
  await user.type(screen.getByLabelText('Celular'), '11987654321');
  await user.type(screen.getByLabelText('E-mail'), 'Ana@Padaria.example.com');
  await user.type(screen.getByLabelText('Senha'), 'Padaria#2026');
  await user.click(await screen.findByRole('radio', { name: /^Equipe/ }));
}
const create = () => screen.getByRole('button', { name: 'Criar conta' });

describe('signing up', () => {
  it('sends the fields, the digits of the phone and the plan, and then asks to confirm the e-mail [M-012] [M-013] [M-014]', async () => {
    history.replaceState({}, '', '/signup?companyId=7');
    const sent = answer(endpoints.signUp.create, () => aCompany);
    const user = await renderPage();
    await fill(user);
    expect(screen.getByLabelText('Celular')).toHaveValue('(11) 98765-4321');
    await user.click(create());
    await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/login'));
    expect(signOutReason()).toBe('confirmEmail');
    expect(sent[0]?.body).toEqual({
      companyName: 'Padaria Central',
      name: 'Ana Souza',
      email: 'ana@padaria.example.com',
      password: 'Padaria#2026',
      phone: '11987654321',
      planId: 2,
    });
    expect(screen.getByRole('button', { name: 'Criando a conta…' })).toBeDisabled();
  });

  it('shows each fault at its field, in the words of the specification, and focuses the first [M-012]', async () => {
    const user = await renderPage();
    await screen.findByRole('radio', { name: /^Equipe/ });
    await user.type(screen.getByLabelText('Seu nome'), 'A');
    await user.type(screen.getByLabelText('E-mail'), 'ana@example');
    await user.click(create());
    const describedBy = (label: string) => screen.getByLabelText(label).getAttribute('aria-describedby');
    expect(describedBy('Empresa')).not.toBeNull();
    expect(screen.getAllByText('Obrigatório')).toHaveLength(2);
    expect(screen.getByText('Muito curto!')).toBeVisible();
    expect(screen.getByText('Email inválido')).toBeVisible();
    expect(screen.getByText('Escolha um plano para continuar.')).toBeVisible();
    expect(screen.getByLabelText('Empresa')).toHaveFocus();
    expect(
      faultsOf({ companyName: 'P'.repeat(101), name: 'Ana', phone: '', email: 'a@b.co', password: '12345' }, 1),
    ).toEqual({ companyName: 'tooLong' });
  });

  it('shows a general error for data in use, and too many attempts [M-015]', async () => {
    answer(endpoints.signUp.create, () => refuse('ERR_SIGN_UP_FAILED'));
    const user = await renderPage();
    await fill(user);
    await user.click(create());
    expect(await screen.findByText('Erro ao criar a conta. Confira os dados e tente de novo.')).toBeVisible();
    answer(endpoints.signUp.create, () => refuse('ERR_TOO_MANY_TRIES'));
    await user.click(create());
    expect(await screen.findByText('Muitas tentativas. Espere alguns minutos e tente de novo.')).toBeVisible();
    answer(endpoints.signUp.create, () => refuse('ERR_VALIDATION', { field: 'companyName', rule: 'taken' }));
    await user.click(create());
    expect(await screen.findByText('Já está em uso')).toBeVisible();
    expect(screen.getByLabelText('Empresa')).toHaveFocus();
  });

  it('says what a plan includes, and what is paid when', async () => {
    settings('enabled', '14');
    const user = await renderPage();
    expect(await screen.findByText('14 dias grátis. Não pedimos cartão.')).toBeVisible();
    const card = (await screen.findByRole('radio', { name: /^Essencial, R\$\s79,00 por mês/ })).closest('label')!;
    expect(within(card).getByText('Campanhas').closest('li')).toHaveTextContent('não incluído');
    await user.click(card);
    expect(screen.getByText(/depois R\$\s79,00 por mês/)).toBeVisible();
  });

  it('is closed, without plans, or without an answer: each says what to do', async () => {
    settings('disabled');
    await renderPage();
    expect(await screen.findByRole('heading', { name: 'A criação de contas está fechada' })).toBeVisible();
    expect(screen.queryByLabelText('Empresa')).not.toBeInTheDocument();
  });

  it('says so when no plan is on sale', async () => {
    answer(endpoints.plans.list, () => []);
    await renderPage();
    expect(await screen.findByText(/Nenhum plano está à venda agora/)).toBeVisible();
  });

  it('loads the plans again after a failure', async () => {
    await loadPublicSettings();
    goOffline();
    render(<SignUpPage />);
    expect(await screen.findByText('Não foi possível carregar os planos.')).toBeVisible();
    goOnline();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(await screen.findByRole('radio', { name: /^Equipe/ })).toBeVisible();
  });
});

it.each([
  ['1', '(1'],
  ['11', '(11'],
  ['119', '(11) 9'],
  ['1132214400', '(11) 3221-4400'],
  ['11987654321', '(11) 98765-4321'],
  ['(11) 98765-43219', '(11) 98765-4321'],
  ['+55 11 98765-4321', '(11) 98765-4321'],
  ['5511987654321', '(11) 98765-4321'],
  ['+55 (11) 3221-4400', '(11) 3221-4400'],
  ['+55 55 99876-5432', '(55) 99876-5432'],
  ['(55) 11987-65432', '(11) 9876-5432'],
  ['(55) 99876-54321', '(55) 99876-5432'],
])('the phone %s is written %s', (typed, shown) => {
  expect(maskPhone(typed)).toBe(shown);
});

describe('the link of the mail', () => {
  it('confirms the e-mail', async () => {
    history.replaceState({}, '', '/confirm-email#token-a');
    const sent = answer(endpoints.signUp.confirmEmail, () => ({ message: 'ok' }));
    render(<ConfirmEmailPage />);
    expect(await screen.findByRole('heading', { name: 'E-mail confirmado' })).toBeVisible();
    expect(sent.map(({ body }) => body)).toEqual([{ token: 'token-a' }]);
    expect(screen.getByRole('link', { name: 'Ir para o atendimento' })).toHaveAttribute('href', '/login');
  });

  it('says what to do when it was used or has expired', async () => {
    history.replaceState({}, '', '/confirm-email#token-b');
    answer(endpoints.signUp.confirmEmail, () => refuse('ERR_CONFIRMATION_LINK'));
    render(<ConfirmEmailPage />);
    expect(await screen.findByText(/Este link já foi usado ou venceu/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Entrar' })).toBeVisible();
  });
});

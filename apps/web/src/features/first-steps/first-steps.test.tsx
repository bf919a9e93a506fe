import type { FirstStepState } from '@balcao/contract/endpoints/first-steps';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aConnection, anAdmin, anAgent, stillPending } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
// Lazy screens; loading them here keeps the first test from waiting for them.
import '../../app/inbox-screen.tsx';
import './first-steps.tsx';

function withSteps(own: Partial<FirstStepState> = {}) {
  const state: FirstStepState = {
    isShown: true,
    done: ['account', 'connection', 'queues'],
    connections: ['Matriz'],
    queues: ['Vendas', 'Suporte'],
    users: 1,
    ...own,
  };
  const asked = answer(endpoints.firstSteps.show, () => structuredClone(state));
  const put = answer(endpoints.firstSteps.putAway, ({ body }) => {
    if (body.what === 'all') state.isShown = false;
    else state.done.push('team');
    return { message: 'ok' };
  });
  answer(endpoints.tickets.list, () => ({ tickets: [], count: 0, hasMore: false }));
  answer(endpoints.queues.list, () => []);
  return { state, asked, put };
}
const steps = async () => within(await screen.findByRole('list', { name: 'Primeiros passos' }));

describe('the first steps', () => {
  it('take the place of the empty inbox, with the finished ones ticked and the next one open [F-U8]', async () => {
    withSteps();
    renderScreen('/tickets', { as: anAdmin() });
    expect(await screen.findByRole('heading', { level: 1, name: /Falta pouco para atender/ })).toBeVisible();
    expect(screen.getByText(/3 de 7 passos prontos/)).toBeVisible();
    const list = await steps();
    expect(list.getByText('Vendas, Suporte')).toBeVisible();
    expect(list.getByText('Matriz')).toBeVisible();
    expect(list.getByText('Convide sua equipe').closest('li')).toHaveAttribute('aria-current', 'step');
    expect(list.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  });

  it('invite several people at once; a refused one stays with its reason', async () => {
    const { state } = withSteps();
    const invited = answer(endpoints.invitations.create, ({ body }) => {
      if (body.email === 'rute@example.com') return refuse('ERR_USER_EMAIL_TAKEN');
      const { email, profile, queueIds } = body;
      const times = { createdAt: '2026-08-01T10:00:00.000Z', expiresAt: '2026-08-04T10:00:00.000Z', expired: false };
      return { invitation: { id: 1, email, profile, queueIds, invitedBy: 'Ana', ...times }, link: null };
    });
    const { user } = renderScreen('/tickets', { as: anAdmin() });
    await user.type((await screen.findAllByRole('textbox', { name: 'E-mail' }))[0]!, 'caio@example.com');
    await user.type(screen.getAllByRole('textbox', { name: 'E-mail' })[1]!, 'rute@example.com');
    await user.type(screen.getAllByRole('textbox', { name: 'E-mail' })[2]!, 'nada');
    expect(screen.getByRole('button', { name: 'Tirar caio@example.com' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Convidar 3 pessoas' }));
    expect(await screen.findByText('Convite enviado')).toBeVisible();
    expect(invited.map(({ body }) => body.email)).toEqual(['caio@example.com', 'rute@example.com']);
    expect(screen.getByText('Email inválido')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'E-mail', description: /e-mail/i })).toHaveValue('rute@example.com');

    await user.click(screen.getByRole('button', { name: 'Tirar rute@example.com' }));
    const wrong = screen.getByRole('textbox', { name: 'E-mail', description: 'Email inválido' });
    await user.type(wrong, '@example.com');
    state.done.push('team');
    await user.click(screen.getByRole('button', { name: 'Convidar' }));
    expect(await screen.findByText('Só você, por enquanto')).toBeVisible();
  });

  it('show what a customer gets now, and what is missing', async () => {
    withSteps();
    answer(endpoints.connections.list, () => [aConnection()]);
    answer(endpoints.chatbots.try, () => ({
      steps: [],
      answeredBy: null,
      says: [{ kind: 'text' as const, text: '1 - Vendas' }],
      place: stillPending,
    }));
    renderScreen('/tickets', { as: anAdmin() });
    const view = within(await screen.findByRole('region', { name: 'Como seu cliente vê agora' }));
    expect(await view.findByText('1 - Vendas')).toBeVisible();
    expect(view.getByText('Ainda sem horário e sem saudação')).toBeVisible();
  });

  it('skip the team of a user who works alone', async () => {
    const { put } = withSteps();
    const { user } = renderScreen('/tickets', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Vou atender só eu por enquanto' }));
    expect(await screen.findByText('Só você, por enquanto')).toBeVisible();
    expect(put[0]?.body).toEqual({ what: 'team' });
  });

  it('are put away after a question; then the inbox is shown', async () => {
    const { put } = withSteps();
    const { user } = renderScreen('/tickets', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Esconder agora' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Esconder' }));
    await waitFor(() => expect(screen.queryByText('Primeiros passos')).not.toBeInTheDocument());
    expect(put[0]?.body).toEqual({ what: 'all' });
    expect(await screen.findByRole('search')).toBeVisible();
  });

  it('give way to the inbox with the first conversation', async () => {
    const { state } = withSteps();
    renderScreen('/tickets', { as: anAdmin() });
    await steps();
    state.isShown = false;
    receive('ticket', { action: 'updateUnread', ticketId: 1 });
    expect(await screen.findByRole('search')).toBeVisible();
  });

  it('are not for agents', async () => {
    const { asked } = withSteps();
    renderScreen('/tickets', { as: anAgent() });
    expect(await screen.findByRole('search')).toBeVisible();
    expect(asked).toHaveLength(0);
  });
});

describe('a company whose e-mail is not confirmed', () => {
  const unconfirmed = (as: ReturnType<typeof anAdmin>) => ({
    ...as,
    company: { ...as.company, emailConfirmed: false },
  });

  it('shows a strip to admins, who send the link again', async () => {
    withSteps();
    const sent = answer(endpoints.signUp.resendConfirmation, () => ({ message: 'ok' }));
    const { user } = renderScreen('/tickets', { as: unconfirmed(anAdmin()) });
    const strip = await screen.findByRole('region', { name: 'Confirme seu e-mail' });
    await user.click(within(strip).getByRole('button', { name: 'Reenviar' }));
    expect(await screen.findByText('Enviamos outro link. O anterior não vale mais.')).toBeVisible();
    expect(sent).toHaveLength(1);
  });

  it('removes the strip when the user comes back after confirming', async () => {
    withSteps();
    renderScreen('/tickets', { as: unconfirmed(anAdmin()) });
    await screen.findByRole('region', { name: 'Confirme seu e-mail' });
    answer(endpoints.access.me, () => ({ user: anAdmin() }));
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Confirme seu e-mail' })).not.toBeInTheDocument());
  });
});

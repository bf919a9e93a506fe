import type { FirstStepState } from '@balcao/contract/endpoints/first-steps';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
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
  return { state, asked, put };
}
const steps = async () => within(await screen.findByRole('list', { name: 'Primeiros passos' }));

describe('the first steps', () => {
  it('take the place of the empty inbox, with the finished ones ticked and the next one open', async () => {
    withSteps();
    renderScreen('/tickets', { as: anAdmin() });
    expect(await screen.findByRole('heading', { level: 1, name: /Falta pouco para atender/ })).toBeVisible();
    expect(screen.getByText(/3 de 7 passos prontos/)).toBeVisible();
    const list = await steps();
    expect(list.getByText('Vendas, Suporte')).toBeVisible();
    expect(list.getByText('Matriz')).toBeVisible();
    expect(list.getByText('Convide sua equipe').closest('li')).toHaveAttribute('aria-current', 'step');
    expect(list.getByRole('link', { name: 'Convidar pessoas' })).toHaveAttribute('href', '/users');
  });

  it('skip the team of whoever works alone', async () => {
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

  it('make room for the inbox with the first conversation', async () => {
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

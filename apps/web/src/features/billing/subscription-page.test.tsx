import { endpoints } from '@balcao/contract/endpoints/index';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anInvoice, aSubscription, withInvoices } from '../../testing/billing.ts';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

describe('the subscription', () => {
  it.each([
    ['trial', { state: 'trial', daysLeft: 5 }, 'Seu período de teste vence em 5 dias (12/08/2026)', 'Em teste'],
    ['active', { state: 'active', daysLeft: 20 }, 'Sua licença vence em 20 dias (12/08/2026)', 'Em dia'],
    ['one day left', { state: 'active', daysLeft: 1 }, 'Sua licença vence em 1 dia (12/08/2026)', 'Em dia'],
    ['last day', { state: 'endsToday', daysLeft: 0 }, 'Sua licença vence em hoje', 'Vence hoje'],
    ['overdue', { state: 'overdue', daysLeft: -2 }, 'Sua licença venceu em 12/08/2026', 'Vencida'],
    ['company of the platform', { state: 'unlimited', daysLeft: 0 }, 'Sem vencimento', 'Em dia'],
  ] as const)('%s: shows the remaining days and the billing e-mail, read only [M-306]', async (_, own, text, state) => {
    withInvoices([], { subscription: aSubscription(own) });
    renderScreen('/subscription', { as: anAdmin() });
    const period = await screen.findByRole('textbox', { name: 'Período da licença' });
    expect(period).toHaveValue(text);
    expect(period).toHaveAttribute('readonly');
    expect(screen.getByText(state)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'E-mail de cobrança' })).toHaveValue('financeiro@example.com');
    expect(screen.queryAllByRole('button', { name: 'Assine Agora!' })).toHaveLength(own.state === 'unlimited' ? 0 : 1);
  });

  it('leads to the checkout of the open invoice [M-306]', async () => {
    const invoice = anInvoice();
    withInvoices([invoice], { subscription: aSubscription({ openInvoice: invoice }) });
    const { user, router } = renderScreen('/subscription', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Assine Agora!' }));
    expect(await screen.findByRole('dialog', { name: 'Falta pouco!' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/financeiro');
    await user.click(screen.getByRole('button', { name: 'Fechar' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(router.state.location.search).toEqual({});
  });

  it('cannot be renewed by a plain user', async () => {
    withInvoices([], { subscription: aSubscription() });
    renderScreen('/subscription', { as: anAgent() });
    expect(await screen.findByText('Só administradores pagam faturas.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Assine Agora!' })).toBeNull();
  });

  it('can be fetched again after an error', async () => {
    answer(endpoints.invoices.subscription, () => refuse('ERR_INTERNAL'));
    const { user } = renderScreen('/subscription', { as: anAdmin() });
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.invoices.subscription, () => aSubscription());
    await user.click(retry);
    expect(await screen.findByRole('textbox', { name: 'Período da licença' })).toBeVisible();
  });
});

import { endpoints } from '@balcao/contract/endpoints/index';
import type { CompanySubscription } from '@balcao/contract/endpoints/invoices';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aSubscription } from '../../testing/billing.ts';
import { anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { aCompany, withCompanies } from './companies.fixture.ts';

async function openTab(
  emailError: CompanySubscription['emailError'],
  limits: Partial<Pick<CompanySubscription, 'usersLimit' | 'connectionsLimit'>> = {},
) {
  answer(endpoints.invoices.companySubscription, () => ({
    ...aSubscription(),
    companyId: 14,
    usersLimit: null,
    connectionsLimit: null,
    isActive: true,
    timeline: [],
    emailError,
    ...limits,
  }));
  const { user } = renderScreen('/companies/14', { as: anOwner() });
  await user.click(await screen.findByRole('tab', { name: 'Assinatura' }));
  await screen.findByRole('heading', { name: 'Limites desta empresa' });
  return user;
}

describe('the subscription of a company', () => {
  beforeEach(() => void withCompanies([aCompany()]));

  it('says that its billing e-mail refuses mails, and what to do', async () => {
    await openTab({ at: '2026-11-01T12:00:00.000Z', message: '550 no such user' });
    const note = screen.getByRole('note');
    expect(note).toHaveTextContent('financeiro@example.com recusa e-mails desde 01/11/2026');
    expect(note).toHaveTextContent('confira o e-mail em Dados.550 no such user');
  });

  it('marks a limit unlike that of the plan, with one way back', async () => {
    const { plan } = aSubscription();
    const user = await openTab(null, { usersLimit: plan.users + 2, connectionsLimit: plan.connections });
    const set = answer(endpoints.invoices.setLimits, () => ({ ...aSubscription() }) as never);
    expect(screen.getAllByTitle('Diferente do plano')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: `Voltar ao limite do plano: ${plan.users}` }));
    expect(screen.queryByTitle('Diferente do plano')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Salvar limites' }));
    await waitFor(() => expect(set[0]?.body).toMatchObject({ usersLimit: null }));
  });

  it('says nothing while mails arrive', async () => {
    await openTab(null);
    expect(screen.queryByRole('note')).toBeNull();
  });
});

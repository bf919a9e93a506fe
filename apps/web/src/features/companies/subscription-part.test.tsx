import { endpoints } from '@balcao/contract/endpoints/index';
import type { CompanySubscription } from '@balcao/contract/endpoints/invoices';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aSubscription } from '../../testing/billing.ts';
import { anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { aCompany, withCompanies } from './companies.fixture.ts';

async function openTab(emailError: CompanySubscription['emailError']) {
  answer(endpoints.invoices.companySubscription, () => ({
    ...aSubscription(),
    companyId: 14,
    usersLimit: null,
    connectionsLimit: null,
    isActive: true,
    timeline: [],
    emailError,
  }));
  const { user } = renderScreen('/companies/14', { as: anOwner() });
  await user.click(await screen.findByRole('tab', { name: 'Assinatura' }));
  await screen.findByRole('heading', { name: 'Limites desta empresa' });
}

describe('the subscription of a company', () => {
  beforeEach(() => void withCompanies([aCompany()]));

  it('says that its billing e-mail refuses mails, and what to do', async () => {
    await openTab({ at: '2026-11-01T12:00:00.000Z', message: '550 no such user' });
    const note = screen.getByRole('note');
    expect(note).toHaveTextContent('financeiro@example.com recusa e-mails desde 01/11/2026');
    expect(note).toHaveTextContent('confira o e-mail em Dados.550 no such user');
  });

  it('says nothing while mails arrive', async () => {
    await openTab(null);
    expect(screen.queryByRole('note')).toBeNull();
  });
});

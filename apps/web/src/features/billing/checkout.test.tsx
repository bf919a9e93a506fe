import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anInvoice, aSubscription, details, withInvoices } from '../../testing/billing.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';

async function openCheckout(invoice = anInvoice()) {
  const server = withInvoices([invoice]);
  const rendered = renderScreen('/financeiro', { as: anAdmin() });
  await rendered.user.click(await screen.findByRole('button', { name: /^PAGAR/ }));
  return {
    ...server,
    ...rendered,
    invoice,
    checkout: within(await screen.findByRole('dialog', { name: 'Falta pouco!' })),
  };
}
const step = (name: string) => screen.getByText(name).closest('li');

describe('the checkout', () => {
  it('has the steps Dados, Personalizar and Revisar and starts with the plan [M-300]', async () => {
    const { checkout, user, paid, invoice } = await openCheckout();
    expect(within(checkout.getByRole('list', { name: 'Passos' })).getAllByRole('listitem')).toHaveLength(3);
    expect(step('Personalizar')).toHaveAttribute('aria-current', 'step');
    const own = within(await checkout.findByRole('group', { name: 'Equipe' }));
    expect(own.getByText('atual')).toBeVisible();
    expect(own.getByRole('button', { name: 'Selecionado' })).toHaveAttribute('aria-pressed', 'true');

    await user.click(checkout.getByRole('button', { name: 'SELECIONAR Rede' }));
    await user.click(checkout.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(step('Revisar')).toHaveAttribute('aria-current', 'step'));
    expect(await checkout.findByRole('button', { name: 'PAGAR R$\u00A0349,00' })).toBeEnabled();
    await user.click(checkout.getByRole('button', { name: 'VOLTAR' }));
    expect(step('Personalizar')).toHaveAttribute('aria-current', 'step');
    await user.click(checkout.getByRole('button', { name: 'SELECIONAR Equipe' }));
    await user.click(checkout.getByRole('button', { name: 'Continuar' }));
    await user.click(await checkout.findByRole('button', { name: 'PAGAR R$\u00A0149,00' }));

    expect(await screen.findByRole('dialog', { name: 'Pague com PIX' })).toBeVisible();
    expect(screen.getByText('Assinatura realizada com sucesso!, aguardando a realização do pagamento')).toBeVisible();
    expect(paid).toHaveLength(1);
    expect(paid[0]!.body).toMatchObject({ invoiceId: invoice.id, choice: 'invoice', zipcode: '12.345.678/0001-95' });
    expect(paid[0]!.body).not.toHaveProperty('price');
  });

  it('shows the server’s price and what it is for before anything is paid', async () => {
    const { checkout, user } = await openCheckout();
    await user.click(await checkout.findByRole('button', { name: 'SELECIONAR Essencial' }));
    expect(await checkout.findByText(/Em “Essencial” cabem menos usuários e filas do que você usa hoje/)).toBeVisible();
    await user.click(checkout.getByRole('button', { name: 'Continuar' }));
    expect(
      await checkout.findByText('Depois do pagamento, a assinatura vai até 12/09/2026.', { exact: false }),
    ).toHaveTextContent('A fatura em aberto é substituída por uma nova com este valor.');
    expect(checkout.getByText('Plano Essencial', { exact: false })).toBeVisible();
    expect(checkout.getByText('Ótica Boa Vista Ltda')).toBeVisible();
    expect(checkout.getByText('12.345.678/0001-95')).toBeVisible();
    expect(checkout.getByText('Recife, PE')).toBeVisible();
  });

  it('asks the server for the price of a custom size, from 3 users and connections [M-302]', async () => {
    const { checkout, user, prices, paid } = await openCheckout();
    const custom = within(await checkout.findByRole('group', { name: 'Sob medida' }));
    expect(await custom.findByText('R$ 49,00', { exact: false })).toBeVisible();
    expect(custom.getByRole('spinbutton', { name: /^Usuários/ })).toHaveValue(3);
    expect(custom.getByRole('button', { name: 'Menos: Usuários' })).toBeDisabled();
    expect(custom.getByText('+ R$ 11,00 cada')).toBeVisible();
    for (let n = 0; n < 3; n += 1) await user.click(custom.getByRole('button', { name: 'Mais: Usuários' }));
    await user.click(custom.getByRole('button', { name: 'Mais: Conexões' }));
    expect(await custom.findByText('R$ 102,00', { exact: false })).toBeVisible();
    expect(await checkout.findByText(/Em “Sob medida” cabem menos usuários/)).toBeVisible();
    await user.click(checkout.getByRole('button', { name: 'Continuar' }));
    await user.click(await checkout.findByRole('button', { name: 'PAGAR R$\u00A0102,00' }));
    await waitFor(() => expect(paid).toHaveLength(1));
    expect(paid[0]!.body).toMatchObject({ choice: 'custom', users: 6, connections: 4 });
    expect(prices.map(({ query }) => query)).toContainEqual(
      expect.objectContaining({ choice: 'custom', users: 6, connections: 4 }),
    );
  });

  it('takes a typed size only within the limits [M-302]', async () => {
    const { checkout, user } = await openCheckout();
    const users = await checkout.findByRole('spinbutton', { name: /^Usuários/ });
    await user.clear(users);
    await user.type(users, '250');
    await user.tab();
    expect(users).toHaveValue(25);
  });

  it('requires name and CPF or CNPJ, with the specified texts [M-301]', async () => {
    const invoice = anInvoice();
    withInvoices([invoice]);
    answer(endpoints.invoices.shown, () =>
      details(invoice, {
        buyer: { firstName: '', zipcode: '', email: '', address2: '', city: '', state: '' },
      }),
    );
    const { user } = renderScreen('/financeiro', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: /^PAGAR/ }));
    await user.click(await screen.findByRole('button', { name: 'Continuar' }));
    expect(await screen.findByText('O nome completo é obrigatório')).toBeVisible();
    expect(screen.getByText('CEP é obrigatório')).toBeVisible();
    expect(step('Dados')).toHaveAttribute('aria-current', 'step');

    await user.type(screen.getByLabelText(/^Nome completo/), 'Marina Lopes');
    const document = screen.getByLabelText(/^CPF ou CNPJ/);
    await user.type(document, '52998224726');
    expect(document).toHaveValue('529.982.247-26');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    expect(await screen.findByText('CPF ou CNPJ inválido. Confira os números.')).toBeVisible();
    await user.type(document, '{Backspace}5');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(step('Revisar')).toHaveAttribute('aria-current', 'step'));
    expect(screen.getByText('529.982.247-25')).toBeVisible();
  });

  it('shows a field that the server refuses', async () => {
    const { checkout, user } = await openCheckout();
    answer(endpoints.invoices.pay, () => refuse('ERR_VALIDATION', { field: 'zipcode', rule: 'invalid' }));
    await user.click(await checkout.findByRole('button', { name: 'Continuar' }));
    await user.click(await checkout.findByRole('button', { name: /^PAGAR/ }));
    expect(await checkout.findByText('CPF ou CNPJ inválido. Confira os números.')).toBeVisible();
    await waitFor(() => expect(step('Dados')).toHaveAttribute('aria-current', 'step'));
  });

  it('asks before changed details are lost', async () => {
    const { checkout, user } = await openCheckout();
    await user.click(await checkout.findByRole('button', { name: 'Dados' }));
    await user.type(checkout.getByLabelText(/^Endereço/), 'Rua A, 1');
    await user.click(checkout.getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByRole('dialog', { name: 'Descartar as alterações?' })).toBeVisible();
  });

  it('of an upgrade has nothing to choose', async () => {
    const { checkout } = await openCheckout(anInvoice({ kind: 'upgrade', months: 0 }));
    expect(await checkout.findByRole('button', { name: /^PAGAR/ })).toBeEnabled();
    expect(step('Revisar')).toHaveAttribute('aria-current', 'step');
    expect(checkout.queryByRole('button', { name: 'VOLTAR' })).toBeNull();
  });

  it('says when the price is not known', async () => {
    const invoice = anInvoice();
    withInvoices([invoice]);
    answer(endpoints.invoices.price, () => refuse('ERR_INTERNAL'));
    const { user } = renderScreen('/financeiro', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: /^PAGAR/ }));
    expect(await screen.findByText(/O preço não foi calculado/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(step('Revisar')).toHaveAttribute('aria-current', 'step'));
    expect(screen.getByRole('button', { name: /^PAGAR$/ })).toBeDisabled();
  });
});

describe('a change of plan', () => {
  const openPlans = async () => {
    const upgrade = anInvoice({ kind: 'upgrade', months: 0, value: 80.5 });
    const server = withInvoices([upgrade]);
    const changes = answer(endpoints.invoices.changePlan, ({ body }) => ({
      subscription: aSubscription(),
      invoice: body.when === 'now' ? upgrade : null,
    }));
    const { user } = renderScreen('/financeiro', { as: anAdmin() });
    await user.click(await screen.findByRole('button', { name: 'Mudar de plano' }));
    const plans = within(await screen.findByRole('dialog', { name: 'Mudar de plano' }));
    return { ...server, changes, user, plans };
  };

  it('happens at the renewal', async () => {
    const { plans, user, changes } = await openPlans();
    expect(await plans.findByRole('radio', { name: /^Equipe/ })).toBeDisabled();
    await user.click(plans.getByRole('radio', { name: /^Essencial/ }));
    expect(plans.getByText(/Em “Essencial” cabem menos usuários e filas/)).toBeVisible();
    expect(plans.getByText('O novo plano vale a partir da renovação, em 12/08/2026.')).toBeVisible();
    await user.click(plans.getByRole('button', { name: 'Mudar de plano' }));
    expect(await screen.findByText('Plano Essencial a partir de 12/08/2026')).toBeVisible();
    expect(changes[0]!.body).toEqual({ planId: 3, when: 'renewal' });
  });

  it('to a larger plan can be paid now', async () => {
    const { plans, user, changes } = await openPlans();
    await user.click(await plans.findByRole('radio', { name: /^Rede/ }));
    await user.click(plans.getByRole('radio', { name: /^Agora, por R\$\u00A080,50/ }));
    await user.click(plans.getByRole('button', { name: 'Pagar a diferença' }));
    expect(await screen.findByRole('dialog', { name: 'Falta pouco!' })).toBeVisible();
    expect(changes[0]!.body).toEqual({ planId: 2, when: 'now' });
  });
});

import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anOwner } from '../../testing/fixtures.ts';
import { stubListEndInView } from '../../testing/layout.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { aHeldEntry, anEntry, aPayload, withLedger, withToCheck } from './payments.fixture.ts';

const open = (path = '/recebimentos') => renderScreen(path, { as: anOwner() });
const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the payments of the platform', () => {
  it('show company, invoice, provider, amount and what became of them', async () => {
    withLedger([
      anEntry(),
      aHeldEntry({ company: null, invoiceNumber: null, holdReason: 'no-charge' }),
      anEntry({ paymentId: 'part', company: { id: 9, name: 'Pet Amigo Fiel' }, refundedCents: 5000 }),
      anEntry({ paymentId: 'hand', provider: 'manual', company: { id: 27, name: 'Padaria Pão da Praça' } }),
      anEntry({ paymentId: 'lost', company: { id: 17, name: 'Escola Passo a Passo' }, dispute: 'lost' }),
    ]);
    open();
    const applied = await row(/Ótica Boa Vista/);
    for (const text of ['Fatura 2026-000123', 'Efí (PIX)', '16/11/2026', '149,00', 'Aplicado'])
      expect(applied).toHaveTextContent(text);
    const held = await row(/Sem empresa/);
    expect(held).toHaveTextContent('Retido');
    expect(held).toHaveTextContent('Não corresponde a nenhuma cobrança');
    expect(held).toHaveAttribute('data-tone', 'warn');
    expect(await row(/Pet Amigo/)).toHaveTextContent(/50,00 devolvidos.*Devolvido em parte/);
    const byHand = await row(/Padaria/);
    expect(byHand).toHaveTextContent('Baixa manual');
    expect(within(byHand).queryByRole('button')).not.toBeInTheDocument();
    expect(await row(/Escola/)).toHaveTextContent('Disputa perdida');
  });

  it('are fetched page by page', async () => {
    stubListEndInView();
    withToCheck();
    const asked = answer(endpoints.payments.ledger, ({ query }) =>
      query.before === undefined
        ? { entries: [anEntry()], next: 'page-2' }
        : { entries: [anEntry({ paymentId: 'older', company: { id: 9, name: 'Pet Amigo Fiel' } })], next: null },
    );
    open();
    expect(await row(/Pet Amigo/)).toBeVisible();
    expect(asked.map(({ query }) => query.before)).toEqual([undefined, 'page-2']);
  });

  it('are searched and filtered; filters without a result can be cleared', async () => {
    const asked = withLedger([]);
    const { user } = open();
    expect(await screen.findByText('Nenhum pagamento ainda')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Provedor' }));
    await user.click(await screen.findByRole('option', { name: 'Stripe' }));
    await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ provider: 'stripe' }));
    await user.click(screen.getByRole('combobox', { name: 'Situação' }));
    await user.click(await screen.findByRole('option', { name: 'Retido' }));
    await user.type(screen.getByRole('textbox', { name: 'Fatura ou id do pagamento' }), '2026-0001');
    await waitFor(() =>
      expect(asked.at(-1)?.query).toMatchObject({ provider: 'stripe', state: 'held', searchParam: '2026-0001' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Limpar filtros' }));
    expect(await screen.findByText('Nenhum pagamento ainda')).toBeVisible();
  });

  it('can be loaded again after an error', async () => {
    withToCheck();
    answer(endpoints.payments.ledger, () => refuse('ERR_NO_PAYMENT_FOUND'));
    const { user } = open();
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    withLedger([anEntry()]);
    await user.click(retry);
    expect(await row(/Ótica Boa Vista/)).toBeVisible();
  });

  it('are only for super users', async () => {
    renderScreen('/recebimentos', { as: anAdmin() });
    expect(await screen.findByText(/^Esta empresa não possui permissão para acessar essa página!/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: /Recebimentos/ })).not.toBeInTheDocument();
  });
});

describe('what is to be checked', () => {
  it('lists held money, disputes and payloads with their count', async () => {
    withLedger([]);
    withToCheck({
      held: [aHeldEntry()],
      disputes: [anEntry({ paymentId: 'disputed', dispute: 'open' })],
      payloads: [aPayload()],
    });
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: /^A verificar\s?3$/ }));
    expect(router.state.location.pathname).toBe('/recebimentos/verificar');
    const held = await screen.findByRole('region', { name: 'Dinheiro retido' });
    expect(held).toHaveTextContent('Valor diferente do da fatura');
    expect(screen.getByRole('region', { name: 'Disputas' })).toHaveTextContent('Em disputa');
    expect(screen.getByRole('region', { name: 'Webhooks parados' })).toHaveTextContent('ETIMEDOUT api.stripe.com');
  });

  it('names how many are not shown', async () => {
    answer(endpoints.payments.toCheck, () => ({
      held: [aHeldEntry()],
      disputes: [],
      payloads: [],
      counts: { held: 1000, disputes: 0, payloads: 0 },
    }));
    open('/recebimentos/verificar');
    expect(await screen.findByText(/^Mostrando 1 de 1\.000\./)).toBeVisible();
  });

  it('is empty when everything is decided', async () => {
    withToCheck();
    open('/recebimentos/verificar');
    expect(await screen.findByText('Nada a verificar')).toBeVisible();
  });

  it('can be loaded again after an error', async () => {
    answer(endpoints.payments.toCheck, () => refuse('ERR_NO_PAYMENT_FOUND'));
    const { user } = open('/recebimentos/verificar');
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    withToCheck({ held: [aHeldEntry()] });
    await user.click(retry);
    expect(await screen.findByRole('region', { name: 'Dinheiro retido' })).toBeVisible();
  });

  it('puts a payload back at once', async () => {
    withToCheck({ payloads: [aPayload()] });
    const put = answer(endpoints.payments.putBack, () => {
      withToCheck();
      return undefined;
    });
    const { user } = open('/recebimentos/verificar');
    await user.click(await screen.findByRole('button', { name: /^Processar de novo o webhook de 16\/11\/2026/ }));
    expect(await screen.findByText('Será processado de novo')).toBeVisible();
    expect(put).toHaveLength(1);
    expect(await screen.findByText('Nada a verificar')).toBeVisible();
  });

  it('discards a payload after a confirmation', async () => {
    withToCheck({ payloads: [aPayload({ problem: 'unknown' })] });
    const discarded = answer(endpoints.payments.discard, () => {
      withToCheck();
      return undefined;
    });
    const { user } = open('/recebimentos/verificar');
    await user.click(await screen.findByRole('button', { name: /^Descartar o webhook/ }));
    const question = await screen.findByRole('dialog', { name: 'Descartar este webhook?' });
    expect(discarded).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Descartar' }));
    expect(await screen.findByText('Webhook descartado')).toBeVisible();
    expect(discarded).toHaveLength(1);
  });
});

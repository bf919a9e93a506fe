import { endpoints } from '@balcao/contract/endpoints/index';
import type { LedgerEntry } from '@balcao/contract/endpoints/payments';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anInvoice, aPaidInvoice } from '../../testing/billing.ts';
import { anOwner } from '../../testing/fixtures.ts';
import { renderScreen } from '../../testing/render.tsx';
import { answer, goOffline, goOnline, refuse } from '../../testing/server.ts';
import { aHeldEntry, anEntry, withLedger } from './payments.fixture.ts';

/** Opens the dialog of an action of the only payment in the list. */
async function decide(entry: LedgerEntry, action: string) {
  withLedger([entry]);
  const { user } = renderScreen('/recebimentos', { as: anOwner() });
  await user.click(await screen.findByRole('button', { name: `Ações do pagamento ${entry.paymentId}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
}

describe('held money', () => {
  const open = anInvoice({ id: 5, value: 149, dueDay: '2026-12-10' });

  it('is applied to an open invoice, with the difference in view', async () => {
    answer(endpoints.invoices.companyInvoices, () => ({
      invoices: [aPaidInvoice({ id: 4, number: '2026-000099' }), open].map((invoice) => ({ ...invoice, reason: null })),
      count: 2,
      hasMore: false,
    }));
    const applied = answer(endpoints.payments.applyHeld, () => anEntry());
    const { user, dialog } = await decide(aHeldEntry(), 'Aplicar a uma fatura');
    expect(dialog.getByText('Ótica Boa Vista')).toBeVisible();
    const verb = dialog.getByRole('button', { name: 'Aplicar' });
    expect(verb).toBeDisabled();
    await user.click(await dialog.findByRole('combobox', { name: /^Fatura em aberto/ }));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      expect.stringMatching(/^2026-000123 · .*10\/12\/2026/),
    ]);
    await user.click(options[0]!);
    expect(await dialog.findByText(/^A fatura é de R\$\s149,00 e o valor recebido é de R\$\s100,00/)).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Combinado por telefone');
    await user.click(verb);
    expect(await screen.findByText('Valor aplicado: a fatura está paga')).toBeVisible();
    expect(applied[0]).toMatchObject({
      params: { companyId: 14, provider: 'efi', paymentId: 'held-1' },
      body: { invoiceId: 5, reason: 'Combinado por telefone' },
    });
  });

  it('without a company asks for one first', async () => {
    answer(endpoints.platform.companies, () => ({ companies: [], count: 0, hasMore: false }));
    const { dialog } = await decide(aHeldEntry({ company: null }), 'Aplicar a uma fatura');
    expect(await dialog.findByText('Nenhuma empresa encontrada')).toBeVisible();
    expect(dialog.queryByRole('combobox', { name: /^Fatura/ })).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Aplicar' })).toBeDisabled();
  });

  it('cannot be applied while the company has no open invoice', async () => {
    answer(endpoints.invoices.companyInvoices, () => ({ invoices: [], count: 0, hasMore: false }));
    const { dialog } = await decide(aHeldEntry(), 'Aplicar a uma fatura');
    expect(await dialog.findByText('Esta empresa não tem fatura em aberto.')).toBeVisible();
  });

  it('is returned to the payer with a reason', async () => {
    const returned = answer(endpoints.payments.returnHeld, () => ({
      outcome: 'done' as const,
      message: null,
      entry: aHeldEntry({ state: 'returned' }),
    }));
    const { user, dialog } = await decide(aHeldEntry(), 'Devolver');
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$\s100,00$/ }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    expect(returned).toHaveLength(0);
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Pagou duas vezes');
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$/ }));
    expect(await screen.findByText('Valor devolvido')).toBeVisible();
    expect(returned[0]?.body).toEqual({ reason: 'Pagou duas vezes' });
  });

  it('that another user decided meanwhile is not decided twice', async () => {
    answer(endpoints.payments.returnHeld, () => refuse('ERR_PAYMENT_STATE'));
    const { user, dialog } = await decide(aHeldEntry(), 'Devolver');
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Pagou duas vezes');
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$/ }));
    expect(await screen.findByText('Este pagamento já foi decidido. Atualize a lista.')).toBeVisible();
  });
});

describe('a payment that was applied', () => {
  const reply = (outcome: 'done' | 'pending' | 'refused' | 'unknown', message: string | null = null) => ({
    outcome,
    message,
    entry: anEntry(),
  });

  it('is refunded as a whole', async () => {
    const refunded = answer(endpoints.payments.refund, () => reply('pending'));
    const { user, dialog } = await decide(anEntry(), 'Devolver');
    expect(dialog.getByText(/^A fatura passa a devolvida e os meses pagos são descontados/)).toBeVisible();
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Cancelou no prazo');
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$\s149,00$/ }));
    expect(await screen.findByText(/^O provedor aceitou a devolução/)).toBeVisible();
    expect(refunded[0]?.body).toEqual({ key: expect.stringMatching(/^[0-9a-f]{32}$/), reason: 'Cancelou no prazo' });
  });

  it('is refunded in part, up to what is left', async () => {
    const refunded = answer(endpoints.payments.refund, () => reply('done'));
    const { user, dialog } = await decide(anEntry({ refundedCents: 10_000 }), 'Devolver');
    await user.click(dialog.getByRole('button', { name: 'Uma parte' }));
    expect(dialog.getByText(/^A fatura continua paga/)).toBeVisible();
    const amount = dialog.getByRole('textbox', { name: /^Valor a devolver/ });
    await user.type(amount, '49,01');
    expect(await dialog.findByText(/^Use um valor de R\$ 0,01 a R\$\s49,00/)).toBeVisible();
    await user.clear(amount);
    await user.type(amount, '12,50');
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Desconto acertado');
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$\s12,50$/ }));
    expect(await screen.findByText('Valor devolvido')).toBeVisible();
    expect(refunded[0]?.body).toMatchObject({ cents: 1250, reason: 'Desconto acertado' });
  });

  it('shows why the provider refused, and uses a new key for the next attempt', async () => {
    const refunded = answer(endpoints.payments.refund, () => reply('refused', 'Saldo insuficiente'));
    const { user, dialog } = await decide(anEntry({ provider: 'asaas' }), 'Devolver');
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Cancelou no prazo');
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$/ }));
    expect(await dialog.findByText('O provedor recusou a devolução: Saldo insuficiente')).toBeVisible();
    const again = answer(endpoints.payments.refund, () => reply('done'));
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$/ }));
    expect(await screen.findByText('Valor devolvido')).toBeVisible();
    expect(again[0]?.body.key).not.toBe(refunded[0]?.body.key);
  });

  it('repeats the same request when the provider did not answer', async () => {
    const refunded = answer(endpoints.payments.refund, () => reply('unknown', 'timeout'));
    const { user, dialog } = await decide(anEntry(), 'Devolver');
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Cancelou no prazo');
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$/ }));
    expect(await dialog.findByText(/^O provedor não respondeu/)).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Uma parte' })).not.toBeInTheDocument();
    const again = answer(endpoints.payments.refund, () => reply('done'));
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$/ }));
    expect(await screen.findByText('Valor devolvido')).toBeVisible();
    expect(again[0]?.body.key).toBe(refunded[0]?.body.key);
  });

  it('repeats the same request after the dialog was closed without an answer', async () => {
    const refunded = answer(endpoints.payments.refund, () => reply('unknown', 'timeout'));
    const first = await decide(anEntry(), 'Devolver');
    await first.user.click(first.dialog.getByRole('button', { name: 'Uma parte' }));
    await first.user.type(first.dialog.getByRole('textbox', { name: /^Valor a devolver/ }), '10');
    await first.user.type(first.dialog.getByRole('textbox', { name: /^Motivo/ }), 'Desconto acertado');
    await first.user.click(first.dialog.getByRole('button', { name: /^Devolver R\$/ }));
    expect(await first.dialog.findByText(/^O provedor não respondeu/)).toBeVisible();
    cleanup();

    const { user, dialog } = await decide(anEntry(), 'Devolver');
    expect(dialog.getByText(/^O provedor não respondeu/)).toBeVisible();
    expect(dialog.getByRole('textbox', { name: /^Valor a devolver/ })).toBeDisabled();
    const again = answer(endpoints.payments.refund, () => reply('done'));
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Desconto acertado');
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$\s10,00$/ }));
    expect(await screen.findByText('Valor devolvido')).toBeVisible();
    expect(again[0]?.body).toEqual(refunded[0]?.body);
  });

  it('keeps amount and key after a lost connection, when the refund may have been made', async () => {
    const { user, dialog } = await decide(anEntry(), 'Devolver');
    await user.click(dialog.getByRole('button', { name: 'Uma parte' }));
    await user.type(dialog.getByRole('textbox', { name: /^Valor a devolver/ }), '10');
    await user.type(dialog.getByRole('textbox', { name: /^Motivo/ }), 'Desconto acertado');
    goOffline();
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$/ }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: /^Valor a devolver/ })).toBeDisabled());
    expect(dialog.queryByRole('button', { name: 'Tudo' })).not.toBeInTheDocument();
    goOnline();
    const refunded = answer(endpoints.payments.refund, () => reply('done'));
    await user.click(dialog.getByRole('button', { name: /^Devolver R\$/ }));
    expect(await screen.findByText('Valor devolvido')).toBeVisible();
    expect(refunded[0]?.body).toMatchObject({ cents: 1000 });
  });
});

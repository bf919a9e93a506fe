import { endpoints } from '@balcao/contract/endpoints/index';
import type { BankCharge, BankFaults, BankWebhook } from '@balcao/contract/endpoints/payments';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anAdmin } from '../../../testing/fixtures.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';

const aCharge = (own: Partial<BankCharge> = {}): BankCharge => ({
  provider: 'efi',
  id: 'cob1',
  reference: 'a'.repeat(32),
  method: 'pix',
  cents: 14_900,
  state: 'open',
  code: '000201pix',
  expiresAt: new Date(Date.now() + 28 * 60_000).toISOString(),
  payments: [],
  company: 'Ótica Boa Vista',
  ...own,
});
const aPayment = (own: Partial<BankCharge['payments'][number]> = {}): BankCharge['payments'][number] => ({
  id: 'E123',
  cents: 14_900,
  currency: 'BRL',
  at: '2026-08-01T13:42:00.000Z',
  refundedCents: 0,
  dispute: null,
  ...own,
});

async function openBank(
  charges: BankCharge[] = [aCharge()],
  faults: Partial<Record<'efi', BankFaults>> = {},
  webhooks: BankWebhook[] = [],
) {
  answer(endpoints.bank.overview, () => ({ charges, faults, webhooks }));
  const paid = answer(endpoints.bank.pay, ({ body }) => {
    charges[0] = { ...charges[0]!, state: 'paid', payments: [aPayment(body.cents ? { cents: body.cents } : {})] };
    return charges[0];
  });
  const rendered = renderScreen('/sandbox/banco', { as: anAdmin({ super: true }) });
  await screen.findByRole('region', { name: 'Celular do pagador' });
  return { ...rendered, paid, phone: within(screen.getByRole('region', { name: 'Celular do pagador' })) };
}

describe('the simulated bank', () => {
  it('pays an open charge as its customer', async () => {
    const { phone, user, paid } = await openBank();
    expect(screen.getByRole('button', { name: /R\$\u00A0149,00/, pressed: true })).toHaveTextContent('28 min');
    expect(phone.getByText('Nenhum dinheiro sai de verdade.')).toBeVisible();
    await user.click(phone.getByRole('button', { name: 'Pagar R$\u00A0149,00' }));
    expect(await phone.findByText('Você pagou')).toBeVisible();
    expect(paid[0]!.body).toMatchObject({ chargeId: 'cob1', times: 1, afterExpiry: false });
    expect(await screen.findByText('E123')).toBeVisible();
  });

  it('can be declined, which pays nothing', async () => {
    const { phone, user, paid } = await openBank();
    await user.click(phone.getByRole('button', { name: 'Recusar' }));
    expect(await screen.findByText(/^Recusado no banco: nada foi pago/)).toBeVisible();
    expect(paid).toEqual([]);
    expect(phone.getByRole('button', { name: /^Pagar/ })).toBeEnabled();
  });

  it.each([
    ['Pagar duas vezes', { times: 2 }],
    ['Depois de vencer', { afterExpiry: true }],
    ['Boleto', { isPending: true }],
    ['Só no extrato', { onlyInStatement: true }],
  ])('pays otherwise: %s', async (name, body) => {
    const { phone, user, paid } = await openBank();
    await user.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) }));
    await user.click(phone.getByRole('button', { name: /^Pagar/ }));
    await waitFor(() => expect(paid[0]?.body).toMatchObject(body));
  });

  it('pays another amount', async () => {
    const { phone, user, paid } = await openBank();
    await user.click(screen.getByRole('radio', { name: /^Outro valor/ }));
    const amount = screen.getByRole('textbox', { name: 'Valor em reais' });
    await user.type(amount, '140,0x');
    expect(screen.getByText('Digite um valor, como 140,00')).toBeVisible();
    expect(phone.getByRole('button', { name: /^Pagar/ })).toBeDisabled();
    await user.type(amount, '{Backspace}0');
    await user.click(phone.getByRole('button', { name: 'Pagar R$\u00A0140,00' }));
    await waitFor(() => expect(paid[0]?.body).toMatchObject({ cents: 14_000 }));
  });

  it('reads a pasted code', async () => {
    const { user, phone } = await openBank([]);
    expect(phone.getByText('Escolha uma cobrança ou cole um código.')).toBeVisible();
    const code = screen.getByRole('textbox', { name: 'Código PIX ou endereço da página' });
    const found = answer(endpoints.bank.find, () => refuse('ERR_NOT_FOUND'));
    await user.type(code, '000201wrong');
    await user.click(screen.getByRole('button', { name: 'Ler código' }));
    expect(await screen.findByText('Nenhuma cobrança tem este código.')).toBeVisible();
    expect(found[0]!.query).toEqual({ code: '000201wrong' });
    answer(endpoints.bank.find, () => aCharge());
    await user.click(screen.getByRole('button', { name: 'Ler código' }));
    expect(await phone.findByRole('button', { name: 'Pagar R$\u00A0149,00' })).toBeEnabled();
  });

  it('names the company and shows the notifications that were sent', async () => {
    const sent = { provider: 'efi', at: '2026-08-01T13:42:05.000Z', path: '/webhooks/payments/efi' } as const;
    const { phone, user } = await openBank([aCharge()], {}, [
      { ...sent, body: '{"pix":[{"txid":"cob1"}]}', answers: [200] },
      { ...sent, body: '{"pix":[{"txid":', answers: [500, 401] },
    ]);
    expect(phone.getByText('Ótica Boa Vista')).toBeVisible();
    const sentList = within(screen.getByRole('list', { name: 'Notificações enviadas' }));
    const [accepted, refused] = sentList.getAllByRole('listitem');
    expect(accepted).toHaveTextContent('aceita');
    expect(refused).toHaveTextContent('recusada (401) · 2 tentativas');
    await user.click(within(accepted!).getByText('aceita'));
    expect(accepted).toHaveTextContent('POST /webhooks/payments/efi');
  });

  it('starts over after a question', async () => {
    const { user } = await openBank();
    const resets = answer(endpoints.bank.reset, () => undefined);
    await user.click(screen.getByRole('button', { name: 'Recomeçar' }));
    const question = within(await screen.findByRole('dialog', { name: 'Recomeçar o banco simulado?' }));
    await user.click(question.getByRole('button', { name: 'Recomeçar' }));
    expect(await screen.findByText('Banco reiniciado')).toBeVisible();
    expect(resets).toHaveLength(1);
  });

  it('returns all of a payment or a part of it', async () => {
    const { user } = await openBank([aCharge({ state: 'paid', payments: [aPayment()] })]);
    const refunds = answer(endpoints.bank.refund, () => undefined);
    await user.click(screen.getByRole('button', { name: 'Devolver tudo' }));
    await waitFor(() => expect(refunds[0]?.body).toEqual({ paymentId: 'E123' }));
    await user.click(screen.getByRole('button', { name: 'Devolver parte' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Devolver parte' }));
    await user.type(dialog.getByRole('textbox', { name: 'Valor em reais' }), '149,01');
    expect(dialog.getByRole('button', { name: 'Devolver' })).toBeDisabled();
    await user.clear(dialog.getByRole('textbox'));
    await user.type(dialog.getByRole('textbox'), '9');
    await user.click(dialog.getByRole('button', { name: 'Devolver' }));
    await waitFor(() => expect(refunds[1]?.body).toEqual({ paymentId: 'E123', cents: 900 }));
  });

  it.each([
    [null, 'Abrir disputa', 'open'],
    ['open', 'Disputa ganha', 'won'],
    ['open', 'Disputa perdida', 'lost'],
  ] as const)('disputes a payment: %s, %s', async (dispute, button, outcome) => {
    const { user } = await openBank([aCharge({ state: 'paid', payments: [aPayment({ dispute })] })]);
    const disputes = answer(endpoints.bank.dispute, () => undefined);
    await user.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(disputes[0]?.body).toEqual({ paymentId: 'E123', outcome }));
  });

  it.each([
    ['Notificações de pagamento', '30 segundos depois', { webhooks: { delayMs: 30_000 } }],
    ['Notificações de pagamento', 'Duas vezes', { webhooks: { copies: 2 } }],
    ['Notificações de pagamento', 'Fora de ordem', { webhooks: { isReordered: true } }],
    ['Notificações de pagamento', 'Perdido', { webhooks: { isLost: true } }],
    ['Notificações de pagamento', 'Sem assinatura', { webhooks: { signature: 'missing' } }],
    ['Notificações de pagamento', 'Assinatura errada', { webhooks: { signature: 'wrong' } }],
    ['Notificações de pagamento', 'De outra conta', { webhooks: { isForeign: true } }],
    ['Notificações de pagamento', 'Ilegível', { webhooks: { isGarbage: true } }],
    ['Notificações de pagamento', 'Byte a byte', { webhooks: { isSlow: true } }],
    ['Respostas às nossas chamadas', 'Muitas chamadas (429)', { calls: { status: 429 } }],
    ['Respostas às nossas chamadas', 'Erro do provedor (500)', { calls: { status: 500 } }],
    ['Respostas às nossas chamadas', 'Executa e não responde', { calls: { losesResponse: true } }],
  ])('injects a fault: %s, %s', async (field, option, body) => {
    const { user } = await openBank();
    const faults = answer(endpoints.bank.faults, () => undefined);
    await user.click(screen.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
    await waitFor(() => expect(faults[0]).toMatchObject({ params: { provider: 'efi' }, body }));
  });

  it('shows which faults are on and ends them', async () => {
    const { user } = await openBank([], { efi: { webhooks: { isLost: true } } });
    const faults = answer(endpoints.bank.faults, () => undefined);
    expect(screen.getByText('Há falhas ligadas em: Efí (PIX)')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Voltar ao normal' }));
    await waitFor(() => expect(faults[0]!.body).toEqual({}));
  });

  it('opens the invoices beside it', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await openBank();
    await user.click(screen.getByRole('button', { name: 'Abrir Faturas ao lado' }));
    expect(opened).toHaveBeenCalledWith('/financeiro', '_blank', 'noopener');
  });

  it('says that it is off where payments are real', async () => {
    answer(endpoints.bank.overview, () => refuse('ERR_NOT_FOUND'));
    renderScreen('/sandbox/banco', { as: anAdmin({ super: true }) });
    expect(await screen.findByText('Simulador desligado')).toBeVisible();
  });

  it('is only for super users', async () => {
    renderScreen('/sandbox/banco', { as: anAdmin() });
    expect(await screen.findByText('Oops! Acesso Negado!')).toBeVisible();
  });
});

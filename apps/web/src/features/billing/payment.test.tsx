import { endpoints } from '@balcao/contract/endpoints/index';
import type { InvoiceDetails } from '@balcao/contract/endpoints/invoices';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { anInvoice, aPixCharge, aSubscription, onPhone, withInvoices } from '../../testing/billing.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { withDashboard } from '../../testing/insight.ts';
import { answer } from '../../testing/server.ts';

async function openPayment(own: Partial<InvoiceDetails> = {}, title = 'Pague com PIX') {
  const invoice = anInvoice({ isBeingPaid: true });
  const server = withInvoices([invoice]);
  server.change(invoice.id, { charges: [aPixCharge()], ...own });
  const rendered = renderScreen('/financeiro', { as: anAdmin() });
  await rendered.user.click(await screen.findByRole('button', { name: /^PAGAR/ }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  return { ...server, ...rendered, invoice, dialog };
}
const paidEvent = (id: number) =>
  receive('payment', {
    action: 'CONCLUIDA',
    company: { id: 7, dueDate: '2026-09-13T02:59:59.999Z' },
    invoice: { id, number: '2026-000123' },
  });

describe('the payment', () => {
  it('shows a QR code, a code to copy and one button per payment page [M-303]', async () => {
    const { dialog, user } = await openPayment({
      methods: ['pix', 'stripe', 'mercadopago', 'asaas'],
      charges: [
        aPixCharge(),
        aPixCharge({ id: 2, method: 'stripe', code: 'https://checkout.example.com/1' }),
        aPixCharge({ id: 3, method: 'mercadopago', code: 'https://mp.example.com/1' }),
        aPixCharge({ id: 4, method: 'asaas', code: 'https://asaas.example.com/1' }),
      ],
    });
    expect(await dialog.findByRole('img', { name: 'QR Code do PIX' })).toBeVisible();
    expect(dialog.getByRole('timer')).toHaveTextContent(/^Vale por (30 min 00|29 min 5\d) s$/);
    expect(dialog.getByRole('textbox', { name: 'PIX copia e cola' })).toHaveValue('00020126580014br.gov.bcb.pix');
    expect(dialog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Cartão (Stripe)', 'https://checkout.example.com/1'],
      ['Mercado Pago', 'https://mp.example.com/1'],
      ['Boleto ou cartão (Asaas)', 'https://asaas.example.com/1'],
    ]);
    await user.click(dialog.getByRole('button', { name: 'Copiar código' }));
    expect(await screen.findByText('Código copiado. Cole no app do seu banco.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('00020126580014br.gov.bcb.pix');
    expect(dialog.getByText('Esperando o pagamento')).toBeVisible();
    expect(await dialog.findByText('Assinatura até 12/09/2026')).toBeVisible();
  });

  it('on a phone the code to copy comes first and the QR code is behind a button', async () => {
    onPhone();
    const { dialog, user } = await openPayment();
    expect(dialog.getByText('Abra o app do seu banco e escolha PIX copia e cola.')).toBeVisible();
    expect(dialog.queryByRole('img', { name: 'QR Code do PIX' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Mostrar QR Code para outro celular' }));
    expect(await dialog.findByRole('img', { name: 'QR Code do PIX' })).toBeVisible();
  });

  it('is being created', async () => {
    const { dialog } = await openPayment({ charges: [aPixCharge({ state: 'creating', code: null })] });
    expect(dialog.getByText('Criando a cobrança…')).toBeInTheDocument();
    expect(dialog.queryByRole('textbox', { name: 'PIX copia e cola' })).toBeNull();
  });

  it('gets a new code when the code has expired', async () => {
    const { dialog, user, paid } = await openPayment({
      charges: [aPixCharge({ expiresAt: new Date(Date.now() - 1000).toISOString() })],
    });
    expect(dialog.getByText('O código venceu')).toBeVisible();
    expect(dialog.getByText('Nada foi cobrado. Gere outro para pagar R$ 149,00.')).toBeVisible();
    expect(dialog.queryByRole('textbox', { name: 'PIX copia e cola' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Gerar novo código' }));
    expect(await dialog.findByRole('textbox', { name: 'PIX copia e cola' })).toBeVisible();
    expect(paid[0]!.body).toMatchObject({ method: 'pix', firstName: 'Ótica Boa Vista Ltda' });
  });

  it('offers the other ways when the PIX provider is down, and tries it again', async () => {
    const { dialog, user, paid } = await openPayment({
      charges: [
        aPixCharge({ state: 'failed', code: null }),
        aPixCharge({ id: 2, method: 'stripe', code: 'https://checkout.example.com/1' }),
      ],
    });
    expect(dialog.getByText('O PIX não respondeu')).toBeVisible();
    expect(dialog.getByRole('link', { name: /^Cartão \(Stripe\)/ })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Tentar de novo' }));
    await waitFor(() => expect(paid[0]!.body).toMatchObject({ method: 'pix' }));
  });

  it('asks a payment page again that did not answer', async () => {
    const { dialog, user, paid } = await openPayment();
    await user.click(dialog.getByRole('button', { name: 'Cartão (Stripe): tentar de novo' }));
    await waitFor(() => expect(paid[0]!.body).toMatchObject({ method: 'stripe' }));
  });

  it('has only payment pages where no PIX provider is configured', async () => {
    const { dialog } = await openPayment(
      { methods: ['stripe'], charges: [aPixCharge({ method: 'stripe', code: 'https://checkout.example.com/1' })] },
      'Pagamento',
    );
    expect(dialog.getByText('Escolha onde pagar')).toBeVisible();
    expect(dialog.getByRole('link', { name: /^Cartão/ })).toBeVisible();
  });

  it('is not possible without a provider', async () => {
    const { dialog } = await openPayment({ methods: [], charges: [] }, 'Pagamento');
    expect(dialog.getByText('Pagamento em preparação')).toBeVisible();
  });

  it('is checked at once with «Já paguei»', async () => {
    const { dialog, user, invoice } = await openPayment();
    const checks = answer(endpoints.invoices.check, () => ({
      ...invoice,
      buyer: aSubscription().buyer,
      methods: ['pix' as const],
      charges: [aPixCharge()],
    }));
    await user.click(dialog.getByRole('button', { name: 'Já paguei' }));
    expect(await dialog.findByText(/o banco ainda não confirmou/)).toBeVisible();
    expect(checks).toHaveLength(1);
  });

  it('ends with a toast with the new due date and leads home after 4 s [M-304]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    withDashboard();
    const { change, invoice, router } = await openPayment();
    answer(endpoints.access.me, () => ({ user: anAdmin() }));
    answer(endpoints.invoices.subscription, () => aSubscription({ dueDate: '2026-09-13T02:59:59.999Z' }));
    change(invoice.id, { state: 'paid', status: 'paid', paidAt: '2026-08-01T13:42:00.000Z' });
    paidEvent(invoice.id);
    expect(await screen.findByText('Pagamento confirmado. Assinatura válida até 12/09/2026.')).toBeVisible();
    const dialog = within(await screen.findByRole('dialog', { name: 'Pagamento confirmado' }));
    expect(dialog.getByText('Pago')).toBeVisible();
    expect(dialog.getByText('recibo enviado para financeiro@example.com')).toBeVisible();
    expect(dialog.getByText(/^Indo para o início em [34] s$/)).toBeVisible();
    await vi.advanceTimersByTimeAsync(2500);
    expect(router.state.location.pathname).toBe('/financeiro');
    await vi.advanceTimersByTimeAsync(2500);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('stays where the user wants to stay [M-304]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { change, invoice, router } = await openPayment();
    answer(endpoints.access.me, () => ({ user: anAdmin() }));
    change(invoice.id, { state: 'paid', status: 'paid', paidAt: '2026-08-01T13:42:00.000Z' });
    paidEvent(invoice.id);
    fireEvent.click(await screen.findByRole('button', { name: 'Ficar aqui' }));
    await vi.advanceTimersByTimeAsync(6000);
    expect(router.state.location.pathname).toBe('/financeiro');
    fireEvent.click(screen.getByRole('button', { name: 'Ver recibo' }));
    expect(await screen.findByRole('dialog', { name: 'Recibo' })).toBeVisible();
  });

  it.each([
    ['void', 'Anulado', /foi anulada ou substituída por outra/],
    ['refunded', 'Devolvido', /foi estornado/],
    ['disputed', 'Em disputa', /foi contestado por quem pagou/],
  ] as const)('of an invoice that became %s is not shown as paid', async (state, status, sentence) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { change, invoice, router } = await openPayment();
    change(invoice.id, { state, paidAt: state === 'void' ? null : '2026-08-01T13:42:00.000Z' });
    await vi.advanceTimersByTimeAsync(5100);
    const dialog = within(await screen.findByRole('dialog', { name: 'Pagamento' }));
    expect(dialog.getByText(sentence)).toHaveTextContent('2026-000123');
    expect(dialog.getByText(status)).toBeVisible();
    expect(dialog.queryByText('Pago')).toBeNull();
    expect(dialog.queryByText(/recibo enviado/)).toBeNull();
    await vi.advanceTimersByTimeAsync(6000);
    expect(router.state.location.pathname).toBe('/financeiro');
    fireEvent.click(dialog.getAllByRole('button', { name: 'Fechar' }).at(-1)!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is found without a socket, and announced once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { change, invoice } = await openPayment();
    answer(endpoints.access.me, () => ({ user: anAdmin() }));
    answer(endpoints.invoices.subscription, () => aSubscription({ dueDate: '2026-09-13T02:59:59.999Z' }));
    change(invoice.id, { state: 'paid', status: 'paid', paidAt: '2026-08-01T13:42:00.000Z' });
    await vi.advanceTimersByTimeAsync(5100);
    expect(await screen.findByText('Pagamento confirmado. Assinatura válida até 12/09/2026.')).toBeVisible();
    paidEvent(invoice.id);
    expect(screen.getAllByText('Pagamento confirmado. Assinatura válida até 12/09/2026.')).toHaveLength(1);
  });
});

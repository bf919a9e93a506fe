import type { Invoice } from '@balcao/contract/endpoints/invoices';
import { endpoints } from '@balcao/contract/endpoints/index';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anInvoice, aPaidInvoice, aSubscription, onDesktop, onPhone, withInvoices } from '../../testing/billing.ts';
import { anAdmin, anAgent } from '../../testing/fixtures.ts';
import { receive, renderScreen } from '../../testing/render.tsx';
import { answer, goOffline, goOnline, refuse } from '../../testing/server.ts';

const late = () => anInvoice({ dueDay: '2026-07-20', isOverdue: true });
const expired = (user = anAdmin()) => ({
  ...user,
  company: { ...user.company, expired: true, dueDate: '2026-03-04T15:00:00.000Z' },
});
const rows = async () => {
  await screen.findAllByRole('cell');
  return screen.getAllByRole('row').slice(1);
};

// Narrower windows show cards instead of the table.
beforeEach(onDesktop);

describe('the invoices', () => {
  it('are a table with the count in the title [M-298]', async () => {
    withInvoices([late(), anInvoice({ dueDay: '2026-08-12' }), aPaidInvoice()]);
    renderScreen('/financeiro', { as: anAdmin() });
    expect(await screen.findByRole('heading', { name: 'Faturas (3)' })).toBeVisible();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Detalhes',
      'Usuários',
      'Conexões',
      'Filas',
      'Valor',
      'Data Venc.',
      'Status',
      'Ação',
    ]);
    const second = within((await rows())[1]!);
    expect(second.getByText('Assinatura de agosto de 2026')).toBeVisible();
    expect(second.getByText('Plano Equipe · 2026-000123')).toBeVisible();
    expect(second.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(
      expect.arrayContaining(['10', '8', '5', 'R$\u00A0149,00', '12/08/2026']),
    );
  });

  it('are fetched page by page [M-298]', async () => {
    withInvoices([]);
    const all = Array.from({ length: 25 }, () => aPaidInvoice());
    const requests = answer(endpoints.invoices.list, ({ query: { pageNumber } }) => ({
      invoices: all.slice((pageNumber - 1) * 20, pageNumber * 20),
      count: all.length,
      hasMore: pageNumber === 1,
    }));
    const reached: (() => void)[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
          reached.push(() => onChange([{ isIntersecting: true }]));
        }
        observe() {}
        disconnect() {}
      },
    );
    renderScreen('/financeiro', { as: anAdmin() });
    expect(await rows()).toHaveLength(20);
    reached.at(-1)!();
    await waitFor(async () => expect(await rows()).toHaveLength(25));
    expect(requests.map(({ query }) => query.pageNumber)).toEqual([1, 2]);
    vi.unstubAllGlobals();
  });

  it.each<[string, () => Invoice, string, string, string | null]>([
    ['open', () => anInvoice(), 'Em Aberto', 'vence em 20 dias', 'PAGAR'],
    ['overdue', late, 'Vencido', 'há', 'PAGAR'],
    ['with a started payment', () => anInvoice({ isBeingPaid: true }), 'Em Aberto', 'aguardando pagamento', 'PAGAR'],
    ['paid', () => aPaidInvoice(), 'Pago', '11/07 · PIX', 'Recibo'],
    ['settled by hand', () => aPaidInvoice({ paidWith: 'manual' }), 'Pago', 'registrado pelo suporte', 'Recibo'],
    ['refunded', () => aPaidInvoice({ state: 'refunded' }), 'Devolvido', '11/07', 'Recibo'],
    ['disputed', () => aPaidInvoice({ state: 'disputed' }), 'Em disputa', '11/07', 'Recibo'],
  ])('%s show their status and what can be done [M-299]', async (_, make, status, detail, action) => {
    withInvoices([make()]);
    renderScreen('/financeiro', { as: anAdmin() });
    const row = (await rows())[0]!;
    expect(within(row).getByText(status)).toBeVisible();
    expect(row).toHaveTextContent(detail);
    expect(
      within(row)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual([action]);
    expect(row.dataset['tone']).toBe(status === 'Vencido' ? 'danger' : undefined);
  });

  it('can only be read by a plain user', async () => {
    withInvoices([late(), aPaidInvoice()]);
    renderScreen('/financeiro', { as: anAgent() });
    expect(await screen.findByText('Só administradores pagam faturas.')).toBeVisible();
    expect(await screen.findByText('Vencido')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^PAGAR/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mudar de plano' })).toBeNull();
  });

  it('on a phone what is owed comes first', async () => {
    onPhone();
    withInvoices([late(), anInvoice({ value: 20 }), aPaidInvoice()]);
    renderScreen('/financeiro', { as: anAdmin() });
    const owed = await screen.findByRole('heading', { name: 'A pagar · R$\u00A0169,00' });
    const paid = screen.getByRole('heading', { name: 'Pagas' });
    expect(owed.compareDocumentPosition(paid)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText('Pago em 11/07/2026 · PIX')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getAllByRole('button', { name: /^PAGAR/ })).toHaveLength(2);
  });

  it('are empty with the day of the first one', async () => {
    withInvoices([], { subscription: aSubscription({ state: 'trial', nextInvoiceDay: '2026-11-20' }) });
    renderScreen('/financeiro', { as: anAdmin() });
    expect(await screen.findByText('Nenhuma fatura ainda')).toBeVisible();
    expect(await screen.findByText('A primeira fatura sai em 20/11/2026 e também chega por e-mail.')).toBeVisible();
  });

  it('show why they could not be fetched, and try again', async () => {
    withInvoices([anInvoice()]);
    answer(endpoints.invoices.list, () => refuse('ERR_INTERNAL'));
    const { user } = renderScreen('/financeiro', { as: anAdmin() });
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    withInvoices([anInvoice()]);
    await user.click(retry);
    expect(await screen.findByText('Em Aberto')).toBeVisible();
  });

  it('have a receipt', async () => {
    withInvoices([aPaidInvoice({ discount: 10 })]);
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const { user } = renderScreen('/financeiro', { as: anAgent() });
    await user.click(await screen.findByRole('button', { name: /^Recibo/ }));
    const receipt = within(await screen.findByRole('dialog', { name: 'Recibo' }));
    expect(await receipt.findByText('Ótica Boa Vista Ltda')).toBeVisible();
    expect(receipt.getByText('12.345.678/0001-95')).toBeVisible();
    expect(receipt.getByText('11/07/2026 11:00')).toBeVisible();
    await user.click(receipt.getByRole('button', { name: 'Imprimir ou salvar em PDF' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});

describe('the summary', () => {
  it('shows plan, due date, usage, discount and what is owed', async () => {
    withInvoices([late(), anInvoice({ value: 20.5 })], {
      subscription: aSubscription({
        discount: { kind: 'percent', value: 10, invoices: 3 },
        used: { users: 12, connections: 3, queues: 4 },
      }),
    });
    renderScreen('/financeiro', { as: anAdmin() });
    const summary = within(await screen.findByRole('region', { name: 'Resumo da assinatura' }));
    expect(summary.getByText('Equipe')).toBeVisible();
    expect(summary.getByText('R$ 149,00 por mês')).toBeVisible();
    expect(summary.getByText('10 % de desconto em 3 faturas')).toBeVisible();
    expect(summary.getByText('até 12/08/2026')).toBeVisible();
    expect(summary.getByText('vence em 20 dias')).toBeVisible();
    expect(summary.getByText('12 de 10')).toHaveTextContent('acima do plano');
    expect(summary.getByText('3 de 8')).toBeVisible();
    expect(await summary.findByText('R$ 169,50')).toBeVisible();
    expect(summary.getByText('R$ 149,00 em atraso')).toBeVisible();
  });

  it.each([
    ['trial', { state: 'trial', daysLeft: 1 }, 'período de teste · vence amanhã'],
    ['last day', { state: 'endsToday', daysLeft: 0 }, 'vence hoje'],
    ['overdue', { state: 'overdue', daysLeft: -3 }, 'vencida há 3 dias'],
    ['company of the platform', { state: 'unlimited' }, 'Sem vencimento'],
  ] as const)('%s', async (_, own, text) => {
    withInvoices([], { subscription: aSubscription(own) });
    renderScreen('/financeiro', { as: anAdmin() });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('can be fetched again', async () => {
    withInvoices([anInvoice()]);
    answer(endpoints.invoices.subscription, () => refuse('ERR_INTERNAL'));
    const { user } = renderScreen('/financeiro', { as: anAdmin() });
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' });
    answer(endpoints.invoices.subscription, () => aSubscription());
    await user.click(retry);
    expect(await screen.findByText('até 12/08/2026')).toBeVisible();
  });
});

describe('an overdue subscription', () => {
  it('leads an admin from the notice to the payment [M-030]', async () => {
    const invoice = late();
    withInvoices([invoice], { subscription: aSubscription({ state: 'overdue', openInvoice: invoice, daysLeft: -9 }) });
    const { user } = renderScreen('/financeiro', { as: expired() });
    expect(await screen.findByText('A assinatura venceu em 04/03/2026. Fale com o suporte.')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Pagar agora' }));
    expect(await screen.findByRole('dialog', { name: 'Falta pouco!' })).toBeVisible();
  });

  it('asks a plain user to talk to an admin [M-030]', async () => {
    const invoice = late();
    withInvoices([invoice], { subscription: aSubscription({ state: 'overdue', openInvoice: invoice }) });
    renderScreen('/financeiro', { as: expired(anAgent()) });
    expect(
      await screen.findByText(/A assinatura venceu em 04\/03\/2026\. Fale com o suporte\. Peça a um administrador/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pagar agora' })).toBeNull();
  });

  it('says when nothing has arrived yet, and disappears after the payment', async () => {
    withInvoices([late()], { subscription: aSubscription({ state: 'overdue' }) });
    const { user } = renderScreen('/financeiro', { as: expired() });
    answer(endpoints.access.me, () => ({ user: expired() }));
    await user.click(await screen.findByRole('button', { name: 'Já paguei, verificar' }));
    expect(await screen.findByText('O pagamento ainda não foi confirmado')).toBeVisible();
    goOffline();
    await user.click(screen.getByRole('button', { name: 'Já paguei, verificar' }));
    expect(await screen.findByText(/Sem conexão com o servidor/)).toBeVisible();
    goOnline();
    answer(endpoints.access.me, () => ({ user: anAdmin() }));
    await user.click(screen.getByRole('button', { name: 'Já paguei, verificar' }));
    await waitFor(() => expect(screen.queryByText(/A assinatura venceu/)).toBeNull());
  });

  it('opens the screens again when the payment of a colleague arrives [M-304]', async () => {
    const invoice = late();
    withInvoices([invoice], { subscription: aSubscription({ state: 'overdue', openInvoice: invoice }) });
    renderScreen('/financeiro', { as: expired(anAgent()) });
    await screen.findByText(/A assinatura venceu/);
    answer(endpoints.access.me, () => ({ user: anAgent() }));
    receive('payment', {
      action: 'CONCLUIDA',
      company: { id: 7, dueDate: '2026-09-13T02:59:59.999Z' },
      invoice: { id: invoice.id, number: invoice.number },
    });
    expect(await screen.findByText('Pagamento confirmado. Assinatura válida até 12/09/2026.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/A assinatura venceu/)).toBeNull());
    expect(screen.getByRole('link', { name: 'Conversas' })).toBeVisible();
  });

  it('lasts until the end of the grace days', async () => {
    withInvoices([late()], {
      subscription: aSubscription({ state: 'grace', worksUntil: '2099-01-04T02:59:59.999Z', daysLeft: -1 }),
    });
    const user = anAdmin();
    renderScreen('/financeiro', {
      as: { ...user, company: { ...user.company, dueDate: '2098-12-31T15:00:00.000Z' } },
    });
    expect(
      await screen.findByText('A assinatura venceu em 31/12/2098. O acesso continua até 03/01/2099.'),
    ).toBeVisible();
  });
});

import type { Invoice } from '@balcao/contract/endpoints/invoices';
import { useInvoiceTitle } from '../../entities/billing/invoice-title.ts';
import { formatDay, formatNumber, formatReais } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import type { Column } from '../../ui/index.ts';
import css from './billing.module.css';
import { billingTexts } from './billing.texts.ts';
import { InvoiceAction, type OnInvoice } from './invoice-action.tsx';
import { InvoiceStatus, useStatusDetail } from './invoice-status.tsx';

export function useInvoiceColumns(onInvoice: OnInvoice, today: string): Column<Invoice>[] {
  const t = useTexts(billingTexts);
  const titleOf = useInvoiceTitle();
  const detailOf = useStatusDetail();
  // An upgrade is no new size of the subscription for a period; its quantities would be counted twice.
  const quantity = (invoice: Invoice, count: number) => (
    <span className="muted">{invoice.months === 0 ? '—' : formatNumber(count)}</span>
  );
  return [
    {
      key: 'details',
      head: t('details'),
      primary: true,
      cell: (invoice) => {
        const { title, plan } = titleOf(invoice);
        return (
          <span className={css.two}>
            <b>{title}</b>
            <span>
              {plan} · {invoice.number}
            </span>
          </span>
        );
      },
    },
    {
      key: 'users',
      head: t('users'),
      align: 'right',
      width: '92px',
      spare: true,
      cell: (invoice) => quantity(invoice, invoice.users),
    },
    {
      key: 'connections',
      head: t('connections'),
      align: 'right',
      width: '96px',
      spare: true,
      cell: (invoice) => quantity(invoice, invoice.connections),
    },
    {
      key: 'queues',
      head: t('queues'),
      align: 'right',
      width: '76px',
      spare: true,
      cell: (invoice) => quantity(invoice, invoice.queues),
    },
    {
      key: 'value',
      head: t('value'),
      align: 'right',
      width: '124px',
      firm: true,
      cell: (invoice) => <b className={css.amount}>{formatReais(invoice.value)}</b>,
    },
    {
      key: 'dueDay',
      head: t('dueDay'),
      width: '116px',
      firm: true,
      cell: (invoice) => <span className="num">{formatDay(invoice.dueDay)}</span>,
    },
    {
      key: 'status',
      head: t('status'),
      width: '264px',
      firm: true,
      cell: (invoice) => (
        <span className={css.status}>
          <InvoiceStatus invoice={invoice} />
          <span className="num">{detailOf(invoice, today)}</span>
        </span>
      ),
    },
    {
      key: 'action',
      head: t('action'),
      align: 'right',
      width: '120px',
      firm: true,
      cell: (invoice) => <InvoiceAction invoice={invoice} onInvoice={onInvoice} />,
    },
  ];
}

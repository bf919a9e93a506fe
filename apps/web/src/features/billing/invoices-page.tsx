/** The /financeiro screen: the subscription and the invoices of the company, and how to pay them. */
import type { Invoice, Subscription } from '@balcao/contract/endpoints/invoices';
import { dateIn } from '@balcao/domain/hours/hours';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useInvoicePages, useSubscription } from '../../entities/billing/invoices.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDay } from '../../lib/format.ts';
import { tablePages } from '../../lib/infinite-list.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan, useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, InfiniteTable, Page, type EmptyStateProps } from '../../ui/index.ts';
import { billingTexts } from './billing.texts.ts';
import { useInvoiceColumns } from './invoice-columns.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { OverdueNotice } from './overdue-notice.tsx';
import { SubscriptionSummary } from './subscription-summary.tsx';

// Dialogs are loaded on first use; the list is read more often than an invoice is paid.
const PayDialog = lazy(() => import('./pay-dialog.tsx').then((module) => ({ default: module.PayDialog })));
const ReceiptDialog = lazy(() => import('./receipt-dialog.tsx').then((module) => ({ default: module.ReceiptDialog })));
const PlanDialog = lazy(() => import('./plan-dialog.tsx').then((module) => ({ default: module.PlanDialog })));

type Open = { type: 'pay' | 'receipt'; invoiceId: number } | { type: 'plan' } | null;

export function InvoicesPage() {
  const t = useTexts(billingTexts);
  const language = useLanguage();
  const canPay = useCan('invoice.pay');
  const { user } = useSession();
  const isNarrow = useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });
  const invoices = useInvoicePages();
  const subscription = useSubscription();
  const [open, setOpen] = useOpen();
  const [now] = useState(() => new Date());
  const today = dateIn(user.company.timeZone, now);
  const onInvoice = (type: 'pay' | 'receipt', { id }: Invoice) => setOpen({ type, invoiceId: id });
  const columns = useInvoiceColumns(onInvoice, today);
  const count = invoices.last?.count;
  const empty = useEmpty(subscription.data);
  const close = () => setOpen(null);

  return (
    <Page
      title={count === undefined ? t('title') : t('titleCount', { count })}
      actions={
        canPay &&
        subscription.data &&
        subscription.data.state !== 'unlimited' && (
          <Button onClick={() => setOpen({ type: 'plan' })}>{t('changePlan')}</Button>
        )
      }
    >
      <OverdueNotice subscription={subscription.data} onPay={(invoice) => onInvoice('pay', invoice)} />
      {subscription.error && !subscription.data ? (
        <ErrorState
          compact
          text={errorText(subscription.error, language)}
          onRetry={() => void subscription.refetch()}
        />
      ) : (
        <SubscriptionSummary
          subscription={subscription.data}
          openInvoices={invoices.rows.filter(({ state }) => state === 'open')}
        />
      )}
      {!canPay && <p className="muted">{t('readOnly')}</p>}
      {isNarrow ? (
        <InvoiceList invoices={invoices} onInvoice={onInvoice} empty={empty} />
      ) : (
        <InfiniteTable
          label={t('title')}
          rows={invoices.rows}
          rowKey={(invoice) => invoice.id}
          columns={columns}
          toneOf={({ state, isOverdue }) => (state === 'open' && isOverdue ? 'danger' : undefined)}
          {...tablePages(invoices, language)}
          empty={empty}
        />
      )}
      <Suspense fallback={null}>
        {open?.type === 'pay' && canPay && (
          <PayDialog
            key={open.invoiceId}
            invoiceId={open.invoiceId}
            onReceipt={(invoiceId) => setOpen({ type: 'receipt', invoiceId })}
            onClose={close}
          />
        )}
        {open?.type === 'receipt' && <ReceiptDialog invoiceId={open.invoiceId} onClose={close} />}
        {open?.type === 'plan' && (
          <PlanDialog onPay={(invoiceId) => setOpen({ type: 'pay', invoiceId })} onClose={close} />
        )}
      </Suspense>
    </Page>
  );
}

/** The open dialog. A link with `?pay=<invoice>` opens the checkout; closing it removes that part of the address. */
function useOpen(): [Open, (open: Open) => void] {
  const navigate = useNavigate();
  const { pay } = useSearch({ strict: false }) as { pay?: number };
  const [open, setOpen] = useState<Open>(null);
  return [
    open ?? (Number.isInteger(pay) ? { type: 'pay', invoiceId: pay! } : null),
    (next) => {
      setOpen(next);
      if (next === null && pay !== undefined) void navigate({ to: '/financeiro', search: {}, replace: true });
    },
  ];
}

function useEmpty(subscription: Subscription | undefined): EmptyStateProps {
  const t = useTexts(billingTexts);
  const text =
    subscription?.state === 'unlimited'
      ? t('emptyNever')
      : subscription?.nextInvoiceDay
        ? t('emptyText', { date: formatDay(subscription.nextInvoiceDay) })
        : t('emptySoon');
  return { icon: 'receipt', title: t('emptyTitle'), text };
}

import type { Invoice } from '@balcao/contract/endpoints/invoices';
import { useInvoiceTitle } from '../../entities/billing/invoice-title.ts';
import type { InfiniteList } from '../../lib/infinite-list.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatDay, formatReais } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { EmptyState, ErrorState, Skeleton, useEndReached, type EmptyStateProps } from '../../ui/index.ts';
import css from './billing.module.css';
import { billingTexts } from './billing.texts.ts';
import { InvoiceAction, type OnInvoice } from './invoice-action.tsx';
import { InvoiceStatus, paidWithName } from './invoice-status.tsx';
import { sum } from './subscription-summary.tsx';

interface InvoiceListProps {
  invoices: InfiniteList<Invoice>;
  onInvoice: OnInvoice;
  empty: EmptyStateProps;
}

/** The invoices on a narrow screen: what is owed first. */
export function InvoiceList({ invoices, onInvoice, empty }: InvoiceListProps) {
  const t = useTexts(billingTexts);
  const language = useLanguage();
  const { rows, hasMore, loading, error } = invoices;
  const end = useEndReached({ enabled: hasMore && !loading && !error, onMore: invoices.more, rowCount: rows.length });
  const owed = rows.filter(({ state }) => state === 'open');
  const others = rows.filter(({ state }) => state !== 'open');

  if (rows.length === 0 && !loading && !error) return <div className={css.cards}>{<EmptyState {...empty} />}</div>;
  return (
    <div className={css.groups} aria-busy={loading}>
      {owed.length > 0 && (
        <section>
          <h2 className="num">{t('toPayGroup', { amount: formatReais(sum(owed)) })}</h2>
          <Cards invoices={owed} onInvoice={onInvoice} />
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h2>{t('paidGroup')}</h2>
          <Cards invoices={others} onInvoice={onInvoice} />
        </section>
      )}
      {loading && <Skeleton height={rows.length === 0 ? 220 : 68} />}
      {error && <ErrorState compact text={errorText(error, language)} onRetry={invoices.retry} />}
      <div ref={end} />
    </div>
  );
}

function Cards({ invoices, onInvoice }: { invoices: readonly Invoice[]; onInvoice: OnInvoice }) {
  const t = useTexts(billingTexts);
  const titleOf = useInvoiceTitle();
  return (
    <ul className={css.cards}>
      {invoices.map((invoice) => {
        const isOpen = invoice.state === 'open';
        return (
          <li key={invoice.id} className={css.invoice} data-late={(isOpen && invoice.isOverdue) || undefined}>
            <span className={css.invoiceTitle}>{titleOf(invoice).title}</span>
            <b className="num">{formatReais(invoice.value)}</b>
            <span className={css.invoiceState}>
              {invoice.state !== 'paid' && <InvoiceStatus invoice={invoice} />}
              <span className="num">
                {isOpen && !invoice.isBeingPaid && formatDay(invoice.dueDay)}
                {isOpen && invoice.isBeingPaid && t('awaiting')}
                {invoice.paidAt !== null &&
                  [t('paidOn', { date: formatDate(invoice.paidAt) }), paidWithName(invoice.paidWith, t('manual'))].join(
                    ' · ',
                  )}
              </span>
            </span>
            <InvoiceAction invoice={invoice} onInvoice={onInvoice} />
          </li>
        );
      })}
    </ul>
  );
}

import type { InvoiceDetails } from '@balcao/contract/endpoints/invoices';
import { formatDocument } from '@balcao/domain/billing/document';
import { useInvoice } from '../../entities/billing/invoices.api.ts';
import { useInvoiceTitle } from '../../entities/billing/invoice-title.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatDay, formatReais } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { usePublicSettings } from '../../lib/theme.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, ErrorState, Skeleton } from '../../ui/index.ts';
import { billingTexts } from './billing.texts.ts';
import { paidWithName, shownState } from './invoice-status.tsx';
import css from './receipt.module.css';
import { receiptTexts } from './receipt.texts.ts';

/** The proof of a payment, to print or to save. */
export function ReceiptDialog({ invoiceId, onClose }: { invoiceId: number; onClose: () => void }) {
  const t = useTexts(receiptTexts);
  const language = useLanguage();
  const invoice = useInvoice(invoiceId);
  return (
    <Dialog
      title={t('title')}
      width={560}
      onClose={onClose}
      footer={
        <>
          <DialogCancel>{t('close')}</DialogCancel>
          <Button kind="primary" icon="download" disabled={!invoice.data} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </>
      }
    >
      {invoice.data && <Receipt invoice={invoice.data} />}
      {invoice.error && !invoice.data && (
        <ErrorState text={errorText(invoice.error, language)} onRetry={() => void invoice.refetch()} />
      )}
      {invoice.isPending && (
        <div aria-busy="true">
          <Skeleton height={320} />
        </div>
      )}
    </Dialog>
  );
}

function Receipt({ invoice }: { invoice: InvoiceDetails }) {
  const t = useTexts(receiptTexts);
  const tBilling = useTexts(billingTexts);
  const { appName } = usePublicSettings();
  const { title, plan } = useInvoiceTitle()(invoice);
  const { buyer } = invoice;
  const rows: [string, string | false][] = [
    [t('number'), invoice.number],
    [t('item'), title],
    [t('plan'), plan],
    [t('dueDay'), formatDay(invoice.dueDay)],
    [t('discount'), invoice.discount > 0 && formatReais(invoice.discount)],
    [t('value'), formatReais(invoice.value)],
    [t('paidAt'), invoice.paidAt !== null && formatDateTime(invoice.paidAt)],
    [t('paidWith'), paidWithName(invoice.paidWith, tBilling('manual'))],
    [t('status'), tBilling(shownState(invoice))],
    [t('buyer'), buyer.firstName],
    [t('document'), formatDocument(buyer.zipcode)],
    [t('address'), [buyer.address2, buyer.city, buyer.state].filter(Boolean).join(', ')],
    [t('receivedBy'), appName || 'Balcão'],
  ];
  return (
    <div className={css.receipt}>
      <h3 className={css.printed}>{t('title')}</h3>
      <dl>
        {rows
          .filter(([, value]) => value !== '' && value !== false)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
      </dl>
      <p>{t('noTaxInvoice')}</p>
    </div>
  );
}

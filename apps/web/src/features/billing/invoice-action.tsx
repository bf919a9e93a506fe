import type { Invoice } from '@balcao/contract/endpoints/invoices';
import { useInvoiceTitle } from '../../entities/billing/invoice-title.ts';
import { useCan } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button } from '../../ui/index.ts';
import { billingTexts } from './billing.texts.ts';

export type OnInvoice = (action: 'pay' | 'receipt', invoice: Invoice) => void;

/** Only unpaid invoices can be paid, and only by an admin; paid ones have a receipt. */
export function InvoiceAction({ invoice, onInvoice }: { invoice: Invoice; onInvoice: OnInvoice }) {
  const t = useTexts(billingTexts);
  const canPay = useCan('invoice.pay');
  const { title } = useInvoiceTitle()(invoice);
  if (invoice.state === 'open')
    return (
      canPay && (
        <Button
          size="sm"
          kind={invoice.isOverdue ? 'primary' : 'default'}
          aria-label={t('payNamed', { invoice: title })}
          onClick={() => onInvoice('pay', invoice)}
        >
          {t('pay')}
        </Button>
      )
    );
  if (invoice.paidAt === null) return null;
  return (
    <Button
      size="sm"
      kind="ghost"
      icon="receipt"
      aria-label={t('receiptNamed', { invoice: title })}
      onClick={() => onInvoice('receipt', invoice)}
    >
      {t('receipt')}
    </Button>
  );
}

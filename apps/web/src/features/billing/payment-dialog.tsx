/** The payment of an invoice: PIX code, payment pages, and what has happened so far. It changes by itself. */
import type { InvoiceDetails } from '@balcao/contract/endpoints/invoices';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCheckInvoice, useInvoice, useSubscription } from '../../entities/billing/invoices.api.ts';
import { useInvoiceTitle } from '../../entities/billing/invoice-title.ts';
import { useAnnouncePayment } from '../../entities/billing/payment-notice.ts';
import { api } from '../../lib/api.ts';
import { formatDate, formatReais } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, Dialog, DialogCancel, EmptyState, useToast } from '../../ui/index.ts';
import { InvoiceStatus } from './invoice-status.tsx';
import { LoadingDialog } from './loading-dialog.tsx';
import { PaidFooter, PaidPanel } from './paid-panel.tsx';
import { PaymentPages } from './payment-pages.tsx';
import { PaymentTimeline } from './payment-timeline.tsx';
import css from './payment.module.css';
import { paymentTexts } from './payment.texts.ts';
import { PixCode, PixPanel } from './pix-panel.tsx';

interface PaymentDialogProps {
  invoiceId: number;
  /** Back to the checkout, to pay for something else. */
  onBack: () => void;
  onReceipt: () => void;
  onClose: () => void;
}

export function PaymentDialog({ invoiceId, onBack, onReceipt, onClose }: PaymentDialogProps) {
  const t = useTexts(paymentTexts);
  const { data: invoice, error, refetch } = useInvoice(invoiceId, { isAwaited: true });
  const [hasAsked, setHasAsked] = useState(false);
  useAnnounced(invoice);
  if (!invoice)
    return <LoadingDialog title={t('titleOther')} error={error} onRetry={() => void refetch()} onClose={onClose} />;
  const { state } = invoice;
  const isOpen = state === 'open';
  if (state !== 'open' && state !== 'paid') return <Ended invoice={invoice} state={state} onClose={onClose} />;
  if (isOpen && invoice.methods.length === 0) return <NoProvider invoice={invoice} onClose={onClose} />;
  const hasPix = invoice.methods.includes('pix');
  return (
    <Dialog
      title={t(!isOpen ? 'titlePaid' : hasPix ? 'title' : 'titleOther')}
      width={700}
      onClose={onClose}
      footer={
        isOpen ? (
          <OpenFooter invoice={invoice} onAsked={() => setHasAsked(true)} onBack={onBack} />
        ) : (
          <PaidFooter onReceipt={onReceipt} onClose={onClose} />
        )
      }
    >
      <div className={css.sides}>
        {!isOpen && <PaidPanel invoice={invoice} />}
        {isOpen && hasPix && <PixPanel invoice={invoice} />}
        {isOpen && !hasPix && (
          <div className={css.panel}>
            <b>{t('pageTitle')}</b>
            <p className="muted">{t('pageText')}</p>
            <PaymentPages invoice={invoice} isMain />
          </div>
        )}
        <div className={css.matter}>
          <Amount invoice={invoice} />
          {isOpen && hasPix && <PixCode invoice={invoice} />}
          <PaymentTimeline invoice={invoice} hasAsked={hasAsked} />
          {isOpen && <p className={css.small}>{t('mayClose')}</p>}
        </div>
      </div>
    </Dialog>
  );
}

interface OpenFooterProps {
  invoice: InvoiceDetails;
  /** The providers were asked and know of no payment. */
  onAsked: () => void;
  onBack: () => void;
}

function OpenFooter({ invoice, onAsked, onBack }: OpenFooterProps) {
  const t = useTexts(paymentTexts);
  const toast = useToast();
  const check = useCheckInvoice(invoice.id);
  return (
    <div className={css.footer}>
      {invoice.methods.includes('pix') && <PaymentPages invoice={invoice} />}
      <div className={css.ends}>
        <Button kind="ghost" onClick={onBack}>
          {t('change')}
        </Button>
        <Button
          icon="check"
          busy={check.isPending}
          onClick={() => check.mutate(undefined, { onSuccess: onAsked, onError: toast.failed })}
        >
          {t('alreadyPaid')}
        </Button>
      </div>
    </div>
  );
}

function Amount({ invoice }: { invoice: InvoiceDetails }) {
  const { title, plan } = useInvoiceTitle()(invoice);
  return (
    <div>
      <p className="muted">
        {title} · {plan}
      </p>
      <p className={cx(css.amount, 'num')}>{formatReais(invoice.value)}</p>
    </div>
  );
}

function NoProvider({ invoice, onClose }: { invoice: InvoiceDetails; onClose: () => void }) {
  const t = useTexts(paymentTexts);
  return (
    <Dialog title={t('titleOther')} onClose={onClose}>
      <EmptyState
        icon="wallet"
        title={t('noneTitle')}
        text={invoice.isOverdue ? t('noneTextOverdue') : t('noneText', { date: formatDate(invoice.dueDate) })}
      />
    </Dialog>
  );
}

interface EndedProps {
  invoice: InvoiceDetails;
  state: Exclude<InvoiceDetails['state'], 'open' | 'paid'>;
  onClose: () => void;
}

/** An invoice that is neither to be paid nor paid. */
function Ended({ invoice, state, onClose }: EndedProps) {
  const t = useTexts(paymentTexts);
  return (
    <Dialog title={t('titleOther')} onClose={onClose} footer={<DialogCancel>{t('close')}</DialogCancel>}>
      <div className={css.matter}>
        <Amount invoice={invoice} />
        <div>
          <InvoiceStatus invoice={invoice} />
        </div>
        <p role="status">{t(`${state}Text`, { number: invoice.number })}</p>
      </div>
    </Dialog>
  );
}

/** Without a socket this page learns of the payment by asking; the toast then needs the new due date. */
function useAnnounced(invoice: InvoiceDetails | undefined): void {
  const client = useQueryClient();
  const announce = useAnnouncePayment();
  const { refetch } = useSubscription();
  const isPaid = invoice?.state === 'paid';
  const onPaid = useEffectEvent((id: number) => {
    void refetch().then(({ data }) => data && announce(id, data.dueDate));
    void client.invalidateQueries({ queryKey: api.invoices.list.key() });
  });
  const paidId = isPaid ? invoice.id : undefined;
  useEffect(() => {
    if (paidId !== undefined) onPaid(paidId);
  }, [paidId]);
}

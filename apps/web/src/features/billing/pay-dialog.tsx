import { useState } from 'react';
import { useInvoice } from '../../entities/billing/invoices.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { CheckoutDialog } from './checkout-dialog.tsx';
import { checkoutTexts } from './checkout.texts.ts';
import { LoadingDialog } from './loading-dialog.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

interface PayDialogProps {
  invoiceId: number;
  onClose: () => void;
  onReceipt: (invoiceId: number) => void;
}

/** From an invoice to its payment. An invoice whose payment has been started opens at the payment. */
export function PayDialog({ invoiceId, onClose, onReceipt }: PayDialogProps) {
  const t = useTexts(checkoutTexts);
  /** Another plan or size replaces the invoice that the user opened. */
  const [currentId, setCurrentId] = useState(invoiceId);
  const [chosenStage, setStage] = useState<'checkout' | 'payment' | null>(null);
  const invoice = useInvoice(currentId);

  if (!invoice.data)
    return (
      <LoadingDialog
        title={t('title')}
        error={invoice.error}
        onRetry={() => void invoice.refetch()}
        onClose={onClose}
      />
    );
  const hasBegun = invoice.data.isBeingPaid || invoice.data.state !== 'open';
  const stage = chosenStage ?? (hasBegun ? 'payment' : 'checkout');
  return stage === 'payment' ? (
    <PaymentDialog
      invoiceId={currentId}
      onBack={() => setStage('checkout')}
      onReceipt={() => onReceipt(currentId)}
      onClose={onClose}
    />
  ) : (
    <CheckoutDialog
      key={currentId}
      invoice={invoice.data}
      onOrdered={(id) => {
        setCurrentId(id);
        setStage('payment');
      }}
      onClose={onClose}
    />
  );
}

import { usePaymentNotice } from '../entities/billing/payment-notice.ts';

/** Announces a payment of the company on any screen. */
export function PaymentNotice() {
  usePaymentNotice();
  return null;
}

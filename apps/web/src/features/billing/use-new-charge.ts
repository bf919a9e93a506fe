import type { InvoiceDetails, PaymentMethod } from '@balcao/contract/endpoints/invoices';
import { usePayInvoice } from '../../entities/billing/invoices.api.ts';
import { useToast } from '../../ui/index.ts';

/** Creates a charge of one method again, for the stored buyer and the invoice as it is. */
export function useNewCharge(invoice: InvoiceDetails) {
  const toast = useToast();
  const { mutate, isPending } = usePayInvoice();
  const { firstName, zipcode, address2, city, state } = invoice.buyer;
  return {
    isPending,
    mutate: (method: PaymentMethod) =>
      mutate({ invoiceId: invoice.id, firstName, zipcode, address2, city, state, method }, { onError: toast.failed }),
  };
}

/** The form of the checkout: buyer and choice. The price is always the server's. */
import { invoices, type InvoiceDetails } from '@balcao/contract/endpoints/invoices';
import { formatDocument, parseDocument } from '@balcao/domain/billing/document';
import type { PayRequest } from '../../entities/billing/invoices.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { useToast } from '../../ui/index.ts';
import { checkoutTexts } from './checkout.texts.ts';

const { shape } = invoices.pay.body;
const BuyerDraft = invoices.pay.body
  .pick({ firstName: true, zipcode: true, address2: true, city: true, state: true })
  .extend({
    zipcode: shape.zipcode.refine((typed) => typed.trim() === '' || parseDocument(typed) !== undefined, {
      params: { rule: 'invalid' },
    }),
  });
export type BuyerDraft = Pick<PayRequest, 'firstName' | 'zipcode' | 'address2' | 'city' | 'state'>;

interface CheckoutFormOptions {
  invoice: InvoiceDetails;
  save: (draft: BuyerDraft) => Promise<unknown>;
  onSaved: () => void;
  onInvalid: () => void;
}

export function useCheckoutForm({ invoice: { buyer }, save, onSaved, onInvalid }: CheckoutFormOptions) {
  const t = useTexts(checkoutTexts);
  const toast = useToast();
  return useDraftForm({
    schema: BuyerDraft,
    values: {
      firstName: buyer.firstName,
      zipcode: formatDocument(buyer.zipcode),
      address2: buyer.address2,
      city: buyer.city,
      state: buyer.state,
    },
    save,
    onSaved,
    onError: toast.failed,
    onInvalid,
    ruleText: (field, rule) => {
      const isMissing = rule === 'required' || rule === 'tooShort';
      if (field === 'firstName') return isMissing ? t('nameRequired') : undefined;
      if (field === 'zipcode') return t(isMissing ? 'documentRequired' : 'documentWrong');
      return undefined;
    },
  });
}
export type CheckoutForm = ReturnType<typeof useCheckoutForm>;

/** The checkout «Falta pouco!»: buyer, plan and review. It starts at the plan. */
import type { InvoiceDetails } from '@balcao/contract/endpoints/invoices';
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePayInvoice, usePrice } from '../../entities/billing/invoices.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatReais } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, ErrorState, Steps, useToast } from '../../ui/index.ts';
import { BuyerStep } from './buyer-step.tsx';
import { choiceFor, type CheckoutChoice } from './checkout-choice.ts';
import { useCheckoutForm } from './checkout-form.ts';
import css from './checkout.module.css';
import { checkoutTexts } from './checkout.texts.ts';
import { PlanStep } from './plan-step.tsx';
import { ReviewStep } from './review-step.tsx';

const steps = ['data', 'personalize', 'review'] as const;
type Step = (typeof steps)[number];
/** A price is asked for when the size has not changed for this long. */
const PRICE_DELAY_MS = 250;

interface CheckoutDialogProps {
  invoice: InvoiceDetails;
  /** The charges exist. A new invoice if another plan or size was chosen. */
  onOrdered: (invoiceId: number) => void;
  onClose: () => void;
}

export function CheckoutDialog({ invoice, onOrdered, onClose }: CheckoutDialogProps) {
  const t = useTexts(checkoutTexts);
  const language = useLanguage();
  const toast = useToast();
  const payInvoice = usePayInvoice();
  // An upgrade is for one plan and the rest of a period: there is nothing to choose.
  const isFixed = invoice.kind === 'upgrade';
  const [step, setStep] = useState<Step>(isFixed ? 'review' : 'personalize');
  const [choice, setChoice] = useState<CheckoutChoice>({ type: 'invoice' });
  const [settled] = useDebouncedValue(choice, PRICE_DELAY_MS);
  const price = usePrice(invoice.id, choiceFor(invoice, settled));
  const shownPrice = { data: price.data, isStale: price.isPlaceholderData || settled !== choice };
  /** Where a valid form leads: from the buyer back to where the user came from. */
  const target = useRef<Step | 'payment'>('review');

  const form = useCheckoutForm({
    invoice,
    save: async (buyer) => {
      if (target.current !== 'payment') return;
      const reply = await payInvoice.mutateAsync({ invoiceId: invoice.id, ...buyer, ...choiceFor(invoice, choice) });
      toast.done(t('ordered'));
      onOrdered(reply.invoice.id);
    },
    onSaved: () => target.current !== 'payment' && setStep(target.current),
    // Synchronous, so that the field is visible before it gets the focus.
    onInvalid: () => flushSync(() => setStep('data')),
  });
  const goTo = (next: Step | 'payment') => {
    target.current = next;
    void form.submit();
  };
  const openData = (comeBackTo: Step) => {
    target.current = comeBackTo;
    setStep('data');
  };

  return (
    <Dialog
      title={t('title')}
      width={700}
      dirty={form.dirty}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        goTo(step === 'review' ? 'payment' : step === 'personalize' ? 'review' : target.current);
      }}
      subhead={
        <Steps
          label={t('steps')}
          steps={steps.map((key) => ({ key, label: t(key) }))}
          current={step}
          done={(key) => (key === 'data' ? isComplete(form.watch()) : steps.indexOf(key) < steps.indexOf(step))}
          onChoose={(key) => (key === 'data' ? openData(step) : !isFixed && setStep(key))}
        />
      }
      footer={
        step === 'review' ? (
          <>
            {!isFixed && <Button onClick={() => setStep('personalize')}>{t('back')}</Button>}
            <Button
              kind="primary"
              icon="pix"
              type="submit"
              busy={form.busy}
              disabled={!price.data || shownPrice.isStale}
              data-autofocus
            >
              {t('pay', { amount: price.data ? formatReais(price.data.value) : '' })}
            </Button>
          </>
        ) : (
          <>
            <DialogCancel />
            <Button kind="primary" type="submit" busy={form.busy}>
              {t('next')}
            </Button>
          </>
        )
      }
    >
      {price.error && !price.data && (
        <ErrorState
          compact
          text={`${t('priceFailed')} ${errorText(price.error, language)}`}
          onRetry={() => void price.refetch()}
        />
      )}
      {/* Always mounted: the fields belong to the form on every step. */}
      <div className={css.step} hidden={step !== 'data'}>
        <BuyerStep form={form} />
      </div>
      {step === 'personalize' && (
        <PlanStep invoice={invoice} choice={choice} onChoice={setChoice} settled={settled} price={shownPrice} />
      )}
      {step === 'review' && (
        <ReviewStep invoice={invoice} price={shownPrice} form={form} onCorrect={() => openData('review')} />
      )}
    </Dialog>
  );
}

const isComplete = ({ firstName, zipcode }: { firstName: string; zipcode: string }): boolean =>
  firstName.trim() !== '' && zipcode.trim() !== '';

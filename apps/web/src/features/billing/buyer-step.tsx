import { formatDocument } from '@balcao/domain/billing/document';
import type { ChangeEvent } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { FieldRow, TextField } from '../../ui/index.ts';
import type { CheckoutForm } from './checkout-form.ts';
import { checkoutTexts } from './checkout.texts.ts';

export function BuyerStep({ form }: { form: CheckoutForm }) {
  const t = useTexts(checkoutTexts);
  const document = form.text('zipcode');
  // Punctuation is added while typing at the end; elsewhere it would move the cursor.
  const formatAtEnd = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const isDeleting = (event.nativeEvent as Partial<InputEvent>).inputType?.startsWith('delete') ?? false;
    if (!isDeleting && target.selectionStart === target.value.length) target.value = formatDocument(target.value);
    return document.onChange(event);
  };
  return (
    <>
      <p className="muted">{t('buyerHint')}</p>
      <TextField label={t('name')} required maxLength={120} autoComplete="organization" {...form.text('firstName')} />
      <TextField
        label={t('document')}
        required
        maxLength={20}
        autoComplete="off"
        {...document}
        onChange={(event) => void formatAtEnd(event)}
      />
      <TextField label={t('address')} maxLength={200} autoComplete="street-address" {...form.text('address2')} />
      <FieldRow>
        <TextField label={t('city')} maxLength={120} autoComplete="address-level2" {...form.text('city')} />
        <TextField label={t('state')} maxLength={60} autoComplete="address-level1" {...form.text('state')} />
      </FieldRow>
    </>
  );
}

import { pixKeyTypes, type PixKeyType } from '@balcao/domain/message/pix';
import { useRef } from 'react';
import { formatCents } from '../../../../lib/format.ts';
import { useTexts } from '../../../../lib/use-texts.ts';
import { Button, SelectField, TextArea, TextField, useToast } from '../../../../ui/index.ts';
import type { CardKind } from '../attach-menu.tsx';
import { DEFAULT_BUTTON, type CardDraft } from './card-draft.ts';
import { cardTexts } from './cards.texts.ts';
import { ListFields } from './list-fields.tsx';

export interface CardFieldsProps {
  kind: CardKind;
  draft: CardDraft;
  onChange: (part: Partial<CardDraft>) => void;
  errors: CardFieldErrors;
}
export type CardFieldErrors = Partial<Record<'title' | 'key' | 'merchant', string>>;

export function CardFields({ kind, draft, onChange, errors }: CardFieldsProps) {
  const t = useTexts(cardTexts);
  const text = (name: 'title' | 'text' | 'footer' | 'button' | 'value' | 'key' | 'merchant', maxLength: number) => ({
    value: draft[name],
    maxLength,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const title = (
    <TextField
      label={t('heading')}
      required
      error={errors.title}
      data-autofocus
      {...text('title', kind === 'list' ? 60 : 200)}
    />
  );

  switch (kind) {
    case 'list':
      return (
        <>
          {title}
          <TextArea label={t('text')} rows={2} {...text('text', 1024)} />
          <TextField label={t('button')} placeholder={DEFAULT_BUTTON} {...text('button', 20)} />
          <TextField label={t('footer')} {...text('footer', 60)} />
          <ListFields sections={draft.sections} onChange={(sections) => onChange({ sections })} />
        </>
      );
    case 'pix':
      return (
        <>
          {title}
          <TextField
            label={t('amount')}
            inputMode="numeric"
            hint={t('amountHint')}
            value={draft.cents === 0 ? '' : formatCents(draft.cents)}
            placeholder={formatCents(0)}
            onChange={(event) => onChange({ cents: centsOf(event.target.value) })}
          />
          <SelectField
            label={t('keyType')}
            options={pixKeyTypes.map((value) => ({ value, label: t(value) }))}
            value={draft.keyType}
            onChange={(keyType) => onChange({ keyType })}
          />
          <TextField
            label={t('key')}
            required
            placeholder={examples[draft.keyType]}
            error={errors.key}
            {...text('key', 100)}
          />
          <TextField label={t('merchant')} required error={errors.merchant} {...text('merchant', 100)} />
        </>
      );
    case 'link':
    case 'copy':
    case 'call':
      return (
        <>
          {title}
          <TextArea label={t('description')} rows={3} {...text('text', 4096)} />
          <TextField
            label={t(({ link: 'address', copy: 'code', call: 'phone' } as const)[kind])}
            required
            inputMode={({ link: 'url', copy: 'text', call: 'tel' } as const)[kind]}
            {...text('value', kind === 'call' ? 30 : 4096)}
          />
          <TextField label={t('button')} {...text('button', 60)} />
          {kind === 'link' && <PictureField onImage={(image) => onChange({ image })} hasImage={draft.image !== ''} />}
        </>
      );
  }
}

/** Format of each key, in every language. */
const examples: Record<PixKeyType, string> = {
  CPF: '000.000.000-00',
  CNPJ: '00.000.000/0000-00',
  PHONE: '(81) 90000-0000',
  EMAIL: 'nome@example.com',
  EVP: '00000000-0000-0000-0000-000000000000',
};

/** Digits are entered from the right, as on a cash register. */
const MAX_CENTS = 99_999_999_99;
const centsOf = (typed: string): number => Math.min(Number(typed.replace(/\D/g, '').slice(-11)), MAX_CENTS);

const MAX_BYTES = 5 * 1024 * 1024;

function PictureField({ onImage, hasImage }: { onImage: (base64: string) => void; hasImage: boolean }) {
  const t = useTexts(cardTexts);
  const toast = useToast();
  const file = useRef<HTMLInputElement>(null);
  const read = (chosen: File | undefined) => {
    if (!chosen) return onImage('');
    if (chosen.size > MAX_BYTES) return toast.warn(t('pictureTooLarge'));
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') onImage(reader.result.replace(/^data:[^,]*,/, ''));
    });
    reader.readAsDataURL(chosen);
  };
  return (
    <div>
      <Button icon={hasImage ? 'check' : 'image'} size="sm" onClick={() => file.current?.click()}>
        {t('choosePicture')}
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/*"
        className="sr"
        tabIndex={-1}
        aria-label={t('picture')}
        onChange={(event) => read(event.target.files?.[0])}
      />
    </div>
  );
}

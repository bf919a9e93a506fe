/** The number of a contact: shows how it will be saved, and asks when it may be two numbers. */
import { isMasked } from '@balcao/domain/contact/mask';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import { parsePhone } from '@balcao/domain/phone/parse-phone';
import type { ReactNode } from 'react';
import { formatPhone } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, TextField } from '../../ui/index.ts';
import { useCompanySetting } from '../settings/company-setting.ts';
import { contactTexts } from './contact.texts.ts';
import css from './phone-field.module.css';

export const useDefaultCountry = (): DefaultCountry => (useCompanySetting('defaultCountry') ?? 'BR') as DefaultCountry;

interface PhoneFieldProps {
  /** As it is typed now. */
  typed: string;
  /** As the stored number is shown; empty for a new contact. */
  stored: string;
  required: boolean;
  /** Replaces the hint. */
  hint?: string | undefined;
  /** Chooses one of the possible readings. */
  onChoose: (number: string) => void;
  /** From the form. */
  field: object;
  end?: ReactNode;
}

export function PhoneField({ typed, stored, required, hint, onChoose, field, end }: PhoneFieldProps) {
  const t = useTexts(contactTexts);
  const country = useDefaultCountry();
  const isTyped = typed.trim() !== '' && typed !== stored && !isMasked(typed);
  const parsed = isTyped ? parsePhone(typed, country) : undefined;
  const howToWrite = t(country === 'BR' ? 'numberHint' : country === 'other' ? 'numberHintOther' : 'numberHintAbroad');
  const savedAs = parsed?.type === 'phone' && t('savedAs', { number: formatPhone(parsed.number) });
  return (
    <div className={css.field}>
      <TextField
        label={t('number')}
        required={required}
        hint={hint ?? (savedAs || howToWrite)}
        inputMode="tel"
        autoComplete="off"
        {...field}
        end={end}
      />
      {parsed?.type === 'ambiguous' && (
        <div className={css.readings} role="group" aria-label={t('whichNumber')}>
          <span>{t('whichNumber')}</span>
          {parsed.readings.map((reading) => (
            <Button key={reading} size="sm" onClick={() => onChoose(formatPhone(`+${reading}`))}>
              {formatPhone(`+${reading}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

import { centsOf } from '@balcao/domain/billing/money';
import { useId } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { TextField } from '../../../ui/index.ts';
import css from './bank.module.css';
import { bankTexts } from './bank.texts.ts';

const ways = ['exact', 'other', 'twice', 'late', 'pending', 'statement'] as const;
/** How the customer pays. `amount` is as typed, for `other`. */
export interface HowToPay {
  type: (typeof ways)[number];
  amount: string;
}

/** Cents of a typed amount such as 140,00; undefined for anything else. */
export const typedCents = (typed: string): number | undefined => {
  const cents = centsOf(typed.trim().replace(',', '.'));
  return cents === undefined || cents === 0 ? undefined : cents;
};

/** The request for a way to pay; undefined while its amount is no amount. */
export function paymentFor({ type, amount }: HowToPay, chargeId: string) {
  if (type === 'other') {
    const cents = typedCents(amount);
    return cents === undefined ? undefined : { chargeId, cents };
  }
  return {
    chargeId,
    ...(type === 'twice' && { times: 2 }),
    ...(type === 'late' && { afterExpiry: true }),
    ...(type === 'pending' && { isPending: true }),
    ...(type === 'statement' && { onlyInStatement: true }),
  };
}

export function HowToPayChoice({ how, onHow }: { how: HowToPay; onHow: (how: HowToPay) => void }) {
  const t = useTexts(bankTexts);
  const name = useId();
  return (
    <fieldset className={css.ways}>
      <legend>{t('how')}</legend>
      {ways.map((type) => (
        <div key={type} className={css.way}>
          <input
            type="radio"
            id={`${name}-${type}`}
            name={name}
            checked={how.type === type}
            onChange={() => onHow({ ...how, type })}
          />
          <label htmlFor={`${name}-${type}`}>
            <b>{t(type)}</b> <span>{t(`${type}Text`)}</span>
          </label>
        </div>
      ))}
      {how.type === 'other' && (
        <TextField
          label={t('amount')}
          inputMode="decimal"
          placeholder="140,00"
          value={how.amount}
          error={how.amount !== '' && typedCents(how.amount) === undefined && t('amountWrong')}
          onChange={(event) => onHow({ ...how, amount: event.target.value })}
        />
      )}
    </fieldset>
  );
}

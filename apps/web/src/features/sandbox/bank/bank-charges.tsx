import type { BankCharge } from '@balcao/contract/endpoints/payments';
import { useState } from 'react';
import { isOff, useFindCharge } from '../../../entities/bank/bank.api.ts';
import { providerName } from '../../../entities/billing/payment-method.ts';
import { formatCents } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, Icon, TextField, useToast } from '../../../ui/index.ts';
import sandboxCss from '../sandbox.module.css';
import css from './bank.module.css';
import { bankTexts } from './bank.texts.ts';
import { HowToPayChoice, type HowToPay } from './how-to-pay.tsx';

interface BankChargesProps {
  charges: readonly BankCharge[];
  charge: BankCharge | undefined;
  onCharge: (charge: BankCharge) => void;
  how: HowToPay;
  onHow: (how: HowToPay) => void;
}

/** Chooses what is paid, and how. */
export function BankCharges({ charges, charge, onCharge, how, onHow }: BankChargesProps) {
  const t = useTexts(bankTexts);
  const stateText = useStateText();
  const methodText = useMethodText();
  return (
    <aside className={cx(sandboxCss.side, sandboxCss.people)} aria-label={t('chargesPanel')}>
      <section>
        <h2>{t('charges')}</h2>
        {charges.length === 0 && <p className="muted">{t('noCharges')}</p>}
        <ul className={css.charges}>
          {charges.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className={sandboxCss.customer}
                aria-pressed={item.id === charge?.id}
                onClick={() => onCharge(item)}
              >
                <Icon name={item.method === 'pix' ? 'pix' : 'card'} size={20} />
                <span>
                  <b className="cut">{item.company ?? providerName(item.provider)}</b>
                  <span className="cut">{methodText(item)}</span>
                </span>
                <span className={css.chargeState}>
                  <b className="num">{formatCents(item.cents)}</b>
                  {stateText(item)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <PasteCode onCharge={onCharge} />
      <section>
        <HowToPayChoice how={how} onHow={onHow} />
      </section>
    </aside>
  );
}

function PasteCode({ onCharge }: { onCharge: (charge: BankCharge) => void }) {
  const t = useTexts(bankTexts);
  const toast = useToast();
  const find = useFindCharge();
  const [code, setCode] = useState('');
  const isUnknown = isOff(find.error);
  return (
    <form
      className={css.paste}
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() === '') return;
        find.mutate(code.trim(), {
          onSuccess: (charge) => {
            setCode('');
            onCharge(charge);
          },
          onError: (error) => !isOff(error) && toast.failed(error),
        });
      }}
    >
      <TextField
        label={t('code')}
        value={code}
        maxLength={1000}
        autoComplete="off"
        error={isUnknown && t('notFound')}
        onChange={(event) => {
          setCode(event.target.value);
          find.reset();
        }}
      />
      <Button type="submit" icon="qr" busy={find.isPending} disabled={code.trim() === ''}>
        {t('find')}
      </Button>
    </form>
  );
}

/** The provider, and how it is paid there; Efí has one way only. */
export function useMethodText(): (charge: Pick<BankCharge, 'provider' | 'method'>) => string {
  const t = useTexts(bankTexts);
  return ({ provider, method }) =>
    provider === 'efi' ? providerName(provider) : `${providerName(provider)} · ${method === 'pix' ? 'PIX' : t('page')}`;
}

/** The state of a charge; an open one shows how long it can still be paid. */
export function useStateText(): (charge: BankCharge) => string {
  const t = useTexts(bankTexts);
  return ({ state, expiresAt }) => {
    if (state !== 'open') return t(state);
    const minutes = Math.ceil((Date.parse(expiresAt) - Date.now()) / 60_000);
    if (minutes <= 0) return t('open');
    if (minutes < 120) return t('expiresIn', { minutes });
    const hours = Math.floor(minutes / 60);
    return hours < 48 ? t('expiresInHours', { hours }) : t('expiresInDays', { days: Math.floor(hours / 24) });
  };
}

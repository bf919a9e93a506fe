import type { BankCharge } from '@balcao/contract/endpoints/payments';
import { useState } from 'react';
import { usePayCharge } from '../../../entities/bank/bank.api.ts';
import { formatCents, formatDateTime, formatTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, cx, Icon, useToast } from '../../../ui/index.ts';
import phoneCss from '../phone.module.css';
import { useMethodText } from './bank-charges.tsx';
import css from './bank.module.css';
import { bankTexts } from './bank.texts.ts';
import { paymentFor, typedCents, type HowToPay } from './how-to-pay.tsx';

interface BankPhoneProps {
  charge: BankCharge | undefined;
  how: HowToPay;
  onPaid: (charge: BankCharge) => void;
}

/** The app of the customer's bank. */
export function BankPhone({ charge, how, onPaid }: BankPhoneProps) {
  const t = useTexts(bankTexts);
  const [now] = useState(() => Date.now());
  return (
    <section className={cx(phoneCss.phone, css.phone)} aria-label={t('phone')}>
      <div className={phoneCss.screen}>
        <div className={phoneCss.bar} aria-hidden="true">
          <span className="num">{formatTime(now)}</span>
          <span className={phoneCss.island} />
          <span className={phoneCss.grow} />
          <Icon name="signal" size={16} />
          <Icon name="battery" size={20} />
        </div>
        <div className={phoneCss.head}>
          <div className={phoneCss.grow}>
            <h2>{t('title')}</h2>
            <p>{t('account')}</p>
          </div>
        </div>
        {charge ? (
          <ChargeOnPhone key={charge.id} charge={charge} how={how} onPaid={onPaid} />
        ) : (
          <p className={css.nothing}>{t('nothingChosen')}</p>
        )}
        <span className={phoneCss.home} aria-hidden="true" />
      </div>
    </section>
  );
}

function ChargeOnPhone({ charge, how, onPaid }: BankPhoneProps & { charge: BankCharge }) {
  const t = useTexts(bankTexts);
  const toast = useToast();
  const pay = usePayCharge();
  const methodText = useMethodText();
  const body = paymentFor(how, charge.id);
  const cents = (how.type === 'other' && typedCents(how.amount)) || charge.cents;
  const isPaid = charge.payments.length > 0;
  const confirm = () =>
    body &&
    pay.mutate(body, {
      onSuccess: (paid) => {
        onPaid(paid);
        toast.done(t('paidDone'));
      },
      onError: toast.failed,
    });
  return (
    <div className={css.charge}>
      <p className="muted">{t(isPaid ? 'youPaid' : 'youPay')}</p>
      <p className={cx(css.amount, 'num')}>
        {formatCents(isPaid ? charge.payments.reduce((sum, payment) => sum + payment.cents, 0) : cents)}
      </p>
      <dl>
        {charge.company !== null && (
          <>
            <dt>{t('payer')}</dt>
            <dd>{charge.company}</dd>
          </>
        )}
        <dt>{t('provider')}</dt>
        <dd>{methodText(charge)}</dd>
        <dt>{t('validUntil')}</dt>
        <dd className="num">{formatDateTime(charge.expiresAt)}</dd>
        <dt>{t('reference')}</dt>
        <dd className={css.mono}>{charge.reference}</dd>
      </dl>
      <p className={css.notReal}>
        <Icon name="alert" size={16} />
        {t('notReal')}
      </p>
      <span className={css.grow} />
      <Button
        kind={isPaid ? 'default' : 'primary'}
        size="lg"
        full
        busy={pay.isPending}
        disabled={!body || charge.state === 'cancelled'}
        onClick={confirm}
      >
        {t(isPaid ? 'payAgain' : 'pay', { amount: formatCents(cents) })}
      </Button>
      {/* A provider does not learn that its customer declined. */}
      {charge.state === 'open' && (
        <Button kind="ghost" full disabled={pay.isPending} onClick={() => toast.info(t('declined'))}>
          {t('decline')}
        </Button>
      )}
    </div>
  );
}

import type { BankCharge } from '@balcao/contract/endpoints/payments';
import { useState } from 'react';
import { useDisputePayment, useRefundPayment } from '../../../entities/bank/bank.api.ts';
import { formatCents, formatDateTime } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, CardDialog, TextField, useToast } from '../../../ui/index.ts';
import sandboxCss from '../sandbox.module.css';
import css from './bank.module.css';
import { bankTexts } from './bank.texts.ts';
import { typedCents } from './how-to-pay.tsx';

type BankPayment = BankCharge['payments'][number];

/** The payments of a charge, and what can still happen to them. */
export function BankPayments({ charge }: { charge: BankCharge }) {
  const t = useTexts(bankTexts);
  return (
    <section>
      <h2>{t('payments')}</h2>
      {charge.payments.length === 0 && <p className="muted">{t('noPayments')}</p>}
      <ul className={css.payments}>
        {charge.payments.map((payment) => (
          <li key={payment.id}>
            <Payment payment={payment} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Payment({ payment }: { payment: BankPayment }) {
  const t = useTexts(bankTexts);
  const toast = useToast();
  const refund = useRefundPayment();
  const dispute = useDisputePayment();
  const [isAsking, setIsAsking] = useState(false);
  const left = payment.cents - payment.refundedCents;
  const refundCents = (cents: number | undefined) =>
    refund.mutate({ paymentId: payment.id, cents }, { ...toast.outcome(t('refunded'), () => setIsAsking(false)) });
  const decide = (outcome: 'open' | 'won' | 'lost') =>
    dispute.mutate({ paymentId: payment.id, outcome }, { ...toast.outcome(t('disputed'), () => {}) });
  return (
    <>
      <p className={css.paymentHead}>
        <b className="num">{formatCents(payment.cents)}</b>
        <time className="num" dateTime={payment.at}>
          {formatDateTime(payment.at)}
        </time>
      </p>
      <p className={css.mono}>{payment.id}</p>
      {payment.refundedCents > 0 && <p>{t('refundedPart', { amount: formatCents(payment.refundedCents) })}</p>}
      {payment.dispute && <p>{t(`dispute${payment.dispute}`)}</p>}
      <div className={sandboxCss.grid}>
        {left > 0 && (
          <>
            <Button
              size="sm"
              busy={refund.isPending}
              onClick={() => refundCents(payment.refundedCents > 0 ? left : undefined)}
            >
              {t('refund')}
            </Button>
            <Button size="sm" onClick={() => setIsAsking(true)}>
              {t('refundPart')}
            </Button>
          </>
        )}
        {payment.dispute === null && (
          <Button size="sm" busy={dispute.isPending} onClick={() => decide('open')}>
            {t('openDispute')}
          </Button>
        )}
        {payment.dispute === 'open' && (
          <>
            <Button size="sm" busy={dispute.isPending} onClick={() => decide('won')}>
              {t('winDispute')}
            </Button>
            <Button size="sm" busy={dispute.isPending} onClick={() => decide('lost')}>
              {t('loseDispute')}
            </Button>
          </>
        )}
      </div>
      {isAsking && (
        <PartDialog max={left} busy={refund.isPending} onRefund={refundCents} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

function PartDialog({
  max,
  busy,
  onRefund,
  onClose,
}: {
  max: number;
  busy: boolean;
  onRefund: (cents: number) => void;
  onClose: () => void;
}) {
  const t = useTexts(bankTexts);
  const [typed, setTyped] = useState('');
  const cents = typedCents(typed);
  const isValid = cents !== undefined && cents <= max;
  return (
    <CardDialog
      title={t('refundPart')}
      onClose={onClose}
      footer={
        <Button kind="primary" busy={busy} disabled={!isValid} onClick={() => isValid && onRefund(cents)}>
          {t('save')}
        </Button>
      }
    >
      <TextField
        label={t('amount')}
        data-autofocus
        inputMode="decimal"
        value={typed}
        error={typed !== '' && !isValid && t('amountWrong')}
        onChange={(event) => setTyped(event.target.value)}
      />
    </CardDialog>
  );
}
